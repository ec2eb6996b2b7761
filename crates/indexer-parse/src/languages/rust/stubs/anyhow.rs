//! The one alias of `anyhow` through which nearly every value of its users flows.

pub struct Error;
pub type Result<T, E> = std::Result<T, Error>;
