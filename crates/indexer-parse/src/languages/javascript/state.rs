//! What the hooks remember while the walk goes on.

use crate::build::Build;
use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, LiteralKind, Name, Namespace, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What `this` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum This {
    Nothing,
    /// An instance of the type with this scope.
    Instance(ScopeId),
    /// That type itself (static members).
    Type(ScopeId),
    /// What a parameter `this` says.
    Given(ExprId),
}

/// The file, a namespace, or a function that is being walked.
#[derive(Debug)]
pub(in crate::languages) struct Frame {
    /// Where `var` and function declarations bind.
    pub scope: ScopeId,
    pub this: This,
    /// The type around, for `super`.
    pub class: Option<ScopeId>,
    /// Declarations directly in `scope` are definitions: a file or namespace.
    pub is_module: bool,
    pub is_generator: bool,
    /// What is expected of what it returns.
    pub expects: Option<super::expected::Expected>,
    pub returns: Vec<ExprId>,
    pub yields: Vec<ExprId>,
}

impl Frame {
    pub(in crate::languages) fn new(scope: ScopeId, this: This, is_module: bool) -> Self {
        let (returns, yields) = (Vec::new(), Vec::new());
        Self { scope, this, class: None, is_module, is_generator: false, expects: None, returns, yields }
    }
}

/// How the declaration at hand is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::languages) enum Export {
    #[default]
    No,
    Named,
    Default,
}

/// A value that a statement assigns to a name; which binding that is, is settled at the end.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    scope: ScopeId,
    name: Name,
    value: ExprId,
}

#[derive(Debug)]
pub(in crate::languages) struct State {
    pub frames: Vec<Frame>,
    /// The last `/** */` that was passed.
    pub doc: Option<Span>,
    /// Where the statement around the declaration at hand, or its decorators, begins.
    pub start: Option<u32>,
    pub export: Export,
    /// Inside `declare` or a namespace of it.
    pub ambient: bool,
    /// The definition whose value the next object, function or class is.
    pub named: Option<DefId>,
    /// What tests said of names and members.
    pub flow: super::narrow::Flow,
    /// What is expected of the next value.
    pub expected: Option<super::expected::Expected>,
    /// An instance of the type that lists the elements of the host, where one was met.
    pub host_elements: Option<ExprId>,
    /// The file has imports or exports: its names are its own.
    pub is_module: bool,
    /// What `declare module "a"` declares.
    pub named_modules: Vec<DefId>,
    /// Inside `declare global`.
    pub is_global: bool,
    /// What was assigned to the global object.
    pub globals: super::globals::Globals,
    /// The type whose keys the mapped type at hand goes through.
    pub keyed: ExprId,
    /// The scope into which the members of the next object go.
    pub into: Option<ScopeId>,
    /// The definition that a function expression with a name of its own made.
    pub own: Option<DefId>,
    /// What its documentation says of types.
    pub types: super::jsdoc::Types,
    /// Decorators before the next definition.
    pub decorators: Vec<ExprId>,
    /// Definitions by the scope and name under which bare names find them.
    pub known: FxHashMap<(ScopeId, Name), DefId>,
    /// The scope of a definition's members, where they are not its body.
    pub statics: FxHashMap<DefId, ScopeId>,
    /// Variables that stand for the prototype of a type.
    pub prototypes: FxHashMap<DefId, DefId>,
    /// Names in types' scopes that are members.
    pub members: FxHashMap<(ScopeId, Name), Option<DefId>>,
    /// Names that stand before `.prototype` somewhere in the file; made at first use.
    pub constructors: Option<FxHashSet<Name>>,
    /// Names of `export { a }`.
    pub exported: Vec<Name>,
    /// Elements of the markup around the scripts, in files that have it.
    pub elements: Option<super::components::Elements>,
    assigned: Vec<Assigned>,
    /// Values of members and variables that were assigned again.
    more: Vec<(DefId, ExprId)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            frames: vec![Frame::new(ScopeId(0), This::Nothing, true)],
            doc: None,
            start: None,
            export: Export::No,
            ambient: false,
            named: None,
            flow: super::narrow::Flow::default(),
            expected: None,
            host_elements: None,
            is_module: false,
            named_modules: Vec::new(),
            is_global: false,
            globals: super::globals::Globals::default(),
            keyed: ExprId::UNKNOWN,
            into: None,
            own: None,
            types: super::jsdoc::Types::default(),
            decorators: Vec::new(),
            known: FxHashMap::default(),
            statics: FxHashMap::default(),
            prototypes: FxHashMap::default(),
            members: FxHashMap::default(),
            constructors: None,
            exported: Vec::new(),
            elements: None,
            assigned: Vec::new(),
            more: Vec::new(),
        }
    }
}

impl State {
    /// The innermost frame.
    pub(in crate::languages) fn top(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(ScopeId(0), This::Nothing, true));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Remembers a value that is assigned to a name.
    pub(in crate::languages) fn assign(&mut self, scope: ScopeId, name: Name, value: ExprId) {
        if !value.is_unknown() {
            self.assigned.push(Assigned { scope, name, value });
        }
    }

    /// Remembers one more value of a definition.
    pub(in crate::languages) fn add_value(&mut self, id: DefId, value: ExprId) {
        if !value.is_unknown() {
            self.more.push((id, value));
        }
    }
}

impl Memory for State {
    fn finish(&mut self, build: &mut Build<'_>) {
        self.settle_assigned(build);
        settle_values(build, std::mem::take(&mut self.more));
        if !self.is_module && build.language.id != "javascript" {
            // A file without imports and exports shares its names with all others. Interfaces and names of types declare
            // without a word for it.
            let is_declared = |d: &&mut indexer_core::Definition| {
                let is_type = matches!(d.kind, SymbolKind::Interface | SymbolKind::TypeAlias);
                d.scope == ScopeId(0) && (is_type || d.flags.has(Flags::DECLARATION))
            };
            let definitions = build.facts.definitions.iter_mut();
            definitions.filter(is_declared).for_each(|d| d.flags.add(Flags::EXPORTED));
        }
        if self.is_module {
            // A module adds to a package; a script declares it.
            for id in &self.named_modules {
                build.definition(*id).flags.add(Flags::PARTIAL);
            }
        }
        let exported: FxHashSet<Name> = self.exported.drain(..).collect();
        if !exported.is_empty() {
            for definition in &mut build.facts.definitions {
                let is_top = definition.scope == ScopeId(0) && definition.owner == indexer_core::Owner::File;
                if is_top && exported.contains(&definition.name) {
                    definition.visibility = Visibility::Public;
                }
            }
        }
    }
}

impl State {
    /// Finds for each assignment the binding that it means.
    fn settle_assigned(&mut self, build: &mut Build<'_>) {
        let assigned = std::mem::take(&mut self.assigned);
        if assigned.is_empty() {
            return;
        }
        let names: FxHashSet<Name> = assigned.iter().map(|one| one.name).collect();
        let mut bound: FxHashMap<(ScopeId, Name), Bound> = FxHashMap::default();
        for binding in &build.facts.bindings {
            let is_value = binding.namespace.meets(Namespace::VALUE);
            if is_value && names.contains(&binding.name) && !is_members(build, binding.scope) {
                bound.entry((binding.scope, binding.name)).or_insert(binding.bound);
            }
        }
        for one in assigned {
            let mut current = Some(one.scope);
            while let Some(scope) = current {
                match bound.get(&(scope, one.name)) {
                    Some(Bound::Definition(id)) => {
                        self.more.push((*id, one.value));
                        break;
                    }
                    Some(Bound::Local) => {
                        build.bind(scope, one.name, Namespace::VALUE, Bound::Local, one.value);
                        break;
                    }
                    Some(_) => break,
                    None => {
                        current = build.facts.scopes.get(scope.index()).and_then(|s| s.parent);
                    }
                }
            }
        }
    }
}

/// True for scopes whose names only a receiver reaches.
fn is_members(build: &Build<'_>, scope: ScopeId) -> bool {
    build.facts.scopes.get(scope.index()).is_some_and(|s| s.kind == ScopeKind::Type)
}

/// More values than this say nothing.
const MOST_VALUES: usize = 12;

/// Makes each definition's value the union of its own and what was assigned later, unless an
/// annotation says it, or it is a function or class.
fn settle_values(build: &mut Build<'_>, more: Vec<(DefId, ExprId)>) {
    let mut by_definition: FxHashMap<DefId, Vec<ExprId>> = FxHashMap::default();
    let mut order = Vec::new();
    for (id, value) in more {
        let values = by_definition.entry(id).or_insert_with(|| {
            order.push(id);
            Vec::new()
        });
        if values.len() < MOST_VALUES && !values.contains(&value) {
            values.push(value);
        }
    }
    for id in order {
        let definition = build.definition(id);
        let (kind, value) = (definition.kind, definition.value);
        if kind.is_type() || kind.is_callable() {
            continue;
        }
        if matches!(build.facts.expression(value), Expression::Instance(_)) {
            for value in by_definition.remove(&id).unwrap_or_default() {
                build.put_into(id, value);
            }
            continue;
        }
        let mut values = vec![value];
        values.extend(by_definition.remove(&id).unwrap_or_default());
        let union = union_of(build, &values);
        build.definition(id).value = union;
    }
}

/// The union of the values, without those that say nothing beside others: null, and unknown ones.
pub(in crate::languages) fn union_of(build: &mut Build<'_>, values: &[ExprId]) -> ExprId {
    if let [one] = values {
        return *one;
    }
    let none = Expression::Literal(LiteralKind::None);
    let mut telling: Vec<ExprId> = Vec::with_capacity(values.len());
    for value in values {
        let says = !value.is_unknown() && build.facts.expression(*value) != none;
        if says && !telling.contains(value) {
            telling.push(*value);
        }
    }
    match telling.as_slice() {
        [] => values.iter().copied().find(|v| !v.is_unknown()).unwrap_or(ExprId::UNKNOWN),
        _ => build.union(&telling),
    }
}

/// Shorthands that the hooks use on the walk.
pub(in crate::languages) trait Remembers {
    fn state(&mut self) -> &mut State;
    /// The innermost frame.
    fn top(&mut self) -> &mut Frame;
    /// The definition that a bare name means here, as far as the walk has come.
    fn known(&mut self, name: Name) -> Option<DefId>;
}

impl Remembers for Walk<'_, '_> {
    fn state(&mut self) -> &mut State {
        self.build.remembered.of()
    }

    fn top(&mut self) -> &mut Frame {
        self.state().top()
    }

    fn known(&mut self, name: Name) -> Option<DefId> {
        let mut current = Some(self.build.scope);
        while let Some(scope) = current {
            if let Some(id) = self.state().known.get(&(scope, name)) {
                return Some(*id);
            }
            current = self.build.facts.scopes.get(scope.index()).and_then(|s| s.parent);
        }
        None
    }
}
