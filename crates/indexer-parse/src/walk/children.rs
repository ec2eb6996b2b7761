//! Where a walk stands, and how it goes through the children of a node.

use super::{Walk, span_of};
use crate::table::Field;
use indexer_core::{Verbatim, work};
use tree_sitter::{Node, TreeCursor};

/// Of nodes with so many children or fewer each is asked for by its number. That costs what stands before it, but
/// less than a step of a cursor, which goes up and down through what is not shown.
pub(crate) const MOST_BY_NUMBER: u32 = 8;

impl<'t> Walk<'t, '_> {
    /// The comments and literals that the walk met, in order; none inside another. Not those of what its hooks left.
    pub(crate) fn met(self) -> Vec<Verbatim> {
        self.met
    }

    /// The walk has moved to `node`.
    fn stand_at(&mut self, node: Node<'t>) {
        self.current = node;
        self.kind = node.kind_id();
        if let Some(is_comment) = self.table.verbatim(self.kind) {
            let span = span_of(node);
            if self.met.last().is_none_or(|last| last.span.end <= span.start) {
                self.met.push(Verbatim { span, is_comment });
            }
        }
    }

    /// Goes through the children of the current node. `visit` stands at each child in turn; it
    /// lowers it ([`Walk::lower`]), takes it as a name, or leaves it if it holds no identifier.
    pub fn children(&mut self, mut visit: impl FnMut(&mut Self, Field)) {
        self.by_cursor(|walk, node| {
            walk.stand_at(node);
            let field = walk.field();
            visit(walk, field);
            true
        });
    }

    /// As [`Walk::children`], for visitors that need the node and not its field.
    pub fn each_child(&mut self, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        self.children_while(|walk, node| {
            visit(walk, node);
            true
        });
    }

    /// Goes through the children of the current node while `visit` says so.
    pub fn children_while(&mut self, mut visit: impl FnMut(&mut Self, Node<'t>) -> bool) {
        let count = self.current.child_count();
        if count > MOST_BY_NUMBER {
            self.by_cursor(|walk, node| {
                walk.stand_at(node);
                visit(walk, node)
            });
        } else {
            self.by_number(count, Node::child, visit);
        }
    }

    /// Visits those children of the current node that are to be lowered: all but punctuation and keywords, and those if the
    /// parser made them up.
    pub(crate) fn each_to_lower(&mut self, mut visit: impl FnMut(&mut Self, Node<'t>)) {
        let count = self.current.named_child_count() as u32;
        if self.damaged || count > MOST_BY_NUMBER {
            self.each_child(|walk, node| {
                if !walk.is_silent(node) {
                    visit(walk, node);
                }
            });
        } else {
            self.by_number(count, Node::named_child, |walk, node| {
                visit(walk, node);
                true
            });
        }
    }

    /// Visits so many children of the current node, each found by its number.
    fn by_number(
        &mut self,
        count: u32,
        child: impl Fn(&Node<'t>, u32) -> Option<Node<'t>>,
        mut visit: impl FnMut(&mut Self, Node<'t>) -> bool,
    ) {
        let node = self.current;
        let outer = (self.current, self.kind, self.parent.replace(node));
        for nth in 0..count {
            let Some(child) = child(&node, nth) else { break };
            self.stand_at(child);
            work::add(1);
            if !visit(self, child) {
                break;
            }
        }
        (self.current, self.kind, self.parent) = outer;
    }

    /// Gives the children of the current node to `visit` while it says so, each found from the one before: their fields are
    /// known. `visit` stands at them itself.
    fn by_cursor(&mut self, mut visit: impl FnMut(&mut Self, Node<'t>) -> bool) {
        // Counted, so that nobody looks for a child of a token, or for a sibling of the last one: that is the dearest step.
        let mut left = self.current.child_count();
        if left == 0 {
            return;
        }
        let outer = (self.current, self.kind, self.parent.take());
        let mut is_there = self.spare_at(self.current).goto_first_child();
        let cursor = self.open;
        self.open += 1;
        while is_there {
            let node = self.cursors[cursor].node();
            work::add(1);
            left -= 1;
            is_there = visit(self, node) && left > 0 && self.cursors[cursor].goto_next_sibling();
        }
        self.open = cursor;
        (self.current, self.kind, self.parent) = outer;
    }

    /// A cursor that is not in use, standing at a node.
    fn spare_at(&mut self, node: Node<'t>) -> &mut TreeCursor<'t> {
        match self.cursors.get_mut(self.open) {
            Some(cursor) => cursor.reset(node),
            None => self.cursors.push(node.walk()),
        }
        &mut self.cursors[self.open]
    }

    /// The field of the current node in its parent.
    pub fn field(&mut self) -> Field {
        let current = self.current;
        let id = match self.parent {
            Some(parent) => {
                let cursor = self.spare_at(parent);
                let mut is_there = cursor.goto_first_child();
                while is_there && cursor.node() != current {
                    is_there = cursor.goto_next_sibling();
                }
                cursor.field_id()
            }
            None => self.open.checked_sub(1).and_then(|top| self.cursors[top].field_id()),
        };
        self.table.field(id)
    }

    /// The kind of the sibling behind the current node. Asking the node itself would cost a way down from the root.
    pub fn next_kind(&mut self) -> Option<&'static str> {
        let next = match self.parent {
            Some(parent) => {
                let mut all = (0..parent.child_count()).filter_map(|nth| parent.child(nth));
                all.find(|one| *one == self.current)?;
                all.next()?
            }
            None => {
                let cursor = self.cursors.get_mut(self.open.checked_sub(1)?)?;
                if !cursor.goto_next_sibling() {
                    return None;
                }
                let next = cursor.node();
                cursor.goto_previous_sibling();
                next
            }
        };
        Some(self.table.kind(next.kind_id()))
    }

    /// Visits the child in the field `wanted`, which is the only one in it, and none after it. In
    /// broken code there may be more of them, and all are visited.
    pub fn child_in(&mut self, wanted: Field, mut visit: impl FnMut(&mut Self)) {
        self.by_cursor(|walk, node| {
            let is_wanted = walk.field() == wanted;
            if is_wanted {
                walk.stand_at(node);
                visit(walk);
            }
            !is_wanted || walk.damaged
        });
    }
}
