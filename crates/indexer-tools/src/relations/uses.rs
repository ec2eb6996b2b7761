//! Who would notice a change: every kind of use, not calls alone.

use super::calls::{Calls, is_run};
use super::node::{Node, Step, Steps};
use crate::protocol::Context;
use indexer_core::{Resolution, Role, Rule, SymbolKind};
use indexer_store::{FileRef, Reference, Symbol, View};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Uses of any kind, a step at a time.
#[derive(Debug)]
pub struct Uses<'a> {
    context: Context<'a>,
    /// The call graph beside it.
    pub calls: Calls<'a>,
    /// By files, what holds a value at their top, in order.
    holders: FxHashMap<&'a str, Rc<Vec<Symbol<'a>>>>,
}

impl<'a> Uses<'a> {
    /// Of the view of `context`.
    pub fn new(context: &Context<'a>) -> Self {
        Self { context: *context, calls: Calls::new(context), holders: FxHashMap::default() }
    }

    /// What uses a symbol in any way: calls, reads, types, imports, heirs, and who may mean it by a
    /// method that it overrides; possibly what holds that which a call of it gives: `const got = create()`. O(uses).
    pub fn users(&mut self, of: Node<'a>) -> Rc<Vec<Step<'a>>> {
        let view = self.context.view();
        let mut steps = Steps::default();
        match of {
            Node::Symbol(symbol) => {
                add(view, &mut steps, symbol, None);
                self.add_holders(&mut steps, symbol);
                if symbol.kind() == SymbolKind::Constructor
                    && let Some(owner) = symbol.owner()
                {
                    let callers = self.calls.callers(of);
                    let by_type = callers.iter().filter(|step| step.rule == Rule::Constructor);
                    by_type
                        .filter(|step| step.node != Node::Symbol(owner))
                        .for_each(|one| steps.take_in(one));
                }
                if symbol.kind() == SymbolKind::Endpoint {
                    self.calls.add_clients(&mut steps, symbol);
                }
                for declared in self.calls.hierarchy.overridden(symbol).iter() {
                    add(view, &mut steps, *declared, Some(Rule::Override));
                }
                for other in self.calls.hierarchy.overriders(symbol).iter() {
                    steps.add(Node::Symbol(*other), None, Resolution::Resolved, Rule::Override);
                }
            }
            Node::File(file) => {
                for site in view.references_to_module(file.path()).into_iter().map(|r| view.reference(r)) {
                    if site.file() != file {
                        add_site(&mut steps, site, site.resolution(), site.rule());
                    }
                }
            }
        }
        steps.sorted(Some(of))
    }

    /// Adds the variables at the top of files whose values calls of a function give.
    fn add_holders(&mut self, steps: &mut Steps<'a>, of: Symbol<'a>) {
        if !of.kind().is_callable() {
            return;
        }
        let view = self.context.view();
        for site in view.references_to(of.key()).into_iter().map(|one| view.reference(one)) {
            if site.role() != Role::Call || site.enclosing().is_some() {
                continue;
            }
            let file = site.file();
            let holders = self.holders.entry(file.path()).or_insert_with(|| Rc::new(holders(file)));
            let behind = holders.partition_point(|one| one.span().start <= site.span().start);
            let around = behind.checked_sub(1).map(|at| holders[at]);
            if let Some(holder) = around.filter(|one| one.span().covers(site.span())) {
                steps.add(Node::Symbol(holder), Some(site), Resolution::Possible, Rule::Value);
            }
        }
    }

    /// The same for a search that began at `starts`: who imports a file that was reached is not
    /// affected by what that file imports.
    pub fn users_beyond(&mut self, of: Node<'a>, starts: &[Node<'a>]) -> Rc<Vec<Step<'a>>> {
        match of {
            Node::File(_) if !starts.contains(&of) => Rc::default(),
            _ => self.users(of),
        }
    }

    /// What a symbol uses: its callees and the types it names. O(references in it).
    pub fn used(&mut self, of: Node<'a>) -> Rc<Vec<Step<'a>>> {
        let mut steps = Steps::default();
        self.calls.callees(of).iter().for_each(|one| steps.take_in(one));
        let inside = self.calls.references_in(of);
        for site in inside.into_iter().filter(|site| !is_run(&self.context, *site)) {
            for symbol in self.calls.hierarchy.symbols_at(site) {
                steps.add(Node::Symbol(symbol), Some(site), site.resolution(), site.rule());
            }
        }
        steps.sorted(Some(of))
    }
}

/// The variables and constants at the top of a file, by where they begin.
fn holders(file: FileRef<'_>) -> Vec<Symbol<'_>> {
    use SymbolKind::{Constant, Static, Variable};
    let is_one =
        |one: &Symbol<'_>| matches!(one.kind(), Constant | Static | Variable) && one.owner().is_none();
    let mut all: Vec<Symbol<'_>> = file.symbols().filter(is_one).collect();
    all.sort_by_key(|one| one.span().start);
    all
}

fn add<'a>(view: &'a View, steps: &mut Steps<'a>, of: Symbol<'a>, instead: Option<Rule>) {
    for site in view.references_to(of.key()).into_iter().map(|one| view.reference(one)) {
        let resolution = match instead {
            Some(Rule::Override) => Resolution::Possible,
            _ => site.resolution(),
        };
        add_site(steps, site, resolution, instead.unwrap_or_else(|| site.rule()));
    }
}

fn add_site<'a>(steps: &mut Steps<'a>, site: Reference<'a>, resolution: Resolution, rule: Rule) {
    steps.add(Node::around(site), Some(site), resolution, rule);
}
