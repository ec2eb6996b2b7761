//! Brings the index of a revision from the store into the cache.

use crate::LAYOUT;
use crate::block::BlockRef;
use crate::error::RemoteError;
use crate::naming::Naming;
use crate::objects::{AT_ONCE, FIRST};
use crate::pieces::{fetch_pieces, whole_block};
use crate::remote_head::{FileBlocks, MOST, RemoteFacts, RemoteHead};
use crate::store::SharedStore;
use futures_util::{StreamExt, TryStreamExt, stream};
use indexer_engine::{Fetched, RemoteState, Shard, Wanted};
use indexer_store::{
    Digest, StoreError, begin_segment, open_segment, opening_pieces, publish_segment, replace_file,
};
use object_store::path::Path;
use std::sync::atomic::Ordering;

/// Packs are fetched with an ancestor's index where they have at most so many bytes: above that, parsing what the
/// difference needs is likely faster.
const MOST_FACTS: u64 = 256 << 20;

/// A segment of at most so many bytes comes whole: its pieces would take as long, one after the other.
const MOST_WHOLE: u64 = 1 << 20;

pub(crate) async fn fetch(store: &SharedStore, wanted: &Wanted<'_>) -> Result<Fetched, RemoteError> {
    let mut reason = None;
    let Some((behind, head)) = nearest(store, wanted, &mut reason).await? else {
        if let Some(reason) = reason {
            return Ok(Fetched { state: RemoteState::Failed, reason: Some(reason), ..Fetched::default() });
        }
        let reason = others(store, wanted).await?;
        let taken = take_parts(store, wanted).await?;
        if taken > 0 {
            return Ok(Fetched { state: RemoteState::FactsTaken, ..Fetched::default() });
        }
        return Ok(Fetched { state: RemoteState::Absent, reason: Some(reason), ..Fetched::default() });
    };
    for (segment, file) in head.head.segments.iter().zip(&head.segments) {
        take_segment(store, wanted, segment.digest, file).await?;
    }
    let facts: u64 = head.packs.iter().map(|pack| pack.file.plain()).sum();
    if behind > 0 && facts <= MOST_FACTS {
        for pack in &head.packs {
            // Facts that do not come are made here.
            if let Err(error) = take_pack(store, wanted, &pack.file).await {
                store.note(&error);
                reason = Some(error.to_string());
                break;
            }
        }
    }
    // Last, so that no head names what is not there.
    head.head.publish(&wanted.layout.revision(&wanted.revisions[behind]).head(), false)?;
    let state = if behind == 0 { RemoteState::Taken } else { RemoteState::TakenFromAncestor };
    Ok(Fetched { state, behind, reason, ..Fetched::default() })
}

/// The head of the first of the revisions that has a good one, and its place among them.
pub(crate) async fn nearest(
    store: &SharedStore,
    wanted: &Wanted<'_>,
    reason: &mut Option<String>,
) -> Result<Option<(usize, RemoteHead)>, RemoteError> {
    let Some((first, ancestors)) = wanted.revisions.split_first() else { return Ok(None) };
    let mut good = |read: Result<Option<RemoteHead>, RemoteError>| match read {
        Ok(head) => Ok(head),
        Err(error @ RemoteError::Damaged { .. }) => {
            store.note(&error);
            reason.get_or_insert(error.to_string());
            Ok(None)
        }
        Err(error) => Err(error),
    };
    if let Some(head) = good(read(store, wanted.settings, first).await)? {
        return Ok(Some((0, head)));
    }
    let asked = ancestors.iter().map(|revision| read(store, wanted.settings, revision));
    let mut answers = stream::iter(asked).buffered(AT_ONCE * 2);
    let mut place = 0;
    while let Some(answer) = answers.next().await {
        place += 1;
        if let Some(head) = good(answer)? {
            return Ok(Some((place, head)));
        }
    }
    Ok(None)
}

async fn read(store: &SharedStore, settings: u64, revision: &str) -> Result<Option<RemoteHead>, RemoteError> {
    let path = store.naming.head(settings, revision);
    let length = store.naming.stored_length(MOST);
    let Some(object) = store.objects.get_within(&path, length, FIRST).await? else { return Ok(None) };
    let bytes = store.naming.open(&path, object)?;
    RemoteHead::from_bytes(&bytes, &path, |found| found == settings).map(Some)
}

/// Why there is nothing: of this program, or at all. Where the server cannot list, only that there is none. An error
/// where what there is cannot be read without another key.
async fn others(store: &SharedStore, wanted: &Wanted<'_>) -> Result<String, RemoteError> {
    let own = store.naming.heads(wanted.settings);
    let folders = store.objects.folders(&Path::from_iter([LAYOUT, "heads"])).await.unwrap_or_default();
    if !folders.is_empty() && !folders.contains(&own) {
        check_key(store, &folders)?;
        if store.naming.is_encrypted() && !folders.iter().any(Naming::is_encrypted_name) {
            return Ok("the store holds indexes that are not encrypted only, and a key is given".to_owned());
        }
        return Ok(
            "the store holds indexes of other versions of the program or with other settings only".to_owned()
        );
    }
    let commits = wanted.revisions.len();
    Ok(format!("the store holds no index of HEAD, nor of one of the {commits} newest states before it"))
}

/// An error where some of these folders of heads are encrypted, and none with the key that was given.
fn check_key(store: &SharedStore, folders: &[Path]) -> Result<(), RemoteError> {
    let mut encrypted = folders.iter().filter(|folder| Naming::is_encrypted_name(folder)).peekable();
    if encrypted.peek().is_none() || encrypted.any(|folder| !store.naming.is_of_other_key(folder)) {
        return Ok(());
    }
    Err(if store.naming.is_encrypted() { RemoteError::OtherKey } else { RemoteError::Encrypted })
}

/// An error where the store holds indexes, and none that was written with the key that was given, or without one: so that
/// who forgets the key writes nothing there that others can read. One request; a server that cannot list is not asked.
pub(crate) async fn check_key_of_store(store: &SharedStore) -> Result<(), RemoteError> {
    let folders = store.objects.folders(&Path::from_iter([LAYOUT, "heads"])).await.unwrap_or_default();
    check_key(store, &folders)
}

async fn take_segment(
    store: &SharedStore,
    wanted: &Wanted<'_>,
    digest: Digest,
    file: &FileBlocks,
) -> Result<(), RemoteError> {
    let path = wanted.layout.segment(digest);
    let is_whole = path.metadata().is_ok_and(|found| found.len() == file.plain());
    if is_whole || open_segment(wanted.layout, digest).is_ok_and(|found| found.is_partial()) {
        return Ok(());
    }
    if file.plain() > MOST_WHOLE && file.is_in_pieces() {
        return begin(store, wanted, digest, file).await;
    }
    let bytes = whole(store, wanted, file).await?;
    // Only under the name that its bytes have: another one's place is never taken.
    match Digest::of(&bytes) == digest {
        true => Ok(publish_segment(wanted.layout, &bytes).map(drop)?),
        false => Err(StoreError::Damaged("a segment under the name of another").into()),
    }
}

/// Takes of a segment what it is opened with; the rest comes when it is read.
async fn begin(
    store: &SharedStore,
    wanted: &Wanted<'_>,
    digest: Digest,
    file: &FileBlocks,
) -> Result<(), RemoteError> {
    let length = file.plain();
    let parts = opening_pieces(length).into_iter().filter(|pieces| !pieces.is_empty());
    let mut came = stream::iter(parts.map(|pieces| fetch_pieces(store, file, pieces))).buffered(AT_ONCE);
    let mut parts = Vec::new();
    let late = |_| RemoteError::Slow { seconds: FIRST.as_secs() };
    while let Some(part) = tokio::time::timeout(FIRST, came.try_next()).await.map_err(late)?? {
        parts.push(part);
    }
    Ok(begin_segment(wanted.layout, digest, length, &file.to_table(), &parts)?)
}

async fn take_pack(store: &SharedStore, wanted: &Wanted<'_>, file: &FileBlocks) -> Result<(), RemoteError> {
    let Some(first) = file.blocks.first() else { return Ok(()) };
    // The name says which pack it is, and not what is in it: that is checked entry by entry.
    let name: String = first.hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let path = wanted.layout.facts().join(format!("{name}.pack"));
    if path.metadata().is_ok_and(|found| found.len() == file.plain()) {
        return Ok(());
    }
    Ok(replace_file(&path, &whole(store, wanted, file).await?, false)?)
}

/// Takes the facts that were stored by parts; gives how many parts there were. A part that is damaged is left out, and
/// parsed here.
async fn take_parts(store: &SharedStore, wanted: &Wanted<'_>) -> Result<usize, RemoteError> {
    let Some(revision) = wanted.revisions.first() else { return Ok(0) };
    // A server that cannot list has no parts.
    let parts = store.naming.parts(wanted.settings, revision);
    let parts = store.objects.list(&parts).await.unwrap_or_default();
    let mut taken = 0;
    for part in parts.iter().take(Shard::MOST as usize) {
        let length = store.naming.stored_length(MOST);
        let Some(object) = store.objects.get(&part.location, length).await? else { continue };
        let opened = store.naming.open(&part.location, object);
        match opened.and_then(|bytes| RemoteFacts::from_bytes(&bytes, &part.location)) {
            Ok(facts) => {
                for pack in &facts.packs {
                    take_pack(store, wanted, &pack.file).await?;
                }
                taken += 1;
            }
            Err(error) => store.note(&error),
        }
    }
    Ok(taken)
}

/// The bytes of a file whose blocks are these.
async fn whole(store: &SharedStore, wanted: &Wanted<'_>, file: &FileBlocks) -> Result<Vec<u8>, RemoteError> {
    let mut blocks = stream::iter(file.blocks.iter().map(|one| block(store, wanted, one))).buffered(AT_ONCE);
    // Grows with what came: what a head announces is not believed.
    let mut bytes = Vec::new();
    while let Some(block) = blocks.try_next().await? {
        bytes.extend_from_slice(&block);
    }
    Ok(bytes)
}

async fn block(store: &SharedStore, wanted: &Wanted<'_>, block: &BlockRef) -> Result<Vec<u8>, RemoteError> {
    if wanted.cancel.load(Ordering::Relaxed) {
        return Err(RemoteError::Cancelled);
    }
    whole_block(store, block).await
}
