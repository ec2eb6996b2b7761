//! Fixtures: Markdown that people read and tests run. A story is a repository in fenced blocks, a heading in it a
//! test, and a comment with a `^` says what the token above it is. `docs/fixtures.md` shows how to write one.

mod expectation;
mod page;
mod runner;

pub use expectation::{Expectation, Place, expectations};
pub use page::{Expected, Fence, Page, Section, Story};
pub use runner::{Found, Open, run, run_without};

use crate::edits::Files;

/// The files of all stories of a page.
///
/// # Panics
///
/// Where the text is no page.
pub fn files(text: &str) -> Files {
    let page = Page::read(text).unwrap_or_else(|wrong| panic!("{wrong}"));
    page.stories.iter().flat_map(Story::files).collect()
}

/// A dozen files of Python and Rust with imports, re-exports, wildcards, inheritance, extension
/// blocks across files and calls that only a name links.
pub fn mini_corpus() -> Files {
    files(include_str!("../fixtures/mini_corpus.md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_several_files() {
        let found =
            files("x\n```python path=a/b.py\none\ntwo\n```\n## y\n```rust path=c.rs\n```\n```sh\nls\n```\n");
        assert_eq!(found.len(), 2);
        assert_eq!(found["a/b.py"], b"one\ntwo\n");
        assert_eq!(found["c.rs"], b"");
        assert!(mini_corpus().len() >= 12);
    }
}
