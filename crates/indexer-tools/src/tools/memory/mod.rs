//! The ledger: decisions, bugs, goals and plans.

pub mod get_briefing;
pub mod get_conflicts;
pub mod list_decisions;
pub mod open_bug;
pub mod plan;
pub mod record_decision;
pub mod set_goal;
pub mod update_bug;
