//! Reads one file and says what it is now.

use crate::facts::cache::Read;
#[cfg(feature = "faults")]
use crate::link::faults::Fault;
use crate::link::fresh::Plain;
use crate::link::job::Job;
use crate::source::names::is_text;
use crate::types::exclusion::LeftOut;
use crate::types::file::{Known, Standing};
use crate::types::limits::{BINARY_HEAD, LARGEST_FILE, LARGEST_SCRIPT, LARGEST_TEXT};
use crate::types::listing::Listed;
use crate::types::state::Current;
use indexer_core::path::extension;
use indexer_core::{ContentId, ManifestFacts, Problem, ProblemKind};
use std::io;
use std::sync::Arc;

/// What reading one file gave.
pub(super) enum Outcome {
    Same,
    Code(Read),
    Manifest(Box<ManifestFacts>, Plain),
    Text(Plain),
    Out(Option<Problem>),
    Gone,
}

pub(super) struct Taken {
    pub(super) previous: Option<usize>,
    pub(super) known: Known,
    pub(super) outcome: Outcome,
}

impl Job<'_> {
    /// Reads one file and says what it is now.
    pub(super) fn take(
        &self,
        listed: &Listed,
        previous: Option<usize>,
        current: &Current,
        now: i64,
    ) -> Taken {
        let before = previous.map(|i| &current.known[i]);
        let mut known = Known {
            path: listed.path.clone(),
            stamp: listed.stamp,
            settled: listed.stamp.settled(now),
            content: ContentId::default(),
            standing: Standing::Out(LeftOut::UnknownLanguage),
        };
        let outcome = match self.source.size(listed) {
            Ok(size) => {
                known.stamp.size = size;
                self.outcome(before, current, &mut known, listed.content)
            }
            Err(error) => unreadable(&mut known, &error),
        };
        Taken { previous, known, outcome }
    }

    /// `content` is what the file holds where that is known before it is read.
    fn outcome(
        &self,
        before: Option<&Known>,
        current: &Current,
        known: &mut Known,
        content: Option<ContentId>,
    ) -> Outcome {
        let path = known.path.as_str();
        let manifest = indexer_parse::is_manifest(path);
        let mut language = indexer_parse::language_of(path, b"");
        let limit = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let sniffed = language.is_none() && !manifest;
        let text = sniffed && is_text(path);
        if sniffed && !text && (known.stamp.size > LARGEST_SCRIPT || !extension(path).is_empty()) {
            return Outcome::Out(None);
        }
        if known.stamp.size > limit.min(if text { LARGEST_TEXT } else { LARGEST_FILE }) {
            known.standing = Standing::Out(LeftOut::TooLarge);
            return Outcome::Out(None);
        }
        if let (Some(content), Some(language)) = (content, language)
            && !indexer_parse::is_told_by_content(path)
            && let Some((facts, words)) = self.shelf.both(content, language)
            // Else places are counted in the text.
            && facts.lines.is_ascii()
        {
            known.content = content;
            known.standing = Standing::Code(language.id.to_owned());
            return Outcome::Code(Read { facts, words, places: None, parsed: false });
        }
        let bytes = match self.source.read(path, content) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Outcome::Gone,
            Err(error) => return unreadable(known, &error),
        };
        known.content = ContentId::of(&bytes);
        let kept = !manifest || current.manifests.contains_key(path);
        if let Some(before) = before.filter(|before| before.content == known.content && kept) {
            known.standing = before.standing.clone();
            return Outcome::Same;
        }
        if manifest {
            known.standing = Standing::Manifest;
            let facts = indexer_parse::read_manifest(path, &crate::redact::redacted(&bytes).0);
            return Outcome::Manifest(Box::new(facts), self.plain(known.content, &bytes));
        }
        if bytes[..bytes.len().min(BINARY_HEAD)].contains(&0) {
            known.standing = Standing::Out(match sniffed && !text {
                true => LeftOut::UnknownLanguage,
                false => LeftOut::Binary,
            });
            return Outcome::Out(None);
        }
        language = indexer_parse::language_of(path, &bytes);
        let Some(language) = language else {
            if !text {
                return Outcome::Out(None);
            }
            known.standing = Standing::Text;
            return Outcome::Text(self.plain(known.content, &bytes));
        };
        known.standing = Standing::Code(language.id.to_owned());
        #[cfg(feature = "faults")]
        if self.fault == Some(Fault::StalePack)
            && let Some((facts, words)) = before.and_then(|before| self.shelf.both(before.content, language))
        {
            return Outcome::Code(Read { facts, words, places: None, parsed: false });
        }
        // What nobody waits for is not taken in.
        self.shelf.read(known.content, &bytes, language).map_or(Outcome::Gone, Outcome::Code)
    }

    /// What there is to know of a file that is no code.
    fn plain(&self, content: ContentId, bytes: &[u8]) -> Plain {
        let lines = indexer_core::LineTable::new(bytes).count();
        // A manifest may be of any size; what is large is data.
        let words = match bytes.len() as u64 > LARGEST_TEXT {
            true => Arc::default(),
            false => self.shelf.read_text(content, bytes),
        };
        Plain { bytes: bytes.len() as u32, lines, words }
    }
}

fn unreadable(known: &mut Known, error: &io::Error) -> Outcome {
    known.standing = Standing::Out(LeftOut::Unreadable);
    Outcome::Out(Some(Problem::whole(ProblemKind::Unreadable, error.to_string())))
}
