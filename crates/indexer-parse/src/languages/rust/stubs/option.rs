//! Option, Result and the like, as far as types flow through them.

pub enum Option<T> { Some(T), None }

impl<T> Option<T> {
    fn is_some(&self) -> bool;
    fn is_none(&self) -> bool;
    fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn as_ref(&self) -> Option<T>;
    fn as_mut(&mut self) -> Option<T>;
    fn as_deref(&self) -> Option<T>;
    fn as_deref_mut(&mut self) -> Option<T>;
    fn expect(self, message: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or(self, default: T) -> T;
    fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    fn inspect<F: FnOnce(T)>(self, f: F) -> Option<T>;
    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    fn ok_or<E>(self, error: E) -> Result<T, E>;
    fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E>;
    fn iter(&self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
    fn into_iter(self) -> Iter<T>;
    fn and<U>(self, other: Option<U>) -> Option<U>;
    fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    fn filter<P: FnOnce(T) -> bool>(self, predicate: P) -> Option<T>;
    fn or(self, other: Option<T>) -> Option<T>;
    fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    fn insert(&mut self, value: T) -> T;
    fn get_or_insert(&mut self, value: T) -> T;
    fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> T;
    fn take(&mut self) -> Option<T>;
    fn replace(&mut self, value: T) -> Option<T>;
    fn cloned(self) -> Option<T>;
    fn copied(self) -> Option<T>;
    fn clone(&self) -> Option<T>;
    fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
    fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn unwrap_unchecked(self) -> T;
    fn xor(self, other: Option<T>) -> Option<T>;
    fn take_if<P: FnOnce(T) -> bool>(&mut self, predicate: P) -> Option<T>;
    fn get_or_insert_default(&mut self) -> T;
    fn as_slice(&self) -> slice<T>;
}
impl<T> Option<Option<T>> {
    fn flatten(self) -> Option<T>;
}
impl<T, E> Option<Result<T, E>> {
    fn transpose(self) -> Result<Option<T>, E>;
}
impl<A, B> Option<(A, B)> {
    fn unzip(self) -> (Option<A>, Option<B>);
}

pub enum Result<T, E> { Ok(T), Err(E) }

impl<T, E> Result<T, E> {
    fn is_ok(&self) -> bool;
    fn is_err(&self) -> bool;
    fn ok(self) -> Option<T>;
    fn err(self) -> Option<E>;
    fn as_ref(&self) -> Result<T, E>;
    fn as_mut(&mut self) -> Result<T, E>;
    fn as_deref(&self) -> Result<T, E>;
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E>;
    fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U;
    fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U;
    fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Result<T, O>;
    fn iter(&self) -> Iter<T>;
    fn expect(self, message: &str) -> T;
    fn unwrap(self) -> T;
    fn unwrap_or(self, default: T) -> T;
    fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T;
    fn unwrap_or_default(self) -> T;
    fn expect_err(self, message: &str) -> E;
    fn unwrap_err(self) -> E;
    fn and<U>(self, other: Result<U, E>) -> Result<U, E>;
    fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E>;
    fn or<F>(self, other: Result<T, F>) -> Result<T, F>;
    fn or_else<F, O: FnOnce(E) -> Result<T, F>>(self, f: O) -> Result<T, F>;
    fn cloned(self) -> Result<T, E>;
    fn clone(&self) -> Result<T, E>;
    fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    fn inspect<F: FnOnce(T)>(self, f: F) -> Result<T, E>;
    fn inspect_err<F: FnOnce(E)>(self, f: F) -> Result<T, E>;
    fn as_deref_mut(&mut self) -> Result<T, E>;
    fn copied(self) -> Result<T, E>;
    fn into_iter(self) -> Iter<T>;
    fn iter_mut(&mut self) -> Iter<T>;
}
impl<T, E> Result<Option<T>, E> {
    fn transpose(self) -> Option<Result<T, E>>;
}

pub enum Poll<T> { Ready(T), Pending }
impl<T> Poll<T> {
    fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>;
    fn is_ready(&self) -> bool;
    fn is_pending(&self) -> bool;
}
impl<T, E> Poll<Result<T, E>> {
    fn map_ok<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<Result<U, E>>;
    fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Poll<Result<T, O>>;
}

pub enum ControlFlow<B, C> { Continue(C), Break(B) }
