//! The revisions of the protocol, and in what they differ.

/// A published revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// The first.
    V2024_11_05,
    /// Streamable HTTP, batches, annotations.
    V2025_03_26,
    /// Structured content; no batches any more.
    V2025_06_18,
    /// The last with a handshake.
    V2025_11_25,
    /// No handshake and no sessions: each request says for itself who asks.
    V2026_07_28,
}

impl Revision {
    /// Every revision that is spoken, newest first.
    pub const ALL: [Self; 5] =
        [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18, Self::V2025_03_26, Self::V2024_11_05];

    /// The newest revision that begins with a handshake: what is offered to a client that asks in
    /// its handshake for one that nobody knows, and what is spoken before any handshake.
    pub const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// What a client means that names none in its handshake.
    pub const OLDEST: Self = Self::V2024_11_05;

    /// As it is written on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// The names of all, newest first.
    pub fn names() -> Vec<&'static str> {
        Self::ALL.into_iter().map(Self::as_str).collect()
    }

    /// True where requests stand alone: no handshake, no sessions, no stream of the server's own.
    pub fn is_stateless(self) -> bool {
        self >= Self::V2026_07_28
    }

    /// True where several messages may stand in one array.
    pub fn has_batches(self) -> bool {
        self == Self::V2025_03_26
    }

    /// True where arguments that a tool cannot take are an answer of the tool, which a model reads,
    /// and no error of the protocol.
    pub fn answers_bad_arguments(self) -> bool {
        self >= Self::V2025_11_25
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for revision in Revision::ALL {
            assert_eq!(Revision::of(revision.as_str()), Some(revision));
        }
        assert_eq!(Revision::of("1999-01-01"), None);
        assert!(Revision::ALL.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(Revision::NEWEST_WITH_HANDSHAKE < Revision::V2026_07_28);
    }
}
