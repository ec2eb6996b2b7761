//! The places that use symbols, each once, and which of them a short answer leaves out.

use crate::brief::{Folded, Little, TestCode, fold};
use crate::relations::{Completeness, Hierarchy, is_named};
use indexer_core::{Resolution, Role, Rule, SymbolKind};
use indexer_store::{Reference, Symbol, View};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// One site that was found.
pub(super) struct Site<'v> {
    pub(super) reference: Reference<'v>,
    /// Numbers of the symbols.
    pub(super) of: Vec<usize>,
    /// How far it is known that it uses the symbol, and by what.
    pub(super) resolution: Resolution,
    pub(super) rule: Rule,
}

/// The sites that were found, each once, in (path, position) order.
pub(super) struct Sites<'v> {
    view: &'v View,
    pub(super) uses: BTreeMap<(&'v str, u32), Site<'v>>,
    pub(super) completeness: Completeness,
    /// Are calls of values wanted?
    invokes: bool,
}

impl<'v> Sites<'v> {
    /// None yet.
    pub(super) fn new(view: &'v View, invokes: bool) -> Self {
        Self { view, uses: BTreeMap::new(), completeness: Completeness::default(), invokes }
    }

    fn is_wanted(&self, one: Reference<'v>) -> bool {
        self.invokes || is_named(self.view, one)
    }

    /// Adds the uses of symbol number `n` with its parts; gives how many are resolved and possible.
    pub(super) fn add_uses_of(
        &mut self,
        hierarchy: &Hierarchy<'v>,
        parts: &[Symbol<'v>],
        n: usize,
    ) -> (u64, u64) {
        let (mut resolved, mut possible) = (0, 0);
        for symbol in parts {
            let (more_resolved, more_possible) = self.add_uses_of_part(hierarchy, *symbol, n);
            resolved += more_resolved;
            possible += more_possible;
        }
        (resolved, possible)
    }

    fn add_uses_of_part(&mut self, hierarchy: &Hierarchy<'v>, symbol: Symbol<'v>, n: usize) -> (u64, u64) {
        let view = self.view;
        let all = view.references_to(symbol.key()).into_iter().map(|one| view.reference(one));
        let (mut resolved, mut possible) = self.add(all, Some((n, None)));
        // A call of a type runs its constructor, and its edge leads to the type.
        if symbol.kind() == SymbolKind::Constructor
            && let Some(owner) = symbol.owner()
        {
            let calls = view.references_to(owner.key()).into_iter().map(|one| view.reference(one));
            let calls = calls.filter(|one| one.role() == Role::Call);
            resolved += self.add(calls, Some((n, Some(Rule::Constructor)))).0;
        }
        // Who uses the method that it overrides may mean it.
        for declared in hierarchy.overridden(symbol).iter() {
            let uses = view.references_to(declared.key()).into_iter().map(|one| view.reference(one));
            let uses = uses.filter(|one| one.role() != Role::Import);
            possible += self.add(uses, Some((n, Some(Rule::Override)))).1;
        }
        // Who uses code that is made of it, outside of that code, uses it through that.
        let made = view.references_to(symbol.key()).into_iter().map(|one| view.reference(one));
        for made in made.filter(|one| one.rule() == Rule::Generated).filter_map(|one| one.enclosing()) {
            let uses = view.references_to(made.key()).into_iter().map(|one| view.reference(one));
            let uses = uses.filter(|one| one.file() != made.file());
            possible += self.add(uses, Some((n, Some(Rule::Generated)))).1;
        }
        (resolved, possible)
    }

    pub(super) fn add(
        &mut self,
        references: impl Iterator<Item = Reference<'v>>,
        of: Option<(usize, Option<Rule>)>,
    ) -> (u64, u64) {
        let (mut resolved, mut possible) = (0, 0);
        for one in references {
            if !self.is_wanted(one) {
                continue;
            }
            let rule = of.and_then(|(_, rule)| rule).unwrap_or_else(|| one.rule());
            let resolution = match rule {
                Rule::Override | Rule::Generated => Resolution::Possible,
                _ => one.resolution(),
            };
            let key = (one.file().path(), one.span().start);
            let new = || Site { reference: one, of: Vec::new(), resolution, rule };
            let site = self.uses.entry(key).or_insert_with(new);
            // A site that leads to several parts of one symbol is one use of it.
            if of.is_none_or(|(n, _)| !site.of.contains(&n)) {
                match resolution {
                    Resolution::Resolved => resolved += 1,
                    Resolution::Possible => possible += 1,
                    Resolution::External | Resolution::Unresolved => {}
                }
            }
            if resolution < site.resolution {
                (site.resolution, site.rule) = (resolution, rule);
            }
            site.of.extend(of.map(|(n, _)| n));
        }
        (resolved, possible)
    }

    /// Counts the sites with a name, and keeps those that lead nowhere in the repository where
    /// they are asked for.
    pub(super) fn count(
        &mut self,
        name: &str,
        named: impl Iterator<Item = Reference<'v>>,
        include: &[Resolution],
    ) {
        self.completeness.names.push(name.to_owned());
        for one in named {
            if !self.is_wanted(one) {
                continue;
            }
            let resolution = one.resolution();
            self.completeness.count(one);
            let leads_nowhere = matches!(resolution, Resolution::External | Resolution::Unresolved);
            if leads_nowhere && include.contains(&resolution) {
                let key = (one.file().path(), one.span().start);
                let new = || Site { reference: one, of: Vec::new(), resolution, rule: one.rule() };
                self.uses.entry(key).or_insert_with(new);
            }
        }
    }
}

/// Leaves out what says little: tests beyond the first few of a symbol, and imports by files that use it further
/// down.
pub(super) fn folded<'v>(
    sites: Vec<Site<'v>>,
    first: impl Fn(&Site<'v>) -> usize,
    tests: &mut TestCode<'v>,
) -> (Vec<Site<'v>>, Folded) {
    let place = |site: &Site<'v>| (first(site), site.reference.file().path());
    let used: FxHashSet<(usize, &str)> =
        sites.iter().filter(|site| site.reference.role() != Role::Import).map(place).collect();
    let little = |site: &Site<'v>| match site.reference {
        one if one.role() == Role::Import && used.contains(&place(site)) => Some(Little::Import),
        one if tests.around(one) => Some(Little::Test),
        _ => None,
    };
    fold(sites, |site| Some(first(site)), little)
}
