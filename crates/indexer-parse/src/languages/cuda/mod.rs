//! CUDA: C++ whose functions say where they run, and whose kernels are called with a grid.

use super::c::{branches::Dialect, mask};
use super::cpp;
use crate::language::{Language, Tier};

mod kernels;
mod link;

pub(super) use kernels::{Words, plain};

pub(super) const LANGUAGE: Language = Language {
    id: "cuda",
    name: "CUDA C++",
    tier: Tier::Linked,
    extensions: &["cu", "cuh"],
    file_names: &[],
    interpreters: &[],
    mask: Some(|source| mask::mask_plain(&plain(source, Words::Cuda), source, Dialect::Cpp)),
    rules: &link::RULES,
    stubs: &[],
    ..cpp::LANGUAGE
};
