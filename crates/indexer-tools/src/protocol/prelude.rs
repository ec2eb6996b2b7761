//! What the file of a tool begins with: the traits of questions, answers and rows, how they look, and what derives
//! flags, schemas and JSON.

pub use super::{
    Answer, Asked, Context, Followed, OfSeveral, Outlines, Page, Problem, Question, Records, Row,
};
pub use crate::screen::{Form, Look, Section};
pub use clap::{Args, ValueEnum};
pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};
