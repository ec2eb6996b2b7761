//! How much a client wants to hear.

/// How much a client wants to hear, as in RFC 5424.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For who looks into the server.
    Debug,
    /// What happens.
    Info,
    /// What happens and matters.
    Notice,
    /// What may become wrong.
    Warning,
    /// What is wrong.
    Error,
    /// What is badly wrong.
    Critical,
    /// What must be mended at once.
    Alert,
    /// Nothing works.
    Emergency,
}

impl Level {
    const ALL: [(Self, &'static str); 8] = [
        (Self::Debug, "debug"),
        (Self::Info, "info"),
        (Self::Notice, "notice"),
        (Self::Warning, "warning"),
        (Self::Error, "error"),
        (Self::Critical, "critical"),
        (Self::Alert, "alert"),
        (Self::Emergency, "emergency"),
    ];

    /// The level of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == word).map(|(level, _)| level)
    }

    /// Its word.
    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(level, _)| *level == self).map_or("", |(_, name)| name)
    }
}
