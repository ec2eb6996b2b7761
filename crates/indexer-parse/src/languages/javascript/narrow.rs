//! What tests say of names and members of names: `node.type === Kind.A`, `result.ok`, `a instanceof B`, `isText(node)`,
//! `"a" in b`, and what is put together of them. From there on, a place where the name or member is a value has what the test leaves.
//!
//! A fact holds to the end of the block, the branch or the operator in which it was found, and until what it is about is
//! assigned. Functions inside see the facts around them: most of what is tested is never assigned again.

use super::state::Remembers;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, Bound, ExprId, Expression, LiteralKind, Name, work};
use tree_sitter::Node;

/// A name and the members behind it, or `this` and members: `a.b.c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path {
    names: [Name; LONGEST],
    len: u8,
}

/// Longer paths are not followed.
const LONGEST: usize = 4;
/// More tests than this are not remembered until somebody asks what they said.
const MOST_TESTS: usize = 64;
/// Of more paths nothing is known at a time.
const MOST_FACTS: usize = 64;
/// Of a `switch` with more cases it is not known what its `default` is left.
const MOST_CASES: usize = 64;
/// A local is looked for among so many names that were bound last.
const MOST_BINDINGS: usize = 256;
/// Parentheses are looked through, and the ends of statements looked for, to this depth.
const DEEPEST: usize = 16;
/// How often each byte of a file is looked through for assignments, on average; beyond that all is held to be assigned.
const MOST_LOOKS: usize = 64;
/// Bytes behind a name in which its assignment begins.
const MOST_BEHIND: usize = 256;

impl Path {
    fn of(walk: &mut Walk<'_, '_>, node: Node<'_>) -> Option<Self> {
        // Members are met from the last one inwards, and a file may be nothing but members.
        let mut node = stripped(node)?;
        let mut members = [node; LONGEST];
        let mut len = 1;
        while node.kind() == "member_expression" {
            let property = node.child_by_field_name("property")?;
            if property.kind() != "property_identifier" || len == LONGEST {
                return None;
            }
            members[len] = property;
            len += 1;
            node = stripped(node.child_by_field_name("object")?)?;
        }
        if !matches!(node.kind(), "identifier" | "this") {
            return None;
        }
        members[0] = node;
        members[1..len].reverse();
        members[len..].fill(node);
        let names = members.map(|node| walk.build.names.name(walk.build.text(span_of(node))));
        Some(Self { names, len: len as u8 })
    }

    fn names(&self) -> &[Name] {
        &self.names[..usize::from(self.len)]
    }
}

/// What a path is; unknown where nothing is known of it any more.
#[derive(Clone, Copy, Debug)]
struct Fact {
    of: Path,
    value: ExprId,
}

/// What a condition says of paths where it is true, and where it is false.
#[derive(Clone, Debug, Default)]
pub(super) struct Tests {
    yes: Vec<Fact>,
    no: Vec<Fact>,
}

impl Tests {
    fn is_empty(&self) -> bool {
        self.yes.is_empty() && self.no.is_empty()
    }
}

/// A `switch` over a member that tells types apart.
#[derive(Clone, Debug)]
struct Switch {
    of: Path,
    /// What the path was before.
    value: ExprId,
    member: Name,
    /// What it is in the cases that run into the one at hand.
    run: Vec<ExprId>,
    /// What it was in all cases so far.
    cases: Vec<ExprId>,
}

/// What is known where the walk stands.
#[derive(Debug, Default)]
pub(in crate::languages) struct Flow {
    facts: Vec<Fact>,
    /// What conditions said that nobody has asked for yet, by the node.
    said: Vec<(usize, Tests)>,
    switches: Vec<Option<Switch>>,
    /// Bytes that were looked through for assignments.
    looked: usize,
}

impl Flow {
    /// How many facts there are, for [`Flow::back`].
    pub(in crate::languages) fn mark(&self) -> usize {
        self.facts.len()
    }

    /// Forgets the facts that were found after `mark`.
    pub(in crate::languages) fn back(&mut self, mark: usize) {
        self.facts.truncate(mark);
    }

    /// A name stands for something else from here to the end of the block.
    pub(in crate::languages) fn shadow(&mut self, name: Name) {
        if self.facts.iter().any(|fact| fact.of.names[0] == name) {
            let of = Path { names: [name; LONGEST], len: 1 };
            self.know(Fact { of, value: ExprId::UNKNOWN });
        }
    }

    /// Adds what is known from here on. Where there is no room, what was known of the path is forgotten.
    fn know(&mut self, fact: Fact) {
        if self.facts.len() < MOST_FACTS {
            self.facts.push(fact);
        } else {
            self.assigned(fact.of);
        }
    }

    fn assigned(&mut self, path: Path) {
        for fact in &mut self.facts {
            if fact.of.names().starts_with(path.names()) {
                fact.value = ExprId::UNKNOWN;
            }
        }
    }

    fn of(&self, path: Path) -> Option<ExprId> {
        let is_of = |fact: &&Fact| {
            fact.of == path || fact.value.is_unknown() && path.names().starts_with(fact.of.names())
        };
        self.facts.iter().rev().find(is_of).map(|fact| fact.value).filter(|value| !value.is_unknown())
    }
}

/// The node inside of parentheses and `!`; `None` where they nest too deep.
fn stripped(mut node: Node<'_>) -> Option<Node<'_>> {
    for _ in 0..DEEPEST {
        if !matches!(node.kind(), "parenthesized_expression" | "non_null_expression") {
            return Some(node);
        }
        node = node.named_child(0)?;
    }
    None
}

/// Lowers the current node as a value, which is what is known of it here.
pub(in crate::languages) fn lower(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower();
    seen(walk, value)
}

/// What the current node, which was lowered to `value`, is known to be here.
pub(in crate::languages) fn seen(walk: &mut Walk<'_, '_>, value: ExprId) -> ExprId {
    if walk.state().flow.facts.is_empty() {
        return value;
    }
    let node = walk.node();
    if !matches!(
        node.kind(),
        "identifier" | "this" | "member_expression" | "parenthesized_expression" | "non_null_expression"
    ) {
        return value;
    }
    let Some(path) = Path::of(walk, node) else { return value };
    walk.state().flow.of(path).unwrap_or(value)
}

/// A name of which nothing is known any more from here on.
pub(in crate::languages) fn shadow(walk: &mut Walk<'_, '_>, name: Name) {
    walk.state().flow.shadow(name);
}

/// Inside a function that is no arrow function, `this` is another one.
pub(in crate::languages) fn shadow_this(walk: &mut Walk<'_, '_>) {
    if !walk.state().flow.facts.is_empty() {
        let this = walk.build.names.name("this");
        walk.state().flow.shadow(this);
    }
}

/// The current node is assigned: what was known of it holds no more.
pub(in crate::languages) fn assigned(walk: &mut Walk<'_, '_>) {
    if walk.state().flow.facts.is_empty() {
        return;
    }
    let node = walk.node();
    if let Some(path) = Path::of(walk, node) {
        walk.state().flow.assigned(path);
    }
}

/// At the start of a loop: what is assigned in it is not known to be what it was before.
pub(in crate::languages) fn enter_loop(walk: &mut Walk<'_, '_>) {
    let facts = &walk.state().flow.facts;
    if facts.is_empty() {
        return;
    }
    let mut roots: Vec<Name> = facts.iter().map(|fact| fact.of.names[0]).collect();
    roots.sort_unstable();
    roots.dedup();
    for root in roots {
        if is_assigned_in(walk, walk.node(), root) {
            walk.state().flow.shadow(root);
        }
    }
}

/// True where the text of a node assigns a name, or a member behind it, or where too much was looked through already.
fn is_assigned_in(walk: &mut Walk<'_, '_>, node: Node<'_>, name: Name) -> bool {
    let text = walk.build.text(span_of(node));
    work::add(1 + text.len() / 64);
    let looked = &mut walk.state().flow.looked;
    *looked += text.len();
    if *looked / MOST_LOOKS > walk.build.source.len() {
        return true;
    }
    let name = walk.build.names.get(name);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(name).any(|(at, _)| {
        if text[..at].ends_with(|c: char| is_part(c) || c == '.') {
            return false;
        }
        let rest = &text[at + name.len()..];
        if rest.starts_with(is_part) {
            return false;
        }
        let is_cut = rest.len() > MOST_BEHIND;
        let rest = &rest[..rest.floor_char_boundary(MOST_BEHIND)];
        let rest = rest.trim_start_matches(|c: char| is_part(c) || matches!(c, '.' | '?' | '!')).trim_start();
        let assigns = ["++", "--", "||=", "&&=", "??=", "+=", "-="].iter().any(|one| rest.starts_with(one));
        // Nobody writes such a long path or so many blanks: it may be assigned.
        let is_open = is_cut && rest.len() < 2;
        assigns || is_open || rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>")
    })
}

/// What the condition `node`, which was lowered to `value`, says.
pub(super) fn tests_of(walk: &mut Walk<'_, '_>, node: Node<'_>, value: ExprId) -> Tests {
    let Some(node) = stripped(node) else { return Tests::default() };
    match node.kind() {
        "binary_expression" | "unary_expression" => {
            let said = &mut walk.state().flow.said;
            let Some(at) = said.iter().rposition(|(id, _)| *id == node.id()) else { return Tests::default() };
            said.truncate(at + 1);
            said.pop().map_or_else(Tests::default, |(_, tests)| tests)
        }
        "call_expression" => guard(walk, node, value),
        "member_expression" => truth(walk, node, value).unwrap_or_default(),
        _ => Tests::default(),
    }
}

/// `if (a.b)`: what `a` is, by what its types say of `b`, where types are written and `a` is of the function around.
fn truth(walk: &mut Walk<'_, '_>, node: Node<'_>, value: ExprId) -> Option<Tests> {
    if walk.build.language.id == "javascript" || !is_local(walk, value) {
        return None;
    }
    let (of, value, member) = member_tested(walk, node, value)?;
    let is = walk.build.literal(LiteralKind::True);
    Some(by_member(walk, of, value, (member, is)))
}

/// True for a member of a local variable or parameter, however often it was tested.
fn is_local(walk: &mut Walk<'_, '_>, value: ExprId) -> bool {
    let mut value = value;
    for _ in 0..DEEPEST {
        value = match walk.build.facts.expression(value) {
            Expression::Member { of, .. }
            | Expression::Matched { of, .. }
            | Expression::Excluded { of, .. }
            | Expression::Narrowed { of, .. }
            | Expression::Call { of, .. }
            | Expression::Awaited(of) => of,
            Expression::Name { name, .. } => {
                let bindings = walk.build.facts.bindings.iter().rev().take(MOST_BINDINGS);
                let mut named = bindings.filter(|one| one.name == name);
                return named
                    .next()
                    .is_some_and(|one| matches!(one.bound, Bound::Local | Bound::Parameter(_)));
            }
            _ => return false,
        };
    }
    false
}

fn say(walk: &mut Walk<'_, '_>, tests: Tests) {
    if tests.is_empty() {
        return;
    }
    let id = walk.node().id();
    let said = &mut walk.state().flow.said;
    if said.len() >= MOST_TESTS {
        said.clear();
    }
    said.push((id, tests));
}

/// From here on, what the condition says where it is true (or false) is known. `unless` is a node that was run before,
/// which may have assigned it.
pub(super) fn assume(walk: &mut Walk<'_, '_>, tests: &Tests, is_true: bool, unless: Option<Node<'_>>) {
    let facts = if is_true { &tests.yes } else { &tests.no };
    for fact in facts {
        if !unless.is_some_and(|node| is_assigned_in(walk, node, fact.of.names[0])) {
            walk.state().flow.know(*fact);
        }
    }
}

/// `guard(a)`.
fn guard(walk: &mut Walk<'_, '_>, node: Node<'_>, call: ExprId) -> Tests {
    let Expression::Call { arguments, .. } = walk.build.facts.expression(call) else {
        return Tests::default();
    };
    let Some(of) = walk.build.facts.list(arguments).first().copied() else { return Tests::default() };
    let first = node.child_by_field_name("arguments").and_then(|all| all.named_child(0));
    let Some(path) = first.and_then(|first| Path::of(walk, first)) else { return Tests::default() };
    let yes = walk.build.expression(Expression::Narrowed { of, by: call });
    let no = walk.build.expression(Expression::Excluded { of, without: yes });
    Tests { yes: vec![Fact { of: path, value: yes }], no: vec![Fact { of: path, value: no }] }
}

/// `!a`, where `inner` is what `a` was lowered to.
pub(super) fn negation(walk: &mut Walk<'_, '_>, of: Node<'_>, inner: ExprId) {
    let Tests { yes, no } = tests_of(walk, of, inner);
    say(walk, Tests { yes: no, no: yes });
}

/// The sides of an operator: their nodes, and what they were lowered to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'t> {
    pub(super) left: (Node<'t>, ExprId),
    pub(super) right: (Node<'t>, ExprId),
}

/// An operator with two sides; `left` is what the left side of a logical one says.
pub(super) fn operator(walk: &mut Walk<'_, '_>, operator: &str, sides: Sides<'_>, left: Tests) {
    let Sides { left: (left_node, left_value), right: (right_node, right_value) } = sides;
    let tests = match operator {
        "&&" => {
            let right = tests_of(walk, right_node, right_value);
            let no = either(walk, &left.no, &right.no);
            Tests { yes: both(left.yes, right.yes), no }
        }
        "||" => {
            let right = tests_of(walk, right_node, right_value);
            let yes = either(walk, &left.yes, &right.yes);
            Tests { yes, no: both(left.no, right.no) }
        }
        "instanceof" if !right_value.is_unknown() => {
            let Some(path) = Path::of(walk, left_node) else { return };
            let is = walk.build.expression(Expression::Instance(right_value));
            let not = walk.build.expression(Expression::Excluded { of: left_value, without: is });
            Tests { yes: vec![Fact { of: path, value: is }], no: vec![Fact { of: path, value: not }] }
        }
        "===" | "==" | "!==" | "!=" => {
            let found = discriminant(walk, left_node, left_value, right_node, right_value)
                .or_else(|| discriminant(walk, right_node, right_value, left_node, left_value));
            let Some(tests) = found else { return };
            let Tests { yes, no } = tests;
            if operator.starts_with('!') { Tests { yes: no, no: yes } } else { Tests { yes, no } }
        }
        "in" if left_node.kind() == "string" => {
            let text = super::text::content(walk.build.text(span_of(left_node)));
            let Some(path) = Path::of(walk, right_node) else { return };
            if right_value.is_unknown() {
                return;
            }
            let member = walk.build.names.name(text);
            let is = ExprId::UNKNOWN;
            let value = walk.build.expression(Expression::Matched { of: right_value, member, is });
            // Where there is no such member, it may be one that need not be there.
            Tests { yes: vec![Fact { of: path, value }], no: Vec::new() }
        }
        _ => return,
    };
    say(walk, tests);
}

/// `a.b === C.D`: what `a` is, by what its types say of `b`.
fn discriminant(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    value: ExprId,
    with: Node<'_>,
    is: ExprId,
) -> Option<Tests> {
    let (of, value, member) = member_tested(walk, node, value)?;
    let is = constant(walk, with, is)?;
    Some(by_member(walk, of, value, (member, is)))
}

/// What the path `of`, which was `value`, is where its member is what it was compared with, and where it is not.
fn by_member(walk: &mut Walk<'_, '_>, of: Path, value: ExprId, (member, is): (Name, ExprId)) -> Tests {
    let yes = walk.build.expression(Expression::Matched { of: value, member, is });
    let no = walk.build.expression(Expression::Excluded { of: value, without: yes });
    Tests { yes: vec![Fact { of, value: yes }], no: vec![Fact { of, value: no }] }
}

/// The path before the last member of a node, what it is, and the member.
fn member_tested(walk: &mut Walk<'_, '_>, node: Node<'_>, value: ExprId) -> Option<(Path, ExprId, Name)> {
    let node = stripped(node).filter(|node| node.kind() == "member_expression")?;
    let Expression::Member { of, name, access: Access::Value } = walk.build.facts.expression(value) else {
        return None;
    };
    let path = Path::of(walk, node.child_by_field_name("object")?)?;
    (!of.is_unknown()).then_some((path, of, name))
}

/// What a member is compared with, where that may be the type of a member: a text, a truth value, or a member of an
/// enumeration.
fn constant(walk: &mut Walk<'_, '_>, node: Node<'_>, value: ExprId) -> Option<ExprId> {
    match node.kind() {
        "string" => Some(text(walk, node)),
        "true" | "false" => Some(truth_value(walk, node)),
        "identifier" | "member_expression" => {
            let is_written_like_one = walk.build.text(span_of(node)).starts_with(char::is_uppercase);
            (is_written_like_one && !value.is_unknown()).then_some(value)
        }
        _ => None,
    }
}

/// `true` or `false`, where which of both tells types apart.
pub(in crate::languages) fn truth_value(walk: &mut Walk<'_, '_>, node: Node<'_>) -> ExprId {
    let kind = if node.kind() == "true" { LiteralKind::True } else { LiteralKind::False };
    walk.build.literal(kind)
}

/// A literal text, with what it holds.
pub(in crate::languages) fn text(walk: &mut Walk<'_, '_>, node: Node<'_>) -> ExprId {
    let name = walk.build.names.name(super::text::content(walk.build.text(span_of(node))));
    walk.build.expression(Expression::Text(name))
}

/// What is known where two conditions hold, one after the other.
fn both(mut one: Vec<Fact>, other: Vec<Fact>) -> Vec<Fact> {
    one.extend(other);
    one
}

/// What is known where one of two conditions holds.
fn either(walk: &mut Walk<'_, '_>, one: &[Fact], other: &[Fact]) -> Vec<Fact> {
    let mut all: Vec<Fact> = Vec::new();
    for fact in one.iter().rev() {
        if all.iter().any(|known| known.of == fact.of) {
            continue;
        }
        if let Some(second) = other.iter().rfind(|second| second.of == fact.of) {
            let value = walk.build.union(&[fact.value, second.value]);
            all.push(Fact { of: fact.of, value });
        }
    }
    all
}

/// True for a statement whose end is not reached, as far as that shows without looking deep into it.
pub(super) fn leaves(node: Node<'_>) -> bool {
    leaves_within(node, DEEPEST)
}

fn leaves_within(node: Node<'_>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match node.kind() {
        "return_statement" | "throw_statement" | "continue_statement" | "break_statement" => true,
        "statement_block" | "else_clause" => {
            let children = (0..node.named_child_count() as u32).rev();
            let last = children.filter_map(|at| node.named_child(at)).find(|child| !child.is_extra());
            last.is_some_and(|last| leaves_within(last, depth))
        }
        "if_statement" => {
            let branch =
                |name: &str| node.child_by_field_name(name).is_some_and(|node| leaves_within(node, depth));
            branch("consequence") && branch("alternative")
        }
        _ => false,
    }
}

/// At the body of a `switch` over `node`, which was lowered to `value`.
pub(super) fn enter_switch(walk: &mut Walk<'_, '_>, node: Option<Node<'_>>, value: ExprId) {
    let tested = node.and_then(|node| member_tested(walk, node, value));
    let switch =
        tested.map(|(of, value, member)| Switch { of, value, member, run: Vec::new(), cases: Vec::new() });
    walk.state().flow.switches.push(switch);
}

pub(super) fn leave_switch(walk: &mut Walk<'_, '_>) {
    walk.state().flow.switches.pop();
}

/// `case` with a value.
pub(super) fn case_of(walk: &mut Walk<'_, '_>, node: Node<'_>, is: ExprId) {
    let Some(Some(Switch { value, member, .. })) = walk.state().flow.switches.last() else { return };
    let (value, member) = (*value, *member);
    let is = constant(walk, node, is);
    // What it is in a case that nobody understands is anything.
    let matched = is.map_or(value, |is| walk.build.expression(Expression::Matched { of: value, member, is }));
    if let Some(Some(switch)) = walk.state().flow.switches.last_mut() {
        switch.run.push(matched);
        switch.cases.push(matched);
    }
}

/// Before the statements of a case.
pub(super) fn enter_case(walk: &mut Walk<'_, '_>) {
    let Some(Some(switch)) = walk.state().flow.switches.last() else { return };
    let (of, value, run) = (switch.of, switch.value, switch.run.clone());
    let value = if run.is_empty() || run.len() > MOST_CASES { value } else { walk.build.union(&run) };
    walk.state().flow.know(Fact { of, value });
}

/// Before the statements of `default`.
pub(super) fn enter_default(walk: &mut Walk<'_, '_>) {
    let Some(Some(switch)) = walk.state().flow.switches.last() else { return };
    if !switch.run.is_empty() {
        return;
    }
    let (of, before) = (switch.of, switch.value);
    let cases = if switch.cases.len() > MOST_CASES { Vec::new() } else { switch.cases.clone() };
    let mut value = before;
    for without in cases.into_iter().filter(|case| *case != before) {
        value = walk.build.expression(Expression::Excluded { of: value, without });
    }
    walk.state().flow.know(Fact { of, value });
}

/// Behind a case whose end is not reached.
pub(super) fn leave_case(walk: &mut Walk<'_, '_>) {
    if let Some(Some(switch)) = walk.state().flow.switches.last_mut() {
        switch.run.clear();
    }
}
