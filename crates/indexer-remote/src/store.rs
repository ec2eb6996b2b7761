//! A shared store that is open.

use crate::address;
use crate::collect::{self, Collected};
use crate::error::RemoteError;
use crate::identity;
use crate::naming::Naming;
use crate::objects::Objects;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// What a program may do with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Fetch indexes.
    Read,
    /// Store them too.
    ReadWrite,
}

/// A store of indexes that several machines share. May be shared by threads; a call blocks until it is done, for a
/// bounded time for each request.
#[derive(Debug)]
pub struct SharedStore {
    pub(crate) address: String,
    pub(crate) access: Access,
    pub(crate) objects: Objects,
    pub(crate) naming: Naming,
    /// Objects that were found to be something else: a writer puts them anew.
    pub(crate) damaged: Mutex<BTreeSet<String>>,
    /// False once it is known that it gives objects as a whole only.
    pub(crate) has_ranges: AtomicBool,
    /// How long questions waited for pieces of segments.
    pub(crate) waited_ms: AtomicU64,
    /// Why no question waits for it any more.
    pub(crate) given_up: OnceLock<String>,
    runtime: Runtime,
}

impl SharedStore {
    /// The store at `address`: a URL (`s3`, `gs`, `az`, `http`, `https`, `file`) or a folder. Connects to nobody yet.
    /// An error where the address is none, or holds credentials, which belong into the environment.
    pub fn open(address: &str, access: Access) -> Result<Self, RemoteError> {
        let store = address::open(address, access == Access::ReadWrite)?;
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        Ok(Self {
            address: address.to_owned(),
            access,
            objects: Objects::new(store),
            naming: Naming::default(),
            damaged: Mutex::default(),
            has_ranges: AtomicBool::new(true),
            waited_ms: AtomicU64::new(0),
            given_up: OnceLock::new(),
            runtime,
        })
    }

    /// The same store, encrypted: what it holds for this program are files of age, written and read with the key in the
    /// file at `key`, as `age-keygen` writes it. An error where that file holds no such key, or more than one.
    pub fn encrypted(self, key: &Path) -> Result<Self, RemoteError> {
        Ok(Self { naming: Naming::encrypted(identity::read(key)?), ..self })
    }

    /// Removes heads that were put longer ago than `older_than`, but for the `keep` youngest of each format and settings,
    /// and then blocks that no head names and that are older than a day, so that writers that are at work lose nothing.
    /// Removes nothing where `dry_run`, and nothing of a store of which some is encrypted with a key that was not given.
    /// O(objects).
    pub fn collect(
        &self,
        older_than: Duration,
        keep: usize,
        dry_run: bool,
    ) -> Result<Collected, RemoteError> {
        if self.access != Access::ReadWrite {
            return Err(RemoteError::ReadOnly);
        }
        self.run(|| collect::collect((&self.objects, &self.naming), older_than, keep, dry_run))
    }

    /// Waits on a thread of its own: the caller's may belong to a runtime, within which none may wait.
    pub(crate) fn run<T, F>(&self, task: impl FnOnce() -> F + Send) -> Result<T, RemoteError>
    where
        T: Send,
        F: Future<Output = Result<T, RemoteError>>,
    {
        let ran = thread::scope(|scope| scope.spawn(|| self.runtime.block_on(task())).join());
        ran.unwrap_or_else(|_| Err(RemoteError::Unreachable("the request ended early".to_owned())))
    }

    pub(crate) fn note(&self, error: &RemoteError) {
        if let RemoteError::Damaged { object, .. } = error {
            self.damaged.lock().unwrap_or_else(PoisonError::into_inner).insert(object.clone());
        }
    }
}
