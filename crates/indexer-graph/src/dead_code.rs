//! Which symbols nobody uses, judged by what is known of each.

indexer_core::worded! {
    /// How sure it is that nobody uses a symbol; the surest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Certainty {
        /// Nobody outside can name it, and inside every place that bears its name leads elsewhere.
        Proven = "proven",
        /// Nothing is proved to use it, and something may.
        Possible = "possible",
        /// Nothing in the repository uses it, and somebody outside, a framework or a runtime may.
        Unknown = "unknown",
    }
}

/// Uses of a symbol, or of its name, that stand outside of the symbol itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// None at all.
    None,
    /// Some that may mean it.
    Possible,
    /// Some that do not: of its name, all lead elsewhere.
    Elsewhere,
    /// At least one that does.
    Proved,
}

/// What is known of a symbol, each asked at most once and only where it decides.
pub trait Evidence {
    /// How it is used by what leads to it, and to its parts where uses of those count for it.
    fn uses(&mut self) -> Uses;

    /// Why somebody may use it without a reference in the repository; `None` where nobody may.
    fn outside(&mut self) -> Option<&'static str>;

    /// How the places that bear its name use it; never [`Uses::Proved`].
    fn named(&mut self) -> Uses;
}

/// That a symbol is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How sure that is.
    pub certainty: Certainty,
    /// Why it is not surer; "" where it is proven.
    pub because: &'static str,
}

/// Whether a symbol is dead; `None` where something is proved to use it.
pub fn verdict(evidence: &mut impl Evidence) -> Option<Verdict> {
    let dead = |certainty, because| Some(Verdict { certainty, because });
    let uses = evidence.uses();
    if uses == Uses::Proved {
        return None;
    }
    // Who overrides, is decorated or public is called by others whatever the repository says.
    if let Some(because) = evidence.outside() {
        return dead(Certainty::Unknown, because);
    }
    // A use that may mean it bears its name, or another one that it is imported under.
    let named = if uses == Uses::Possible { uses } else { evidence.named() };
    match named {
        Uses::Possible | Uses::Proved => dead(Certainty::Possible, "a use is possible"),
        // Under another condition the same name may lead here.
        Uses::Elsewhere => dead(Certainty::Unknown, "another of that name is used"),
        Uses::None => dead(Certainty::Proven, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known(Uses, Option<&'static str>, Option<Uses>);

    impl Evidence for Known {
        fn uses(&mut self) -> Uses {
            self.0
        }

        fn outside(&mut self) -> Option<&'static str> {
            self.1
        }

        fn named(&mut self) -> Uses {
            self.2.take().expect("asked once, where it decides")
        }
    }

    #[test]
    fn the_strongest_reason_decides() {
        let of = |uses, outside, named| {
            verdict(&mut Known(uses, outside, named)).map(|verdict| (verdict.certainty, verdict.because))
        };
        assert_eq!(of(Uses::Proved, Some("it is public"), None), None);
        assert_eq!(
            of(Uses::Possible, Some("it is public"), None),
            Some((Certainty::Unknown, "it is public"))
        );
        let possible = Some((Certainty::Possible, "a use is possible"));
        assert_eq!(of(Uses::Possible, None, None), possible);
        assert_eq!(of(Uses::None, None, Some(Uses::Possible)), possible);
        let other = Some((Certainty::Unknown, "another of that name is used"));
        assert_eq!(of(Uses::None, None, Some(Uses::Elsewhere)), other);
        assert_eq!(of(Uses::None, None, Some(Uses::None)), Some((Certainty::Proven, "")));
    }
}
