//! Names of tools, which this crate does not know by itself: the crate of the tools passes them in.

/// How names of tools in settings are checked.
#[derive(Clone, Copy, Debug)]
pub struct ToolNames {
    /// Words beside `core` and `all` that stand for a list of tools.
    pub lists: fn() -> Vec<&'static str>,
    /// The first name of the tool that has this name or alias. The error says which tools there are,
    /// to follow "names the tool x, which there is not; ".
    pub canonical: fn(&str) -> Result<&'static str, String>,
}

impl ToolNames {
    /// No tools: every name is an error.
    pub const NONE: ToolNames =
        ToolNames { lists: Vec::new, canonical: |_| Err("there are none".to_owned()) };

    /// True for a word that stands for a list of tools.
    pub fn is_list(&self, word: &str) -> bool {
        matches!(word, "core" | "all") || (self.lists)().contains(&word)
    }

    /// First names of the named tools. With `lists`, a word that stands for a list may be there instead,
    /// alone.
    pub(crate) fn checked(&self, lists: bool, words: Vec<String>) -> Result<Vec<String>, String> {
        if lists && words.iter().any(|word| self.is_list(word)) {
            return if words.len() == 1 {
                Ok(words)
            } else {
                Err("names a list and other tools at once".into())
            };
        }
        let names = words.iter().map(|word| {
            let found = (self.canonical)(word).map(str::to_owned);
            found.map_err(|known| format!("names the tool {word:?}, which there is not; {known}"))
        });
        names.collect()
    }
}

impl Default for ToolNames {
    fn default() -> Self {
        Self::NONE
    }
}
