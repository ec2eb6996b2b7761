//! `indexer doctor`: what is wrong with the installation, and what to do about it.

use crate::OutputOptions;
use crate::init::places;
use crate::interrupt;
use crate::opened::open;
use crate::say::{self, Failure};
use clap::Args;
use indexer_clients::check::{Health, registrations};
use indexer_clients::{CLIENTS, Scope};
use indexer_tools::roots::ask as ask_tool;
use indexer_tools::settings::table::{ALLOWED_ROOTS, HTTP, TOKEN_FILE, TOKENS_FILE};
use indexer_tools::{Configuration, Format, Problem, SUMMARY, Settings};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Unsafe configuration is a fault too
    #[arg(long)]
    strict: bool,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    /// Worth knowing; nothing fails for it.
    Warning,
    Fault,
}

/// One line of the report.
#[derive(Debug, Serialize)]
struct Check {
    what: &'static str,
    state: State,
    found: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// The lines so far.
#[derive(Debug, Default)]
struct Report(Vec<Check>);

impl Report {
    fn say(&mut self, what: &'static str, state: State, found: impl Into<String>, advice: &str) {
        let advice = (!advice.is_empty()).then(|| advice.to_owned());
        self.0.push(Check { what, state, found: found.into(), advice });
    }

    fn failed(&self) -> bool {
        self.0.iter().any(|check| check.state == State::Fault)
    }

    fn render(&self, format: Option<Format>) -> String {
        if format == Some(Format::Json) {
            let report = json!({"schema_version": 1, "failed": self.failed(), "checks": self.0});
            return format!("{report}\n");
        }
        let mut out = String::new();
        for Check { what, state, found, advice } in &self.0 {
            let word = match state {
                State::Ok => "ok",
                State::Warning => "warning",
                State::Fault => "FAULT",
            };
            out += &format!("{word:8}{what}: {found}");
            out += &advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
            out.push('\n');
        }
        out
    }
}

/// Runs every check that can be run.
pub(crate) fn doctor(
    loaded: Result<Configuration, Problem>,
    output_options: &OutputOptions,
    asked: &Doctor,
) -> Result<ExitCode, Failure> {
    let mut report = Report::default();
    match loaded {
        Err(problem) => {
            for line in problem.message.lines() {
                report.say("configuration", State::Fault, line, "every command fails until this is right");
            }
        }
        Ok(loaded) => {
            let root = loaded.root();
            let settings = loaded.at(&root);
            configuration(&mut report, &settings, asked.strict);
            cache_and_index(&mut report, &root, &settings, output_options);
            clients(&mut report, &root);
        }
    }
    say::answer(&report.render(output_options.format()))?;
    Ok(ExitCode::from(u8::from(report.failed())))
}

fn configuration(report: &mut Report, settings: &Settings, strict: bool) {
    let unsafe_state = if strict { State::Fault } else { State::Warning };
    let mut unsafe_ones = 0;
    for what in settings.refused() {
        report.say(
            "configuration",
            unsafe_state,
            format!("the project asks for more than it may: {what}"),
            "it is ignored; remove the line",
        );
        unsafe_ones += 1;
    }
    // A folder above everything is no bound.
    for folder in settings.paths(&ALLOWED_ROOTS).iter().filter(|folder| folder.parent().is_none()) {
        let found = format!("allowed_roots holds {}", folder.display());
        report.say(
            "configuration",
            unsafe_state,
            found,
            "a client may ask about every file; name the folders that are meant",
        );
        unsafe_ones += 1;
    }
    let open = settings.address(&HTTP).filter(|address| !address.ip().is_loopback());
    if let Some(address) =
        open.filter(|_| [&TOKEN_FILE, &TOKENS_FILE].iter().all(|one| settings.path(one).is_none()))
    {
        let found =
            format!("the server listens at {address}, which other machines reach, and asks for no token");
        report.say("configuration", unsafe_state, found, "name a file with a token, or listen at 127.0.0.1");
        unsafe_ones += 1;
    }
    if unsafe_ones == 0 {
        report.say("configuration", State::Ok, "no errors, nothing unsafe", "");
    }
}

fn cache_and_index(report: &mut Report, root: &Path, settings: &Settings, output_options: &OutputOptions) {
    let workspace = match open(root, settings, output_options) {
        Ok(workspace) => workspace,
        Err(problem) => {
            return report.say("index", State::Fault, problem.message, problem.hint.as_deref().unwrap_or(""));
        }
    };
    workspace.watch();
    let status = ask_tool(&workspace, settings, &SUMMARY, &json!({"format": "json"}), &interrupt::cancel());
    let status: Value = match status.map(|output| serde_json::from_str(&output.body)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => return report.say("index", State::Fault, error.to_string(), ""),
        Err(problem) => {
            return report.say("index", State::Fault, problem.message, problem.hint.as_deref().unwrap_or(""));
        }
    };
    cache(report, &status);
    index(report, &status);
    packages(report, &status);
    limits(report, &status);
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or("")
}

fn cache(report: &mut Report, status: &Value) {
    let folder = text(status, "cache_dir");
    if folder.is_empty() {
        return report.say(
            "cache",
            State::Fault,
            "the system names no folder for it",
            "give --cache-dir, or set HOME",
        );
    }
    if let Err(error) = tempfile::tempfile_in(folder) {
        let found = format!("{folder} cannot be written: {error}");
        return report.say(
            "cache",
            State::Fault,
            found,
            "every question builds the index again; give --cache-dir or change the rights",
        );
    }
    let megabytes = |key: &str| status["cache"][key].as_u64().unwrap_or(0) >> 20;
    let (used, bound) = (megabytes("cache_bytes"), megabytes("cache_bound_bytes"));
    let found = format!("{folder} is writable and holds {used} of at most {bound} MB");
    report.say("cache", State::Ok, found, "");
}

fn index(report: &mut Report, status: &Value) {
    for damage in status["damage"].as_array().into_iter().flatten() {
        let found = format!("was damaged and is built again: {}", text(damage, "what"));
        report.say("index", State::Warning, found, "look after the disk if this comes back");
    }
    let count = |key: &str| status[key].as_u64().unwrap_or(0);
    let (files, symbols, problems) = (count("files"), count("symbols"), count("files_with_problems"));
    let state = text(status, "state");
    let found = format!("{state}: {files} files, {symbols} symbols, {problems} files with problems");
    match text(status, "unpublished") {
        "" if files == 0 => report.say(
            "index",
            State::Warning,
            found,
            "no file of a language that is known; is this the right folder?",
        ),
        "" => report.say("index", State::Ok, found, ""),
        why => report.say(
            "index",
            State::Warning,
            format!("{found}; it is not stored: {why}"),
            "the next question builds it again",
        ),
    }
}

/// Which environments are read, and why one is not: whether a project has one is its own affair.
fn packages(report: &mut Report, status: &Value) {
    for one in status["packages"].as_array().into_iter().flatten() {
        let (place, version, why) = (text(one, "place"), text(one, "version"), text(one, "why"));
        let parts: Vec<&str> = [place, version, why].into_iter().filter(|part| !part.is_empty()).collect();
        let count = one["packages"].as_u64().unwrap_or(0);
        let found = format!("{}: {} ({count} packages)", text(one, "ecosystem"), parts.join(", "));
        let (state, advice) = match why {
            "" => (State::Ok, ""),
            _ => (
                State::Warning,
                "names that lead there are shown without their definition; dependency_folders names others",
            ),
        };
        report.say("packages", state, found, advice);
    }
}

fn limits(report: &mut Report, status: &Value) {
    let most = std::fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").ok();
    let most = most.map(|text| format!(", of at most {} watches", text.trim())).unwrap_or_default();
    match text(status, "watching") {
        "on" => report.say("watching", State::Ok, format!("changes are watched{most}"), ""),
        other => report.say("watching", State::Warning, format!("{other}{most}"), "answers are as fresh, each question looks at all files; raise fs.inotify.max_user_watches where that is the limit"),
    }
}

fn clients(report: &mut Report, root: &Path) {
    let places = match places(root) {
        Ok(places) => places,
        Err(problem) => {
            return report.say(
                "clients",
                State::Warning,
                problem.message,
                problem.hint.as_deref().unwrap_or(""),
            );
        }
    };
    let registered = registrations(&places);
    for one in &registered {
        let at = format!("{} ({})", one.client.title, one.file.display());
        match one.health(&places) {
            Health::Answers(answer) => report.say(
                "client",
                State::Ok,
                format!("{at}: {} {} answers", answer.name, answer.version),
                "",
            ),
            Health::NotStarted(why) => report.say(
                "client",
                State::Warning,
                format!("{at}: not started: {why}"),
                "see for yourself whether that is right",
            ),
            Health::Faulty(why) => {
                let advice = format!("put it right, or run `indexer init --{} --force`", one.client.id);
                report.say("client", State::Fault, format!("{at}: {why}"), &advice);
            }
        }
    }
    let missing = CLIENTS.iter().filter(|client| {
        client.is_found(&places, Scope::Global) && !registered.iter().any(|one| one.client.id == client.id)
    });
    for client in missing {
        let advice = format!("`indexer init --{}` registers it", client.id);
        report.say(
            "client",
            State::Warning,
            format!("{} is there and does not know the server", client.title),
            &advice,
        );
    }
    if registered.is_empty() {
        report.say("clients", State::Ok, "the server is registered with none", "`indexer init` does that");
    }
}
