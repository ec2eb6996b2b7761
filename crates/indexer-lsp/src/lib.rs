//! The index for editors, over the Language Server Protocol (3.17).
//!
//! A client opens a folder; what it opens there counts as it stands in the editor, saved or not. "Go to" leads only
//! where a use is *resolved*; what it may mean is told by hovering, and lenses count it apart. While the index is being
//! made, requests are answered from what there was before, or with nothing.
//!
//! One thread reads and one answers ([`serve`]); a kind of request is a file in `answers`.

mod answers;
mod documents;
mod progress;
mod question;
mod server;
mod session;
mod text;

pub use lsp_server::Connection;
pub use server::serve;
