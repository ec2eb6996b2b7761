//! Jupyter notebooks: their cells of code, joined, as Python. What the cells gave is not read.

use super::python;
use crate::language::{Language, Tier};

mod cells;
mod json;
mod places;

pub(crate) use cells::{Notebook, read, without_outputs};

pub(super) const LANGUAGE: Language = Language {
    id: "jupyter",
    name: "Jupyter",
    tier: Tier::Linked,
    extensions: &["ipynb"],
    file_names: &[],
    interpreters: &[],
    stubs: &[],
    ..python::LANGUAGE
};
