//! Closed lists as arguments: kinds, roles, resolutions.

use crate::protocol::problem::Problem;
use indexer_core::{Resolution, Role, SymbolKind};

/// Words of other tools for our kinds.
const OTHER_WORDS: &[(&str, SymbolKind)] = &[
    ("fn", SymbolKind::Function),
    ("func", SymbolKind::Function),
    ("def", SymbolKind::Function),
    ("mod", SymbolKind::Module),
    ("namespace", SymbolKind::Module),
    ("const", SymbolKind::Constant),
    ("var", SymbolKind::Variable),
    ("ctor", SymbolKind::Constructor),
    ("property_accessor", SymbolKind::Accessor),
    ("enum_member", SymbolKind::Variant),
];

/// The kinds named by a `kind` argument: kinds and groups (`type`, `callable`), separated by
/// commas. `None` for all.
pub fn kinds(argument: Option<&str>) -> Result<Option<Vec<SymbolKind>>, Problem> {
    let Some(argument) = argument else { return Ok(None) };
    let mut found = Vec::new();
    for word in argument.split(',').map(|word| word.trim().to_lowercase().replace('-', "_")) {
        match word.as_str() {
            "type" => found.extend(SymbolKind::ALL.iter().filter(|kind| kind.is_type())),
            "callable" => found.extend(SymbolKind::ALL.iter().filter(|kind| kind.is_callable())),
            word => found.push(kind(word)?),
        }
    }
    Ok(Some(found))
}

fn kind(word: &str) -> Result<SymbolKind, Problem> {
    let other = || OTHER_WORDS.iter().find(|(other, _)| *other == word).map(|(_, kind)| *kind);
    SymbolKind::parse(word).or_else(other).ok_or_else(|| {
        let known = SymbolKind::ALL.iter().filter(|kind| is_listed(**kind)).map(|kind| kind.as_str());
        Problem::argument("kind", format!("kind: no kind is called {word:?}"))
            .hint(format!("kinds: {}; groups: type, callable", known.collect::<Vec<_>>().join(", ")))
    })
}

/// True for a word of a kind, or of other tools for one: `class`, `fn`.
pub fn is_word(word: &str) -> bool {
    // `key error` is no error that is a key.
    SymbolKind::parse(word).is_some_and(|kind| !kind.is_outline())
        || OTHER_WORDS.iter().any(|(other, _)| *other == word)
}

/// True for the kinds that other files can name.
pub fn is_listed(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Parameter | SymbolKind::Local)
}

/// True when `kind` is one of those asked for.
pub fn wanted(kinds: Option<&[SymbolKind]>, kind: SymbolKind) -> bool {
    is_listed(kind) && kinds.is_none_or(|kinds| kinds.contains(&kind))
}

/// The resolutions named by a list; `all` names every one.
pub fn resolutions(words: &[String], default: &[Resolution]) -> Result<Vec<Resolution>, Problem> {
    if words.is_empty() {
        return Ok(default.to_vec());
    }
    let mut found = Vec::new();
    for word in split(words) {
        if word == "all" {
            return Ok(Resolution::ALL.to_vec());
        }
        found.push(Resolution::parse(&word).ok_or_else(|| {
            let known = Resolution::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(", ");
            Problem::argument("include", format!("include: {word:?} is none of {known}, all"))
        })?);
    }
    Ok(found)
}

/// The roles named by a list; `None` for all.
pub fn roles(words: &[String]) -> Result<Option<Vec<Role>>, Problem> {
    if words.is_empty() {
        return Ok(None);
    }
    let role = |word: String| {
        Role::parse(&word).ok_or_else(|| {
            let known = Role::ALL.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(", ");
            Problem::argument("roles", format!("roles: {word:?} is none of {known}"))
        })
    };
    split(words).map(role).collect::<Result<_, _>>().map(Some)
}

/// Lists may come as several values or as one with commas.
fn split(words: &[String]) -> impl Iterator<Item = String> {
    words.iter().flat_map(|word| word.split(',')).map(|word| word.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_groups_and_words_of_others() {
        assert_eq!(kinds(Some("fn, struct")).unwrap(), Some(vec![SymbolKind::Function, SymbolKind::Struct]));
        assert!(kinds(Some("type")).unwrap().unwrap().contains(&SymbolKind::Trait));
        assert_eq!(kinds(None).unwrap(), None);
        let problem = kinds(Some("klass")).unwrap_err();
        assert_eq!(problem.parameter.as_deref(), Some("kind"));
        assert!(problem.hint.unwrap().contains("struct"));
        assert_eq!(roles(&["call,read".into()]).unwrap(), Some(vec![Role::Call, Role::Read]));
        assert_eq!(resolutions(&["all".into()], &[]).unwrap().len(), 4);
        assert!(resolutions(&["maybe".into()], &[]).is_err());
    }
}
