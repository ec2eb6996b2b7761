//! Where the parts of a call stand that a rule speaks of.

use indexer_core::framework::Place;
use indexer_core::{Bound, ExprId, Expression, FileFacts, List, ScopeId};

/// What stands where a text is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A text.
    Text(String),
    /// Something that is no text, or one that is not kept.
    Open,
    /// Nothing.
    Nothing,
}

/// The argument at a place of a call.
pub(crate) fn argument(facts: &FileFacts, arguments: List, place: &Place) -> Option<ExprId> {
    let mut by_position = facts
        .list(arguments)
        .iter()
        .filter(|id| !matches!(facts.expression(**id), Expression::Keyword { .. }));
    match place {
        Place::Argument(at) | Place::From(at) | Place::Inside(at, ..) => {
            by_position.nth(*at as usize).copied()
        }
        Place::Text(at) => by_position.nth(*at as usize).copied().filter(|id| facts.text(*id).is_some()),
        Place::Last(more_than) => {
            let all: Vec<ExprId> = by_position.copied().collect();
            (all.len() > *more_than as usize).then(|| all.last().copied()).flatten()
        }
        Place::Keyword(wanted) => facts.list(arguments).iter().find_map(|id| match facts.expression(*id) {
            Expression::Keyword { name, value } if facts.name(name) == wanted => Some(value),
            Expression::Object(scope) => field(facts, scope, wanted),
            // An array with keys: `['prefix' => 'api']`.
            Expression::Collection(_, list) => {
                facts.list(list).iter().find_map(|id| match facts.expression(*id) {
                    Expression::Keyword { name, value } if facts.name(name) == wanted => Some(value),
                    _ => None,
                })
            }
            _ => None,
        }),
        Place::Decorated
        | Place::Returned
        | Place::Receiver
        | Place::OwnName
        | Place::Method(_)
        | Place::Beside(_)
        | Place::Field(_)
        | Place::Module(_)
        | Place::OfApplication
        | Place::KeywordOf(..)
        | Place::Package(_)
        | Place::Chained(_)
        | Place::TypeArgument(_) => None,
    }
}

/// What stands under a name in an object: each of several where branches give it.
pub(crate) fn fields(facts: &FileFacts, scope: ScopeId, wanted: &str) -> Vec<ExprId> {
    let Some(named) = facts.bindings(scope).iter().find(|one| facts.name(one.name) == wanted) else {
        return Vec::new();
    };
    let Bound::Definition(def) = named.bound else { return Vec::new() };
    match facts.expression(facts.definition(def).value) {
        Expression::Union(list) => facts.list(list).to_vec(),
        Expression::Unknown => Vec::new(),
        _ => vec![facts.definition(def).value],
    }
}

/// What stands under a name in an object that is an argument: `{ prefix: "/x" }`.
fn field(facts: &FileFacts, scope: ScopeId, wanted: &str) -> Option<ExprId> {
    let named = facts.bindings(scope).iter().find(|one| facts.name(one.name) == wanted)?;
    let Bound::Definition(def) = named.bound else { return None };
    let value = facts.definition(def).value;
    match facts.expression(value) {
        Expression::Union(list) => facts.list(list).first().copied(),
        Expression::Unknown => None,
        _ => Some(value),
    }
}

/// The text at the first of the places where something stands.
pub(crate) fn text(facts: &FileFacts, arguments: List, places: &[Place]) -> Found {
    match places.iter().find_map(|place| argument(facts, arguments, place)) {
        Some(id) => match facts.text(id).or_else(|| first_of(facts, id)) {
            Some(text) => Found::Text(text.to_owned()),
            None => Found::Open,
        },
        None => Found::Nothing,
    }
}

fn first_of(facts: &FileFacts, id: ExprId) -> Option<&str> {
    match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => facts.text(*facts.list(list).first()?),
        _ => None,
    }
}

/// The texts of a list, or the one that stands alone, and names as they are written; empty where one is neither.
pub(crate) fn texts(facts: &FileFacts, id: ExprId) -> Vec<String> {
    if let Some(text) = facts.text(id) {
        return vec![text.to_owned()];
    }
    let name = |id: ExprId| match facts.expression(id) {
        Expression::Member { name, .. } | Expression::Name { name, .. } => Some(facts.name(name).to_owned()),
        _ => None,
    };
    match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => {
            let all = facts.list(list).iter();
            all.map(|id| facts.text(*id).map(str::to_owned).or_else(|| name(*id)))
                .collect::<Option<_>>()
                .unwrap_or_default()
        }
        _ => name(id).into_iter().collect(),
    }
}

/// Methods of HTTP.
const METHODS: &[&str] =
    &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "ANY", "ALL"];

/// The methods of a list, or the one that stands alone, in capitals; empty where one is neither a text nor named as a method
/// is.
pub(crate) fn methods_at(facts: &FileFacts, id: ExprId) -> Vec<String> {
    let one = |id: ExprId| match facts.text(id) {
        Some(text) => Some(text.to_uppercase()),
        None => match facts.expression(id) {
            Expression::Member { name, .. } | Expression::Name { name, .. } => method_named(facts.name(name)),
            _ => None,
        },
    };
    match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => {
            facts.list(list).iter().map(|id| one(*id)).collect::<Option<_>>().unwrap_or_default()
        }
        // A list with its type.
        Expression::Put { value, .. } => methods_at(facts, value),
        _ => one(id).into_iter().collect(),
    }
}

/// The method that a constant is called after: `GET` of `RequestMethod.GET`, `PUT` of `http.MethodPut`.
fn method_named(name: &str) -> Option<String> {
    let name = name.to_uppercase();
    let bare = name.strip_prefix("METHOD").map_or(name.as_str(), |bare| bare.trim_start_matches('_'));
    METHODS.contains(&bare).then(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::method_named;

    #[test]
    fn constants_are_called_after_methods() {
        assert_eq!(method_named("MethodPut").as_deref(), Some("PUT"));
        assert_eq!(method_named("GET").as_deref(), Some("GET"));
        assert_eq!(method_named("METHOD"), None);
        assert_eq!(method_named("usual"), None);
    }
}
