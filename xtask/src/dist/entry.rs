//! What stands in an archive.

/// A file of an archive, or a symbolic link.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// With `/`, from the top of the archive.
    pub(super) path: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    File(Vec<u8>),
    Program(Vec<u8>),
    Link(String),
}

impl Entry {
    pub(super) fn file(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), kind: Kind::File(bytes.into()) }
    }

    pub(super) fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), kind: Kind::Program(bytes.into()) }
    }

    pub(super) fn link(path: impl Into<String>, target: impl Into<String>) -> Self {
        Self { path: path.into(), kind: Kind::Link(target.into()) }
    }

    /// The same below a folder.
    pub(super) fn below(self, folder: &str) -> Self {
        Self { path: format!("{folder}/{}", self.path), ..self }
    }

    pub(super) fn mode(&self) -> u32 {
        match self.kind {
            Kind::File(_) => 0o644,
            Kind::Program(_) => 0o755,
            Kind::Link(_) => 0o777,
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match &self.kind {
            Kind::File(bytes) | Kind::Program(bytes) => bytes,
            Kind::Link(target) => target.as_bytes(),
        }
    }
}
