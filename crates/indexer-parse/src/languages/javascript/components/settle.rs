//! What the markup names: the components that it is made of, and members of the object that a component may be.

use super::Elements;
use crate::build::Build;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Name, Namespace, Owner, Role, ScopeId, Span, SymbolKind, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Members of a component's object whose members, or those of what they return, the markup uses by their names.
const VISIBLE: &[&str] = &["computed", "data", "filters", "methods", "props", "setup"];

/// Objects in a component's object in which functions are looked for.
const MOST_OBJECTS: usize = 256;

impl Elements {
    /// Members of the object that the file exports as its default are seen by their names in the markup, and its functions
    /// see them as members of `this`.
    pub(super) fn register(&self, build: &mut Build<'_>, scope: ScopeId) {
        let Some(object) = component(build).filter(|_| self.sees_members) else { return };
        let mut seen = if self.is_setup { bound_in(build, ScopeId(0)) } else { FxHashSet::default() };
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

    /// The components that the markup names become references, and the file is one itself: what others import as its
    /// default.
    pub(super) fn settle(self, build: &mut Build<'_>, scopes: &[ScopeId]) {
        let top = ScopeId(0);
        let bound = bound_in(build, top);
        let registered = registered(build);
        let place = build.place();
        build.to_file();
        build.role = Role::Call;
        for (span, scope) in &self.found {
            build.scope = scopes.get(*scope as usize).copied().unwrap_or(ScopeId(0));
            let written = build.text(*span);
            let pascal = if written.contains('-') { pascal(written) } else { written.to_owned() };
            let name = build.names.made(&pascal);
            if let Some(meant) = registered.get(pascal.as_str()).filter(|_| !bound.contains(&name)) {
                build.use_name_as(*meant, *span, Namespace::VALUE);
            } else if !written.contains('-') {
                build.use_name(*span, Namespace::VALUE);
            } else if bound.contains(&name) {
                // `my-part` may be an element of the host: only what the file knows is a component.
                build.use_name_as(name, *span, Namespace::VALUE);
            } else {
                build.tally.neither += 1;
            }
        }
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
        }
        build.restore(place);
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
fn bound_in(build: &Build<'_>, scope: ScopeId) -> FxHashSet<Name> {
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

/// The object that the file exports as its default, also where a function is given it.
fn component(build: &Build<'_>) -> Option<ScopeId> {
    let is_default = |d: &&indexer_core::Definition| {
        d.scope == ScopeId(0) && d.owner == Owner::File && build.names.get(d.name) == "default"
    };
    let value = build.facts.definitions.iter().find(is_default)?.value;
    match build.facts.expression(value) {
        Expression::Call { arguments, .. } => {
            build.facts.list(arguments).iter().find_map(|one| object_of(build, *one))
        }
        _ => object_of(build, value),
    }
}

fn object_of(build: &Build<'_>, value: ExprId) -> Option<ScopeId> {
    match build.facts.expression(value) {
        Expression::Object(scope) => Some(scope),
        _ => None,
    }
}

/// The members of an object, with their names.
fn members(build: &Build<'_>, object: ScopeId) -> Vec<(Name, DefId)> {
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
