//! What frameworks inject: which type a provider gives, and which types constructors, fields and functions ask for.
//!
//! A file says only what stands in it. Which provider gives what is asked for is put together when somebody asks, so an
//! edit of one file is no matter of another.

use super::entries::{File, Match};
use super::handlers::To;
use super::places::argument;
use super::qualifiers::Qualified;
use crate::infer::{definition_value, value_of};
use crate::resolve::resolve;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::framework::{EntryDetail, Makes, Place, last_name};
use indexer_core::{Bound, DefId, ExprId, Expression, Flags, FrameworkEntry, List, Name, Role, SymbolKind};
use rustc_hash::FxHashSet;

/// More parameters or fields of one type than this are not looked at.
const MOST_ASKED: usize = 64;
/// More calls behind one that says what is bound are not looked at: `bind(A.class).annotatedWith(B.class).to(C.class)`.
const LONGEST_CHAIN: usize = 8;

/// Where an entry stands, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Site<'a, 'r> {
    at: u32,
    pub(super) of: &'a Match<'r>,
}

impl File<'_, '_, '_> {
    /// A provider, with what is asked for where it is made, or what asks.
    pub(super) fn injected(&self, at: u32, kind: SymbolKind, of: &Match<'_>, all: &mut Vec<FrameworkEntry>) {
        let site = Site { at, of };
        let Some(def) = of.used.decorated else {
            match kind {
                SymbolKind::Provider => self.bound(site, all),
                _ => all.extend(self.called_for(site)),
            }
            return;
        };
        if kind == SymbolKind::Injection {
            return self.asking(def, site, all);
        }
        if of.rule.each.is_some_and(|each| each != self.unit.kind(def)) {
            return;
        }
        // What an annotation bears is said of the types that bear it.
        if self.unit.facts.definition(def).flags.has(Flags::DECORATOR) {
            return;
        }
        if let Some(list) = &of.rule.list {
            return self.listed(list, site, all);
        }
        if !of.rule.scans.is_empty() {
            return all.extend(self.scanning(site));
        }
        // What implements the type is given to it: `@ImplementedBy(SqlStore.class)`.
        let given =
            site.of.rule.to.iter().find_map(|place| argument(self.unit.facts, site.of.arguments, place));
        if let Some(given) = given.filter(|_| self.unit.kind(def).is_type()) {
            let own = Asked::Type(TypeId::Def(Symbol { file: self.db.file(), def }));
            let to = To::Expression(self.literal_of_class(given));
            return all.extend(self.provides(site, own, to, Qualified::default()));
        }
        if self.unit.kind(def).is_type() {
            if !self.provided.borrow_mut().insert(def) {
                return;
            }
            let own = TypeId::Def(Symbol { file: self.db.file(), def });
            let names = self.provider_names(Some(def), of);
            all.extend(self.provides(site, Asked::Type(own), To::Definition(def), names));
            return self.made_with(def, site, all);
        }
        let given = definition_value(self.db, Symbol { file: self.db.file(), def });
        let written = self.unit.facts.definition(def).value;
        if let Some(given) = self.asked_type((&given, written), &[]) {
            all.extend(self.provides(site, given, To::Definition(def), self.provider_names(Some(def), of)));
        }
        // A field that gives something asks for nothing.
        if self.unit.kind(def).is_callable() && !self.says_that_it_asks(def) {
            self.asking(def, site, all);
        }
    }

    /// What a call binds: `bind(A.class).to(B.class)`, `services.AddScoped<A, B>()`.
    fn bound(&self, site: Site<'_, '_>, all: &mut Vec<FrameworkEntry>) {
        let at = |places: &[Place]| places.iter().find_map(|place| self.named_at(site.of, place));
        let (Some(given), Some(to)) = (at(&site.of.rule.text), at(&site.of.rule.to)) else { return };
        let mut names = self.provider_names(None, site.of);
        // A key around the type holds its name.
        if !site
            .of
            .rule
            .text
            .iter()
            .all(|place| argument(self.unit.facts, site.of.arguments, place) == Some(given))
        {
            names.is_open = true;
        }
        let bound = match self.type_named(given) {
            Some(of) => Asked::Type(of),
            None => match self.written_type(given) {
                Some(name) => Asked::Named(name),
                None => return,
            },
        };
        let to = self.literal_of_class(to);
        all.extend(self.provides(site, bound, To::Expression(to), names));
    }

    /// A provider of the interfaces of packages.
    fn scanning(&self, site: Site<'_, '_>) -> Option<FrameworkEntry> {
        let facts = self.unit.facts;
        let given = site.of.rule.scans.iter().find_map(|place| argument(facts, site.of.arguments, place))?;
        let scans: Vec<String> = match facts.expression(given) {
            Expression::Collection(_, list) => {
                facts.list(list).iter().filter_map(|id| facts.text(*id)).map(str::to_owned).collect()
            }
            _ => facts.text(given).map(str::to_owned).into_iter().collect(),
        };
        let name = format!("PROVIDE {}.*", scans.first()?);
        let detail = EntryDetail {
            framework: site.of.rule.framework.clone(),
            is_certain: !site.of.origin.is_possible,
            scans,
            ..EntryDetail::default()
        };
        let (reference, definition, kind) = (site.at, None, SymbolKind::Provider);
        Some(FrameworkEntry { reference, definition, kind, name, detail: detail.line(), edge: None })
    }

    /// The function that a call names from which a parameter is given its value: `Depends(session)`.
    fn called_for(&self, site: Site<'_, '_>) -> Option<FrameworkEntry> {
        let id =
            site.of.rule.to.iter().find_map(|place| argument(self.unit.facts, site.of.arguments, place))?;
        let edge = self.edge(To::Expression(id), site.of)?;
        let (name, detail) = self.named("INJECT", Asked::Named(self.written_type(id)?), site.of)?;
        let (reference, definition, kind) = (site.at, None, SymbolKind::Injection);
        Some(FrameworkEntry { reference, definition, kind, name, detail: detail.line(), edge: Some(edge) })
    }

    /// The expression at a place of a call.
    pub(super) fn named_at(&self, of: &Match<'_>, place: &Place) -> Option<ExprId> {
        match place {
            Place::Inside(..) => self.inside(of, place),
            Place::Chained(name) => self.chained(of.used.call, name),
            Place::TypeArgument(index) => self.type_argument(of.used.call, *index),
            place => argument(self.unit.facts, of.arguments, place),
        }
    }

    fn type_argument(&self, call: ExprId, index: u32) -> Option<ExprId> {
        let Expression::Call { of, .. } = self.unit.facts.expression(call) else { return None };
        let Expression::Apply { arguments, .. } = self.unit.facts.expression(of) else { return None };
        self.unit.facts.list(arguments).get(index as usize).copied()
    }

    /// What the first call of a name is given that stands behind a call.
    fn chained(&self, call: ExprId, name: &str) -> Option<ExprId> {
        self.unit.facts.list(self.all_chained(call, name)?).first().copied()
    }

    /// All that the first call of a name is given that stands behind a call.
    pub(super) fn all_chained(&self, call: ExprId, name: &str) -> Option<List> {
        let mut at = call;
        for _ in 0..LONGEST_CHAIN {
            let (member, next) = *self.chains().get(&at)?;
            let Expression::Call { arguments, .. } = self.unit.facts.expression(next) else { return None };
            if self.unit.last_name(member) == Some(name) {
                return Some(arguments);
            }
            at = next;
        }
        None
    }

    /// What `T.class` and `T::class` name; any other expression is itself.
    pub(super) fn literal_of_class(&self, id: ExprId) -> ExprId {
        let facts = self.unit.facts;
        let of = match facts.expression(id) {
            Expression::Instance(of) => of,
            Expression::Member { of, name, .. } if facts.name(name) == "class" => return of,
            _ => return id,
        };
        match facts.expression(of) {
            Expression::Apply { of, arguments } if self.unit.last_name(of) == Some("Class") => {
                facts.list(arguments).first().copied().unwrap_or(id)
            }
            _ => id,
        }
    }

    /// The type that an expression names.
    fn type_named(&self, id: ExprId) -> Option<TypeId> {
        match resolve(self.db, self.db.file(), self.literal_of_class(id), None).0.only()? {
            Value::Definition(sym) => {
                self.db.unit(sym.file)?.kind(sym.def).is_type().then_some(TypeId::Def(sym))
            }
            Value::External(text) => Some(TypeId::External(text)),
            Value::Type(of, _) => Some(of),
            _ => None,
        }
    }

    /// What is asked for where the framework makes a value of a type: by its only constructor, or by the fields that a decorator
    /// makes one of. A constructor that says itself that it asks has a rule of its own.
    fn made_with(&self, def: DefId, site: Site<'_, '_>, all: &mut Vec<FrameworkEntry>) {
        let facts = self.unit.facts;
        let Some(body) = facts.definition(def).body else { return };
        let members: Vec<DefId> = facts
            .bindings(body)
            .iter()
            .filter_map(|one| match one.bound {
                Bound::Definition(def) => Some(def),
                _ => None,
            })
            .collect();
        let mut makers = members.iter().filter(|one| self.unit.kind(**one) == SymbolKind::Constructor);
        match (makers.next(), makers.next()) {
            (Some(only), None) if !self.says_that_it_asks(*only) => self.asking(*only, site, all),
            // They stand behind the name of the type.
            (None, _) if !facts.parameters(facts.definition(def).parameters).is_empty() => {
                self.asking(def, site, all);
            }
            (None, _) if self.has_decorator(def, &site.of.rule.fields) => {
                // What calls something has a value already.
                let calls = facts.references.iter().filter(|one| one.role == Role::Call);
                let filled: FxHashSet<DefId> = calls.filter_map(|one| one.enclosing).collect();
                let is_open =
                    |one: &&DefId| self.unit.kind(**one) == SymbolKind::Field && !filled.contains(*one);
                for field in members.iter().filter(is_open).take(MOST_ASKED) {
                    self.asking(*field, site, all);
                }
            }
            _ => {}
        }
    }

    fn has_decorator(&self, def: DefId, names: &[String]) -> bool {
        names.iter().any(|name| self.decorators_named(def, name).next().is_some())
    }

    /// True where a decorator of a definition is one of those whose rule says that it asks.
    fn says_that_it_asks(&self, def: DefId) -> bool {
        self.unit.facts.list(self.unit.facts.definition(def).decorators).iter().any(|decorator| {
            let origin = self.origins.of(self.db.file(), self.decorator(*decorator).0);
            origin.is_some_and(|origin| {
                self.rules.of(&origin.path).any(|rule| rule.makes == Makes::Symbol(SymbolKind::Injection))
            })
        })
    }

    /// What a function or field asks for: the types of its parameters, or its own.
    fn asking(&self, def: DefId, site: Site<'_, '_>, all: &mut Vec<FrameworkEntry>) {
        let facts = self.unit.facts;
        let wraps = &site.of.rule.wraps;
        let definition = facts.definition(def);
        let parameters = facts.parameters(definition.parameters);
        if parameters.is_empty() && !self.unit.kind(def).is_callable() {
            let decorators: Vec<ExprId> = self.decorators_of(def).collect();
            let by_type = || {
                let held = definition_value(self.db, Symbol { file: self.db.file(), def });
                self.asked_type((&held, definition.value), wraps)
            };
            let asked = match self.token(&decorators) {
                Some(token) => self.token_or_type(token, by_type),
                None => by_type(),
            };
            let from = Asking { def, called: definition.name, decorators: &decorators };
            all.extend(asked.and_then(|asked| self.asks(from, site, asked)));
            return;
        }
        let mut before = definition.name_span.end;
        for parameter in parameters.iter().take(MOST_ASKED) {
            let decorators = self.decorators_between(before, parameter.name_span.start);
            before = parameter.name_span.end;
            let by_type = || {
                if parameter.annotation.is_unknown() {
                    return None;
                }
                let given = value_of(self.db, self.db.file(), parameter.annotation);
                self.asked_type((&given, parameter.annotation), wraps)
            };
            let asked = match self.token(&decorators) {
                Some(token) => self.token_or_type(token, by_type),
                None => by_type(),
            };
            let from = Asking { def, called: parameter.name, decorators: &decorators };
            all.extend(asked.and_then(|asked| self.asks(from, site, asked)));
        }
    }

    /// The type of what is given or asked for; of one that `wraps` names, what it is made of. Of one that nothing explains its
    /// name, as it is written.
    fn asked_type(&self, (values, written): (&Set, ExprId), wraps: &[String]) -> Option<Asked> {
        let (of, args) = match values.only() {
            Some(
                Value::Type(of, args)
                | Value::Instance(of, args)
                | Value::Receiver(of, args)
                | Value::ReceiverType(of, args),
            ) => (of, args),
            Some(Value::External(text)) => (TypeId::External(text), Args::NONE),
            _ => return self.written_type(written).map(Asked::Named),
        };
        let inner = self.db.args_of(args);
        match inner.last() {
            Some(inner) if self.type_path(of).is_some_and(|path| wraps.contains(&path)) => {
                self.asked_type((inner, ExprId::UNKNOWN), &[])
            }
            _ => Some(Asked::Type(of)),
        }
    }

    /// The last name of the type that an annotation names.
    fn written_type(&self, mut id: ExprId) -> Option<String> {
        loop {
            id = match self.unit.facts.expression(id) {
                Expression::Instance(of) | Expression::Apply { of, .. } => of,
                // `Other::class`.
                Expression::Member { of, name, .. } if self.unit.facts.name(name) == "class" => of,
                _ => return self.unit.last_name(id).map(str::to_owned),
            };
        }
    }

    /// A type as entries name it: `path#Name` of the repository, the path of one outside.
    fn type_path(&self, of: TypeId) -> Option<String> {
        match of {
            TypeId::Def(sym) => {
                let unit = self.db.unit(sym.file)?;
                let Some(package) = unit.stub_of else { return self.printed(sym) };
                let separator = unit.rules.separator;
                Some(format!("{package}{separator}{}", unit.facts.owner_chain(sym.def).join(separator)))
            }
            TypeId::External(text) => Some(self.db.text_of(text).to_string()),
            TypeId::Param(..) => None,
        }
    }

    pub(super) fn provides(
        &self,
        site: Site<'_, '_>,
        given: Asked,
        to: To,
        names: Qualified,
    ) -> Option<FrameworkEntry> {
        let edge = self.edge(to, site.of);
        let (name, detail) = self.named("PROVIDE", given, site.of)?;
        let detail = names.put(EntryDetail { is_exact: site.of.rule.qualifiers.exact, ..detail });
        let (reference, definition, kind) = (site.at, None, SymbolKind::Provider);
        Some(FrameworkEntry { reference, definition, kind, name, detail: detail.line(), edge })
    }

    fn asks(&self, from: Asking<'_>, site: Site<'_, '_>, asked: Asked) -> Option<FrameworkEntry> {
        // What the language itself declares is a value of the settings, no provider's.
        if let Asked::Type(TypeId::Def(sym)) = asked
            && self.db.unit(sym.file)?.stub_of.is_some()
        {
            return None;
        }
        let (name, detail) = self.named("INJECT", asked, site.of)?;
        let names = self.asked_names(from.decorators, site.of);
        let has_names = !site.of.rule.qualifiers.of.is_empty();
        let asked_as = has_names.then(|| self.unit.facts.name(from.called).to_owned());
        let detail = names.put(EntryDetail { asked_as, ..detail });
        let (reference, definition, kind) = (FrameworkEntry::FILE, Some(from.def), SymbolKind::Injection);
        Some(FrameworkEntry { reference, definition, kind, name, detail: detail.line(), edge: None })
    }

    /// The name of an entry about a type, and what is known of it.
    fn named(&self, word: &str, asked: Asked, of: &Match<'_>) -> Option<(String, EntryDetail)> {
        let (name, injected) = match asked {
            Asked::Named(name) => (name, None),
            Asked::Text(text) => (text.clone(), Some(text)),
            Asked::Unknown => ("?".to_owned(), None),
            Asked::Type(of) => {
                let path = self.type_path(of)?;
                (last_name(path.rsplit('#').next().unwrap_or(&path)).to_owned(), Some(path))
            }
        };
        let detail = EntryDetail {
            framework: of.rule.framework.clone(),
            is_certain: !of.origin.is_possible,
            is_open: injected.is_none() && name == "?",
            injected,
            takes_subtypes: of.rule.subtypes,
            ..EntryDetail::default()
        };
        Some((format!("{word} {name}"), detail))
    }
}

/// A type that is given or asked for.
pub(super) enum Asked {
    Type(TypeId),
    /// Nothing explains it.
    Named(String),
    /// A text in place of a type.
    Text(String),
    /// What is no text, or stands elsewhere.
    Unknown,
}

/// What asks: a field, or a parameter of a function.
#[derive(Clone, Copy)]
struct Asking<'a> {
    /// The field or the function.
    def: DefId,
    /// What the field or the parameter is called.
    called: Name,
    decorators: &'a [ExprId],
}
