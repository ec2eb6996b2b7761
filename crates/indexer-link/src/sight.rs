//! What names mean where files take in the text of others: whatever the included files declare is
//! in sight, in the namespaces in which it stands.

use crate::evaluator::Evaluator;
use crate::inclusion::{Reach, is_include};
use crate::unit::Unit;
use crate::value::{Set, Sym, Text, Value};
use indexer_core::{
    BindingId, Bound, ConsultedKey, Expression, FileId, Flags, Import, Name, Namespace, Rule, ScopeId,
    ScopeKind, SymbolKind, Visibility,
};
use smallvec::SmallVec;

/// Some definitions.
pub(crate) type Syms = SmallVec<[Sym; 4]>;

impl Evaluator<'_, '_> {
    /// Where a bare name leads in a file that takes in others.
    pub(crate) fn denote_in_sight(
        &mut self,
        file: FileId,
        name: Name,
        scope: ScopeId,
        bound: Option<BindingId>,
        namespace: Namespace,
    ) -> (Set, Rule) {
        let Some(unit) = self.unit(file) else { return (Set::unknown(), Rule::None) };
        let text = unit.facts.name(name);
        let interned = self.name(unit, name);
        if let Some(package) = (unit.rules.implicit)(text).filter(|package| *package == text) {
            // Also where the file opens the library's namespace to add to it.
            return (Set::of(Value::External(self.text(package))), Rule::Implicit);
        }
        if let Some(first) = bound {
            let found = self.denote_declared(file, first, namespace);
            if !found.0.is_empty() {
                return found;
            }
        }
        let from = bound.and_then(|first| unit.facts.bindings.get(first.index())).map_or(scope, |b| b.scope);
        let mut current = Some(from);
        while let Some(id) = current {
            let Some(info) = unit.facts.scopes.get(id.index()) else { break };
            match info.kind {
                ScopeKind::Type | ScopeKind::Extension => {
                    let types = self.type_around(file, id);
                    let (found, _) = self.denote_member(&types, interned, None);
                    if !found.is_empty() && !found.has_unknown() {
                        return (found, Rule::Receiver);
                    }
                }
                ScopeKind::Module | ScopeKind::File => {
                    let path = self.text(unit.namespace_of(id));
                    let mut found = self.in_sight(file, interned, namespace, path);
                    if found.is_empty() {
                        found = self.used_namespaces(file, id, interned, namespace);
                    }
                    if !found.is_empty() {
                        let rule = self.rule_of(file, &found);
                        return (found, rule);
                    }
                }
                _ => {
                    let found = self.used_namespaces(file, id, interned, namespace);
                    if !found.is_empty() {
                        return (found, Rule::Import);
                    }
                }
            }
            current = info.parent;
        }
        if namespace.meets(Namespace::TAG) {
            let found = self.hidden_type(file, interned);
            if !found.is_empty() {
                return (found, Rule::Import);
            }
        }
        if let Some(package) = (unit.rules.implicit)(text)
            && self.reach(file).external
        {
            let package = self.text(package);
            return (Set::of(Value::External(self.external_member(package, interned))), Rule::Implicit);
        }
        (Set::unknown(), Rule::None)
    }

    /// What a binding of the file itself leads to; nothing where it only declares what others define.
    fn denote_declared(&mut self, file: FileId, first: BindingId, namespace: Namespace) -> (Set, Rule) {
        let Some(unit) = self.unit(file) else { return (Set::unknown(), Rule::None) };
        let Some(one) = unit.facts.bindings.get(first.index()) else { return (Set::unknown(), Rule::None) };
        // What a condition decides may be defined otherwise elsewhere.
        let open = |b: &&indexer_core::Binding| match b.bound {
            Bound::Definition(def) => {
                let flags = unit.facts.definition(def).flags;
                flags.has(Flags::DECLARATION) || flags.has(Flags::CONDITIONAL)
            }
            _ => false,
        };
        let kind = unit.facts.scopes.get(one.scope.index()).map(|scope| scope.kind);
        let overloads = unit.rules.inclusion.as_ref().is_some_and(|inclusion| inclusion.overloads);
        if kind == Some(ScopeKind::Extension) && overloads {
            // Each function that is defined outside of its class stands in a block of its own: the
            // class knows the others of its name.
            let types = self.type_around(file, one.scope);
            let name = self.name(unit, one.name);
            let (found, _) = self.denote_member(&types, name, None);
            if !found.is_empty() && !found.has_unknown() {
                return (found, Rule::Receiver);
            }
        }
        if !matches!(kind, Some(ScopeKind::File | ScopeKind::Module)) {
            return self.denote_bound(file, first, namespace);
        }
        let group = unit.facts.bindings[first.index()..].iter();
        let group = || group.clone().take_while(|b| b.scope == one.scope && b.name == one.name);
        let defined = group().all(|b| matches!(b.bound, Bound::Definition(_)));
        if defined && (overloads || group().any(|b| open(&b))) {
            return (Set::default(), Rule::None);
        }
        self.denote_bound(file, first, namespace)
    }

    fn rule_of(&self, file: FileId, found: &Set) -> Rule {
        let own = |value: Value| matches!(value, Value::Definition(sym) if sym.file == file);
        if found.iter().all(own) { Rule::Scope } else { Rule::Import }
    }

    /// What the files in sight define under a name in a namespace. With an unknown value where that
    /// rests on a file that is only perhaps included.
    pub(crate) fn in_sight(&mut self, file: FileId, name: Text, namespace: Namespace, path: Text) -> Set {
        let question = (file, name, namespace.0, path);
        let kept = file == self.file && self.at_top();
        if kept && let Some(known) = self.sight.get(&question) {
            return known.clone();
        }
        let found = self.look_around(file, name, namespace, path);
        if kept {
            self.sight.insert(question, found.clone());
        }
        found
    }

    fn look_around(&mut self, file: FileId, name: Text, namespace: Namespace, path: Text) -> Set {
        let hash = indexer_core::key::hash_text(&self.text_of(name));
        self.consult(ConsultedKey::declared(hash));
        let reach = self.reach(file);
        let path = self.text_of(path);
        let (mut certain, mut possible) = (Syms::new(), Syms::new());
        for other in self.linker.universe.defining(hash) {
            let Some(sure) = reach.has(other) else { continue };
            let Some(unit) = self.unit(other).filter(|unit| unit.rules.inclusion.is_some()) else { continue };
            let found = if sure { &mut certain } else { &mut possible };
            found.extend(declared_in(unit, hash, namespace, &path).map(|def| Sym { file: other, def }));
        }
        if !certain.is_empty() {
            return self.pick(certain);
        }
        let mut found = self.pick(possible);
        if !found.is_empty() {
            found.add(Value::Unknown);
        } else if let Some(unit) = self.unit(file)
            && let (first, rest) = path.split_once(unit.rules.separator).unwrap_or((&path, ""))
            && !first.is_empty()
            && self.is_opened_by_macro(&reach, first)
        {
            let rest = self.text(rest);
            found = self.in_sight(file, name, namespace, rest);
        }
        found
    }

    /// True for a namespace that a macro in sight opens: what stands in it is found outside of it.
    fn is_opened_by_macro(&mut self, reach: &Reach, name: &str) -> bool {
        let hash = indexer_core::key::hash_text(name);
        self.consult(ConsultedKey::declared(hash));
        self.linker.universe.defining(hash).into_iter().any(|file| {
            reach.has(file).is_some()
                && self.including(file).is_some_and(|unit| {
                    unit.definitions_of(hash).any(|def| {
                        let definition = unit.facts.definition(def);
                        definition.kind == SymbolKind::Module && definition.flags.has(Flags::IN_MACRO)
                    })
                })
        })
    }

    /// Of several definitions of a name those that can be meant: what is defined before what is only
    /// declared, and one of several declarations of the same.
    pub(crate) fn pick(&mut self, all: Syms) -> Set {
        let flags =
            |sym: &Sym| self.unit(sym.file).map_or(Flags::NONE, |unit| unit.facts.definition(sym.def).flags);
        let mut all = all;
        if all.iter().any(|sym| !flags(sym).has(Flags::OVERLOAD)) {
            all.retain(|sym| !flags(sym).has(Flags::OVERLOAD));
        }
        if all.len() > 1 && all.iter().any(|sym| !self.is_own_name_macro(*sym)) {
            all.retain(|sym| !self.is_own_name_macro(*sym));
        }
        let kind = |sym: &Sym| self.unit(sym.file).map(|unit| unit.kind(sym.def));
        if all.iter().all(|sym| kind(sym) == Some(SymbolKind::Module)) {
            // A namespace is one thing, however often it is opened.
            return all.iter().min().map(|sym| Value::Definition(*sym)).into_iter().collect();
        }
        let mut chosen = Syms::new();
        let (declared, defined): (Syms, Syms) =
            all.into_iter().partition(|sym| flags(sym).has(Flags::DECLARATION));
        for sym in defined {
            // Written twice in the same words: a macro or type that several headers give alike.
            if !chosen.iter().any(|other| self.is_repeated(*other, sym)) {
                chosen.push(sym);
            }
        }
        // A declaration beside a definition in the same file: each under its own condition.
        let beside = |sym: &Sym, chosen: &Syms| {
            flags(sym).has(Flags::CONDITIONAL)
                && chosen.iter().any(|one| one.file == sym.file && flags(one).has(Flags::CONDITIONAL))
        };
        let none = chosen.is_empty();
        for sym in declared {
            let same = |other: &Sym| self.is_same_function(*other, sym);
            let known = chosen.iter().any(same);
            let wanted =
                if none { !known } else { beside(&sym, &chosen) || (!known && self.may_overload(sym)) };
            if wanted {
                chosen.push(sym);
            }
        }
        chosen.into_iter().map(Value::Definition).collect()
    }

    /// What namespaces that a `using namespace` in a scope names define under a name.
    fn used_namespaces(&mut self, file: FileId, scope: ScopeId, name: Text, namespace: Namespace) -> Set {
        let Some(unit) = self.unit(file) else { return Set::default() };
        let mut found = Set::default();
        for (_, import) in unit.wildcards.iter().filter(|(s, _)| *s == scope) {
            let Some(info) = unit.facts.imports.get(import.index()).filter(|info| !is_include(info)) else {
                continue;
            };
            let used = self.import(file, *import, info.path.len() as u32);
            for value in self.as_namespaces(file, &used).iter() {
                if matches!(value, Value::Namespace(..) | Value::Definition(_)) {
                    found.extend(&self.offered(value, name, namespace));
                }
            }
        }
        found
    }

    /// Where the first names of `using a::b` lead.
    pub(crate) fn named_import(&mut self, file: FileId, import: &Import, upto: usize) -> Set {
        let Some(unit) = self.unit(file) else { return Set::unknown() };
        let mut here = Set::default();
        for (i, name) in import.path.iter().enumerate().take(upto) {
            let namespace = if i + 1 == import.path.len() { Namespace::ANY } else { Namespace::TYPE };
            let text = self.name(unit, *name);
            if i > 0 {
                let of = self.as_namespaces(file, &here);
                here = Set::default();
                for value in of.iter() {
                    here.extend(&self.offered(value, text, namespace));
                }
                continue;
            }
            if let Some(package) = (unit.rules.implicit)(unit.facts.name(*name))
                && package == unit.facts.name(*name)
            {
                here = Set::of(Value::External(self.text(package)));
                continue;
            }
            let mut scope = Some(import.scope);
            while let Some(id) = scope.filter(|_| here.is_empty()) {
                let Some(info) = unit.facts.scopes.get(id.index()) else { break };
                if matches!(info.kind, ScopeKind::Module | ScopeKind::File) {
                    let path = self.text(unit.namespace_of(id));
                    here = self.in_sight(file, text, namespace, path);
                }
                scope = info.parent;
            }
        }
        if here.is_empty() { Set::unknown() } else { here }
    }

    /// What a name is as a value. Of a type that is not in sight any definition stands for all: which
    /// one it is shows where a member of it is used, see [`Self::complete`].
    pub(crate) fn seen(&self, file: FileId, expression: Expression, found: Set) -> Set {
        match expression {
            Expression::Name { namespace, .. } if namespace == Namespace::TAG => {
                let defined = found.iter().find(|value| matches!(value, Value::Definition(_)));
                defined.map_or(found, Set::of)
            }
            _ => self.as_namespaces(file, &found),
        }
    }

    /// Definitions of namespaces as the namespaces that `file` sees.
    pub(crate) fn as_namespaces(&self, file: FileId, found: &Set) -> Set {
        let namespace = |value: Value| match value {
            Value::Definition(sym) => {
                let unit = self.unit(sym.file).filter(|unit| unit.rules.inclusion.is_some());
                let unit = unit.filter(|unit| unit.kind(sym.def) == SymbolKind::Module)?;
                // What a macro opens is no scope of the files that use it: its names stand outside.
                let body = unit.facts.definition(sym.def).body;
                Some(Value::Namespace(file, self.text(body.map_or("", |body| unit.namespace_of(body)))))
            }
            _ => None,
        };
        found.iter().map(|value| namespace(value).unwrap_or(value)).collect()
    }

    fn may_overload(&self, sym: Sym) -> bool {
        let unit = self.unit(sym.file);
        unit.is_some_and(|u| {
            u.rules.inclusion.as_ref().is_some_and(|i| i.overloads) && u.kind(sym.def).is_callable()
        })
    }

    /// `#define f f`: says that `f` is there.
    fn is_own_name_macro(&self, sym: Sym) -> bool {
        self.unit(sym.file).is_some_and(|unit| {
            let definition = unit.facts.definition(sym.def);
            definition.kind == SymbolKind::Macro
                && matches!(unit.facts.expression(definition.value),
                    Expression::Name { name, .. } if name == definition.name)
        })
    }

    fn is_repeated(&self, a: Sym, b: Sym) -> bool {
        let (Some(one), Some(other)) = (self.unit(a.file), self.unit(b.file)) else { return false };
        let (first, second) = (one.facts.definition(a.def), other.facts.definition(b.def));
        first.kind == SymbolKind::TypeAlias
            && second.kind == SymbolKind::TypeAlias
            && first.signature == second.signature
    }

    /// Do the two declare the same, as far as their parameters tell?
    pub(crate) fn is_same_function(&self, a: Sym, b: Sym) -> bool {
        if !self.may_overload(a) || !self.may_overload(b) {
            return true;
        }
        let (Some(one), Some(other)) = (self.unit(a.file), self.unit(b.file)) else { return false };
        let (first, second) = (one.facts.definition(a.def), other.facts.definition(b.def));
        let (first, second) =
            (one.facts.parameters(first.parameters), other.facts.parameters(second.parameters));
        first.len() == second.len()
            && first.iter().zip(second).all(|(x, y)| {
                x.kind == y.kind && one.last_name(x.annotation) == other.last_name(y.annotation)
            })
    }
}

/// The definitions of a name that a file makes known outside of types and functions, in these name
/// spaces and this namespace.
pub(crate) fn declared_in<'n>(
    unit: &'n Unit<'_>,
    hash: u64,
    namespace: Namespace,
    path: &'n str,
) -> impl Iterator<Item = indexer_core::DefId> + 'n {
    unit.definitions_of(hash).filter(move |def| {
        let definition = unit.facts.definition(*def);
        let scope = unit.facts.scopes.get(definition.scope.index());
        scope.is_some_and(|scope| matches!(scope.kind, ScopeKind::File | ScopeKind::Module))
            && unit.namespace_of(definition.scope) == path
            && unit
                .hoisted(definition.scope, definition.name, namespace)
                .iter()
                .any(|binding| binding.bound == Bound::Definition(*def))
    })
}

/// True for what others can name: all but what is private to its file.
pub(crate) fn has_linkage(unit: &Unit<'_>, def: indexer_core::DefId) -> bool {
    unit.facts.definition(def).visibility != Visibility::Private
}
