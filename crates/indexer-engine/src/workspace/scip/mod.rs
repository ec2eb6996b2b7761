//! Taking SCIP indexes in, forgetting them, and looking which there are.

mod bind;
pub(crate) mod look;
pub(crate) mod take;
