//! Collections and iterators. Every iterator is an `Iter` of what it yields.

pub struct Iter<T>(T);
impl<T> Iter<T> {
    fn next(&mut self) -> Option<T>;
    fn into_iter(self) -> Iter<T>;
    fn by_ref(&mut self) -> Iter<T>;
    fn last(self) -> Option<T>;
    fn nth(&mut self, n: usize) -> Option<T>;
    fn next_back(&mut self) -> Option<T>;
    fn peek(&mut self) -> Option<T>;
    fn next_if<F: FnOnce(T) -> bool>(&mut self, f: F) -> Option<T>;
    fn step_by(self, step: usize) -> Iter<T>;
    fn chain<U>(self, other: U) -> Iter<T>;
    fn zip<U>(self, other: Iter<U>) -> Iter<(T, U)>;
    fn map<B, F: FnMut(T) -> B>(self, f: F) -> Iter<B>;
    fn for_each<F: FnMut(T)>(self, f: F);
    fn filter<P: FnMut(T) -> bool>(self, predicate: P) -> Iter<T>;
    fn filter_map<B, F: FnMut(T) -> Option<B>>(self, f: F) -> Iter<B>;
    fn enumerate(self) -> Iter<(usize, T)>;
    fn peekable(self) -> Iter<T>;
    fn skip_while<P: FnMut(T) -> bool>(self, predicate: P) -> Iter<T>;
    fn take_while<P: FnMut(T) -> bool>(self, predicate: P) -> Iter<T>;
    fn map_while<B, F: FnMut(T) -> Option<B>>(self, f: F) -> Iter<B>;
    fn skip(self, n: usize) -> Iter<T>;
    fn take(self, n: usize) -> Iter<T>;
    fn flat_map<U, F: FnMut(T) -> Iter<U>>(self, f: F) -> Iter<U>;
    fn inspect<F: FnMut(T)>(self, f: F) -> Iter<T>;
    fn all<F: FnMut(T) -> bool>(&mut self, f: F) -> bool;
    fn any<F: FnMut(T) -> bool>(&mut self, f: F) -> bool;
    fn find<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<T>;
    fn find_map<B, F: FnMut(T) -> Option<B>>(&mut self, f: F) -> Option<B>;
    fn position<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn rposition<P: FnMut(T) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn max(self) -> Option<T>;
    fn min(self) -> Option<T>;
    fn max_by_key<B, F: FnMut(T) -> B>(self, f: F) -> Option<T>;
    fn min_by_key<B, F: FnMut(T) -> B>(self, f: F) -> Option<T>;
    fn max_by<F: FnMut(T, T) -> Ordering>(self, f: F) -> Option<T>;
    fn min_by<F: FnMut(T, T) -> Ordering>(self, f: F) -> Option<T>;
    fn rev(self) -> Iter<T>;
    fn copied(self) -> Iter<T>;
    fn cloned(self) -> Iter<T>;
    fn cycle(self) -> Iter<T>;
    fn fold<B, F: FnMut(B, T) -> B>(self, init: B, f: F) -> B;
    fn count(self) -> usize;
    fn clone(&self) -> Iter<T>;
}

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
    fn split_at(&self, at: usize) -> (slice<T>, slice<T>);
    fn to_vec(&self) -> Vec<T>;
    fn into_vec(self) -> Vec<T>;
    fn contains(&self, item: &T) -> bool;
    fn sort(&mut self);
    fn sort_by<F: FnMut(T, T) -> Ordering>(&mut self, f: F);
    fn sort_by_key<K, F: FnMut(T) -> K>(&mut self, f: F);
    fn binary_search_by<F: FnMut(T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
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
    fn get(&self, index: usize) -> Option<T>;
    fn iter(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn drain(&mut self, range: Range) -> Iter<T>;
    fn index(&self, index: usize) -> T;
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
    fn range(&self, range: Range) -> Iter<(K, V)>;
    fn index(&self, key: &K) -> V;
    fn clone(&self) -> BTreeMap<K, V>;
}

pub struct Entry<K, V>(K, V);
impl<K, V> Entry<K, V> {
    fn or_insert(self, default: V) -> V;
    fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> V;
    fn or_default(self) -> V;
    fn and_modify<F: FnOnce(V)>(self, f: F) -> Entry<K, V>;
    fn key(&self) -> K;
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
}

pub struct BTreeSet<T>(T);
impl<T> BTreeSet<T> {
    pub fn new() -> BTreeSet<T>;
    fn insert(&mut self, value: T) -> bool;
    fn contains(&self, value: &T) -> bool;
    fn first(&self) -> Option<T>;
    fn last(&self) -> Option<T>;
    fn iter(&self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
}

pub struct BinaryHeap<T>(T);
impl<T> BinaryHeap<T> {
    pub fn new() -> BinaryHeap<T>;
    fn push(&mut self, value: T);
    fn pop(&mut self) -> Option<T>;
    fn peek(&self) -> Option<T>;
    fn into_iter(self) -> Iter<T>;
}
