//! What is too large, too deep or too long. `docs/limits.md` lists all limits.

/// Bytes at the beginning of a file in which a NUL makes it binary, as git decides.
pub const BINARY_HEAD: usize = 8_000;

/// Largest file without an extension in which a `#!` line is looked for, in bytes.
pub const LARGEST_SCRIPT: u64 = 1 << 20;

/// Largest file that is no code and is searched as text, in bytes: what is larger is data.
pub const LARGEST_TEXT: u64 = 256 << 10;

/// Largest file of a kind that no list names which is searched as text, in bytes.
pub const LARGEST_UNLISTED: u64 = 64 << 10;

/// Files are not read above this, in bytes: places in files are 32 bits wide.
pub const LARGEST_FILE: u64 = 1 << 30;

/// Rules are not read from a larger ignore file, in bytes.
pub const LARGEST_RULES: u64 = 4 << 20;

/// Paths named for each reason for which files are left out.
pub const EXAMPLES: usize = 3;
