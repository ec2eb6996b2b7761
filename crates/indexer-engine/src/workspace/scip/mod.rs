//! Taking SCIP indexes in, forgetting them, and looking which there are.

mod bind;
mod look;
pub(crate) mod state;
pub(crate) mod take;
