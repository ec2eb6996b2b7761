//! Types of which several definitions are parts.

use crate::infer::in_scope;
use crate::query::{Db, Query};
use crate::resolve::package::each_in_package;
use crate::resolve::{depend_on_binding, open_parts, open_types};
use crate::value::{Set, Symbol, Value};
use indexer_core::{Flags, Namespace, Owner, ScopeId};
use smallvec::SmallVec;

/// The definitions that are parts of the type that `of` is a part of, itself among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeParts {
    pub(crate) of: Symbol,
}

impl Query for TypeParts {
    fn run(self, db: &Db) -> Set {
        let Self { of } = self;
        let mut found = Set::of(Value::Definition(of));
        let Some(unit) = db.unit(of.file) else { return found };
        let definition = unit.facts.definition(of.def);
        let Some(rules) = unit.rules.packages else { return found };
        let place = unit.file_place();
        let bound = bound_name(db, of);
        let others = match definition.owner {
            Owner::File if definition.scope == ScopeId(0) => {
                let package = (rules.package)(place);
                each_in_package(db, rules, &package, bound, Namespace::TYPE, |other| {
                    (rules.sees)(place, other) && (rules.coexist)(place, other)
                })
            }
            Owner::Definition(def) => {
                let hash = indexer_core::key::hash_text(&db.text_of(bound));
                let mut all = SmallVec::new();
                for owner in type_parts(db, Symbol { def, ..of }) {
                    let body = db.unit(owner.file).and_then(|unit| unit.facts.definition(owner.def).body);
                    let Some(body) = body else { continue };
                    depend_on_binding(db, owner.file, body, hash);
                    all.extend(in_scope(db, owner.file, body, hash, None).iter());
                }
                all
            }
            _ => SmallVec::new(),
        };
        for value in others {
            if let Value::Definition(sym) = value
                && let Some(other) = db.unit(sym.file)
                && other.facts.definition(sym.def).flags.has(Flags::PARTIAL)
                && other.kind(sym.def) == definition.kind
            {
                found.add_part(value);
            }
        }
        found
    }
}

/// The name to which a type is bound, which is that of its definition, perhaps with the number of its parameters.
fn bound_name(db: &Db, of: Symbol) -> crate::value::Text {
    let Some(unit) = db.unit(of.file) else { return db.text("") };
    let definition = unit.facts.definition(of.def);
    let name = db.name(unit, definition.name);
    match definition.type_parameters.len {
        count if count > 0 && unit.rules.arity_in_names => {
            let text = format!("{}`{count}", db.text_of(name));
            db.text(&text)
        }
        _ => name,
    }
}

/// The parts of a type, the one first that stands for all of them: that of the shortest path. A whole type is one.
pub(crate) fn type_parts(db: &Db, of: Symbol) -> SmallVec<[Symbol; 2]> {
    if open_types(db, of.file).is_some() {
        return open_parts(db, of);
    }
    let is_part = db.unit(of.file).is_some_and(|unit| {
        unit.rules.partial_types && unit.facts.definition(of.def).flags.has(Flags::PARTIAL)
    });
    if !is_part {
        return SmallVec::from_iter([of]);
    }
    let found = db.ask(TypeParts { of });
    let parts = found.iter().filter_map(|value| match value {
        Value::Definition(sym) => Some(sym),
        _ => None,
    });
    let mut parts: SmallVec<[Symbol; 2]> = parts.collect();
    if parts.is_empty() {
        parts.push(of);
    }
    let path = |sym: &Symbol| db.unit(sym.file).map_or("", |unit| unit.path);
    parts.sort_by(|a, b| (path(a).len(), path(a), a.def).cmp(&(path(b).len(), path(b), b.def)));
    parts
}

/// The part that stands for a whole type; the type itself where it is whole.
pub(crate) fn whole_type(db: &Db, of: Symbol) -> Symbol {
    type_parts(db, of).first().copied().unwrap_or(of)
}

/// Definitions with one part in place of each part of a type.
pub(crate) fn as_whole_types(db: &Db, found: Set) -> Set {
    let has_parts = db.unit(db.file()).is_some_and(|unit| unit.rules.partial_types);
    if !has_parts {
        return found;
    }
    let whole = |value: Value| match value {
        Value::Definition(sym) => Value::Definition(whole_type(db, sym)),
        other => other,
    };
    found.iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::value_of;
    use crate::testing::{expression, linking, printed, symbol};

    #[test]
    fn a_type_may_have_more_parts_than_a_set_holds_values() {
        let parts: Vec<(String, String)> = (10..40)
            .map(|i| {
                let text = format!("namespace N; public partial class P {{ public P M{i}() => this; }}");
                (format!("parts/p{i}.cs"), text)
            })
            .collect();
        let mut files: Vec<(&str, &str)> =
            parts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        files.push(("u.cs", "namespace N; class U { object F(P p) { return p.M39(); } }"));
        linking(&files, "u.cs", |db| {
            let all = type_parts(db, symbol(db, "parts/p25.cs#P"));
            assert_eq!(all.len(), 30);
            assert_eq!(all[0], symbol(db, "parts/p10.cs#P"));
            let (file, name) = expression(db, "u.cs", "P");
            assert_eq!(printed(db, &value_of(db, file, name)), "type parts/p10.cs#P");
        });
    }
}
