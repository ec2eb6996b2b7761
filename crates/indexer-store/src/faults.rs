//! Failures of file operations, for tests: a hook below a folder sees every operation before it is
//! done and may refuse it, or end the process. Compiled into tests only.

use crate::operation::Operation;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

type FaultHook = Arc<dyn Fn(Operation, &Path) -> io::Result<()> + Send + Sync>;

static HOOKS: Mutex<Vec<(PathBuf, FaultHook)>> = Mutex::new(Vec::new());

/// A hook that is in place until this is dropped.
#[derive(Debug)]
pub struct Watch {
    folder: PathBuf,
}

/// Shows `hook` every operation on a file below `folder`. Folders keep tests that run at the same
/// time apart.
pub fn watch(
    folder: &Path,
    hook: impl Fn(Operation, &Path) -> io::Result<()> + Send + Sync + 'static,
) -> Watch {
    hooks().push((folder.to_owned(), Arc::new(hook)));
    Watch { folder: folder.to_owned() }
}

impl Drop for Watch {
    fn drop(&mut self) {
        hooks().retain(|(folder, _)| *folder != self.folder);
    }
}

fn hooks() -> std::sync::MutexGuard<'static, Vec<(PathBuf, FaultHook)>> {
    HOOKS.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn step(operation: Operation, path: &Path) -> io::Result<()> {
    // The lock is not held while the hook runs.
    let found: Vec<FaultHook> =
        hooks().iter().filter(|(folder, _)| path.starts_with(folder)).map(|(_, hook)| hook.clone()).collect();
    found.iter().try_for_each(|hook| hook(operation, path))
}
