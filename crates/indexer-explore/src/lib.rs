//! The index as a page to look at: one HTML file that asks nobody for anything, or the same served on this machine.
//!
//! What the page says comes out of the answers of tools, in process; nothing that a tool works out is worked out
//! again. [`Page`] gathers it, [`Page::html`] writes it, [`serve`] hands it out and asks the index about one
//! symbol at a time.

mod change;
mod detail;
mod files;
mod gather;
mod graph;
mod html;
mod serve;
mod symbols;

pub use gather::{Bounds, Page, Wanted};
pub use html::{CODE_BYTES, Policy, is_ours};
pub use serve::{Served, serve};
