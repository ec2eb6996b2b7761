//! Parameters.

use super::declarators::{self, Declared, open_function};
use super::declare::{Place, Specifiers};
use super::state::Remembers;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, List, Name, Namespace, Parameter, ParameterId, ParameterKind, Role, Span,
};

struct Read {
    name: Option<(Name, Span)>,
    kind: ParameterKind,
    annotation: ExprId,
    default: ExprId,
    value: ExprId,
    scope_binding: Option<usize>,
}

/// The parameters of the function that is declared: opens its scope and binds them in it.
pub(in crate::languages) fn own(walk: &mut Walk<'_, '_>, here: Place, out: &mut Declared) -> List {
    if here == Place::Parameter {
        // A parameter that is a function: its own parameters name nothing.
        anonymous(walk);
        return List::default();
    }
    open_function(walk, out);
    bound(walk)
}

/// The parameters at the current node, bound in the current scope.
pub(in crate::languages) fn bound(walk: &mut Walk<'_, '_>) -> List {
    let role = walk.build.role;
    let mut found = Vec::new();
    walk.each_child(|walk, _| {
        if walk.is_named() {
            found.extend(one(walk));
        } else if walk.kind() == "..." {
            found.push(rest(ExprId::UNKNOWN));
        }
    });
    walk.build.role = role;
    let mut all = Vec::with_capacity(found.len());
    for (i, read) in found.iter().enumerate() {
        let (name, name_span) = match read.name {
            Some((name, span)) => (name, span),
            None => (walk.build.names.made(&i.to_string()), Span::default()),
        };
        let (kind, annotation, default) = (read.kind, read.annotation, read.default);
        all.push(Parameter { name, name_span, kind, annotation, default });
    }
    let run = walk.build.parameters(all);
    for (i, read) in found.iter().enumerate() {
        let bound = Bound::Parameter(ParameterId(run.start + i as u32));
        match (read.scope_binding, read.name) {
            (Some(at), _) => {
                let binding = &mut walk.build.facts.bindings[at];
                binding.bound = bound;
                binding.from = 0;
            }
            (None, Some((name, _))) => {
                let scope = walk.build.scope;
                walk.build.bind(scope, name, Namespace::ANY, bound, read.value);
            }
            _ => {}
        }
    }
    run
}

fn rest(annotation: ExprId) -> Read {
    Read {
        name: None,
        kind: ParameterKind::Rest,
        annotation,
        default: ExprId::UNKNOWN,
        value: ExprId::UNKNOWN,
        scope_binding: None,
    }
}

/// One parameter at the current node; `None` for `void`.
fn one(walk: &mut Walk<'_, '_>) -> Option<Read> {
    let kind = match walk.kind() {
        "identifier" => {
            // The list of an old-style definition.
            let span = walk.local();
            let name = walk.build.name(span);
            let unknown = ExprId::UNKNOWN;
            let (kind, name) = (ParameterKind::Plain, Some((name, span)));
            return Some(Read {
                name,
                kind,
                annotation: unknown,
                default: unknown,
                value: unknown,
                scope_binding: None,
            });
        }
        "variadic_parameter" => return Some(rest(ExprId::UNKNOWN)),
        "variadic_parameter_declaration" => ParameterKind::Rest,
        "parameter_declaration" | "optional_parameter_declaration" => ParameterKind::Plain,
        _ => {
            walk.lower();
            return None;
        }
    };
    let mut read = rest(ExprId::UNKNOWN);
    read.kind = kind;
    let mut has_declarator = false;
    let mut is_void = false;
    walk.lower_with(|walk| {
        // The head of a template is for the declaration around.
        let template = walk.notes().template.take();
        let mut specifiers = Specifiers::new(walk);
        walk.notes().template = template;
        walk.children(|walk, field| {
            if specifiers.take(walk, field) {
                return;
            }
            match field {
                Field::Declarator => {
                    has_declarator = true;
                    let outer = walk.build.place();
                    let declared = declarators::named(walk, Place::Parameter, &mut specifiers);
                    walk.build.restore(outer);
                    if declared.is_named {
                        let name = walk.build.name(declared.span);
                        read.name = Some((name, declared.span));
                    }
                    read.scope_binding = declared.binding;
                }
                Field::DefaultValue => read.default = walk.lower_as(Role::Read),
                _ => walk.lower_named(),
            }
        });
        read.annotation = specifiers.of;
        is_void = specifiers.is_void;
        ExprId::UNKNOWN
    });
    (has_declarator || !is_void || read.name.is_some()).then_some(read)
}

/// Parameters outside of any declarator (broken code).
pub(in crate::languages) fn loose(walk: &mut Walk<'_, '_>) -> ExprId {
    anonymous(walk);
    ExprId::UNKNOWN
}

/// Parameters that bind nothing: of a type, of a pointer to functions.
pub(in crate::languages) fn anonymous(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    let outer = walk.build.place();
    let span = walk.span();
    walk.build.open_scope(indexer_core::ScopeKind::Lambda, span);
    let run = match walk.kind() {
        "parameter_list" => bound(walk),
        _ => {
            walk.lower_children();
            List::default()
        }
    };
    walk.build.restore(outer);
    walk.build.facts.parameters(run).iter().map(|p| p.annotation).collect()
}

/// The type of functions with the parameters at the current node and the result `of`.
pub(in crate::languages) fn of_pointer(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let parameters = anonymous(walk);
    let parameters = walk.build.list(&parameters);
    walk.build.expression(Expression::FunctionType { parameters, returns: of })
}
