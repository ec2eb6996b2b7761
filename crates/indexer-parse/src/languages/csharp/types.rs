//! Types as they are written.

use super::state::CSharp;
use crate::shapes::{State, receiver};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Access, Bound, DefId, ExprId, Expression, Extension, ExtensionId, List, Name, Namespace, Owner,
    ParameterKind, Role, Scope, ScopeId, ScopeKind, SymbolKind,
};

/// A name: of a type where one stands, else of a value, type or function.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    // What is thrown away has no name, unless something around has this one.
    if walk.text() == "_" && !State::binds(walk, "_") {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let namespace = namespace(walk);
    walk.build.use_name(span, namespace)
}

fn namespace(walk: &Walk<'_, '_>) -> Namespace {
    match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate => Namespace::TYPE,
        _ => Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE),
    }
}

/// `Name<A, B>`: a type is bound to its name with the number of its parameters, a function to its name alone.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    generic_of(walk, None)
}

fn generic_of(walk: &mut Walk<'_, '_>, of: Option<ExprId>) -> ExprId {
    let node = walk.node().id();
    let is_called = walk.build.remembered.of::<CSharp>().called.remove(&node);
    let (mut head, mut items, mut token) = (ExprId::UNKNOWN, Vec::new(), None);
    walk.each_child(|walk, _| {
        if walk.is_identifier() && token.is_none() {
            token = Some((walk.span(), walk.text()));
        } else if walk.kind() == "type_argument_list" {
            let Some((span, text)) = token.filter(|_| head.is_unknown()) else { return walk.other() };
            let name = match is_called {
                true => walk.build.name(span),
                false => {
                    let list = walk.node();
                    let commas = list.children(&mut list.walk()).filter(|one| one.kind() == ",").count();
                    let made = with_arity(text, commas + 1);
                    walk.build.names.made(&made)
                }
            };
            head = match of {
                None => {
                    let namespace = namespace(walk);
                    let scope = walk.build.scope;
                    walk.build.expression(Expression::Name { name, scope, bound: None, namespace })
                }
                Some(of) => walk.build.expression(Expression::Member { of, name, access: Access::Value }),
            };
            walk.build.use_member(span, head);
            items = walk.with_role(Role::Type, Walk::lower_list);
        } else {
            walk.other();
        }
    });
    if let Some((span, _)) = token.filter(|_| head.is_unknown()) {
        // Without arguments only where the text is damaged.
        let namespace = namespace(walk);
        return walk.build.use_name(span, namespace);
    }
    if items.is_empty() { head } else { walk.build.apply(head, &items) }
}

/// The name to which a generic type with so many parameters is bound.
fn with_arity(name: &str, count: usize) -> String {
    format!("{name}`{count}")
}

/// `a.b`, `a.b<T>` and qualified names of types.
pub(super) fn member(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Expression | Field::Qualifier => of = receiver(walk),
        Field::Name => value = walk.with_role(role, |walk| member_name(walk, of)),
        _ => walk.other(),
    });
    walk.build.role = role;
    if value.is_unknown() { of } else { value }
}

/// The current node names a member of `of`.
pub(super) fn member_name(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    if walk.is_identifier() {
        return walk.member_of(of, Access::Value);
    }
    if walk.kind() == "generic_name" {
        return walk.lower_with(|walk| generic_of(walk, Some(of)));
    }
    walk.lower_as(Role::Read);
    ExprId::UNKNOWN
}

/// `global::A`: a name from outside of all namespaces; of other aliases nothing is known.
pub(super) fn global(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Alias => walk.build.tally.neither += walk.count_identifiers(),
        Field::Name => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// A type that has a word of its own.
pub(super) fn predefined(walk: &mut Walk<'_, '_>) -> ExprId {
    let name = match walk.text() {
        "bool" => "Boolean",
        "byte" => "Byte",
        "sbyte" => "SByte",
        "short" => "Int16",
        "ushort" => "UInt16",
        "int" => "Int32",
        "uint" => "UInt32",
        "long" => "Int64",
        "ulong" => "UInt64",
        "nint" => "IntPtr",
        "nuint" => "UIntPtr",
        "float" => "Single",
        "double" => "Double",
        "decimal" => "Decimal",
        "char" => "Char",
        "string" => "String",
        "object" => "Object",
        _ => return ExprId::UNKNOWN,
    };
    walk.build.made_type(name)
}

/// `T?`.
pub(super) fn nullable(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.lower_children();
    if of.is_unknown() {
        return of;
    }
    let optional = walk.build.made_type("Nullable`1");
    walk.build.apply(optional, &[of])
}

/// `T[]`: the type of arrays, which the stubs define under a name that no program has.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut element = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => element = walk.lower_as(Role::Type),
        _ => walk.other(),
    });
    let of = walk.build.made_type("array·");
    walk.build.apply(of, &[element])
}

/// `(A a, B b)` as a type.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let types = walk.with_role(Role::Type, Walk::lower_list);
    let items: Vec<ExprId> = types.into_iter().map(|of| walk.build.instance(of)).collect();
    walk.build.tuple(&items)
}

/// `where T : A, B`: what bounds the type parameter.
pub(super) fn constraints(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut name, mut bounds) = (None, Vec::new());
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" if name.is_none() => {
            name = Some(walk.build.name(walk.span()));
            walk.lower_as(Role::Type);
        }
        "type_parameter_constraint" => {
            let bound = walk.lower_as(Role::Type);
            if !bound.is_unknown() {
                bounds.push(bound);
            }
        }
        _ => walk.other(),
    });
    let Some(name) = name.filter(|_| !bounds.is_empty()) else { return ExprId::UNKNOWN };
    let bounds = walk.build.list(&bounds);
    // Those of the definition around came last.
    let mut last = walk.build.facts.type_parameters.iter_mut().rev().take(MOST_PARAMETERS);
    if let Some(parameter) = last.find(|one| one.name == name) {
        parameter.bounds = bounds;
    }
    ExprId::UNKNOWN
}

/// Among so many type parameters that came last those of the definition around are looked for.
const MOST_PARAMETERS: usize = 32;

/// A type that is named with its parameters is bound to its name with their number.
pub(super) fn bind_with_arity(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (name, count) = (definition.name, definition.type_parameters.len);
    if count == 0 {
        return;
    }
    let made = with_arity(walk.build.names.get(name), count as usize);
    let made = walk.build.names.made(&made);
    walk.build.remembered.of::<CSharp>().generic.push((id, made));
}

/// A type of functions: what it takes and gives.
pub(super) fn delegate(walk: &mut Walk<'_, '_>, id: DefId) {
    bind_with_arity(walk, id);
    let definition = walk.build.definition(id);
    let (run, value) = (definition.parameters, definition.value);
    let returns = match walk.build.facts.expression(value) {
        Expression::Instance(of) => of,
        other => {
            debug_assert!(matches!(other, Expression::Unknown), "the value of a delegate is its result");
            ExprId::UNKNOWN
        }
    };
    let parameters: Vec<ExprId> =
        walk.build.facts.parameters(run).iter().map(|parameter| parameter.annotation).collect();
    let parameters = walk.build.list(&parameters);
    let function = walk.build.expression(Expression::FunctionType { parameters, returns });
    let definition = walk.build.definition(id);
    definition.value = function;
    definition.parameters = List::default();
}

/// What implements a member of an interface under its whole name (`void IA.F()`) is reached through the interface alone:
/// the type binds no name to it.
pub(super) fn implementation(walk: &mut Walk<'_, '_>, id: DefId) {
    let node = walk.node();
    let is_explicit = node.children(&mut node.walk()).any(|one| one.kind() == "explicit_interface_specifier");
    if is_explicit {
        let mut bindings = walk.build.facts.bindings.iter_mut().rev();
        if let Some(binding) = bindings.find(|one| one.bound == Bound::Definition(id)) {
            binding.namespace = Namespace(0);
        }
    }
}

/// A method whose first parameter is its receiver is a member of the type of that as well.
pub(super) fn method(walk: &mut Walk<'_, '_>, id: DefId) {
    implementation(walk, id);
    let definition = walk.build.definition(id);
    let (run, name, span, kind) =
        (definition.parameters, definition.name, definition.name_span, definition.kind);
    let type_parameters = definition.type_parameters;
    let first = walk.build.facts.parameters(run).first();
    let Some(of) = first.filter(|one| one.kind == ParameterKind::Receiver).map(|one| one.annotation) else {
        return;
    };
    if of.is_unknown() || kind != SymbolKind::Method {
        return;
    }
    let extension = ExtensionId(walk.build.facts.extensions.len() as u32);
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (parent, bindings) = (Some(walk.build.scope), List::default());
    walk.build.facts.scopes.push(Scope {
        kind: ScopeKind::Extension,
        parent,
        owner: Owner::Extension(extension),
        span,
        bindings,
    });
    let type_name = last_name(walk, of);
    let owner = walk.build.owner;
    let (implements, bound) = (None, Bound::Definition(id));
    walk.build.facts.extensions.push(Extension {
        scope,
        of,
        type_name,
        implements,
        type_parameters,
        span,
        owner,
    });
    walk.build.bind(scope, name, Namespace::CALLABLE, bound, ExprId::UNKNOWN);
}

/// The last name of a type, without its arguments.
fn last_name(walk: &Walk<'_, '_>, of: ExprId) -> Option<Name> {
    match walk.build.facts.expression(of) {
        Expression::Apply { of, .. } => last_name(walk, of),
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
        _ => None,
    }
}

/// `this[int i]` is read like a property: what stands in its brackets is no argument of a setter.
pub(super) fn indexer(walk: &mut Walk<'_, '_>, id: DefId) {
    walk.build.definition(id).parameters = List::default();
}
