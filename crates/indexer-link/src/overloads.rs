//! Functions of one name that differ by their parameters: which of them a call means.
//!
//! A member's name leads to the first of its overloads, which stands for all that its type and the
//! bases declare. Where it is called, those are told apart by the number of arguments, then by what
//! is known of their types: what cannot be passed is out, and of what is left the most specific one
//! is meant.

use crate::evaluator::Evaluator;
use crate::unit::Unit;
use crate::value::{Args, MOST_VALUES, Set, Sym, TypeId, Value};
use indexer_core::{
    Bound, ExprId, Expression, FileId, List, Namespace, Owner, Parameter, ParameterKind, Reference, Role,
    SymbolKind,
};

/// Can an argument be passed as a parameter?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// It is not known.
    Maybe,
    /// It is of a type below the parameter's.
    Below,
    Same,
}

impl Evaluator<'_, '_> {
    /// What a reference denotes, with one function for all overloads replaced by those that are meant.
    pub(crate) fn meant(&mut self, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
        if unit.rules.classes.is_none() {
            return denoted;
        }
        let mut all = Set::default();
        for value in denoted.iter() {
            let Value::Definition(sym) = value else {
                all.add(value);
                continue;
            };
            let family = self.overloads(sym);
            if family.len() < 2 {
                all.add(value);
                continue;
            }
            let chosen = match (reference.role, reference.arguments) {
                (Role::Call, Some(count)) => {
                    let arguments = self.arguments_of(unit, reference.expression);
                    self.choose(family, usize::from(count), arguments.as_deref())
                }
                _ => family,
            };
            chosen.into_iter().for_each(|sym| all.add(Value::Definition(sym)));
        }
        all
    }

    /// The same for what is called in an expression.
    pub(crate) fn meant_values(&mut self, callees: Set, arguments: &[(FileId, ExprId)]) -> Set {
        if self.unit(self.file).is_none_or(|unit| unit.rules.classes.is_none()) {
            return callees;
        }
        let mut all = Set::default();
        for value in callees.iter() {
            let Value::Function(sym, bound) = value else {
                all.add(value);
                continue;
            };
            let family = self.overloads(sym);
            if family.len() < 2 {
                all.add(value);
                continue;
            }
            let values: Vec<Set> = arguments.iter().map(|(file, e)| self.value(*file, *e)).collect();
            for sym in self.choose(family, arguments.len(), Some(&values)) {
                all.add(Value::Function(sym, bound));
            }
        }
        all
    }

    /// The values of the arguments of the call of this callee, where there is one such call.
    fn arguments_of(&mut self, unit: &Unit<'_>, callee: ExprId) -> Option<Vec<Set>> {
        let list: List = self.calls(unit).get(&callee).copied().flatten()?;
        let file = self.file;
        Some(unit.facts.list(list).iter().map(|e| self.value(file, *e)).collect())
    }

    /// All functions of the name of `sym` in its type and the bases, the nearest first, without
    /// those that a nearer one overrides.
    fn overloads(&mut self, sym: Sym) -> Vec<Sym> {
        let Some(unit) = self.unit(sym.file) else { return vec![sym] };
        let definition = unit.facts.definition(sym.def);
        let Owner::Definition(of) = definition.owner else { return vec![sym] };
        if definition.kind != SymbolKind::Method {
            return vec![sym];
        }
        let hash = unit.hash(definition.name);
        let of = Sym { def: of, ..sym };
        let mut types = vec![of];
        types.extend(self.linearize(of, 0).0);
        let mut all: Vec<Sym> = Vec::new();
        for of in types {
            let Some(unit) = self.unit(of.file) else { continue };
            let Some(body) = unit.facts.definition(of.def).body else { continue };
            if of.file != self.file || !self.at_top() {
                self.consult_bound(of.file, body, hash);
            }
            let Some(name) = unit.name_of_hash(hash) else { continue };
            for binding in unit.hoisted(body, name, Namespace::CALLABLE) {
                let Bound::Definition(def) = binding.bound else { continue };
                let one = Sym { file: of.file, def };
                if unit.kind(def) == SymbolKind::Method && !all.iter().any(|near| self.overrides(*near, one))
                {
                    all.push(one);
                }
            }
        }
        if all.is_empty() { vec![sym] } else { all }
    }

    /// True where two functions of one name have parameters of the same types, as far as is known.
    fn overrides(&mut self, near: Sym, far: Sym) -> bool {
        let (near, far) = (self.parameter_types(near), self.parameter_types(far));
        near.len() == far.len()
            && near.iter().zip(&far).all(|((a, a_rest), (b, b_rest))| {
                let open = |set: &Set| set.is_empty() || set.has_unknown() || set.iter().any(is_parameter);
                a_rest == b_rest && (open(a) || open(b) || heads(a) == heads(b))
            })
    }

    /// What each parameter is an instance of, and whether it takes the rest of the arguments.
    fn parameter_types(&mut self, sym: Sym) -> Vec<(Set, bool)> {
        let Some(unit) = self.unit(sym.file) else { return Vec::new() };
        self.consult_symbol(sym);
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let plain = |p: &&Parameter| p.kind != ParameterKind::Receiver;
        let mut found = Vec::new();
        for parameter in parameters.iter().filter(plain) {
            let types = self.type_of(sym.file, parameter.annotation);
            found.push((self.instances(&types), parameter.kind == ParameterKind::Rest));
        }
        found
    }

    fn choose(&mut self, family: Vec<Sym>, count: usize, arguments: Option<&[Set]>) -> Vec<Sym> {
        let takes = |types: &[(Set, bool)]| match types.last() {
            Some((_, true)) => count + 1 >= types.len(),
            _ => count == types.len(),
        };
        let all: Vec<(Sym, Vec<(Set, bool)>)> =
            family.iter().map(|sym| (*sym, self.parameter_types(*sym))).collect();
        let mut fitting: Vec<(Sym, Vec<Set>, bool, Vec<Fit>)> = Vec::new();
        for (sym, types) in all.into_iter().filter(|(_, types)| takes(types)) {
            let rest = types.last().is_some_and(|(_, rest)| *rest);
            let of = |i: usize| types.get(i).or(types.last()).map(|(set, _)| set.clone()).unwrap_or_default();
            let expected: Vec<Set> = (0..count).map(of).collect();
            let mut fits = Vec::new();
            for (i, expected) in expected.iter().enumerate() {
                let given = arguments.and_then(|all| all.get(i));
                // An array may stand for the rest of the arguments.
                let array = rest && i + 1 >= types.len();
                let fit = given.map_or(Fit::Maybe, |given| self.fit(given, expected));
                fits.push(if array { fit.max(Fit::Maybe) } else { fit });
            }
            if !fits.contains(&Fit::No) {
                fitting.push((sym, expected, rest, fits));
            }
        }
        if fitting.iter().any(|(_, _, rest, _)| !rest) {
            fitting.retain(|(_, _, rest, _)| !rest);
        }
        if fitting.is_empty() {
            return if family.len() > MOST_VALUES { Vec::new() } else { family };
        }
        if fitting.len() > 1
            && let Some(best) = self.most_specific(&fitting)
        {
            return vec![best];
        }
        fitting.into_iter().map(|(sym, ..)| sym).collect()
    }

    /// The function each of whose parameters is at least as narrow as those of all others, where
    /// arguments that differ in that are known.
    fn most_specific(&mut self, fitting: &[(Sym, Vec<Set>, bool, Vec<Fit>)]) -> Option<Sym> {
        for (sym, types, _, fits) in fitting {
            let mut best = true;
            for (other, others, ..) in fitting.iter().filter(|(other, ..)| other != sym) {
                for (i, (own, of_other)) in types.iter().zip(others).enumerate() {
                    let same = !own.has_unknown() && heads(own) == heads(of_other);
                    let known = fits.get(i).is_some_and(|fit| *fit >= Fit::Below);
                    best &= same || (known && other != sym && self.fit(own, of_other) >= Fit::Below);
                }
            }
            if best {
                return Some(*sym);
            }
        }
        None
    }

    fn fit(&mut self, given: &Set, expected: &Set) -> Fit {
        // Nothing is what a missing value is, which fits every class.
        if given.is_empty() || given.has_unknown() || expected.is_empty() || expected.has_unknown() {
            return Fit::Maybe;
        }
        let mut all = Fit::Same;
        for given in given.iter() {
            let mut one = Fit::No;
            for expected in expected.iter() {
                one = one.max(self.fit_one(given, expected));
            }
            all = all.min(one);
        }
        all
    }

    fn fit_one(&mut self, given: Value, expected: Value) -> Fit {
        let (Value::Instance(to, _) | Value::Receiver(to, _)) = expected else { return Fit::Maybe };
        if is_parameter(expected) {
            return Fit::Below;
        }
        let is_root = self.is_root_type(to);
        let from = match given {
            Value::Instance(from, _) | Value::Receiver(from, _) => from,
            Value::Variant(sym, _) => match self.enum_of(sym) {
                Some(of) => TypeId::Def(of),
                None => return Fit::Maybe,
            },
            Value::Lambda(..) | Value::Function(..) | Value::Callable(..) => {
                let kind = match to {
                    TypeId::Def(sym) => self.unit(sym.file).map(|unit| unit.kind(sym.def)),
                    _ => return Fit::Maybe,
                };
                return if kind == Some(SymbolKind::Interface) { Fit::Below } else { Fit::No };
            }
            _ => return Fit::Maybe,
        };
        if from == to {
            return Fit::Same;
        }
        if let Some(converts) = self.converts(from, to) {
            return if converts { Fit::Below } else { Fit::No };
        }
        // Whatever is passed is an object; what is only known as one is passed as nothing else.
        if is_root {
            return Fit::Below;
        }
        if self.is_root_type(from) {
            return Fit::No;
        }
        let (TypeId::Def(from), TypeId::Def(to)) = (from, to) else {
            let mine = |id: TypeId| matches!(id, TypeId::Def(sym) if self.external_path(sym).is_none());
            // What is outside knows nothing of the repository's types.
            return if mine(to) && matches!(from, TypeId::External(_)) { Fit::No } else { Fit::Maybe };
        };
        let (order, others) = self.linearize(from, 0);
        if order.contains(&to) {
            return Fit::Below;
        }
        let (from_outside, to_outside) =
            (self.external_path(from).is_some(), self.external_path(to).is_some());
        let unknown_base = others.iter().any(|base| !matches!(base, Value::External(_) | Value::Type(..)));
        match (from_outside, to_outside) {
            // Stubs do not tell all bases.
            (true, true) => Fit::Maybe,
            (true, false) => Fit::No,
            (false, true) if !others.is_empty() || order.iter().any(|o| self.external_path(*o).is_some()) => {
                Fit::Maybe
            }
            (false, false) if unknown_base => Fit::Maybe,
            _ => Fit::No,
        }
    }

    fn is_root_type(&self, id: TypeId) -> bool {
        let TypeId::Def(sym) = id else { return false };
        self.unit(sym.file).is_some_and(|unit| {
            let name = unit.facts.name(unit.facts.definition(sym.def).name);
            unit.stub_of.is_some()
                && unit.rules.classes.is_some_and(|rules| (rules.root)(SymbolKind::Class) == Some(name))
        })
    }

    /// What the language says of two types of its own.
    fn converts(&self, from: TypeId, to: TypeId) -> Option<bool> {
        let rules = self.unit(self.file)?.rules.classes?;
        let name = |id: TypeId| {
            let path = match id {
                TypeId::Def(sym) => self.external_path(sym)?,
                TypeId::External(text) => self.text_of(text).to_string(),
                TypeId::Param(..) => return None,
            };
            Some(path.rsplit(['.', ':']).next().unwrap_or("").to_owned())
        };
        let to = name(to).unwrap_or_default();
        (rules.converts)(&name(from).unwrap_or_default(), &to)
    }
}

fn is_parameter(value: Value) -> bool {
    matches!(value, Value::Instance(TypeId::Param(..), _))
}

/// The types without their arguments, which no overload differs by.
fn heads(set: &Set) -> Set {
    set.iter()
        .map(|value| match value {
            Value::Instance(id, _) | Value::Receiver(id, _) => Value::Instance(id, Args::NONE),
            other => other,
        })
        .collect()
}

/// The arguments of each callee of a file; `None` where several calls share it.
pub(crate) fn calls_of(unit: &Unit<'_>) -> rustc_hash::FxHashMap<ExprId, Option<List>> {
    let mut found = rustc_hash::FxHashMap::default();
    for expression in &unit.facts.expressions {
        if let Expression::Call { of, arguments } = expression {
            found.entry(*of).and_modify(|known| *known = None).or_insert(Some(*arguments));
        }
    }
    found
}
