//! Jupyter notebooks: their cells of code, joined, as Python. What the cells gave is not read.

use super::python;
use crate::language::{Container, Language, Tier};

mod cells;
mod json;
mod places;

pub(crate) use cells::Notebook;

pub(super) const LANGUAGE: Language = Language {
    id: "jupyter",
    name: "Jupyter",
    tier: Tier::Linked,
    extensions: &["ipynb"],
    file_names: &[],
    interpreters: &[],
    container: Some(&Container {
        read_as: None,
        unwrap: Some(cells::read),
        searched: Some(cells::without_outputs),
    }),
    stubs: &[],
    ..python::LANGUAGE
};
