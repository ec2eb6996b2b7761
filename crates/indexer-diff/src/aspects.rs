//! What is different about a signature.

use crate::alternatives::{Aliases, alternatives, is_said_more, without_names};
use crate::aspect::{Aspect, Facet, aspect};
use crate::bases::Above;
use crate::file::{Entity, File};
use crate::head::Head;
use crate::parameters::{Parameter, Written};
use crate::spelling::{ANY, NAMED, SameTypes, TOP, spelled};
use indexer_core::{Flags, ParameterKind, SymbolKind};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The flags that stand in signatures.
const WRITTEN: [Flags; 10] = [
    Flags::ASYNC,
    Flags::STATIC,
    Flags::CLASSMETHOD,
    Flags::ABSTRACT,
    Flags::GENERATOR,
    Flags::PROPERTY,
    Flags::UNSAFE,
    Flags::CONST,
    Flags::EXTERN,
    Flags::EXPORTED,
];

/// Words that say what a symbol does with what is above it, or where it is built: nobody who uses it sees them.
const UNSEEN: [&str; 4] = ["override", "actual", "expect", "inline"];
/// Words that let others do more.
const OPENING: [&str; 2] = ["open", "virtual"];
/// The word that lets others do less.
const CLOSING: &str = "final";

/// What is known of both states where types are compared.
pub(crate) struct Types<'t> {
    /// What the names of the base stand for that are other names of types.
    pub(crate) old: &'t Aliases,
    /// The same of the head.
    pub(crate) new: &'t Aliases,
    /// What the types of the base are now, that were paired under another key.
    pub(crate) now: &'t FxHashMap<u64, u64>,
    /// True where a type that is not written may be any, and none is looked at when the program runs.
    pub(crate) is_gradual: bool,
    /// True where a type without its arguments has any: `dict`.
    pub(crate) has_bare: bool,
    /// Ways to write a type that mean the same.
    pub(crate) same: SameTypes,
}

/// How a type became another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Became {
    /// The same by another way to write it.
    Same,
    /// One that takes in more.
    Wider,
    /// One that takes in less.
    Narrower,
    /// One that was not said, or is not any more.
    Said,
    Other,
}

impl<'t> Types<'t> {
    /// Of two states of a file; `now` is what the types of the base are now, where they have another key.
    pub(crate) fn between(old: &'t File, new: &'t File, now: &'t FxHashMap<u64, u64>) -> Self {
        let (is_gradual, has_bare, same) = (new.types_are_optional, new.bare_types, new.same_types);
        Self { old: &old.aliases, new: &new.aliases, now, is_gradual, has_bare, same }
    }

    fn became(&self, old: &Written, new: &Written) -> Became {
        if old.means(new, self.now) || without_names(&old.text) == without_names(&new.text) {
            return Became::Same;
        }
        // What is given is written as what a function takes.
        let given = |one: &Written| without_names(&format!("func{}", one.text));
        let is_list = |one: &Written| one.text.starts_with('(');
        if self.same.contains(&NAMED) && is_list(old) && is_list(new) && given(old) == given(new) {
            return Became::Same;
        }
        let bare = |written: &str| {
            let written = written.strip_prefix("->").unwrap_or(written).trim_start();
            // What takes all the rest says so before its name: `**kwargs`, `**kwargs: int`.
            let rest = written.trim_start_matches('*');
            let written = if rest.is_empty() || rest.starts_with(':') { rest } else { written };
            spelled(written.strip_prefix(':').unwrap_or(written), self.same)
        };
        let (from, to) = (bare(&old.text), bare(&new.text));
        if from == to {
            return Became::Same;
        }
        let is_any = |one: &str| one.is_empty() || one == ANY;
        if from.is_empty() || to.is_empty() || self.is_gradual && (is_any(&from) || is_any(&to)) {
            return if self.is_gradual { Became::Said } else { Became::Other };
        }
        let (Some(from), Some(to)) = (alternatives(&from, self.old), alternatives(&to, self.new)) else {
            return Became::Other;
        };
        let is_exact = |one: &String| {
            let more = |other: &String| is_said_more(one, other) || is_said_more(other, one);
            to.contains(one) || to.iter().any(more)
        };
        match () {
            () if from == to => Became::Same,
            () if from.is_subset(&to) || to.contains(TOP) => Became::Wider,
            () if to.is_subset(&from) || from.contains(TOP) => Became::Narrower,
            () if self.has_bare && from.iter().all(is_exact) => match from.len().cmp(&to.len()) {
                Ordering::Less => Became::Wider,
                Ordering::Equal => Became::Said,
                Ordering::Greater => Became::Narrower,
            },
            () => Became::Other,
        }
    }
}

/// What is different between the signatures of two states of one symbol.
pub(crate) fn aspects(
    (old, was_head): (&Entity, &Head),
    (new, is_head): (&Entity, &Head),
    types: &Types<'_>,
) -> Vec<Aspect> {
    let mut found = Vec::new();
    // Of a field that became a method there is nothing to compare but what it is.
    let is_alike = old.kind.is_callable() == new.kind.is_callable();
    // Where a type is announced on one side alone, nothing says that it was another before.
    let is_alike = is_alike && was_head.is_announced == is_head.is_announced;
    if is_alike {
        // Whoever implements it must take what it takes.
        let is_implemented = is_to_implement(old) || is_to_implement(new);
        let said = |head| with_types(head, types.same);
        parameters(&said(was_head), &said(is_head), (types, is_implemented), &mut found);
        hide_private_fields(&was_head.parameters, &mut found);
    }
    let words = |flags: Flags| {
        let words: Vec<&str> =
            WRITTEN.into_iter().filter(|one| flags.has(*one)).flat_map(Flags::words).collect();
        words.join(",")
    };
    let (was, is) = (words(old.flags), words(new.flags));
    if old.visibility != new.visibility {
        let (from, to) = (old.visibility.as_str(), new.visibility.as_str());
        found.push(aspect(Facet::Visibility, None, Some(from), Some(to)));
    }
    if was != is {
        found.push(aspect(Facet::Modifiers, None, Some(&was), Some(&is)));
    }
    if old.kind != new.kind {
        found.push(aspect(Facet::Kind, None, Some(old.kind.as_str()), Some(new.kind.as_str())));
    }
    if is_alike && new.kind.is_type() && old.kind.is_type() {
        above(old.kind, (&was_head.behind, &is_head.behind), types, &mut found);
    } else if is_alike {
        let narrows = old.kind.is_callable() && !is_to_implement(old) && !is_to_implement(new);
        retyped(narrows, (&was_head.behind, &is_head.behind), types, &mut found);
    }
    // A visibility or a modifier that stands there was said already.
    if is_alike && old.visibility == new.visibility && was == is && old.kind == new.kind {
        before((&was_head.before, &is_head.before), types, &mut found);
    }
    found
}

/// True for a member that others implement.
fn is_to_implement(one: &Entity) -> bool {
    matches!(one.owner_kind, Some(SymbolKind::Trait | SymbolKind::Interface))
        || one.flags.has(Flags::ABSTRACT)
}

/// Adds that what a call gives, or the type of what is no type, is another; `narrows` where one of fewer types is one of
/// those that were.
fn retyped(narrows: bool, (old, new): (&Written, &Written), types: &Types<'_>, found: &mut Vec<Aspect>) {
    if old.text != new.text {
        let facet = match types.became(old, new) {
            Became::Same => Facet::Path,
            Became::Said => Facet::TypeSaid,
            Became::Narrower if narrows => Facet::ResultNarrowed,
            _ => Facet::Type,
        };
        found.push(aspect(facet, None, Some(&old.text), Some(&new.text)));
    }
}

/// Adds what is different behind the name of a type.
fn above(kind: SymbolKind, (old, new): (&Written, &Written), types: &Types<'_>, found: &mut Vec<Aspect>) {
    if old.text == new.text {
        return;
    }
    let (was, is) = (Above::of(&old.text), Above::of(&new.text));
    let is_implemented = matches!(kind, SymbolKind::Trait | SymbolKind::Interface);
    let facet = match () {
        () if old.means(new, types.now) => Facet::Path,
        () if was.has_same_types(&is) && was.makers == is.makers => Facet::Delegation,
        () if was.has_same_types(&is) && was.makers > is.makers => Facet::Making,
        () if was.has_same_types(&is) => Facet::Overriding,
        () if types.has_bare && was.is_said_more(&is) => Facet::TypeSaid,
        () if was.is_kept_by(&is) && !is_implemented && was.makers <= is.makers => Facet::BasesAdded,
        () => Facet::Bases,
    };
    found.push(aspect(facet, None, Some(&old.text), Some(&new.text)));
}

/// Adds what is different before the name.
fn before((old, new): (&Written, &Written), types: &Types<'_>, found: &mut Vec<Aspect>) {
    if old.text == new.text {
        return;
    }
    let words = |written: &str, but: &[&str]| -> Vec<String> {
        written.split(' ').filter(|word| !but.contains(word)).map(str::to_owned).collect()
    };
    let unseen = |more: &[&'static str]| -> Vec<&str> { UNSEEN.iter().chain(more).copied().collect() };
    let (was, is) = (words(&old.text, &unseen(&[CLOSING])), words(&new.text, &unseen(&OPENING)));
    // What is open, or final, on both sides is no difference.
    let (both_was, both_is) = (words(&old.text, &unseen(&[])), words(&new.text, &unseen(&[])));
    let facet = match () {
        () if was == is || both_was == both_is => Facet::Overriding,
        () if old.means(new, types.now) => Facet::Path,
        () if spelled(&old.text, types.same) == spelled(&new.text, types.same) => Facet::Path,
        () => Facet::Type,
    };
    found.push(aspect(facet, None, Some(&old.text), Some(&new.text)));
}

/// The parameters with their types, also where one type is written behind several of them.
fn with_types<'h>(head: &'h Head, same: SameTypes) -> Cow<'h, [Parameter]> {
    if !same.contains(&NAMED) {
        return Cow::Borrowed(&head.parameters);
    }
    let mut all = head.parameters.clone();
    for at in (1..all.len()).rev() {
        let is_one =
            |one: &Parameter| one.kind == ParameterKind::Plain && one.default.is_none() && !one.is_marked;
        if all[at - 1].of.text.is_empty() && is_one(&all[at - 1]) && is_one(&all[at]) {
            all[at - 1].of = all[at].of.clone();
        }
    }
    Cow::Owned(all)
}

fn parameters(
    old: &[Parameter],
    new: &[Parameter],
    (types, is_implemented): (&Types<'_>, bool),
    found: &mut Vec<Aspect>,
) {
    let place = |all: &[Parameter], name: &str| all.iter().position(|one| one.name == name);
    let is_known = |all: &[Parameter], one: &Parameter| place(all, &one.name).is_some();
    let gone: Vec<&Parameter> = old.iter().filter(|one| !is_known(new, one)).collect();
    let come: Vec<&Parameter> = new.iter().filter(|one| !is_known(old, one)).collect();
    let mut renamed: Vec<(&str, &str)> = Vec::new();
    for one in &gone {
        let at = place(old, &one.name);
        // The same place and type, and nothing that is called as either on the other side.
        let same = come.iter().find(|other| {
            place(new, &other.name) == at
                && other.kind == one.kind
                // What is given by its name alone is another one under another name.
                && other.kind != ParameterKind::Keyword
                && (other.of.text == one.of.text
                    || one.of.means(&other.of, types.now)
                    || old.len() == new.len()
                        && (gone.len() == 1 && come.len() == 1
                            || types.became(&one.of, &other.of) == Became::Said))
        });
        match same {
            Some(other) => {
                renamed.push((&one.name, &other.name));
                // Nobody can give what takes all the rest by its name.
                let is_rest = matches!(one.kind, ParameterKind::Rest | ParameterKind::RestKeywords);
                if !is_rest && !one.is_placed && !one.is_underscored() {
                    found.push(aspect(
                        Facet::ParameterRenamed,
                        Some(&one.name),
                        Some(&one.name),
                        Some(&other.name),
                    ));
                }
                details(one, other, (types, is_implemented), found);
            }
            None => {
                let is_private = one.is_underscored() && one.is_optional();
                let facet = if is_private { Facet::PrivateParameter } else { Facet::ParameterRemoved };
                found.push(aspect(facet, Some(&one.name), Some(&one.of.text), None));
            }
        }
    }
    for one in come.into_iter().filter(|one| renamed.iter().all(|(_, new)| one.name != *new)) {
        let facet = if one.is_optional() { Facet::OptionalAdded } else { Facet::ParameterAdded };
        found.push(aspect(facet, Some(&one.name), None, Some(&one.of.text)));
    }
    let kept: Vec<(usize, &Parameter)> =
        old.iter().filter_map(|one| Some((place(new, &one.name)?, one))).collect();
    for (at, one) in &kept {
        details(one, &new[*at], (types, is_implemented), found);
    }
    let by_place = |one: &&Parameter| matches!(one.kind, ParameterKind::Plain | ParameterKind::Receiver);
    let order: Vec<usize> = kept.iter().filter(|(_, one)| by_place(one)).map(|(at, _)| *at).collect();
    if !order.is_sorted() {
        let names =
            |all: &[Parameter]| all.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        found.push(aspect(Facet::ParameterOrder, None, Some(&names(old)), Some(&names(new))));
    }
}

/// Where some field had no name for others, nobody else made the type: what happens to such a field is told
/// as that.
fn hide_private_fields(old: &[Parameter], found: &mut [Aspect]) {
    if !old.iter().any(|one| one.is_private) {
        return;
    }
    let is_open = |all: &[Parameter], name: &str| all.iter().any(|one| one.name == name && !one.is_private);
    for one in found {
        if one.name.as_deref().is_some_and(|name| !is_open(old, name)) {
            one.facet = Facet::PrivateField;
        }
    }
}

/// What is different about one parameter.
fn details(
    old: &Parameter,
    new: &Parameter,
    (types, is_implemented): (&Types<'_>, bool),
    found: &mut Vec<Aspect>,
) {
    let name = Some(new.name.as_str());
    // A method that became a function says so by its kind.
    if (old.kind == ParameterKind::Receiver) != (new.kind == ParameterKind::Receiver) {
        return;
    }
    if old.of.text != new.of.text {
        let facet = match types.became(&old.of, &new.of) {
            Became::Same => Facet::Path,
            Became::Said => Facet::TypeSaid,
            _ if old.kind == ParameterKind::Receiver => Facet::Receiver,
            Became::Wider if !is_implemented => Facet::ParameterWidened,
            _ => Facet::ParameterType,
        };
        found.push(aspect(facet, name, Some(&old.of.text), Some(&new.of.text)));
    }
    if old.kind != new.kind || !old.is_placed && new.is_placed && !old.is_underscored() {
        found.push(aspect(Facet::ParameterKind, name, None, None));
    } else if old.is_placed && !new.is_placed {
        found.push(aspect(Facet::ParameterNamed, name, None, None));
    }
    let facet = match (old.is_optional(), new.is_optional()) {
        (true, false) => Facet::ParameterRequired,
        (false, true) => Facet::ParameterOptional,
        _ if old.default != new.default => Facet::ParameterDefault,
        _ => return,
    };
    found.push(aspect(facet, name, old.default.as_deref(), new.default.as_deref()));
}
