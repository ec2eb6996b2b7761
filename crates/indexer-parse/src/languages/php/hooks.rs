//! What a table cannot say of PHP.

use super::callables;
use crate::build::{Build, ELEMENTS};
use crate::shapes::{this_instance, type_scope};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, CollectionKind, DefId, ExprId, Expression, Flags, FrameworkRules, Import, ImportId, ImportShape,
    Namespace, Owner, Role, ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};

/// A name without a `$`: of a type, a function that is called, or a constant.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if matches!(walk.text(), "self" | "static" | "parent") {
        walk.neither();
        return relative_scope(walk);
    }
    if is_of_language(walk.text()) {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let namespace = match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate | Role::Call => Namespace::TYPE,
        // A constant, or the class before `::`.
        _ => Namespace::MACRO.with(Namespace::TYPE),
    };
    walk.build.use_name(span, namespace)
}

/// True for words that look like functions and constants and are parts of the language.
fn is_of_language(name: &str) -> bool {
    match name.strip_prefix("__") {
        Some(_) => matches!(
            name,
            "__CLASS__"
                | "__DIR__"
                | "__FILE__"
                | "__FUNCTION__"
                | "__LINE__"
                | "__METHOD__"
                | "__NAMESPACE__"
                | "__PROPERTY__"
                | "__TRAIT__"
        ),
        None => matches!(name, "die" | "empty" | "eval" | "exit" | "isset" | "unset"),
    }
}

/// `f(a)`; `isset(a)` is no call.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let called = walk.node().child_by_field_name("function").map(crate::walk::span_of);
    let Some(called) = called.filter(|span| is_of_language(walk.build.text(*span))) else {
        let value = crate::shapes::lower(walk, &super::nodes::FUNCTION_CALL);
        callables::invoked(walk, value);
        return value;
    };
    walk.each_child(|walk, _| if walk.span() == called { walk.neither() } else { walk.other() });
    ExprId::UNKNOWN
}

/// The variables that PHP has in every scope, without their `$`.
pub(super) const EVERYWHERE: &[&str] =
    &["GLOBALS", "_COOKIE", "_ENV", "_FILES", "_GET", "_POST", "_REQUEST", "_SERVER", "_SESSION"];

/// What a script is called with: variables outside of functions alone.
const ARGUMENTS: &[&str] = &["argc", "argv"];

/// `A::B`; `A::class` is the text of the name, and no member.
pub(super) fn class_constant(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = walk.node().named_child(1).map(crate::walk::span_of);
    let is_text = name.is_some_and(|name| walk.build.text(name).eq_ignore_ascii_case("class"));
    if !is_text {
        return crate::shapes::lower(walk, &super::nodes::CLASS_CONSTANT);
    }
    let mut of = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if Some(walk.span()) == name {
            walk.neither();
        } else if walk.is_named() && !walk.node().is_extra() {
            of = walk.lower();
        } else {
            walk.other();
        }
    });
    // Rules of frameworks know a class by it.
    let name = walk.build.names.made("class");
    walk.build.expression(Expression::Member { of, name, access: Access::Value })
}

/// `$a`; `$this` is the receiver.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_this = walk.text() == "$this";
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| match walk.is_identifier() {
        true if is_this => {
            walk.neither();
            value = this_instance(walk);
        }
        true if ARGUMENTS.contains(&walk.text()) => walk.neither(),
        true => {
            let span = walk.span();
            // What the language defines everywhere is looked for among functions: no variable of a scope hides it.
            let is_everywhere = EVERYWHERE.contains(&walk.text());
            let namespace = if is_everywhere { Namespace::CALLABLE } else { Namespace::VALUE };
            value = walk.build.use_name(span, namespace);
        }
        false => walk.other(),
    });
    value
}

/// `self`, `static` and `parent`.
pub(super) fn relative_scope(walk: &mut Walk<'_, '_>) -> ExprId {
    let Some(scope) = type_scope(walk) else { return ExprId::UNKNOWN };
    let is_parent = walk.text().eq_ignore_ascii_case("parent");
    let value = if is_parent { Expression::Super(scope) } else { Expression::SelfType(scope) };
    walk.build.expression(value)
}

/// A class without a name. Its arguments are of what is around it.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, place, role) = (walk.span(), walk.build.place(), walk.build.role);
    let id = walk.build.define_anonymous_class(span);
    let (mut bases, mut body) = (Vec::new(), None);
    walk.build.role = Role::Read;
    walk.children(|walk, field| match (walk.kind(), field) {
        ("base_clause" | "class_interface_clause", _) => {
            bases.append(&mut walk.with_role(Role::Inherit, Walk::lower_list))
        }
        (_, Field::Body) => {
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            let scope = walk.build.open_scope(ScopeKind::Type, span);
            walk.build.definition(id).body = Some(scope);
            body = Some(scope);
            walk.build.shapes.open_bases();
            walk.lower();
            let mut mixed = walk.build.shapes.close_bases();
            mixed.append(&mut bases);
            bases = mixed;
            walk.build.restore(place);
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    bases.retain(|base| !base.is_unknown());
    let bases = walk.build.list(&bases);
    let definition = walk.build.definition(id);
    definition.bases = bases;
    definition.body = body;
    walk.build.expression(Expression::Definition(id))
}

/// Types of which any may be there; those without members are left out.
pub(super) fn types(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut all = Vec::new();
    walk.each_child(|walk, _| {
        if walk.is_named() {
            let one = walk.lower_as(Role::Type);
            if !one.is_unknown() {
                all.push(one);
            }
        } else {
            walk.other();
        }
    });
    walk.build.union(&all)
}

/// `a ?? b` is one of both.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_either = walk.node().child(1).is_some_and(|operator| operator.kind() == "??");
    let sides = crate::operators::binary(walk);
    if is_either { walk.build.union(&[sides.left, sides.right]) } else { ExprId::UNKNOWN }
}

/// `a ? b : c` is one of the last two; `a ?: c` one of both.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.meter.enter_if();
    let (mut condition, mut first, mut last) = (ExprId::UNKNOWN, None, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Condition => condition = walk.lower(),
        Field::Body => first = Some(walk.lower()),
        Field::Alternative => last = walk.lower(),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.union(&[first.unwrap_or(condition), last])
}

/// `if`; what is defined in it exists under its condition.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.inherited.add(Flags::CONDITIONAL);
    let value = crate::shapes::lower(walk, &super::nodes::IF);
    walk.build.restore(place);
    value
}

/// `match`: it is worth what one of its arms is.
pub(super) fn matched(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut arms = Vec::new();
    walk.build.meter.enter();
    walk.children(|walk, field| match field {
        Field::Body => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                let _ = walk.lower_with(|walk| arm(walk, &mut arms));
            });
            ExprId::UNKNOWN
        })),
        _ => drop(walk.lower()),
    });
    walk.build.meter.leave();
    walk.build.union(&arms)
}

fn arm(walk: &mut Walk<'_, '_>, arms: &mut Vec<ExprId>) -> ExprId {
    if walk.kind() == "match_conditional_expression" {
        walk.build.meter.branches += 1;
    }
    walk.children(|walk, field| match field {
        Field::ReturnExpression => arms.push(walk.lower()),
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// `[a, k => b]`: its elements are the values.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut items = Vec::new();
    walk.each_child(|walk, _| {
        if walk.kind() != "array_element_initializer" {
            walk.other();
            return;
        }
        let (mut value, mut first) = (ExprId::UNKNOWN, None);
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
                true => {
                    let key = first.get_or_insert_with(|| walk.span());
                    let key = (*key != walk.span()).then_some(*key);
                    value = walk.lower();
                    value = key.map_or(value, |key| under_key(walk, key, value));
                }
                false => walk.other(),
            });
            ExprId::UNKNOWN
        });
        if items.len() <= ELEMENTS {
            items.push(value);
        }
    });
    if let [of, _] = items.as_slice() {
        callables::in_pair(walk, *of);
    }
    // Of more elements, and of none, nothing is said.
    if items.is_empty() || items.len() > ELEMENTS {
        return ExprId::UNKNOWN;
    }
    walk.build.collection(CollectionKind::List, &items)
}

/// What stands under a key of an array, which is kept where rules of frameworks ask for it: `['prefix' => 'api']`.
fn under_key(walk: &mut Walk<'_, '_>, key: Span, value: ExprId) -> ExprId {
    let key = Span::new(key.start + 1, key.end.saturating_sub(1).max(key.start + 1));
    let rules = (walk.build.language.rules.frameworks)();
    let is_asked = |rules: &FrameworkRules| {
        rules.keywords.contains_key(walk.build.text(key))
            || walk.text().ends_with("::class")
                && called_with(walk).is_some_and(|name| rules.paired.contains_key(name))
    };
    if !rules.is_some_and(is_asked) {
        return value;
    }
    let name = walk.build.name(key);
    walk.build.expression(Expression::Keyword { name, value })
}

/// The name of what is called with the array of which a value is looked at.
fn called_with<'a>(walk: &Walk<'a, '_>) -> Option<&'a str> {
    let given = walk.node().parent()?.parent()?;
    let list = given.parent().filter(|_| given.kind() == "array_creation_expression")?;
    let call = if list.kind() == "argument" { list.parent()?.parent()? } else { list.parent()? };
    let name = call.child_by_field_name("name")?;
    Some(walk.build.text(Span::new(name.start_byte() as u32, name.end_byte() as u32)))
}

/// `A\B`: all but the last name are parts of a namespace. What begins with an imported name goes on from there, all
/// else from the root: the namespace of the file stands before what does not begin with `\`.
pub(super) fn qualified_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = walk.build.role;
    let mut spans = Vec::new();
    tokens(walk, &mut spans);
    let Some(first) = spans.first().copied() else { return ExprId::UNKNOWN };
    let is_absolute = walk.text().starts_with('\\');
    let is_inside = walk.kind() == "relative_name";
    let uses = |walk: &mut Walk<'_, '_>, at: usize| {
        let role = if at + 1 == spans.len() { role } else { Role::Read };
        std::mem::replace(&mut walk.build.role, role)
    };
    let first = walk.build.name(first);
    let mut of = ExprId::UNKNOWN;
    if !is_absolute && !is_inside && walk.build.shapes.imported.contains(&first) {
        for (at, span) in spans.iter().enumerate() {
            let before = uses(walk, at);
            of = if at == 0 {
                walk.build.use_name(*span, Namespace::TYPE)
            } else {
                let name = walk.build.name(*span);
                let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
                walk.build.use_member(*span, member);
                member
            };
            walk.build.role = before;
        }
        return of;
    }
    let Some((import, around)) = path_from_root(walk.build, &spans, is_absolute) else {
        spans.iter().for_each(|span| walk.build.use_member(*span, ExprId::UNKNOWN));
        return ExprId::UNKNOWN;
    };
    for (at, span) in spans.iter().enumerate() {
        let before = uses(walk, at);
        of = walk.build.expression(Expression::Import { import, upto: around + at as u32 + 1 });
        walk.build.use_member(*span, of);
        walk.build.role = before;
    }
    of
}

/// A namespace of more names than this is not read: each path below it repeats them.
const DEEPEST: usize = 64;

/// The path that the names at `spans` are from the root, below the namespace of the file where they are not
/// `absolute`; and how many names that is.
pub(super) fn path_from_root(
    build: &mut Build<'_>,
    spans: &[Span],
    absolute: bool,
) -> Option<(ImportId, u32)> {
    if build.shapes.package.len() > DEEPEST {
        return None;
    }
    let mut path = if absolute { Vec::new() } else { build.shapes.package.clone() };
    let around = path.len() as u32;
    path.extend(spans.iter().map(|span| build.name(*span)));
    let id = ImportId(build.facts.imports.len() as u32);
    let span = spans.last().copied().unwrap_or_default();
    build.facts.imports.push(Import {
        scope: ScopeId(0),
        shape: ImportShape::Path,
        level: 1,
        path,
        alias: None,
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span,
    });
    Some((id, around))
}

/// The names of a path; `namespace` before them is none.
fn tokens(walk: &mut Walk<'_, '_>, found: &mut Vec<Span>) {
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_identifier() {
                found.push(walk.span());
            } else if walk.kind() == "namespace_name" {
                tokens(walk, found);
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

/// `use A;` in a class: it has the members of the trait.
pub(super) fn mixed_in(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| {
        if matches!(walk.kind(), "name" | "qualified_name" | "relative_name") {
            let base = walk.lower_as(Role::Inherit);
            walk.build.shapes.add_base(base);
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `__construct` makes instances; some methods are tests.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    if is_test(walk, id) {
        walk.build.definition(id).flags.add(Flags::TEST);
    }
    let definition = walk.build.definition(id);
    let (name, scope) = (definition.name, definition.scope);
    if walk.build.names.get(name) == "__construct" {
        let this = walk.build.expression(Expression::SelfInstance(scope));
        let definition = walk.build.definition(id);
        definition.kind = SymbolKind::Constructor;
        definition.value = this;
    }
}

/// True for what PHPUnit runs: methods that are named or documented as tests, of classes that are based on a test case.
fn is_test(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    let definition = walk.build.definition(id);
    let is_public = definition.visibility == Visibility::Public && !definition.flags.has(Flags::STATIC);
    let is_said = definition.doc.as_deref().is_some_and(|doc| doc.lines().any(|line| line.trim() == "@test"));
    let name = definition.name;
    if !is_public || !(is_said || walk.build.names.get(name).starts_with("test")) {
        return false;
    }
    let class = walk.node().parent().and_then(|body| body.parent());
    let Some(class) = class.filter(|one| one.kind() == "class_declaration") else { return false };
    let mut cursor = class.walk();
    let mut bases = class.named_children(&mut cursor).filter(|one| one.kind() == "base_clause");
    bases.next().is_some_and(|base| {
        let base = walk.build.text(crate::walk::span_of(base)).trim_end();
        base.ends_with("TestCase") || base.ends_with("Test")
    })
}
