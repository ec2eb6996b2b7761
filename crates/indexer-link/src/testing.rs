//! Small repositories as text, for the tests of queries.

use crate::db::{LinkDatabase, MemoryDatabase, StubFacts};
use crate::query::Db;
use crate::value::{Set, Symbol, Value};
use crate::{Linker, RulesOf};
use indexer_core::{BindingId, Bound, DefId, ExprId, FileFacts, FileId, ImportId, Name};
use indexer_parse::{LANGUAGES, Limits, by_id, language_of, parse};

const RULES: RulesOf = |id| by_id(id).map(|language| language.rules);

/// The link rules of all languages.
pub(crate) fn rules() -> RulesOf {
    RULES
}

/// The files (path, text), and the stubs of the languages in which they are written.
pub(crate) fn database(files: &[(&str, &str)]) -> MemoryDatabase {
    let languages: Vec<_> =
        files.iter().map(|(path, text)| language_of(path, text.as_bytes()).unwrap()).collect();
    let parsed = files.iter().zip(&languages).map(|((path, text), language)| {
        ((*path).to_owned(), parse(language, text.as_bytes(), Limits::default()))
    });
    let rules: Vec<&str> = languages.iter().map(|language| language.rules.language).collect();
    let occurring = LANGUAGES.iter().filter(|language| rules.contains(&language.rules.language));
    let stubs = occurring.flat_map(|language| language.stubs.iter().map(|stub| (*language, stub)));
    let stubs = stubs.map(|(language, stub)| StubFacts {
        path: stub.path.to_owned(),
        package: stub.package.to_owned(),
        facts: parse(language, stub.source.as_bytes(), Limits::default()),
    });
    MemoryDatabase::new(RULES, parsed).with_stubs(stubs)
}

/// Runs `test` on what a linker knows while it links the file at `path`.
pub(crate) fn linking<R>(files: &[(&str, &str)], path: &str, test: impl FnOnce(&Db) -> R) -> R {
    let database = database(files);
    let linker: Linker<'_> = database.linker();
    let file = database.find(path).unwrap();
    test(&Db::new(&linker, file))
}

pub(crate) fn file(db: &Db, path: &str) -> FileId {
    db.linker.database.find(path).unwrap()
}

fn facts<'u>(db: &Db<'_, 'u>, file: FileId) -> &'u FileFacts {
    db.unit(file).unwrap().facts
}

fn name(db: &Db, file: FileId, text: &str) -> Name {
    facts(db, file).names.iter().find(|(_, written)| *written == text).unwrap().0
}

/// The definition that is printed as `path#Owner.member`.
pub(crate) fn symbol(db: &Db, printed: &str) -> Symbol {
    let (path, chain) = printed.split_once('#').unwrap();
    let file = file(db, path);
    let facts = facts(db, file);
    let all = (0..facts.definitions.len() as u32).map(DefId);
    let def = all.into_iter().find(|def| facts.owner_chain(*def).join(".") == chain);
    Symbol { file, def: def.unwrap_or_else(|| panic!("{printed} is not defined")) }
}

/// The first binding of a name in a file that is no definition.
pub(crate) fn binding(db: &Db, path: &str, text: &str) -> (FileId, BindingId) {
    let file = file(db, path);
    let name = name(db, file, text);
    let is_it = |binding: &indexer_core::Binding| {
        binding.name == name && matches!(binding.bound, Bound::Local | Bound::Parameter(_))
    };
    let at = facts(db, file).bindings.iter().position(is_it).unwrap();
    (file, BindingId(at as u32))
}

/// The expression of the last reference of a name in a file.
pub(crate) fn expression(db: &Db, path: &str, text: &str) -> (FileId, ExprId) {
    let file = file(db, path);
    let name = name(db, file, text);
    let reference = facts(db, file).references.iter().rfind(|reference| reference.name == name);
    (file, reference.unwrap().expression)
}

/// The first import of a file, and how many names its path has.
pub(crate) fn import(db: &Db, path: &str) -> (FileId, ImportId, u32) {
    let file = file(db, path);
    (file, ImportId(0), facts(db, file).imports[0].path.len() as u32)
}

/// The values of a set as text, sorted: `a.py#C`, `instance of a.py#C`, `outside os.path`, `unknown`.
pub(crate) fn printed(db: &Db, set: &Set) -> String {
    let symbol = |sym: Symbol| {
        let chain = facts(db, sym.file).owner_chain(sym.def).join(".");
        format!("{}#{chain}", db.linker.database.path(sym.file))
    };
    let of = |id: crate::value::TypeId| match id {
        crate::value::TypeId::Def(sym) => symbol(sym),
        crate::value::TypeId::External(text) => format!("outside {}", db.text_of(text)),
        crate::value::TypeId::Param(..) => "a parameter".to_owned(),
    };
    let one = |value: Value| match value {
        Value::Unknown => "unknown".to_owned(),
        Value::Definition(sym) | Value::Variant(sym, _) => symbol(sym),
        Value::Function(sym, _) => format!("function {}", symbol(sym)),
        Value::Type(id, _) => format!("type {}", of(id)),
        Value::Instance(id, _) | Value::Receiver(id, _) => format!("instance of {}", of(id)),
        Value::Module(file, _) => format!("module {}", db.linker.database.path(file)),
        Value::External(text) => format!("outside {}", db.text_of(text)),
        Value::Folder(text) => format!("folder {}", db.text_of(text)),
        other => format!("{other:?}"),
    };
    let mut all: Vec<String> = set.iter().map(one).collect();
    all.sort();
    all.join(", ")
}
