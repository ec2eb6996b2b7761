//! What a file answers to dependency keys, as hashes that two states of it are compared by.

use indexer_core::DependencyKey;

/// What a file contributes to the answers of keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportFingerprints {
    /// Each key with a hash of the file's part, sorted, each key once.
    pub parts: Vec<(DependencyKey, u64)>,
    /// What is counted whether it is too many, sorted: the members that a bare name could mean, under
    /// [`DependencyKey::many`], the files that name something. With one more there are still many.
    pub members: Vec<(DependencyKey, u64)>,
}

impl ExportFingerprints {
    /// The keys whose answers may be others when a file that contributed `self` contributes `new`
    /// instead: those whose part differs, and those of members that are gone.
    pub fn differing(&self, new: &Self) -> Vec<DependencyKey> {
        let mut keys = Vec::new();
        let mut add = |list: &[(DependencyKey, u64)], other: &[(DependencyKey, u64)]| {
            keys.extend(list.iter().filter(|entry| other.binary_search(entry).is_err()).map(|entry| entry.0));
        };
        add(&self.parts, &new.parts);
        add(&new.parts, &self.parts);
        add(&self.members, &new.members);
        keys
    }
}
