//! Members of types.

use super::lexer::Kind;
use super::reader::{FSharp, Said, VALUE};
use crate::token_reader::TokenReader;
use indexer_core::{Access, DefId, ExprId, Flags, Namespace, Role, ScopeKind, SymbolKind};

impl FSharp<'_, '_, '_> {
    /// What begins with a word of members; gives the place behind it.
    pub(super) fn of_type(&mut self, start: usize, mut said: Said) -> usize {
        let end = self.end(start);
        let (mut at, mut is_abstract, mut is_value) = (start, false, false);
        while at < end && self.reading.goes_on() {
            match self.tokens.text(at) {
                "static" => said.flags.add(Flags::STATIC),
                "abstract" => {
                    is_abstract = true;
                    said.flags.add(Flags::ABSTRACT);
                }
                "member" | "override" | "default" => {}
                "val" => is_value = true,
                "inherit" => return self.inherits(at + 1, end),
                "interface" => return self.implements(at + 1, end),
                "new" => return self.constructor(at, end, &said),
                "let" | "do" => return self.binding(at, said),
                _ => {
                    let next = self.modifiers(at, &mut said);
                    if next == at {
                        break;
                    }
                    at = next;
                    continue;
                }
            }
            at += 1;
        }
        match is_value {
            true => self.field_or_property(at, end, &said, start),
            false => self.method(at, end, &mut said, is_abstract),
        }
        end
    }

    /// `inherit A<B>(c)`.
    fn inherits(&mut self, at: usize, end: usize) -> usize {
        self.until(end, |file| {
            let (next, base) = file.annotation_as(at, Role::Inherit);
            file.bases.extend((!base.is_unknown()).then_some(base));
            file.expression(next);
        });
        end
    }

    /// `interface A with member ..`: its members are those of the type around.
    fn implements(&mut self, at: usize, end: usize) -> usize {
        self.until(end, |file| {
            let (next, base) = file.annotation_as(at, Role::Inherit);
            file.bases.extend((!base.is_unknown()).then_some(base));
            let next = next + usize::from(file.is(next, "with"));
            if file.reading.down(file.tokens.span(at)) {
                let around = file.implemented.replace(file.tokens.text(at));
                file.declarations(next);
                file.implemented = around;
                file.reading.up();
            }
        });
        end
    }

    /// `new(a) as this = ..`.
    fn constructor(&mut self, at: usize, end: usize, said: &Said) -> usize {
        let equals = self.find(at + 1, end, |file, at| file.is_lone(at, b'='));
        let (name, token) = (self.reading.build.names.made("new"), self.tokens.span(at));
        let kind = (SymbolKind::Constructor, Namespace::CALLABLE);
        let id = self.define_as(name, (token, false), kind, (end, equals), said);
        let this = self.find(at + 1, equals, |file, at| file.is(at, "as"));
        if this < equals {
            // The name of the instance stands behind the parameters, and is none of them.
            self.function(id, (at + 1, equals, end), true, Some(this + 1));
        } else {
            self.function(id, (at + 1, equals, end), true, None);
        }
        end
    }

    /// `val mutable a : int`, `member val A = 1 with get, set`.
    fn field_or_property(&mut self, at: usize, end: usize, said: &Said, start: usize) {
        if !self.is_name(at) {
            return;
        }
        let is_field = self.is(start, "val") || self.is(start + 1, "val") && self.is(start, "static");
        let kind = if is_field { SymbolKind::Field } else { SymbolKind::Accessor };
        let equals = self.find(at + 1, end, |file, at| file.is_lone(at, b'='));
        let id = self.define(at, (kind, VALUE), (end, equals), said);
        self.function(id, (at + 1, equals, end), false, None);
    }

    /// `x.A(b) = c`, `(+) (a, b) = c`, `A : int -> int`, `x.A with get() = b and set c = d`.
    fn method(&mut self, at: usize, end: usize, said: &mut Said, is_abstract: bool) {
        let is_self =
            (self.is_name(at) || self.is(at, "_") || self.is(at, "base")) && self.tokens.sign(at + 1, b'.');
        let this = is_self.then_some(at);
        let Some(head) = self.head(if is_self { at + 2 } else { at }) else { return };
        let first = self.behind_generics(head.next);
        let with = self.find(first, end, |file, at| file.is(at, "with"));
        let equals = self.find(first, end, |file, at| file.is_lone(at, b'='));
        let has_accessors = with < equals && !is_abstract;
        let stop = equals.min(with);
        let is_typed = self.tokens.sign(first, b':');
        let arrow = self.find(first, stop, |file, at| file.tokens.kind(at) == Some(Kind::Arrow));
        let is_method = match is_typed {
            true => is_abstract && arrow < stop,
            false => first < stop,
        };
        let kind = if is_method { SymbolKind::Method } else { SymbolKind::Accessor };
        let counted = self.take_head(&head);
        let id = self.define_as(head.name, (head.span, counted), (kind, VALUE), (end, stop), said);
        if is_abstract {
            self.until(end, |file| file.types(first));
        } else if has_accessors {
            self.accessors(id, with + 1, end, this);
        } else {
            self.function(id, (head.next, equals, end), true, this);
        }
    }

    /// `get() = a and set b = c` of a property.
    fn accessors(&mut self, id: DefId, at: usize, end: usize, this: Option<usize>) {
        let equals = self.find(at, end, |file, at| file.is_lone(at, b'='));
        self.function(id, (at + 1, equals, end), true, this);
    }

    /// A member of an object that is made where it stands: what it declares is seen in it alone.
    pub(super) fn member_of_object(&mut self, at: usize) -> usize {
        let end = self.end(at);
        let mut name = at + 1;
        while self.is_any(name, &["member", "inline", "private", "internal", "public"]) {
            name += 1;
        }
        let is_self = (self.is_name(name) || self.is(name, "_")) && self.tokens.sign(name + 1, b'.');
        let own = if is_self { name + 2 } else { name };
        self.scoped(ScopeKind::Lambda, (at, end), |file| {
            if is_self && file.is_name(name) {
                file.local(name, 0, ExprId::UNKNOWN);
            }
            // What it implements is declared by the type that is made.
            if file.is_name(own) {
                let written = file.name_at(own);
                file.member_as(own, ExprId::UNKNOWN, written, (Role::Read, Access::Value));
            }
            let first = file.generics(own + 1);
            let equals = file.find(first, end, |file, at| file.is_lone(at, b'='));
            file.locals(first, equals);
            file.until(end, |file| file.expression(equals + 1));
            end
        })
    }
}
