//! Texts as the program makes them: written out, held by a constant of the repository, or put together of both. What is not
//! known of one is `?`.

use super::set_again::is_set_again;
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::framework::joined;
use indexer_core::{ExprId, Expression, FileId, Owner, SymbolKind};

/// Longer ways from a name to its text than this are not followed.
const DEEPEST: u32 = 8;
/// More texts of one list than this are not looked at.
const MOST_TEXTS: usize = 12;

/// A text, with `?` in the place of each part that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// True where a part is not known.
    pub(crate) is_open: bool,
}

impl Written {
    pub(crate) fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_open: false }
    }

    /// A text of which nothing is known.
    pub(crate) fn unknown() -> Self {
        Self { text: "?".to_owned(), is_open: true }
    }

    /// This one and another one behind it.
    fn with(&self, behind: &Self) -> Self {
        let text = match behind.text.strip_prefix('?').filter(|_| self.text.ends_with('?')) {
            Some(rest) if self.is_open && behind.is_open => rest,
            _ => &behind.text,
        };
        Self { text: format!("{}{text}", self.text), is_open: self.is_open || behind.is_open }
    }

    /// This one as the beginning of a path.
    pub(crate) fn before(&self, path: &Self) -> Self {
        Self { text: joined(&self.text, &path.text), is_open: self.is_open || path.is_open }
    }
}

/// The texts that an expression is: each one of a list.
pub(crate) fn written(db: &Db<'_, '_>, file: FileId, id: ExprId) -> Vec<Written> {
    let Some(unit) = db.unit(file) else { return vec![Written::unknown()] };
    let facts = unit.facts;
    let all = match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => facts.list(list),
        _ => return vec![one(db, file, id, DEEPEST).unwrap_or_else(Written::unknown)],
    };
    if all.is_empty() {
        return vec![Written::unknown()];
    }
    let each = all.iter().take(MOST_TEXTS);
    each.map(|id| one(db, file, *id, DEEPEST).unwrap_or_else(Written::unknown)).collect()
}

/// The only text that an expression is; `?` where it is a list of several.
pub(crate) fn written_alone(db: &Db<'_, '_>, file: FileId, id: ExprId) -> Written {
    match <[Written; 1]>::try_from(written(db, file, id)) {
        Ok([only]) => only,
        Err(_) => Written::unknown(),
    }
}

/// `None` where nothing of it is known.
fn one(db: &Db<'_, '_>, file: FileId, id: ExprId, depth: u32) -> Option<Written> {
    let depth = depth.checked_sub(1)?;
    let facts = db.unit(file)?.facts;
    if let Some(text) = facts.text(id) {
        return Some(Written::of(text));
    }
    match facts.expression(id) {
        Expression::Combined { left, right } => both(db, file, [left, right], depth),
        // An operator that is a function: `ROOT + "/x"` of Kotlin.
        Expression::Call { of, arguments } => match (facts.expression(of), facts.list(arguments)) {
            (Expression::Member { of: left, name, .. }, [right]) if facts.name(name) == "plus" => {
                both(db, file, [left, *right], depth)
            }
            (Expression::Member { of: parts, name, .. }, []) if facts.name(name) == "concat" => {
                let Expression::Collection(_, list) = facts.expression(parts) else { return None };
                let parts = facts.list(list).iter().take(MOST_TEXTS);
                let parts = parts.map(|id| one(db, file, *id, depth).unwrap_or_else(Written::unknown));
                parts.reduce(|all, part| all.with(&part))
            }
            _ => None,
        },
        Expression::Put { value, .. } => one(db, file, value, depth),
        Expression::Name { .. } | Expression::Member { .. } => {
            let Value::Definition(sym) = resolve(db, file, id, None).0.only()? else { return None };
            let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
            // Of variables only those keep a text that are set once.
            let definition = unit.facts.definition(sym.def);
            let text = match unit.facts.expression(definition.value) {
                Expression::Put { value, .. } => unit.facts.text(value),
                _ => unit.facts.text(definition.value),
            };
            db.depend_on_symbol(sym);
            match unit.kind(sym.def) {
                SymbolKind::Constant => one(db, sym.file, definition.value, depth),
                SymbolKind::Variable if definition.owner != Owner::File => None,
                SymbolKind::Variable | SymbolKind::Field
                    if is_set_again(db, (sym.file, unit), definition) =>
                {
                    None
                }
                SymbolKind::Variable => text.map(Written::of),
                // Where one is made it may be given another one.
                SymbolKind::Field => text.map(|text| Written { is_open: true, ..Written::of(text) }),
                _ => None,
            }
        }
        _ => None,
    }
}

fn both(db: &Db<'_, '_>, file: FileId, parts: [ExprId; 2], depth: u32) -> Option<Written> {
    let [left, right] = parts.map(|part| one(db, file, part, depth));
    if left.is_none() && right.is_none() {
        return None;
    }
    let [left, right] = [left, right].map(|part| part.unwrap_or_else(Written::unknown));
    Some(left.with(&right))
}

/// The path of an address, without its server and what is asked behind `?`.
pub(super) fn path_of_url(url: &str) -> String {
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => url,
    };
    path.split(['?', '#']).next().unwrap_or("").to_owned()
}

/// What stands behind each first mark in a text, up to the second one or `:`: `jwt.secret` in `${jwt.secret:none}`.
pub(super) fn parts_between<'t>(text: &'t str, (begin, end): &(String, String)) -> Vec<&'t str> {
    let behind = text.match_indices(begin.as_str()).map(|(at, mark)| &text[at + mark.len()..]);
    let name = |rest: &'t str| {
        let rest = rest.split_once(end.as_str()).map_or(rest, |(inside, _)| inside);
        rest.split([':', '$']).next().unwrap_or("").trim()
    };
    behind.map(name).filter(|name| !name.is_empty()).collect()
}
