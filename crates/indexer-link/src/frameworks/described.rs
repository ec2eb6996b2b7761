//! The whole of what a file says of a path: what the rule found, and what stands around it.

use super::entries::{File, Match};
use super::origin::parent;
use super::patterns::without_requirements;
use super::places::argument;
use super::texts::Written;
use indexer_core::SymbolKind;
use indexer_core::framework::{EntryDetail, Place, joined};

/// In the place of an argument: it always says that more may stand before.
const ALWAYS: &str = "*";

impl File<'_, '_, '_> {
    /// The path or name with the beginnings that are known, and what is said beside: one of each beginning of the type around,
    /// and for a mount one of each thing that is mounted.
    pub(super) fn described(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        written: &Written,
    ) -> Vec<(String, EntryDetail)> {
        let is_path =
            !of.rule.bare && matches!(kind, SymbolKind::Endpoint | SymbolKind::Mount | SymbolKind::Request);
        let mounted: Vec<Option<String>> = match kind {
            SymbolKind::Mount => self.mounted(at, of).into_iter().map(Some).collect(),
            _ => vec![None],
        };
        let origin = Written { text: of.origin.prefix.clone(), is_open: of.origin.is_open };
        let around = if is_path { self.groups(of.used.call) } else { Written::default() };
        let around = Written::of(of.folder.clone()).before(&around);
        let around = self.begun_elsewhere(of).before(&around);
        let mut all = Vec::new();
        if is_path && of.rule.absolute.iter().any(|begin| written.text.starts_with(begin.as_str())) {
            let text = format!("/{}", written.text.trim_start_matches(['~', '/']));
            let written = Written { text, ..written.clone() };
            return vec![self.described_below(at, (kind, is_path), of, &written, &Written::default(), None)];
        }
        for owner in self.prefixes_of_owner(of) {
            let prefix = around.before(&owner).before(&origin);
            for mounted in &mounted {
                all.push(self.described_below(at, (kind, is_path), of, written, &prefix, mounted.clone()));
            }
        }
        all
    }

    fn described_below(
        &self,
        at: u32,
        (kind, is_path): (SymbolKind, bool),
        of: &Match<'_>,
        path: &Written,
        before: &Written,
        mounted: Option<String>,
    ) -> (String, EntryDetail) {
        let (written, prefix) = (path.text.as_str(), &before.text);
        // It says of all that is declared there that more may stand before.
        let is_unknown = kind == SymbolKind::Mount && of.rule.opens.as_deref() == Some(ALWAYS);
        let is_answer = is_path && kind != SymbolKind::Request;
        let router = if is_answer { self.router_of(at, of) } else { None };
        let detail = EntryDetail {
            framework: of.rule.framework.clone(),
            is_certain: !of.origin.is_possible && !self.is_by_convention(of),
            router: if is_unknown { mounted.clone() } else { router },
            mounted,
            middleware: self.middleware(of),
            prefix: (!prefix.is_empty() && is_path).then(|| rooted(prefix)),
            // Where it says no path, what the router says of its own holds.
            replaces: is_unknown || of.rule.replaces && !written.is_empty(),
            is_open: is_unknown || path.is_open || before.is_open || self.holds_in_part(of),
            needs_mount: of.rule.itself && (of.rule.program.is_empty() || self.is_part_alone(of))
                || is_answer && self.is_part(of),
            ..EntryDetail::default()
        };
        let (written, detail) = match &of.rule.conventional {
            Some(conventional) if written.is_empty() => match self.prefix_of_function(of) {
                Some(own) => (own, detail),
                None if prefix.is_empty() => {
                    (self.named_by_owner(of, conventional), EntryDetail { is_certain: false, ..detail })
                }
                None => (String::new(), detail),
            },
            Some(_) => (self.named_by_owner(of, written), detail),
            None => (written.to_owned(), detail),
        };
        let is_nothing = written.is_empty() || of.rule.trims && written == "/";
        let is_alone = prefix.trim_matches('/').is_empty();
        let is_added = !is_nothing || written == "/" && is_alone;
        let path = match is_path {
            true => without_requirements(&rooted(&joined(prefix, if is_added { &written } else { "" }))),
            false => written,
        };
        let is_bare = is_path && is_nothing && is_alone && kind == SymbolKind::Endpoint;
        let detail = EntryDetail { is_bare, ..detail };
        // A key of the configuration stands for a part: `${api.base}/users`.
        match without_keys(&path).filter(|_| is_path) {
            Some(path) => (path, EntryDetail { is_open: true, ..detail }),
            None => (path, detail),
        }
    }

    /// True where an argument says of what the path does not hold.
    fn holds_in_part(&self, of: &Match<'_>) -> bool {
        let said = of.rule.opens.as_ref().map(|name| Place::Keyword(name.clone()));
        said.is_some_and(|place| argument(self.unit.facts, of.arguments, &place).is_some())
    }

    /// True for what is declared on a router that answers only where it is mounted, or on one that the function around is given.
    fn is_part(&self, of: &Match<'_>) -> bool {
        let router = parent(&of.origin.path);
        let is_given = of.origin.router.is_none() && of.origin.made.is_none();
        self.rules.parts.contains_key(router) || is_given && self.rules.handed.contains_key(router)
    }

    /// True for a member of a type that says no beginning of its own, where a rule speaks of the parts of programs: another
    /// type has to lead there.
    pub(super) fn is_part_alone(&self, of: &Match<'_>) -> bool {
        of.rule.itself
            && !of.rule.program.is_empty()
            && of.used.decorated.is_some_and(|def| !self.unit.kind(def).is_type())
            && !self.has_prefix_of_owner(of)
    }
}

/// A path with `?` for each key of the configuration in it; `None` where there is none.
fn without_keys(path: &str) -> Option<String> {
    let (mut text, mut rest) = (String::new(), path);
    while let Some((before, behind)) = rest.split_once("${") {
        text.push_str(before.trim_end_matches('\\'));
        text.push('?');
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    path.contains("${").then_some(text)
}

/// A path from the root.
fn rooted(path: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}
