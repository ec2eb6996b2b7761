//! References to edges.

mod by_name;
mod derive_helper;
mod expected;
mod extending;
mod nothing;
mod outside;
mod own_block;
mod preferred;
mod reference;

pub(crate) use by_name::{CandidatesKey, MemberCandidates, Usage, arity_fits, edge_by_name, members_guessed};
pub(crate) use expected::{edge_of_expected, edge_of_implied};
pub(crate) use nothing::without_nothing;
pub(crate) use own_block::or_of_own_block;
pub(crate) use preferred::put_in_order;
pub(crate) use reference::{edges_of_file, module_target, symbol_key};
