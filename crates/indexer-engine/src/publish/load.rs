//! Loads the stored view of a root.

use super::fingerprints::place_of;
use crate::publish::fingerprints::Fingerprints;
use crate::types::file::{FileState, FileStatus};
use crate::types::stamp::Stamp;
use crate::types::state::Current;
use indexer_store::{Digest, Head, HeadSegment, Layout, TEXT, View, ViewSegment, open_segment};
use std::fs;
use std::io;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What is stored of a root.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    /// The view; `None` where there is none that this program and these settings can use, and
    /// everything is built.
    pub(crate) current: Option<Current>,
    /// Hash of the head, whatever is in it.
    pub(crate) based: Option<u64>,
    /// What was found damaged.
    pub(crate) damage: Vec<String>,
    /// Segments whose files are not what their names say.
    pub(crate) condemned: Vec<Digest>,
}

/// Loads the stored view of a root.
pub(crate) fn load_view(layout: &Layout, settings: u64) -> Loaded {
    let mut loaded = Loaded::default();
    // A merge may take a segment away between the head and the opening: then there is a new head.
    for _ in 0..3 {
        loaded = Loaded::default();
        if try_load(layout, settings, &mut loaded) {
            break;
        }
    }
    loaded
}

/// False where another try is worth while.
fn try_load(layout: &Layout, settings: u64, loaded: &mut Loaded) -> bool {
    let bytes = match fs::read(layout.head()) {
        Ok(bytes) => bytes,
        // Nothing was ever stored where a file stands in the place of a folder: storing says that.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return true;
        }
        Err(error) => {
            loaded.damage.push(format!("the head cannot be read: {error}"));
            return true;
        }
    };
    let based = xxh3_64(&bytes);
    loaded.based = Some(based);
    let head = match Head::from_bytes(&bytes) {
        Ok(head) => head,
        Err(error) => {
            loaded.damage.push(format!("the head: {error}"));
            return true;
        }
    };
    if head.info.settings != settings || head.segments.is_empty() {
        return true;
    }
    let mut segments = Vec::with_capacity(head.segments.len());
    for HeadSegment { digest, live } in head.segments {
        match open_segment(layout, digest) {
            Ok(segment) => segments.push(ViewSegment { segment: Arc::new(segment), live }),
            Err(error) => {
                loaded.damage.push(format!("segment {digest}: {error}"));
                if !error.is_damage() {
                    return false;
                }
                loaded.condemned.push(digest);
            }
        }
    }
    if !loaded.damage.is_empty() {
        return true;
    }
    let view = View::new(head.info, segments);
    let kept = match Fingerprints::read(&layout.fingerprints()) {
        Ok(Some(kept)) if kept.place != place_of(layout) => {
            loaded.damage.push("the fingerprints: those of another worktree or revision".to_owned());
            None
        }
        Ok(kept) => kept.filter(|kept| kept.head == based),
        Err(reason) => {
            loaded.damage.push(format!("the fingerprints: {reason}"));
            None
        }
    };
    let touched = kept.is_none();
    let kept = kept.unwrap_or_else(|| {
        // Everything is read again and found equal. Which manifests stood above the root is lost with the list, so that
        // below a repository everything is linked again too.
        Fingerprints { files: known_of(&view), ..Fingerprints::default() }
    });
    loaded.current = Some(Current {
        view,
        files: kept.files,
        manifests: kept.manifests,
        dirs: kept.dirs,
        packages: kept.packages,
        damage: kept.damage,
        touched,
        is_listing_lost: touched,
        based: Some(based),
        ..Current::default()
    });
    true
}

pub(crate) fn known_of(view: &View) -> Vec<FileState> {
    let known = view.files().map(|file| FileState {
        path: file.path().to_owned(),
        stamp: Stamp::default(),
        settled: false,
        content: file.content(),
        status: match file.language() {
            "" => FileStatus::Manifest,
            TEXT => FileStatus::Text,
            language => FileStatus::Code(language.to_owned()),
        },
    });
    known.collect()
}
