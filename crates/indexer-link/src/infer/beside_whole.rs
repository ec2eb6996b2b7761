//! What a file offers beside what stands for all of it: with `module.exports = f` and `module.exports.g = h` the function has a
//! member `g`.

use crate::query::Db;
use crate::resolve::{depend_on_binding, module_member, module_value};
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{Namespace, ScopeId};

/// What the file of a definition offers under a name, where the definition is what others get of the whole file.
pub(crate) fn offered_beside(db: &Db, sym: Symbol, name: Text) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    let Some(whole) = unit.rules.whole_module.filter(|_| unit.stub_of.is_none()) else {
        return Set::default();
    };
    let hash = hash_text(whole);
    let file = ScopeId(0);
    depend_on_binding(db, sym.file, file, hash);
    if unit.name_of_hash(hash).is_none() || *db.text_of(name) == *whole {
        return Set::default();
    }
    if module_value(db, Value::Module(sym.file, file)).only() != Some(Value::Definition(sym)) {
        return Set::default();
    }
    module_member(db, sym.file, file, name, Namespace::MEMBER)
}
