//! What a text holds of something that we put into files.

/// What a text holds of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nothing.
    Nothing,
    /// Just what would be put there.
    Same,
    /// What another version of this program put there; it may be replaced.
    Older,
    /// Something that somebody wrote or changed, and what: it is left alone unless told otherwise.
    Theirs(String),
}
