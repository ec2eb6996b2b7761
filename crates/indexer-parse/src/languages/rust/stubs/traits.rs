//! Traits whose members belong to whatever derives or implements them.

pub trait Clone {
    fn clone(&self) -> Self;
}
pub trait IntoIterator<T> {
    fn into_iter(self) -> Iterator<T>;
}
pub trait Default {
    fn default() -> Self;
}
pub trait AsRef<T> {
    fn as_ref(&self) -> T;
}
pub trait AsMut<T> {
    fn as_mut(&mut self) -> T;
}
pub trait Borrow<T> {
    fn borrow(&self) -> T;
}
