//! Uses in several repositories: those of the symbols of each in itself, and those that reach them through packages.

use super::{Candidate, FindReferences, Found, Use};
use crate::brief::{Detail, Lines};
use crate::imports::is_test;
use crate::protocol::prelude::*;
use crate::protocol::rows::SymbolRow;
use crate::protocol::{Code, Common, Scope, kinds};
use crate::relations::{self, Completeness, Wanted};
use crate::repositories::{Consumed, Together, consumed};
use indexer_core::{Resolution, SymbolKey};
use rustc_hash::FxHashSet;

/// What decides on a use in another repository: the package that the symbol is imported from.
const RULE: &str = "package";

/// The uses of the symbols of each repository: in itself, then in the others, as [`GetConsumers`] finds them.
///
/// [`GetConsumers`]: crate::tools::relations::get_consumers::GetConsumers
pub(super) fn together(together: &Together<'_>, asked: &Asked<FindReferences>) -> Result<Found, Problem> {
    let scopes = together.scopes(&asked.common)?;
    let parts: Vec<(&Context<'_>, &Scope)> = together.of_scopes(&scopes).collect();
    let mut all = All {
        found: Found {
            several: true,
            symbols: Vec::new(),
            more_symbols: 0,
            completeness: Completeness::default(),
            not_narrowed: None,
            short: None,
            references: Page { rows: Vec::new(), total: 0, offset: asked.offset },
            repositories: Some(together.asked()),
        },
        numbers: 0,
        skip: asked.offset,
        left: asked.common.rows(200, 1_000),
    };
    let (mut unknown, mut passed) = (None, 0);
    for (context, scope) in &parts {
        context.still_wanted()?;
        let mut own = FindReferences { detail: Some(Detail::Full), ..asked.own.clone() };
        if own.include.is_empty() {
            // What leads out of one repository may lead into another one, where it is found as that.
            own.include =
                [Resolution::Resolved, Resolution::Possible].map(|one| one.as_str().to_owned()).to_vec();
        }
        if let Some(pick) = asked.own.pick {
            // Symbols have the numbers of an answer to the same question without `pick`.
            let count = match super::subject(context, &FindReferences { pick: None, ..own.clone() }, scope) {
                Ok(subject) => subject.symbols.len(),
                Err(problem) if problem.code == Code::NotFound => {
                    let _ = unknown.get_or_insert(problem);
                    0
                }
                Err(problem) => return Err(problem),
            };
            let here = (pick as usize).checked_sub(passed).filter(|here| (1..=count).contains(here));
            all.numbers = passed;
            passed += count;
            let Some(here) = here else { continue };
            (own.pick, all.numbers) = (Some(here as u32), pick as usize - 1);
        }
        // One row at least: what a repository has at all is counted with it.
        let common = Common { limit: Some(all.left.max(1) as u32), cursor: None, ..asked.common.clone() };
        let part = Asked { own, common, scope: (*scope).clone(), offset: all.skip };
        match FindReferences::run(context, &part) {
            Ok(one) => {
                let first = all.numbers;
                all.add(context, one);
                all.add_others(&parts, (context, scope), &asked.own, first)?;
            }
            Err(problem) if problem.code == Code::NotFound => drop(unknown.get_or_insert(problem)),
            Err(problem) => return Err(problem),
        }
    }
    match (unknown, asked.own.pick) {
        (_, Some(pick)) if passed > 0 && !(1..=passed).contains(&(pick as usize)) => {
            Err(Problem::argument("pick", format!("pick: {pick} is not between 1 and {passed}")))
        }
        (Some(problem), _) if all.found.completeness.names.is_empty() => Err(problem),
        _ => Ok(all.found),
    }
}

/// What was found so far.
struct All {
    found: Found,
    /// Symbols that were numbered.
    numbers: usize,
    /// Rows that come before the page.
    skip: usize,
    /// Rows for which it has room.
    left: usize,
}

impl All {
    /// Adds what one repository answers of itself.
    fn add(&mut self, context: &Context<'_>, one: Found) {
        let Found { several, symbols, more_symbols, completeness, not_narrowed, references, .. } = one;
        let base = self.numbers;
        let shown = symbols.iter().map(|one| one.n).max().unwrap_or(0);
        self.numbers += shown + more_symbols;
        self.found.symbols.extend(symbols.into_iter().map(|one| {
            let symbol = SymbolRow {
                path: context.placed(one.symbol.path),
                key: context.placed(one.symbol.key),
                ..one.symbol
            };
            Candidate { n: base + one.n, symbol, ..one }
        }));
        self.found.more_symbols += more_symbols;
        if let Some(count) = not_narrowed {
            *self.found.not_narrowed.get_or_insert(0) += count;
        }
        self.found.completeness.add(completeness);
        let rows = references.rows.into_iter().map(|row| Use {
            path: context.placed(row.path),
            of: match several {
                true => row.of.iter().map(|n| base + n).collect(),
                false if shown > 0 => vec![base + 1],
                false => Vec::new(),
            },
            ..row
        });
        let rows: Vec<Use> = rows.collect();
        self.count(references.total, |skip, left| {
            debug_assert!(skip == 0 || rows.is_empty() || skip < references.total);
            rows.into_iter().take(left).collect()
        });
    }

    /// Counts rows, and adds those of them that the page shows.
    fn count(&mut self, total: usize, rows: impl FnOnce(usize, usize) -> Vec<Use>) {
        self.found.references.total += total;
        if self.skip >= total {
            self.skip -= total;
            return;
        }
        let made = rows(self.skip, self.left);
        (self.skip, self.left) = (0, self.left - made.len().min(self.left));
        self.found.references.rows.extend(made);
    }

    /// Adds where others use the symbols of one repository, which are numbered from `first` on.
    fn add_others<'v>(
        &mut self,
        parts: &[(&Context<'v>, &Scope)],
        (context, scope): (&Context<'v>, &Scope),
        own: &FindReferences,
        first: usize,
    ) -> Result<(), Problem> {
        let include = kinds::resolutions(&own.include, &[Resolution::Resolved, Resolution::Possible])?;
        let roles = kinds::roles(&own.roles)?;
        let wanted = Wanted::new("symbol", &own.symbol, own.kind.as_deref(), scope);
        let Ok(subjects) = relations::symbols(context, wanted) else { return Ok(()) };
        let packages = context.snapshot.own_packages();
        // Who uses a package is no matter of other packages.
        if packages.is_empty() || context.package.is_some() {
            return Ok(());
        }
        for subject in &subjects.all {
            let symbols = subject.symbols();
            let keys: FxHashSet<SymbolKey> = symbols.iter().map(|one| one.key()).collect();
            let printed = symbols.first().map(|one| context.placed(one.printed()));
            let number = self.found.symbols.iter().find(|one| Some(&one.symbol.key) == printed.as_ref());
            if own.pick.is_some() && number.is_none() {
                continue;
            }
            let of: Vec<usize> = number.map(|one| one.n).filter(|n| *n > first).into_iter().collect();
            for (other, scope) in parts.iter().filter(|(other, _)| other.repository != context.repository) {
                context.still_wanted()?;
                let names = subject.names();
                let Consumed { uses, .. } =
                    consumed((context.snapshot, &packages), &keys, &names, other.snapshot);
                let resolution =
                    |is_proved: bool| if is_proved { Resolution::Resolved } else { Resolution::Possible };
                let uses: Vec<_> = uses
                    .into_iter()
                    .filter(|(site, _)| scope.covers(site.file().path()))
                    .filter(|(_, is_proved)| include.contains(&resolution(*is_proved)))
                    .filter(|(site, _)| roles.as_ref().is_none_or(|roles| roles.contains(&site.role())))
                    .collect();
                let mut lines = Lines::new(other);
                self.count(uses.len(), |skip, left| {
                    let shown = uses.iter().skip(skip).take(left);
                    shown
                        .map(|(site, is_proved)| Use {
                            path: other.placed(site.file().path().to_owned()),
                            line: site.at().line,
                            column: site.at().column,
                            role: site.role().as_str(),
                            resolution: resolution(*is_proved).as_str(),
                            rule: RULE,
                            enclosing: site.enclosing().map(|symbol| symbol.qualified()),
                            within: None,
                            name: None,
                            text: lines.of(*site),
                            when: None,
                            test: is_test(site.file()),
                            of: of.clone(),
                            textual: false,
                        })
                        .collect()
                });
            }
        }
        Ok(())
    }
}
