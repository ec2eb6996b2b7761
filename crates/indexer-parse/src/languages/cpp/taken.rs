//! What the parameters of a function take, read from its signature.

use indexer_core::{Holding, Taken, TakenList};

/// What conditions on types are written with.
const CONDITIONS: &[&str] = &["enable_if", "decltype", "requires", "ENABLE_IF"];

/// Words before a type that say nothing of which one it is.
const QUALIFIERS: &[&str] =
    &["const", "volatile", "typename", "register", "struct", "class", "enum", "constexpr"];

/// Bytes of a signature, and parameters of its template: a longer one says nothing, so that it costs no more than its length.
const LONGEST: usize = 2_000;
const MOST_TYPE_PARAMETERS: usize = 32;

/// What the parameters of a function of this name take; `None` for one without parameters, and where it is too long.
pub(in crate::languages) fn taken(signature: &str, name: &str) -> Option<TakenList> {
    if signature.len() > LONGEST || name.is_empty() {
        return None;
    }
    let mut rest = signature.trim_start();
    let mut heads: Vec<&str> = Vec::new();
    while let Some(behind) = rest.strip_prefix("template") {
        let Some(open) = behind.trim_start().strip_prefix('<') else { break };
        let (head, after) = closed(open, b'>')?;
        heads.push(head);
        rest = after.trim_start();
    }
    let (before, list) = parameters(rest, name)?;
    let (list, after) = closed(list, b')')?;
    let all = parts(list);
    if all.is_empty() || all == ["void"] {
        return None;
    }
    // The head of a method that is defined outside of its class is that of the class.
    let is_outside = before.trim_end().ends_with("::");
    let head = if is_outside && heads.len() < 2 { None } else { heads.last() };
    let own = head.map(|head| type_parameters(head)).unwrap_or_default();
    if own.len() > MOST_TYPE_PARAMETERS {
        return None;
    }
    let is_condition = |text: &str| CONDITIONS.iter().any(|word| text.contains(word));
    let is_open = |one: &TypeParameter<'_>| !one.is_pack && !one.has_default && !mentions(list, one.name);
    let mut found = TakenList {
        is_template: head.is_some_and(|head| !head.trim().is_empty()),
        is_constrained: heads.iter().any(|head| is_condition(head))
            || is_condition(before)
            || is_condition(after)
            || own.iter().any(|one| one.name.is_empty() || one.is_concept || is_open(one)),
        is_explicit: is_explicit(before),
        ..TakenList::default()
    };
    for one in all {
        let (of, is_pack) = parameter(one, &own, head.copied().unwrap_or_default());
        found.all.push(of);
        found.holding.push(holding(one, of));
        found.has_rest = is_pack;
    }
    Some(found)
}

/// What stands before the name whose parameters follow, and what stands behind their parenthesis.
fn parameters<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find(name) {
        let (start, end) = (from + at, from + at + name.len());
        let is_word = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let before = start.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        if !is_word(before)
            && let Some(list) = text[end..].trim_start().strip_prefix('(')
        {
            return Some((&text[..start], list));
        }
        from = end;
    }
    None
}

/// The text up to the bracket that closes what was opened before it, and what stands behind.
fn closed(text: &str, close: u8) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    let mut round = 0_u32;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == close && depth == 0 && (round == 0 || close == b')') {
            return Some((&text[..at], &text[at + 1..]));
        }
        match byte {
            b'(' | b'[' | b'{' => {
                round += 1;
                depth += u32::from(close == b')');
            }
            b')' | b']' | b'}' => {
                round = round.saturating_sub(1);
                if close == b')' {
                    depth = depth.saturating_sub(1);
                }
            }
            b'<' if close == b'>' && round == 0 => depth += 1,
            b'>' if close == b'>' && round == 0 && at.checked_sub(1).is_none_or(|at| bytes[at] != b'-') => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    None
}

/// The parts of a list between its commas.
fn parts(list: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    let bytes = list.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'>' if at.checked_sub(1).is_none_or(|at| bytes[at] != b'-') => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                all.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(list[start..].trim());
    all.retain(|one| !one.is_empty());
    all
}

/// A parameter in the head of a template.
struct TypeParameter<'t> {
    name: &'t str,
    is_type: bool,
    is_pack: bool,
    has_default: bool,
    /// Its type must fit a concept.
    is_concept: bool,
}

fn type_parameters(head: &str) -> Vec<TypeParameter<'_>> {
    let one = |text| {
        let (declared, default) = match split_default(text) {
            Some((declared, _)) => (declared, true),
            None => (text, false),
        };
        let all = words(declared);
        let is_type = all.iter().any(|word| matches!(*word, "typename" | "class"));
        let is_value = || all.iter().any(|word| built_in(word).is_some());
        let is_called = declared.contains('(');
        let name = match all.as_slice() {
            [.., last] if is_type && !matches!(*last, "typename" | "class") => last,
            [_, .., last] if !is_type && !is_called && built_in(last).is_none() => last,
            _ => "",
        };
        TypeParameter {
            name,
            is_type,
            is_pack: text.contains("..."),
            has_default: default,
            is_concept: !is_type && !is_value() && !name.is_empty(),
        }
    };
    parts(head).into_iter().map(one).collect()
}

/// What a parameter is, and its default.
fn split_default(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            b'=' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn words(text: &str) -> Vec<&str> {
    let is_apart = |c: char| !(c.is_alphanumeric() || c == '_');
    text.split(is_apart).filter(|word| !word.is_empty()).collect()
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).contains(&name)
}

/// What one parameter takes, and whether it takes any number of arguments.
fn parameter(text: &str, own: &[TypeParameter<'_>], head: &str) -> (Taken, bool) {
    let text = split_default(text).map_or(text, |(declared, _)| declared);
    let is_pack = text.contains("...");
    if text.trim() == "..." {
        return (Taken::Unknown, true);
    }
    let is_pointer = text.contains('*');
    let is_array = text.contains('[');
    // A pointer to functions, or a reference to an array.
    let is_wrapped = text.contains('(');
    if is_pointer && (is_wrapped || text.matches('*').count() > 1) {
        return (Taken::Unknown, is_pack);
    }
    let all = words(text);
    let plain: Vec<&str> = all.iter().copied().filter(|word| !QUALIFIERS.contains(word)).collect();
    let Some(first) = plain.first() else { return (Taken::Unknown, is_pack) };
    if is_array && text.contains("(&") && !all.contains(&"const") {
        return (Taken::Array, is_pack);
    }
    let mut kinds = plain.iter().map_while(|word| built_in(word));
    if let Some(kind) = kinds.next() {
        let kind = kinds.fold(kind, Word::with);
        let of = match (kind, is_pointer || is_array) {
            (Word::Char, true) => Taken::Text,
            (Word::Wide, true) => Taken::WideText,
            (_, true) => Taken::Pointer,
            (Word::Char, false) => Taken::Character,
            (Word::Int, false) => Taken::Integer,
            (Word::Other, false) => Taken::OtherInteger,
            (Word::Float, false) => Taken::Float,
            (Word::Single, false) => Taken::Single,
            (Word::Bool, false) => Taken::Boolean,
            (Word::Wide | Word::Void, false) => Taken::Unknown,
        };
        return (of, is_pack);
    }
    if *first == "auto" {
        return (if is_pointer { Taken::AnyPointer } else { Taken::Any }, is_pack);
    }
    let is_own = |name: &str| own.iter().any(|one| one.is_type && one.name == name);
    let is_made = plain.iter().any(|word| is_own(word) || own.iter().any(|one| one.name == *word));
    // `T::value_type` is not deduced.
    let is_path = text.contains("::");
    let of = if is_own(first) && !is_path && !text.contains('<') {
        match (is_pointer || is_array, head.contains(&format!("{first}::"))) {
            (true, _) => Taken::AnyPointer,
            (false, true) => Taken::AnyClass,
            (false, false) => Taken::Any,
        }
    } else if is_own(first) {
        Taken::Unknown
    } else if is_made {
        if is_pointer || is_array { Taken::Unknown } else { Taken::Made }
    } else if is_wrapped || is_array {
        Taken::Unknown
    } else if is_pointer {
        Taken::NamedPointer
    } else if plain.iter().any(|word| matches!(*word, "wchar_t" | "wstring" | "wstring_view")) {
        Taken::WideTextClass
    } else if text.contains("std::") && matches!(plain.get(1), Some(&"string" | &"string_view")) {
        Taken::TextClass
    } else {
        Taken::Named
    };
    (of, is_pack)
}

/// True where the word stands there without a condition.
fn is_explicit(before: &str) -> bool {
    let word = "explicit";
    before.match_indices(word).any(|(at, _)| {
        let is_apart = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
        let behind = before[at + word.len()..].trim_start();
        is_apart(before[..at].chars().next_back())
            && is_apart(before[at + word.len()..].chars().next())
            && !behind.starts_with('(')
    })
}

/// How a parameter holds what it is given. What is deduced is whatever is given.
fn holding(text: &str, of: Taken) -> Holding {
    let text = split_default(text).map_or(text, |(declared, _)| declared);
    if text.contains('(') || text.contains('*') || matches!(of, Taken::Unknown) {
        return Holding::Any;
    }
    let is_deduced = matches!(of, Taken::Any | Taken::AnyClass);
    if text.contains("&&") {
        return if is_deduced { Holding::Any } else { Holding::TakenOver };
    }
    match text.contains('&') && !words(text).contains(&"const") {
        true => Holding::Changed,
        false => Holding::Any,
    }
}

/// What a word of a type that is built in says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Void,
    Bool,
    Char,
    Wide,
    Int,
    Other,
    Float,
    Single,
}

impl Word {
    /// Both words, one behind the other: `unsigned long int`, `long double`.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Float, _) | (_, Self::Float) => Self::Float,
            // A signed or unsigned one is another type than a character.
            (Self::Int, Self::Int) => Self::Int,
            _ => Self::Other,
        }
    }
}

fn built_in(word: &str) -> Option<Word> {
    Some(match word {
        "void" => Word::Void,
        "bool" => Word::Bool,
        "char" => Word::Char,
        "wchar_t" | "char8_t" | "char16_t" | "char32_t" => Word::Wide,
        "int" => Word::Int,
        "long" | "short" | "signed" | "unsigned" | "size_t" | "ptrdiff_t" | "ssize_t" => Word::Other,
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "intptr_t" | "intmax_t" => Word::Other,
        "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "uintptr_t" | "uintmax_t" => Word::Other,
        "double" => Word::Float,
        "float" => Word::Single,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(signature: &str, name: &str, expected: &str) {
        let found = taken(signature, name).map(|list| list.written());
        assert_eq!(found.as_deref().unwrap_or("none"), expected, "{signature}");
    }

    #[test]
    fn parameters_are_told_by_what_is_written() {
        check("void f(int a, unsigned long b, const char* c, bool d = g(1, 2))", "f", "ilsb");
        check("void f(const wchar_t* a, void* b, char c, double d, const A& e, A* f)", "f", "wvcfnp");
        check("void f(float a, long double b, float* c)", "f", "gfv");
        check("void f(void)", "f", "none");
        check("void f(int (*g)(int), ...)", "f", "uu+");
        check("template <class T> void f(T a, const T& b, T* c, A<T> d, typename T::x e)", "f", "<**amu");
    }

    #[test]
    fn texts_and_what_is_held_are_told() {
        check("void f(const std::string& a, std::wstring_view b, v<wchar_t> c, v<char> d)", "f", "txxn");
        check("explicit A(int& a, B&& b, const B& c, B* d)", "A", "!i&n^np");
        check("explicit(x) A(B& a)", "A", "n&");
        check("template <class T> void f(T& a, T&& b, A<T>&& c)", "f", "<*&*m^");
    }

    #[test]
    fn conditions_of_templates_are_seen() {
        check("template <typename... T> auto format(s<T...> a, T&&... b) -> std::string", "format", "<m*+");
        check("template <typename L, FMT_ENABLE_IF(sizeof(L::x) != 0)> locale(const L& a)", "locale", "?<k");
        check("template <class T, class = std::enable_if_t<is<T>()>> void f(T a)", "f", "?<*");
        check("template <class T> auto f(T a) -> decltype(g(a))", "f", "?<*");
        check("template <Sortable T> void f(T a)", "f", "?<m");
        check("template <class R> R f(int a)", "f", "?<i");
        check("template <size_t N> void f(const char (&a)[N])", "f", "<s");
        check("template <class T, size_t N> void f(char (&a)[N], T (&b)[N], T c[N])", "f", "<rra");
    }

    #[test]
    fn the_head_of_a_class_is_not_that_of_its_methods() {
        check("template <class T> void A<T>::f(T a)", "f", "n");
        check("template <class T> template <class U> void A<T>::f(T a, U b)", "f", "<n*");
    }

    #[test]
    fn broken_signatures_end() {
        for text in ["template <", "template <class T", "f(", "f", "", "template<>f((((", "operator()(int"] {
            let _ = taken(text, "f");
            assert_eq!(taken(text, ""), None, "what has no name is not looked for");
        }
        let long = format!("void f({})", "int a, ".repeat(400));
        assert_eq!(taken(&long, "f"), None);
    }
}
