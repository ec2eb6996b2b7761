//! Where the parts of a construct stand among its children.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::ExprId;

/// Where a part stands.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// Nowhere: the language has no such part.
    None,
    /// In this field.
    Field(Field),
    /// In any of these fields.
    Fields(&'static [Field]),
    /// In any of these places.
    Any(&'static [At]),
    /// A child of this kind; of several the first, where there is one such part.
    Kind(&'static str),
    /// A child of any of these kinds.
    Kinds(&'static [&'static str]),
    /// The named child with this index, from 0, without comments.
    Nth(u32),
    /// What follows this word.
    After(&'static str),
    /// What stands before this word.
    Before(&'static str),
}

/// A child of a construct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its field.
    pub(super) field: Field,
    /// How many named children stand before it.
    nth: u32,
    /// The word before it; "" where that is a named node.
    after: &'static str,
}

impl Part {
    /// Does the current node, which is this part, stand there?
    pub(super) fn is(self, walk: &mut Walk<'_, '_>, at: At) -> bool {
        match at {
            At::None => false,
            At::Field(field) => self.field == field,
            At::Fields(fields) => fields.contains(&self.field),
            At::Any(places) => places.iter().any(|at| self.is(walk, *at)),
            At::Kind(kind) => walk.kind() == kind,
            At::Kinds(kinds) => kinds.contains(&walk.kind()),
            At::Nth(nth) => walk.is_named() && !walk.node().is_extra() && self.nth == nth,
            At::After(word) => walk.is_named() && !walk.node().is_extra() && self.after == word,
            At::Before(word) => walk.is_named() && walk.next_kind() == Some(word),
        }
    }
}

/// What a visitor did with a part.
pub(super) enum Visited {
    /// It lowered it.
    Taken,
    /// It is of no interest: where its kind is seen through, its children are visited, else it is lowered.
    Left,
}

/// Goes through the parts of the current node, and through those of its children whose kinds are `inside`. What
/// `visit` leaves is lowered.
pub(super) fn parts<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    inside: &'static [&'static str],
    visit: &mut dyn FnMut(&mut Walk<'t, 'a>, Part) -> Visited,
) {
    let mut position = (0, "");
    level(walk, (inside, Field::None), &mut position, visit);
}

fn level<'t, 'a>(
    walk: &mut Walk<'t, 'a>,
    (inside, outer): (&'static [&'static str], Field),
    position: &mut (u32, &'static str),
    visit: &mut dyn FnMut(&mut Walk<'t, 'a>, Part) -> Visited,
) {
    walk.children(|walk, field| {
        let (nth, after) = *position;
        // What has no field of its own has that of what is seen through.
        let field = if field == Field::None { outer } else { field };
        if let Visited::Left = visit(walk, Part { field, nth, after }) {
            if inside.contains(&walk.kind()) {
                walk.lower_with(|walk| {
                    level(walk, (inside, field), position, visit);
                    ExprId::UNKNOWN
                });
            } else {
                walk.other();
            }
        }
        if walk.is_named() {
            if !walk.node().is_extra() {
                position.0 += 1;
                position.1 = "";
            }
        } else {
            position.1 = walk.kind();
        }
    });
}
