//! What of a change fails a job.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to fail on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailOn {
    /// A breaking change of the public surface.
    Breaking,
    /// Any change of the public surface.
    Api,
    /// A cycle that is closed.
    Cycle,
}
