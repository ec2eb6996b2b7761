//! Whether a variable or field that holds a text is given another one somewhere.

use crate::query::Db;
use crate::unit::Unit;
use indexer_core::{
    Bound, Definition, DependencyKey, ExprId, Expression, FileFacts, FileId, Role, SymbolKind,
};

/// Where more files than this set something of a name, a variable of that name may be among it.
const MOST_STORING: usize = 8;

/// The name of an argument: `mount(app, prefix=prefix)`.
const ARGUMENT: u64 = 1;
/// A name that a function binds.
const LOCAL: u64 = 2;
/// Another name, or a definition where it stands.
const NAME: u64 = 4;
/// A member of what a function binds.
const MEMBER_OF_LOCAL: u64 = 8;
/// A member of something else, or what has no name.
const MEMBER: u64 = 16;

/// What is written to at an expression, as a bit: what a name alone may say of whether it is a variable or field of a certain kind.
pub(crate) fn how_written(facts: &FileFacts, at: ExprId) -> u64 {
    let is_local = |id: ExprId| match facts.expression(id) {
        Expression::Name { bound: Some(bound), .. } => {
            let bound = facts.bindings.get(bound.index()).map(|binding| binding.bound);
            matches!(bound, Some(Bound::Local | Bound::Parameter(_)))
        }
        _ => false,
    };
    match facts.expression(at) {
        Expression::Member { of, .. } if matches!(facts.expression(of), Expression::Expected { .. }) => {
            ARGUMENT
        }
        Expression::Member { of, .. } if is_local(of) => MEMBER_OF_LOCAL,
        Expression::Name { .. } if is_local(at) => LOCAL,
        Expression::Name { .. } | Expression::Definition(_) => NAME,
        _ => MEMBER,
    }
}

/// True for a variable or field of whose name some file sets anything that may be it: a variable of a file is a name in that file,
/// and a member of what was imported in others.
pub(super) fn is_set_again(db: &Db<'_, '_>, (file, unit): (FileId, &Unit<'_>), of: &Definition) -> bool {
    let (name, hash) = (unit.facts.name(of.name), unit.hash(of.name));
    let files = db.linker.database.storing(name, MOST_STORING);
    if files.len() > MOST_STORING {
        db.depend(DependencyKey::many_storing(hash));
        return true;
    }
    db.depend(DependencyKey::storing(hash));
    files.iter().any(|other| {
        let Some(facts) = db.unit(*other).map(|unit| unit.facts) else { return true };
        let may_be_it = match of.kind {
            SymbolKind::Field => NAME | MEMBER_OF_LOCAL | MEMBER,
            _ if *other == file => NAME | MEMBER,
            _ => MEMBER,
        };
        facts.references.iter().any(|one| {
            one.role == Role::Write
                && facts.name(one.name) == name
                && how_written(facts, one.expression) & may_be_it != 0
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::linking;

    #[test]
    fn names_of_arguments_and_of_functions_are_told_from_variables() {
        let text =
            "import other\np = 1\ndef f(x, me):\n    p = 2\n    me.p = 3\n    other.p = 4\n    g(p=p)\n";
        linking(&[("a.py", text)], "a.py", |db| {
            let facts = db.unit(db.file()).unwrap().facts;
            let written = facts.references.iter().filter(|one| one.role == Role::Write);
            let written = written.filter(|one| facts.name(one.name) == "p");
            let found: Vec<u64> = written.map(|one| how_written(facts, one.expression)).collect();
            assert_eq!(found, [MEMBER_OF_LOCAL, MEMBER, ARGUMENT]);
        });
    }
}
