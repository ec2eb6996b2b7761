//! Interned type arguments.

use crate::query::Renumbering;
use crate::value::{Args, DEEPEST_ARGUMENTS, Set, TypeId, Value};
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Gives equal arguments one number, and remembers of each what would be asked often. Nothing may
/// depend on the order of the numbers, which is that of arrival.
#[derive(Debug)]
pub(crate) struct Arguments {
    inner: RwLock<Numbers>,
}

#[derive(Debug, Default)]
struct Numbers {
    ids: FxHashMap<Arc<Vec<Set>>, u32>,
    items: Vec<(Arc<Vec<Set>>, Shape)>,
}

/// What is known of arguments by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    /// How deep they are nested.
    depth: u32,
    /// True where something can be put in: a type parameter, the receiver, a function type.
    open: bool,
    /// True where a value is among them that only a call of the function tells.
    has_argument: bool,
    /// True where a function is among them.
    has_function: bool,
}

impl Arguments {
    /// A table in which number 0 is no arguments.
    pub(crate) fn new() -> Self {
        let none = Arc::new(Vec::new());
        let ids = FxHashMap::from_iter([(none.clone(), 0)]);
        Self { inner: RwLock::new(Numbers { ids, items: vec![(none, Shape::default())] }) }
    }

    pub(crate) fn id(&self, items: Vec<Set>) -> Args {
        if let Some(id) = self.inner.read().unwrap_or_else(PoisonError::into_inner).ids.get(&items) {
            return Args(*id);
        }
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = inner.ids.get(&items) {
            return Args(*id);
        }
        let mut shape = Shape { depth: 1, ..Shape::default() };
        for value in items.iter().flat_map(Set::iter) {
            let below = nested(value).map(|args| inner.shape(args)).unwrap_or_default();
            shape.depth = shape.depth.max(1 + below.depth);
            shape.open |= is_open(value) || below.open;
            shape.has_function |=
                matches!(value, Value::Function(..) | Value::Lambda(..)) || below.has_function;
            shape.has_argument |= matches!(value, Value::Argument(..)) || below.has_argument;
        }
        let items = Arc::new(items);
        let id = inner.items.len() as u32;
        inner.items.push((items.clone(), shape));
        inner.ids.insert(items, id);
        Args(id)
    }

    pub(crate) fn get(&self, args: Args) -> Arc<Vec<Set>> {
        let inner = self.inner.read().unwrap_or_else(PoisonError::into_inner);
        inner.items.get(args.0 as usize).unwrap_or(&inner.items[0]).0.clone()
    }

    /// Of which arguments this is true of a value in them, at any depth; by number.
    pub(crate) fn holding(&mut self, wanted: impl Fn(Value) -> bool) -> Vec<bool> {
        let inner = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::with_capacity(inner.items.len());
        for (items, _) in &inner.items {
            // What is nested in others has come before them.
            let below = |value| held(value).is_some_and(|args| found.get(args.0 as usize) == Some(&true));
            let holds = items.iter().flat_map(Set::iter).any(|value| wanted(value) || below(value));
            found.push(holds);
        }
        found
    }

    /// Gives files their new numbers. Arguments that name a file that is gone have their number still, and nobody means them any more:
    /// what holds them has to be dropped. O(all)
    pub(crate) fn renumber(&mut self, renumbering: &Renumbering) {
        let Numbers { ids, items } = self.inner.get_mut().unwrap_or_else(PoisonError::into_inner);
        let moves = |items: &[Set]| items.iter().any(|set| set.moves(renumbering));
        let moved: Vec<usize> = (0..items.len()).filter(|at| moves(&items[*at].0)).collect();
        // All of them, before any comes back: one may be now what another was.
        for at in &moved {
            ids.remove(&items[*at].0);
        }
        for at in moved {
            let mut sets = Vec::clone(&items[at].0);
            if sets.iter_mut().all(|set| set.renumber(renumbering)) {
                let sets = Arc::new(sets);
                ids.insert(sets.clone(), at as u32);
                items[at].0 = sets;
            } else {
                items[at] = (items[0].0.clone(), Shape::default());
            }
        }
    }

    /// How many there are.
    pub(crate) fn len(&mut self) -> usize {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner).items.len()
    }

    /// How deep arguments are nested: 0 for none.
    pub(crate) fn depth(&self, args: Args) -> u32 {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).shape(args).depth
    }

    /// False where nothing can be put into the arguments, at any depth.
    pub(crate) fn may_be_open(&self, args: Args) -> bool {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).shape(args).open
    }

    /// True where the arguments hold, at any depth, a value that only a call of its function tells.
    pub(crate) fn has_argument(&self, args: Args) -> bool {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).shape(args).has_argument
    }

    /// True where the arguments hold a function, at any depth.
    pub(crate) fn has_function(&self, args: Args) -> bool {
        self.inner.read().unwrap_or_else(PoisonError::into_inner).shape(args).has_function
    }

    /// True where nothing can be put into the arguments, and nothing of them is nested too deep.
    pub(crate) fn are_settled(&self, args: Args) -> bool {
        let shape = self.inner.read().unwrap_or_else(PoisonError::into_inner).shape(args);
        !shape.open && shape.depth <= DEEPEST_ARGUMENTS
    }
}

impl Numbers {
    fn shape(&self, args: Args) -> Shape {
        self.items.get(args.0 as usize).map(|(_, shape)| *shape).unwrap_or_default()
    }
}

/// The arguments of a value.
pub(crate) fn nested(value: Value) -> Option<Args> {
    match value {
        Value::Type(_, args)
        | Value::Metatype(_, args)
        | Value::Instance(_, args)
        | Value::Receiver(_, args)
        | Value::ReceiverType(_, args)
        | Value::Function(_, args)
        | Value::Variant(_, args)
        | Value::Object(_, _, args)
        | Value::Tuple(args) => Some(args),
        _ => None,
    }
}

/// The arguments of a value, and what is known of the type parameters of one that can be called.
pub(crate) fn held(value: Value) -> Option<Args> {
    match value {
        Value::Callable(_, _, known) => Some(known),
        _ => nested(value),
    }
}

/// True where something else can be put in the place of the value itself. Whoever adds a kind of value
/// has to say.
fn is_open(value: Value) -> bool {
    match value {
        Value::Type(of, _) | Value::Metatype(of, _) | Value::Instance(of, _) => {
            matches!(of, TypeId::Param(..))
        }
        Value::Receiver(..)
        | Value::ReceiverType(..)
        | Value::Callable(..)
        | Value::Object(..)
        | Value::Argument(..) => true,
        Value::Unknown
        | Value::Definition(_)
        | Value::Module(..)
        | Value::Namespace(..)
        | Value::Folder(_)
        | Value::External(_)
        | Value::Super(_)
        | Value::Function(..)
        | Value::Variant(..)
        | Value::Lambda(..)
        | Value::Tuple(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::FileId;

    #[test]
    fn arguments_hold_what_is_nested_in_them() {
        let mut all = Arguments::new();
        let module = Value::Module(FileId(3), indexer_core::ScopeId(0));
        let inner = all.id(vec![Set::of(module)]);
        let other = all.id(vec![Set::unknown()]);
        let outer = all.id(vec![Set::unknown(), Set::of(Value::Tuple(inner))]);
        let found = all.holding(|value| value == module);
        assert_eq!(
            [Args::NONE, inner, other, outer].map(|args| found[args.0 as usize]),
            [false, true, false, true]
        );
    }

    #[test]
    fn what_is_open_or_too_deep_is_not_settled() {
        let all = Arguments::new();
        let list = |args| Set::of(Value::Instance(TypeId::External(crate::value::Text(1)), args));
        let mut args = Args::NONE;
        for depth in 1..=DEEPEST_ARGUMENTS {
            args = all.id(vec![list(args)]);
            assert_eq!((all.depth(args), all.are_settled(args)), (depth, true));
            assert_eq!(all.id(all.get(args).to_vec()), args);
        }
        assert!(!all.are_settled(all.id(vec![list(args)])));
        let parameter = Set::of(Value::Instance(TypeId::Param(FileId(0), 0), Args::NONE));
        let open = all.id(vec![Set::unknown(), parameter]);
        assert!(!all.are_settled(open));
        assert!(!all.are_settled(all.id(vec![list(open)])));
        assert!(all.are_settled(Args::NONE));
    }
}
