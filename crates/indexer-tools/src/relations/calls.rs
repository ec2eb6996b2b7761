//! Who calls whom.

use super::endpoints::entries;
use super::hierarchy::Hierarchy;
use super::node::{Node, NodeId, Step, Steps};
use crate::protocol::Context;
use indexer_core::{PropertyNames, Resolution, Role, Rule, SymbolKind};
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A decorator and a macro are called where they stand; a call of a value names nothing.
pub fn is_call(role: Role) -> bool {
    matches!(role, Role::Call | Role::Decorate | Role::Macro | Role::Invoke)
}

/// True where `site` has the name of what it leads to in `view`. A call of a value names nothing, unless a framework
/// gives the value by its name: the parameter of a test names its fixture.
pub fn is_named(view: &View, site: Reference<'_>) -> bool {
    let leads_to_name = |target: &TargetRef<'_>| match target {
        TargetRef::Symbol(key) => {
            view.symbol(*key).is_some_and(|symbol| view.sym(symbol).name() == site.name())
        }
        TargetRef::Module(_) | TargetRef::External(_) => false,
    };
    site.role() != Role::Invoke || site.rule() == Rule::Framework && site.targets().iter().any(leads_to_name)
}

/// True where `target` runs at `site`: it is called, or it is an accessor that is read or written there, or to name it is
/// to call it.
pub fn runs(context: &Context<'_>, site: Reference<'_>, target: Symbol<'_>) -> bool {
    if is_call(site.role()) {
        return true;
    }
    let is_accessor = target.kind() == SymbolKind::Accessor;
    let is_named = matches!(site.role(), Role::Read | Role::Write);
    is_named && (is_accessor || is_run_by_name(context, site, target))
}

/// True for a function without parameters where naming one calls it (Scala), and for a method that is named as the
/// property that it is for another language of its runtime (`x.title` for `getTitle` in Kotlin).
fn is_run_by_name(context: &Context<'_>, site: Reference<'_>, target: Symbol<'_>) -> bool {
    if !target.kind().is_callable() {
        return false;
    }
    let Some(rules) = context.snapshot.rules(site.file().path()) else { return false };
    if rules.functions_run_bare && site.role() == Role::Read {
        return takes_nothing(target);
    }
    let is_of_another = || site.file().language() != target.file().language();
    let is_property = || target.name() != site.name() || target.name().starts_with("is");
    rules.properties == Some(PropertyNames::Property) && is_of_another() && is_property()
}

/// True for a function whose head lists no parameters.
fn takes_nothing(target: Symbol<'_>) -> bool {
    if let Some(metrics) = target.metrics() {
        return metrics.parameters == 0;
    }
    let (_, rest) = target.signature().split_once(target.name()).unwrap_or_default();
    let list = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    list.is_none_or(|(list, _)| list.trim().is_empty())
}

/// True where something runs at `site`.
pub(super) fn is_run<'a>(context: &Context<'a>, site: Reference<'a>) -> bool {
    let view = context.view();
    let target = |target: TargetRef<'a>| match target {
        TargetRef::Symbol(key) => view.symbol(key).map(|symbol| view.sym(symbol)),
        TargetRef::Module(_) | TargetRef::External(_) => None,
    };
    let may_read = matches!(site.role(), Role::Read | Role::Write);
    is_call(site.role())
        || may_read && site.targets().into_iter().filter_map(target).any(|one| runs(context, site, one))
}

/// The references of a file by what they stand in.
type ByNode<'a> = Rc<FxHashMap<NodeId<'a>, Vec<Reference<'a>>>>;

/// The call graph, a step at a time, remembered for the time of one question.
#[derive(Debug)]
pub struct Calls<'a> {
    context: Context<'a>,
    /// The hierarchy of types, for what overrides what.
    pub hierarchy: Hierarchy<'a>,
    outgoing: FxHashMap<&'a str, ByNode<'a>>,
    callers: FxHashMap<NodeId<'a>, Rc<Vec<Step<'a>>>>,
    callees: FxHashMap<NodeId<'a>, Rc<Vec<Step<'a>>>>,
}

/// Calls that lead to no symbol of the repository.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// What is outside, and how often it is called.
    pub external: BTreeMap<String, u64>,
    /// Names of calls of which nothing is claimed, and how often they stand there.
    pub unresolved: BTreeMap<String, u64>,
}

impl<'a> Calls<'a> {
    /// Of the view of `context`.
    pub fn new(context: &Context<'a>) -> Self {
        Self {
            context: *context,
            hierarchy: Hierarchy::new(context),
            outgoing: FxHashMap::default(),
            callers: FxHashMap::default(),
            callees: FxHashMap::default(),
        }
    }

    /// Who calls a node: resolved and possible, most certain first. Calls of a method that it
    /// overrides may lead to it (rule `override`). Nobody calls a file. O(calls of the symbol).
    pub fn callers(&mut self, of: Node<'a>) -> Rc<Vec<Step<'a>>> {
        if let Some(known) = self.callers.get(&of.id()) {
            return known.clone();
        }
        let mut steps = Steps::default();
        if let Node::Symbol(symbol) = of {
            self.add_callers(&mut steps, symbol, None);
            if symbol.kind() == SymbolKind::Constructor
                && let Some(owner) = symbol.owner()
            {
                self.add_callers(&mut steps, owner, Some(Rule::Constructor));
            }
            for declared in self.hierarchy.overridden(symbol).iter() {
                self.add_callers(&mut steps, *declared, Some(Rule::Override));
            }
            if symbol.kind() == SymbolKind::Endpoint {
                self.add_clients(&mut steps, symbol);
            }
        }
        let steps = steps.sorted(None);
        self.callers.insert(of.id(), steps.clone());
        steps
    }

    fn add_callers(&self, steps: &mut Steps<'a>, of: Symbol<'a>, instead: Option<Rule>) {
        let view = self.context.view();
        for site in view.references_to(of.key()).into_iter().map(|one| view.reference(one)) {
            if runs(&self.context, site, of) {
                let possible = instead == Some(Rule::Override);
                let resolution = if possible { Resolution::Possible } else { site.resolution() };
                steps.add(Node::around(site), Some(site), resolution, instead.unwrap_or_else(|| site.rule()));
            }
        }
    }

    /// Adds what sends a request of an equal path, which may reach the endpoint.
    pub(super) fn add_clients(&self, steps: &mut Steps<'a>, endpoint: Symbol<'a>) {
        let view = self.context.view();
        let Ok(all) = entries(&self.context) else { return };
        let Some(row) = all.iter().find(|row| row.symbol == endpoint.handle()) else { return };
        for request in row.requests.iter().map(|request| view.sym(*request)) {
            // The call that sends it stands in its line.
            let line = request.at().line;
            let sends = |site: &Reference<'a>| is_call(site.role()) && site.at().line == line;
            let site = request.file().references().find(sends);
            let node = site.map_or(Node::Symbol(request), Node::around);
            steps.add(node, site, Resolution::Possible, Rule::Framework);
        }
    }

    /// Whom a node calls: resolved and possible, most certain first. What overrides a called method
    /// may run instead (rule `override`). For a type, what its members call. O(calls of its file).
    pub fn callees(&mut self, of: Node<'a>) -> Rc<Vec<Step<'a>>> {
        if let Some(known) = self.callees.get(&of.id()) {
            return known.clone();
        }
        let view = self.context.view();
        let mut steps = Steps::default();
        for site in self.calls_in(of) {
            for target in site.targets() {
                let TargetRef::Symbol(key) = target else { continue };
                let Some(symbol) = view.symbol(key).map(|symbol| view.sym(symbol)) else { continue };
                if !symbol.kind().is_callable() && !symbol.kind().is_type()
                    || !runs(&self.context, site, symbol)
                {
                    continue;
                }
                let runs = self.constructor(symbol).unwrap_or(symbol);
                let rule = if runs == symbol { site.rule() } else { Rule::Constructor };
                steps.add(Node::Symbol(runs), Some(site), site.resolution(), rule);
                if may_dispatch(site, symbol) {
                    for other in self.hierarchy.overriders(symbol).iter() {
                        let rule = Rule::Override;
                        steps.add(Node::Symbol(*other), Some(site), Resolution::Possible, rule);
                    }
                }
            }
        }
        let steps = steps.sorted(None);
        self.callees.insert(of.id(), steps.clone());
        steps
    }

    /// What a node calls that is no symbol of the repository.
    pub fn outside(&mut self, of: Node<'a>) -> Outside {
        let mut found = Outside::default();
        for site in self.calls_in(of) {
            match site.resolution() {
                // What syntax calls has no name in the source.
                Resolution::External if site.role() == Role::Invoke => {}
                Resolution::External => {
                    let path = site.targets().into_iter().find_map(|target| match target {
                        TargetRef::External(path) => Some(path.to_owned()),
                        _ => None,
                    });
                    *found.external.entry(path.unwrap_or_else(|| site.name().to_owned())).or_default() += 1;
                }
                // What a loop calls of what it goes over has no name in the source.
                Resolution::Unresolved if site.role() == Role::Invoke => {}
                Resolution::Unresolved => {
                    *found.unresolved.entry(site.name().to_owned()).or_default() += 1;
                }
                Resolution::Resolved | Resolution::Possible => {}
            }
        }
        found
    }

    /// The calls that stand in a node, and the reads and writes of accessors.
    fn calls_in(&mut self, of: Node<'a>) -> Vec<Reference<'a>> {
        let by_node = self.references_of(of.file());
        let context = self.context;
        let calls = |all: Option<&Vec<Reference<'a>>>| -> Vec<Reference<'a>> {
            all.into_iter().flatten().copied().filter(|one| is_run(&context, *one)).collect()
        };
        let own = calls(by_node.get(&of.id()));
        let Node::Symbol(symbol) = of else { return own };
        if !symbol.kind().is_type() {
            return own;
        }
        let mut all = own;
        let mut inside = FxHashSet::from_iter([symbol.handle()]);
        let mut members = self.hierarchy.members(symbol).to_vec();
        while let Some(member) = members.pop() {
            if inside.insert(member.handle()) {
                let by_node = self.references_of(member.file());
                all.extend(calls(by_node.get(&NodeId::Symbol(member.handle()))));
                members.extend(member.children());
            }
        }
        all.sort_by_key(|site| (site.file().path(), site.span().start));
        all
    }

    /// The references that stand directly in a node.
    pub(super) fn references_in(&mut self, of: Node<'a>) -> Vec<Reference<'a>> {
        self.references_of(of.file()).get(&of.id()).cloned().unwrap_or_default()
    }

    fn references_of(&mut self, file: FileRef<'a>) -> ByNode<'a> {
        let make = || {
            let mut by_node: FxHashMap<NodeId<'a>, Vec<Reference<'a>>> = FxHashMap::default();
            for site in file.references() {
                by_node.entry(Node::around(site).id()).or_default().push(site);
            }
            Rc::new(by_node)
        };
        self.outgoing.entry(file.path()).or_insert_with(make).clone()
    }

    /// The constructor that a call of a type runs, where the type writes one.
    fn constructor(&self, symbol: Symbol<'a>) -> Option<Symbol<'a>> {
        let is_type = symbol.kind().is_type();
        let constructor = |member: &Symbol<'a>| member.kind() == SymbolKind::Constructor;
        if is_type { symbol.children().into_iter().find(constructor) } else { None }
    }
}

/// False for a call that names the type whose method runs.
fn may_dispatch(site: Reference<'_>, method: Symbol<'_>) -> bool {
    let abstract_owner =
        method.owner().is_some_and(|one| matches!(one.kind(), SymbolKind::Trait | SymbolKind::Interface));
    site.rule() != Rule::Path || abstract_owner
}
