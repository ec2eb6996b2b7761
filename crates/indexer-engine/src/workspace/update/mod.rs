//! One refresh: list, plan, read, link, and a view that holds the outcome.

mod merge;
mod read;
mod run;
