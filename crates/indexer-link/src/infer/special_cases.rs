//! Special cases of templates: classes of the name of one for some of its arguments, with members of their own.

use crate::db::linkable_name;
use crate::infer::{Members, linearize, members_of_definition};
use crate::query::{Db, Query};
use crate::resolve::{Symbols, declared_in, include_closure, including};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::{DependencyKey, Flags, Namespace};

/// The special cases of a template in files that see it; with an unknown one where there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpecialCases {
    pub(crate) of: Symbol,
}

impl Query for SpecialCases {
    fn run(self, db: &Db) -> Set {
        special_cases(db, self.of).into_iter().map(Value::Definition).collect()
    }
}

/// `of` a template, or what its special cases have where it has no such member itself: a program that asks for one means
/// one of them. `is_defined` is false of a template of which only the name is declared.
pub(crate) fn or_of_special_cases(
    db: &Db,
    sym: Symbol,
    (name, call): (Text, Option<bool>),
    of: Members,
    is_defined: bool,
) -> Members {
    if of.found.iter().any(|value| value != Value::Unknown) {
        return of;
    }
    let is_own = |value: &Value| matches!(value, Value::Definition(_));
    if !may_have_cases(db, sym) {
        return of;
    }
    let cases = db.ask(SpecialCases { of: sym });
    if cases.is_empty() {
        return of;
    }
    let (mut found, mut open) = (Set::default(), is_defined && (of.open || has_template_above(db, sym)));
    for case in cases.iter() {
        let Value::Definition(case) = case else {
            open = true;
            continue;
        };
        let members = members_of_definition(db, case, name, call);
        found.extend(&members.found.iter().filter(is_own).collect());
        open |= members.open || members.found.iter().any(|value| !is_own(&value));
        open |= !members.found.iter().any(|value| is_own(&value)) && has_template_above(db, case);
    }
    if found.is_empty() {
        return Members { open: of.open || open, ..of };
    }
    if open {
        found.add(Value::Unknown);
    }
    Members { found, ..Members::default() }
}

/// True where a type is below a template that has special cases: those are other bases.
fn has_template_above(db: &Db, sym: Symbol) -> bool {
    let has_cases = |of: &Symbol| may_have_cases(db, *of) && !db.ask(SpecialCases { of: *of }).is_empty();
    linearize(db, sym).value.symbols.iter().any(has_cases)
}

/// False for what is no template, or a special case itself.
fn may_have_cases(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.includes_overloads()) else { return false };
    let definition = unit.facts.definition(sym.def);
    // What is only declared may not name its type parameters.
    let is_template = definition.type_parameters.len > 0 || definition.flags.has(Flags::DECLARATION);
    is_template && definition.kind.is_type() && !definition.flags.has(Flags::OVERLOAD)
}

fn special_cases(db: &Db, sym: Symbol) -> Symbols {
    let mut found = Symbols::new();
    let Some(unit) = db.unit(sym.file) else { return found };
    let definition = unit.facts.definition(sym.def);
    let hash = unit.hash(definition.name);
    db.depend(DependencyKey::declared(hash));
    db.depend_on_symbol(sym);
    let path = unit.namespace_of(definition.scope);
    for file in db.linker.database.extending(linkable_name(hash)) {
        let Some(other) = including(db, file) else { continue };
        let is_case = |def: &_| {
            let one = other.facts.definition(*def);
            one.flags.has(Flags::OVERLOAD) && !one.flags.has(Flags::DECLARATION) && one.kind.is_type()
        };
        let mut cases = declared_in(other, hash, Namespace::TAG, path).filter(is_case).peekable();
        let sees = || file == sym.file || include_closure(db, file).has(sym.file).is_some();
        if cases.peek().is_some() && sees() {
            found.extend(cases.map(|def| Symbol { file, def }));
        }
    }
    found
}
