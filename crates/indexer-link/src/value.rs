//! Abstract values: what an expression may be, as far as the linker knows.

use indexer_core::{DefId, ExprId, FileId, LambdaId, ScopeId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// More values than this are *unknown* for good. Unions of types are written out that long: the nodes of a syntax tree.
pub(crate) const MOST_VALUES: usize = 16;
/// Of more targets than this that are only guessed none is shown.
pub(crate) const MOST_TARGETS: usize = 8;
/// Type arguments nested deeper than this are dropped.
pub(crate) const DEEPEST_ARGUMENTS: u32 = 4;

/// A definition of the universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol {
    pub(crate) file: FileId,
    pub(crate) def: DefId,
}

/// An interned text: the path of a folder, or of something outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Text(pub(crate) u32);

/// Interned type arguments (or items of a tuple): for each, what an instance of it is. 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Args(pub(crate) u32);

impl Args {
    pub(crate) const NONE: Args = Args(0);
}

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum TypeId {
    /// Defined in the universe (the repository or a stub).
    Def(Symbol),
    /// A type parameter: file, and index into its type parameters.
    Param(FileId, u32),
    /// Outside, and no stub knows it.
    External(Text),
}

/// One abstract value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    /// Anything.
    Unknown,
    /// A definition that a name leads to, not yet seen as a value.
    Definition(Symbol),
    /// A module: a file's scope, or that of an inline module.
    Module(FileId, ScopeId),
    /// A namespace by its path, as everything that the file includes makes it.
    Namespace(FileId, Text),
    /// A module that is only a folder.
    Folder(Text),
    /// Something outside.
    External(Text),
    /// A type.
    Type(TypeId, Args),
    /// An instance of a type.
    Instance(TypeId, Args),
    /// The receiver, known to be an instance of this type: a call replaces it by its receiver.
    Receiver(TypeId, Args),
    /// The type of the receiver, known to be this one: a call replaces it too (`cls`, `Self`).
    ReceiverType(TypeId, Args),
    /// The bases of a type, seen from the receiver.
    Super(Symbol),
    /// A function; the receiver that it is bound to is the only item of the arguments.
    Function(Symbol, Args),
    /// A variant, as value and as constructor.
    Variant(Symbol, Args),
    /// What a function is given for a parameter without an annotation: file, and index into its
    /// parameters.
    Argument(FileId, u32),
    /// A closure.
    Lambda(FileId, LambdaId),
    /// Something with the function type that this expression says. The arguments are what is known of
    /// type parameters in it: parameter, what instances of it are, next parameter.
    Callable(FileId, ExprId, Args),
    /// A tuple.
    Tuple(Args),
    /// An object without a name: the scope of its members.
    Object(FileId, ScopeId),
}

impl Value {
    /// A definition that a name leads to.
    pub(crate) fn definition(file: FileId, def: DefId) -> Self {
        Self::Definition(Symbol { file, def })
    }
}

/// A set of values, sorted. Empty means that nothing was found or nothing can be there (`None`).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Set(SmallVec<[Value; 2]>);

impl Set {
    pub(crate) fn of(value: Value) -> Self {
        Self(SmallVec::from_slice(&[value]))
    }

    pub(crate) fn unknown() -> Self {
        Self::of(Value::Unknown)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has_unknown(&self) -> bool {
        self.0.first() == Some(&Value::Unknown)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.0.iter().copied()
    }

    /// The only value.
    pub(crate) fn only(&self) -> Option<Value> {
        (self.0.len() == 1).then(|| self.0[0])
    }

    pub(crate) fn add(&mut self, value: Value) {
        if let Err(at) = self.0.binary_search(&value) {
            if self.0.len() >= MOST_VALUES {
                self.0.clear();
                self.0.push(Value::Unknown);
            } else {
                self.0.insert(at, value);
            }
        }
    }

    pub(crate) fn extend(&mut self, other: &Set) {
        if self.0.is_empty() {
            self.0.extend_from_slice(&other.0);
            return;
        }
        for value in other.iter() {
            self.add(value);
        }
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut set = Set::default();
        for value in values {
            set.add(value);
        }
        set
    }
}

/// Gives equal values one number. Numbers depend on the order of arrival, so nothing may depend
/// on their order but the order inside a [`Set`], which decides nothing.
#[derive(Debug)]
pub(crate) struct Interner<T> {
    inner: RwLock<Numbers<T>>,
}

#[derive(Debug)]
struct Numbers<T> {
    ids: FxHashMap<Arc<T>, u32>,
    items: Vec<Arc<T>>,
}

impl<T: Hash + Eq> Interner<T> {
    /// An interner in which `first` is number 0.
    pub(crate) fn new(first: T) -> Self {
        let first = Arc::new(first);
        let numbers = Numbers { ids: FxHashMap::from_iter([(first.clone(), 0)]), items: vec![first] };
        Self { inner: RwLock::new(numbers) }
    }

    pub(crate) fn id(&self, item: T) -> u32 {
        if let Some(id) = self.inner.read().unwrap_or_else(PoisonError::into_inner).ids.get(&item) {
            return *id;
        }
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = inner.ids.get(&item) {
            return *id;
        }
        let item = Arc::new(item);
        let id = inner.items.len() as u32;
        inner.items.push(item.clone());
        inner.ids.insert(item, id);
        id
    }

    pub(crate) fn get(&self, id: u32) -> Arc<T> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        inner.items.get(id as usize).unwrap_or(&inner.items[0]).clone()
    }
}
