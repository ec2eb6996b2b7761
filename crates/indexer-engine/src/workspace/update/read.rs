//! Reads one file and says what it is now.

#[cfg(feature = "faults")]
use crate::facts::cache::ReadFile;
use crate::facts::guard::guarded;
#[cfg(feature = "faults")]
use crate::link::faults::Fault;
use crate::link::fresh_files::{FreshCode, TextFile, packed};
use crate::link::job::RefreshJob;
use crate::source::names::largest_text;
use crate::types::exclusion::LeftOut;
use crate::types::file::{FileState, FileStatus};
use crate::types::limits::{BINARY_HEAD, LARGEST_FILE, LARGEST_SCRIPT, LARGEST_TEXT, LARGEST_UNLISTED};
use crate::types::listing::DirEntry;
use crate::types::state::Current;
#[cfg(feature = "faults")]
use indexer_core::FileWords;
use indexer_core::path::extension;
use indexer_core::{ContentId, ManifestFacts, Problem, ProblemKind};
use indexer_store::{PackedWords, Spill};
use std::io;

/// What reading one file gave.
pub(super) enum FileOutcome {
    Same,
    /// Code, and what it declares as a manifest where it is one too.
    Code(Box<FreshCode>, Option<Box<ManifestFacts>>),
    Manifest(Box<ManifestFacts>, TextFile),
    Text(TextFile),
    Out(Option<Problem>),
    Gone,
}

pub(super) struct ReadOutcome {
    pub(super) previous: Option<usize>,
    pub(super) known: FileState,
    pub(super) outcome: FileOutcome,
}

impl RefreshJob<'_> {
    /// Reads one file and says what it is now.
    pub(super) fn take(
        &self,
        listed: &DirEntry,
        previous: Option<usize>,
        (current, spill): (&Current, &Spill),
        now: i64,
    ) -> ReadOutcome {
        let before = previous.map(|i| &current.files[i]);
        let mut known = FileState {
            path: listed.path.clone(),
            stamp: listed.stamp,
            settled: listed.stamp.settled(now),
            content: ContentId::default(),
            status: FileStatus::Out(LeftOut::UnknownLanguage),
        };
        let outcome = match self.source.size(listed) {
            Ok(size) => {
                known.stamp.size = size;
                let mut read = || self.outcome(before, (current, spill), &mut known, listed.content);
                guarded(&mut read).unwrap_or_else(|problem| {
                    // Of no content, so that it is read again once it is touched.
                    known.content = ContentId::default();
                    known.status = FileStatus::Out(LeftOut::Unreadable);
                    FileOutcome::Out(Some(problem))
                })
            }
            Err(error) => unreadable(&mut known, &error),
        };
        ReadOutcome { previous, known, outcome }
    }

    /// `content` is what the file holds where that is known before it is read.
    fn outcome(
        &self,
        before: Option<&FileState>,
        (current, spill): (&Current, &Spill),
        known: &mut FileState,
        content: Option<ContentId>,
    ) -> FileOutcome {
        let path = known.path.as_str();
        let manifest = indexer_parse::is_manifest(path);
        let mut language = indexer_parse::language_of(path, b"");
        let limit = self.options.max_file_size_kb.map_or(LARGEST_FILE, |kb| kb.saturating_mul(1024));
        let sniffed = language.is_none() && !manifest;
        let largest_text = largest_text(path).filter(|_| sniffed);
        // What nobody listed is text where it is small, and a script where its first line says so.
        let text = largest_text.is_some_and(|most| known.stamp.size <= most || most > LARGEST_UNLISTED);
        if sniffed && !text && (known.stamp.size > LARGEST_SCRIPT || !extension(path).is_empty()) {
            return FileOutcome::Out(None);
        }
        if known.stamp.size > limit.min(if text { LARGEST_TEXT } else { LARGEST_FILE }) {
            known.status = FileStatus::Out(LeftOut::TooLarge);
            return FileOutcome::Out(None);
        }
        let bytes = match self.source.read(path, content) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return FileOutcome::Gone,
            Err(error) => return unreadable(known, &error),
        };
        known.content = ContentId::of(&bytes);
        #[cfg(feature = "faults")]
        assert!(!bytes.starts_with(crate::link::faults::PANIC), "seeded");
        let kept = !manifest || current.manifests.contains_key(path);
        if let Some(before) = before.filter(|before| before.content == known.content && kept) {
            known.status = before.status.clone();
            return FileOutcome::Same;
        }
        let is_binary = bytes[..bytes.len().min(BINARY_HEAD)].contains(&0);
        let declared = manifest.then(|| {
            // What is too large is not looked at, for secrets either.
            Box::new(match indexer_parse::is_too_large_manifest(path, bytes.len()) {
                true => indexer_parse::read_manifest(path, &bytes),
                false => indexer_parse::read_manifest(path, &crate::redact::redacted(&bytes).0),
            })
        });
        let is_code_too = indexer_parse::is_code_too(path) && language.is_some() && !is_binary;
        let declared = match declared {
            Some(facts) if !is_code_too => {
                known.status = FileStatus::Manifest;
                return FileOutcome::Manifest(facts, plain(&bytes, spill));
            }
            declared => declared,
        };
        if is_binary {
            known.status = FileStatus::Out(match sniffed && !text {
                true => LeftOut::UnknownLanguage,
                false => LeftOut::Binary,
            });
            return FileOutcome::Out(None);
        }
        language = indexer_parse::language_of(path, &bytes);
        let Some(language) = language else {
            if !text {
                return FileOutcome::Out(None);
            }
            known.status = FileStatus::Text;
            return FileOutcome::Text(plain(&bytes, spill));
        };
        known.status = FileStatus::Code(language.id.to_owned());
        #[cfg(feature = "faults")]
        if self.fault == Some(Fault::StalePack)
            && let Some(facts) = before.and_then(|before| self.facts_cache.get(before.content, language))
        {
            let (words, places) = (FileWords::default(), None);
            let stale = ReadFile { facts, words, places, parsed: false, held: true };
            return FileOutcome::Code(Box::new(FreshCode::new(stale, spill)), declared);
        }
        // What nobody waits for is not taken in.
        let read = self.facts_cache.read(known.content, &bytes, language);
        read.map_or(FileOutcome::Gone, |read| {
            FileOutcome::Code(Box::new(FreshCode::new(read, spill)), declared)
        })
    }
}

/// What there is to know of a file that is no code.
fn plain(bytes: &[u8], spill: &Spill) -> TextFile {
    let lines = indexer_core::LineTable::new(bytes).count();
    // A manifest may be of any size; what is large is data.
    let words = match bytes.len() as u64 > LARGEST_TEXT {
        true => PackedWords::default(),
        false => packed(&crate::facts::words::of_text(&crate::redact::redacted(bytes).0), spill),
    };
    TextFile { bytes: bytes.len() as u32, lines, words }
}

fn unreadable(known: &mut FileState, error: &io::Error) -> FileOutcome {
    known.status = FileStatus::Out(LeftOut::Unreadable);
    FileOutcome::Out(Some(Problem::whole(ProblemKind::Unreadable, error.to_string())))
}
