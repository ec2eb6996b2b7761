//! Collections and iterators. Every iterator is an `Iterator` of what it yields.

pub trait Iterator<T> {
    fn next(&mut self) -> Option<T>;
    fn into_iter(self) -> Iterator<T>;
    fn by_ref(&mut self) -> Iterator<T>;
    fn collect<B>(self) -> B;
    fn last(self) -> Option<T>;
    fn nth(&mut self, n: usize) -> Option<T>;
    fn next_back(&mut self) -> Option<T>;
    fn nth_back(&mut self, n: usize) -> Option<T>;
    fn peek(&mut self) -> Option<T>;
    fn peek_mut(&mut self) -> Option<T>;
    fn next_if<F: FnOnce(T) -> bool>(&mut self, f: F) -> Option<T>;
    fn next_if_eq<U>(&mut self, other: &U) -> Option<T>;
    fn as_slice(&self) -> slice<T>;
    fn step_by(self, step: usize) -> Iterator<T>;
    fn chain<U>(self, other: U) -> Iterator<T>;
    fn zip<U>(self, other: IntoIterator<U>) -> Iterator<(T, U)>;
    fn map<B, F: FnMut(T) -> B>(self, f: F) -> Iterator<B>;
    fn for_each<F: FnMut(T)>(self, f: F);
    fn try_for_each<R, F: FnMut(T) -> R>(&mut self, f: F) -> R;
    fn filter<P: FnMut(T) -> bool>(self, predicate: P) -> Iterator<T>;
    fn filter_map<B, F: FnMut(T) -> Option<B>>(self, f: F) -> Iterator<B>;
    fn enumerate(self) -> Iterator<(usize, T)>;
    fn peekable(self) -> Iterator<T>;
    fn fuse(self) -> Iterator<T>;
    fn skip_while<P: FnMut(T) -> bool>(self, predicate: P) -> Iterator<T>;
    fn take_while<P: FnMut(T) -> bool>(self, predicate: P) -> Iterator<T>;
    fn map_while<B, F: FnMut(T) -> Option<B>>(self, f: F) -> Iterator<B>;
    fn scan<S, B, F: FnMut(S, T) -> Option<B>>(self, initial: S, f: F) -> Iterator<B>;
    fn skip(self, n: usize) -> Iterator<T>;
    fn take(self, n: usize) -> Iterator<T>;
    fn flat_map<U, F: FnMut(T) -> IntoIterator<U>>(self, f: F) -> Iterator<U>;
    fn inspect<F: FnMut(T)>(self, f: F) -> Iterator<T>;
    fn partition<B, F: FnMut(T) -> bool>(self, f: F) -> (B, B);
    fn is_partitioned<P: FnMut(T) -> bool>(self, predicate: P) -> bool;
    fn all<F: FnMut(T) -> bool>(&mut self, f: F) -> bool;
    fn any<F: FnMut(T) -> bool>(&mut self, f: F) -> bool;
    fn find<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<T>;
    fn rfind<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<T>;
    fn find_map<B, F: FnMut(T) -> Option<B>>(&mut self, f: F) -> Option<B>;
    fn position<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn rposition<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn max(self) -> Option<T>;
    fn min(self) -> Option<T>;
    fn max_by_key<B, F: FnMut(T) -> B>(self, f: F) -> Option<T>;
    fn min_by_key<B, F: FnMut(T) -> B>(self, f: F) -> Option<T>;
    fn max_by<F: FnMut(T, T) -> Ordering>(self, f: F) -> Option<T>;
    fn min_by<F: FnMut(T, T) -> Ordering>(self, f: F) -> Option<T>;
    fn rev(self) -> Iterator<T>;
    fn copied(self) -> Iterator<T>;
    fn cloned(self) -> Iterator<T>;
    fn cycle(self) -> Iterator<T>;
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, f: F) -> B;
    fn rfold<B, F: FnMut(B, T) -> B>(self, init: B, f: F) -> B;
    fn try_fold<B, R, F: FnMut(B, T) -> R>(&mut self, init: B, f: F) -> R;
    fn reduce<F: FnMut(T, T) -> T>(self, f: F) -> Option<T>;
    fn count(self) -> usize;
    fn clone(&self) -> Iterator<T>;
    fn size_hint(&self) -> (usize, Option<usize>);
}
impl<T> Iterator<IntoIterator<T>> {
    fn flatten(self) -> Iterator<T>;
}
impl<A, B> Iterator<(A, B)> {
    fn unzip<C, D>(self) -> (C, D);
}
pub type Iter<T> = Iterator<T>;
pub type IterMut<T> = Iterator<T>;
pub type IntoIter<T> = Iterator<T>;
pub type Drain<T> = Iterator<T>;
pub type Once<T> = Iterator<T>;
pub type Repeat<T> = Iterator<T>;
pub type Peekable<I> = I;
pub type Rev<I> = I;
pub type Skip<I> = I;
pub type Take<I> = I;
pub type StepBy<I> = I;
pub type Fuse<I> = I;
pub type Cycle<I> = I;
pub type Copied<I> = I;
pub type Cloned<I> = I;
pub type Filter<I, P> = I;
pub type SkipWhile<I, P> = I;
pub type TakeWhile<I, P> = I;
pub type Inspect<I, P> = I;
pub type Chain<I, J> = I;
pub type DoubleEndedIterator<T> = Iterator<T>;
pub type ExactSizeIterator<T> = Iterator<T>;
pub type FusedIterator<T> = Iterator<T>;

pub fn once<T>(value: T) -> Iterator<T>;
pub fn once_with<T, F: FnOnce() -> T>(f: F) -> Iterator<T>;
pub fn repeat<T>(value: T) -> Iterator<T>;
pub fn repeat_n<T>(value: T, n: usize) -> Iterator<T>;
pub fn repeat_with<T, F: FnMut() -> T>(f: F) -> Iterator<T>;
pub fn empty<T>() -> Iterator<T>;
pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> Iterator<T>;
pub fn successors<T, F: FnMut(T) -> Option<T>>(first: Option<T>, next: F) -> Iterator<T>;

pub struct slice<T>(T);
impl<T> slice<T> {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn first(&self) -> Option<T>;
    fn first_mut(&mut self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn last_mut(&mut self) -> Option<T>;
    fn split_first(&self) -> Option<(T, slice<T>)>;
    fn split_last(&self) -> Option<(T, slice<T>)>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn index(&self, index: usize) -> T;
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn windows(&self, size: usize) -> Iter<slice<T>>;
    fn chunks(&self, size: usize) -> Iter<slice<T>>;
    fn chunks_mut(&mut self, size: usize) -> Iter<slice<T>>;
    fn chunks_exact(&self, size: usize) -> Iter<slice<T>>;
    fn chunks_exact_mut(&mut self, size: usize) -> Iter<slice<T>>;
    fn rchunks(&self, size: usize) -> Iter<slice<T>>;
    fn chunk_by<F: FnMut(T, T) -> bool>(&self, f: F) -> Iter<slice<T>>;
    fn split<P: FnMut(T) -> bool>(&self, predicate: P) -> Iter<slice<T>>;
    fn splitn<P: FnMut(T) -> bool>(&self, n: usize, predicate: P) -> Iter<slice<T>>;
    fn split_at(&self, at: usize) -> (slice<T>, slice<T>);
    fn split_at_mut(&mut self, at: usize) -> (slice<T>, slice<T>);
    fn split_first_mut(&mut self) -> Option<(T, slice<T>)>;
    fn split_last_mut(&mut self) -> Option<(T, slice<T>)>;
    fn map<U, F: FnMut(T) -> U>(self, f: F) -> slice<U>;
    fn as_slice(&self) -> slice<T>;
    fn as_mut_slice(&mut self) -> slice<T>;
    fn swap(&mut self, a: usize, b: usize);
    fn reverse(&mut self);
    fn to_owned(&self) -> Vec<T>;
    fn clone(&self) -> slice<T>;
    fn sort_unstable_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_unstable_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn sort_by_cached_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn is_sorted_by_key<K, F: FnMut(T) -> K>(&self, f: F) -> bool;
    fn binary_search_by_key<B, F: FnMut(T) -> B>(&self, key: &B, f: F) -> Result<usize, usize>;
    fn partition_point<P: FnMut(T) -> bool>(&self, predicate: P) -> usize;
    fn to_vec(&self) -> Vec<T>;
    fn into_vec(self) -> Vec<T>;
    fn contains(&self, item: &T) -> bool;
    fn sort(&mut self);
    fn sort_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn binary_search_by<F: FnMut(T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
}

impl<T> slice<Vec<T>> {
    fn concat(&self) -> Vec<T>;
}

pub struct Vec<T>(T);
impl<T> Vec<T> {
    pub fn new() -> Vec<T>;
    pub fn with_capacity(capacity: usize) -> Vec<T>;
    pub fn from(other: slice<T>) -> Vec<T>;
    fn deref(&self) -> slice<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn remove(&mut self, index: usize) -> T;
    fn swap_remove(&mut self, index: usize) -> T;
    fn insert(&mut self, index: usize, value: T);
    fn drain(&mut self, range: Range) -> Iter<T>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn retain_mut<F: FnMut(T) -> bool>(&mut self, f: F);
    fn as_slice(&self) -> slice<T>;
    fn as_mut_slice(&mut self) -> slice<T>;
    fn into_boxed_slice(self) -> slice<T>;
    fn into_iter(self) -> Iter<T>;
    fn index(&self, index: usize) -> T;
    fn split_off(&mut self, at: usize) -> Vec<T>;
    fn extend(&mut self, items: IntoIterator<T>);
    fn extend_from_slice(&mut self, items: slice<T>);
    fn append(&mut self, other: &mut Vec<T>);
    fn pop_if<F: FnOnce(T) -> bool>(&mut self, f: F) -> Option<T>;
    fn splice<I>(&mut self, range: Range, with: I) -> Iter<T>;
    fn extract_if<F: FnMut(T) -> bool>(&mut self, range: Range, f: F) -> Iter<T>;
    fn dedup_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn dedup_by<F: FnMut(T, T) -> bool>(&mut self, f: F);
    fn clone(&self) -> Vec<T>;
}

pub struct VecDeque<T>(T);
impl<T> VecDeque<T> {
    pub fn new() -> VecDeque<T>;
    fn push_back(&mut self, value: T);
    fn push_front(&mut self, value: T);
    fn pop_back(&mut self) -> Option<T>;
    fn pop_front(&mut self) -> Option<T>;
    fn front(&self) -> Option<T>;
    fn back(&self) -> Option<T>;
    fn front_mut(&mut self) -> Option<T>;
    fn back_mut(&mut self) -> Option<T>;
    fn get(&self, index: usize) -> Option<T>;
    fn get_mut(&mut self, index: usize) -> Option<T>;
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn drain(&mut self, range: Range) -> Iter<T>;
    fn index(&self, index: usize) -> T;
    fn remove(&mut self, index: usize) -> Option<T>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn range(&self, range: Range) -> Iter<T>;
    fn extend(&mut self, items: IntoIterator<T>);
    fn make_contiguous(&mut self) -> slice<T>;
    fn clone(&self) -> VecDeque<T>;
}

pub struct HashMap<K, V>(K, V);
impl<K, V> HashMap<K, V> {
    pub fn new() -> HashMap<K, V>;
    pub fn with_capacity(capacity: usize) -> HashMap<K, V>;
    fn insert(&mut self, key: K, value: V) -> Option<V>;
    fn get(&self, key: &K) -> Option<V>;
    fn get_mut(&mut self, key: &K) -> Option<V>;
    fn get_key_value(&self, key: &K) -> Option<(K, V)>;
    fn contains_key(&self, key: &K) -> bool;
    fn remove(&mut self, key: &K) -> Option<V>;
    fn remove_entry(&mut self, key: &K) -> Option<(K, V)>;
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn keys(&self) -> Iter<K>;
    fn values(&self) -> Iter<V>;
    fn values_mut(&mut self) -> Iter<V>;
    fn into_values(self) -> Iter<V>;
    fn into_keys(self) -> Iter<K>;
    fn iter(&self) -> Iter<(K, V)>;
    fn iter_mut(&mut self) -> Iter<(K, V)>;
    fn into_iter(self) -> Iter<(K, V)>;
    fn drain(&mut self) -> Iter<(K, V)>;
    fn retain<F: FnMut(K, V) -> bool>(&mut self, f: F);
    fn extend(&mut self, items: IntoIterator<(K, V)>);
    fn extract_if<F: FnMut(K, V) -> bool>(&mut self, f: F) -> Iter<(K, V)>;
    fn index(&self, key: &K) -> V;
    fn clone(&self) -> HashMap<K, V>;
}

pub struct BTreeMap<K, V>(K, V);
impl<K, V> BTreeMap<K, V> {
    pub fn new() -> BTreeMap<K, V>;
    fn insert(&mut self, key: K, value: V) -> Option<V>;
    fn get(&self, key: &K) -> Option<V>;
    fn get_mut(&mut self, key: &K) -> Option<V>;
    fn contains_key(&self, key: &K) -> bool;
    fn remove(&mut self, key: &K) -> Option<V>;
    fn entry(&mut self, key: K) -> Entry<K, V>;
    fn keys(&self) -> Iter<K>;
    fn values(&self) -> Iter<V>;
    fn values_mut(&mut self) -> Iter<V>;
    fn into_values(self) -> Iter<V>;
    fn iter(&self) -> Iter<(K, V)>;
    fn iter_mut(&mut self) -> Iter<(K, V)>;
    fn into_iter(self) -> Iter<(K, V)>;
    fn first_key_value(&self) -> Option<(K, V)>;
    fn last_key_value(&self) -> Option<(K, V)>;
    fn pop_first(&mut self) -> Option<(K, V)>;
    fn pop_last(&mut self) -> Option<(K, V)>;
    fn first_entry(&mut self) -> Option<OccupiedEntry<K, V>>;
    fn last_entry(&mut self) -> Option<OccupiedEntry<K, V>>;
    fn remove_entry(&mut self, key: &K) -> Option<(K, V)>;
    fn get_key_value(&self, key: &K) -> Option<(K, V)>;
    fn into_keys(self) -> Iter<K>;
    fn extend(&mut self, items: IntoIterator<(K, V)>);
    fn retain<F: FnMut(K, V) -> bool>(&mut self, f: F);
    fn range(&self, range: Range) -> Iter<(K, V)>;
    fn range_mut(&mut self, range: Range) -> Iter<(K, V)>;
    fn split_off(&mut self, key: &K) -> BTreeMap<K, V>;
    fn index(&self, key: &K) -> V;
    fn clone(&self) -> BTreeMap<K, V>;
}

pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    fn or_insert(self, default: V) -> V;
    fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> V;
    fn or_insert_with_key<F: FnOnce(K) -> V>(self, f: F) -> V;
    fn insert_entry(self, value: V) -> OccupiedEntry<K, V>;
    fn or_default(self) -> V;
    fn and_modify<F: FnOnce(V)>(self, f: F) -> Entry<K, V>;
    fn key(&self) -> K;
}

pub struct OccupiedEntry<K, V>(K, V);
impl<K, V> OccupiedEntry<K, V> {
    fn key(&self) -> K;
    fn get(&self) -> V;
    fn get_mut(&mut self) -> V;
    fn into_mut(self) -> V;
    fn insert(&mut self, value: V) -> V;
    fn remove(self) -> V;
    fn remove_entry(self) -> (K, V);
}
pub struct VacantEntry<K, V>(K, V);
impl<K, V> VacantEntry<K, V> {
    fn key(&self) -> K;
    fn into_key(self) -> K;
    fn insert(self, value: V) -> V;
}

pub struct HashSet<T>(T);
impl<T> HashSet<T> {
    pub fn new() -> HashSet<T>;
    fn insert(&mut self, value: T) -> bool;
    fn contains(&self, value: &T) -> bool;
    fn get(&self, value: &T) -> Option<T>;
    fn take(&mut self, value: &T) -> Option<T>;
    fn remove(&mut self, value: &T) -> bool;
    fn iter(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn drain(&mut self) -> Iter<T>;
    fn replace(&mut self, value: T) -> Option<T>;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn extend(&mut self, items: IntoIterator<T>);
    fn union(&self, other: &HashSet<T>) -> Iter<T>;
    fn difference(&self, other: &HashSet<T>) -> Iter<T>;
    fn symmetric_difference(&self, other: &HashSet<T>) -> Iter<T>;
    fn intersection(&self, other: &HashSet<T>) -> Iter<T>;
    fn clone(&self) -> HashSet<T>;
}

pub struct BTreeSet<T>(T);
impl<T> BTreeSet<T> {
    pub fn new() -> BTreeSet<T>;
    fn insert(&mut self, value: T) -> bool;
    fn contains(&self, value: &T) -> bool;
    fn first(&self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn pop_first(&mut self) -> Option<T>;
    fn pop_last(&mut self) -> Option<T>;
    fn get(&self, value: &T) -> Option<T>;
    fn take(&mut self, value: &T) -> Option<T>;
    fn remove(&mut self, value: &T) -> bool;
    fn retain<F: FnMut(T) -> bool>(&mut self, f: F);
    fn range(&self, range: Range) -> Iter<T>;
    fn extend(&mut self, items: IntoIterator<T>);
    fn union(&self, other: &BTreeSet<T>) -> Iter<T>;
    fn difference(&self, other: &BTreeSet<T>) -> Iter<T>;
    fn symmetric_difference(&self, other: &BTreeSet<T>) -> Iter<T>;
    fn intersection(&self, other: &BTreeSet<T>) -> Iter<T>;
    fn iter(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn clone(&self) -> BTreeSet<T>;
}

pub struct BinaryHeap<T>(T);
impl<T> BinaryHeap<T> {
    pub fn new() -> BinaryHeap<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn peek(&self) -> Option<T>;
    fn iter(&self) -> Iter<T>;
    fn drain(&mut self) -> Iter<T>;
    fn into_vec(self) -> Vec<T>;
    fn into_sorted_vec(self) -> Vec<T>;
    fn into_iter(self) -> Iter<T>;
}
