//! The one pass over the tree: every node is visited once, and lowered by the role of its kind.
//!
//! A language says for each node kind which [`Role`] it has. Shapes that languages share (names,
//! members, calls, literals, wrappers) are lowered here; the rest by the language's hooks, which
//! look at their children through [`Walk::children`]: each child is lowered, taken as a name, or
//! skipped, exactly once. That is what keeps identifiers conserved.

use crate::build::Build;
use crate::parse::Limits;
use crate::table::{Field, Table};
use indexer_core::{
    Access, ExprId, Expression, LiteralKind, Namespace, Problem, Role as UseRole, ScopeKind, Span, Verbatim,
    work,
};
use tree_sitter::{Node, TreeCursor};

mod bounds;
mod children;
mod extent;

use bounds::{Bounds, note_syntax};
pub(crate) use children::MOST_BY_NUMBER;

/// Lowers the current node; gives what it is as a value.
pub type Hook = fn(&mut Walk<'_, '_>) -> ExprId;

/// What a node kind is to the walk.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// An identifier that is used, looked up in these name spaces.
    Name(Namespace),
    /// An identifier that is neither definition nor reference nor local (a label, a lifetime).
    Neither,
    /// A literal; its children are walked too (interpolations).
    Literal(LiteralKind),
    /// Holds no identifier: not entered.
    Leaf,
    /// Its children are walked; it has the value of its only named child.
    Through,
    /// Its children are walked; its value is not known.
    Children,
    /// A member access with the receiver and the name in these fields.
    Member(Field, Field, Access),
    /// A call with the callee and the arguments (a node whose named children they are).
    Call(Field, Field),
    /// Lowered as the construct that its shape says.
    Shape(&'static crate::shapes::Shape),
    /// Lowered by a hook of the language.
    Lower(Hook),
}

/// A walk over one tree.
pub struct Walk<'t, 'a> {
    /// One for each node whose children a cursor goes through, from the outermost on; behind those what can be taken again.
    cursors: Vec<TreeCursor<'t>>,
    /// So many of them are in use.
    open: usize,
    /// The node whose child the current one is, where no cursor went there.
    parent: Option<Node<'t>>,
    /// Where the walk stands: asking a cursor costs as much as a step.
    current: Node<'t>,
    /// The kind of that node, which is asked several times.
    kind: u16,
    /// The comments and literals that were met, in order; none inside another.
    met: Vec<Verbatim>,
    /// The facts that are collected.
    pub build: &'t mut Build<'a>,
    table: &'static Table,
    /// What the walk may still do.
    bounds: Bounds<'a>,
    /// True where the tree holds errors or tokens that the parser made up.
    damaged: bool,
    /// What was wrong.
    pub problems: Vec<Problem>,
}

impl<'t, 'a> Walk<'t, 'a> {
    /// A walk that stands at `node`.
    pub fn new(node: Node<'t>, build: &'t mut Build<'a>, limits: Limits) -> Self {
        let table = crate::table::of(build.language);
        let damaged = node.has_error();
        Self {
            cursors: Vec::new(),
            open: 0,
            parent: None,
            current: node,
            kind: node.kind_id(),
            met: Vec::new(),
            bounds: Bounds::new(limits, build.stop),
            build,
            table,
            damaged,
            problems: Vec::new(),
        }
    }

    /// The current node.
    pub fn node(&self) -> Node<'t> {
        self.current
    }

    /// The bytes of the current node.
    pub fn span(&self) -> Span {
        span_of(self.current)
    }

    /// The text of the current node.
    pub fn text(&self) -> &'a str {
        self.build.text(self.span())
    }

    /// The kind of the current node.
    pub fn kind(&self) -> &'static str {
        self.table.kind(self.kind)
    }

    /// The role of the current node.
    pub fn role(&self) -> Role {
        self.table.role(self.kind)
    }

    /// The kind of a node of this tree: as `kind` of the node, without reading its name anew.
    pub fn kind_of(&self, node: Node<'_>) -> &'static str {
        self.table.kind(node.kind_id())
    }

    /// The child of a node of this tree in a field: as `child_by_field_name`, without comparing names.
    pub fn child_of<'n>(&self, node: Node<'n>, field: Field) -> Option<Node<'n>> {
        node.child_by_field_id(self.table.field_id(field)?.get())
    }

    /// True for named nodes.
    pub fn is_named(&self) -> bool {
        !self.table.is_silent(self.kind)
    }

    /// Lowers every child; gives the value of the only named one, else unknown.
    pub fn lower_children(&mut self) -> ExprId {
        let mut value = ExprId::UNKNOWN;
        let mut named = 0;
        self.each_to_lower(|walk, node| {
            let lowered = walk.lower_node(node);
            if node.is_named() {
                named += 1;
                value = lowered;
            }
        });
        if named == 1 { value } else { ExprId::UNKNOWN }
    }

    /// Lowers the named children and gives their values.
    pub fn lower_list(&mut self) -> Vec<ExprId> {
        let mut values = Vec::new();
        self.each_to_lower(|walk, node| {
            let value = walk.lower_node(node);
            if node.is_named() && !node.is_extra() {
                values.push(value);
            }
        });
        values
    }

    /// Lowers the current node by the role of its kind; gives what it is as a value.
    pub fn lower(&mut self) -> ExprId {
        self.lower_node(self.current)
    }

    /// True where the current node, which is `node`, is punctuation or a keyword: nothing is to be lowered. Those that the
    /// parser made up are a problem to be noted.
    fn is_silent(&self, node: Node<'t>) -> bool {
        self.table.is_silent(self.kind) && !(self.damaged && node.is_missing())
    }

    /// [`Walk::lower`] where the current node, which must be `node`, is at hand.
    pub fn lower_node(&mut self, node: Node<'t>) -> ExprId {
        if !self.bounds.allow() {
            return self.leave_out(node);
        }
        if self.damaged && (node.is_error() || node.is_missing()) {
            note_syntax(&mut self.problems, node);
        }
        self.bounds.depth += 1;
        let value = self.lower_by_role(node);
        self.bounds.depth -= 1;
        value
    }

    /// As [`Walk::lower`], but with `hook` in place of the role of the node's kind: for hooks that
    /// go down by themselves, so that the limits hold for them too.
    pub fn lower_with(&mut self, hook: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let node = self.current;
        if !self.bounds.allow() {
            return self.leave_out(node);
        }
        if node.is_missing() {
            note_syntax(&mut self.problems, node);
        }
        self.bounds.depth += 1;
        let value = hook(self);
        self.bounds.depth -= 1;
        value
    }

    /// True where the current node says nothing beside what stands in it.
    pub fn only_passes_on(&self) -> bool {
        matches!(self.table.role(self.kind), Role::Through)
    }

    /// True when the current node is an identifier token of some length: one that the tally counts.
    pub fn is_identifier(&self) -> bool {
        let node = self.current;
        self.table.is_identifier(self.kind) && node.start_byte() < node.end_byte()
    }

    fn lower_by_role(&mut self, node: Node<'t>) -> ExprId {
        match self.table.role(self.kind) {
            Role::Name(namespace) => {
                if node.start_byte() == node.end_byte() {
                    return ExprId::UNKNOWN;
                }
                self.build.use_name(span_of(node), namespace)
            }
            Role::Neither => {
                self.neither();
                ExprId::UNKNOWN
            }
            Role::Literal(LiteralKind::String) => {
                self.lower_inside_of_literal(node);
                self.build.string(span_of(node))
            }
            Role::Literal(kind) => {
                self.lower_inside_of_literal(node);
                self.build.literal(kind)
            }
            Role::Leaf => {
                if self.damaged && node.has_error() {
                    self.lower_children();
                }
                ExprId::UNKNOWN
            }
            Role::Through => self.lower_children(),
            Role::Children => {
                self.lower_children();
                ExprId::UNKNOWN
            }
            Role::Member(of, name, access) => self.lower_member(of, name, access),
            Role::Call(of, arguments) => self.lower_call(of, arguments),
            Role::Shape(shape) => crate::shapes::lower(self, shape),
            Role::Lower(hook) => hook(self),
        }
    }

    /// Lowers the children of the current node, which is the literal `node`. Most are a text between quotes, in which there is
    /// nothing to lower: to see that costs less than to go there.
    fn lower_inside_of_literal(&mut self, node: Node<'t>) {
        let count = node.child_count() as usize;
        let is_plain = |one: Node<'_>| {
            let kind = one.kind_id();
            let holds_nothing = matches!(self.table.role(kind), Role::Leaf | Role::Children);
            holds_nothing && !self.table.is_identifier(kind)
        };
        // What stands in a literal that is no text by its kind is met there.
        let is_text = !self.damaged
            && self.table.verbatim(self.kind).is_some()
            && node.descendant_count() == count + 1
            && node.named_child_count() <= 1
            && node.named_child(0).is_none_or(is_plain);
        if count > 0 && !is_text {
            self.lower_children();
        }
    }

    /// Lowers a member access: the receiver first, then its name becomes a reference.
    pub fn lower_member(&mut self, of: Field, name: Field, access: Access) -> ExprId {
        let mut receiver = ExprId::UNKNOWN;
        let mut member = ExprId::UNKNOWN;
        let role = self.build.role;
        self.children(|walk, field| {
            if field == of {
                walk.build.role = UseRole::Read;
                receiver = walk.lower();
                walk.build.role = role;
            } else if field == name {
                member = walk.member_of(receiver, access);
            } else {
                walk.lower();
            }
        });
        member
    }

    /// The current node is the name of a member of `receiver`: adds the member and its reference.
    pub fn member_of(&mut self, receiver: ExprId, access: Access) -> ExprId {
        let span = self.span();
        if span.is_empty() {
            return ExprId::UNKNOWN;
        }
        let name = self.build.name(span);
        let member = self.build.expression(Expression::Member { of: receiver, name, access });
        self.build.use_member(span, member);
        member
    }

    /// What type arguments are applied to; what is no such thing as it is.
    pub fn head_of(&self, of: ExprId) -> ExprId {
        match self.build.facts.expression(of) {
            Expression::Apply { of, .. } => of,
            _ => of,
        }
    }

    /// Lowers a call: the callee's last name gets the role call and the number of arguments.
    pub fn lower_call(&mut self, of: Field, arguments: Field) -> ExprId {
        let mut callee = ExprId::UNKNOWN;
        let mut values = Vec::new();
        let mark = self.build.uses.mark();
        self.children(|walk, field| {
            if field == of {
                callee = walk.lower();
                let named = walk.head_of(callee);
                walk.build.uses.retag(mark, named, UseRole::Call);
            } else if field == arguments {
                if walk.build.language.rules.values_are_followed {
                    let parenthesis = walk.span().start;
                    walk.build.invoke_unnamed(parenthesis, callee);
                }
                values = walk.lower_list();
            } else {
                walk.lower();
            }
        });
        self.call_of(mark, callee, &values)
    }

    /// The expression of calling `callee` with these arguments; `mark` is from before the callee.
    pub fn call_of(&mut self, mark: usize, callee: ExprId, arguments: &[ExprId]) -> ExprId {
        let call = self.open_call(callee);
        self.close_call(call, mark, callee, arguments)
    }

    /// The expression of calling `callee`, before its arguments are known.
    pub fn open_call(&mut self, callee: ExprId) -> ExprId {
        let arguments = self.build.list(&[]);
        self.build.expression(Expression::Call { of: callee, arguments })
    }

    /// Gives an expression of [`Walk::open_call`] its arguments.
    pub fn close_call(&mut self, call: ExprId, mark: usize, callee: ExprId, arguments: &[ExprId]) -> ExprId {
        let named = self.head_of(callee);
        self.build.uses.set_arguments(mark, named, arguments.len());
        let list = self.build.list(arguments);
        if let Expression::Call { arguments, .. } = &mut self.build.facts.expressions[call.0 as usize] {
            *arguments = list;
        }
        for (i, argument) in arguments.iter().enumerate() {
            if let Expression::Lambda(lambda) = self.build.facts.expression(*argument) {
                self.build.facts.lambdas[lambda.index()].argument_of = Some((call, i as u32));
            }
        }
        call
    }

    /// Lowers the current node, what the annotation `of` is given, each a value that may have a name in the field `name`.
    pub fn lower_annotation_arguments(&mut self, of: ExprId) {
        self.lower_with(|walk| {
            let before = walk.build.texts_met();
            let mut cursor = walk.node().walk();
            let given = walk.node().named_children(&mut cursor).filter(|one| !one.is_extra());
            let names: Vec<Option<Span>> =
                given.map(|one| one.child_by_field_name("name").map(span_of)).collect();
            let mut values = walk.lower_list();
            if walk.build.is_read(of, before) && names.len() == values.len() {
                for (value, name) in values.iter_mut().zip(names) {
                    if let Some(span) = name {
                        let name = walk.build.name(span);
                        *value = walk.build.expression(Expression::Keyword { name, value: *value });
                    }
                }
                walk.build.annotated(of, &values, before);
            }
            ExprId::UNKNOWN
        });
    }

    /// Lowers the current node with names in another role (in a type, a decorator).
    pub fn lower_as(&mut self, role: UseRole) -> ExprId {
        self.with_role(role, Self::lower)
    }

    /// Runs `inside` with names in another role.
    pub fn with_role<T>(&mut self, role: UseRole, inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.build.role, role);
        let value = inside(self);
        self.build.role = before;
        value
    }

    /// Runs `inside` with the role of a type, unless the place asks for another one.
    pub fn in_type<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let role = if self.build.role == UseRole::Read { UseRole::Type } else { self.build.role };
        self.with_role(role, inside)
    }

    /// Lowers the current node where it is named.
    pub fn lower_named(&mut self) {
        if self.is_named() {
            self.lower();
        }
    }

    /// Lowers the current node where it is named, or a token that the parser missed.
    pub fn other(&mut self) {
        if self.is_named() || self.current.is_missing() {
            self.lower();
        }
    }

    /// Lowers the children in a scope of their own.
    pub fn lower_block(&mut self) {
        let place = self.build.place();
        self.build.open_scope(ScopeKind::Block, self.span());
        self.lower_children();
        self.build.restore(place);
    }

    /// Lowers what stands behind `else`, in an `if` that `Meter::enter_if` entered.
    pub fn lower_else(&mut self) {
        self.build.meter.leave();
        self.build.meter.cognitive += 1;
        self.build.meter.else_if = self.kind() == "if_statement";
        let is_block = !self.build.meter.else_if;
        if is_block {
            self.build.meter.nest();
        }
        self.lower();
        self.build.meter.else_if = false;
        if is_block {
            self.build.meter.leave();
        }
        self.build.meter.nesting += 1;
    }

    /// True where the current node is beyond the limit of depth, for hooks that recurse by
    /// themselves; [`Walk::lower`] then leaves it out.
    pub fn too_deep(&self) -> bool {
        self.bounds.is_deep()
    }

    /// Runs `inside` one level deeper, for hooks that recurse by themselves.
    pub fn nested(&mut self, inside: impl FnOnce(&mut Self)) {
        self.bounds.depth += 1;
        inside(self);
        self.bounds.depth -= 1;
    }

    /// The number of identifier tokens of the current node.
    pub fn count_identifiers(&self) -> u32 {
        count_identifiers(self.current, self.table)
    }

    /// Counts the current identifier token as neither definition, reference nor local.
    pub fn neither(&mut self) {
        if !self.span().is_empty() {
            self.build.tally.neither += 1;
        }
    }

    /// Counts the current identifier token as a local (a parameter, a variable, an alias).
    pub fn local(&mut self) -> Span {
        let span = self.span();
        if !span.is_empty() {
            self.build.tally.locals += 1;
        }
        span
    }

    /// Everything below `node` is beyond a limit: counts its identifiers, records the problem.
    fn leave_out(&mut self, node: Node<'t>) -> ExprId {
        let Some(kind) = self.bounds.exceeded() else { return ExprId::UNKNOWN };
        self.build.tally.left_out += count_identifiers(node, self.table);
        if !self.problems.iter().any(|p| p.kind == kind) {
            self.problems.push(Problem { kind, span: span_of(node), detail: String::new() });
        }
        ExprId::UNKNOWN
    }
}

/// The bytes of a node.
pub fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte() as u32, node.end_byte() as u32)
}

/// The number of identifier tokens below `node`, itself included; tokens that the parser made up
/// (of no length) are not counted. Iterative, so that depth does not matter.
pub fn count_identifiers(node: Node<'_>, table: &Table) -> u32 {
    let mut cursor = node.walk();
    let mut count = 0;
    let mut depth = 0u32;
    loop {
        let node = cursor.node();
        work::add(1);
        if table.is_identifier(node.kind_id()) && node.start_byte() < node.end_byte() {
            count += 1;
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        loop {
            if depth == 0 {
                return count;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            depth -= 1;
        }
    }
}
