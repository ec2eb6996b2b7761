//! The index as a SCIP file (<https://scip.dev>), which code hosts and other tools read. That format has no word
//! for what is only possible, so what is written is what is resolved.

use super::{ExportError, wanted_files};
use crate::protocol::context::Context;
use crate::relations::Hierarchy;
use indexer_core::{LineTable, Resolution, Role, Span, SymbolKind};
use indexer_engine::{Member, member_of};
use indexer_graph::hierarchy::How;
use indexer_scip::{Descriptor, Kind, NewDocument, NewOccurrence, NewSymbol, Suffix, What, Writer};
use indexer_store::{FileRef, Reference, Symbol, SymbolRef, SymbolScan, TargetRef};
use rustc_hash::FxHashMap;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

/// What was written of an index, and what of it was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScipCounts {
    /// Files.
    pub documents: u64,
    /// Definitions.
    pub definitions: u64,
    /// Pairs of a resolved reference and a symbol or module that it leads to.
    pub references: u64,
    /// References that may lead to symbols of the repository, for which SCIP has no word.
    pub possible: u64,
    /// Names that stretch over lines, or that nobody wrote.
    pub without_place: u64,
}

/// Writes the view of `context` as an index of the folder `root`. O(index), and reads every file.
pub fn write_scip(context: &Context<'_>, root: &Path, out: impl Write) -> Result<ScipCounts, ExportError> {
    let mut writer = Writer::new(out, "indexer", env!("CARGO_PKG_VERSION"), &uri(root))?;
    let mut export = Scip {
        hierarchy: Hierarchy::new(context),
        members: context.snapshot.members(),
        names: FxHashMap::default(),
        scan: SymbolScan::default(),
        counts: ScipCounts::default(),
    };
    let overridden = export.overridden(context)?;
    for file in wanted_files(context) {
        let file = file?;
        if !file.is_code() {
            continue;
        }
        let text = context.snapshot.source(file.path())?.text;
        let places = Places { lines: LineTable::new(text.as_bytes()), text: &text };
        let document = export.document(context, file, &places, &overridden);
        export.counts.documents += 1;
        writer.document(document)?;
    }
    writer.finish()?;
    Ok(export.counts)
}

/// The methods that each method overrides, as far as that is certain.
type Overridden<'a> = FxHashMap<SymbolRef, Vec<Symbol<'a>>>;

struct Scip<'a> {
    hierarchy: Hierarchy<'a>,
    members: &'a [Member],
    /// The symbols of each file that was looked at, as SCIP writes them, in the order of the file.
    names: FxHashMap<&'a str, Rc<Names>>,
    scan: SymbolScan<'a>,
    counts: ScipCounts,
}

/// What the file itself is called, and its symbols.
struct Names {
    file: String,
    symbols: Vec<String>,
}

/// The text of a file and where its lines begin.
struct Places<'t> {
    lines: LineTable,
    text: &'t str,
}

impl Places<'_> {
    /// Line and column of a byte, both 0-based.
    fn place(&self, at: u32) -> (u32, u32) {
        let line = self.lines.line(at);
        (line - 1, at - self.lines.span(line).start.min(at))
    }

    /// The place of a name; `None` where it is none, or not on one line.
    fn name(&self, span: Span) -> Option<(u32, u32, u32)> {
        let text = self.text.get(span.start as usize..span.end as usize)?;
        if text.is_empty() || text.contains('\n') {
            return None;
        }
        let (line, start) = self.place(span.start);
        Some((line, start, start + (span.end - span.start)))
    }

    fn whole(&self, span: Span) -> [u32; 4] {
        let ((line, start), (end_line, end)) = (self.place(span.start), self.place(span.end));
        [line, start, end_line, end]
    }
}

impl<'a> Scip<'a> {
    fn document(
        &mut self,
        context: &Context<'a>,
        file: FileRef<'a>,
        places: &Places<'_>,
        overridden: &Overridden<'a>,
    ) -> NewDocument {
        let names = self.names(file);
        let mut document = NewDocument {
            path: file.path().to_owned(),
            language: file.language().to_owned(),
            ..NewDocument::default()
        };
        // The file as a module, which imports lead to, stands before its first byte.
        document.occurrences.push(occurrence((0, 0, 0), &names.file, What::Define));
        document.symbols.push(NewSymbol {
            symbol: names.file.clone(),
            name: file.path().to_owned(),
            kind: Kind::File,
            signature: String::new(),
            documentation: file.doc().unwrap_or_default().to_owned(),
            implements: Vec::new(),
            owner: None,
        });
        for (symbol, name) in file.symbols().zip(&names.symbols) {
            let Some(place) = places.name(symbol.name_span()) else {
                self.counts.without_place += 1;
                continue;
            };
            self.counts.definitions += 1;
            let whole = Some(places.whole(symbol.span()));
            document.occurrences.push(NewOccurrence { whole, ..occurrence(place, name, What::Define) });
            let implemented = self.implemented(symbol, overridden);
            let (signature, doc, _) = symbol.scanned(&mut self.scan);
            let (signature, documentation) = (signature.to_owned(), doc.unwrap_or_default().to_owned());
            document.symbols.push(NewSymbol {
                symbol: name.clone(),
                name: symbol.name().to_owned(),
                kind: kind(symbol.kind()),
                signature,
                documentation,
                implements: implemented.into_iter().map(|one| self.name(one)).collect(),
                owner: symbol.owner().map(|owner| self.name(owner)),
            });
        }
        // A call of a value names nothing.
        for reference in file.references().filter(|one| one.role() != Role::Invoke) {
            match reference.resolution() {
                Resolution::Resolved => self.reference(context, reference, places, &mut document),
                Resolution::Possible => self.counts.possible += 1,
                Resolution::External | Resolution::Unresolved => {}
            }
        }
        document
    }

    fn reference(
        &mut self,
        context: &Context<'a>,
        reference: Reference<'a>,
        places: &Places<'_>,
        document: &mut NewDocument,
    ) {
        for target in reference.targets() {
            let name = match target {
                TargetRef::Symbol(key) => {
                    let Some(symbol) = context.view().symbol(key) else { continue };
                    self.name(context.view().sym(symbol))
                }
                TargetRef::Module(path) => {
                    let Some(file) = context.view().file(path) else { continue };
                    self.names(file).file.clone()
                }
                TargetRef::External(_) => continue,
            };
            let Some(place) = places.name(reference.span()) else {
                self.counts.without_place += 1;
                continue;
            };
            self.counts.references += 1;
            document.occurrences.push(occurrence(place, &name, what(reference.role())));
        }
    }

    /// For each method those that it overrides, where all types between are certain.
    fn overridden(&self, context: &Context<'a>) -> Result<Overridden<'a>, ExportError> {
        let mut found: Overridden<'a> = FxHashMap::default();
        for file in wanted_files(context) {
            let file = file?;
            for method in file.symbols().filter(|_| file.is_code()) {
                for overrider in self.hierarchy.certain_overriders(method) {
                    found.entry(overrider.handle()).or_default().push(method);
                }
            }
        }
        Ok(found)
    }

    fn implemented(&self, symbol: Symbol<'a>, overridden: &Overridden<'a>) -> Vec<Symbol<'a>> {
        if !symbol.kind().is_type() {
            return overridden.get(&symbol.handle()).cloned().unwrap_or_default();
        }
        let above = self.hierarchy.above(symbol);
        let certain = above.iter().filter(|kin| {
            kin.resolution == Resolution::Resolved && !kin.is_made_of_it && kin.how != How::Covers
        });
        certain.filter_map(|kin| kin.symbol).collect()
    }

    fn name(&mut self, symbol: Symbol<'a>) -> String {
        let names = self.names(symbol.file());
        names.symbols.get(symbol.index_in_file() as usize).unwrap_or(&names.file).clone()
    }

    fn names(&mut self, file: FileRef<'a>) -> Rc<Names> {
        if let Some(known) = self.names.get(file.path()) {
            return known.clone();
        }
        let made = Rc::new(names(file, self.members));
        self.names.insert(file.path(), made.clone());
        made
    }
}

fn occurrence((line, start, end): (u32, u32, u32), symbol: &str, what: What) -> NewOccurrence {
    NewOccurrence { line, start, end, symbol: symbol.to_owned(), what, whole: None }
}

/// The symbols of a file: package, folders, file, owners, name. Two that would be called the same are numbered.
fn names(file: FileRef<'_>, members: &[Member]) -> Names {
    let member = member_of(members, file.path());
    let (manager, package) = member.map_or(("", ""), |member| (&member.system, &member.name));
    let written = |way: &[Descriptor]| indexer_scip::symbol("indexer", manager, package, "", way);
    let folders = file.path().split('/').map(namespace);
    let file_way: Vec<Descriptor> = folders.collect();
    let mut ways: Vec<Vec<Descriptor>> = Vec::new();
    let mut taken = Taken::default();
    for symbol in file.symbols() {
        let owner = symbol.owner_in_file().and_then(|owner| ways.get(owner as usize));
        let mut way = owner.unwrap_or(&file_way).clone();
        way.push(Descriptor { name: symbol.name().to_owned(), suffix: suffix(symbol.kind()) });
        ways.push(taken.made_unique(way));
    }
    Names { file: written(&file_way), symbols: ways.iter().map(|way| written(way)).collect() }
}

/// What the symbols of a file are called, and how many asked to be called so.
#[derive(Default)]
struct Taken(FxHashMap<Vec<Descriptor>, u32>);

impl Taken {
    /// The way, or the same with the next number that leads to none that is taken. Amortized O(1): a number that was
    /// tried is not tried again.
    fn made_unique(&mut self, way: Vec<Descriptor>) -> Vec<Descriptor> {
        let Some(mut nth) = self.0.get(&way).copied() else {
            self.0.insert(way.clone(), 1);
            return way;
        };
        loop {
            let mut other = way.clone();
            if let Some(last) = other.last_mut() {
                match &mut last.suffix {
                    Suffix::Method(of) => *of = nth,
                    _ => last.name = format!("{}+{nth}", last.name),
                }
            }
            nth += 1;
            if !self.0.contains_key(&other) {
                self.0.insert(way, nth);
                self.0.insert(other.clone(), 1);
                return other;
            }
        }
    }
}

fn namespace(name: &str) -> Descriptor {
    Descriptor { name: name.to_owned(), suffix: Suffix::Namespace }
}

fn suffix(kind: SymbolKind) -> Suffix {
    match kind {
        SymbolKind::Module | SymbolKind::Package => Suffix::Namespace,
        SymbolKind::Macro => Suffix::Macro,
        kind if kind.is_type() => Suffix::Type,
        kind if kind.is_callable() => Suffix::Method(0),
        _ => Suffix::Term,
    }
}

fn kind(kind: SymbolKind) -> Kind {
    match kind {
        SymbolKind::Module => Kind::Module,
        SymbolKind::Package => Kind::Package,
        SymbolKind::Function => Kind::Function,
        SymbolKind::Method => Kind::Method,
        SymbolKind::Constructor => Kind::Constructor,
        SymbolKind::Accessor => Kind::Accessor,
        SymbolKind::Struct => Kind::Struct,
        SymbolKind::Class => Kind::Class,
        SymbolKind::Enum => Kind::Enum,
        SymbolKind::Union => Kind::Union,
        SymbolKind::Trait => Kind::Trait,
        SymbolKind::Interface => Kind::Interface,
        SymbolKind::TypeAlias => Kind::TypeAlias,
        SymbolKind::AssociatedType => Kind::AssociatedType,
        SymbolKind::Field => Kind::Field,
        SymbolKind::Property => Kind::Property,
        SymbolKind::Variant => Kind::EnumMember,
        SymbolKind::Variable | SymbolKind::Local => Kind::Variable,
        SymbolKind::Static => Kind::StaticVariable,
        SymbolKind::Constant => Kind::Constant,
        SymbolKind::Macro => Kind::Macro,
        SymbolKind::Parameter => Kind::Parameter,
        SymbolKind::Key => Kind::Key,
        // SCIP has no word for what stands in documents and settings.
        _ => Kind::UnspecifiedKind,
    }
}

fn what(role: Role) -> What {
    match role {
        Role::Import => What::Import,
        Role::Write => What::Write,
        Role::Read | Role::Call | Role::Macro | Role::Invoke => What::Read,
        Role::Type | Role::Inherit | Role::Decorate => What::Name,
    }
}

/// A folder as a URI, everything but the commonest characters of paths escaped.
fn uri(root: &Path) -> String {
    let path = root.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_engine::{Snapshot, Workspace};
    use indexer_scip::Index;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    const FILES: &[(&str, &str)] = &[
        ("Cargo.toml", "[package]\nname = \"shop cart\"\nversion = \"1.0.0\"\n"),
        (
            "src/lib.rs",
            "pub mod cart;\nuse cart::Total;\npub trait Price { fn price(&self) -> u32; }\nfn twice() {}\n\
             #[cfg(a)] fn twice(n: u8) {}\nconst É: u32 = 1;\npub fn sum(t: &Total) -> u32 { let ü = É; t.price() + ü }\n",
        ),
        (
            "src/cart.rs",
            "use crate::Price;\n/// All of it.\npub struct Total(pub u32);\nimpl Price for Total {\n    fn price(&self) -> u32 { self.0 }\n}\n",
        ),
        ("tools/a.py", "from .b import go as walk\nclass `A`: pass\nwalk()\n"),
        ("tools/__init__.py", ""),
        ("tools/b.py", "def go():\n    return unknown.thing()\n"),
        ("web/x.ts", "export class Box { open() {} }\nconst text = `${new Box().open()}`;\n"),
    ];

    fn snapshot() -> Arc<Snapshot> {
        let files = FILES.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        Workspace::in_memory(files).refresh().unwrap()
    }

    fn written(snapshot: &Arc<Snapshot>) -> (Index, ScipCounts) {
        let (mut bytes, never) = (Vec::new(), AtomicBool::new(false));
        let counts = write_scip(&Context::new(snapshot, &never), Path::new("/a b"), &mut bytes).unwrap();
        (indexer_scip::read(&bytes).unwrap(), counts)
    }

    /// Path, line and first column (0-based, in bytes) of a place.
    type Place = (String, u32, u32);

    #[test]
    fn every_resolved_reference_comes_back() {
        let snapshot = snapshot();
        let (index, counts) = written(&snapshot);
        let mut defined: BTreeMap<u32, Place> = BTreeMap::new();
        let mut used: BTreeSet<(Place, u32)> = BTreeSet::new();
        for document in &index.documents {
            for one in &document.occurrences {
                let place = (document.path.clone(), one.line, one.start);
                if !one.is_definition {
                    used.insert((place, one.symbol));
                } else if let Some(other) = defined.insert(one.symbol, place) {
                    panic!("{} is defined twice, at {other:?} too", index.symbols[one.symbol as usize]);
                }
            }
        }
        let read: BTreeSet<(Place, Place)> =
            used.into_iter().map(|(from, symbol)| (from, defined[&symbol].clone())).collect();

        let view = &snapshot.view;
        let place = |file: &str, at: u32| {
            let text = snapshot.source(file).unwrap().text;
            let before = &text[..at as usize];
            let line = before.matches('\n').count() as u32;
            (file.to_owned(), line, (before.len() - before.rfind('\n').map_or(0, |end| end + 1)) as u32)
        };
        let mut meant = BTreeSet::new();
        for file in view.files() {
            let resolved = |one: &Reference<'_>| one.resolution() == Resolution::Resolved;
            for reference in file.references().filter(resolved).filter(|one| one.role() != Role::Invoke) {
                for target in reference.targets() {
                    let to = match target {
                        TargetRef::Symbol(key) => {
                            let symbol = view.sym(view.symbol(key).unwrap());
                            place(symbol.file().path(), symbol.name_span().start)
                        }
                        TargetRef::Module(path) => place(path, 0),
                        TargetRef::External(_) => continue,
                    };
                    meant.insert((place(file.path(), reference.span().start), to));
                }
            }
        }
        assert_eq!(read, meant);
        assert!(meant.len() >= 12, "{meant:?}");
        assert_eq!(counts.without_place, 0);
        assert_eq!(counts.documents, 6);
    }

    #[test]
    fn a_number_is_given_that_nobody_bears() {
        let mut taken = Taken::default();
        let mut called = |name: &str, suffix| {
            let way = taken.made_unique(vec![Descriptor { name: name.to_owned(), suffix }]);
            indexer_scip::symbol("indexer", "", "", "", &way).rsplit(' ').next().unwrap().to_owned()
        };
        let terms = ["a+1", "a", "a", "a", "a+1", "a+1+1"].map(|name| called(name, Suffix::Term));
        assert_eq!(terms, ["a+1.", "a.", "a+2.", "a+3.", "a+1+1.", "a+1+1+1."]);
        let methods = ["f", "f", "f"].map(|name| called(name, Suffix::Method(0)));
        assert_eq!(methods, ["f().", "f(+1).", "f(+2)."]);
    }

    #[test]
    fn it_ends_when_nobody_wants_it() {
        let (snapshot, stop) = (snapshot(), AtomicBool::new(true));
        let stopped = write_scip(&Context::new(&snapshot, &stop), Path::new("/a"), std::io::sink());
        assert!(matches!(stopped, Err(ExportError::Stopped(_))), "{stopped:?}");
    }

    #[test]
    fn symbols_say_package_file_and_owners() {
        let (index, _) = written(&snapshot());
        assert_eq!(index.root, "file:///a%20b");
        for symbol in [
            "indexer cargo shop  cart . src/`cart.rs`/Total#price().",
            "indexer cargo shop  cart . src/`lib.rs`/",
            "indexer cargo shop  cart . src/`lib.rs`/Price#price().",
            "indexer cargo shop  cart . src/`lib.rs`/twice().",
            "indexer cargo shop  cart . src/`lib.rs`/twice(+1).",
            "indexer cargo shop  cart . src/`lib.rs`/`É`.",
        ] {
            assert!(index.symbols.iter().any(|one| one == symbol), "{symbol}: {:#?}", index.symbols);
        }
    }
}
