//! Why the repository could not tell.

/// Why the repository could not tell, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GitError {
    /// gix could not open it.
    #[error("cannot open the repository: {0}")]
    Open(String),
    /// Its index could not be read.
    #[error("cannot read the git index: {0}")]
    Index(String),
    /// Its ids are of a kind that the index does not have.
    #[error("the repository names objects by sha256; revisions can only be read where it is sha1")]
    Sha256,
    /// The text can name no revision.
    #[error("{revision:?} names no revision: {reason}")]
    Malformed {
        /// The text.
        revision: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Nothing can be staged.
    #[error("a bare repository has no files, and nothing is staged in it")]
    NoIndex,
    /// HEAD names a branch without a commit.
    #[error("the repository has no commit yet; the git index can be asked about as :staged")]
    NoCommit,
    /// Nothing has that name.
    #[error("no revision is called {revision:?}")]
    Unknown {
        /// The text.
        revision: String,
        /// The short names of the branches, tags and remote branches that there are.
        names: Vec<String>,
    },
    /// Several objects begin with those digits.
    #[error("{revision:?} may be several objects; give more digits")]
    Ambiguous {
        /// The text.
        revision: String,
    },
    /// What it begins with is there, and what is asked of that is not.
    #[error("{revision:?} does not exist{}", hint(*.cut_off))]
    Beyond {
        /// The text.
        revision: String,
        /// True in a clone that holds only a part of the history.
        cut_off: bool,
    },
    /// Two commits have no ancestor in common, or none that is here.
    #[error("{base} and {head} have no commit in common{}", hint(*.cut_off))]
    NoMergeBase {
        /// The one.
        base: String,
        /// The other.
        head: String,
        /// True in a clone that holds only a part of the history.
        cut_off: bool,
    },
    /// It names something that holds no files.
    #[error("{revision:?} is a {kind}, neither a commit nor a tree")]
    NotATree {
        /// The text.
        revision: String,
        /// What it is.
        kind: String,
    },
    /// The root is a folder that the revision does not have.
    #[error("there is no folder {folder} at that revision")]
    NoFolder {
        /// The folder inside the repository.
        folder: String,
    },
    /// An object is named and not there.
    #[error("the object {id} is missing{}", hint(*.partial))]
    Missing {
        /// Its id.
        id: String,
        /// True in a clone that fetches objects or history only when needed.
        partial: bool,
    },
    /// A file of the repository may not be opened.
    #[error("{path} is not read: {reason}")]
    Refused {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A repository below the user's root has a part outside of it.
    #[error(
        "the repository in {folder} keeps a part of itself elsewhere, which only you can allow: start with \
         that folder as the root, or name it in allowed_roots"
    )]
    Outside {
        /// The folder of the repository.
        folder: String,
    },
    /// An object is larger than those of its kind may be.
    #[error("the object {id} has {size} bytes; at most {most} are read of a {kind}")]
    TooLarge {
        /// Its id.
        id: String,
        /// What it is.
        kind: String,
        /// Its bytes.
        size: u64,
        /// The bound.
        most: u64,
    },
    /// A tree holds more than there can be files.
    #[error("a tree holds more than {most} files and folders, or their paths are too long together")]
    TooMany {
        /// The bound.
        most: usize,
    },
    /// An object is not what its name says.
    #[error("the object {id} does not hold what its name says; git fsck says what is damaged")]
    Damaged {
        /// Its id.
        id: String,
    },
    /// An object could not be read.
    #[error("cannot read from the repository: {0}")]
    Read(String),
}

/// What to do about something that is not there.
fn hint(incomplete: bool) -> &'static str {
    match incomplete {
        true => {
            ": the clone holds only a part of the repository; fetch the rest (git fetch --unshallow, or \
             git fetch --refetch --filter=blob:limit=1g)"
        }
        false => "",
    }
}
