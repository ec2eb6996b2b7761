//! Abstract values: what an expression may be, as far as the linker knows.

use crate::query::Renumbering;
use indexer_core::{DefId, ExprId, FileId, LambdaId, List, ScopeId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// More values than this are *unknown* for good. Unions of types are written out that long: the nodes of a syntax tree.
pub(crate) const MOST_VALUES: usize = 16;
/// Of more targets than this that are only guessed none is shown.
pub(crate) const MOST_TARGETS: usize = 8;
/// Most parts of one type.
const MOST_PARTS: usize = 512;
/// Type arguments nested deeper than this are dropped.
pub(crate) const DEEPEST_ARGUMENTS: u32 = 4;

/// The items of a list that is written out which say what it holds: with all of a long one, nothing would be known.
pub(crate) fn first_items(list: List) -> List {
    List { len: list.len.min(MOST_VALUES as u32), ..list }
}

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
    /// The type of a type: an instance of it is the type itself (`A.Type` in Swift).
    Metatype(TypeId, Args),
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
    /// An object without a name: the scope of its members. The arguments are what is known of type parameters in it, as
    /// with a function type.
    Object(FileId, ScopeId, Args),
}

impl Value {
    /// The file that the value itself is in; its arguments may be in others.
    pub(crate) fn file(mut self) -> Option<FileId> {
        self.file_mut().copied()
    }

    /// The same, to be given another number.
    fn file_mut(&mut self) -> Option<&mut FileId> {
        match self {
            Self::Unknown | Self::Folder(_) | Self::External(_) | Self::Tuple(_) => None,
            Self::Definition(of) | Self::Super(of) | Self::Function(of, _) | Self::Variant(of, _) => {
                Some(&mut of.file)
            }
            Self::Module(file, _)
            | Self::Namespace(file, _)
            | Self::Argument(file, _)
            | Self::Lambda(file, _)
            | Self::Callable(file, ..)
            | Self::Object(file, ..) => Some(file),
            Self::Type(of, _)
            | Self::Metatype(of, _)
            | Self::Instance(of, _)
            | Self::Receiver(of, _)
            | Self::ReceiverType(of, _) => match of {
                TypeId::Def(of) => Some(&mut of.file),
                TypeId::Param(file, _) => Some(file),
                TypeId::External(_) => None,
            },
        }
    }

    /// A definition that a name leads to.
    pub(crate) fn definition(file: FileId, def: DefId) -> Self {
        Self::Definition(Symbol { file, def })
    }
}

/// A set of values, sorted. Empty means that nothing was found or nothing can be there (`None`).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Set {
    values: SmallVec<[Value; 2]>,
    /// True where there were more than [`MOST_VALUES`]: what comes after them changes nothing, or the order in which
    /// values come would.
    is_full: bool,
}

impl Set {
    pub(crate) fn of(value: Value) -> Self {
        Self { values: SmallVec::from_slice(&[value]), is_full: false }
    }

    pub(crate) fn unknown() -> Self {
        Self::of(Value::Unknown)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn has_unknown(&self) -> bool {
        self.values.first() == Some(&Value::Unknown)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.values.iter().copied()
    }

    /// The only value.
    pub(crate) fn only(&self) -> Option<Value> {
        (self.values.len() == 1).then(|| self.values[0])
    }

    pub(crate) fn add(&mut self, value: Value) {
        if self.is_full {
            return;
        }
        if let Err(at) = self.values.binary_search(&value) {
            if self.values.len() >= MOST_VALUES {
                self.fill();
            } else {
                self.values.insert(at, value);
            }
        }
    }

    /// Adds one of the parts of a type, of which there may be as many as [`MOST_PARTS`]: they are one type, and a large
    /// one has a file for each of its sides.
    pub(crate) fn add_part(&mut self, value: Value) {
        if let Err(at) = self.values.binary_search(&value)
            && !self.is_full
        {
            match self.values.len() < MOST_PARTS {
                true => self.values.insert(at, value),
                false => self.fill(),
            }
        }
    }

    /// Gives files their new numbers, which ascend as the old ones do. False where one of the files is gone: the set then
    /// means nothing.
    pub(crate) fn renumber(&mut self, renumbering: &Renumbering) -> bool {
        self.values.iter_mut().filter_map(Value::file_mut).all(|file| match renumbering.of(*file) {
            Some(now) => {
                *file = now;
                true
            }
            None => false,
        })
    }

    /// True where one of its values is in a file that has another number or is gone.
    pub(crate) fn moves(&self, renumbering: &Renumbering) -> bool {
        self.iter().filter_map(Value::file).any(|file| renumbering.moves(file))
    }

    fn fill(&mut self) {
        self.values.clear();
        self.values.push(Value::Unknown);
        self.is_full = true;
    }

    pub(crate) fn extend(&mut self, other: &Set) {
        if other.is_full {
            self.fill();
        } else if self.values.is_empty() {
            self.values.extend_from_slice(&other.values);
        } else {
            other.iter().for_each(|value| self.add(value));
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

    /// How many there are.
    pub(crate) fn len(&mut self) -> usize {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner).items.len()
    }

    pub(crate) fn get(&self, id: u32) -> Arc<T> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        inner.items.get(id as usize).unwrap_or(&inner.items[0]).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of values is that of their numbers, which differs from run to run.
    #[test]
    fn what_is_too_much_is_unknown_in_whichever_order_it_comes() {
        let values: Vec<Value> = (0..20).map(|i| Value::External(Text(i))).collect();
        let forwards: Set = values.iter().copied().collect();
        let backwards: Set = values.iter().rev().copied().collect();
        assert_eq!(forwards, backwards);
        assert_eq!(forwards.iter().collect::<Vec<_>>(), [Value::Unknown]);
        let (some, all): (Set, Set) = (values[..9].iter().copied().collect(), forwards);
        let joined = |mut one: Set, other: &Set| {
            one.extend(other);
            one
        };
        assert_eq!(joined(some.clone(), &all), all);
        assert_eq!(joined(all.clone(), &some), all);
        assert_eq!(joined(Set::default(), &all), all);
    }
}
