//! Exported references against the truth.
//!
//! Precision is per distinct candidate (file and line of the reference, definition), recall per place
//! of the truth (file, line, definitions that are right there). A candidate is right where the truth
//! has a reference on that line that accepts its definition; it is left out where a token of its name
//! on that line is undecided, where its target is no definition of the truth that others can see, and
//! where the checker did not see the file. Of the possible candidates alone those are left out too of whose token the checker
//! says nothing: names in texts, names from a file that it did not find. What overrides a method that is called (rule
//! `override`) is in no figure of references. All that is left out is counted by its reason, overrides as right or wrong.

use super::Ratio;
use super::truth::{Reference, Site, Truth, number, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Kinds that are not scored: they are no symbols that a reference is resolved to.
const NOT: &[&str] = &["objmethod", "module", "param", "type_param", "local", "self", "alias", "?"];

/// Which candidates count. Those by rule `override` are never possible here, but counted beside what is left out.
#[derive(Clone, Copy)]
pub(super) enum Figures {
    /// Those that are proved.
    Resolved,
    /// Those and the possible ones.
    WithPossible,
    /// Only the possible ones.
    PossibleAlone,
}

/// Which candidates and kinds count.
pub(super) struct Chosen {
    /// The candidates.
    pub(super) figures: Figures,
    /// Leave the properties of object literals out.
    pub(super) without_properties: bool,
    /// The truth says something of each name that is written as one, and nothing of other uses: a symbol of Ruby names a
    /// method, a call of an object of PHP runs one.
    pub(super) names_alone: bool,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct References {
    /// Over all kinds.
    pub(super) all: Ratio,
    /// By kind.
    pub(super) kinds: BTreeMap<String, Ratio>,
    /// Candidates that are left out because the checker was undecided.
    pub(super) unjudged: usize,
    /// Candidates by their rule: right, wrong.
    pub(super) rules: BTreeMap<String, (usize, usize)>,
    /// Candidates that are left out, by the reason.
    pub(super) left_out: BTreeMap<&'static str, usize>,
    /// Wrong candidates at a token that leaves the repository, and all such tokens.
    pub(super) phantoms: (usize, usize),
}

/// One token of the truth: its kind, and the definitions that are right.
struct Place {
    kind: String,
    right: Vec<Site>,
}

/// Definitions by file and name: first line, line of the name, kind.
type Targets<'t> = BTreeMap<(&'t str, &'t str), Vec<(i64, i64, &'t str)>>;

/// What one definition is called by others: the first of all places that are one symbol.
#[derive(Default)]
struct Same(BTreeMap<(String, i64, String), (String, i64, String)>);

impl Same {
    fn find(&self, one: (String, i64, String)) -> (String, i64, String) {
        let mut one = one;
        while let Some(next) = self.0.get(&one) {
            one = next.clone();
        }
        one
    }

    fn join(&mut self, one: (String, i64, String), other: (String, i64, String)) {
        let (one, other) = (self.find(one), self.find(other));
        let (first, last) = if one < other { (one, other) } else { (other, one) };
        if first != last {
            self.0.insert(last, first);
        }
    }
}

/// Reasons for which a candidate is left out.
const NO_FILE: &str = "in a file that the checker did not see";
const NO_DEFINITION: &str = "leads to no definition of the truth";
const ITSELF: &str = "is the definition itself";
const NO_NAME: &str = "no name to the checker";
const UNFOUND: &str = "imported from a file that the checker did not find";
const KEY: &str = "key of an object in a file that imports from one that the checker did not find";
const OVERRIDE: [&str; 2] = ["overrides, wrong", "overrides, right"];

impl References {
    fn leave_out(&mut self, reason: &'static str) {
        *self.left_out.entry(reason).or_default() += 1;
    }

    /// Possible candidates that are left out of their own precision because the checker sees no name there (a text, the
    /// key of an object of no known type), or did not find the file from which the name is imported.
    pub(super) fn unseen(&self) -> usize {
        [NO_NAME, UNFOUND, KEY].iter().filter_map(|reason| self.left_out.get(reason)).sum()
    }
}

/// Scores the lines of `indexer export refs`.
pub(super) fn score(truth: &Truth, candidates: &[Value], chosen: &Chosen) -> References {
    let counts = |kind: &str| {
        let left_out = chosen.without_properties && kind == "property";
        !(left_out || NOT.contains(&kind) || kind.starts_with("other"))
    };
    let same = same(truth);
    let mut targets: Targets<'_> = BTreeMap::new();
    for one in truth.definitions.iter().filter(|one| !one.is_local) {
        let entry = (one.start, one.line, one.kind.as_str());
        targets.entry((&one.file, &one.name)).or_default().push(entry);
    }
    for one in truth.definitions.iter().filter(|one| !one.is_local && one.text != one.name) {
        let entry = (one.start, one.line, one.kind.as_str());
        targets.entry((&one.file, &one.text)).or_default().push(entry);
    }
    let places = places(truth, &counts);
    let external: BTreeSet<&(String, i64, String)> = truth.external.iter().collect();
    let (mut seen, mut hit) = (BTreeSet::new(), BTreeSet::new());
    let mut made = References { phantoms: (0, truth.external.len()), ..References::default() };
    for row in candidates {
        let (resolved, overrides) = (row["resolution"] == "resolved", row["rule"] == "override");
        let wanted = match chosen.figures {
            Figures::Resolved => resolved,
            Figures::WithPossible => !overrides,
            Figures::PossibleAlone => !resolved,
        };
        let (file, line, name) = (text(row, "ref_file"), number(row, "ref_line"), text(row, "name"));
        if !wanted {
            continue;
        }
        if !truth.files.contains(&file) {
            made.leave_out(NO_FILE);
            continue;
        }
        let (to_file, to_line) = (text(row, "def_file"), number(row, "def_line"));
        let all = targets.get(&(to_file.as_str(), name.as_str())).into_iter().flatten();
        let around = all.filter(|(start, end, _)| *start <= to_line && to_line <= *end);
        let target = around.min_by_key(|(start, end, _)| end - start).filter(|(.., kind)| counts(kind));
        let Some((_, defined, kind)) = target else {
            made.leave_out(NO_DEFINITION);
            continue;
        };
        if !seen.insert((overrides, file.clone(), line, same.find((to_file.clone(), *defined, name.clone()))))
        {
            continue;
        }
        if (&file, line) == (&to_file, *defined) {
            made.leave_out(ITSELF);
            continue;
        }
        let here = places.get(&(file.clone(), line)).into_iter().flatten();
        let accepts = |(of, last, first): &Site| *of == to_file && *first <= to_line && to_line <= *last;
        let right: Vec<i64> =
            here.filter(|(_, place)| place.right.iter().any(accepts)).map(|(column, _)| *column).collect();
        let token = (file.clone(), line, name.clone());
        if overrides {
            made.leave_out(OVERRIDE[usize::from(!right.is_empty())]);
            continue;
        }
        let alone = matches!(chosen.figures, Figures::PossibleAlone);
        let is_left_out = |reason: &&str| alone || chosen.names_alone && *reason == NO_NAME;
        if right.is_empty()
            && !truth.undecided.contains(&token)
            && let Some(reason) = unseen(truth, &token).filter(is_left_out)
        {
            made.leave_out(reason);
            continue;
        }
        let ratio = made.kinds.entry((*kind).to_owned()).or_default();
        let of_rule = made.rules.entry(text(row, "rule")).or_default();
        if !right.is_empty() {
            ratio.right += 1;
            of_rule.0 += 1;
            hit.extend(right.into_iter().map(|column| (token.0.clone(), line, column)));
        } else if truth.undecided.contains(&token) {
            made.unjudged += 1;
        } else {
            ratio.wrong += 1;
            of_rule.1 += 1;
            made.phantoms.0 += usize::from(external.contains(&token));
        }
    }
    // Several tokens of a line that lead to the same are one.
    let mut found: BTreeMap<(&str, i64, BTreeSet<&Site>), (&str, bool)> = BTreeMap::new();
    for ((file, line), columns) in &places {
        for (column, place) in columns {
            let group = found.entry((file, *line, place.right.iter().collect()));
            group.or_insert((&place.kind, false)).1 |= hit.contains(&(file.clone(), *line, *column));
        }
    }
    for (kind, is_hit) in found.into_values() {
        let ratio = made.kinds.entry(kind.to_owned()).or_default();
        ratio.there += 1;
        ratio.found += usize::from(is_hit);
    }
    made.all = made.kinds.values().fold(Ratio::default(), |sum, one| sum.with(*one));
    made
}

/// Why the checker says nothing of a token, where it does not: it sees no name there, or did not find the file that
/// explains it.
fn unseen(truth: &Truth, token: &(String, i64, String)) -> Option<&'static str> {
    if !truth.seen.contains(token) {
        Some(NO_NAME)
    } else if truth.unfound.contains(token) {
        Some(UNFOUND)
    } else {
        (truth.keys.contains(token) && imports_unfound(truth, &token.0)).then_some(KEY)
    }
}

/// True for a file that imports from one that the checker did not find.
fn imports_unfound(truth: &Truth, file: &str) -> bool {
    truth.unfound.range((file.to_owned(), 0, String::new())..).next().is_some_and(|(of, ..)| of == file)
}

/// Definitions of one symbol in one file, and those that the truth takes for one another.
fn same(truth: &Truth) -> Same {
    let mut same = Same::default();
    let mut first: BTreeMap<(&str, &str), (String, i64, String)> = BTreeMap::new();
    for one in truth.definitions.iter().filter(|one| !one.is_local) {
        let Some(symbol) = one.symbol.as_deref().filter(|symbol| !symbol.starts_with("local")) else {
            continue;
        };
        let place = (one.file.clone(), one.line, one.name.clone());
        let known = first.entry((symbol, &one.file)).or_insert_with(|| place.clone()).clone();
        same.join(known, place);
    }
    for Reference { name, to, also, .. } in &truth.references {
        for other in also {
            same.join((to.0.clone(), to.1, name.clone()), (other.0.clone(), other.1, name.clone()));
        }
    }
    same
}

/// The tokens of each line, by column. What stands at one column (a class and its constructor, a
/// value and its type) is one, and either definition is right.
fn places(truth: &Truth, counts: &dyn Fn(&str) -> bool) -> BTreeMap<(String, i64), BTreeMap<i64, Place>> {
    let mut places: BTreeMap<(String, i64), BTreeMap<i64, Place>> = BTreeMap::new();
    for one in truth.references.iter().filter(|one| counts(&one.kind)) {
        let line = places.entry((one.file.clone(), one.line)).or_default();
        let place =
            line.entry(one.column).or_insert_with(|| Place { kind: one.kind.clone(), right: Vec::new() });
        place.right.push(one.to.clone());
        place.right.extend(one.also.iter().cloned());
    }
    places
}
