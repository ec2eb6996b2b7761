//! What is a property in one language of a runtime and methods in another one.
//!
//! A property `title` has the methods `getTitle` and `setTitle`; one called `isOpen` has `isOpen` and `setOpen`
//! (JavaBeans 1.01, 8.3; "Calling Java from Kotlin" and "Calling Kotlin from Java" in the reference of Kotlin).

use crate::infer::{Members, reify_all};
use crate::query::Db;
use crate::resolve::resolve;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{ExprId, Expression, FileId, PropertyNames, Role, SymbolKind, Visibility};

/// What stands for a member that types of another language do not have under its own name, or keep to themselves: the
/// methods of the property that is named, or the property of the method. `own` is what they have, `look` looks a name up
/// in the same receiver, which is `of`. `None` where `own` is what is meant.
pub(crate) fn property_instead(
    db: &Db,
    of: Value,
    name: Text,
    own: &Members,
    look: impl Fn(Text, Option<bool>) -> Members,
) -> Option<Members> {
    let rules = db.unit(db.file())?.rules;
    let names = rules.properties?;
    let is_hidden = |value: Value| match value {
        Value::Definition(sym) => is_of_another(db, sym) && is_private(db, sym),
        _ => false,
    };
    let has_hidden = own.found.iter().any(is_hidden);
    // A field that is kept by itself says nothing beside a method of its name.
    if has_hidden {
        let methods = look(name, Some(true)).found;
        let seen: Set = methods.iter().filter(|value| !is_hidden(*value)).collect();
        if seen.iter().any(|value| matches!(value, Value::Definition(_))) {
            return Some(Members { found: seen, ..own.clone() });
        }
    }
    let is_told = |value: Value| matches!(value, Value::Definition(_)) && !is_hidden(value);
    if own.found.iter().any(is_told) {
        let seen = || own.found.iter().filter(|value| !is_hidden(*value)).collect();
        return has_hidden.then(|| Members { found: seen(), ..own.clone() });
    }
    let text = db.text_of(name);
    // The only instance of an object is a field of its class.
    if let Value::Type(TypeId::Def(sym), _) = of
        && names == PropertyNames::Methods
        && text.as_str() == "INSTANCE"
        && is_of_another(db, sym)
    {
        return Some(Members { found: Set::of(Value::Definition(sym)), ..Members::default() });
    }
    let (others, call) = match names {
        PropertyNames::Property => (methods_of(&text), true),
        PropertyNames::Methods => (properties_of(&text), false),
    };
    let mut found = Set::default();
    for other in others {
        let takes = u32::from(other.starts_with("set"));
        for value in look(db.text(&other), Some(call)).found.iter() {
            let Value::Definition(sym) = value else { continue };
            if !is_of_another(db, sym) || is_private(db, sym) {
                continue;
            }
            let Some(unit) = db.unit(sym.file) else { continue };
            db.depend_on_symbol(sym);
            let (kind, parameters) = (unit.kind(sym.def), unit.facts.definition(sym.def).parameters.len);
            let fits = match names {
                PropertyNames::Property => kind == SymbolKind::Method && parameters == takes,
                PropertyNames::Methods => !kind.is_callable() && !kind.is_type(),
            };
            if fits {
                found.add(value);
            }
        }
    }
    match found.is_empty() {
        false => Some(Members { found, ..Members::default() }),
        true => has_hidden.then(|| Members { open: true, ..Members::default() }),
    }
}

/// True for a definition in another language than that of the file that asks, of the same runtime.
fn is_of_another(db: &Db, sym: Symbol) -> bool {
    db.is_of_another_language(db.file(), sym.file)
}

fn is_private(db: &Db, sym: Symbol) -> bool {
    db.depend_on_symbol(sym);
    db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).visibility == Visibility::Private)
}

/// The methods of a property.
fn methods_of(property: &str) -> Vec<String> {
    let is_truth = property.strip_prefix("is").filter(|rest| rest.starts_with(char::is_uppercase));
    if let Some(rest) = is_truth {
        return vec![property.to_owned(), format!("set{rest}")];
    }
    let word = |length: usize| format!("{}{}", property[..length].to_uppercase(), &property[length..]);
    let first = property.chars().next().map_or(0, char::len_utf8);
    let small = property.find(|c: char| !c.is_lowercase()).unwrap_or(property.len());
    let mut all = Vec::new();
    // `url` is that of `getURL` too.
    for length in [first, small.max(first)] {
        let written = word(length);
        all.extend([format!("get{written}"), format!("set{written}")]);
    }
    all.dedup();
    all
}

/// The properties of which a method may be a part.
fn properties_of(method: &str) -> Vec<String> {
    let small = |rest: &str| {
        let mut letters = rest.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        first.chain(letters).collect::<String>()
    };
    let rest = |prefix: &str| method.strip_prefix(prefix).filter(|rest| rest.starts_with(char::is_uppercase));
    match (rest("get"), rest("set"), rest("is")) {
        (Some(rest), ..) => vec![small(rest)],
        (_, Some(rest), _) => vec![small(rest), format!("is{rest}")],
        (.., Some(_)) => vec![method.to_owned()],
        _ => Vec::new(),
    }
}

/// Of the methods of a property those that a use runs: writing runs the setter, reading the getter.
pub(crate) fn methods_run(db: &Db, role: Role, denoted: Set) -> Set {
    let names_properties =
        || db.unit(db.file()).is_some_and(|unit| unit.rules.properties == Some(PropertyNames::Property));
    if !matches!(role, Role::Read | Role::Write) || denoted.only().is_some() || !names_properties() {
        return denoted;
    }
    let is_run = |value: &Value| match value {
        Value::Definition(sym) if is_of_another(db, *sym) => db.unit(sym.file).is_none_or(|unit| {
            let takes = unit.facts.definition(sym.def).parameters.len > 0;
            takes == (role == Role::Write) || unit.kind(sym.def) != SymbolKind::Method
        }),
        _ => true,
    };
    let run: Set = denoted.iter().filter(is_run).collect();
    if run.is_empty() { denoted } else { run }
}

/// What members are worth that were found under the names of methods of a property: what its getter gives.
pub(crate) fn property_values(db: &Db, name: Text, values: Set) -> Set {
    let names = db.unit(db.file()).and_then(|unit| unit.rules.properties);
    if names != Some(PropertyNames::Property) {
        return values;
    }
    let text = db.text_of(name);
    let is_method = |value: &Value| match value {
        Value::Function(sym, _) => db.unit(sym.file).is_some_and(|unit| {
            is_of_another(db, *sym)
                && (unit.facts.name(unit.facts.definition(sym.def).name) != text.as_str()
                    || text.starts_with("is"))
        }),
        _ => false,
    };
    if !values.iter().any(|value| is_method(&value)) {
        return values;
    }
    let mut all = Set::default();
    for value in values.iter() {
        match value {
            Value::Function(sym, _) if is_method(&value) => {
                let takes =
                    db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).parameters.len > 0);
                if !takes {
                    all.extend(&crate::infer::call_value(db, value, &[]));
                }
            }
            other => all.add(other),
        }
    }
    if all.is_empty() { Set::unknown() } else { all }
}

/// The value of a property that is read by the call of its getter.
pub(crate) fn read_by_call(db: &Db, file: FileId, of: ExprId) -> Option<Set> {
    let unit = db.unit(file)?;
    if unit.rules.properties != Some(PropertyNames::Methods) {
        return None;
    }
    let Expression::Member { name, .. } = unit.facts.expression(of) else { return None };
    let text = unit.facts.name(name);
    if !(text.starts_with("get") || text.starts_with("is")) {
        return None;
    }
    let (found, _) = resolve(db, file, of, Some(true));
    let is_property = |value: Value| match value {
        Value::Definition(sym) => {
            is_of_another(db, sym) && db.unit(sym.file).is_some_and(|of| !of.kind(sym.def).is_callable())
        }
        _ => false,
    };
    let is_read = !found.is_empty() && found.iter().all(is_property);
    is_read.then(|| reify_all(db, &found, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_has_methods_and_a_method_a_property() {
        assert_eq!(methods_of("title"), ["getTitle", "setTitle", "getTITLE", "setTITLE"]);
        assert_eq!(methods_of("urlPath"), ["getUrlPath", "setUrlPath", "getURLPath", "setURLPath"]);
        assert_eq!(methods_of("isOpen"), ["isOpen", "setOpen"]);
        assert_eq!(methods_of("issue")[0], "getIssue");
        assert_eq!(properties_of("getTitle"), ["title"]);
        assert_eq!(properties_of("setOpen"), ["open", "isOpen"]);
        assert_eq!(properties_of("isOpen"), ["isOpen"]);
        assert!(properties_of("gets").is_empty() && properties_of("issue").is_empty());
    }
}
