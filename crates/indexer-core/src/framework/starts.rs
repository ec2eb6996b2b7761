//! Members that run a task which is not called itself.

/// What a member runs of what it is a member of: `send.delay(1)`, `SendJob.perform_later(1)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartRule {
    /// Decorators of the functions that are run.
    pub decorated: Vec<String>,
    /// Types whose subtypes run a member of theirs.
    pub extends: Vec<String>,
    /// That member.
    pub runs: String,
}
