//! Flags of a command line, as they were written. Which crate reads them is not known here.

use crate::table::Setting;
use std::ffi::OsString;

/// Settings that were given on a command line.
pub trait FlagSource {
    /// The settings, each with what was written, in order.
    fn given(&self) -> Vec<(&'static Setting, &[OsString])>;
}
