//! What the markup names: the components that it is made of, and members of the object that a component may be.

use super::props::{Declared, give};
use super::{Elements, Tag};
use crate::build::Build;
use indexer_core::{
    Access, Bound, DefId, ExprId, Expression, Name, Namespace, Owner, Role, ScopeId, Span, SymbolKind,
    Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Members of a component's object whose members, or those of what they return, the markup uses by their names.
const VISIBLE: &[&str] = &["computed", "data", "filters", "methods", "props", "setup"];

/// Objects in a component's object in which functions are looked for.
const MOST_OBJECTS: usize = 256;

impl Elements {
    /// Members of the object that the file exports as its default are seen by their names in the markup, and its functions
    /// see them as members of `this`. The props that a script declares are seen like its variables.
    pub(super) fn register(&self, build: &mut Build<'_>, scope: ScopeId, declared: &Declared) {
        if !self.markup.kebab {
            return;
        }
        let mut seen = if self.is_setup { bound_in(build, ScopeId(0)) } else { FxHashSet::default() };
        if let Some(object) = component(build) {
            see_members(build, scope, object, &mut seen);
        }
        for (name, id) in declared.visible(build) {
            if seen.insert(name) {
                build.bind(scope, name, Namespace::VALUE, Bound::Definition(id), ExprId::UNKNOWN);
            }
        }
    }

    /// The components that the markup names become references, and the file is one itself: what others import as its
    /// default.
    pub(super) fn settle(self, build: &mut Build<'_>, scopes: &[ScopeId], declared: &Declared) {
        let top = ScopeId(0);
        let bound = bound_in(build, top);
        let registered = registered(build);
        let place = build.place();
        build.to_file();
        for tag in &self.found {
            build.scope = scopes.get(tag.scope as usize).copied().unwrap_or(ScopeId(0));
            let used = if tag.closes { Role::Read } else { Role::Call };
            let span = &tag.name;
            build.role = if span.end == tag.end { used } else { Role::Read };
            let written = build.text(*span);
            let pascal = if written.contains('-') { pascal(written) } else { written.to_owned() };
            let name = build.names.made(&pascal);
            let found =
                if let Some(meant) = registered.get(pascal.as_str()).filter(|_| !bound.contains(&name)) {
                    build.use_name_as(*meant, *span, Namespace::VALUE)
                } else if !written.contains('-') {
                    build.use_name(*span, Namespace::VALUE)
                } else if bound.contains(&name) {
                    // `my-part` may be an element of the host: only what the file knows is a component.
                    build.use_name_as(name, *span, Namespace::VALUE)
                } else {
                    build.tally.neither += 1;
                    continue;
                };
            let callee = member_of(build, found, tag, used);
            give(build, callee, &tag.given);
        }
        build.to_file();
        for span in &self.mentioned {
            let name = build.name(*span);
            if self.is_setup && bound.contains(&name) {
                build.role = Role::Write;
                build.use_name(*span, Namespace::VALUE);
                build.uses.uncount_last();
            }
        }
        let taken = declared.function_type(build);
        let default = build.names.name("default");
        if !bound.contains(&default) {
            let start = Span::new(0, 0);
            build.to_file();
            let id = build.define_as(default, start, SymbolKind::Constant, top, Namespace::MEMBER);
            let end = build.source.len() as u32;
            let definition = build.definition(id);
            definition.owner = Owner::File;
            definition.visibility = Visibility::Public;
            definition.span = Span::new(0, end);
            if let Some(taken) = taken {
                build.definition(id).value = build.expression(Expression::Instance(taken));
            }
        } else if let Some(taken) = taken {
            takes(build, taken);
        }
        build.restore(place);
    }
}

/// What the markup sees of the members of a component's object.
fn see_members(build: &mut Build<'_>, scope: ScopeId, object: ScopeId, seen: &mut FxHashSet<Name>) {
    let mut own = FxHashMap::default();
    for (_, part) in members(build, object) {
        let name = build.names.get(build.facts.definitions[part.index()].name);
        if !VISIBLE.contains(&name) {
            continue;
        }
        let Some(inner) = object_of(build, build.facts.definitions[part.index()].value) else { continue };
        for (name, id) in members(build, inner) {
            own.entry(name).or_insert(id);
            if seen.insert(name) {
                build.bind(scope, name, Namespace::VALUE, Bound::Definition(id), ExprId::UNKNOWN);
            }
        }
    }
    see_through_this(build, object, &own);
}

/// Of `Menu.Item` the member, which is what the tag draws; the component itself of other names.
fn member_of(build: &mut Build<'_>, component: ExprId, tag: &Tag, used: Role) -> ExprId {
    let (mut of, mut at) = (component, tag.name.end);
    while at < tag.end {
        let rest = build.text(Span::new(at + 1, tag.end));
        let part = rest.split('.').next().unwrap_or(rest);
        let span = Span::new(at + 1, at + 1 + part.len() as u32);
        if part.is_empty() {
            break;
        }
        let name = build.name(span);
        of = build.expression(Expression::Member { of, name, access: Access::Value });
        build.role = if span.end == tag.end { used } else { Role::Read };
        build.use_member(span, of);
        build.uses.uncount_last();
        at = span.end;
    }
    of
}

/// The component that a script exports as an object takes what a function of this type does.
fn takes(build: &mut Build<'_>, taken: ExprId) {
    let Some(id) = default_of(build) else { return };
    match build.facts.expression(build.facts.definitions[id.index()].value) {
        Expression::Object(object) => {
            let name = build.names.made("()");
            build.bind(object, name, Namespace::MEMBER, Bound::Alias, taken);
        }
        // What the framework makes of an object is no more than what it takes.
        Expression::Call { .. } if component(build).is_some() => {
            build.definition(id).value = build.expression(Expression::Instance(taken));
        }
        _ => {}
    }
}

/// In functions of a component's object, and of the objects in it, `this` has the members that the markup sees.
fn see_through_this(build: &mut Build<'_>, object: ScopeId, own: &FxHashMap<Name, DefId>) {
    let mut around = vec![object];
    let mut at = 0;
    while let Some(scope) = around.get(at).copied().filter(|_| at < MOST_OBJECTS) {
        let values =
            members(build, scope).into_iter().map(|(_, id)| build.facts.definitions[id.index()].value);
        let inner: Vec<ScopeId> = values.filter_map(|value| object_of(build, value)).collect();
        around.extend(inner);
        at += 1;
    }
    let around: FxHashSet<ScopeId> = around.into_iter().collect();
    for at in 0..build.facts.expressions.len() {
        let Expression::Member { of, name, .. } = build.facts.expressions[at] else { continue };
        if let Expression::SelfInstance(scope) = build.facts.expression(of)
            && around.contains(&scope)
            && let Some(id) = own.get(&name)
        {
            build.facts.expressions[at] = Expression::Definition(*id);
        }
    }
}

/// The names that a scope binds.
pub(super) fn bound_in(build: &Build<'_>, scope: ScopeId) -> FxHashSet<Name> {
    build.facts.bindings.iter().filter(|one| one.scope == scope).map(|one| one.name).collect()
}

/// The components of `components: { A: B }`, by the names that the markup has for them; each with the name that the
/// script has.
fn registered(build: &Build<'_>) -> FxHashMap<String, Name> {
    let parts = component(build).map(|object| members(build, object)).unwrap_or_default();
    let is_list = |id: DefId| build.names.get(build.facts.definitions[id.index()].name) == "components";
    let list = parts.into_iter().find(|(_, id)| is_list(*id));
    let of = list.and_then(|(_, id)| object_of(build, build.facts.definitions[id.index()].value));
    let components = of.map(|object| members(build, object)).unwrap_or_default();
    let named =
        |(name, id): (Name, DefId)| match build.facts.expression(build.facts.definitions[id.index()].value) {
            Expression::Name { name: meant, .. } => {
                let name = build.names.get(name);
                Some((if name.contains('-') { pascal(name) } else { name.to_owned() }, meant))
            }
            _ => None,
        };
    components.into_iter().filter_map(named).collect()
}

/// The definition of what the file exports as its default, where it has no name of its own.
fn default_of(build: &Build<'_>) -> Option<DefId> {
    let is_default = |d: &indexer_core::Definition| {
        d.scope == ScopeId(0) && d.owner == Owner::File && build.names.get(d.name) == "default"
    };
    build.facts.definitions.iter().position(is_default).map(|at| DefId(at as u32))
}

/// The object that the file exports as its default, also where a function is given it.
pub(super) fn component(build: &Build<'_>) -> Option<ScopeId> {
    let value = build.facts.definitions[default_of(build)?.index()].value;
    match build.facts.expression(value) {
        Expression::Call { arguments, .. } => {
            build.facts.list(arguments).iter().find_map(|one| object_of(build, *one))
        }
        _ => object_of(build, value),
    }
}

pub(super) fn object_of(build: &Build<'_>, value: ExprId) -> Option<ScopeId> {
    match build.facts.expression(value) {
        Expression::Object(scope) => Some(scope),
        _ => None,
    }
}

/// The members of an object, with their names.
pub(super) fn members(build: &Build<'_>, object: ScopeId) -> Vec<(Name, DefId)> {
    let bindings = build.facts.bindings.iter().filter(|one| one.scope == object);
    let member = |one: &indexer_core::Binding| match one.bound {
        Bound::Definition(id) => Some((one.name, id)),
        _ => None,
    };
    bindings.filter_map(member).collect()
}

/// `my-part` as `MyPart`.
fn pascal(kebab: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    kebab.split('-').map(word).collect()
}
