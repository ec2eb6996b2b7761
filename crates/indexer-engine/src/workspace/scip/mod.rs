//! Taking SCIP indexes in, forgetting them, and looking which there are.

mod bind;
mod look;
mod take;
