//! An order of queries that is the same in every run.

use crate::query::{Db, Key};
use crate::value::{Symbol, Text};
use indexer_core::{FileId, Namespace};

/// Where a query stands among all: its kind, its file (files are numbered by path), what in the file it asks about, and
/// texts, which are compared as they are written, as their numbers differ from run to run. So do the numbers of files of
/// installed packages, which count in the order in which they are first asked for: circles within those may settle otherwise.
pub(crate) type Order = (u8, [u32; 3], String);

/// The file that a query asks about; `None` where it asks about a package.
pub(crate) fn file_of(mut key: Key) -> Option<FileId> {
    file_mut(&mut key).copied()
}

/// The same, to be given another number.
pub(crate) fn file_mut(key: &mut Key) -> Option<&mut FileId> {
    Some(match key {
        Key::DefinitionValue(query) => &mut query.definition.file,
        Key::BindingValue(query) => &mut query.file,
        Key::ClosureResult(query) => &mut query.file,
        Key::ClosureParameter(query) => &mut query.file,
        Key::ExpectedArgument(query) => &mut query.file,
        Key::HeaderType(query) => &mut query.file,
        Key::TypeParts(query) => &mut query.of.file,
        Key::PassedValues(query) => &mut query.file,
        Key::PassedFunctions(query) => &mut query.file,
        Key::BindingFunctions(query) => &mut query.file,
        Key::ClosureFunctions(query) => &mut query.file,
        Key::ElementFunctions(query) => &mut query.file,
        Key::ReturnedFunctions(query) => &mut query.function.file,
        Key::StoredFunctions(query) => &mut query.definition.file,
        Key::ImportTarget(query) => &mut query.file,
        Key::ModuleMember(query) => &mut query.file,
        Key::PathRoot(query) => &mut query.file,
        Key::TypeMembers(query) => &mut query.of.file,
        Key::SpecialCases(query) => &mut query.of.file,
        Key::PackageName(query) => &mut query.file,
        Key::OnlyDefinition(query) => &mut query.of.file,
        Key::TypeArguments(query) => &mut query.file,
        Key::FilePackage(query) => &mut query.file,
        Key::PackageExport(_) | Key::InstalledDefinition(_) => return None,
    })
}

/// The place of a query in the order of all queries.
pub(crate) fn order(db: &Db, key: Key) -> Order {
    let in_file = |kind: u8, file: FileId, at: u32| (kind, [file.0, at, 0], String::new());
    let of_symbol = |kind: u8, symbol: Symbol| in_file(kind, symbol.file, symbol.def.0);
    let text = |text: Text| db.text_of(text).to_string();
    let space = |namespace: Namespace| u32::from(namespace.0);
    match key {
        Key::DefinitionValue(query) => of_symbol(0, query.definition),
        Key::BindingValue(query) => in_file(1, query.file, query.binding.0),
        Key::ClosureResult(query) => in_file(2, query.file, query.closure.0),
        Key::ClosureParameter(query) => (3, [query.file.0, query.closure.0, query.index], String::new()),
        Key::ExpectedArgument(query) => (4, [query.file.0, query.call.0, query.position], String::new()),
        Key::HeaderType(query) => in_file(5, query.file, query.expression.0),
        Key::TypeParts(query) => of_symbol(6, query.of),
        Key::PassedValues(query) => in_file(7, query.file, query.parameter),
        Key::PassedFunctions(query) => in_file(8, query.file, query.parameter),
        Key::BindingFunctions(query) => in_file(9, query.file, query.binding.0),
        Key::ClosureFunctions(query) => in_file(10, query.file, query.closure.0),
        Key::ElementFunctions(query) => in_file(11, query.file, query.binding.0),
        Key::ReturnedFunctions(query) => of_symbol(12, query.function),
        Key::StoredFunctions(query) => of_symbol(13, query.definition),
        Key::ImportTarget(query) => (14, [query.file.0, query.import.0, query.upto], String::new()),
        Key::ModuleMember(query) => {
            (15, [query.file.0, query.scope.0, space(query.namespace)], text(query.name))
        }
        Key::PathRoot(query) => (16, [query.file.0, query.module.0, query.level], text(query.first)),
        Key::TypeMembers(query) => {
            let call = query.call.map_or(0, |call| 1 + u32::from(call));
            (17, [query.of.file.0, query.of.def.0, call], text(query.name))
        }
        Key::PackageName(query) => (18, [query.file.0, space(query.namespace), 0], text(query.name)),
        Key::PackageExport(query) => {
            let texts = [query.language, &text(query.package), &text(query.name)].join("\n");
            (19, [space(query.namespace), 0, 0], texts)
        }
        Key::OnlyDefinition(query) => of_symbol(21, query.of),
        Key::TypeArguments(query) => in_file(22, query.file, query.parameter),
        Key::FilePackage(query) => in_file(23, query.file, 0),
        Key::SpecialCases(query) => of_symbol(24, query.of),
        Key::InstalledDefinition(query) => (20, [0; 3], [query.ecosystem, &text(query.path)].join("\n")),
    }
}
