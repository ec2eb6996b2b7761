//! Two states of files to the changes between them.

use crate::aspect::{Aspect, Facet};
use crate::aspects::{Types, aspects};
use crate::change::{Change, Diff, FileChange, Happened};
use crate::compatible::is_compatible;
use crate::file::{Entity, File};
use crate::pair::Pairs;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::AtomicBool;

/// What is different between two states of the files that differ. `base` and `head` hold each file that
/// is not the same in both, sorted by path. O(symbols) where names stay; what is left over is compared
/// by likeness, each with each, up to a bound. Once `stop` is set, it may be anything.
pub fn compare<'a>(base: &'a [File], head: &'a [File], stop: &'a AtomicBool) -> Diff<'a> {
    let pairs = Pairs::new(base, head, stop);
    let key = |files: &[File], at: (usize, usize)| files[at.0].entities[at.1].key;
    let now: FxHashMap<u64, u64> = pairs
        .old
        .iter()
        .map(|(old, new)| (key(base, *old).0, key(head, *new).0))
        .filter(|(old, new)| old != new)
        .collect();
    let before: FxHashMap<(usize, usize), (usize, usize)> =
        pairs.old.iter().map(|(old, new)| (*new, *old)).collect();
    let mut diff = Diff::default();
    for (file, one) in base.iter().enumerate() {
        for (at, old) in one.entities.iter().enumerate() {
            let Some(place) = pairs.old.get(&(file, at)).copied() else {
                let owner = one.place_of(&old.owners).filter(|_| !old.owners.is_empty());
                let stays = owner.is_none_or(|owner| pairs.old.contains_key(&(file, owner)));
                let change = gone(&one.path, old, stays);
                let other = pairs.files.get(&file).map(|other| &head[*other]);
                let is_compatible = is_compatible(&change, (one, other), &now);
                diff.changes.push(Change { is_compatible, ..change });
                continue;
            };
            let other = &head[place.0];
            let new = &other.entities[place.1];
            if old.key != new.key {
                diff.renamed.push((old, new));
            }
            let mut happened = pairs.happened((file, at), place);
            let aspects = changed((one, old), (other, new), &now, &mut happened);
            let is_said = happened.iter().any(|one| matches!(one, Happened::Renamed | Happened::Moved))
                || aspects.iter().any(|one| one.facet == Facet::Visibility);
            // What goes along with its file has moved for those who name it by what that was called.
            if !is_said && one.path != other.path && old.loses_name(new) {
                happened.retain(|one| *one != Happened::Cosmetic);
                happened.insert(0, Happened::Moved);
            }
            if !happened.is_empty() {
                let change = Change {
                    old: Some((&one.path, old)),
                    new: Some((&other.path, new)),
                    happened,
                    aspects,
                    likeness: pairs.likeness.get(&(file, at)).copied(),
                    is_compatible: false,
                };
                let same = pairs.files.get(&file).map(|other| &head[*other]);
                let is_compatible = is_compatible(&change, (one, same), &now);
                diff.changes.push(Change { is_compatible, ..change });
            }
        }
    }
    for (file, one) in head.iter().enumerate() {
        let new = one.entities.iter().enumerate().filter(|(at, _)| !pairs.is_taken((file, *at)));
        let was_there = pairs.files.values().any(|at| *at == file);
        diff.changes.extend(new.map(|(_, entity)| {
            let owner = one.place_of(&entity.owners).filter(|_| !entity.owners.is_empty());
            let was_public = |at: &(usize, usize)| base[at.0].entities[at.1].is_public;
            let stays = owner.map_or(was_there, |owner| before.get(&(file, owner)).is_some_and(was_public));
            come(&one.path, entity, stays)
        }));
    }
    diff.changes.sort_by_key(|change| {
        let place = change.new.or(change.old).map(|(path, entity)| (path, entity.line));
        (place, change.new.is_none())
    });
    diff.files = files(base, head, &pairs);
    diff
}

/// Adds what is different between two states of a symbol; gives what is of its signature.
fn changed(
    (one, old): (&File, &Entity),
    (other, new): (&File, &Entity),
    now: &FxHashMap<u64, u64>,
    happened: &mut Vec<Happened>,
) -> Vec<Aspect> {
    // Visibility and kind may be decided elsewhere.
    if old.text == new.text && (old.visibility, old.kind, old.flags) == (new.visibility, new.kind, new.flags)
    {
        return Vec::new();
    }
    let (was, is) = (one.detail(old), other.detail(new));
    let types = Types::between(one, other, now);
    let mut aspects = aspects((old, &was.head), (new, &is.head), &types);
    let attributes = attributes(&aspects, was.attributes.differences(&is.attributes));
    let differences = [
        (Happened::Signature, !aspects.is_empty()),
        (Happened::Body, was.body != is.body && was.written != is.written),
        (Happened::Attributes, !attributes.is_empty()),
        (Happened::Documentation, old.doc != new.doc),
    ];
    aspects.extend(attributes);
    happened.extend(differences.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what));
    if happened.is_empty() && was.raw != is.raw {
        happened.push(Happened::Cosmetic);
    }
    aspects
}

/// The differences of attributes that the signature does not say already: a modifier may be one, and a word
/// before the name stands among them where the signature was not found in the text.
fn attributes(signature: &[Aspect], found: Vec<Aspect>) -> Vec<Aspect> {
    let is_said = signature.iter().any(|one| one.facet == Facet::Modifiers);
    let is_named = |one: &Aspect| one.name.is_some() || signature.is_empty();
    if is_said { Vec::new() } else { found.into_iter().filter(is_named).collect() }
}

/// What is gone; `stays` where what it belongs to is not.
fn gone<'a>(path: &'a str, old: &'a Entity, stays: bool) -> Change<'a> {
    let happened = vec![Happened::Removed];
    old.owner_stays.get_or_init(|| stays);
    Change {
        old: Some((path, old)),
        new: None,
        happened,
        aspects: Vec::new(),
        likeness: None,
        is_compatible: false,
    }
}

/// What came; `stays` where what it belongs to was there before, and public.
fn come<'a>(path: &'a str, new: &'a Entity, stays: bool) -> Change<'a> {
    let happened = vec![Happened::Added];
    new.owner_stays.get_or_init(|| stays);
    Change {
        old: None,
        new: Some((path, new)),
        happened,
        aspects: Vec::new(),
        likeness: None,
        is_compatible: false,
    }
}

fn files<'a>(base: &'a [File], head: &'a [File], pairs: &Pairs<'a>) -> Vec<FileChange<'a>> {
    let mut found = Vec::new();
    for (at, old) in base.iter().enumerate() {
        let Some(new) = pairs.files.get(&at).map(|at| &head[*at]) else {
            found.push(FileChange { old: Some(&old.path), new: None, happened: vec![Happened::Removed] });
            continue;
        };
        let is_imports = old.imports() != new.imports();
        let differences = [
            (Happened::Renamed, old.path != new.path),
            (Happened::Imports, is_imports),
            (Happened::TopLevel, !is_imports && old.top() != new.top()),
            (Happened::Documentation, old.facts.doc != new.facts.doc),
        ];
        let happened = differences.into_iter().filter(|(_, differs)| *differs).map(|(what, _)| what);
        found.push(FileChange { old: Some(&old.path), new: Some(&new.path), happened: happened.collect() });
    }
    let paired: FxHashSet<&str> = found.iter().filter_map(|one| one.new).collect();
    let new: Vec<FileChange<'a>> = head
        .iter()
        .filter(|file| !paired.contains(file.path.as_str()))
        .map(|file| FileChange { old: None, new: Some(&file.path), happened: vec![Happened::Added] })
        .collect();
    found.extend(new);
    found.sort_by_key(|one| one.new.or(one.old));
    found
}
