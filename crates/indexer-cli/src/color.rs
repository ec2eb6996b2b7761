//! Colours of a screen: a line is painted by the mark that it begins with.

use clap::ValueEnum;
use std::io::IsTerminal;

/// Whether a screen is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// True where it is to be painted.
    pub(crate) fn paints(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                std::io::stdout().is_terminal() && !refused && !dumb
            }
        }
    }
}

/// The screen, painted. What the lines say is the same without.
pub(crate) fn painted(screen: &str) -> String {
    let line = |line: &str| {
        let code = match line.as_bytes() {
            [b'!', b' ', ..] => "1;31",
            [b'-', b' ', ..] => "31",
            [b'+', b' ', ..] => "32",
            [b'~', b' ', ..] => "33",
            [b'>', b' ', ..] => "36",
            [first, ..] if first.is_ascii_alphanumeric() => "1",
            _ => return format!("{line}\n"),
        };
        format!("\x1b[{code}m{line}\x1b[0m\n")
    };
    screen.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_painted_by_its_mark_and_says_the_same() {
        let screen = "Breaking changes: 1\n! a.py#f\n    removed\n+ b\n";
        let shown = painted(screen);
        assert_eq!(
            shown,
            "\x1b[1mBreaking changes: 1\x1b[0m\n\x1b[1;31m! a.py#f\x1b[0m\n    removed\n\x1b[32m+ b\x1b[0m\n"
        );
    }
}
