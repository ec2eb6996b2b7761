//! References to edges.

use crate::evaluator::Evaluator;
use crate::unit::Unit;
use crate::value::{MOST_VALUES, Set, Sym, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Candidate, ConsultedKey, DefId, Edge, ExprId, Expression, FileEdges, FileId, Flags, Makes, Owner,
    Reference, Resolution, Role, Rule, SymbolKind, Target, work,
};
use smallvec::SmallVec;
use std::sync::Arc;

impl Evaluator<'_, '_> {
    /// The edges of the file.
    pub(crate) fn link(mut self, unit: &Unit<'_>) -> FileEdges {
        let module = self.with_files(|files| (unit.rules.module_name)(files, unit.path));
        self.consult_includes(unit);
        let mut implied = Vec::new();
        let references = unit.facts.references.iter().zip(0u32..);
        let edges = references.map(|(reference, at)| {
            work::add(1);
            if self.linker.universe.is_stopped() {
                return Edge::unresolved(0);
            }
            let (edge, beside) = self.edge(unit, reference);
            implied.extend(beside.map(|beside| (at, beside)));
            edge
        });
        let edges = edges.collect();
        let made = unit.facts.candidates.iter().filter_map(|one| self.made(unit, *one)).collect();
        FileEdges { module, edges, made, implied, consulted: self.consulted() }
    }

    /// What a candidate is: what every macro that its invocation may mean makes of it.
    fn made(&mut self, unit: &Unit<'_>, candidate: Candidate) -> Option<Makes> {
        let Candidate { definition, of } = candidate;
        // What is no reference now is no definition either: the tokens of the file add up.
        let token = unit.facts.definition(definition).name_span;
        unit.facts.references.binary_search_by_key(&token, |reference| reference.span).ok()?;
        let mut made: Option<Makes> = None;
        for value in self.denote(self.file, of, None).0.iter() {
            let Value::Definition(sym) = value else { return None };
            self.consult_symbol(sym);
            let makes = &self.unit(sym.file)?.facts.makes;
            let at = makes.binary_search_by_key(&sym.def, |makes| makes.definition).ok()?;
            let one = Makes { definition, ..makes[at] };
            if made.is_some_and(|known| known != one) {
                return None;
            }
            made = Some(one);
        }
        made
    }

    /// Where a reference leads, and what runs beside that.
    fn edge(&mut self, unit: &Unit<'_>, reference: &Reference) -> (Edge, Option<Edge>) {
        if reference.role == Role::Invoke {
            return (self.invocation(reference), None);
        }
        let call = match reference.role {
            Role::Call => Some(true),
            Role::Read | Role::Write => Some(false),
            _ => None,
        };
        let (denoted, rule) = self.denote(self.file, reference.expression, call);
        let includes = unit.rules.inclusion.is_some();
        let denoted = if includes { self.settle_targets(unit, reference, denoted) } else { denoted };
        let denoted = self.that_coexist(self.file, denoted);
        let denoted = self.meant(unit, reference, denoted);
        let denoted = self.parts_run(reference.role, denoted);
        let implied = self.implied(unit, reference, &denoted);
        let mut edge = self.edge_of(unit, reference, &denoted, rule);
        if edge.resolution == Resolution::Resolved && is_only_said(unit, reference) {
            edge.resolution = Resolution::Possible;
        }
        if implied.is_none() && edge.rule == Rule::Name && unit.rules.values_are_followed {
            let members = self.candidates_of(unit, reference);
            return (edge, self.held_by(&members, reference));
        }
        (edge, implied)
    }

    fn edge_of(&mut self, unit: &Unit<'_>, reference: &Reference, denoted: &Set, rule: Rule) -> Edge {
        let mut targets: SmallVec<[Target; 2]> = SmallVec::new();
        let mut outside: Option<String> = None;
        let mut unknown = denoted.is_empty();
        let mut conditional = false;
        for value in denoted.iter() {
            match value {
                Value::Definition(sym) => match self.external_path(sym) {
                    Some(path) => outside = outside.max(Some(path)),
                    None => {
                        conditional |= self.is_conditional(sym) || self.is_shared(sym);
                        targets.extend(self.key(sym).map(Target::Symbol));
                    }
                },
                Value::Type(..) | Value::ReceiverType(..) | Value::Receiver(..)
                    if self.is_self_type(unit, reference) =>
                {
                    return self.self_edge(value);
                }
                Value::Module(file, scope) => targets.push(self.module_target(file, scope)),
                Value::Folder(package) if reference.role == Role::Import => {
                    let path = self.text_of(package).to_string();
                    let by_name = unit.rules.packages.is_some_and(|rules| rules.by_name);
                    let name = if by_name { path.replace('/', unit.rules.separator) } else { path };
                    targets.push(Target::Module(name));
                }
                // A package is named where it is imported, and wherever one of its names is.
                Value::Folder(package) if unit.rules.packages.is_some_and(|rules| !rules.by_name) => {
                    targets.push(Target::Module(self.text_of(package).to_string()));
                }
                Value::External(text) => outside = outside.max(Some(self.text_of(text).to_string())),
                _ => unknown = true,
            }
        }
        targets.sort();
        targets.dedup();
        let targets: Vec<Target> = targets.into_vec();
        match (targets.len(), &outside, unknown) {
            (0, Some(path), false) => Edge {
                resolution: Resolution::External,
                rule,
                targets: vec![Target::External(path.clone())],
                candidates: 0,
            },
            (0, _, _) => self.by_name(unit, reference),
            (1, None, false) => Edge { resolution: Resolution::Resolved, rule, targets, candidates: 0 },
            _ => {
                let rule =
                    if conditional && outside.is_none() && !unknown { Rule::Condition } else { Rule::Value };
                Edge { resolution: Resolution::Possible, rule, targets, candidates: 0 }
            }
        }
    }

    fn is_self_type(&self, unit: &Unit<'_>, reference: &Reference) -> bool {
        matches!(
            unit.facts.expression(reference.expression),
            Expression::SelfType(_) | Expression::SelfInstance(_)
        )
    }

    fn self_edge(&self, value: Value) -> Edge {
        let (Value::Type(id, _) | Value::ReceiverType(id, _) | Value::Receiver(id, _)) = value else {
            return Edge::unresolved(0);
        };
        let crate::value::TypeId::Def(sym) = id else { return Edge::unresolved(0) };
        let targets = self.key(sym).map(Target::Symbol).into_iter().collect();
        Edge { resolution: Resolution::Resolved, rule: Rule::Receiver, targets, candidates: 0 }
    }

    pub(crate) fn key(&self, sym: Sym) -> Option<indexer_core::SymbolKey> {
        self.unit(sym.file)?.keys.get(sym.def.index()).copied()
    }

    fn is_conditional(&self, sym: Sym) -> bool {
        self.unit(sym.file).is_some_and(|u| u.facts.definition(sym.def).flags.has(Flags::CONDITIONAL))
    }

    /// A module as target: the file, or the symbol of an inline module.
    pub(crate) fn module_target(&self, file: indexer_core::FileId, scope: indexer_core::ScopeId) -> Target {
        let unit = self.unit(file);
        match unit.and_then(|u| u.body_of(scope)) {
            Some(Owner::Definition(def)) => {
                let key = self.key(Sym { file, def });
                key.map_or(Target::Module(String::new()), Target::Symbol)
            }
            _ => Target::Module(unit.map_or(String::new(), |u| u.path.to_owned())),
        }
    }

    /// Nothing is proved. Members of the name are possible, if they are few, fit, and the name is
    /// not common in the language; a bare name that nothing binds is unresolved.
    fn by_name(&mut self, unit: &Unit<'_>, reference: &Reference) -> Edge {
        let Expression::Member { of, name, .. } = unit.facts.expression(reference.expression) else {
            let found = match unit.rules.inclusion {
                Some(_) => self.by_linkage(unit, reference),
                None => return Edge::unresolved(0),
            };
            if found.is_empty() || found.len() > MOST_VALUES {
                return Edge::unresolved(found.len() as u32);
            }
            let mut targets: Vec<Target> =
                found.iter().filter_map(|sym| self.key(*sym)).map(Target::Symbol).collect();
            targets.sort();
            return Edge { resolution: Resolution::Possible, rule: Rule::Name, targets, candidates: 0 };
        };
        let text = unit.facts.name(name);
        if (unit.rules.commodity)(text) || self.is_of_host(unit, of) {
            return Edge::unresolved(0);
        }
        let named = self.candidates(unit, reference, text);
        let hash = hash_text(text);
        let many = named.few.len() > MOST_VALUES;
        let used = Use::of(reference.role) as u8;
        let key = if many { ConsultedKey::many } else { ConsultedKey::candidates };
        self.consult(key(hash, used));
        if many || named.few.is_empty() {
            return Edge::unresolved(named.few.len() as u32);
        }
        let reached: Vec<Sym> = named.few.iter().filter(|sym| self.reaches(unit, **sym)).copied().collect();
        let parts = reached.into_iter().map(|sym| self.part_run(sym, reference.role == Role::Write));
        let parts: Vec<Sym> = parts.collect();
        let mut targets: Vec<Target> =
            parts.into_iter().filter_map(|sym| self.key(sym)).map(Target::Symbol).collect();
        if targets.is_empty() {
            return Edge::unresolved(0);
        }
        targets.sort();
        targets.dedup();
        Edge { resolution: Resolution::Possible, rule: Rule::Name, targets, candidates: 0 }
    }

    /// The members that [`Self::by_name`] found possible for a call.
    fn candidates_of(&mut self, unit: &Unit<'_>, reference: &Reference) -> Vec<Sym> {
        match unit.facts.expression(reference.expression) {
            Expression::Member { name, .. } if reference.role == Role::Call => {
                let named = self.candidates(unit, reference, unit.facts.name(name));
                named.few.iter().filter(|sym| self.reaches(unit, **sym)).copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Can code of the unit name this member?
    fn reaches(&self, unit: &Unit<'_>, sym: Sym) -> bool {
        let Some(other) = self.unit(sym.file) else { return false };
        (unit.rules.reaches)(other.facts.definition(sym.def).visibility, other.path, unit.path)
    }

    /// True for a bare name that nothing in the repository binds, where every file sees globals:
    /// it is what the host of the program gives (`vi`, `jQuery`), and so are its members.
    fn is_of_host(&mut self, unit: &Unit<'_>, of: ExprId) -> bool {
        unit.rules.has_globals
            && matches!(unit.facts.expression(of), Expression::Name { bound: None, .. })
            && self.value(self.file, of).only() == Some(Value::Unknown)
    }

    /// The members of a name that a reference could mean by arity and kind.
    fn candidates(&mut self, unit: &Unit<'_>, reference: &Reference, text: &str) -> Arc<Named> {
        let hash = hash_text(text);
        let question = NamedQuestion {
            language: unit.rules.language,
            name: hash,
            use_of: Use::of(reference.role),
            arguments: reference.arguments.filter(|_| reference.role == Role::Call),
            untyped: (unit.rules.is_untyped)(unit.path),
        };
        self.linker.named(question, || {
            let mut named = Named::default();
            // Where there are many, it makes no difference which are found first: those whose facts need
            // not be loaded.
            let all = self.linker.universe.defining(hash).into_iter();
            let (ready, rest): (Vec<FileId>, Vec<FileId>) = all.partition(|file| self.linker.has_unit(*file));
            for file in ready.into_iter().chain(rest) {
                let Some(other) = self.unit(file).filter(|u| u.rules.language == unit.rules.language) else {
                    continue;
                };
                for def in other.definitions_of(hash) {
                    if fits(other, def, &question) {
                        named.few.push(Sym { file, def });
                        if named.few.len() > MOST_VALUES {
                            return named;
                        }
                    }
                }
            }
            named.few.sort_unstable_by_key(|sym| (sym.file, sym.def));
            named
        })
    }
}

/// True for what is named but perhaps not used so: a text names it, or the rules of a macro, whose names
/// mean what they mean where the macro is used.
fn is_only_said(unit: &Unit<'_>, reference: &Reference) -> bool {
    let in_macro = || reference.enclosing.is_some_and(|def| unit.kind(def) == SymbolKind::Macro);
    unit.facts.is_in_text(reference) || (reference.role == Role::Inherit && in_macro())
}

/// What a reference does with a name, as far as it says what can be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Use {
    Call,
    Value,
    Type,
}

impl Use {
    pub(crate) const ALL: [Use; 3] = [Use::Call, Use::Value, Use::Type];

    /// Could a member of this kind be meant?
    pub(crate) fn takes(self, kind: SymbolKind) -> bool {
        use SymbolKind::*;
        match self {
            Use::Call => matches!(kind, Method | Function | Accessor | Class | Field),
            Use::Value => matches!(kind, Field | Accessor | Property | Method | Constant | Static),
            Use::Type => kind.is_type(),
        }
    }

    fn of(role: Role) -> Self {
        match role {
            Role::Call => Self::Call,
            Role::Read | Role::Write => Self::Value,
            _ => Self::Type,
        }
    }
}

/// Which members of a name could be meant? Asked once a run: a name such as `new` has thousands of
/// members and ten times as many references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NamedQuestion {
    language: &'static str,
    name: u64,
    use_of: Use,
    arguments: Option<u8>,
    /// Asked from a file that declares no types.
    untyped: bool,
}

/// The answer: all, or one more than [`MOST_VALUES`] where there are more.
#[derive(Debug, Default)]
pub(crate) struct Named {
    few: Vec<Sym>,
}

/// Could this definition be meant by a member reference whose receiver is not known?
fn fits(unit: &Unit<'_>, def: DefId, question: &NamedQuestion) -> bool {
    let definition = unit.facts.definition(def);
    let member = match definition.owner {
        Owner::File => false,
        Owner::Extension(_) => true,
        Owner::Definition(owner) if question.untyped && unit.kind(owner) == SymbolKind::Interface => false,
        Owner::Definition(owner) => unit.kind(owner).is_type(),
    };
    if !member {
        return false;
    }
    let parameters = unit.facts.parameters(definition.parameters);
    let called = question.use_of == Use::Call && definition.kind == SymbolKind::Method;
    question.use_of.takes(definition.kind) && (!called || arity_fits(parameters, question.arguments))
}

pub(crate) fn arity_fits(parameters: &[indexer_core::Parameter], arguments: Option<u8>) -> bool {
    use indexer_core::ParameterKind::*;
    let Some(given) = arguments.map(usize::from) else { return true };
    let open = parameters.iter().any(|p| matches!(p.kind, Rest | RestKeywords));
    let most = parameters.iter().filter(|p| matches!(p.kind, Plain | Keyword)).count();
    let least = parameters.iter().filter(|p| p.kind == Plain && p.default.is_unknown()).count();
    given >= least && (open || given <= most)
}
