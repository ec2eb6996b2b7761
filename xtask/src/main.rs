//! The project's own chores: `cargo xtask <task>`.
//!
//! `tidy` holds the sentences of docs/invariants.md to the tree, `coverage` writes the tables of what
//! the fixtures show, `accuracy` and `bench` measure. Each task is a file.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod accuracy;
mod against;
mod bench;
mod cancel;
mod coverage;
mod definitions;
mod dist;
mod localise;
mod modules;
mod new_language;
mod rust_text;
mod search;
mod soak;
mod tidy;
mod tiers;
mod tokens;
mod tree;

use std::process::ExitCode;

/// What a task gives back: the reason why it failed, ready to be printed.
type Done = Result<(), String>;

/// A task: its name, what it is for, its function over the arguments that follow.
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Done,
}

const TASKS: &[Task] = &[
    Task { name: "tidy", about: "check the sentences of docs/invariants.md", run: tidy::run },
    Task { name: "coverage", about: "print the coverage tables; --write stores them", run: coverage::run },
    Task {
        name: "accuracy",
        about: "score exported edges: --corpora DIR [--eval DIR] [--binary FILE]; --write stores the table",
        run: accuracy::run,
    },
    Task {
        name: "definitions",
        about: "definitions that are found, by language: --corpora DIR [--only ID] [--missing] [--truth]; --write stores the page",
        run: definitions::run,
    },
    Task {
        name: "bench",
        about: "measure speed and size: --corpus DIR ... [--profile NAME] [--only GROUP,..]; --against REV counts instructions",
        run: bench::run,
    },
    Task {
        name: "modules",
        about: "the cycles among files of each crate; CRATE draws its uses for dot",
        run: modules::run,
    },
    Task {
        name: "new-language",
        about: "write the folder of a language and fixtures that say what to fill in: ID",
        run: new_language::run,
    },
    Task {
        name: "dist",
        about: "build and pack: [--target T] [--binary FILE] [--pages DIR] [--out DIR] [--only-build]; --sums",
        run: dist::run,
    },
    Task {
        name: "search",
        about: "score search: --corpora DIR (literals) [--questions DIR --checkouts DIR [--clones DIR] [--against FILE] [--write]] [--binary FILE] [--missed]",
        run: search::run,
    },
    Task {
        name: "localise",
        about: "tokens until a reader has seen where a fix belongs: --questions DIR --clones DIR [--only REPOSITORY] [--binary FILE] [--write]",
        run: localise::run,
    },
    Task {
        name: "cancel",
        about: "how long a question goes on after it was taken back: --corpus DIR [--rounds N] [--only TOOL] [--binary FILE]",
        run: cancel::run,
    },
    Task {
        name: "soak",
        about: "clients, edits, switches and kills: --corpus DIR [--minutes N] [--clients N] [--binary FILE]",
        run: soak::run,
    },
    Task {
        name: "tokens",
        about: "count tokens of answers: --corpora DIR [--binary FILE] [--against FILE] [--only TOOLS] [--each] [--write]; --sample draws",
        run: tokens::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(task) = arguments.first().and_then(|name| TASKS.iter().find(|task| task.name == name)) else {
        eprintln!("usage: cargo xtask <task>\n");
        TASKS.iter().for_each(|task| eprintln!("  {:10} {}", task.name, task.about));
        return ExitCode::from(2);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{}: {reason}", task.name);
            ExitCode::FAILURE
        }
    }
}

/// The value after `--name`, if it is there.
fn option<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let at = arguments.iter().position(|one| one == name)?;
    arguments.get(at + 1).map(String::as_str)
}
