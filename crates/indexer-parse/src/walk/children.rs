//! Where a walk stands, and how it goes through the children of a node.

use super::{Walk, span_of};
use crate::table::Field;
use indexer_core::{Verbatim, work};
use tree_sitter::Node;

impl<'t> Walk<'t, '_> {
    /// The comments and literals that the walk met, in order; none inside another. Not those of what its hooks left.
    pub(crate) fn met(self) -> Vec<Verbatim> {
        self.met
    }

    /// The cursor has moved to `node`.
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
        self.each_child(|walk, _| {
            let field = walk.field();
            visit(walk, field);
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
        let outer = (self.current, self.kind);
        // Counted, so that nobody looks for a child of a token, or for a sibling of the last one: that is the dearest step.
        let mut left = self.current.child_count();
        if left > 0 && self.cursor.goto_first_child() {
            loop {
                let node = self.cursor.node();
                self.stand_at(node);
                work::add(1);
                left -= 1;
                if !visit(self, node) || left == 0 || !self.cursor.goto_next_sibling() {
                    break;
                }
            }
            self.cursor.goto_parent();
            (self.current, self.kind) = outer;
        }
    }

    /// Visits the child in the field `wanted`, which is the only one in it, and none after it. In
    /// broken code there may be more of them, and all are visited.
    pub fn child_in(&mut self, wanted: Field, mut visit: impl FnMut(&mut Self)) {
        let damaged = self.damaged;
        let outer = (self.current, self.kind);
        let mut left = self.current.child_count();
        if left > 0 && self.cursor.goto_first_child() {
            loop {
                work::add(1);
                left -= 1;
                if self.table.field(self.cursor.field_id()) == wanted {
                    self.stand_at(self.cursor.node());
                    visit(self);
                    if !damaged {
                        break;
                    }
                }
                if left == 0 || !self.cursor.goto_next_sibling() {
                    break;
                }
            }
            self.cursor.goto_parent();
            (self.current, self.kind) = outer;
        }
    }
}
