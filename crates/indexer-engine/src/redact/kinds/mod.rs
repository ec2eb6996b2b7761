//! The tables of kinds of secrets, by theme. Formats are those that the providers document or show in
//! their own examples.

mod ai;
mod cloud;
mod code;
pub(super) mod kind;
mod names;
mod services;
mod shaped;

use kind::SecretKind;

/// The names of all kinds of secrets, in their order.
pub fn kind_names() -> impl Iterator<Item = &'static str> {
    kinds().map(|kind| kind.name)
}

/// Every kind of secret, as `docs/limits.md` lists them. Adding one is a line in a table and an example
/// in `fixtures/secrets.json` of the testkit.
pub(super) fn kinds() -> impl Iterator<Item = &'static SecretKind> {
    [code::KINDS, cloud::KINDS, ai::KINDS, services::KINDS, shaped::KINDS, names::KINDS].into_iter().flatten()
}
