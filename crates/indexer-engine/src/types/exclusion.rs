//! Why a file is not in the index.

use bincode::{Decode, Encode};

indexer_core::worded! {
    /// Why a file, or a folder that counts as one, is not in the index.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
    pub enum LeftOut {
        /// No language and no kind of manifest claims it.
        UnknownLanguage = "unknown_language",
        /// Larger than `Options::max_file_size_kb`, or than anything that is read.
        TooLarge = "too_large",
        /// Holds NUL bytes.
        Binary = "binary",
        /// Named like a file of secrets.
        Secret = "secret",
        /// A symbolic link: what it leads to is found by itself, or is outside of the root.
        Symlink = "symlink",
        /// A FIFO, socket or device.
        Special = "special",
        /// Its name is not UTF-8.
        NotUtf8Name = "not_utf8_name",
        /// A file or folder that could not be read.
        Unreadable = "unreadable",
        /// A file that a rule of git names.
        Ignored = "ignored",
        /// A folder that a rule of git names; what is in it was not looked at.
        IgnoredFolder = "ignored_folder",
        /// A folder of packages, output or caches, by its name; what is in it was not looked at.
        SkippedFolder = "skipped_folder",
        /// A folder with a repository of its own, which is a root of its own.
        NestedRepository = "nested_repository",
        /// A file that `.indexerignore` or `Options::exclude` names.
        Excluded = "excluded",
        /// A folder that they name.
        ExcludedFolder = "excluded_folder",
        /// A folder deeper than `Options::max_depth`.
        TooDeep = "too_deep",
    }
}
