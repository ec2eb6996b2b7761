//! Why a file is not in the index.

use bincode::{Decode, Encode};

/// Why a file, or a folder that counts as one, is not in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum LeftOut {
    /// No language and no kind of manifest claims it.
    UnknownLanguage,
    /// Larger than `Options::max_file_size_kb`, or than anything that is read.
    TooLarge,
    /// Holds NUL bytes.
    Binary,
    /// Named like a file of secrets.
    Secret,
    /// A symbolic link: what it leads to is found by itself, or is outside of the root.
    Symlink,
    /// A FIFO, socket or device.
    Special,
    /// Its name is not UTF-8.
    NotUtf8Name,
    /// A file or folder that could not be read.
    Unreadable,
    /// A file that a rule of git names.
    Ignored,
    /// A folder that a rule of git names; what is in it was not looked at.
    IgnoredFolder,
    /// A folder of packages, output or caches, by its name; what is in it was not looked at.
    SkippedFolder,
    /// A folder with a repository of its own, which is a root of its own.
    NestedRepository,
    /// A file that `.indexerignore` or `Options::exclude` names.
    Excluded,
    /// A folder that they name.
    ExcludedFolder,
    /// A folder deeper than `Options::max_depth`.
    TooDeep,
}

impl LeftOut {
    /// The word that answers use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::UnknownLanguage => "unknown_language",
            Self::TooLarge => "too_large",
            Self::Binary => "binary",
            Self::Secret => "secret",
            Self::Symlink => "symlink",
            Self::Special => "special",
            Self::NotUtf8Name => "not_utf8_name",
            Self::Unreadable => "unreadable",
            Self::Ignored => "ignored",
            Self::IgnoredFolder => "ignored_folder",
            Self::SkippedFolder => "skipped_folder",
            Self::NestedRepository => "nested_repository",
            Self::Excluded => "excluded",
            Self::ExcludedFolder => "excluded_folder",
            Self::TooDeep => "too_deep",
        }
    }
}
