//! Plain data that all stages share.

pub mod damage;
pub(crate) mod digests;
pub mod error;
pub mod event;
pub mod exclusion;
pub mod file;
pub mod framework_rules;
pub mod freshness;
pub mod limits;
pub(crate) mod links;
pub mod listing;
pub(crate) mod memory;
pub mod options;
pub mod package_root;
pub mod remote;
pub mod source;
pub mod stamp;
pub(crate) mod state;
