//! What is different about a signature.

use crate::aspect::{Aspect, Facet, aspect};
use crate::file::Entity;
use crate::head::Head;
use crate::parameters::{Parameter, Written};
use indexer_core::{Flags, ParameterKind};

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

/// What is different between the signatures of two states of one symbol.
pub(crate) fn aspects((old, was_head): (&Entity, &Head), (new, is_head): (&Entity, &Head)) -> Vec<Aspect> {
    let mut found = Vec::new();
    // Of a field that became a method there is nothing to compare but what it is.
    let is_alike = old.kind.is_callable() == new.kind.is_callable();
    // Where a type is announced on one side alone, nothing says that it was another before.
    let is_alike = is_alike && was_head.is_announced == is_head.is_announced;
    if is_alike {
        parameters(&was_head.parameters, &is_head.parameters, &mut found);
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
    let own = if new.kind.is_type() { Facet::Bases } else { Facet::Type };
    if is_alike {
        retyped(own, None, (&was_head.behind, &is_head.behind), &mut found);
    }
    // A visibility or a modifier that stands there was said already.
    if is_alike && old.visibility == new.visibility && was == is && old.kind == new.kind {
        retyped(Facet::Type, None, (&was_head.before, &is_head.before), &mut found);
    }
    found
}

/// Adds that a part of a signature says something else, or the same by another path.
fn retyped(facet: Facet, name: Option<&str>, (old, new): (&Written, &Written), found: &mut Vec<Aspect>) {
    if old.text != new.text {
        let facet = if old.means(new) { Facet::Path } else { facet };
        found.push(aspect(facet, name, Some(&old.text), Some(&new.text)));
    }
}

fn parameters(old: &[Parameter], new: &[Parameter], found: &mut Vec<Aspect>) {
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
                    || other.of.means(&one.of)
                    || gone.len() == 1 && come.len() == 1 && old.len() == new.len())
        });
        match same {
            Some(other) => {
                renamed.push((&one.name, &other.name));
                found.push(aspect(
                    Facet::ParameterRenamed,
                    Some(&one.name),
                    Some(&one.name),
                    Some(&other.name),
                ));
                details(one, other, found);
            }
            None => found.push(aspect(Facet::ParameterRemoved, Some(&one.name), Some(&one.of.text), None)),
        }
    }
    for one in come.into_iter().filter(|one| renamed.iter().all(|(_, new)| one.name != *new)) {
        let facet = if one.is_optional() { Facet::OptionalAdded } else { Facet::ParameterAdded };
        found.push(aspect(facet, Some(&one.name), None, Some(&one.of.text)));
    }
    let kept: Vec<(usize, &Parameter)> =
        old.iter().filter_map(|one| Some((place(new, &one.name)?, one))).collect();
    for (at, one) in &kept {
        details(one, &new[*at], found);
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
fn details(old: &Parameter, new: &Parameter, found: &mut Vec<Aspect>) {
    let name = Some(new.name.as_str());
    // A method that became a function says so by its kind.
    if (old.kind == ParameterKind::Receiver) != (new.kind == ParameterKind::Receiver) {
        return;
    }
    retyped(Facet::ParameterType, name, (&old.of, &new.of), found);
    if old.kind != new.kind {
        found.push(aspect(Facet::ParameterKind, name, None, None));
    }
    let facet = match (old.is_optional(), new.is_optional()) {
        (true, false) => Facet::ParameterRequired,
        (false, true) => Facet::ParameterOptional,
        _ if old.default != new.default => Facet::ParameterDefault,
        _ => return,
    };
    found.push(aspect(facet, name, old.default.as_deref(), new.default.as_deref()));
}
