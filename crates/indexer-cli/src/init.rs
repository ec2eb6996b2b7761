//! `indexer init`: registers the server with clients, and takes it out again.

use crate::OutputOptions;
use crate::say::{self, Failure};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use indexer_clients::{CLIENTS, Client, Launch, Outcome, Part, Places, Plan, Refused, Request, Scope, Step};
use indexer_clients::{guide, probe, program};
use indexer_tools::{Code, Format, Problem};
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

/// What is done; which clients are meant is a flag each, made from their table.
#[derive(Args, Debug)]
struct Wanted {
    /// Your own files of the clients instead of the project's
    #[arg(long)]
    global: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Take out what init put in
    #[arg(long)]
    remove: bool,
    /// Also tell models which question which tool answers, in AGENTS.md, CLAUDE.md or GEMINI.md
    #[arg(long)]
    instructions: bool,
    /// Also write a skill for Claude Code
    #[arg(long)]
    skill: bool,
    /// Also have Claude Code show the instructions at the start of a session
    #[arg(long)]
    with_hooks: bool,
    /// Replace an entry of our name that says something else
    #[arg(long)]
    force: bool,
    /// Write the instructions to stdout, and do nothing else
    #[arg(long)]
    print_instructions: bool,
}

/// The arguments of the command.
#[derive(Debug)]
pub(crate) struct Init {
    wanted: Wanted,
    clients: Vec<&'static Client>,
}

impl FromArgMatches for Init {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let clients = CLIENTS.iter().filter(|client| matches.get_flag(client.id)).collect();
        Ok(Self { wanted: Wanted::from_arg_matches(matches)?, clients })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Init {
    fn augment_args(command: Command) -> Command {
        let flags = CLIENTS.iter().map(|client| {
            let help = format!("{}; clients that are found, where none is named", client.title);
            clap::Arg::new(client.id).long(client.id).action(clap::ArgAction::SetTrue).help(help)
        });
        Wanted::augment_args(command.args(flags))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Plans, says what happens, and does it.
pub(crate) fn init(root: &Path, output_options: &OutputOptions, asked: &Init) -> Result<ExitCode, Failure> {
    let wanted = &asked.wanted;
    if wanted.print_instructions {
        say::answer(&guide::block())?;
        return Ok(ExitCode::SUCCESS);
    }
    let places = places(root)?;
    let exe = std::env::current_exe()?;
    let request = Request {
        clients: asked.clients.clone(),
        scope: if wanted.global { Scope::Global } else { Scope::Project },
        shared: program::shared_name(&exe),
        own: exe.display().to_string(),
        remove: wanted.remove,
        instructions: wanted.instructions,
        skill: wanted.skill,
        hooks: wanted.with_hooks,
        force: wanted.force,
    };
    let plan = request.plan(&places).map_err(|refused| unwritten(&refused, "nothing was written"))?;
    if plan.steps.is_empty() && !wanted.remove {
        return Err(nobody(&plan).into());
    }
    let refused = if wanted.dry_run { Vec::new() } else { plan.apply() };
    let failed = |step: &Step| refused.iter().any(|one| one.path == step.file());
    let answers = if wanted.dry_run || wanted.remove { None } else { started(&plan, root) };
    if output_options.format() == Some(Format::Json) {
        say::answer(&format!("{}\n", as_json(&plan, wanted.dry_run, &failed, answers.as_ref())))?;
    } else {
        let mut out = String::new();
        for step in plan.steps.iter().filter(|step| !failed(step)) {
            out += &line(step, wanted.dry_run);
            if wanted.dry_run {
                out += &step.diff();
            }
        }
        for client in &plan.skipped {
            out += &format!(
                "{}: has no file of a project; name it with --{} or give --global\n",
                client.title, client.id
            );
        }
        match &answers {
            Some(Ok(what)) => out += &format!("the server answers: {what}\n"),
            Some(Err(why)) => out += &format!("the server does not answer: {why}\n"),
            None if plan.steps.is_empty() => out += "nothing of ours was found\n",
            None => {}
        }
        say::answer(&out)?;
    }
    if !refused.is_empty() {
        return Err(unwritten(&refused, "these files are as they were").into());
    }
    Ok(if matches!(answers, Some(Err(_))) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The folders of the user.
pub(crate) fn places(root: &Path) -> Result<Places, Problem> {
    Places::of_user(root).ok_or_else(|| {
        Problem::new(Code::Unreadable, "the system names no folder of the user").hint("set HOME to one")
    })
}

fn nobody(plan: &Plan) -> Problem {
    let flags: Vec<String> = CLIENTS.iter().map(|client| format!("--{}", client.id)).collect();
    let message = match &plan.skipped[..] {
        [] => "no client was found".to_owned(),
        some => {
            let titles: Vec<&str> = some.iter().map(|client| client.title).collect();
            format!("the clients that were found have no file of a project: {}", titles.join(", "))
        }
    };
    Problem::new(Code::NotFound, message).hint(format!("name one: {}", flags.join(" ")))
}

fn unwritten(refused: &[Refused], hint: &str) -> Problem {
    let lines: Vec<String> = refused.iter().map(ToString::to_string).collect();
    Problem::new(Code::Unreadable, lines.join("\n")).hint(hint)
}

/// Starts the server as the first entry that is ours says, and tells what it answered.
fn started(plan: &Plan, root: &Path) -> Option<Result<String, String>> {
    let launch = plan.steps.iter().find_map(|step| match (&step.part, &step.outcome) {
        (_, Outcome::Left(_)) => None,
        (Part::Server(_, launch), _) => Some(launch),
        _ => None,
    })?;
    let args = vec!["serve".to_owned(), "--root".to_owned(), root.display().to_string()];
    let launch = Launch { command: launch.command.clone(), args };
    Some(
        probe::probe(&launch, root).map(|it| format!("{} {}, protocol {}", it.name, it.version, it.protocol)),
    )
}

/// What happens to a file, as a sentence.
fn line(step: &Step, dry: bool) -> String {
    let (title, what, file) = (step.client.title, step.part.name(), step.file().display());
    let would = if dry { "would be " } else { "" };
    match &step.outcome {
        Outcome::Left(why) => format!("{title}: {what} left alone: {file} {why}\n"),
        Outcome::Unchanged if matches!(step.part, Part::Server(..)) && !step.is_there() => {
            format!("{title}: {what} is not in {file}\n")
        }
        Outcome::Unchanged => format!("{title}: {what} is in {file} already\n"),
        Outcome::Created => format!("{title}: {what} {would}written to {file}, a new file\n"),
        Outcome::Added => format!("{title}: {what} {would}added to {file}\n"),
        Outcome::Updated => format!("{title}: {what} {would}updated in {file}\n"),
        Outcome::Removed => format!("{title}: {what} {would}removed from {file}\n"),
    }
}

fn as_json(
    plan: &Plan,
    dry: bool,
    failed: &dyn Fn(&Step) -> bool,
    answers: Option<&Result<String, String>>,
) -> Value {
    let steps = plan.steps.iter().map(|step| {
        let reason = if let Outcome::Left(why) = &step.outcome { Some(why) } else { None };
        let change = Some(step.diff()).filter(|diff| dry && !diff.is_empty());
        json!({
            "client": step.client.id, "part": step.part.name(), "file": step.file(),
            "outcome": if failed(step) { "failed" } else { step.outcome.as_str() }, "reason": reason, "change": change,
        })
    });
    let skipped: Vec<&str> = plan.skipped.iter().map(|client| client.id).collect();
    let server = answers.map(|said| match said {
        Ok(what) => json!({"answers": true, "what": what}),
        Err(why) => json!({"answers": false, "what": why}),
    });
    json!({
        "schema_version": 1, "dry_run": dry, "steps": steps.collect::<Vec<_>>(), "skipped": skipped, "server": server,
    })
}
