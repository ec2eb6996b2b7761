//! Whether a screen has colours.

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
