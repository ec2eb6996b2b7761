//! Requests to a store, bounded in time and size, and counted.

use crate::error::RemoteError;
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path;
use object_store::{
    Error, GetOptions, GetRange, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutPayload,
};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long a connection may take.
pub(crate) const CONNECT: Duration = Duration::from_secs(5);
/// How long one attempt at a request may take, its body included: a block comes with 280 KB/s or not at all.
pub(crate) const REQUEST: Duration = Duration::from_secs(30);
/// How long a request may take with all its attempts.
pub(crate) const ALL_ATTEMPTS: Duration = Duration::from_secs(60);
/// How long the first question may take, and each that a question waits for: a store that does not answer must not hold up
/// local work.
pub(crate) const FIRST: Duration = Duration::from_secs(10);
/// Requests that are under way at once.
pub(crate) const AT_ONCE: usize = 8;

/// How often an object is put at most, where it is not known whether it came.
const PUTS: usize = 3;

/// The objects of a store.
#[derive(Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    pub(crate) requests: AtomicU64,
    pub(crate) read: AtomicU64,
    pub(crate) put: AtomicU64,
    pub(crate) written: AtomicU64,
}

impl Objects {
    pub(crate) fn new(store: Arc<dyn ObjectStore>) -> Self {
        let zero = AtomicU64::default;
        Self { store, requests: zero(), read: zero(), put: zero(), written: zero() }
    }

    async fn within<T>(
        &self,
        patience: Duration,
        request: impl Future<Output = Result<T, Error>>,
    ) -> Result<Option<T>, RemoteError> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        match tokio::time::timeout(patience, request).await {
            Err(_) => Err(RemoteError::Slow { seconds: patience.as_secs() }),
            Ok(Ok(answer)) => Ok(Some(answer)),
            Ok(Err(Error::NotFound { .. })) => Ok(None),
            Ok(Err(Error::NotSupported { .. })) => Err(RemoteError::NoRanges),
            Ok(Err(error)) => Err(RemoteError::of(&error)),
        }
    }

    /// The bytes of an object of at most `most`; `None` where there is none.
    pub(crate) async fn get(&self, path: &Path, most: u64) -> Result<Option<Vec<u8>>, RemoteError> {
        self.get_within(path, most, ALL_ATTEMPTS).await
    }

    pub(crate) async fn get_within(
        &self,
        path: &Path,
        most: u64,
        patience: Duration,
    ) -> Result<Option<Vec<u8>>, RemoteError> {
        self.get_some(path, GetOptions::default(), most, patience).await
    }

    /// Bytes `range` of an object; `None` where there is none. [`RemoteError::NoRanges`] from a server that only gives
    /// all of it.
    pub(crate) async fn get_range(
        &self,
        path: &Path,
        range: Range<u64>,
    ) -> Result<Option<Vec<u8>>, RemoteError> {
        let most = range.end.saturating_sub(range.start);
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        self.get_some(path, options, most, ALL_ATTEMPTS).await
    }

    async fn get_some(
        &self,
        path: &Path,
        options: GetOptions,
        most: u64,
        patience: Duration,
    ) -> Result<Option<Vec<u8>>, RemoteError> {
        let bytes = self.within(patience, async {
            let answer = self.store.get_opts(path, options).await?;
            let mut bytes = Vec::new();
            let mut stream = answer.into_stream();
            // What a server says about the length is not believed.
            while let Some(part) = stream.next().await {
                bytes.extend_from_slice(&part?);
                if bytes.len() as u64 > most {
                    return Ok(None);
                }
            }
            Ok(Some(bytes))
        });
        match bytes.await? {
            Some(Some(bytes)) => {
                self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                Ok(Some(bytes))
            }
            Some(None) => {
                Err(RemoteError::Damaged { object: path.to_string(), what: "larger than it may be" })
            }
            None => Ok(None),
        }
    }

    /// Puts an object where there is none; false where there was one. Tried again where nobody knows what became of it:
    /// whoever puts under a name puts the same.
    pub(crate) async fn put_new(&self, path: &Path, bytes: Vec<u8>) -> Result<bool, RemoteError> {
        let payload = PutPayload::from(bytes);
        for _ in 1..PUTS {
            match self.try_put_new(path, payload.clone()).await {
                Err(RemoteError::Unreachable(_)) => {}
                outcome => return outcome,
            }
        }
        self.try_put_new(path, payload).await
    }

    /// A server that has no conditional requests, as plain ones of HTTP, is asked first whether there is one.
    async fn try_put_new(&self, path: &Path, payload: PutPayload) -> Result<bool, RemoteError> {
        let length = payload.content_length() as u64;
        let refused = AtomicBool::new(false);
        let put = self.within(ALL_ATTEMPTS, async {
            match self.store.put_opts(path, payload.clone(), PutMode::Create.into()).await {
                Ok(_) => Ok(true),
                Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
                Err(Error::NotImplemented { .. }) => {
                    refused.store(true, Ordering::Relaxed);
                    Ok(false)
                }
                Err(error) => Err(error),
            }
        });
        let mut is_new = put.await?.ok_or_else(nowhere)?;
        if refused.load(Ordering::Relaxed) && self.meta(path).await?.is_none() {
            self.within(ALL_ATTEMPTS, self.store.put(path, payload)).await?.ok_or_else(nowhere)?;
            is_new = true;
        }
        if is_new {
            self.put.fetch_add(1, Ordering::Relaxed);
            self.written.fetch_add(length, Ordering::Relaxed);
        }
        Ok(is_new)
    }

    /// Puts an object in the place of whatever is there.
    pub(crate) async fn replace(&self, path: &Path, bytes: Vec<u8>) -> Result<(), RemoteError> {
        let length = bytes.len() as u64;
        let put = self.within(ALL_ATTEMPTS, self.store.put(path, PutPayload::from(bytes)));
        put.await?.ok_or_else(nowhere)?;
        self.put.fetch_add(1, Ordering::Relaxed);
        self.written.fetch_add(length, Ordering::Relaxed);
        Ok(())
    }

    /// Length and age of an object; `None` where there is none.
    pub(crate) async fn meta(&self, path: &Path) -> Result<Option<ObjectMeta>, RemoteError> {
        self.within(ALL_ATTEMPTS, self.store.head(path)).await
    }

    /// All objects below a folder.
    pub(crate) async fn list(&self, below: &Path) -> Result<Vec<ObjectMeta>, RemoteError> {
        let all = self.within(ALL_ATTEMPTS * 10, self.store.list(Some(below)).try_collect()).await?;
        Ok(all.unwrap_or_default())
    }

    /// The folders in a folder.
    pub(crate) async fn folders(&self, below: &Path) -> Result<Vec<Path>, RemoteError> {
        let found = self.within(ALL_ATTEMPTS, self.store.list_with_delimiter(Some(below))).await?;
        Ok(found.map_or_else(Vec::new, |found| found.common_prefixes))
    }

    /// Removes an object, where there is one.
    pub(crate) async fn delete(&self, path: &Path) -> Result<(), RemoteError> {
        self.within(ALL_ATTEMPTS, self.store.delete(path)).await.map(drop)
    }
}

/// Why nothing can be put.
fn nowhere() -> RemoteError {
    RemoteError::Address("the bucket, container or folder of the shared store is not there".to_owned())
}
