//! The definition behind a path that leads out of the repository.

use super::leads_to::LeadsTo;
use super::probe::probed;
use super::{Environs, direct, root_of, rules_of, whole_file};
use crate::protocol::Context;
use indexer_core::{LinkRules, Outside, Sought};
use indexer_engine::Snapshot;
use indexer_packages::{Installed, ecosystem};
use indexer_store::Symbol;
use std::sync::Arc;

/// Packages through which a name is followed: one passes on what another defines.
const MOST_HOPS: usize = 4;

/// What a name leads to.
#[derive(Clone, Debug)]
pub struct Lead {
    /// The package.
    pub package: Installed,
    /// What the package holds.
    pub snapshot: Arc<Snapshot>,
    /// What in it is meant.
    pub to: LeadsTo,
    /// False where only the name tells that it is this one.
    pub is_proved: bool,
}

impl Lead {
    /// The symbols in the package that are meant.
    pub fn symbols(&self) -> Vec<Symbol<'_>> {
        let LeadsTo::Symbols(keys) = &self.to else { return Vec::new() };
        let view = &self.snapshot.view;
        keys.iter().filter_map(|key| view.symbol(*key)).map(|at| view.sym(at)).collect()
    }

    /// What the first symbol is called everywhere in the package; `None` for a module.
    pub fn printed(&self) -> Option<String> {
        self.symbols().first().map(Symbol::printed)
    }
}

/// How far a name could be followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// The package that is installed and has no such name, so far as is known.
    pub package: Option<String>,
    /// Why it ends there, as a fragment.
    pub why: String,
    /// Packages that are known, where none was found.
    pub known: Vec<String>,
}

/// Follows the path of an external target that is written in the indexed file `from`.
pub fn lead(context: &Context<'_>, environs: &Environs, from: &str, path: &str) -> Result<Lead, Stop> {
    let stop = |why: &str| Stop { why: why.to_owned(), ..Stop::default() };
    if !super::is_on(context) {
        return Err(stop("dependencies are switched off"));
    }
    if super::is_of_revision(context) {
        return Err(stop("what is installed is that of the files on disk, not of a revision"));
    }
    let rules = rules_of(context, from)
        .ok_or_else(|| stop("installed packages of this language are not read yet"))?;
    follow(context, environs, (from, rules), path)
}

fn follow(
    context: &Context<'_>,
    environs: &Environs,
    (from, rules): (&str, &'static LinkRules),
    path: &str,
) -> Result<Lead, Stop> {
    let Some(outside) = rules.outside else { return Err(Stop::default()) };
    let mut path = path.to_owned();
    let mut first_stop: Option<Stop> = None;
    for _ in 0..MOST_HOPS {
        let step = step(context, environs, from, (outside, rules.separator), &path);
        match step {
            Ok(Step::Found(lead)) => return Ok(*lead),
            Ok(Step::Elsewhere(other, stop)) => {
                first_stop.get_or_insert(stop);
                path = other;
            }
            Err(stop) => return Err(first_stop.unwrap_or(stop)),
        }
    }
    Err(first_stop.unwrap_or_default())
}

/// What one package says of a path.
enum Step {
    Found(Box<Lead>),
    /// It passes on what another package has; and what to say where that leads nowhere.
    Elsewhere(String, Stop),
}

fn step(
    context: &Context<'_>,
    environs: &Environs,
    from: &str,
    (outside, separator): (Outside, &str),
    path: &str,
) -> Result<Step, Stop> {
    let (Some(ecosystem), Some(reading)) = (ecosystem(outside.ecosystem), context.reading) else {
        return Err(Stop::default());
    };
    let located = ecosystem.find(&environs.places(from), path);
    let located =
        located.map_err(|missing| Stop { package: None, why: missing.why, known: missing.known })?;
    let (mut elsewhere, mut weak) = (None, None);
    let mut stop = Stop::default();
    for one in located {
        if context.still_wanted().is_err() {
            return Err(Stop { why: "the question was taken back".to_owned(), ..Stop::default() });
        }
        let opened = reading.package(&one.package.root, &root_of(&one.package));
        let snapshot = match opened {
            Ok(snapshot) => snapshot,
            Err(error) => {
                stop = Stop { package: Some(one.package.label()), why: error.to_string(), ..Stop::default() };
                continue;
            }
        };
        let found = |to, is_proved| {
            Box::new(Lead { package: one.package.clone(), snapshot: snapshot.clone(), to, is_proved })
        };
        let sought = Sought { import: &one.import, entry: one.package.entry.as_deref(), names: &one.names };
        let probed = probed(&snapshot, &outside, &sought, "");
        if let Some(to) = probed.proved {
            let to = whole_file::followed(&snapshot, &outside, &to).unwrap_or(to);
            return Ok(Step::Found(found(to, true)));
        }
        if let Some((to, is_proved)) = direct::named(&snapshot, &one, separator) {
            if is_proved {
                return Ok(Step::Found(found(to, true)));
            }
            weak.get_or_insert(found(to, false));
        }
        if let Some(to) = probed.possible {
            weak.get_or_insert(found(to, false));
        }
        elsewhere = elsewhere.or(probed.elsewhere.filter(|other| other != path));
        if stop.package.is_none() {
            let why = match one.names.is_empty() {
                true => format!("it is installed, and no file of it is known to be {}", one.import),
                false => format!("it is installed, and {} is not found in it", one.names.join(separator)),
            };
            stop = Stop { package: Some(one.package.label()), why, known: Vec::new() };
        }
    }
    match (elsewhere, weak) {
        (Some(other), _) => Ok(Step::Elsewhere(other, stop)),
        (None, Some(weak)) => Ok(Step::Found(weak)),
        (None, None) => Err(stop),
    }
}
