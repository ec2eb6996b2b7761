//! Which entries a question is about.

use super::anchor::{Places, Standing};
use super::conflict::ConflictRow;
use crate::locate::splits;
use crate::protocol::arguments::clean;
use crate::protocol::{Common, Scope};
use indexer_ledger::Anchor;

/// The part of the ledger that a question is about: a path or member, a symbol, or all of it.
#[derive(Debug)]
pub struct About<'q> {
    scope: Option<&'q Scope>,
    /// In lower case.
    symbol: Option<String>,
}

impl<'q> About<'q> {
    /// What a question names. Where it names a part, entries without any code are not of it.
    pub fn new(common: &Common, scope: &'q Scope, symbol: Option<&str>) -> Self {
        let path = common.path.as_deref().is_some_and(|path| !clean(path).is_empty());
        let symbol = symbol.map(|symbol| symbol.trim().replace("::", ".").to_lowercase());
        Self { scope: (path || common.member.is_some()).then_some(scope), symbol }
    }

    fn is_whole(&self) -> bool {
        self.scope.is_none() && self.symbol.is_none()
    }

    /// True where one of the anchors is of that part, in the place where it was or is now.
    pub fn takes(&self, anchors: &[Anchor], places: &mut Places<'_>) -> bool {
        let now = |anchor: &Anchor, places: &mut Places<'_>| match places.look(anchor) {
            Standing::Moved { to, .. } => self.covers(&to),
            _ => false,
        };
        self.is_whole() || anchors.iter().any(|one| self.covers(&one.symbol()) || now(one, places))
    }

    /// True where a conflict is about that part.
    pub fn takes_conflict(&self, row: &ConflictRow) -> bool {
        self.is_whole() || row.is_about(|symbol| self.covers(symbol))
    }

    /// True where `path#Owner.member` is of that part. A symbol may be named by its end.
    fn covers(&self, symbol: &str) -> bool {
        let covers = |path: &str, name: &str| {
            let named = self.symbol.as_ref().is_none_or(|wanted| {
                let (symbol, name) = (symbol.to_lowercase(), name.to_lowercase());
                symbol == *wanted || name == *wanted || name.ends_with(&format!(".{wanted}"))
            });
            named && self.scope.is_none_or(|scope| scope.covers(path))
        };
        // A path may hold a `#` too, and which file it was nobody can ask any more.
        covers(symbol, "") || splits(symbol).any(|(path, name)| covers(path, name))
    }
}
