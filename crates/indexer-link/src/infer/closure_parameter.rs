//! Parameters of closures, from the functions that the closures are passed to.

use crate::frameworks::calls_with_its_own;
use crate::infer::{
    Environment, bind_receiver, called_on, callees_of, expected_by_callee, function_bounds, instances_of,
    is_outside, linearize, passed_to_function, result_of, select_applied_callees, select_labelled_callees,
    substitute, type_of, value_of,
};
use crate::query::{Db, Query};
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::{
    Bound, Definition, ExprId, Expression, FileId, Flags, LambdaId, ParameterKind, RECEIVER, SymbolKind,
};
use smallvec::SmallVec;

/// What parameter `index` of a closure is, from the function that it is passed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClosureParameter {
    pub(crate) file: FileId,
    pub(crate) closure: LambdaId,
    pub(crate) index: u32,
}

impl Query for ClosureParameter {
    fn run(self, db: &Db) -> Set {
        let Self { file, closure: lambda, index } = self;
        let Some(unit) = db.unit(file) else { return Set::unknown() };
        let unknown = || if index == RECEIVER { Set::default() } else { Set::unknown() };
        let Some((call, position)) = unit.facts.lambdas.get(lambda.index()).and_then(|l| l.argument_of)
        else {
            return unknown();
        };
        let Expression::Call { of, arguments } = unit.facts.expression(call) else { return Set::unknown() };
        let callees = callees_of(db, file, of);
        let arguments: SmallVec<[(FileId, ExprId); 4]> =
            unit.facts.list(arguments).iter().map(|e| (file, *e)).collect();
        let written = match unit.facts.expression(of) {
            Expression::Apply { arguments, .. } if arguments.len > 0 => Some(arguments.len),
            _ => None,
        };
        let callees = match unit.rules.argument_labels {
            true => select_labelled_callees(db, callees, &arguments, false),
            false => select_applied_callees(db, callees, &arguments, written),
        };
        let mut all = Set::default();
        for callee in callees.iter() {
            if let Value::External(path) = callee
                && calls_with_its_own(db, &db.text_of(path))
            {
                all.add(Value::External(result_of(db, path)));
                continue;
            }
            if let Value::External(path) = callee
                && index != RECEIVER
                && takes_nothing_inside(db, file, of, &arguments, position)
            {
                all.add(Value::Instance(TypeId::External(result_of(db, path)), Args::NONE));
                continue;
            }
            if unit.rules.declarations_merge || unit.rules.has_function_types {
                let expected = expected_by_callee(db, callee, file, call, position, 0);
                match index {
                    RECEIVER => all.extend(&called_on(db, &expected)),
                    _ => all.extend(&passed_to_function(db, &expected, index)),
                }
                continue;
            }
            let Value::Function(sym, bound) = callee else {
                all.add(Value::Unknown);
                continue;
            };
            let receiver = db.args_of(bound).first().and_then(Set::only);
            all.extend(&callback_parameter(db, sym, receiver, position, index));
        }
        all
    }
}

/// True for a call to which nothing of the repository goes, the function at `position` apart: what that is given is of
/// outside, too.
fn takes_nothing_inside(
    db: &Db,
    file: FileId,
    callee: ExprId,
    arguments: &[(FileId, ExprId)],
    position: u32,
) -> bool {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.lambda_parameters_follow_arguments) else {
        return false;
    };
    let are_outside = |values: &Set| values.iter().all(|value| is_outside(db, value));
    let written = match unit.facts.expression(callee) {
        Expression::Apply { arguments, .. } => unit.facts.list(arguments),
        _ => &[],
    };
    let others = arguments.iter().zip(0..).filter(|(_, at)| *at != position);
    written.iter().all(|argument| are_outside(&instances_of(&type_of(db, file, *argument))))
        && others.into_iter().all(|((file, argument), _)| are_outside(&value_of(db, *file, *argument)))
}

/// True for a method that a type leaves to those below it.
pub(crate) fn is_open_method(definition: &Definition) -> bool {
    let flags = definition.flags;
    definition.kind == SymbolKind::Method && flags.has(Flags::ABSTRACT) && !flags.has(Flags::STATIC)
}

/// The only method that an interface leaves open: what a lambda stands for.
pub(crate) fn single_method(db: &Db, of: Symbol) -> Option<Symbol> {
    let unit = db.unit(of.file).filter(|unit| unit.rules.classes.is_some())?;
    if unit.kind(of.def) != SymbolKind::Interface {
        return None;
    }
    let mut types = vec![of];
    types.extend(&linearize(db, of).value.symbols);
    let mut found = None;
    for one in types {
        let unit = db.unit(one.file)?;
        db.depend_on_symbol(one);
        db.depend_on_open_members(one);
        let body = unit.facts.definition(one.def).body?;
        for binding in unit.facts.bindings(body) {
            let Bound::Definition(def) = binding.bound else { continue };
            if is_open_method(unit.facts.definition(def)) {
                if found.is_some() {
                    return None;
                }
                found = Some(Symbol { def, ..one });
            }
        }
    }
    found
}

/// What a method of `receiver` takes as its parameter `index`.
pub(crate) fn parameter_of(db: &Db, method: Symbol, receiver: Value, index: u32) -> Set {
    let Some(unit) = db.unit(method.file) else { return Set::unknown() };
    db.depend_on_symbol(method);
    let parameters = unit.facts.parameters(unit.facts.definition(method.def).parameters);
    let Some(annotation) = parameters.get(index as usize).map(|p| p.annotation) else {
        return Set::unknown();
    };
    let types = type_of(db, method.file, annotation);
    let instances = instances_of(&types);
    let mut environment = Environment::default();
    bind_receiver(db, method, receiver, &mut environment);
    substitute(db, &instances, &environment, None)
}

/// What the function `sym` gives as argument `index` to the callback that it takes at
/// `position`.
pub(crate) fn callback_parameter(
    db: &Db,
    sym: Symbol,
    receiver: Option<Value>,
    position: u32,
    index: u32,
) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::unknown() };
    db.depend_on_symbol(sym);
    let by_path = matches!(receiver, Some(Value::Type(..) | Value::ReceiverType(..)) | None);
    let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let mut plain = parameters.iter().filter(|p| by_path || p.kind != ParameterKind::Receiver);
    let Some(annotation) = plain.nth(position as usize).map(|p| p.annotation) else {
        return Set::unknown();
    };
    let mut all = Set::default();
    for value in type_of(db, sym.file, annotation).iter() {
        if let Value::Type(TypeId::Def(of), args) | Value::Instance(TypeId::Def(of), args) = value
            && let Some(method) = single_method(db, of)
        {
            let taken = parameter_of(db, method, Value::Instance(TypeId::Def(of), args), index);
            let mut environment = Environment::default();
            if let Some(receiver) = receiver {
                bind_receiver(db, sym, receiver, &mut environment);
            }
            all.extend(&substitute(db, &taken, &environment, receiver));
            continue;
        }
        let functions: SmallVec<[(FileId, ExprId); 2]> = match value {
            Value::Callable(file, expression, _) => SmallVec::from_iter([(file, expression)]),
            Value::Type(TypeId::Param(file, i), _) | Value::Instance(TypeId::Param(file, i), _) => {
                function_bounds(db, file, i).into_iter().map(|e| (file, e)).collect()
            }
            _ => SmallVec::new(),
        };
        for (file, expression) in functions {
            let Some(of) = db.unit(file) else { continue };
            let Expression::FunctionType { parameters, .. } = of.facts.expression(expression) else {
                continue;
            };
            let Some(parameter) = of.facts.list(parameters).get(index as usize).copied() else {
                continue;
            };
            let types = type_of(db, file, parameter);
            let instances = instances_of(&types);
            let mut environment = Environment::default();
            if let Some(receiver) = receiver {
                bind_receiver(db, sym, receiver, &mut environment);
            }
            all.extend(&substitute(db, &instances, &environment, receiver));
        }
    }
    if all.is_empty() { Set::unknown() } else { all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn a_closure_is_given_what_the_function_says_that_takes_it() {
        let text = "pub struct S;\nfn each(f: impl Fn(S)) {}\nfn g() { each(|one| one); }\n";
        linking(&[("src/lib.rs", text)], "src/lib.rs", |db| {
            let query = ClosureParameter { file: file(db, "src/lib.rs"), closure: LambdaId(0), index: 0 };
            assert_eq!(printed(db, &db.ask(query)), "instance of src/lib.rs#S");
        });
    }
}
