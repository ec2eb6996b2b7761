//! What a component takes, as its script declares it: its props, and the events that it tells of.

use super::settle::{bound_in, component, members, object_of};
use super::{Elements, given};
use crate::build::Build;
use crate::languages::javascript::state::Remembers;
use crate::walk::{Walk, span_of};
use indexer_core::expression::List;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Name, Namespace, Owner, Scope, ScopeId, ScopeKind, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

/// The prop that `v-model` gives, where the component names no other.
pub(super) const MODEL_PROP: &str = "modelValue";

/// A component says so often at most what it takes; more is not looked at.
const MOST_SAID: usize = 8;
/// More models than this are not looked at.
const MOST_MODELS: usize = 64;

/// How deep unions of types are looked through.
const DEEPEST: u32 = 2;

/// What the names of a declaration of props (`let { a, b = 1 }: Props = $props()`) say.
#[derive(Debug, Default)]
pub(in crate::languages) struct Told {
    /// The type that stands at them.
    of: ExprId,
    /// Each prop that they bind, and the variable.
    members: Vec<(Name, DefId)>,
}

/// What the declaration at hand is in a component, where its value `own`, which stands at `value`, is a call that says so. Its
/// definitions are those from `first` on.
pub(in crate::languages) fn of_call(
    walk: &mut Walk<'_, '_>,
    (value, own): (Node<'_>, ExprId),
    annotation: ExprId,
    first: usize,
) {
    if !matches!(walk.build.language.id, "svelte" | "vue") || value.kind() != "call_expression" {
        return;
    }
    let callee = value.child_by_field_name("function");
    let Some(callee) = callee.map(|callee| walk.build.text(span_of(callee))) else { return };
    match (walk.build.language.id, callee) {
        ("svelte", "$props") => tell(walk, own, annotation, first),
        ("vue", "toRefs") => wrap(walk.build, own, first),
        _ => {}
    }
}

/// `const { a } = toRefs(b)`: a ref to the member `a` of `b`.
fn wrap(build: &mut Build<'_>, own: ExprId, first: usize) {
    let Expression::Call { arguments, .. } = build.facts.expression(own) else { return };
    let Some(given) = build.facts.list(arguments).first().copied() else { return };
    for at in first..build.facts.definitions.len() {
        let member = build.facts.definitions[at].value;
        let Expression::Member { of, name, access } = build.facts.expression(member) else { continue };
        if of == own {
            build.facts.expressions[member.0 as usize] = Expression::Member { of: given, name, access };
            let (name, scope, namespace) = (build.names.made("toRef"), ScopeId(0), Namespace::VALUE);
            let of = build.expression(Expression::Name { name, scope, bound: None, namespace });
            let arguments = build.list(&[member]);
            build.facts.definitions[at].value = build.expression(Expression::Call { of, arguments });
        }
    }
}

/// Notes what binds the props of a component of Svelte.
fn tell(walk: &mut Walk<'_, '_>, own: ExprId, annotation: ExprId, first: usize) {
    let facts = &walk.build.facts;
    let written = match facts.expression(own) {
        Expression::Call { of, .. } => types_of(walk.build, of),
        _ => ExprId::UNKNOWN,
    };
    let named = |at: usize| {
        let value = facts.definitions[at].value;
        let value = match facts.expression(value) {
            Expression::Union(parts) => *facts.list(parts).first()?,
            _ => value,
        };
        match facts.expression(value) {
            Expression::Member { name, .. } => Some((name, DefId(at as u32))),
            _ => None,
        }
    };
    let members = (first..facts.definitions.len()).filter_map(named).collect();
    let of = if annotation.is_unknown() { written } else { annotation };
    if let Some(elements) = &mut walk.state().elements {
        elements.props = Told { of, members };
    }
}

/// What a component declares that it takes.
#[derive(Debug, Default)]
pub(super) struct Declared {
    /// Types whose members are its props.
    props: Vec<ExprId>,
    /// Types whose members are its events.
    events: Vec<ExprId>,
    /// Props that are variables of the script.
    variables: Vec<(Name, Bound, ExprId)>,
}

impl Elements {
    /// What the script of the file declares.
    pub(super) fn declared(&self, build: &mut Build<'_>) -> Declared {
        match (self.markup.kebab, self.markup.fences) {
            (true, _) => of_vue(build),
            (false, true) => of_name(build, "Props"),
            (false, false) => self.of_svelte(build),
        }
    }

    fn of_svelte(&self, build: &Build<'_>) -> Declared {
        let definition = |(name, id): (Name, DefId)| (name, Bound::Definition(id), ExprId::UNKNOWN);
        let Told { of, members } = &self.props;
        if !of.is_unknown() {
            return Declared { props: vec![*of], ..Declared::default() };
        }
        if !members.is_empty() {
            return Declared {
                variables: members.iter().copied().map(definition).collect(),
                ..Declared::default()
            };
        }
        // `export let name` and `export { name as class }` of the older form.
        let is_prop = |id: DefId| {
            let one = &build.facts.definitions[id.index()];
            one.kind == SymbolKind::Variable && one.visibility == Visibility::Public
        };
        let all = build.facts.bindings.iter().filter(|one| one.scope == ScopeId(0));
        let variables = all.filter_map(|one| match one.bound {
            Bound::Definition(id) if is_prop(id) => Some((one.name, one.bound, ExprId::UNKNOWN)),
            Bound::Alias if one.namespace == Namespace::MEMBER => Some((one.name, one.bound, one.value)),
            _ => None,
        });
        Declared { variables: variables.collect(), ..Declared::default() }
    }
}

/// The type of this name is that of the props.
fn of_name(build: &mut Build<'_>, name: &str) -> Declared {
    let name = build.names.made(name);
    let found = type_named(build, name);
    let props = found.map(|id| build.expression(Expression::Definition(id)));
    Declared { props: props.into_iter().collect(), ..Declared::default() }
}

/// `defineProps`, `defineModel` and `defineEmits`, and what the object of a component says under `props` and `emits`.
fn of_vue(build: &mut Build<'_>) -> Declared {
    let (mut declared, mut models) = (Declared::default(), 0);
    let bound = bound_in(build, ScopeId(0));
    for at in 0..build.facts.expressions.len() {
        let Expression::Call { of, arguments } = build.facts.expressions[at] else { continue };
        let callee = match build.facts.expression(of) {
            Expression::Apply { of, .. } => of,
            _ => of,
        };
        let Expression::Name { name, .. } = build.facts.expression(callee) else { continue };
        if bound.contains(&name) {
            continue;
        }
        match build.names.get(name) {
            "defineProps" if declared.props.len() < MOST_SAID => {
                declared.props.extend(said(build, of, arguments));
            }
            "defineEmits" if declared.events.len() < MOST_SAID => {
                declared.events.extend(said(build, of, arguments));
            }
            "defineModel" if models < MOST_MODELS => {
                models += 1;
                declared.variables.extend(model(build, ExprId(at as u32), arguments));
            }
            _ => {}
        }
    }
    for (name, id) in component(build).map(|object| members(build, object)).unwrap_or_default() {
        let value = build.facts.definitions[id.index()].value;
        let into = match build.names.get(name) {
            "props" => &mut declared.props,
            "emits" => &mut declared.events,
            _ => continue,
        };
        if into.len() < MOST_SAID {
            into.extend(object_of(build, value).map(|_| value));
        }
    }
    declared
}

/// The type that a call is given, else the object that is its first argument.
fn said(build: &Build<'_>, of: ExprId, arguments: List) -> Option<ExprId> {
    let written = types_of(build, of);
    let first =
        build.facts.list(arguments).first().copied().filter(|first| object_of(build, *first).is_some());
    Some(written).filter(|of| !of.is_unknown()).or(first)
}

/// The first type that stands behind a callee.
fn types_of(build: &Build<'_>, of: ExprId) -> ExprId {
    match build.facts.expression(of) {
        Expression::Apply { arguments, .. } => {
            build.facts.list(arguments).first().copied().unwrap_or(ExprId::UNKNOWN)
        }
        _ => ExprId::UNKNOWN,
    }
}

/// `const open = defineModel("open")`: the prop, and the variable that stands for it.
fn model(build: &mut Build<'_>, call: ExprId, arguments: List) -> Option<(Name, Bound, ExprId)> {
    let is_it = |one: &indexer_core::Definition| one.value == call && one.scope == ScopeId(0);
    let id = DefId(build.facts.definitions.iter().position(is_it)? as u32);
    let first = build.facts.list(arguments).first().copied().unwrap_or(ExprId::UNKNOWN);
    let name = match build.written(first) {
        Some(text) => build.names.name(text),
        None => build.names.made(MODEL_PROP),
    };
    Some((name, Bound::Definition(id), ExprId::UNKNOWN))
}

/// The type of this name that the file declares.
fn type_named(build: &Build<'_>, name: Name) -> Option<DefId> {
    let is_it = |one: &indexer_core::Definition| {
        one.name == name
            && one.scope == ScopeId(0)
            && matches!(one.kind, SymbolKind::Interface | SymbolKind::TypeAlias | SymbolKind::Class)
    };
    build.facts.definitions.iter().position(is_it).map(|at| DefId(at as u32))
}

impl Declared {
    /// The component as a function of its props and its events; `None` where it declares none.
    pub(super) fn function_type(&self, build: &mut Build<'_>) -> Option<ExprId> {
        let mut props = self.props.clone();
        if !self.variables.is_empty() {
            let scope = ScopeId(build.facts.scopes.len() as u32);
            let (parent, span, bindings) =
                (Some(ScopeId(0)), build.facts.scopes.first()?.span, List::default());
            let kind = ScopeKind::Type;
            build.facts.scopes.push(Scope { kind, parent, owner: Owner::File, span, bindings });
            for (name, bound, value) in &self.variables {
                build.bind(scope, *name, Namespace::MEMBER, *bound, *value);
            }
            props.push(build.expression(Expression::Object(scope)));
        }
        if props.is_empty() && self.events.is_empty() {
            return None;
        }
        let parameters = [build.union(&props), build.union(&self.events)];
        let parameters = build.list(&parameters);
        Some(build.expression(Expression::FunctionType { parameters, returns: ExprId::UNKNOWN }))
    }

    /// Props that markup names as they are declared, as far as the file says which there are.
    pub(super) fn visible(&self, build: &Build<'_>) -> Vec<(Name, DefId)> {
        self.props.iter().flat_map(|of| members_of_type(build, *of, 0)).collect()
    }
}

/// The members that the file declares of a type.
fn members_of_type(build: &Build<'_>, of: ExprId, depth: u32) -> Vec<(Name, DefId)> {
    match build.facts.expression(of) {
        Expression::Object(scope) => members(build, scope),
        Expression::Union(parts) if depth < DEEPEST => {
            let parts = build.facts.list(parts).iter().take(MOST_SAID);
            parts.flat_map(|part| members_of_type(build, *part, depth + 1)).collect()
        }
        Expression::Name { name, .. } => {
            let body = type_named(build, name).and_then(|id| build.facts.definitions[id.index()].body);
            body.map(|body| members(build, body)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Attributes of a tag use what the component `callee` takes.
pub(super) fn give(build: &mut Build<'_>, callee: ExprId, given: &[super::Given]) {
    if given.is_empty() {
        return;
    }
    let arguments = build.list(&[]);
    let call = build.expression(Expression::Call { of: callee, arguments });
    for one in given {
        let written = build.text(one.name);
        let name = match written {
            given::MODEL_DIRECTIVE => build.names.made(MODEL_PROP),
            _ if written.contains('-') => build.names.made(&camel(written)),
            _ => build.names.name(written),
        };
        let position = u32::from(one.is_event);
        let of = build.expression(Expression::Expected { call, position });
        let access = indexer_core::Access::Value;
        let member = build.expression(Expression::Member { of, name, access });
        build.use_expected_as(name, one.name, member);
    }
}

/// `my-part` as `myPart`.
fn camel(kebab: &str) -> String {
    let mut made = String::with_capacity(kebab.len());
    let mut is_capital = false;
    for letter in kebab.chars() {
        match letter {
            '-' => is_capital = !made.is_empty(),
            _ if std::mem::take(&mut is_capital) => made.extend(letter.to_uppercase()),
            _ => made.push(letter),
        }
    }
    made
}
