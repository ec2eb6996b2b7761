//! The SCIP indexes that were taken in.

use crate::protocol::Records;
use crate::protocol::rows::is_zero;
use indexer_engine::scip::{InForce, Overrides};
use indexer_store::View;
use serde::Serialize;
use std::collections::BTreeMap;

/// One SCIP index.
#[derive(Clone, Debug, Serialize)]
pub struct Compiled {
    /// Its file, as it was given.
    pub file: String,
    /// What made it, with its version.
    pub tool: String,
    /// Documents whose file holds what it held.
    pub in_force: usize,
    /// Documents whose file changed since: its edges are our own again.
    pub dropped: usize,
    /// Documents that were refused, by reason.
    pub refused: BTreeMap<&'static str, u32>,
    /// Names whose column could not be told.
    #[serde(skip_serializing_if = "is_zero")]
    pub untold: u32,
}

impl Compiled {
    pub(super) fn of(one: &Overrides, view: &View) -> Self {
        let InForce { in_force, dropped } = one.in_force(view);
        let refused = one.refused.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
        Self {
            file: one.file.clone(),
            tool: one.tool.clone(),
            in_force,
            dropped,
            refused,
            untold: one.untold,
        }
    }

    pub(super) fn write(&self, out: &mut Records) {
        let mut record = out.record("scip");
        record.text("file", &self.file).text("tool", &self.tool);
        record.field("in_force", self.in_force).field("dropped", self.dropped);
        record.count("untold", u64::from(self.untold));
        for (reason, count) in &self.refused {
            record.field(&format!("refused_{reason}"), count);
        }
    }
}
