//! Variables in which a module lists what it exports (`our @EXPORT = qw(a b)`).

use crate::query::Db;
use crate::resolve::{depend_on_binding, module_member, module_of};
use crate::value::{Set, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{Namespace, SymbolKind};

/// True where a wildcard import of the module gives the name: it is in the first list, or the language has no lists.
pub(crate) fn is_exported_unasked(db: &Db, module: Value, name: Text) -> bool {
    let lists = lists_of(db, module);
    lists.first().is_none_or(|list| is_listed(db, module, list, name))
}

/// What an import takes from a module by its name, which is `found`. What the module does not list may be handed over by a
/// function of its own, or be no name at all, but a word that such a function is given.
pub(crate) fn listed_exports(db: &Db, module: Value, name: Text, mut found: Set) -> Set {
    let lists = lists_of(db, module);
    if !lists.is_empty() && !found.is_empty() && !lists.iter().any(|list| is_listed(db, module, list, name)) {
        found.add(Value::Unknown);
    }
    found
}

/// The names of the lists that a module of its language may have.
fn lists_of(db: &Db, module: Value) -> &'static [&'static str] {
    let Value::Definition(sym) = module else { return &[] };
    let unit = db.unit(sym.file).filter(|unit| unit.kind(sym.def) == SymbolKind::Module);
    unit.map_or(&[], |unit| unit.rules.export_lists)
}

/// The scope that a list opens binds each name in it.
fn is_listed(db: &Db, module: Value, list: &str, name: Text) -> bool {
    let Value::Definition(sym) = module else { return false };
    let hash = hash_text(&db.text_of(name));
    let list = db.text(list);
    module_of(db, sym.file, sym.def).iter().any(|module| {
        let Value::Module(file, scope) = module else { return false };
        let lists = module_member(db, file, scope, list, Namespace::VALUE);
        lists.iter().any(|value| {
            let Value::Definition(sym) = value else { return false };
            let Some(unit) = db.unit(sym.file) else { return false };
            let Some(body) = unit.facts.definition(sym.def).body else { return false };
            depend_on_binding(db, sym.file, body, hash);
            unit.name_of_hash(hash).is_some_and(|name| unit.is_hoisted(body, name, Namespace::CALLABLE))
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::resolve::import_target;
    use crate::testing::{import, linking, printed};

    #[test]
    fn what_a_module_lists_is_imported_for_certain() {
        let leads = |module: &str| {
            let text = format!("package Shop;\n{module}\nsub price {{ 1 }}\n1;\n");
            let files = [("lib/Shop.pm", text.as_str()), ("run.pl", "use Shop qw(price);\n")];
            linking(&files, "run.pl", |db| {
                let (file, _, _) = import(db, "run.pl");
                printed(db, &import_target(db, file, indexer_core::ImportId(1), 2))
            })
        };
        assert_eq!(leads("our @EXPORT_OK = qw(price);"), "lib/Shop.pm#Shop.price");
        assert_eq!(leads("our @EXPORT = ('price');"), "lib/Shop.pm#Shop.price");
        assert_eq!(leads("our @EXPORT_OK = qw(other);"), "lib/Shop.pm#Shop.price, unknown");
    }
}
