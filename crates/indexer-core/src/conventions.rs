//! What a runtime or a tool uses by its name or by a mark beside it, without a reference that tells of it.

/// The conventions of a language.
#[derive(Debug)]
pub struct Conventions {
    /// Names of members and functions that the language, its library or its tools look for, separated by blanks.
    pub names: &'static str,
    /// What a line that names something says where others use it, separated by blanks: words where they begin with a letter.
    pub marks: &'static str,
    /// By what a text that looks names up while it runs is known, separated by blanks.
    pub lookups: &'static str,
    /// Behind what the name of something stands that is called or read, separated by blanks: where that is no literal, any
    /// name may be meant. With a comma before it, the name is the second of what is given.
    pub computed: &'static str,
    /// True where what is visible in a part of a package is so to modules, and not to the types below (Rust).
    pub restricts_to_modules: bool,
    /// True where constants of a module may be read by what it uses (attributes of Elixir).
    pub constants_are_read: bool,
    /// The word before a module whose code is put into the one around, and may call what that keeps to itself (`use` of
    /// Elixir); "" where there is none.
    pub puts_in: &'static str,
    /// True where any block of a type may say what it conforms to (Swift).
    pub blocks_conform: bool,
    /// True for a file, by its path, whose types may add to types outside.
    pub adds_to_outside: fn(path: &str) -> bool,
}

impl Conventions {
    /// None at all.
    pub const BASE: Conventions = Conventions {
        names: "",
        marks: "",
        lookups: "",
        computed: "",
        restricts_to_modules: false,
        constants_are_read: false,
        puts_in: "",
        blocks_conform: false,
        adds_to_outside: |_| false,
    };

    /// True where the language or its tools look for things of this name.
    pub fn is_looked_for(&self, name: &str) -> bool {
        self.names.split_whitespace().any(|one| one == name)
    }

    /// True where a text puts code of other modules into its own.
    pub fn takes_code_in(&self, text: &str) -> bool {
        let begins = |line: &str| {
            line.trim_start().strip_prefix(self.puts_in).is_some_and(|rest| rest.starts_with(' '))
        };
        !self.puts_in.is_empty() && text.lines().any(begins)
    }

    /// True where a line that names something says that others than the language's own code use it.
    pub fn is_marked(&self, line: &str) -> bool {
        self.marks.split_whitespace().any(|mark| stands_in(line, mark))
    }

    /// True where a text makes names of parts while it runs, or has them made.
    pub fn looks_names_up(&self, text: &str) -> bool {
        self.lookups.split_whitespace().any(|word| stands_in(text, word))
    }

    /// True where a text names something by a value: what is meant is known only while it runs.
    pub fn computes_names(&self, text: &str) -> bool {
        self.computed.split_whitespace().any(|word| {
            let (mark, is_second) = word.strip_prefix(',').map_or((word, false), |mark| (mark, true));
            places(text, mark).any(|at| is_value(&text[at + mark.len()..], is_second) || mark.ends_with('$'))
        })
    }
}

/// True where a text begins with a name that a value gives, behind brackets; `is_second` where that is what the first
/// comma stands before.
fn is_value(rest: &str, is_second: bool) -> bool {
    let line = rest.lines().next().unwrap_or("");
    let line = line.trim_start_matches([' ', '(', '\\']);
    let line = match is_second {
        true => line.split_once(',').map_or("", |(_, second)| second.trim_start()),
        false => line,
    };
    match line.chars().next() {
        // What is put into a text is a value.
        Some(quote @ ('"' | '`')) => {
            let inside = line[1..].split(quote).next().unwrap_or("");
            ["$", "#{", "@{"].iter().any(|sign| inside.contains(sign))
        }
        // `[$object, 'name']`
        Some('[') => line.contains(',') && is_value(line, true),
        Some(first) => first.is_alphabetic() || matches!(first, '_' | '$' | '@' | '%'),
        None => false,
    }
}

/// Where a mark stands in a text: as a word where it begins with a letter and ends in one.
fn stands_in(text: &str, mark: &str) -> bool {
    places(text, mark).next().is_some()
}

/// The places at which it stands so.
fn places<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (first, last) = (mark.chars().next(), mark.chars().next_back());
    let stands = move |at: &usize| {
        let at = *at;
        let before = text[..at].chars().next_back().filter(|_| first.is_some_and(is_word));
        let after = text[at + mark.len()..].chars().next().filter(|_| last.is_some_and(is_word));
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    text.match_indices(mark).map(|(at, _)| at).filter(stands)
}

#[cfg(test)]
mod tests {
    use super::Conventions;

    #[test]
    fn code_is_put_in_by_a_word_at_the_beginning_of_a_line() {
        let of = Conventions { puts_in: "use", ..Conventions::BASE };
        assert!(of.takes_code_in("defmodule A do\n  use B, :c\nend"));
        assert!(!of.takes_code_in("# we use B\nuser = 1\n"));
        assert!(!Conventions::BASE.takes_code_in(" x\n"));
    }

    #[test]
    fn marks_are_words_or_begin_with_a_sign() {
        let of = |marks| Conventions { marks, ..Conventions::BASE };
        assert!(of("operator").is_marked("    private operator fun plus(a: Int)"));
        assert!(!of("operator").is_marked("    fun operators()"));
        assert!(of("//export").is_marked("//export serve"));
        assert!(of("__attribute__").is_marked("static void isr(void) __attribute__((interrupt));"));
        assert!(!Conventions::BASE.is_marked("operator"));
    }

    #[test]
    fn a_text_looks_names_up_where_it_says_so() {
        let of = |lookups| Conventions { lookups, names: "readResolve", ..Conventions::BASE };
        assert!(
            of("->$ ->{").looks_names_up("$this->$name();") && !of("->$").looks_names_up("$this->name();")
        );
        assert!(of("##").looks_names_up("#define CMD(x) x##Command"));
        assert!(of("send").looks_names_up("send(\"on_#{x}\")") && !of("send").looks_names_up("resend(x)"));
        let computes = |computed, text| Conventions { computed, ..Conventions::BASE }.computes_names(text);
        for text in ["$self->$method(1)", "$obj->can(\"_$name\")", "*{\"A::$name\"}", "can($x)"] {
            assert!(computes("->$ can( *{", text), "{text}");
        }
        for text in ["$self->can('run')", "$self->{run}", "*{\"A::run\"}", "$scan(1)"] {
            assert!(!computes("->$ can( *{", text), "{text}");
        }
        assert!(computes(",getattr", "getattr(self, name)()") && computes(".send", "x.send name, 1"));
        assert!(!computes(",getattr", "getattr(self, 'name')") && !computes(".send", "x.send :name, y"));
        assert!(of("").is_looked_for("readResolve") && !of("").is_looked_for("read"));
    }
}
