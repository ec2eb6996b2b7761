//! Settings that a function of the repository reads by the name that it is given: `env("PORT")` of `def env(name): return
//! os.environ.get(name)`.

use super::entries::{File, entry};
use super::origin::Origins;
use crate::resolve::resolve;
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::framework::{EntryDetail, FrameworkRules, Makes, Occasion, Place};
use indexer_core::{
    Bound, DependencyKey, ExprId, Expression, FileFacts, FrameworkEntry, ParameterKind, Role, SymbolKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// More calls of one file than this are not looked at.
const MOST_CALLS: usize = 1_000;
/// More arguments of one call than this are not looked at.
const MOST_ARGUMENTS: usize = 4;

/// A function that reads a setting by the name that it is given.
#[derive(Clone, Debug)]
struct Wrapper {
    framework: String,
    /// Which argument the name is.
    argument: usize,
    is_certain: bool,
}

/// True for what variables of the environment are called: only calls with such a text are looked at.
fn is_variable(text: &str) -> bool {
    let mut all = text.bytes();
    text.len() > 2
        && all.next().is_some_and(|first| first.is_ascii_uppercase())
        && all.all(|one| one.is_ascii_uppercase() || one.is_ascii_digit() || one == b'_')
}

/// True where the file has a text that a variable of the environment may be called. O(expressions)
pub(super) fn may_ask(unit: &Unit<'_>) -> bool {
    let facts = unit.facts;
    let ids = (0..facts.expressions.len() as u32).map(ExprId);
    ids.filter_map(|id| facts.text(id)).any(is_variable)
}

/// A setting for each call of such a function.
pub(super) fn asked(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    let facts = file.unit.facts;
    let known: FxHashSet<u32> = all.iter().map(|entry| entry.reference).collect();
    let mut wrappers: FxHashMap<Symbol, Option<Wrapper>> = FxHashMap::default();
    let calls = facts.references.iter().zip(0u32..).filter(|(one, _)| one.role == Role::Call);
    let before = all.len();
    for (reference, at) in calls.filter(|(_, at)| !known.contains(at)) {
        let Some(used) = file.uses().get(&reference.expression) else { continue };
        let Expression::Call { of, arguments } = facts.expression(used.call) else { continue };
        let given: Vec<Option<&str>> =
            facts.list(arguments).iter().take(MOST_ARGUMENTS).map(|id| facts.text(*id)).collect();
        if !given.iter().flatten().any(|text| is_variable(text)) {
            continue;
        }
        let (Value::Definition(sym) | Value::Function(sym, _)) =
            resolve(file.db, file.db.file(), of, Some(true)).0.only().unwrap_or(Value::Unknown)
        else {
            continue;
        };
        let wrapper = wrappers.entry(sym).or_insert_with(|| wrapper(file, sym));
        let Some(wrapper) = wrapper else { continue };
        let Some(name) = given.get(wrapper.argument).copied().flatten() else { continue };
        let detail = EntryDetail {
            framework: wrapper.framework.clone(),
            is_certain: wrapper.is_certain,
            ..EntryDetail::default()
        };
        all.push(entry(at, SymbolKind::Setting, ("", name), &detail, None));
        if all.len() - before >= MOST_CALLS {
            break;
        }
    }
    if all.len() > before {
        all.sort_by_key(|entry| (entry.definition, entry.reference));
    }
}

/// What a function of the repository reads by the name that it is given.
fn wrapper(file: &File<'_, '_, '_>, sym: Symbol) -> Option<Wrapper> {
    let unit = file.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    if !unit.kind(sym.def).is_callable() {
        return None;
    }
    file.db.depend_on_symbol(sym);
    file.db.depend(DependencyKey::described(unit.path_hash));
    let parameters = unit.facts.definition(sym.def).parameters;
    let receivers = unit.facts.parameters(parameters).iter();
    let receivers = receivers.take_while(|one| one.kind == ParameterKind::Receiver).count();
    let reads = reads_by_parameter(unit.facts, file.rules);
    let mut own = reads.into_iter().filter(|read| {
        let at = read.parameter;
        at >= parameters.start && at - parameters.start < parameters.len
    });
    own.find_map(|read| {
        let argument = ((read.parameter - parameters.start) as usize).checked_sub(receivers)?;
        let origin = Origins::new(file.db, file.rules).of(sym.file, read.of)?;
        let mut rules = file.rules.of(&origin.path);
        let rule = rules.find(|rule| {
            rule.makes == Makes::Symbol(SymbolKind::Setting)
                && match rule.on {
                    Occasion::Call => read.is_call && rule.text.first() == Some(&Place::Argument(0)),
                    Occasion::Index | Occasion::Read => !read.is_call,
                    _ => false,
                }
        })?;
        Some(Wrapper { framework: rule.framework.clone(), argument, is_certain: !origin.is_possible })
    })
}

/// A call, or an index, that may read a setting by the name that a parameter is.
pub(crate) struct Read {
    /// What is called, or stands before the brackets.
    pub(crate) of: ExprId,
    /// Which parameter of the file.
    pub(crate) parameter: u32,
    is_call: bool,
}

/// The calls and indexes of a file by whose last name a rule may make a setting, and that a parameter is given to first.
/// O(expressions)
pub(crate) fn reads_by_parameter(facts: &FileFacts, rules: &FrameworkRules) -> Vec<Read> {
    let parameter = |id: ExprId| {
        let Expression::Name { bound: Some(bound), .. } = facts.expression(id) else { return None };
        match facts.bindings.get(bound.index())?.bound {
            Bound::Parameter(parameter) => Some(parameter.0),
            _ => None,
        }
    };
    let is_wanted = |id: ExprId| match facts.expression(id) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => {
            rules.names.contains_key(facts.name(name))
        }
        _ => false,
    };
    let all = facts.expressions.iter().filter_map(|expression| {
        let (of, given, is_call) = match *expression {
            Expression::Call { of, arguments } => (of, *facts.list(arguments).first()?, true),
            Expression::Index { of, index } => (of, index, false),
            _ => return None,
        };
        let parameter = parameter(given).filter(|_| is_wanted(of))?;
        Some(Read { of, parameter, is_call })
    });
    all.collect()
}
