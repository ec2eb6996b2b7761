//! Statements: bodies, branches, loops, `with`, `try`, `return`, `global`.

use super::assign::{self, Assigned};
use super::complexity::structure;
use super::names::{BUILTINS, COMMODITIES};
use super::narrow::{self, Branches, Said};
use super::state::{As, FrameKind, Item, Redirect, Remembers};
use super::text;
use crate::table::Field;
use crate::text::holds;
use crate::walk::Walk;
use indexer_core::{Access, Bound, ExprId, Expression, LiteralKind, Name, Namespace, Role, ScopeId, Span};

/// The whole file.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.facts.doc = body(walk);
    ExprId::UNKNOWN
}

/// Lowers the statements below the current node; gives the docstring among them.
pub(super) fn body(walk: &mut Walk<'_, '_>) -> Option<String> {
    let mut doc = None;
    let mut is_first = true;
    let mut last_is_stub = false;
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            let node = walk.node();
            if node.is_named() && !node.is_extra() {
                let kind = walk.kind();
                let is_expression = kind == "expression_statement";
                if std::mem::replace(&mut is_first, false) && is_expression {
                    doc = docstring(walk);
                }
                last_is_stub = kind == "raise_statement" || (is_expression && walk.text() == "...");
            }
            walk.lower();
        });
        ExprId::UNKNOWN
    });
    walk.top().is_stub = last_is_stub;
    doc
}

fn docstring(walk: &Walk<'_, '_>) -> Option<String> {
    let text = walk.text();
    let starts = text.starts_with(['"', '\'', 'r', 'R', 'u', 'U']);
    if !starts || walk.node().named_child(0).is_none_or(|child| child.kind() != "string") {
        return None;
    }
    text::documentation(text)
}

/// Puts `condition` over the statements that `inner` walks, in files and classes.
fn under<'t, 'a, R>(
    walk: &mut Walk<'t, 'a>,
    condition: Option<Name>,
    inner: impl FnOnce(&mut Walk<'t, 'a>) -> R,
) -> R {
    let before = walk.top().condition;
    if condition.is_some() {
        walk.top().condition = condition;
    }
    let result = inner(walk);
    walk.top().condition = before;
    result
}

/// Makes a condition of `text`, together with the one around; `None` inside functions.
fn condition(walk: &mut Walk<'_, '_>, text: &str) -> Option<Name> {
    let frame = walk.top();
    if !matches!(frame.kind, FrameKind::File | FrameKind::Class) {
        return None;
    }
    let around = frame.condition;
    let text = crate::text::folded(text);
    let text = match around {
        Some(around) => crate::text::folded(&format!("{} and {text}", walk.build.names.get(around))),
        None => text,
    };
    Some(walk.build.names.made(&text))
}

/// `if`, with its `elif` and `else` clauses.
pub(super) fn if_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let end = walk.span().end;
    let mut branches = Branches::default();
    let (mut test, mut said, mut leaves) = ("", None, false);
    structure(walk, 1, |walk| {
        walk.children(|walk, field| match field {
            Field::Condition => {
                test = walk.text();
                let value = walk.lower();
                said = narrow::test(walk, value);
            }
            Field::Consequence => {
                leaves = consequence(walk, test, said);
                branches.add(said, leaves, false);
            }
            Field::Alternative => {
                let is_else = walk.kind() == "else_clause";
                let otherwise = if is_else { format!("not ({test})") } else { String::new() };
                let otherwise = if is_else { condition(walk, &otherwise) } else { None };
                if let Some(said) = said {
                    narrow::bind(walk, said, walk.span().start, said.said(false));
                }
                walk.state().last_branch = (None, false);
                under(walk, otherwise, Walk::lower);
                let (asked, left) = walk.state().last_branch;
                leaves = left;
                branches.add(asked, left, is_else);
                said = if is_else { None } else { asked };
            }
            _ => drop(walk.lower()),
        });
    });
    branches.bind_behind(walk, end, leaves);
    ExprId::UNKNOWN
}

/// The block of an `if` or `elif`, in which what the test says holds; true where its end is not reached.
fn consequence(walk: &mut Walk<'_, '_>, test: &str, said: Option<narrow::Test>) -> bool {
    let test = condition(walk, test);
    if let Some(said) = said.filter(|said| said.said(true) != Said::Nothing) {
        narrow::bind(walk, said, walk.span().start, said.said(true));
    }
    under(walk, test, Walk::lower);
    narrow::leaves(walk)
}

/// `elif`: counts once, without the nesting of the `if`.
pub(super) fn elif_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let complexity = &mut walk.top().complexity;
    complexity.branches += 1;
    complexity.cognitive += 1;
    let (mut test, mut said, mut leaves) = ("", None, false);
    walk.children(|walk, field| match field {
        Field::Condition => {
            test = walk.text();
            let value = walk.lower();
            said = narrow::test(walk, value);
        }
        Field::Consequence => leaves = consequence(walk, test, said),
        _ => drop(walk.lower()),
    });
    walk.state().last_branch = (said, leaves);
    ExprId::UNKNOWN
}

/// `else` of any statement.
pub(super) fn else_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.top().complexity.cognitive += 1;
    let mut leaves = false;
    walk.each_child(|walk, _| {
        walk.lower();
        leaves = walk.kind() == "block" && narrow::leaves(walk);
    });
    walk.state().last_branch = (None, leaves);
    ExprId::UNKNOWN
}

/// `while`.
pub(super) fn while_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    structure(walk, 1, Walk::lower_children);
    ExprId::UNKNOWN
}

/// `for`: its targets are elements of what it goes through.
pub(super) fn for_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    structure(walk, 1, for_parts);
    ExprId::UNKNOWN
}

fn for_parts(walk: &mut Walk<'_, '_>) {
    let statement = walk.span();
    let mark = walk.state().targets.len();
    let mut header = statement;
    let mut keywords = [Span::default(); 2];
    walk.children(|walk, field| match field {
        Field::Left => assign::collect(walk, None, Item::At(0)),
        Field::Right => {
            let of = walk.lower();
            header.end = walk.span().end;
            iterated(walk, of, keywords);
            let value = element(walk, of);
            assign::settle(walk, mark, Assigned::value(value, header));
        }
        _ => {
            note_keyword(walk, &mut keywords);
            walk.lower();
        }
    });
    // Without anything to go through (a syntax error) they are bound all the same.
    assign::settle(walk, mark, Assigned::value(ExprId::UNKNOWN, statement));
}

/// Remembers where `for` and `in` stand.
pub(super) fn note_keyword(walk: &Walk<'_, '_>, keywords: &mut [Span; 2]) {
    match walk.kind() {
        "for" => keywords[0] = walk.span(),
        "in" => keywords[1] = walk.span(),
        _ => {}
    }
}

/// Going through a value calls two of its members: `for` asks for the iterator, `in` for what is
/// next. What the language itself makes has none of the repository.
pub(super) fn iterated(walk: &mut Walk<'_, '_>, of: ExprId, [begins, goes_on]: [Span; 2]) {
    let build = &mut *walk.build;
    let callee = match build.facts.expression(of) {
        Expression::Call { of, .. } => build.facts.expression(of),
        Expression::Name { .. } | Expression::Member { .. } => Expression::Unknown,
        _ => return,
    };
    let is_given = match callee {
        Expression::Name { name, .. } => holds(BUILTINS, build.names.get(name)),
        Expression::Member { name, .. } => holds(COMMODITIES, build.names.get(name)),
        _ => false,
    };
    if is_given || begins.is_empty() || goes_on.is_empty() {
        return;
    }
    let member = |build: &mut crate::build::Build<'_>, of: ExprId, name: &'static str| {
        let name = build.names.made(name);
        build.expression(Expression::Member { of, name, access: Access::Value })
    };
    let iterator = member(build, of, "__iter__");
    build.invoke(begins, iterator);
    let arguments = build.list(&[]);
    let iterator = build.expression(Expression::Call { of: iterator, arguments });
    let next = member(build, iterator, "__next__");
    build.invoke(goes_on, next);
}

/// What iterating over `of` gives.
pub(super) fn element(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if of.is_unknown() { of } else { walk.build.expression(Expression::Element(of)) }
}

/// `with` and `async with`.
pub(super) fn with_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let entered = if walk.text().starts_with("async") { As::EnteredLater } else { As::Entered };
    let before = std::mem::replace(&mut walk.state().entered, entered);
    walk.lower_children();
    walk.state().entered = before;
    ExprId::UNKNOWN
}

/// One manager of `with`.
pub(super) fn with_item(walk: &mut Walk<'_, '_>) -> ExprId {
    let entered = walk.state().entered;
    walk.each_child(|walk, _| {
        if walk.kind() == "as_pattern" {
            walk.state().binding = entered;
        }
        walk.lower();
        walk.state().binding = As::Value;
    });
    ExprId::UNKNOWN
}

/// `try`: its parts are conditional definitions at module level.
pub(super) fn try_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| {
        let kind = walk.kind();
        let is_branch = field == Field::Body || kind == "else_clause";
        let test = if is_branch { condition(walk, "try") } else { None };
        under(walk, test, Walk::lower);
    });
    ExprId::UNKNOWN
}

/// `except`: the name is an instance of what is caught.
pub(super) fn except_clause(walk: &mut Walk<'_, '_>) -> ExprId {
    structure(walk, 1, |walk| {
        let header = walk.text();
        let header = header.split([':', '\n']).next().unwrap_or("");
        let mut values = Vec::new();
        walk.children(|walk, field| match field {
            Field::Value => {
                if walk.kind() == "as_pattern" {
                    walk.state().binding = As::Raised;
                }
                let value = walk.lower();
                walk.state().binding = As::Value;
                values.push(value);
            }
            Field::Alias if walk.is_identifier() => {
                let value = raised(walk, &values);
                bind_raised(walk, value);
            }
            _ if walk.kind() == "block" => {
                let test = condition(walk, header);
                under(walk, test, Walk::lower);
            }
            _ => drop(walk.lower()),
        });
    });
    ExprId::UNKNOWN
}

/// What `except (A, B) as e` binds: an instance of one of the types.
fn raised(walk: &mut Walk<'_, '_>, types: &[ExprId]) -> ExprId {
    let mut all = Vec::new();
    for one in types {
        match walk.build.facts.expression(*one) {
            Expression::Unknown => {}
            Expression::Tuple(items) => all.extend_from_slice(walk.build.facts.list(items)),
            _ => all.push(*one),
        }
    }
    let build = &mut *walk.build;
    let all: Vec<ExprId> = all.into_iter().map(|t| build.expression(Expression::Instance(t))).collect();
    build.union(&all)
}

/// The current name is that of a caught exception. It is gone after the clause, so it stays a local
/// even in a module or class.
fn bind_raised(walk: &mut Walk<'_, '_>, value: ExprId) {
    let state = walk.state();
    let scope = state.frames[state.binding_frame()].scope;
    let span = walk.local();
    let name = walk.build.name(span);
    walk.build.bind(scope, name, Namespace::ANY, Bound::Local, value);
}

/// `value as target`, in `with`, `except`, or a pattern of `case`.
pub(super) fn as_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    let statement = walk.span();
    let binding = std::mem::replace(&mut walk.state().binding, As::Value);
    let subject = walk.state().subject;
    let mut value = ExprId::UNKNOWN;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() || walk.node().is_error() {
            walk.lower();
        } else if std::mem::replace(&mut is_first, false) {
            value = walk.lower();
        } else if binding == As::Raised {
            let value = raised(walk, &[value]);
            bind_in(walk, |walk| bind_raised(walk, value));
        } else {
            let given = match binding {
                As::Entered if !value.is_unknown() => walk.build.expression(Expression::Entered(value)),
                As::EnteredLater if !value.is_unknown() => {
                    let build = &mut *walk.build;
                    let name = build.names.made("__aenter__");
                    let of = build.expression(Expression::Member { of: value, name, access: Access::Value });
                    let arguments = build.list(&[]);
                    let given = build.expression(Expression::Call { of, arguments });
                    build.expression(Expression::Awaited(given))
                }
                _ if value.is_unknown() => subject.unwrap_or(value),
                _ => value,
            };
            let mark = walk.state().targets.len();
            assign::collect(walk, None, Item::At(0));
            assign::settle(walk, mark, Assigned::value(given, statement));
        }
    });
    value
}

/// Goes down from an `as_pattern_target` to its identifier.
fn bind_in(walk: &mut Walk<'_, '_>, bind: impl Fn(&mut Walk<'_, '_>)) {
    if walk.is_identifier() {
        bind(walk);
        return;
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_identifier() {
                bind(walk);
            } else {
                walk.lower();
            }
        });
        ExprId::UNKNOWN
    });
}

/// `raise`: a type that is raised is called.
pub(super) fn raise_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut raised = None;
    let keyword = Span::new(walk.span().start, walk.span().start + "raise".len() as u32);
    walk.each_child(|walk, _| {
        let value = walk.lower();
        if walk.is_named() && !walk.node().is_extra() {
            raised.get_or_insert(value);
        }
    });
    if let Some(value) = raised
        && matches!(walk.build.facts.expression(value), Expression::Name { .. } | Expression::Member { .. })
    {
        walk.build.invoke(keyword, value);
    }
    ExprId::UNKNOWN
}

/// `return`.
pub(super) fn return_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = None;
    walk.each_child(|walk, _| {
        let lowered = walk.lower();
        if walk.is_named() && !walk.node().is_extra() {
            value = Some(lowered);
        }
    });
    let value = value.unwrap_or_else(|| walk.build.literal(LiteralKind::None));
    let state = walk.state();
    let at = state.binding_frame();
    let returns = &mut state.frames[at].returns;
    if !returns.contains(&value) {
        returns.push(value);
    }
    ExprId::UNKNOWN
}

/// `yield`: the function around is a generator. It gives what is sent to that, where the annotated result says so.
pub(super) fn yield_expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut value, mut is_from) = (ExprId::UNKNOWN, false);
    walk.each_child(|walk, _| {
        is_from |= walk.kind() == "from";
        let lowered = walk.lower();
        if walk.is_named() && !walk.node().is_extra() {
            value = lowered;
        }
    });
    let value = if is_from { element(walk, value) } else { value };
    let state = walk.state();
    let at = state.binding_frame();
    state.frames[at].is_generator = true;
    state.frames[at].yields.push(value);
    if is_from { ExprId::UNKNOWN } else { state.frames[at].sent }
}

/// `global`: the names are those of the file.
pub(super) fn global_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    redirect(walk, true)
}

/// `nonlocal`: the names are those of a function around.
pub(super) fn nonlocal_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    redirect(walk, false)
}

fn redirect(walk: &mut Walk<'_, '_>, global: bool) -> ExprId {
    walk.each_child(|walk, _| {
        if !walk.is_identifier() {
            walk.lower();
            return;
        }
        let span = walk.span();
        let name = walk.build.name(span);
        let to = if global { Redirect::Global } else { Redirect::Nonlocal(function_around(walk, name)) };
        if walk.top().kind == FrameKind::Function {
            walk.top().redirects.push((name, to));
        }
        let place = walk.build.place();
        walk.build.role = Role::Read;
        if global {
            walk.build.scope = ScopeId(0);
        }
        walk.lower();
        walk.build.restore(place);
    });
    ExprId::UNKNOWN
}

/// The scope of the nearest function around this one that binds `name`, else of the nearest.
fn function_around(walk: &mut Walk<'_, '_>, name: Name) -> ScopeId {
    let current = walk.build.scope;
    let frames = &walk.state().frames;
    let outer = frames.iter().rev().skip(1).filter(|f| f.kind == FrameKind::Function).map(|f| f.scope);
    let outer: Vec<ScopeId> = outer.collect();
    let bindings = &walk.build.facts.bindings;
    let binds = |scope: &&ScopeId| bindings.iter().any(|b| b.scope == **scope && b.name == name);
    outer.iter().find(binds).or(outer.first()).copied().unwrap_or(current)
}

/// `del`: names are written.
pub(super) fn delete_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Write, |walk| walk.lower_children());
    ExprId::UNKNOWN
}
