//! Who may use a symbol without a reference to it in the repository.

use crate::protocol::Context;
use indexer_core::facts::{Binding, Bound};
use indexer_core::{Conventions, DefId, Definition, FileFacts, Flags, Owner, SymbolKind, Visibility};
use indexer_store::Symbol;

/// What says of a symbol that others may use it, as its flags do.
const SPECIAL: [Flags; 9] = [
    Flags::EXTERN,
    Flags::IN_MACRO,
    Flags::MADE,
    Flags::DERIVED,
    Flags::GENERATED,
    Flags::CONDITIONAL,
    Flags::ABSTRACT,
    Flags::DECLARATION,
    Flags::OVERLOAD,
];

/// Why somebody may use a symbol without a reference in the repository; `None` where nobody may.
pub(super) fn outside(context: &Context<'_>, symbol: Symbol<'_>) -> Option<&'static str> {
    let (flags, file) = (symbol.flags(), symbol.file());
    if flags.has(Flags::ENTRY) {
        return Some("the program starts there");
    }
    if symbol.visibility() == Visibility::Public || flags.has(Flags::EXPORTED) {
        return Some("it is public");
    }
    let rules = context.snapshot.rules(file.path());
    let conventions = rules.map_or(&Conventions::BASE, |rules| rules.conventions);
    // Whoever includes a header has what it keeps to its file, too.
    let is_header =
        || matches!(indexer_core::path::extension(file.path()), "h" | "hh" | "hpp" | "hxx" | "inl");
    if rules.is_some_and(|rules| rules.inclusion.is_some()) && is_header() {
        return Some("what includes its file may use it");
    }
    let is_protected = symbol.visibility() == Visibility::Restricted && !conventions.restricts_to_modules;
    if is_protected && symbol.owner().is_some_and(is_offered) {
        return Some("a type that is based on its own may use it");
    }
    if SPECIAL.into_iter().any(|flag| flags.has(flag)) {
        return Some("a macro, a condition or another language may use it");
    }
    let is_partial = |one: Symbol<'_>| one.flags().has(Flags::PARTIAL) && one.kind().is_type();
    if is_partial(symbol) || symbol.owner().is_some_and(is_partial) {
        return Some("a part of its type that a program writes may use it");
    }
    let name = symbol.name();
    let is_special = name.starts_with("__") || matches!(name, "_" | "init" | "main");
    if is_special || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Some("the language may use a name like that");
    }
    if conventions.is_looked_for(name) {
        return Some("the language or a tool of it looks for that name");
    }
    if symbol.kind() == SymbolKind::Constant && conventions.constants_are_read {
        return Some("a module that its own one uses may read it");
    }
    let takes_in =
        || context.source(file.path()).is_ok_and(|text| conventions.takes_code_in(text.text.as_ref()));
    if !conventions.puts_in.is_empty() && takes_in() {
        return Some("code or templates that its module takes in may use it");
    }
    if file.has_problems() {
        return Some("its file could not be read whole");
    }
    let Some(facts) = context.snapshot.facts(file.path()) else { return Some("its file could not be read") };
    let start = symbol.name_span().start;
    let at = facts.definitions.partition_point(|one| one.name_span.start < start);
    let Some(definition) = facts.definitions.get(at).filter(|one| one.name_span.start == start) else {
        return Some("a macro made it");
    };
    if !facts.list(definition.decorators).is_empty() {
        return Some("a decorator or attribute may use it");
    }
    // A function expression binds its name inside itself alone, where it binds it at all.
    let is_it = |one: &&Binding| one.bound == Bound::Definition(DefId(at as u32));
    let scopes = facts.bindings.iter().filter(is_it).filter_map(|one| facts.scopes.get(one.scope.index()));
    if !scopes.into_iter().any(|scope| !definition.span.covers(scope.span)) {
        return Some("it is a value where it stands");
    }
    if definition.kind.is_type() && definition.bases.len > 0 {
        return Some("its bases may know it");
    }
    let conforms = conventions.blocks_conform && may_be_witness(context, symbol);
    if bases_may_call(&facts, definition) || conforms {
        return Some("its type's bases may call it");
    }
    // A type may be merged with one of its name that no file here declares.
    if definition.kind.is_type() && (conventions.adds_to_outside)(file.path()) {
        return Some("it may add to one that is outside");
    }
    if symbol.kind() != SymbolKind::Function && symbol.kind().is_callable() {
        let view = context.view();
        let others =
            view.symbols_named(symbol.name(), true).into_iter().filter(|one| *one != symbol.handle());
        if others.map(|one| view.sym(one)).any(|one| one.kind().is_callable() && one.owner().is_some()) {
            return Some("it may stand in for another method of that name");
        }
    }
    is_below_a_directive(context, symbol).then_some("a tool may read the comment above it")
}

/// Lines of comments above a declaration that are looked at.
const COMMENTS: usize = 40;

/// True where a comment right above says something to a tool: `// swagger:response users`, `// +kubebuilder:object:root=true`.
fn is_below_a_directive(context: &Context<'_>, symbol: Symbol<'_>) -> bool {
    let Ok(text) = context.source(symbol.file().path()) else { return true };
    let above: Vec<&str> = text.text.lines().take(symbol.at().line.saturating_sub(1) as usize).collect();
    let is_comment = |line: &&&str| {
        ["//", "#", "--", "/*", "*", ";", "%"].iter().any(|sign| line.trim_start().starts_with(sign))
    };
    above.iter().rev().take_while(is_comment).take(COMMENTS).any(|line| is_directive(line))
}

/// True for a comment that begins with a word of a tool, a colon and what it is told.
fn is_directive(line: &str) -> bool {
    let said = line.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '+');
    let said = said.strip_prefix('+').unwrap_or(said);
    let end = said.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_')));
    let Some((word, rest)) = end.map(|end| said.split_at(end)) else { return false };
    let mut rest = rest.chars();
    !word.is_empty()
        && rest.next() == Some(':')
        && rest.next().is_some_and(|next| !next.is_whitespace() && !matches!(next, '/' | ':' | '='))
}

/// True for a type that somebody outside may base another one on.
fn is_offered(of: Symbol<'_>) -> bool {
    matches!(of.visibility(), Visibility::Public | Visibility::Restricted) || of.flags().has(Flags::EXPORTED)
}

fn bases_may_call(facts: &FileFacts, definition: &Definition) -> bool {
    match definition.owner {
        Owner::Extension(id) => facts.extensions[id.index()].implements.is_some(),
        Owner::Definition(id) => {
            let owner = facts.definition(id);
            owner.kind.is_type()
                && (owner.bases.len > 0 || matches!(owner.kind, SymbolKind::Trait | SymbolKind::Interface))
        }
        Owner::File => false,
    }
}

/// True where a protocol that any block of its type names may ask for a member: all but what only the file sees.
fn may_be_witness(context: &Context<'_>, symbol: Symbol<'_>) -> bool {
    let Some(of) = symbol.owner().filter(|of| of.kind().is_type()) else { return false };
    if symbol.visibility() == Visibility::Private {
        return false;
    }
    if matches!(of.kind(), SymbolKind::Trait | SymbolKind::Interface) {
        return true;
    }
    let view = context.view();
    let has_bases = |path: &str, name: &str| {
        context.snapshot.facts(path).is_none_or(|facts| {
            let is_of = |at: Option<indexer_core::Name>| at.is_some_and(|at| facts.name(at) == name);
            facts.extensions.iter().any(|one| one.implements.is_some() && is_of(one.type_name))
                || facts.definitions.iter().any(|one| one.bases.len > 0 && is_of(Some(one.name)))
        })
    };
    let mut paths: Vec<&str> = vec![of.file().path()];
    paths.extend(view.references_named(of.name()).into_iter().map(|one| view.reference(one).file().path()));
    paths.dedup();
    paths.into_iter().any(|path| has_bases(path, of.name()))
}

#[cfg(test)]
mod tests {
    use super::is_directive;

    #[test]
    fn what_is_said_to_a_tool_is_no_sentence() {
        for line in [
            "// swagger:response users",
            "//go:linkname a b",
            "// +kubebuilder:object:root=true",
            "# pragma:once",
        ] {
            assert!(is_directive(line), "{line}");
        }
        for line in [
            "// in: body",
            "// see http://a.b",
            "// TODO:later",
            "// a::b",
            "// users: all",
            "//",
            "// a word",
        ] {
            assert!(!is_directive(line), "{line}");
        }
    }
}
