//! Texts that show an agent how to begin.

use crate::protocol::Question;
use crate::resources::Completes;
use crate::tools::health::repo_map::RepoMap;
use crate::tools::navigate::get_file_summary::GetFileSummary;
use crate::tools::navigate::lookup_symbol::LookupSymbol;
use crate::tools::navigate::read_source::ReadSource;
use crate::tools::relations::find_references::FindReferences;
use crate::tools::relations::get_impact::GetImpact;
use crate::tools::search::explain::Explain;

/// One prompt.
#[derive(Clone, Copy, Debug)]
pub struct Prompt {
    /// Its name.
    pub name: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// Its one argument, required: name, what it is, what completes it.
    pub argument: Option<(&'static str, &'static str, Completes)>,
    /// The tools that its text names: those that a server lists where nothing else is configured, as clients let no other
    /// be called.
    pub(crate) tools: &'static [&'static str],
    text: fn(&str) -> String,
}

/// Every prompt, in the order of lists.
pub static PROMPTS: &[Prompt] = &[
    Prompt {
        name: "start",
        title: "Find your way in this repository",
        description: "Which questions to ask first of a repository that is new to you",
        argument: None,
        tools: &[
            RepoMap::NAME,
            LookupSymbol::NAME,
            GetFileSummary::NAME,
            ReadSource::NAME,
            FindReferences::NAME,
        ],
        text: start,
    },
    Prompt {
        name: "understand",
        title: "Understand a symbol",
        description: "All that is worth knowing of a symbol, with few tokens",
        argument: Some((
            "symbol",
            "Name of the symbol, Owner.member where that is not enough",
            Completes::Symbol,
        )),
        tools: &[Explain::NAME, FindReferences::NAME, ReadSource::NAME],
        text: understand,
    },
    Prompt {
        name: "change",
        title: "Change a symbol safely",
        description: "What to look at before and after changing a symbol",
        argument: Some((
            "symbol",
            "Name of the symbol, Owner.member where that is not enough",
            Completes::Symbol,
        )),
        tools: &[GetImpact::NAME, FindReferences::NAME],
        text: change,
    },
];

impl Prompt {
    /// The prompt of this name.
    pub fn of(name: &str) -> Option<&'static Self> {
        PROMPTS.iter().find(|prompt| prompt.name == name)
    }

    /// The text, its argument filled in.
    pub fn text(&self, argument: &str) -> String {
        (self.text)(argument)
    }
}

fn start(_: &str) -> String {
    format!(
        "Get to know this repository with the tools of indexer, before you open whole files.\n\
         1. {} shows the files and symbols on which most is built.\n\
         2. {} finds a symbol by name or part of a name; {} tells what a file declares without its bodies.\n\
         3. {} gives the text of single symbols. Read no more than the question needs.\n\
         4. {} lists every use of a symbol, resolved ones apart from possible ones.\n\
         An answer says whether it is whole (total, truncated) and how fresh it is. Where sites of a name \
         are unresolved, zero uses does not mean that there are none.",
        RepoMap::NAME,
        LookupSymbol::NAME,
        GetFileSummary::NAME,
        ReadSource::NAME,
        FindReferences::NAME,
    )
}

fn understand(symbol: &str) -> String {
    format!(
        "Explain `{symbol}` of this repository.\n\
         Ask {} for its signature, documentation and members, {} for who uses it, and {} for its text only \
         where these leave a question open. Name the places as path:line.",
        Explain::NAME,
        FindReferences::NAME,
        ReadSource::NAME,
    )
}

fn change(symbol: &str) -> String {
    format!(
        "I am about to change `{symbol}` of this repository.\n\
         Ask {} what could break, by distance, and which tests reach it. Keep resolved and possible \
         effects apart in what you report. After the change ask {} again: every caller must still fit.",
        GetImpact::NAME,
        FindReferences::NAME,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Listed;
    use crate::tools::ALL;

    #[test]
    fn prompts_say_what_they_were_given() {
        for prompt in PROMPTS {
            let text = prompt.text("Shelf.add");
            assert_eq!(text.contains("Shelf.add"), prompt.argument.is_some(), "{}", prompt.name);
            assert!(text.len() < 1_000 && Prompt::of(prompt.name).is_some());
        }
    }

    #[test]
    fn a_prompt_names_tools_that_are_listed() {
        for name in PROMPTS.iter().flat_map(|prompt| prompt.tools) {
            let tool = ALL.iter().find(|tool| tool.name == *name);
            assert!(tool.is_some_and(|tool| tool.listed == Listed::Core), "{name}");
        }
    }

    #[test]
    fn the_tools_of_a_prompt_are_those_that_its_text_names() {
        for prompt in PROMPTS {
            let text = prompt.text("x");
            let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
            for tool in ALL.iter().filter(|tool| tool.name.contains('_')) {
                let named = words.contains(&tool.name);
                assert_eq!(named, prompt.tools.contains(&tool.name), "{}: {}", prompt.name, tool.name);
            }
        }
    }
}
