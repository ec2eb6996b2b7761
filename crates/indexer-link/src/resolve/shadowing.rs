//! Names in a language in which wildcard imports hide what was bound before them: each opens a scope, and what it does not have
//! is found in those around it. Of an import with the level 0 the first name is one of the scope around it, of others one of
//! [`indexer_core::LinkRules::root`].

use crate::query::Db;
use crate::resolve::name::resolve_binding;
use crate::resolve::{exported, external_member, import_target_of_binding};
use crate::value::{Set, Text, Value};
use indexer_core::{BindingId, DependencyKey, FileId, ImportId, Name, Namespace, Rule, ScopeId, ScopeKind};

/// Through more modules that include each other is not looked for what they may have.
const MOST_INCLUDED: u32 = 4;
/// Nor through more of them at one place.
const MOST_OF_ONE: usize = 16;

/// Where a bare name leads: to what the nearest import has, or what is bound nearer. What of the imports between is not known
/// may have it as well.
pub(crate) fn resolve_in_order(
    db: &Db,
    file: FileId,
    (name, scope): (Name, ScopeId),
    bound: Option<BindingId>,
    namespace: Namespace,
) -> (Set, Rule) {
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    let text = unit.facts.name(name);
    let name = db.name(unit, name);
    let binding = bound.and_then(|bound| unit.facts.bindings.get(bound.index()));
    let (through, is_open) = brought_in(db, file, (scope, binding.map(|one| one.scope)), name, namespace);
    let (mut found, rule) = match (through.is_empty(), bound) {
        (false, _) => (through, Rule::Import),
        (true, Some(bound)) => resolve_binding(db, file, bound, namespace),
        (true, None) => match (unit.rules.implicit)(text).filter(|_| !is_open) {
            Some(package) => {
                let path = external_member(db, db.text(package), name);
                (Set::of(Value::External(path)), Rule::Implicit)
            }
            None => return (Set::unknown(), Rule::None),
        },
    };
    if is_open || (unit.rules.told_by_types)(text) {
        found.add(Value::Unknown);
    }
    (found, rule)
}

/// What imports in the scopes from `scope` out to `until`, which is none of them, give under a name; and whether any of them
/// that is as near may have more than is known.
fn brought_in(
    db: &Db,
    file: FileId,
    (scope, until): (ScopeId, Option<ScopeId>),
    name: Text,
    namespace: Namespace,
) -> (Set, bool) {
    let (mut found, mut is_open) = (Set::default(), false);
    let Some(unit) = db.unit(file) else { return (found, true) };
    let foreign = !db.is_own(file);
    if unit.wildcards.is_empty() && !foreign {
        return (found, false);
    }
    let mut current = Some(scope);
    while let Some(id) = current.filter(|id| Some(*id) != until) {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        if foreign {
            db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(id)));
        }
        let start = unit.wildcards.partition_point(|(of, _)| *of < id);
        for (_, import) in unit.wildcards[start..].iter().take_while(|(of, _)| *of == id) {
            let targets = import_target_of_binding(db, file, *import);
            for value in targets.iter() {
                is_open |= may_have_more(db, value, 0);
                if found.is_empty() && matches!(value, Value::Module(..) | Value::Definition(_)) {
                    found.extend(&exported(db, value, name, namespace).iter().filter(is_known).collect());
                }
            }
            is_open |= targets.is_empty();
        }
        // The file itself is where a module begins; what is around an inner one, that sees.
        current = info.parent.filter(|_| info.kind != ScopeKind::File);
        if !found.is_empty() && is_open {
            break;
        }
    }
    (found, is_open)
}

fn is_known(value: &Value) -> bool {
    *value != Value::Unknown
}

/// True for what may have names that are not found in it: something outside, and a module that includes such a thing.
fn may_have_more(db: &Db, of: Value, depth: u32) -> bool {
    let Value::Module(file, scope) = of else { return !matches!(of, Value::Definition(_)) };
    let Some(unit) = db.unit(file) else { return true };
    if depth >= MOST_INCLUDED {
        return true;
    }
    db.depend(DependencyKey::wildcards(unit.path_hash, unit.scope_owner(scope)));
    let start = unit.wildcards.partition_point(|(of, _)| *of < scope);
    let of_scope = unit.wildcards[start..].iter().take_while(|(of, _)| *of == scope);
    let includes: Vec<ImportId> = of_scope.map(|(_, import)| *import).take(MOST_OF_ONE + 1).collect();
    includes.len() > MOST_OF_ONE
        || includes.into_iter().any(|import| {
            let targets = import_target_of_binding(db, file, import);
            targets.is_empty() || targets.iter().any(|value| may_have_more(db, value, depth + 1))
        })
}
