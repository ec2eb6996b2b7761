//! What a program opens: all stages behind [`Workspace`](crate::Workspace), and the snapshots that it hands out.

mod bring_up;
pub mod commits;
mod declared;
mod edited;
mod exclusions;
mod index;
pub(crate) mod open;
mod outlines;
pub(crate) mod own_packages;
mod packages;
mod probe;
mod reachable;
pub(crate) mod reading;
mod refresh;
pub mod remote;
pub(crate) mod repository;
mod revision_states;
mod revisions;
pub(crate) mod scip;
pub mod shared;
pub mod snapshot;
mod snapshot_cache;
mod snapshots;
mod text_filters;
mod types_at;
mod update;
