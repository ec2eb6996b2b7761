//! What a user wants, what would change for it, and changing it.

use crate::client::{CLIENTS, Client};
use crate::diff::diff;
use crate::entry::Launch;
use crate::file::{Refused, Target};
use crate::held::Held;
use crate::hook;
use crate::part::Part;
use crate::place::{Places, Scope, below};
use std::path::{Path, PathBuf};

/// What a user wants.
#[derive(Clone, Debug)]
pub struct Request {
    /// The clients that they named; all that are found, where they named none.
    pub clients: Vec<&'static Client>,
    /// Whose files.
    pub scope: Scope,
    /// The command that entries of a project's files name: it may be shared by others.
    pub shared: String,
    /// The command that entries of the user's own files name: a path, since programs with windows
    /// often know no `PATH`.
    pub own: String,
    /// Take out instead of putting in: everything that was put in, whatever the next three say.
    pub remove: bool,
    /// Also the block of instructions.
    pub instructions: bool,
    /// Also the skill.
    pub skill: bool,
    /// Also the hook.
    pub hooks: bool,
    /// Replace what somebody else wrote under our name.
    pub force: bool,
}

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The file is made.
    Created,
    /// The part goes into the file.
    Added,
    /// The part is replaced.
    Updated,
    /// The part is there already, or was not there to be taken out.
    Unchanged,
    /// The part comes out of the file.
    Removed,
    /// Nothing, for this reason.
    Left(String),
}

impl Outcome {
    /// The word of the outcome.
    pub fn as_str(&self) -> &'static str {
        match self {
            Outcome::Created => "created",
            Outcome::Added => "added",
            Outcome::Updated => "updated",
            Outcome::Unchanged => "unchanged",
            Outcome::Removed => "removed",
            Outcome::Left(_) => "left",
        }
    }
}

/// What a file is to be.
#[derive(Clone, Debug)]
enum After {
    /// As it is.
    Same,
    /// This text; `keep` says whether a copy of what was there is kept.
    Text { text: String, keep: bool },
    /// As the copy beside it says, which goes then.
    Restored(String),
    /// No file; so many folders above go too where they are empty.
    Gone(usize),
}

/// One part in one file.
#[derive(Clone, Debug)]
pub struct Step {
    /// The client.
    pub client: &'static Client,
    /// What is put in or taken out.
    pub part: Part,
    /// Whose file it is.
    pub scope: Scope,
    /// What happens.
    pub outcome: Outcome,
    target: Target,
    after: After,
}

impl Step {
    /// The file.
    pub fn file(&self) -> &Path {
        &self.target.path
    }

    /// True where the file held the part before.
    pub fn is_there(&self) -> bool {
        !matches!(self.part.held(self.target.text.as_deref()), Ok(Held::Nothing))
    }

    /// The change as lines with `-` and `+`; empty where nothing changes.
    pub fn diff(&self) -> String {
        let before = self.target.text.as_deref().unwrap_or("");
        let path = self.file().display().to_string();
        match &self.after {
            After::Same => String::new(),
            After::Text { text, .. } | After::Restored(text) => diff(&path, before, text),
            After::Gone(_) => diff(&path, before, ""),
        }
    }

    fn apply(&self) -> Result<(), Refused> {
        match &self.after {
            After::Same => Ok(()),
            After::Text { text, keep } => self.target.replace(text, *keep),
            After::Restored(text) => self.target.replace(text, false),
            After::Gone(folders) => self.target.remove(*folders),
        }?;
        if self.outcome == Outcome::Removed {
            self.target.forget_backup();
        }
        Ok(())
    }
}

/// Everything that a request would do.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// File by file.
    pub steps: Vec<Step>,
    /// Clients that were found and have no file of the kind that is meant.
    pub skipped: Vec<&'static Client>,
}

impl Plan {
    /// Changes the files; gives those that could not be.
    pub fn apply(&self) -> Vec<Refused> {
        self.steps.iter().filter_map(|step| step.apply().err()).collect()
    }
}

impl Request {
    /// Reads every file that is touched. Where one of them cannot be understood, there is no plan.
    pub fn plan(&self, places: &Places) -> Result<Plan, Vec<Refused>> {
        let (mut plan, mut refused) = (Plan::default(), Vec::new());
        let found = || CLIENTS.iter().filter(|client| self.remove || client.is_found(places, self.scope));
        let clients: Vec<&'static Client> =
            if self.clients.is_empty() { found().collect() } else { self.clients.clone() };
        for client in clients {
            let has_none = self.scope == Scope::Project && client.project.is_empty();
            // Who names a client means it, whatever files it has.
            if has_none && self.clients.is_empty() {
                plan.skipped.extend((!self.remove).then_some(client));
                continue;
            }
            let scope = if has_none { Scope::Global } else { self.scope };
            for (path, part, folders) in self.parts(client, scope, places) {
                match self.step(client, scope, &path, part, folders, places) {
                    Ok(step) => {
                        // Several clients read one file of instructions.
                        let again = |other: &Step| {
                            other.target.real() == step.target.real() && other.part.name() == step.part.name()
                        };
                        if !plan.steps.iter().any(again) {
                            plan.steps.push(step);
                        }
                    }
                    Err(why) => refused.push(why),
                }
            }
        }
        if self.remove {
            // That something was never there is worth a word only where somebody named it.
            let told = |step: &Step| !self.clients.is_empty() && matches!(step.part, Part::Server(..));
            plan.steps.retain(|step| step.outcome != Outcome::Unchanged || told(step));
        }
        if refused.is_empty() { Ok(plan) } else { Err(refused) }
    }

    /// The parts of a client, each with its file and how many folders above it may have been made for it.
    fn parts(&self, client: &'static Client, scope: Scope, places: &Places) -> Vec<(PathBuf, Part, usize)> {
        let (file, command, base) = match scope {
            Scope::Project => (client.project_file(places), &self.shared, &places.root),
            Scope::Global => (client.global_file(places), &self.own, &places.home),
        };
        let depth = |path: &Path| match scope {
            Scope::Project => {
                path.strip_prefix(&places.root).map_or(0, |below| below.components().count() - 1)
            }
            Scope::Global => 0,
        };
        let mut parts = Vec::new();
        if let Some(file) = file {
            let folders = depth(&file);
            parts.push((file, Part::Server(client, Launch::of(client, command, &places.root)), folders));
        }
        if (self.instructions || self.remove)
            && let Some((project, global)) = client.instructions
        {
            let path = match scope {
                Scope::Project => Some(below(&places.root, imported(places, project))),
                Scope::Global => global.map(|at| places.at(at)),
            };
            parts.extend(path.map(|path| (path, Part::Instructions, 0)));
        }
        if let Some(folder) = client.folder {
            let folder = base.join(folder);
            if self.skill || self.remove {
                let path = below(&folder, "skills/indexer/SKILL.md");
                let folders = if scope == Scope::Project { 3 } else { 1 };
                parts.push((path, Part::Skill, folders));
            }
            if self.hooks || self.remove {
                let path = folder.join("settings.json");
                let folders = depth(&path);
                parts.push((path, Part::Hook(hook::command_of(command)), folders));
            }
        }
        parts
    }

    fn step(
        &self,
        client: &'static Client,
        scope: Scope,
        path: &Path,
        part: Part,
        folders: usize,
        places: &Places,
    ) -> Result<Step, Refused> {
        let within = (scope == Scope::Project).then_some(places.root.as_path());
        let target = Target::read(path, within)?;
        let planned = if self.remove {
            removed(&part, &target, folders, self.force)
        } else {
            added(&part, &target, self.force)
        };
        let (outcome, after) = planned.map_err(|why| Refused::new(path, why))?;
        Ok(Step { client, part, scope, outcome, target, after })
    }
}

/// The file of instructions that is really meant: one that imports AGENTS.md needs no block of its own.
fn imported<'a>(places: &Places, name: &'a str) -> &'a str {
    const SHARED: &str = "AGENTS.md";
    let path = below(&places.root, name);
    let target = if name == SHARED { None } else { Target::read(&path, Some(&places.root)).ok() };
    let text = target.and_then(|target| target.text).unwrap_or_default();
    if text.lines().any(|line| line.trim() == "@AGENTS.md") { SHARED } else { name }
}

type Planned = Result<(Outcome, After), crate::jsonc::Unclear>;

fn added(part: &Part, target: &Target, force: bool) -> Planned {
    let before = target.text.as_deref();
    let held = part.held(before)?;
    match &held {
        Held::Same => return Ok((Outcome::Unchanged, After::Same)),
        Held::Theirs(what) if !force => {
            return Ok((Outcome::Left(format!("holds {what}; --force replaces it")), After::Same));
        }
        _ => {}
    }
    let text = part.put(before)?;
    let outcome = match (&held, before) {
        (_, None) => Outcome::Created,
        (Held::Nothing, _) => Outcome::Added,
        _ => Outcome::Updated,
    };
    // A copy of a file without our part is worth more than one with an older one.
    let keep = held != Held::Older || matches!(part, Part::Skill) || target.backup_text().is_none();
    Ok((outcome, After::Text { text, keep }))
}

fn removed(part: &Part, target: &Target, folders: usize, force: bool) -> Planned {
    let held = part.held(target.text.as_deref())?;
    let (Some(text), false) = (target.text.as_deref(), held == Held::Nothing) else {
        return Ok((Outcome::Unchanged, After::Same));
    };
    let own = part.as_held(text);
    let edited = matches!(part, Part::Skill) && matches!(held, Held::Theirs(_)) && !force;
    let Some(own) = own.filter(|_| !edited) else {
        let what = if let Held::Theirs(what) = held { what } else { "something that is not ours".to_owned() };
        return Ok((Outcome::Left(format!("holds {what}, which stays")), After::Same));
    };
    let without = |text: &str| matches!(own.held(Some(text)), Ok(Held::Nothing | Held::Theirs(_)));
    let before = target.backup_text().filter(|before| without(before));
    // Where nothing else changed since, the file becomes what it was, byte for byte.
    let after = if let Some(before) = before.filter(|before| own.put(Some(before)).as_deref() == Ok(text)) {
        After::Restored(before)
    } else if target.backup_text().is_none() && own.put(None).as_deref() == Ok(text) {
        After::Gone(folders)
    } else {
        match part.take(text)? {
            Some(text) => After::Text { text, keep: false },
            None => After::Gone(folders),
        }
    };
    Ok((Outcome::Removed, after))
}
