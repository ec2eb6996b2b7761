//! A mistake of ours in how a file is read or linked is a problem of that file, not the end of the program.

use indexer_core::{Problem, ProblemKind};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` on a file gives; where it panics, a problem that says so. The message of the panic is on standard error by
/// then.
///
/// `work` must leave nothing half done that is used afterwards: what it was making is dropped, and what a thread keeps
/// for the words of its next file begins anew.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        super::words::begin_anew();
        let message = payload.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        let detail = format!("indexer itself failed on it ({message}): please report that");
        Problem::whole(ProblemKind::Failed, detail)
    })
}
