//! Where installed packages are read.

use crate::outside;
use crate::protocol::{Context, Records};
use serde::Serialize;

/// An environment whose packages are read, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Packages {
    /// Where its packages are from: `pypi`, `npm`, `cargo`, `golang`.
    pub ecosystem: &'static str,
    /// Its folder.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The standard library that is read with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// How many packages stand there.
    pub packages: usize,
    /// Why it is not read, or what of it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Packages {
    pub(super) fn of(context: &Context<'_>) -> Vec<Self> {
        // The settings say that they are switched off.
        if !outside::is_on(context) {
            return Vec::new();
        }
        let one = |found: indexer_packages::Environment| Self {
            ecosystem: found.ecosystem,
            place: found.place,
            version: found.version,
            packages: found.packages,
            why: found.why,
        };
        outside::environments(context).into_iter().map(one).collect()
    }

    pub(super) fn write(&self, out: &mut Records) {
        let some = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
        out.record("packages")
            .field("ecosystem", self.ecosystem)
            .some("place", some(&self.place).as_deref())
            .some("version", some(&self.version).as_deref())
            .field("packages", self.packages)
            .some("why", self.why.as_deref());
    }
}
