//! What rules make of types: tables, commands, and maps of types to what their fields call.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::handlers::To;
use super::places::{Found, argument, text};
use super::texts::{Written, written_alone};
use crate::edges::symbol_key;
use crate::infer::{members_of_type, own_member};
use crate::resolve::{path_root, resolve};
use crate::unit::Unit;
use crate::value::{Symbol, TypeId, Value};
use indexer_core::framework::{EntryDetail, FrameworkRule, LABEL, Place};
use indexer_core::key::hash_text;
use indexer_core::path::{join, parent, stem};
use indexer_core::{
    Bound, DefId, DependencyKey, ExprId, Expression, FrameworkEntry, Owner, Resolution, Role, ScopeId,
    SymbolKind,
};

/// More members of one type or map are not looked at.
const MOST_MEMBERS: usize = 1_000;
/// Folders deeper than this are not looked through for a manifest.
const DEEPEST_FOLDER: usize = 32;
/// Modules around modules further out than this are not looked at.
const MOST_MODULES: usize = 8;

impl File<'_, '_, '_> {
    /// True where a type says that nothing is to be made of it.
    pub(super) fn is_none(&self, of: &Match<'_>) -> bool {
        let Some(def) = of.used.decorated else { return false };
        let own = Symbol { file: self.db.file(), def };
        let has = |names: &Option<String>| names.as_ref().is_some_and(|names| self.has(own, names));
        let name = self.unit.facts.name(self.unit.facts.definition(def).name);
        let is_other = of.rule.called.as_ref().is_some_and(|called| called != name);
        let is_less = of.rule.wants.as_ref().is_some_and(|wanted| {
            argument(self.unit.facts, of.arguments, &Place::Keyword(wanted.clone())).is_none()
        });
        is_less || is_other || has(&of.rule.unless) || has(&of.rule.elsewhere)
    }

    /// True where the body of a type binds one of the names, or says it: `self.abstract_class = true`.
    fn has(&self, sym: Symbol, names: &str) -> bool {
        names.split(" | ").any(|name| {
            // What is mixed in from elsewhere says nothing of a name.
            let (sym, name) = match name.split_once('.') {
                Some((inner, name)) => match own_member(self.db, sym, self.db.text(inner), None).only() {
                    Some(Value::Definition(inner)) => (inner, name),
                    _ => return false,
                },
                None => (sym, name),
            };
            let own = own_member(self.db, sym, self.db.text(name), None);
            own.iter().any(|one| one != Value::Unknown) || self.says(sym, name)
        })
    }

    /// True where the body of a type writes a member of its own outside of its methods, or calls one that has `()` behind it.
    fn says(&self, sym: Symbol, name: &str) -> bool {
        let (name, role) = match name.strip_suffix("()") {
            Some(name) => (name, Role::Call),
            None => (name, Role::Write),
        };
        let Some(unit) = self.db.unit(sym.file).filter(|unit| unit.rules.open_types.is_some()) else {
            return false;
        };
        let hash = hash_text(name);
        self.db.depend(match role {
            Role::Call => DependencyKey::calls_of(unit.path_hash, hash),
            _ => DependencyKey::stored(unit.path_hash, hash),
        });
        let mut own = unit.facts.references.iter().filter(|one| one.enclosing == Some(sym.def));
        own.any(|one| one.role == role && unit.facts.name(one.name) == name)
    }

    /// A text that no argument holds, at the first place of the rule where one stands. `def` is what is decorated or
    /// extends, or a member of it.
    pub(super) fn own_text(&self, of: &Match<'_>, def: DefId) -> Option<Written> {
        let beside = |place: &Place| match place {
            Place::Beside(path) => self.beside(def, path),
            _ => None,
        };
        let found = of.rule.text.iter().find_map(beside);
        found.or_else(|| self.own_name_or_field(of, def).map(Written::of))
    }

    fn own_name_or_field(&self, of: &Match<'_>, def: DefId) -> Option<String> {
        let one = |place: &Place| match place {
            Place::OwnName => self.own_name(of, def),
            Place::Field(name) => self.field(def, name),
            Place::Module(folder) => self.module_of(folder),
            Place::OfApplication => self.name_of_application(def),
            Place::KeywordOf(name, decorator) => self.keyword_of(def, name, decorator),
            // What a variant holds is a part of the program, not all of it.
            Place::Package(manifest) if !self.is_held(def) => self.package(manifest),
            _ => None,
        };
        of.rule.text.iter().find_map(one)
    }

    fn own_name(&self, of: &Match<'_>, def: DefId) -> Option<String> {
        // What extends something that is made already is the same once more.
        let is_part = |sym: &Symbol| of.rule.unless.as_ref().is_some_and(|unless| !self.has(*sym, unless));
        if of.between.iter().any(is_part) {
            return None;
        }
        Some(name_of(of.rule, self.unit.facts.name(self.unit.facts.definition(def).name)))
    }

    /// The name of the function that a decorator is called with.
    pub(super) fn text_of_applied(&self, of: &Match<'_>, id: ExprId) -> Option<String> {
        let (sym, is_given) = self.function(id, of.rule, 4)?;
        let unit = self.db.unit(sym.file).filter(|_| is_given && of.rule.text.contains(&Place::OwnName))?;
        Some(name_of(of.rule, unit.facts.name(unit.facts.definition(sym.def).name)))
    }

    /// The text of another decorator of the same definition.
    fn beside(&self, def: DefId, path: &str) -> Option<Written> {
        let given = self.given_beside(def, path)?;
        Some(written_alone(self.db, self.db.file(), given))
    }

    /// What another decorator of the same definition is given first.
    pub(super) fn given_beside(&self, def: DefId, path: &str) -> Option<ExprId> {
        let definition = self.unit.facts.definition(def);
        self.unit.facts.list(definition.decorators).iter().find_map(|decorator| {
            let (name, arguments) = self.decorator(*decorator);
            if self.origins.of(self.db.file(), name)?.path != path {
                return None;
            }
            let first = [Place::Argument(0), Place::Keyword("value".to_owned())];
            first.iter().find_map(|place| argument(self.unit.facts, arguments, place))
        })
    }

    /// The text that a member of a type of this file holds.
    fn field(&self, def: DefId, name: &str) -> Option<String> {
        let (def, name) = match name.split_once('.') {
            Some((inner, name)) => (self.method(def, inner)?, name),
            None => (def, name),
        };
        let member = self.method(def, name)?;
        self.unit.facts.text(self.unit.facts.definition(member).value).map(str::to_owned)
    }

    /// The name of the file without its ending, where it stands in this folder.
    fn module_of(&self, folder: &str) -> Option<String> {
        let above = parent(&self.unit.place);
        let is_there = above.strip_suffix(folder).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        let name = stem(&self.unit.place);
        (is_there && !name.starts_with('_')).then(|| name.to_owned())
    }

    /// What Django calls the table of a type that does not say: the folder in which `models` stands, and the type.
    fn name_of_application(&self, def: DefId) -> Option<String> {
        let parts: Vec<&str> = self.unit.place.split(['/', '.']).collect();
        let at = parts.iter().rposition(|part| *part == "models")?;
        let application = self.field(def, &format!("Meta.{LABEL}"));
        let application =
            application.or_else(|| parts.get(at.checked_sub(1)?).map(|name| (*name).to_owned()))?;
        let name = self.unit.facts.name(self.unit.facts.definition(def).name).to_lowercase();
        Some(format!("{}_{name}", application.to_lowercase()))
    }

    /// True where the name of a table is what Django makes it, which the configuration of the application may change.
    pub(super) fn is_by_convention(&self, of: &Match<'_>) -> bool {
        let said = |place: &Place| match place {
            Place::Field(name) => of.used.decorated.and_then(|def| self.field(def, name)),
            _ => None,
        };
        of.rule.text.contains(&Place::OfApplication) && of.rule.text.iter().find_map(said).is_none()
    }

    /// The argument of a name of a decorator, which may have no path of its own: `#[command(name = "x")]`.
    fn keyword_of(&self, def: DefId, name: &str, decorator: &str) -> Option<String> {
        let wanted = [Place::Keyword(name.to_owned())];
        self.decorators_named(def, decorator).find_map(|id| {
            match text(self.unit.facts, self.decorator(id).1, &wanted) {
                Found::Text(text) => Some(text),
                _ => None,
            }
        })
    }

    pub(super) fn decorators_named(&self, def: DefId, wanted: &str) -> impl Iterator<Item = ExprId> {
        let all = self.unit.facts.list(self.unit.facts.definition(def).decorators).iter().copied();
        all.filter(move |id| {
            let named = match self.unit.facts.expression(*id) {
                Expression::Call { of, .. } => of,
                _ => *id,
            };
            self.unit.last_name(named) == Some(wanted)
        })
    }

    /// True where a variant of the file, or of a file whose modules it is in, holds a value of the type.
    fn is_held(&self, def: DefId) -> bool {
        let name = self.unit.facts.name(self.unit.facts.definition(def).name);
        if held_in(self.unit, name).next().is_some() {
            return true;
        }
        if !self.unit.rules.imports_see_scope {
            return false;
        }
        let own = Value::Definition(Symbol { file: self.db.file(), def });
        let mut file = self.db.file();
        for _ in 0..MOST_MODULES {
            let around = path_root(self.db, file, ScopeId(0), "super", 0).only();
            let Some(Value::Module(above, _)) = around else { return false };
            let Some(unit) = self.db.unit(above).filter(|_| above != file) else { return false };
            self.db.depend(DependencyKey::described(unit.path_hash));
            let is_it = |held: ExprId| resolve(self.db, above, held, None).0.only() == Some(own);
            if held_in(unit, name).any(is_it) {
                return true;
            }
            file = above;
        }
        false
    }

    /// The name of the package that the nearest manifest above declares.
    fn package(&self, manifest: &str) -> Option<String> {
        let mut folder = parent(&self.unit.place).to_owned();
        for _ in 0..DEEPEST_FOLDER {
            let place = join(&folder, manifest);
            let found =
                self.db.with_files(&place, |files| files.manifest(&place).map(|facts| facts.package.clone()));
            match found {
                Some(package) => return package,
                None if folder.is_empty() => return None,
                None => folder = parent(&folder).to_owned(),
            }
        }
        None
    }

    /// One for each member of a kind: the variants of an enumeration of commands.
    pub(super) fn members(
        &self,
        each: SymbolKind,
        kind: SymbolKind,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let Some(body) = of.used.decorated.and_then(|def| self.unit.facts.definition(def).body) else {
            return;
        };
        let bound = self.unit.facts.bindings(body).iter().filter_map(|one| match one.bound {
            Bound::Definition(def) if self.unit.kind(def) == each => Some(def),
            _ => None,
        });
        let begin = match of.used.decorated.filter(|_| !of.rule.begins.is_empty()) {
            Some(def) => match self.beginning(of, def) {
                Some(begin) => Some(begin),
                None => return,
            },
            None => None,
        };
        for def in bound.take(MOST_MEMBERS) {
            if self.is_left_out(def, &of.rule.without) {
                continue;
            }
            let name = match &begin {
                Some(begin) => self.variable(of, def, begin),
                None => self.own_text(of, def).map(|found| found.text),
            };
            let Some(name) = name else { continue };
            let detail = detail(&of.rule.framework, !of.origin.is_possible).line();
            let edge = self.edge(To::Definition(def), of);
            let (reference, definition) = (FrameworkEntry::FILE, Some(def));
            all.push(FrameworkEntry { reference, definition, kind, name, detail, edge });
        }
    }

    /// One for each member of the type around that a text among the arguments names: `before_action :sign_in`.
    pub(super) fn named_members(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let facts = self.unit.facts;
        let Some(around) = self.type_around(of.used.call) else { return };
        let named = facts.list(of.arguments).iter().filter_map(|id| match facts.expression(*id) {
            Expression::Keyword { .. } => None,
            Expression::Tuple(list) => facts.text(*facts.list(list).first()?),
            _ => facts.text(*id),
        });
        let detail = detail(&of.rule.framework, !of.origin.is_possible);
        for name in named.take(MOST_MEMBERS) {
            let found = members_of_type(self.db, TypeId::Def(around), self.db.text(name), Some(true)).found;
            let key = match found.only() {
                Some(Value::Definition(sym)) => symbol_key(self.db, sym),
                _ => None,
            };
            let edge = key.map(|key| edge_to(Resolution::Resolved, key));
            all.push(entry(at, kind, (&of.name, name), &detail, edge));
        }
    }

    /// The type of this file whose member a call without a receiver names.
    fn type_around(&self, call: ExprId) -> Option<Symbol> {
        let facts = self.unit.facts;
        let Expression::Call { of, .. } = facts.expression(call) else { return None };
        let member = match facts.expression(of) {
            Expression::Case { member, .. } => member,
            _ => of,
        };
        let Expression::Member { of, .. } = facts.expression(member) else { return None };
        let Expression::SelfType(scope) = facts.expression(of) else { return None };
        match self.unit.owner_of_scope(scope)? {
            Owner::Definition(def) => Some(Symbol { file: self.db.file(), def }),
            _ => None,
        }
    }

    /// True where a decorator of a member says that nothing is to be made of it: `#[command(flatten)]`.
    fn is_left_out(&self, def: DefId, without: &[String]) -> bool {
        without.iter().any(|decorator| {
            self.decorators_named(def, decorator).any(|id| {
                let arguments = self.decorator(id).1;
                without
                    .iter()
                    .any(|word| argument(self.unit.facts, arguments, &Place::Keyword(word.clone())).is_some())
            })
        })
    }
}

/// What a rule calls what it makes of something of this name.
fn name_of(rule: &FrameworkRule, name: &str) -> String {
    let name = rule.drops.iter().find_map(|end| name.strip_suffix(end.as_str())).unwrap_or(name);
    let name = match &rule.splits {
        Some(between) => words(name, between),
        None if rule.dashes => name.to_lowercase().replace('_', "-"),
        None if rule.camel => camel_case(name),
        None => name.to_owned(),
    };
    if rule.plural { super::drawn::plural(&name) } else { name }
}

/// The words of a name with capitals between them: `userById` of `user_by_id`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let mut all = words.next().unwrap_or("").to_owned();
    for word in words {
        let mut letters = word.chars();
        all.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        all.push_str(letters.as_str());
    }
    all
}

fn detail(framework: &str, is_certain: bool) -> EntryDetail {
    EntryDetail { framework: framework.to_owned(), is_certain, ..EntryDetail::default() }
}

/// The words of a name that begin with capitals, in small letters with something between them: `HTTPServer2` is
/// `http-server2`.
pub(super) fn words(name: &str, between: &str) -> String {
    let all: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (at, letter) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| all.get(at));
        let is_next_small = all.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase()
            && before
                .is_some_and(|one| !one.is_uppercase() && *one != '_' || one.is_uppercase() && is_next_small);
        if begins || *letter == '_' && at > 0 {
            text.push_str(between);
        }
        if *letter != '_' {
            text.extend(letter.to_lowercase());
        }
    }
    text
}

/// What variants of a file hold of this last name.
fn held_in<'u>(unit: &'u Unit<'u>, name: &'u str) -> impl Iterator<Item = ExprId> + 'u {
    let variants = unit.facts.definitions.iter().filter(|one| one.kind == SymbolKind::Variant);
    let held = variants.flat_map(|one| unit.facts.parameters(one.parameters));
    held.map(|one| one.annotation).filter(move |held| unit.last_name(*held) == Some(name))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_of_a_name_begin_with_capitals() {
        for (name, wanted) in [
            ("AddUser", "add-user"),
            ("HTTPServer2", "http-server2"),
            ("Init", "init"),
            ("add_user", "add-user"),
            ("A", "a"),
            ("", ""),
        ] {
            assert_eq!(words(name, "-"), wanted, "{name}");
        }
    }
}
