//! What a query may ask, on behalf of the file that is linked.

use crate::Linker;
use crate::infer::Overload;
use crate::query::fixpoint::Fixpoint;
use crate::query::{LocalCache, Recorder};
use crate::resolve::{IncludeClosure, Symbols};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, Text, TypeId};
use indexer_core::{
    BindingId, Conditions, DependencyKey, ExprId, FileId, Files, List, Name, Namespace, Rule,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The facts of all files and the answers to all queries, as one thread asks them to link one file. What is read is
/// recorded as a dependency of the query that is being answered, or of the file where none is.
pub(crate) struct Db<'l, 'u> {
    pub(crate) linker: &'l Linker<'u>,
    /// The file that is linked.
    linked: FileId,
    /// The file in whose language is asked.
    asking: Cell<FileId>,
    pub(crate) fixpoint: RefCell<Fixpoint>,
    pub(crate) own: OwnAnswers,
    /// How many expressions are being followed for the functions in them, one inside the other.
    pub(crate) flow_depth: Cell<u32>,
    /// What is being evaluated for the query that is being answered.
    pub(crate) nesting: Cell<Nesting>,
}

/// So many expressions are evaluated for one query, one inside the other: more than a file nests, since it is parsed to a
/// depth of a thousand.
const DEEPEST: u32 = 4_000;

/// Expressions that are being evaluated, one inside the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nesting {
    depth: u32,
    /// True from where they were too many until the outermost one has its value: an expression needs its own value, and
    /// would need it twice at each level.
    is_endless: bool,
}

/// What is remembered of the linked file itself, outside of every query.
#[derive(Debug, Default)]
pub(crate) struct OwnAnswers {
    /// Values of its expressions.
    pub(crate) values: LocalCache<ExprId, Set>,
    /// What is visible in it: (name, name spaces, namespace).
    pub(crate) visible: LocalCache<(Text, Namespace, Text), Set>,
    /// What its names stand for that a scope binds often, by the first binding, in name spaces.
    pub(crate) bindings: LocalCache<(BindingId, Namespace), (Set, Rule)>,
    /// What a name that nothing in sight explains may lead to, in name spaces; `None` where that is too many.
    pub(crate) linkage: LocalCache<(Name, Namespace), Rc<Option<Symbols>>>,
    /// What files that include it define under a name before they do, in name spaces, and whether that is proved.
    pub(crate) given: LocalCache<(Name, Namespace), Rc<(Symbols, bool)>>,
    /// What it includes.
    pub(crate) includes: OnceCell<Arc<IncludeClosure>>,
    /// Which conditions hold in it.
    pub(crate) conditions: OnceCell<Conditions>,
    /// Whether builds leave another file out.
    pub(crate) left_out: LocalCache<FileId, bool>,
    /// Definitions of what is only declared.
    pub(crate) definitions: LocalCache<Symbol, Symbols>,
    /// Functions of one name, of those that it calls, by one of them.
    pub(crate) overloads: LocalCache<Symbol, Rc<Vec<Overload>>>,
    /// Paths of symbols outside.
    pub(crate) external_paths: LocalCache<Symbol, Text>,
    /// Paths of members of what is outside, by the path of what has them and their name.
    pub(crate) external_members: LocalCache<(Text, Text), Text>,
    /// What calls of functions outside give.
    pub(crate) external_results: LocalCache<Text, Text>,
    /// Names of types of a language's standard library, by the language.
    pub(crate) language_names: LocalCache<(&'static str, TypeId), Rc<str>>,
    /// Whether a type is below another one.
    pub(crate) below: LocalCache<(TypeId, TypeId), Option<bool>>,
    /// Where the methods are passed that it names and does not call.
    pub(crate) passed_methods: OnceCell<FxHashMap<ExprId, (ExprId, u32)>>,
    /// The arguments of each of its callees; `None` where several calls share the callee.
    pub(crate) calls: OnceCell<FxHashMap<ExprId, Option<List>>>,
    /// The number of type arguments with which what it names is written.
    pub(crate) type_arguments: OnceCell<FxHashMap<ExprId, u32>>,
    /// The member that is named of a value or type.
    pub(crate) members: OnceCell<FxHashMap<ExprId, ExprId>>,
    /// What is written with arguments in `<>`.
    pub(crate) applied: OnceCell<FxHashSet<ExprId>>,
}

impl<'l, 'u> Db<'l, 'u> {
    pub(crate) fn new(linker: &'l Linker<'u>, file: FileId) -> Self {
        Self {
            linker,
            linked: file,
            asking: Cell::new(file),
            fixpoint: RefCell::new(Fixpoint::new()),
            own: OwnAnswers::default(),
            flow_depth: Cell::new(0),
            nesting: Cell::default(),
        }
    }

    /// The file in whose language is asked: the one that is linked, or within a query what that is about, where it is of
    /// another language of the same runtime.
    pub(crate) fn file(&self) -> FileId {
        self.asking.get()
    }

    /// Answers a query in the language of the file that it is about, since files of all languages share the answer.
    pub(crate) fn in_language_of<T>(&self, file: Option<FileId>, answer: impl FnOnce() -> T) -> T {
        let outer = self.asking.get();
        if let Some(file) = file.filter(|file| self.is_of_another_language(outer, *file)) {
            self.asking.set(file);
        }
        let found = answer();
        self.asking.set(outer);
        found
    }

    /// True for files in two languages of one runtime.
    pub(crate) fn is_of_another_language(&self, one: FileId, other: FileId) -> bool {
        let Some(one) = self.unit(one).map(|unit| unit.rules).filter(|rules| rules.runtime.is_some()) else {
            return false;
        };
        let Some(other) = self.linker.rules_of(other) else { return false };
        one.language != other.language && one.shares_packages_with(other)
    }

    /// True outside every query: keys and values belong to the linked file itself.
    pub(crate) fn at_top(&self) -> bool {
        self.fixpoint.borrow().is_at_top()
    }

    /// True where a question is of the linked file about itself: it rests on nothing that others change.
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        file == self.linked && self.at_top()
    }

    /// What evaluates an expression inside of others; `None` where they are without an end.
    pub(crate) fn nested<T>(&self, evaluate: impl FnOnce() -> T) -> Option<T> {
        let Nesting { depth, is_endless } = self.nesting.get();
        if is_endless || depth == DEEPEST {
            self.nesting.set(Nesting { depth, is_endless: true });
            return None;
        }
        self.nesting.set(Nesting { depth: depth + 1, is_endless });
        let value = evaluate();
        let is_endless = self.is_endless() && depth > 0;
        self.nesting.set(Nesting { depth, is_endless });
        Some(value)
    }

    /// True where what is found now is not all that there is.
    pub(crate) fn is_endless(&self) -> bool {
        self.nesting.get().is_endless
    }

    pub(crate) fn unit(&self, file: FileId) -> Option<&'l Unit<'u>> {
        self.linker.unit(file)
    }

    pub(crate) fn text(&self, text: &str) -> Text {
        Text(self.linker.texts.id(text.to_owned()))
    }

    /// A name of a unit as interned text.
    pub(crate) fn name(&self, unit: &Unit<'_>, name: Name) -> Text {
        unit.text(name, |text| self.linker.texts.id(text.to_owned()))
    }

    pub(crate) fn text_of(&self, text: Text) -> Arc<String> {
        self.linker.texts.get(text.0)
    }

    pub(crate) fn args(&self, items: Vec<Set>) -> Args {
        if items.is_empty() { Args::NONE } else { self.linker.arguments.id(items) }
    }

    pub(crate) fn args_of(&self, args: Args) -> Arc<Vec<Set>> {
        self.linker.arguments.get(args)
    }

    /// Records a dependency.
    pub(crate) fn depend(&self, key: DependencyKey) {
        self.fixpoint.borrow_mut().depend(key);
    }

    /// Records the facts of a symbol as a dependency, unless it is of the linked file itself.
    pub(crate) fn depend_on_symbol(&self, sym: Symbol) {
        if !self.is_own(sym.file)
            && let Some(key) =
                self.unit(sym.file).filter(|u| !u.is_installed).and_then(|u| u.keys.get(sym.def.index()))
        {
            self.depend(DependencyKey::symbol(*key));
        }
    }

    /// Records what a type leaves to those below it as a dependency, unless it is of the linked file itself.
    pub(crate) fn depend_on_open_members(&self, of: Symbol) {
        if !self.is_own(of.file)
            && let Some(key) = self.unit(of.file).and_then(|u| u.keys.get(of.def.index()))
        {
            self.depend(DependencyKey::open_members(*key));
        }
    }

    /// Everything that the linked file rests on, sorted. O(answers that it rests on).
    pub(crate) fn dependencies(&self) -> Vec<DependencyKey> {
        self.fixpoint.borrow_mut().take_dependencies()
    }

    /// Asks a hook of a language about what stands at `place`; what it asks of the files is recorded. What stands in a
    /// package sees the files of that package alone, which change only with it.
    pub(crate) fn with_files<R>(&self, place: &str, ask: impl FnOnce(&dyn Files) -> R) -> R {
        if let Some(files) = self.linker.database.package_files(place) {
            return ask(files);
        }
        let files = Recorder::new(self.linker);
        let answer = ask(&files);
        for key in files.into_keys() {
            self.depend(key);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::linking;

    /// Without an end, and twice at each level.
    fn endless(db: &Db, count: &Cell<u32>) -> bool {
        let evaluate = || {
            count.set(count.get() + 1);
            endless(db, count) | endless(db, count)
        };
        db.nested(evaluate).is_some()
    }

    #[test]
    fn what_is_nested_without_an_end_ends_once() {
        linking(&[("a.py", "")], "a.py", |db| {
            for times in 1..3 {
                let count = Cell::new(0);
                assert!(endless(db, &count) && !db.is_endless(), "{times}");
                assert_eq!(count.get(), DEEPEST);
            }
        });
    }
}
