//! Stores the index of a revision, which the cache holds, for others.

use crate::block::{BLOCK, BlockRef, blocks_of, pack, pack_pieces};
use crate::error::RemoteError;
use crate::fetch::{check_key_of_store, nearest};
use crate::objects::AT_ONCE;
use crate::remote_head::{FileBlocks, RemoteFacts, RemoteHead, RemotePack};
use crate::store::SharedStore;
use futures_util::{StreamExt, TryStreamExt, stream};
use indexer_engine::{Published, Shard, Wanted};
use indexer_store::{Bytes, FactsKey, Head, StoreError, open_segment, pack as packs};
use object_store::path::Path as ObjectPath;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// An index with more packs than this is stored with new ones, all facts together.
const MOST_PACKS: usize = 32;
/// An object that is there already is put again where it is older than this: somebody may be about to remove it.
pub(crate) const TOUCHED_AFTER: Duration = Duration::from_secs(12 * 3600);

/// Facts of a revision in the cache: the packs, and the keys that are wanted of each.
pub(crate) struct RevisionFacts {
    folder: PathBuf,
    keys: Vec<FactsKey>,
}

/// The facts that the cache holds of a revision.
pub(crate) fn facts_of(
    made: &Wanted<'_>,
    is_of_revision: &dyn Fn(&FactsKey) -> bool,
) -> Result<RevisionFacts, RemoteError> {
    let folder = made.layout.facts();
    let mut keys = indexer_store::PackSet::open(&folder).keys();
    keys.retain(|key| is_of_revision(key));
    keys.sort_unstable();
    keys.dedup();
    Ok(RevisionFacts { folder, keys })
}

pub(crate) async fn publish(
    store: &SharedStore,
    made: &Wanted<'_>,
    facts: &RevisionFacts,
) -> Result<Published, RemoteError> {
    let Some(revision) = made.revisions.first() else {
        return Ok(Published { reason: Some("HEAD names no commit".to_owned()), ..Published::default() });
    };
    let near = nearest(store, made, &mut None).await?;
    let (base, is_there) = match near {
        Some((0, head)) => (Some(head), true),
        Some((_, head)) => (Some(head), false),
        None => {
            check_key_of_store(store).await?;
            (None, false)
        }
    };
    let damaged = store.damaged.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_whole =
        |head: &RemoteHead| head.blocks().all(|block| !damaged.contains(store.naming.block(block).as_ref()));
    if is_there && base.as_ref().is_some_and(is_whole) {
        return Ok(Published { was_there: true, ..Published::default() });
    }
    // What is built on something damaged is damaged too.
    let base = base.filter(is_whole);
    let layout = made.layout.revision(revision);
    let head = Head::read(&layout.head())?.ok_or(StoreError::Damaged("a head that is gone"))?;
    let mut segments = Vec::with_capacity(head.segments.len());
    for segment in &head.segments {
        let known = base.as_ref().and_then(|base| base.segment(segment.digest));
        segments.push(match known {
            Some(file) => file.clone(),
            None => {
                // One that came from another store may be here in part.
                if !open_segment(&layout, segment.digest)?.complete() {
                    return Err(StoreError::Damaged("a segment that is here in part").into());
                }
                let bytes = Bytes::map(&layout.segment(segment.digest)).map_err(StoreError::from)?;
                put_segment(store, made, &bytes).await?
            }
        });
    }
    let packs = put_facts(store, made, facts, base.as_ref()).await?;
    let path = store.naming.head(made.settings, revision);
    let bytes = store.naming.seal(&path, RemoteHead { head, segments, packs }.to_bytes()?)?;
    if damaged.contains(path.as_ref()) || is_there {
        store.objects.replace(&path, bytes).await?;
        return Ok(Published::default());
    }
    let is_new = store.objects.put_new(&path, bytes).await?;
    Ok(Published { was_there: !is_new, ..Published::default() })
}

/// Stores the facts of one part of the files.
pub(crate) async fn publish_facts(
    store: &SharedStore,
    made: &Wanted<'_>,
    shard: Shard,
    facts: &RevisionFacts,
) -> Result<Published, RemoteError> {
    let Some(revision) = made.revisions.first() else {
        return Ok(Published { reason: Some("HEAD names no commit".to_owned()), ..Published::default() });
    };
    check_key_of_store(store).await?;
    let packs = put_facts(store, made, facts, None).await?;
    let part = format!("{}-of-{}", shard.number, shard.of);
    let path = store.naming.parts(made.settings, revision).join(part);
    let bytes = store.naming.seal(&path, RemoteFacts { packs }.to_bytes()?)?;
    // A worker that is run again says the same, and knows it better where something was damaged.
    store.objects.replace(&path, bytes).await?;
    Ok(Published::default())
}

/// The packs of the state before, and one of what they do not hold.
async fn put_facts(
    store: &SharedStore,
    made: &Wanted<'_>,
    facts: &RevisionFacts,
    base: Option<&RemoteHead>,
) -> Result<Vec<RemotePack>, RemoteError> {
    let base = base.filter(|base| base.packs.len() < MOST_PACKS);
    let known = base.map_or_else(BTreeSet::new, RemoteHead::keys);
    let mut all = base.map_or_else(Vec::new, |base| base.packs.clone());
    let new: BTreeSet<&FactsKey> = facts.keys.iter().filter(|key| !known.contains(&key.hash())).collect();
    if new.is_empty() {
        return Ok(all);
    }
    // A folder of the cache, on whose disk there is room.
    let scratch = made.layout.root().join(format!("publish-{}", std::process::id()));
    let copied = packs::copy(&facts.folder, &scratch, |key| new.contains(key));
    let put = async {
        for path in copied? {
            let mut keys: Vec<u64> = packs::pack_keys(&path).iter().map(|(key, _)| key.hash()).collect();
            keys.sort_unstable();
            let bytes = Bytes::map(&path).map_err(StoreError::from)?;
            all.push(RemotePack { keys, file: put_file(store, made, &bytes).await? });
        }
        Ok(all)
    };
    let put = put.await;
    let _ = indexer_store::change::remove_folder(&scratch);
    put
}

/// Puts the bytes of a facts pack.
async fn put_file(store: &SharedStore, made: &Wanted<'_>, bytes: &[u8]) -> Result<FileBlocks, RemoteError> {
    let put = bytes.chunks(BLOCK).map(|plain| put_block(store, made, || pack(plain)));
    let blocks = stream::iter(put).buffered(AT_ONCE).try_collect().await?;
    Ok(FileBlocks { blocks })
}

/// Puts the bytes of a segment.
async fn put_segment(
    store: &SharedStore,
    made: &Wanted<'_>,
    bytes: &[u8],
) -> Result<FileBlocks, RemoteError> {
    let blocks = blocks_of(bytes.len() as u64);
    let put = blocks.map(|pieces| put_block(store, made, || pack_pieces(bytes, pieces)));
    let blocks = stream::iter(put).buffered(AT_ONCE).try_collect().await?;
    Ok(FileBlocks { blocks })
}

async fn put_block(
    store: &SharedStore,
    made: &Wanted<'_>,
    packed: impl FnOnce() -> Result<(BlockRef, Vec<u8>), RemoteError>,
) -> Result<BlockRef, RemoteError> {
    if made.cancel.load(Ordering::Relaxed) {
        return Err(RemoteError::Cancelled);
    }
    let (block, stored) = packed()?;
    let path = store.naming.block(&block);
    let stored = store.naming.seal(&path, stored)?;
    let was_damaged = store.damaged.lock().unwrap_or_else(PoisonError::into_inner).remove(path.as_ref());
    let is_bad = was_damaged
        || (!store.objects.put_new(&path, stored.clone()).await? && !is_good(store, &path, &block).await?);
    if is_bad {
        store.objects.replace(&path, stored).await?;
    }
    Ok(block)
}

/// True where an object that is there has the length of this block, and is not about to be removed.
async fn is_good(store: &SharedStore, path: &ObjectPath, block: &BlockRef) -> Result<bool, RemoteError> {
    let Some(found) = store.objects.meta(path).await? else { return Ok(false) };
    let age = std::time::SystemTime::now().duration_since(found.last_modified.into()).unwrap_or_default();
    let length = store.naming.stored_length(u64::from(block.stored));
    Ok(found.size == length && age < TOUCHED_AFTER)
}
