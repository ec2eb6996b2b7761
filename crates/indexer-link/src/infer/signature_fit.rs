//! Which of a function's signatures a call means, where it has several: the first one that may take its arguments. What is
//! written as an argument says some of what it is without a look at any type: an object is no function.

use crate::edges::arity_fits;
use crate::infer::decorated_overload::overload_for;
use crate::infer::type_of;
use crate::query::Db;
use crate::resolve::depend_on_binding;
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::{
    Binding, Bound, CollectionKind, DefId, ExprId, Expression, FileId, LiteralKind, Namespace, Parameter,
};
use smallvec::SmallVec;

/// What is written as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Object,
    List,
    Function,
    Literal(LiteralKind),
}

/// The signature that a call with these arguments means, where a function has several.
pub(crate) fn signature_for(db: &Db, sym: Symbol, arguments: &[(FileId, ExprId)]) -> Symbol {
    let Some(unit) = db.unit(sym.file) else { return sym };
    if !unit.rules.declarations_merge {
        return match unit.rules.parameters_take_arguments {
            true => overload_for(db, unit, sym, arguments),
            false => sym,
        };
    }
    let definition = unit.facts.definition(sym.def);
    let any = Namespace::ANY.with(Namespace::MEMBER);
    depend_on_binding(db, sym.file, definition.scope, unit.hash(definition.name));
    let of_name = unit.hoisted(definition.scope, definition.name, any);
    if of_name.len() < 2 {
        return sym;
    }
    let signature = |binding: &&Binding| match binding.bound {
        Bound::Definition(def) => {
            let one = unit.facts.definition(def);
            (one.kind.is_callable() && one.metrics.is_none()).then_some(def)
        }
        _ => None,
    };
    let signatures: SmallVec<[DefId; 4]> = of_name.iter().filter_map(signature).collect();
    for def in &signatures {
        db.depend_on_symbol(Symbol { def: *def, ..sym });
    }
    let parameters = |def: &DefId| unit.facts.parameters(unit.facts.definition(*def).parameters);
    let count = Some(arguments.len().min(255) as u8);
    let by_count: SmallVec<[DefId; 4]> =
        signatures.iter().filter(|def| arity_fits(parameters(def), count)).copied().collect();
    let chosen = match by_count.len() {
        0 => signatures.first(),
        1 => by_count.first(),
        _ => {
            let shapes: SmallVec<[Option<Shape>; 4]> =
                arguments.iter().map(|one| shape_of(db, *one)).collect();
            let fits = |def: &&DefId| may_take(db, (sym.file, unit), parameters(def), &shapes);
            by_count.iter().find(fits).or(by_count.first())
        }
    };
    chosen.map_or(sym, |def| Symbol { def: *def, ..sym })
}

/// What an argument is by its form alone.
pub(crate) fn shape_of(db: &Db, (file, argument): (FileId, ExprId)) -> Option<Shape> {
    match db.unit(file)?.facts.expression(argument) {
        Expression::Object(_) => Some(Shape::Object),
        Expression::Collection(CollectionKind::List, _) => Some(Shape::List),
        Expression::Lambda(_) => Some(Shape::Function),
        Expression::Text(_) => Some(Shape::Literal(LiteralKind::String)),
        Expression::Literal(kind) if is_primitive(kind) => Some(Shape::Literal(kind)),
        _ => None,
    }
}

fn is_primitive(kind: LiteralKind) -> bool {
    use LiteralKind::{Boolean, Float, Integer, String};
    matches!(kind, String | Integer | Float | Boolean)
}

/// False where an argument cannot be passed, whatever its type is in detail.
fn may_take(
    db: &Db,
    (file, unit): (FileId, &Unit<'_>),
    parameters: &[Parameter],
    shapes: &[Option<Shape>],
) -> bool {
    parameters.iter().zip(shapes).all(|(parameter, shape)| match shape {
        Some(shape) if parameter.kind == indexer_core::ParameterKind::Plain => {
            may_be(db, (file, unit), parameter.annotation, *shape, 0)
        }
        _ => true,
    })
}

/// False where nothing of this shape is of a type, as far as the type is written out.
pub(crate) fn takes_shape(db: &Db, at: (FileId, &Unit<'_>), of: ExprId, shape: Shape) -> bool {
    may_be(db, at, of, shape, 0)
}

fn may_be(db: &Db, (file, unit): (FileId, &Unit<'_>), of: ExprId, shape: Shape, depth: u32) -> bool {
    if of.is_unknown() || depth > 3 {
        return true;
    }
    match unit.facts.expression(of) {
        Expression::FunctionType { .. } => shape == Shape::Function,
        Expression::Sequence(_) | Expression::Tuple(_) => shape == Shape::List,
        Expression::Literal(kind) if is_primitive(kind) => match shape {
            Shape::Literal(given) => {
                is_number(given) == is_number(kind) && (is_number(kind) || given == kind)
            }
            _ => false,
        },
        Expression::Union(list) => {
            unit.facts.list(list).iter().any(|one| may_be(db, (file, unit), *one, shape, depth + 1))
        }
        // The name of a type of functions.
        Expression::Name { .. } | Expression::Apply { .. } | Expression::Member { .. }
            if shape != Shape::Function =>
        {
            let types = type_of(db, file, of);
            types.is_empty() || !types.iter().all(|value| matches!(value, Value::Callable(..)))
        }
        _ => true,
    }
}

fn is_number(kind: LiteralKind) -> bool {
    matches!(kind, LiteralKind::Integer | LiteralKind::Float)
}

#[cfg(test)]
mod tests {
    use crate::infer::definition_value;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn an_object_is_passed_as_no_function_and_a_text_as_no_number() {
        let text = "class A {}\nclass B {}\nclass C {}\ntype F = () => void\n\
            function f(a: () => void, b?: A): A\nfunction f(a: F): A\nfunction f(a: number | A[]): A\n\
            function f(a: string): B\nfunction f(a: { x: A }): C\nfunction f(a: any): any { return a }\n\
            const b = f('')\nconst c = f({ x: new A() })\nconst d = f(() => {})\nconst e = f([])\nconst g = f(c)\n";
        linking(&[("a.ts", text)], "a.ts", |db| {
            let value = |of: &str| printed(db, &definition_value(db, symbol(db, of)));
            let all = ["a.ts#b", "a.ts#c", "a.ts#d", "a.ts#e", "a.ts#g"].map(value);
            let [a, b, c] = ["A", "B", "C"].map(|of| format!("instance of a.ts#{of}"));
            assert_eq!(all, [b, c, a.clone(), a.clone(), a]);
        });
    }
}
