//! What frameworks make of calls and decorators: endpoints, commands, tasks. A rule is data
//! ([`indexer_core::framework`]) and holds where a name is proved to lead to what the rule names, never by a pattern of
//! names.

mod entries;
mod files;
mod handed;
mod origin;
mod places;
mod provider;

pub(crate) use entries::entries_of_file;
pub(crate) use provider::{given_parameters, provided, provider, value_of_provider};
