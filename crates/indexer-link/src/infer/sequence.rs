//! Members that every type has which is iterated.

use crate::infer::{Members, bounded_args, builtin_type, element_of, is_below, own_member};
use crate::query::Db;
use crate::value::{Args, Set, Text, TypeId, Value};

/// What a type of the repository that is iterated has under a name, where it does not say so itself: what the collection has
/// that stands for all of them, of the same elements.
pub(crate) fn member_of_sequence(
    db: &Db,
    of: TypeId,
    args: Args,
    name: Text,
    call: Option<bool>,
) -> Option<Members> {
    let TypeId::Def(sym) = of else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let protocol = &unit.rules.protocol;
    let (iterated, collection) = protocol.sequence?;
    // What says which elements there are is its own.
    if protocol.element.iter().any(|path| path.first() == Some(&db.text_of(name).as_str())) {
        return None;
    }
    let iterated = builtin_type(db, sym.file, iterated)?;
    let TypeId::Def(collection) = builtin_type(db, sym.file, collection)? else { return None };
    let found = own_member(db, collection, name, call);
    if found.is_empty() || is_below(db, of, iterated) != Some(true) {
        return None;
    }
    let item = element_of(db, &Set::of(Value::Instance(of, args)));
    let receiver = Some(Value::Instance(TypeId::Def(collection), bounded_args(db, vec![item])));
    Some(Members { found, receiver, ..Members::default() })
}
