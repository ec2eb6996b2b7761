//! Traits that are derived: their members belong to whatever derives them.

pub trait Clone {
    fn clone(&self) -> Self;
}
pub trait IntoIterator<T> {
    fn into_iter(self) -> Iter<T>;
}
pub trait Default {
    fn default() -> Self;
}
