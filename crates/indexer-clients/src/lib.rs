//! Where the clients of the Model Context Protocol keep the list of their servers, and how ours gets
//! in and out of it.
//!
//! [`CLIENTS`] is the table: one row a client, with its files, the shape of an entry and the page that
//! says so. [`Request`] is what a user wants of some of them; [`Request::plan`] reads every file that
//! it touches and says what would change, and [`Plan::apply`] changes it. Where one file cannot be
//! understood there is no plan, so nothing is written at all.
//!
//! What goes into a file is a [`Part`]: the entry of our server, a block of instructions, a skill, a
//! hook. A part goes in and comes out without touching another byte of the file; a copy of the file
//! as it was stays beside it until the part comes out again.
//!
//! Nothing here prints, and [`probe`] alone starts a program.

pub mod check;
pub mod client;
pub mod diff;
pub mod entry;
pub mod file;
pub mod guide;
pub mod held;
pub mod hook;
pub mod jsonc;
pub mod page;
pub mod part;
pub mod place;
pub mod plan;
pub mod probe;
pub mod program;
pub mod toml_text;

pub use client::{CLIENTS, Client};
pub use entry::{Entry, Launch, SERVER};
pub use file::{Refused, Target};
pub use held::Held;
pub use part::Part;
pub use place::{At, Base, Places, Scope};
pub use plan::{Outcome, Plan, Request, Step};
