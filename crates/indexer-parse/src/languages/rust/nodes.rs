//! The role of each node kind, and the hooks that lower what only this language has.

use crate::walk::Role;
use indexer_core::Namespace;

/// The node-role table.
pub(super) const ROLES: &[(&str, Role)] = &[("identifier", Role::Name(Namespace::ANY))];
