//! Removes from a store what nobody will ask for.

use crate::LAYOUT;
use crate::error::RemoteError;
use crate::naming::Naming;
use crate::objects::Objects;
use crate::remote_head::{MOST, RemoteFacts, RemoteHead};
use object_store::ObjectMeta;
use object_store::path::Path;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime};

/// Blocks that no head names stay so long: a writer may be about to put the head.
const GRACE: Duration = Duration::from_secs(24 * 3600);

/// Layouts of stores that older programs wrote.
const OLD_LAYOUTS: [&str; 1] = ["v1"];

/// What was removed from a store, or would be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// Heads that stay.
    pub kept_heads: u64,
    /// Blocks that stay.
    pub kept_blocks: u64,
    /// Heads that go.
    pub heads: u64,
    /// Blocks that go.
    pub blocks: u64,
    /// Bytes of both.
    pub bytes: u64,
}

pub(crate) async fn collect(
    (objects, own): (&Objects, &Naming),
    older_than: Duration,
    keep: usize,
    dry_run: bool,
) -> Result<Collected, RemoteError> {
    let plain = Naming::default();
    // What nobody encrypted is read as it is, whether or not a key is given.
    let naming = |path: &Path| if Naming::is_encrypted_name(path) { own } else { &plain };
    let now = SystemTime::now();
    let age = |object: &ObjectMeta| now.duration_since(object.last_modified.into()).unwrap_or_default();
    // Blocks first: one that is put from here on is not in the list, and so stays.
    let blocks = objects.list(&Path::from_iter([LAYOUT, "blocks"])).await?;
    let mut heads: BTreeMap<String, Vec<ObjectMeta>> = BTreeMap::new();
    for head in objects.list(&Path::from_iter([LAYOUT, "heads"])).await? {
        readable(own, &head.location)?;
        let folder = head.location.as_ref().rsplit_once('/').map_or("", |(folder, _)| folder);
        heads.entry(folder.to_owned()).or_default().push(head);
    }
    let parts = objects.list(&Path::from_iter([LAYOUT, "facts"])).await?;
    parts.iter().try_for_each(|part| readable(own, &part.location))?;
    let mut done = Collected::default();
    let mut named: BTreeSet<Path> = BTreeSet::new();
    for (folder, mut of_one) in heads {
        of_one.sort_by_key(|head| age(head));
        for (place, head) in of_one.iter().enumerate() {
            if place >= keep && age(head) > older_than {
                done.heads += 1;
                done.bytes += head.size;
                if !dry_run {
                    objects.delete(&head.location).await?;
                }
                continue;
            }
            done.kept_heads += 1;
            let naming = naming(&head.location);
            let length = naming.stored_length(MOST);
            let Some(object) = objects.get(&head.location, length).await? else { continue };
            let bytes = naming.open(&head.location, object)?;
            let is_here = |settings| naming.heads(settings).as_ref() == folder;
            // Another version's heads name blocks that this program cannot tell: nothing may go.
            let head = RemoteHead::from_bytes(&bytes, &head.location, is_here)?;
            named.extend(head.blocks().map(|block| naming.block(block)));
        }
    }
    for part in parts {
        if age(&part) > older_than {
            done.bytes += part.size;
            if !dry_run {
                objects.delete(&part.location).await?;
            }
            continue;
        }
        let naming = naming(&part.location);
        let length = naming.stored_length(MOST);
        let Some(object) = objects.get(&part.location, length).await? else { continue };
        let bytes = naming.open(&part.location, object)?;
        let facts = RemoteFacts::from_bytes(&bytes, &part.location)?;
        named.extend(facts.blocks().map(|block| naming.block(block)));
    }
    for block in blocks {
        if named.contains(&block.location) || age(&block) < GRACE {
            done.kept_blocks += 1;
            continue;
        }
        done.blocks += 1;
        done.bytes += block.size;
        if !dry_run {
            objects.delete(&block.location).await?;
        }
    }
    collect_old(objects, older_than, dry_run, &mut done).await?;
    Ok(done)
}

/// An error for what is encrypted with a key that was not given: nobody can tell which blocks it names.
fn readable(own: &Naming, path: &Path) -> Result<(), RemoteError> {
    match own.is_of_other_key(path) {
        false => Ok(()),
        true if own.is_encrypted() => Err(RemoteError::OtherKey),
        true => Err(RemoteError::Encrypted),
    }
}

/// Removes all that older programs stored, once none of it is younger than `older_than`: then nobody writes such any
/// more. Blocks of it may be older than the heads that name them, so that none goes alone.
async fn collect_old(
    objects: &Objects,
    older_than: Duration,
    dry_run: bool,
    done: &mut Collected,
) -> Result<(), RemoteError> {
    let now = SystemTime::now();
    for layout in OLD_LAYOUTS {
        let all = objects.list(&Path::from_iter([layout])).await?;
        let age = |object: &ObjectMeta| now.duration_since(object.last_modified.into()).unwrap_or_default();
        if all.iter().any(|object| age(object) <= older_than) {
            continue;
        }
        for object in all {
            let is_head = object.location.as_ref().contains("/heads/");
            *(if is_head { &mut done.heads } else { &mut done.blocks }) += 1;
            done.bytes += object.size;
            if !dry_run {
                objects.delete(&object.location).await?;
            }
        }
    }
    Ok(())
}
