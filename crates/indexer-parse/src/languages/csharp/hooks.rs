//! What a table cannot say of C#.

use super::state::CSharp;
use super::types::member_name;
use crate::shapes::{Call, this_instance};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    CollectionKind, ExprId, Expression, Flags, Import, LiteralKind, Namespace, Owner, Role, ScopeKind,
};

/// `new { A = b, c.D }`: nothing is known of its type.
pub(super) fn anonymous_object(walk: &mut Walk<'_, '_>) -> ExprId {
    crate::shapes::lower(walk, &MEMBERS);
    ExprId::UNKNOWN
}

const MEMBERS: crate::shapes::Shape = crate::shapes::Shape::Argument(crate::shapes::At::Before("="));

/// What stands before the last operand of `a && b?.c`, which the grammar takes for `(a && b)?.c`.
enum Around {
    Nothing,
    Boolean,
    Either(ExprId),
    Combined(ExprId),
    Cast(ExprId),
}

/// The operand before the mark, and what stands around it and what is behind it.
fn operand(walk: &mut Walk<'_, '_>) -> (ExprId, Around) {
    let (mut of, mut around) = (ExprId::UNKNOWN, Around::Nothing);
    match walk.kind() {
        "binary_expression" => {
            let is_default =
                walk.node().child_by_field_name("operator").is_some_and(|one| one.kind() == "??");
            let _ = walk.lower_with(|walk| {
                let found = crate::operators::binary(walk);
                of = found.right;
                around = match (found.is_boolean, is_default) {
                    (true, _) => Around::Boolean,
                    (_, true) => Around::Either(found.left),
                    _ => Around::Combined(found.left),
                };
                ExprId::UNKNOWN
            });
        }
        "cast_expression" => {
            let _ = walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Type => {
                        let named = walk.lower_as(Role::Type);
                        around = Around::Cast(walk.build.instance(named));
                    }
                    Field::Value => of = crate::shapes::receiver(walk),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => of = crate::shapes::receiver(walk),
    }
    (of, around)
}

/// `a?.b` and `a?.b()`: what stands behind the mark is of `a`.
pub(super) fn conditional_access(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut around) = (ExprId::UNKNOWN, Around::Nothing);
    let mut value = ExprId::UNKNOWN;
    let node = walk.node().id();
    let is_called = walk.build.remembered.of::<CSharp>().called.remove(&node);
    walk.children(|walk, field| match field {
        Field::Condition => (of, around) = walk.with_role(Role::Read, operand),
        _ if walk.kind() == "member_binding_expression" => value = binding(walk, of),
        _ if walk.kind() == "element_binding_expression" => {
            walk.lower_children();
            value = walk.build.index(&[of]);
        }
        _ => walk.other(),
    });
    match around {
        // What is called is the member, whatever the operator makes of it.
        _ if is_called => value,
        Around::Nothing => value,
        Around::Boolean => walk.build.literal(LiteralKind::Boolean),
        Around::Either(left) => walk.build.union(&[left, value]),
        Around::Combined(left) => walk.build.expression(Expression::Combined { left, right: value }),
        Around::Cast(made) => made,
    }
}

/// `.b` behind a `?`, of what is not known.
pub(super) fn member_binding(walk: &mut Walk<'_, '_>) -> ExprId {
    binding(walk, ExprId::UNKNOWN)
}

fn binding(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Name => value = member_name(walk, of),
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
    value
}

/// `new T(..) { A = 1 }`: the initializer sets members of the `T`.
pub(super) fn creation(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mark = walk.build.uses.mark();
    let (mut callee, mut head, mut values) = (ExprId::UNKNOWN, ExprId::UNKNOWN, Vec::new());
    walk.children(|walk, field| match field {
        Field::Type => {
            callee = walk.lower_as(Role::Type);
            head = match walk.build.facts.expression(callee) {
                Expression::Apply { of, .. } => of,
                _ => callee,
            };
            walk.build.uses.retag(mark, head, Role::Call);
        }
        Field::Arguments => values = walk.lower_list(),
        Field::Initializer => {
            let made = walk.build.instance(callee);
            initialize(walk, made);
        }
        _ => walk.other(),
    });
    walk.build.role = role;
    if callee.is_unknown() {
        return walk.call_of(mark, callee, &values);
    }
    walk.build.uses.set_arguments(mark, head, values.len());
    let made = walk.build.uses.mark();
    let of = if head == callee { walk.build.apply(callee, &[]) } else { callee };
    walk.call_of(made, of, &values)
}

/// `new[] { a, b }`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut items = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "initializer_expression" => {
            walk.lower_with(|walk| {
                items = walk.lower_list();
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    items.truncate(crate::build::ELEMENTS);
    walk.build.collection(CollectionKind::List, &items)
}

/// `new T[3]`.
pub(super) fn sized_array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower_as(Role::Type),
        _ => walk.other(),
    });
    walk.build.instance(of)
}

/// Lowers the current node, an initializer that sets members of `made`.
fn initialize(walk: &mut Walk<'_, '_>, made: ExprId) {
    let before = std::mem::replace(&mut walk.build.remembered.of::<CSharp>().made, made);
    walk.lower();
    walk.build.remembered.of::<CSharp>().made = before;
}

/// `{ A = 1 }` behind `new T`: the names are members of what is made, and of no scope around.
pub(super) fn initializer(walk: &mut Walk<'_, '_>) -> ExprId {
    let made = std::mem::take(&mut walk.build.remembered.of::<CSharp>().made);
    walk.each_child(|walk, _| {
        if walk.kind() != "assignment_expression" {
            walk.other();
            return;
        }
        walk.lower_with(|walk| {
            let mut member = ExprId::UNKNOWN;
            walk.children(|walk, field| match field {
                Field::Left if walk.is_identifier() => {
                    member = walk.with_role(Role::Write, |walk| member_name(walk, made));
                }
                Field::Right if walk.kind() == "initializer_expression" => initialize(walk, member),
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    ExprId::UNKNOWN
}

/// An argument, perhaps with the name of its parameter.
pub(super) fn argument(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut value) = (None, ExprId::UNKNOWN);
    walk.children(|walk, field| {
        if field == Field::Name && walk.is_identifier() {
            name = Some(walk.build.name(walk.span()));
            walk.neither();
        } else if walk.kind() == "this" && !walk.is_named() {
            value = this_instance(walk);
        } else if walk.is_identifier() && walk.text() != "_" {
            // No type is given by itself.
            let span = walk.span();
            value = walk.build.use_name(span, Namespace::VALUE.with(Namespace::CALLABLE));
        } else if walk.is_named() && !walk.node().is_extra() {
            value = walk.lower();
        } else {
            walk.other();
        }
    });
    match name {
        Some(name) => walk.build.expression(Expression::Keyword { name, value }),
        None => value,
    }
}

const CALL: crate::shapes::Shape =
    crate::shapes::Shape::Call(Call { namespace: Namespace::CALLABLE.with(Namespace::VALUE), ..Call::BASE });

/// `f(..)`; `nameof(a)` is no call.
pub(super) fn call(walk: &mut Walk<'_, '_>) -> ExprId {
    let function = walk.node().child_by_field_name("function");
    if function.is_some_and(|one| {
        one.kind() == "identifier" && walk.build.text(crate::walk::span_of(one)) == "nameof"
    }) {
        walk.children(|walk, field| match field {
            Field::Function => walk.neither(),
            _ => drop(walk.lower_with(named)),
        });
        return walk.build.literal(LiteralKind::String);
    }
    let mut called = function;
    while let Some(one) = called {
        called = match one.kind() {
            "member_access_expression" | "member_binding_expression" => one.child_by_field_name("name"),
            "conditional_access_expression" => {
                walk.build.remembered.of::<CSharp>().called.insert(one.id());
                let last = u32::try_from(one.named_child_count()).ok().and_then(|count| count.checked_sub(1));
                last.and_then(|last| one.named_child(last))
            }
            "generic_name" => {
                walk.build.remembered.of::<CSharp>().called.insert(one.id());
                None
            }
            _ => None,
        };
    }
    crate::shapes::lower(walk, &CALL)
}

/// What `nameof` is given: anything that has a name.
fn named(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "argument" => {
            let _ = walk.lower_with(Walk::lower_children);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `await a`.
pub(super) fn awaited(walk: &mut Walk<'_, '_>) -> ExprId {
    let value = walk.lower_children();
    walk.build.expression(Expression::Awaited(value))
}

/// `a ? b : c`.
pub(super) fn conditional(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut values = Vec::new();
    walk.build.meter.enter_if();
    walk.children(|walk, field| match field {
        Field::Consequence | Field::Alternative => values.push(walk.lower()),
        _ => walk.other(),
    });
    walk.build.meter.leave();
    walk.build.union(&values)
}

/// Operators with two sides.
pub(super) fn binary(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_default = walk.node().child_by_field_name("operator").is_some_and(|one| one.kind() == "??");
    let found = crate::operators::binary(walk);
    if is_default {
        return walk.build.union(&[found.left, found.right]);
    }
    if found.is_boolean {
        return walk.build.literal(LiteralKind::Boolean);
    }
    walk.build.expression(Expression::Combined { left: found.left, right: found.right })
}

/// `!a` is true or false; of other operators the value is that of what they stand before.
pub(super) fn prefix(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_not = walk.node().child(0).is_some_and(|one| one.kind() == "!");
    let value = walk.lower_children();
    if is_not { walk.build.literal(LiteralKind::Boolean) } else { value }
}

/// `a is T`.
pub(super) fn tested(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    walk.build.literal(LiteralKind::Boolean)
}

/// `typeof(T)`.
pub(super) fn type_of(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.with_role(Role::Type, Walk::lower_children);
    let of = walk.build.made_type("Type");
    walk.build.instance(of)
}

/// `(a, b)`.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.tuple(&items)
}

/// `[A(..)]`: the name may leave out its `Attribute`.
pub(super) fn attribute(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut of = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name => of = walk.with_role(Role::Decorate, attribute_name),
        _ if walk.kind() == "attribute_argument_list" => walk.lower_annotation_arguments(of),
        _ => walk.other(),
    });
    walk.build.role = role;
    of
}

fn attribute_name(walk: &mut Walk<'_, '_>) -> ExprId {
    let mark = walk.build.uses.mark();
    let value = walk.lower();
    walk.build.uses.retag(mark, value, Role::Decorate);
    let (Expression::Name { name, .. } | Expression::Member { name, .. }) =
        walk.build.facts.expression(value)
    else {
        return value;
    };
    let text = walk.build.names.get(name);
    if text.ends_with("Attribute") {
        return value;
    }
    let whole = format!("{text}Attribute");
    let whole = walk.build.names.made(&whole);
    if let Expression::Name { name, .. } | Expression::Member { name, .. } =
        &mut walk.build.facts.expressions[value.0 as usize]
    {
        *name = whole;
    }
    value
}

/// `get`, `set { .. }` of a property: what is set is a `value` of its type.
pub(super) fn accessor(walk: &mut Walk<'_, '_>) -> ExprId {
    let takes = walk.node().child_by_field_name("name").is_some_and(|one| one.kind() != "get");
    let declared = walk.build.shapes.result;
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Function, walk.span());
    if takes {
        let (scope, name) = (walk.build.scope, walk.build.names.name("value"));
        let value = walk.build.instance(declared);
        walk.build.bind_local(scope, name, Namespace::VALUE, 0, value);
    }
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `from x in xs` of a query.
pub(super) fn from(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut declared, mut of) = (None, ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Type => {
            let annotation = walk.lower_as(Role::Type);
            declared = walk.build.instance(annotation);
        }
        Field::Name if walk.is_identifier() => {
            let span = walk.local();
            name = Some(walk.build.name(span));
        }
        _ if walk.is_named() && !walk.node().is_extra() => of = walk.lower(),
        _ => walk.other(),
    });
    if declared.is_unknown() && !of.is_unknown() {
        declared = walk.build.expression(Expression::Element(of));
    }
    if let Some(name) = name {
        let (scope, from) = (walk.build.scope, walk.span().start);
        walk.build.bind_local(scope, name, Namespace::VALUE, from, declared);
    }
    ExprId::UNKNOWN
}

/// `using A.B;`, for all files of the project where `global` stands before it.
pub(super) fn using(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_global = walk.node().child(0).is_some_and(|one| one.kind() == "global");
    crate::shapes::lower(walk, &super::nodes::USING);
    if let Some(import) = walk.build.facts.imports.last_mut().filter(|_| is_global) {
        import.level = Import::EVERYWHERE;
    }
    ExprId::UNKNOWN
}

/// `namespace A { .. }`: that of the file, unless types stand beside it, which are of none.
pub(super) fn namespace(walk: &mut Walk<'_, '_>) -> ExprId {
    if !walk.build.shapes.has_package && walk.build.owner == Owner::File {
        let file = walk.node().parent();
        let is_type = |kind: &str| {
            matches!(
                kind,
                "class_declaration"
                    | "struct_declaration"
                    | "interface_declaration"
                    | "enum_declaration"
                    | "record_declaration"
                    | "delegate_declaration"
            )
        };
        let beside = file.is_some_and(|file| file.children(&mut file.walk()).any(|one| is_type(one.kind())));
        walk.build.shapes.has_package = beside;
    }
    crate::shapes::lower(walk, &super::nodes::NAMESPACE)
}

/// `new(..)`: of the type that is declared there, where that is known.
pub(super) fn implicit_creation(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node().id();
    let expected = walk.build.shapes.expected.take().filter(|(of, _)| *of == node);
    let of = expected.map_or(ExprId::UNKNOWN, |(_, of)| of);
    let made = walk.build.instance(of);
    let mut values = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "argument_list" => values = walk.lower_list(),
        "initializer_expression" => initialize(walk, made),
        _ => walk.other(),
    });
    // No name there says what is called.
    let mark = walk.build.uses.mark();
    walk.call_of(mark, of, &values)
}

/// `=> a`, `return a`: what the function or property around gives.
pub(super) fn given(walk: &mut Walk<'_, '_>) -> ExprId {
    let declared = walk.build.shapes.result;
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, _| {
        if walk.is_named() && !walk.node().is_extra() {
            walk.build.shapes.expected = Some((walk.node().id(), declared));
            value = walk.lower();
        } else {
            walk.other();
        }
    });
    value
}

/// `return a`.
pub(super) fn returned(walk: &mut Walk<'_, '_>) -> ExprId {
    let gives = walk.node().named_child_count() > 0;
    let value = given(walk);
    if gives {
        walk.build.shapes.add_return(value);
    }
    ExprId::UNKNOWN
}

/// A function without a name gives what nothing declares.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let declared = std::mem::take(&mut walk.build.shapes.result);
    let value = crate::shapes::lower(walk, &super::nodes::LAMBDA);
    walk.build.shapes.result = declared;
    value
}

/// `#if A`: the names of its condition are of the compiler. What a part imports that declares nothing holds outside of it,
/// where the condition does; an import beside declarations is seen by what stands under the same condition.
pub(super) fn condition(walk: &mut Walk<'_, '_>) -> ExprId {
    let inherited = walk.build.inherited;
    walk.build.inherited.add(Flags::CONDITIONAL);
    let (definitions, first) = (walk.build.facts.definitions.len(), walk.build.facts.imports.len());
    let (mut text, mut other) = ("", None);
    walk.children(|walk, field| match field {
        Field::Condition => {
            walk.build.tally.neither += walk.count_identifiers();
            text = walk.text();
        }
        Field::Alternative => {
            other = Some(walk.build.facts.imports.len());
            walk.other();
        }
        _ => walk.other(),
    });
    let imports = walk.build.facts.imports.len();
    if walk.build.facts.definitions.len() == definitions && first < imports {
        let other = other.unwrap_or(imports);
        decide(walk, first..other, text);
        decide(walk, other..imports, &format!("!({text})"));
    }
    walk.build.inherited = inherited;
    ExprId::UNKNOWN
}

/// These imports stand under a condition, unless they stand under another within it.
fn decide(walk: &mut Walk<'_, '_>, imports: std::ops::Range<usize>, condition: &str) {
    let condition = walk.build.names.made(condition);
    for import in &mut walk.build.facts.imports[imports] {
        import.condition.get_or_insert(condition);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn imports_say_the_condition_that_decides_them() {
        let text = "#if WHOLE\n#if A || B\nusing C;\n#elif D\nusing E;\n#else\nusing F;\n#endif\nusing G;\nclass H {}\n#endif\n";
        let facts = crate::parse(crate::by_id("csharp").unwrap(), text.as_bytes(), crate::Limits::default());
        let told = facts.imports.iter().map(|one| one.condition.map(|name| facts.name(name)));
        let told: Vec<Option<&str>> = told.collect();
        // What holds wherever the file does has none of its own.
        assert_eq!(told, [Some("A || B"), Some("D"), Some("!(D)"), None]);
    }
}
