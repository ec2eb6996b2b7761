//! Names with owners, as people and languages write them.

use super::Filter;
use crate::protocol::kinds;
use indexer_core::path::stem;
use indexer_store::{Symbol, View};

/// The names of a qualified name: `a::B.c()` is a, B, c, and so are `a\B::c`, `a%B%c` and `a:B.c`. A selector ends with the
/// colons that are part of it (`add:to:`). Arguments, type arguments, the marks of a Go
/// receiver, and a word before that says what it is (`class B`) are left out. What holds signs alone is one name.
pub fn names(text: &str) -> Vec<&str> {
    let text = without_kind(text.trim().trim_matches('`'));
    if let Some(sign) = sign(text) {
        return vec![sign];
    }
    let text = text.trim_start_matches(['(', '*', '&']);
    let text = text[..end_of_name(text)].trim();
    let separators: &[char] =
        if text.ends_with(':') { &['.', '#', '\\', '%'] } else { &['.', '#', '\\', '%', ':'] };
    let parts = text.split("::").flat_map(|part| part.split(separators));
    let is_operator = text.contains("operator");
    let plain = parts.map(|part| if is_operator { part } else { part.trim_end_matches(')') });
    plain
        .map(|part| part.trim_start_matches(['*', '&']))
        .map(|part| if is_operator { part } else { without_arguments(part) })
        .filter(|part| !part.is_empty())
        .collect()
}

/// [`names`] as symbols have them: the mark of a call of a macro is left out where no name ends with it (`vec!`), but
/// `save!` is a method in other languages.
pub fn known_names<'t>(view: &View, text: &'t str) -> Vec<&'t str> {
    let mut names = names(text);
    if let Some(last) = names.last_mut()
        && last.ends_with('!')
        && view.symbols_named(last, false).is_empty()
    {
        *last = last.trim_end_matches('!');
    }
    names.retain(|name| !name.is_empty());
    names
}

/// An operator that is the whole name, `%` or `(>>=)`.
fn sign(text: &str) -> Option<&str> {
    let sign = text.trim_matches(['(', ')', ' ']);
    let is_separator = |c: char| matches!(c, '.' | '#' | '\\' | ':');
    let has_name = sign.contains(|c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace());
    (!has_name && sign.contains(|c| !is_separator(c))).then_some(sign)
}

/// Where the arguments behind a name begin: `operator()` has its own parentheses in the name.
fn end_of_name(text: &str) -> usize {
    let is_call_operator = |at: usize| text[..at].ends_with("operator") && text[at..].starts_with("()");
    let parentheses = text.match_indices('(').map(|(at, _)| at);
    let mut ends = parentheses.filter(|at| *at > 0 && !is_call_operator(*at));
    ends.next().unwrap_or(text.len())
}

/// `Cart` of `class Cart`.
fn without_kind(text: &str) -> &str {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) if kinds::is_word(word) && !rest.trim().contains(char::is_whitespace) => {
            rest.trim()
        }
        _ => text,
    }
}

/// `Vec` of `Vec<T>`, `List` of `List[int]`.
fn without_arguments(part: &str) -> &str {
    match part.find(['<', '[']) {
        Some(0) | None => part,
        Some(at) => &part[..at],
    }
}

/// The symbols with these owners and name, in (path, position) order; those written in the same
/// case where there are any. Owners are compared from the inside out; where no symbol has exactly
/// these owners, names in between may be left out (`requests.get` for `requests.api.get`).
pub fn by_name<'v>(view: &'v View, names: &[&str], filter: Filter<'_>) -> Vec<Symbol<'v>> {
    let Some((name, owners)) = names.split_last() else { return Vec::new() };
    in_case(owned_by(of_name(view, names, filter), owners), name)
}

/// The symbols with the last of these names that the filter takes, and those whose own name is several of the last
/// ones: `Phoenix.Router` is one name in Elixir, `Shop::Cart` in Perl.
pub(super) fn of_name<'v>(view: &'v View, names: &[&str], filter: Filter<'_>) -> Vec<Symbol<'v>> {
    let Some(name) = names.last() else { return Vec::new() };
    let mut all = view.symbols_named(name, filter.exact);
    for first in (names.len().saturating_sub(MOST_OF_NAME)..names.len() - 1).rev() {
        for separator in [".", "::"] {
            all.extend(view.symbols_named(&names[first..].join(separator), filter.exact));
        }
    }
    all.into_iter().map(|symbol| view.sym(symbol)).filter(|symbol| passes(symbol, filter)).collect()
}

/// What files of this name are for others where no token of theirs declares it: a component is known by the name of its
/// file, `my-part` as `MyPart`.
pub(super) fn defaults<'v>(view: &'v View, name: &str, filter: Filter<'_>) -> Vec<Symbol<'v>> {
    let folded = |text: &str| text.replace(['-', '_'], "").to_lowercase();
    let wanted = folded(name);
    let all = view.symbols_named("default", true).into_iter().map(|symbol| view.sym(symbol));
    all.filter(|symbol| folded(stem(symbol.file().path())) == wanted && symbol.owner().is_none())
        .filter(|symbol| symbol.name_span().start == symbol.name_span().end)
        .filter(|symbol| passes(symbol, filter))
        .collect()
}

/// Most names that are one name of a symbol.
const MOST_OF_NAME: usize = 8;

/// True where the filter takes a symbol.
pub(super) fn passes(symbol: &Symbol<'_>, filter: Filter<'_>) -> bool {
    kinds::wanted(filter.kinds, symbol.kind())
        && filter.scope.is_none_or(|scope| scope.covers(symbol.file().path()))
}

/// Those that are written in the same case, where there are any.
pub(super) fn in_case<'v>(found: Vec<Symbol<'v>>, name: &str) -> Vec<Symbol<'v>> {
    let is_same = |symbol: &Symbol<'_>| match symbol.name().strip_suffix(name) {
        Some(before) => before.is_empty() || before.ends_with(['.', ':']),
        None => false,
    };
    let same: Vec<Symbol<'v>> = found.iter().copied().filter(is_same).collect();
    if same.is_empty() { found } else { same }
}

/// How owners that are asked for may stand among those of a symbol, the closest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// They are the innermost ones, without a gap.
    Direct,
    /// The innermost agrees; before it, names may be left out.
    Inner,
    /// Names may be left out anywhere.
    Loose,
}

/// Those of `symbols` whose owners or modules are `owners`, directly or with names in between; where none has them, those
/// whose own head has them before the name, as that of a table has its schema.
pub fn owned_by<'v>(symbols: Vec<Symbol<'v>>, owners: &[&str]) -> Vec<Symbol<'v>> {
    if owners.is_empty() {
        return symbols;
    }
    let chains = chains(&symbols);
    let fits = [Fit::Direct, Fit::Inner, Fit::Loose].into_iter().map(|fit| select(&chains, owners, fit));
    let mut fits = fits.filter(|found| !found.is_empty());
    fits.next().unwrap_or_else(|| {
        let own = |symbol: &Symbol<'v>| is_written_behind(symbol.signature(), owners, symbol.name());
        symbols.into_iter().filter(own).collect()
    })
}

/// True where a head has the name with the owners before it: `CREATE TABLE shop.cart (`. What is behind the name itself is
/// its value, or what it takes: `router = express.Router()` is no part of `express`.
fn is_written_behind(signature: &str, owners: &[&str], name: &str) -> bool {
    let wanted = format!("{}.{name}", owners.join(".")).to_lowercase();
    let name = name.to_lowercase();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let signature = signature.to_lowercase();
    let mut words = signature.split(|c: char| !is_part(c));
    words.find(|word| word.rsplit('.').next() == Some(name.as_str())).is_some_and(|word| word == wanted)
}

/// Those whose innermost owners are `owners`.
pub(super) fn owned_directly<'v>(symbols: &[Symbol<'v>], owners: &[&str]) -> Vec<Symbol<'v>> {
    select(&chains(symbols), owners, Fit::Direct)
}

fn chains<'v>(symbols: &[Symbol<'v>]) -> Vec<(Symbol<'v>, String)> {
    symbols.iter().map(|symbol| (*symbol, symbol.qualified())).collect()
}

fn select<'v>(chains: &[(Symbol<'v>, String)], owners: &[&str], fit: Fit) -> Vec<Symbol<'v>> {
    let fits = |qualified: &str| {
        let mut around = names(qualified);
        around.pop();
        owns(&around, owners, fit)
    };
    chains.iter().filter(|(_, qualified)| fits(qualified)).map(|(symbol, _)| *symbol).collect()
}

/// True for the same name in any case, and for the last folder of a path that is a module's name.
pub(super) fn same(around: &str, owner: &str) -> bool {
    let (around, owner) = (around.to_lowercase(), owner.to_lowercase());
    around == owner || around.strip_suffix(&owner).is_some_and(|rest| rest.ends_with('/'))
}

fn owns(around: &[&str], owners: &[&str], fit: Fit) -> bool {
    let direct = |around: &[&str], owners: &[&str]| {
        around.len() >= owners.len()
            && around[around.len() - owners.len()..].iter().zip(owners).all(|(a, b)| same(a, b))
    };
    match fit {
        Fit::Direct => direct(around, owners),
        Fit::Inner if !direct(around, &owners[owners.len().saturating_sub(1)..]) => false,
        _ => {
            let mut rest = around.iter();
            owners.iter().all(|owner| rest.any(|one| same(one, owner)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_compared_from_the_inside() {
        let around = ["requests", "api", "Session"];
        assert!(owns(&around, &["session"], Fit::Direct));
        assert!(owns(&around, &["api", "Session"], Fit::Direct));
        assert!(!owns(&around, &["requests", "Session"], Fit::Direct));
        assert!(owns(&around, &["requests", "Session"], Fit::Inner));
        assert!(!owns(&around, &["requests", "api"], Fit::Inner));
        assert!(owns(&around, &["requests", "api"], Fit::Loose));
        assert!(!owns(&around, &["Session", "requests"], Fit::Loose));
        assert!(owns(&["com/gin-gonic/gin"], &["gin"], Fit::Direct));
    }

    #[test]
    fn owners_in_a_head_stand_before_the_name_itself() {
        assert!(is_written_behind("CREATE TABLE Shop.Cart (", &["shop"], "cart"));
        assert!(!is_written_behind("const router = express.Router()", &["express"], "Router"));
        assert!(!is_written_behind("def cart(of=shop.cart)", &["shop"], "cart"));
    }

    #[test]
    fn what_languages_write_around_names_is_left_out() {
        for (text, expected) in [
            ("(*Engine).ServeHTTP", "Engine ServeHTTP"),
            ("Vec<T>::push", "Vec push"),
            ("List[int].append", "List append"),
            ("Gson.fromJson(String, Class)", "Gson fromJson"),
            ("class Cart", "Cart"),
            ("std::vec!", "std vec!"),
            ("Base#save!", "Base save!"),
            ("Less::operator()", "Less operator()"),
            ("Less::operator()(int, int)", "Less operator()"),
            ("%", "%"),
            ("(>>=)", ">>="),
            ("::", ""),
            ("()", ""),
            ("shop:total/2", "shop total/2"),
            ("price%taxed", "price taxed"),
            ("Cart.add:to:", "Cart add:to:"),
            ("Foo::operator<", "Foo operator<"),
        ] {
            assert_eq!(names(text).join(" "), expected, "{text}");
        }
    }
}
