//! A file taken apart: its tokens, and its symbols with what pairs and tells them apart.

use crate::alternatives::Aliases;
use crate::attributes::{Attributes, attributes};
use crate::demanded::{input, is_demanded, is_of_whole};
use crate::given::holds_what_is_given;
use crate::head::{Head, head};
use crate::owned::owned;
use crate::parameters::Meanings;
use crate::spelling::SameTypes;
use crate::tokens::{Kind, Token, hash, tokens};
use indexer_core::key::{hash_text, symbol_keys};
use indexer_core::{
    Definition, Flags, ImportShape, Owner, Span, SymbolKey, SymbolKind, Visibility, facts::FileFacts,
};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Signatures of about this many bytes may have been cut.
const CUT: usize = 480;

/// A file of one state, as it is handed in.
pub struct Source<'a> {
    /// Relative to the root.
    pub path: &'a str,
    /// Its facts.
    pub facts: Arc<FileFacts>,
    /// The text that the facts are of.
    pub text: Arc<str>,
    /// True where line ends and indentation have a meaning.
    pub is_indented: bool,
    /// False for tests: nobody outside uses what they define.
    pub is_surface: bool,
    /// True where calls may give any argument by its name.
    pub names_arguments: bool,
    /// Whether a key is a symbol's: what a macro may make is a definition and perhaps no symbol.
    pub is_symbol: &'a dyn Fn(SymbolKey) -> bool,
    /// True where a type need not be written in its language, and then may be any.
    pub types_are_optional: bool,
    /// True where a type without its arguments has any there.
    pub bare_types: bool,
    /// Words for types that mean the same in its language.
    pub same_types: SameTypes,
    /// The attribute without which users of a type name all of its variants or fields, where they do.
    pub whole_unless: Option<&'static str>,
    /// The function of a file that gives by its name what is not there, in its language: `__getattr__`.
    pub gives_missing: Option<&'static str>,
    /// Whether others can reach a symbol, and by which names.
    pub reach: &'a dyn Fn(SymbolKey) -> Reach,
    /// What the names of the file stand for that are other names of types (`Urls` for `URL | str`), as that is written.
    pub aliases: FxHashMap<String, String>,
    /// What the names that begin at these bytes are proved to lead to, as a number that is the same in both
    /// states. Without them two paths are one type only where they are written alike.
    pub meanings: FxHashMap<u32, u64>,
}

/// Whether others can reach a symbol, and by which names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Not known: who may name it decides.
    #[default]
    Unknown,
    /// They cannot.
    No,
    /// By these names, none of which is the path of a file; by none where only values lead to it.
    By(Vec<String>),
    /// By its name in its file.
    InFile,
}

/// A file of one state.
#[derive(Debug)]
pub struct File {
    /// Relative to the root.
    pub path: String,
    /// Id of its language.
    pub language: String,
    /// True where a type need not be written in its language, and then may be any.
    pub(crate) types_are_optional: bool,
    /// True where a type without its arguments has any there.
    pub(crate) bare_types: bool,
    /// Words for types that mean the same there.
    pub(crate) same_types: SameTypes,
    /// The symbols in order of their names.
    pub entities: Vec<Entity>,
    pub(crate) text: Arc<str>,
    pub(crate) tokens: Vec<Token>,
    pub(crate) facts: Arc<FileFacts>,
    pub(crate) gives_missing: Option<&'static str>,
    pub(crate) aliases: Aliases,
    meanings: Meanings,
    owned: FxHashMap<usize, Vec<usize>>,
    /// The symbols of each chain of names, found at first use.
    places: OnceLock<FxHashMap<String, Vec<usize>>>,
}

/// A symbol of a file.
#[derive(Clone, Debug)]
pub struct Entity {
    /// Its key in its own state.
    pub key: SymbolKey,
    /// Its name.
    pub name: String,
    /// Names of its owners, joined by dots; "" at the file's top.
    pub owners: String,
    /// What it is.
    pub kind: SymbolKind,
    /// What its owner is, where that stands in the same file.
    pub owner_kind: Option<SymbolKind>,
    /// Who may name it.
    pub visibility: Visibility,
    /// What else is true of it.
    pub flags: Flags,
    /// True where others can use it, and it is no test: where it is not known what they reach, it and its owners are public.
    pub is_public: bool,
    /// How they reach it.
    pub reach: Reach,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based first line, documentation and decorators included.
    pub start_line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// Its signature.
    pub signature: String,
    /// Its documentation.
    pub doc: Option<String>,
    /// True where its parameters may be given by name.
    pub(crate) names_arguments: bool,
    /// True where whoever makes its type, or uses its module, must give it.
    pub(crate) is_demanded: bool,
    /// True where it holds what a call or another name gives, which may be a function.
    pub(crate) may_be_function: bool,
    /// Set where it came or went: whether what it belongs to is in both states, and was public.
    pub(crate) owner_stays: OnceLock<bool>,
    /// Hash of all its bytes.
    pub(crate) text: u64,
    /// Which definition of the facts it is.
    definition: usize,
    detail: OnceLock<Detail>,
}

/// What tells two states of a symbol apart: found where their texts differ.
#[derive(Clone, Debug)]
pub(crate) struct Detail {
    pub(crate) head: Head,
    /// What stands before the signature.
    pub(crate) attributes: Attributes,
    /// Hash of what stands behind the signature, without the symbols that it owns.
    pub(crate) body: u64,
    /// The same with the own name as it is written: others may be called so too.
    pub(crate) written: u64,
    /// Hash of signature and body, with the symbols that it owns.
    pub(crate) whole: u64,
    /// Hash of its own bytes, without the symbols that it owns.
    pub(crate) raw: u64,
    /// Its tokens, with those of the symbols that it owns.
    pub(crate) range: Range<usize>,
}

impl Detail {
    /// How many tokens it has.
    pub(crate) fn size(&self) -> usize {
        self.range.len()
    }
}

impl Entity {
    /// Names of owners and its own, joined by dots.
    pub fn chain(&self) -> String {
        match self.owners.as_str() {
            "" => self.name.clone(),
            owners => format!("{owners}.{}", self.name),
        }
    }

    /// True where a name by which others reached it at the top of a package leads to it no more.
    pub(crate) fn loses_name(&self, new: &Self) -> bool {
        let Reach::By(before) = &self.reach else { return false };
        match &new.reach {
            _ if !self.owners.is_empty() => false,
            Reach::By(now) => before.iter().any(|name| !now.contains(name)),
            Reach::No => !before.is_empty(),
            Reach::Unknown | Reach::InFile => false,
        }
    }

    /// True for what came and must be given by whoever uses what it came to, which was there before.
    pub(crate) fn is_new_demand(&self) -> bool {
        self.is_demanded && self.owner_stays.get() == Some(&true)
    }

    /// True where calls may give its arguments by their names.
    pub(crate) fn takes_names(&self) -> bool {
        let written = self.detail.get().and_then(|detail| detail.head.names_arguments);
        written.unwrap_or(self.names_arguments)
    }

    /// How deep it stands in owners.
    pub(crate) fn depth(&self) -> usize {
        if self.owners.is_empty() { 0 } else { 1 + self.owners.matches('.').count() }
    }
}

impl File {
    /// Takes a file apart. O(length + symbols).
    pub fn read(source: Source<'_>) -> Self {
        let facts = source.facts;
        let mut file = Self {
            path: source.path.to_owned(),
            language: facts.language.clone(),
            types_are_optional: source.types_are_optional,
            bare_types: source.bare_types,
            same_types: source.same_types,
            entities: Vec::new(),
            tokens: tokens(&source.text, &facts.verbatim, source.is_indented),
            text: source.text,
            owned: owned(&facts),
            aliases: source.aliases,
            gives_missing: source.gives_missing,
            meanings: source.meanings,
            facts,
            places: OnceLock::new(),
        };
        let keys = symbol_keys(source.path, &file.facts);
        let mut entities = Vec::new();
        for (index, key) in keys.into_iter().enumerate() {
            if (source.is_symbol)(key) {
                let entity = file.parts().entity(index, key, source.whole_unless);
                let reach = if source.is_surface { (source.reach)(key) } else { Reach::Unknown };
                let is_reached = match reach {
                    Reach::Unknown => entity.is_public,
                    Reach::No => false,
                    Reach::By(_) | Reach::InFile => !entity.flags.has(Flags::TEST),
                };
                let is_public = is_reached && source.is_surface;
                let names_arguments = source.names_arguments;
                entities.push(Entity { is_public, reach, names_arguments, ..entity });
            }
        }
        file.entities = entities;
        file
    }

    /// The first symbol that is called so, with its owners. O(symbols) the first time.
    pub(crate) fn place_of(&self, chain: &str) -> Option<usize> {
        self.places_of(chain).first().copied()
    }

    /// All symbols that are called so, with their owners. O(symbols) the first time.
    pub(crate) fn places_of(&self, chain: &str) -> &[usize] {
        let places = self.places.get_or_init(|| {
            let mut places: FxHashMap<String, Vec<usize>> = FxHashMap::default();
            for (at, entity) in self.entities.iter().enumerate() {
                places.entry(entity.chain()).or_default().push(at);
            }
            places
        });
        places.get(chain).map_or(&[], Vec::as_slice)
    }

    /// The text of a symbol of this file, with documentation and decorators.
    pub fn text_of(&self, entity: &Entity) -> &str {
        self.facts.definitions.get(entity.definition).map_or("", |one| one.span.text(&self.text))
    }

    /// Hash of the tokens of a symbol of this file with those of the symbols that it owns, decorators
    /// included: comments, documentation, white space and what it is called itself make no difference.
    /// Ledgers keep it for years.
    pub fn content_of(&self, entity: &Entity) -> u64 {
        hash(self.tokens[self.detail(entity).range.clone()].iter(), &self.text, &entity.name)
    }

    fn parts(&self) -> Parts<'_> {
        Parts {
            facts: &self.facts,
            text: &self.text,
            tokens: &self.tokens,
            meanings: &self.meanings,
            owned: &self.owned,
        }
    }

    /// What tells a symbol of this file from others, found at first use.
    pub(crate) fn detail<'e>(&self, entity: &'e Entity) -> &'e Detail {
        entity.detail.get_or_init(|| self.parts().detail(entity.definition, &entity.name))
    }

    /// Hash of what stands outside of all symbols, imports aside.
    pub(crate) fn top(&self) -> u64 {
        self.parts().top()
    }

    /// Hash of what it imports.
    pub(crate) fn imports(&self) -> u64 {
        self.parts().imports()
    }
}

struct Parts<'a> {
    facts: &'a FileFacts,
    text: &'a str,
    tokens: &'a [Token],
    meanings: &'a Meanings,
    owned: &'a FxHashMap<usize, Vec<usize>>,
}

impl Parts<'_> {
    fn entity(&self, index: usize, key: SymbolKey, whole_unless: Option<&str>) -> Entity {
        let facts = self.facts;
        let definition = &facts.definitions[index];
        let mut owners = facts.owner_chain(indexer_core::DefId(index as u32));
        owners.pop();
        let lines = &facts.lines;
        Entity {
            key,
            name: facts.name(definition.name).to_owned(),
            owners: owners.join("."),
            kind: definition.kind,
            owner_kind: match definition.owner {
                Owner::Definition(owner) => Some(facts.definition(owner).kind),
                _ => None,
            },
            visibility: definition.visibility,
            flags: definition.flags,
            is_public: self.is_public(definition),
            reach: Reach::Unknown,
            names_arguments: false,
            is_demanded: is_demanded(facts, definition, self.text)
                || whole_unless
                    .is_some_and(|unless| is_of_whole((facts, self.text), self.owned, index, unless)),
            may_be_function: holds_what_is_given(facts.expression(definition.value)),
            owner_stays: OnceLock::new(),
            line: lines.line(definition.name_span.start),
            start_line: lines.line(definition.span.start),
            end_line: lines.line(definition.span.end.saturating_sub(1)),
            signature: definition.signature.clone(),
            doc: definition.doc.clone(),
            text: hash_text(definition.span.text(self.text)),
            definition: index,
            detail: OnceLock::new(),
        }
    }

    fn detail(&self, index: usize, name: &str) -> Detail {
        let definition = &self.facts.definitions[index];
        let range = self.range(definition.span);
        let signature = self.signature(definition, range.clone());
        let own = self.own(index, definition, range.clone(), signature.end);
        let body = || own.iter().flat_map(|part| &self.tokens[part.clone()]);
        let written = &self.tokens[signature.start..range.end.max(signature.end)];
        let head = head(self.facts, definition, (self.text, written, signature.len()), self.meanings);
        let given = input(self.facts, definition, (self.text, &written[signature.len()..]), self.meanings);
        Detail {
            head: Head { parameters: given.map_or(head.parameters, |given| vec![given]), ..head },
            attributes: attributes(&self.tokens[range.start..signature.start], self.text, name),
            body: hash(body(), self.text, name),
            written: hash(body(), self.text, ""),
            whole: hash(self.tokens[signature.start..range.end].iter(), self.text, name),
            raw: self.raw(definition, &own, signature.end, range.clone()),
            range,
        }
    }

    /// The tokens that begin in a span.
    fn range(&self, span: Span) -> Range<usize> {
        let place = |at: u32| self.tokens.partition_point(|token| token.span.start < at);
        let start = place(span.start);
        self.trimmed(start..place(span.end).max(start))
    }

    /// Without the ends of lines and indentation at its ends: they belong to what goes on there.
    fn trimmed(&self, mut range: Range<usize>) -> Range<usize> {
        let trims = |token: &Token| matches!(token.kind, Kind::Indent | Kind::Dedent | Kind::Line);
        while range.start < range.end && trims(&self.tokens[range.start]) {
            range.start += 1;
        }
        while range.end > range.start && trims(&self.tokens[range.end - 1]) {
            range.end -= 1;
        }
        range
    }

    /// The tokens of the signature: those of its text where that is found, else the name alone. Of what
    /// has a value and is no type, what stands before the value.
    fn signature(&self, definition: &Definition, range: Range<usize>) -> Range<usize> {
        let name = self.range(definition.name_span);
        let name = name.start.clamp(range.start, range.end)..name.end.clamp(range.start, range.end);
        let starts = range.start..(name.start + 1).min(range.end);
        let within = &self.text[..(definition.span.end as usize).min(self.text.len())];
        let wanted = definition.signature.as_str();
        let own = self.facts.name(definition.name);
        // Where a keyword stands before a group, the signature repeats it.
        let grouped = wanted.split_once(' ').map_or("", |(_, rest)| rest);
        // A form of Lisp is shown closed, and its text goes on.
        let open = wanted.strip_suffix(')').filter(|open| open.starts_with('(')).unwrap_or("");
        let found = [wanted, grouped, open].into_iter().filter(|text| !text.is_empty()).find_map(|wanted| {
            starts.clone().find_map(|start| {
                let from = self.tokens[start].span.start as usize;
                let end = from + same_but_for_space(within.get(from..)?, wanted)?;
                let end = self.tokens.partition_point(|token| (token.span.start as usize) < end);
                let end = if wanted.len() >= CUT { self.head_end(start, end, range.end) } else { end };
                // The clauses of a function may stand behind the line that says its type.
                let is_announced = || wanted.contains("::") && wanted.contains(own);
                (end >= name.end || is_announced()).then_some(start..end.min(range.end))
            })
        });
        let found = found.unwrap_or_else(|| name.clone());
        let is = |at: usize, mark: &str| self.tokens.get(at).is_some_and(|one| one.text(self.text) == mark);
        if definition.kind == SymbolKind::Macro && is(found.start, "#") {
            return found.start..self.macro_end(name.end, range.end);
        }
        if definition.kind.is_callable() || definition.kind.is_type() {
            return found;
        }
        let assigns =
            |at: usize| is(at, "=") && !is(at + 1, "=") && !is(at + 1, ">") && (at == 0 || !is(at - 1, "="));
        // A field that is declared for other languages has no value: what stands there is its number.
        let is_number = definition.flags.has(Flags::EXTERN)
            && matches!(definition.kind, SymbolKind::Field | SymbolKind::Variant);
        // In an object the value stands behind a colon, and there a stage says what it needs.
        let has_colon = matches!(definition.kind, SymbolKind::Property | SymbolKind::Stage);
        let opens = |at: usize| has_colon && at >= name.end && is(at, ":");
        let value = found.clone().find(|at| assigns(*at) && !is_number || opens(*at));
        let mut end = value.unwrap_or(found.end);
        // A text behind the type of a field is for who reads it as the program runs: ``a int `json:"a"` ``.
        let is_tag = |at: usize| {
            let one = self.tokens[at];
            let before = self.tokens[at - 1];
            let is_type = before.kind == Kind::Word || ["]", "}", ")", "*"].contains(&before.text(self.text));
            one.kind == Kind::Literal && one.text(self.text).starts_with('`') && is_type
        };
        if definition.kind == SymbolKind::Field && end > name.end + 1 && is_tag(end - 1) {
            end -= 1;
        }
        // `a := 1`, `a ?= 1`.
        let touches = |at: usize| self.tokens[at].span.end == self.tokens[at + 1].span.start;
        let is_sign = |at: usize| [":", "?", "+", "!"].iter().any(|mark| is(at, mark)) && touches(at);
        // `a: T? = 1` has a mark that is of its type.
        while value.is_some() && end > name.end && is_sign(end - 1) {
            end -= 1;
        }
        found.start..end
    }

    /// Where the head of `#define F(a) ..` ends whose name ends at a token: what stands behind is its body. Parameters touch
    /// the name.
    fn macro_end(&self, name_end: usize, most: usize) -> usize {
        let is = |at: usize, mark: &str| self.tokens.get(at).is_some_and(|one| one.text(self.text) == mark);
        let before = name_end.checked_sub(1).and_then(|at| self.tokens.get(at));
        let behind = self.tokens.get(name_end);
        let touches = before.zip(behind).is_some_and(|(name, next)| name.span.end == next.span.start);
        match (touches && is(name_end, "(")).then(|| (name_end..most).find(|at| is(*at, ")"))) {
            Some(Some(close)) => close + 1,
            _ => name_end.min(most),
        }
    }

    /// Where the rest of a signature ends that was cut: where no bracket is open and a body begins.
    fn head_end(&self, start: usize, mut end: usize, most: usize) -> usize {
        let text = |at: usize| self.tokens[at].text(self.text);
        let open = |at: usize| match text(at) {
            "(" | "[" => 1,
            ")" | "]" => -1,
            _ => 0,
        };
        let mut depth: i32 = (start..end).map(open).sum();
        while end < most && (depth > 0 || !matches!(text(end), "{" | ":" | ";" | "=" | "\n")) {
            depth += open(end);
            end += 1;
        }
        end
    }

    /// What stands behind the signature, in parts, without the definitions that it owns.
    fn own(
        &self,
        index: usize,
        definition: &Definition,
        range: Range<usize>,
        from: usize,
    ) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut at = from;
        for child in self.owned.get(&index).into_iter().flatten() {
            let span = self.facts.definitions[*child].span;
            // A field may be assigned anywhere, and then is no part that could be left out.
            if !definition.span.covers(span) || span == definition.span {
                continue;
            }
            let inside = self.range(span);
            if inside.start >= at && inside.end <= range.end {
                parts.push(self.trimmed(at..inside.start));
                at = inside.end;
            }
        }
        parts.push(self.trimmed(at..range.end.max(at)));
        parts
    }

    fn raw(&self, definition: &Definition, own: &[Range<usize>], from: usize, range: Range<usize>) -> u64 {
        let place = |at: usize, else_at: u32| self.tokens.get(at).map_or(else_at, |token| token.span.start);
        let mut texts = String::new();
        let head =
            Span::new(definition.span.start, place(from, definition.span.end).min(definition.span.end));
        texts.push_str(head.text(self.text).trim_end());
        for part in own.iter().filter(|part| !part.is_empty()) {
            let end = if part.end >= range.end {
                definition.span.end
            } else {
                place(part.end, definition.span.end)
            };
            texts.push_str(Span::new(place(part.start, 0), end).text(self.text).trim_end());
            texts.push('\u{1}');
        }
        hash_text(&texts)
    }

    fn is_public(&self, definition: &Definition) -> bool {
        let mut owner = definition.owner;
        if definition.visibility != Visibility::Public || definition.flags.has(Flags::TEST) {
            return false;
        }
        loop {
            match owner {
                Owner::File => return true,
                Owner::Definition(id) => {
                    let around = self.facts.definition(id);
                    // What a function defines is not named by others.
                    if around.visibility != Visibility::Public
                        || around.flags.has(Flags::TEST)
                        || around.kind.is_callable()
                    {
                        return false;
                    }
                    owner = around.owner;
                }
                Owner::Extension(id) => {
                    let extension = &self.facts.extensions[id.index()];
                    let of = |one: &&Definition| Some(one.name) == extension.type_name && one.kind.is_type();
                    let extended = self.facts.definitions.iter().find(of);
                    if extended.is_some_and(|one| one.visibility != Visibility::Public) {
                        return false;
                    }
                    owner = extension.owner;
                }
            }
        }
    }

    /// Hash of the tokens in no definition and no import.
    fn top(&self) -> u64 {
        let mut taken: Vec<Span> = self.facts.definitions.iter().map(|one| one.span).collect();
        taken.sort_unstable();
        let mut behind = 0;
        let mut spans = taken.into_iter().peekable();
        let free = self.tokens.iter().filter(|token| {
            while let Some(span) = spans.next_if(|span| span.start <= token.span.start) {
                behind = behind.max(span.end);
            }
            token.span.start >= behind && matches!(token.kind, Kind::Word | Kind::Mark | Kind::Literal)
        });
        hash(free, self.text, "")
    }

    fn imports(&self) -> u64 {
        let mut all: Vec<String> = Vec::new();
        for import in self.facts.imports.iter().filter(|import| import.shape.is_statement()) {
            let path: Vec<&str> = import.path.iter().map(|name| self.facts.name(*name)).collect();
            let alias = import.alias.map_or("", |name| self.facts.name(name));
            let wildcard = import.shape == ImportShape::Wildcard;
            all.push(format!("{} {} {alias} {wildcard}", import.level, path.join("/")));
        }
        all.sort_unstable();
        hash_text(&all.join("\n"))
    }
}

/// Where `wanted` ends in `text`, when both are read without white space.
fn same_but_for_space(text: &str, wanted: &str) -> Option<usize> {
    let mut at = text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace());
    let mut end = 0;
    for byte in wanted.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let (place, found) = at.next()?;
        if found != byte {
            return None;
        }
        end = place + 1;
    }
    Some(end)
}
