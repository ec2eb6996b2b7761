//! Where our server is registered, and whether it answers there.

use crate::client::{CLIENTS, Client};
use crate::entry::Launch;
use crate::file::Target;
use crate::part::registered;
use crate::place::Places;
use crate::place::Scope;
use crate::probe::{Answer, probe};
use crate::program;
use std::path::PathBuf;

/// An entry of our name in a file of a client, or a file that cannot be read.
#[derive(Clone, Debug)]
pub struct Registration {
    /// The client.
    pub client: &'static Client,
    /// Whose file it is.
    pub scope: Scope,
    /// The file.
    pub file: PathBuf,
    /// What it says: how the server is started, or why that is unknown.
    pub launch: Result<Launch, String>,
}

/// What became of asking a server that is registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It answers.
    Answers(Answer),
    /// It was not started, for this reason; that is no fault.
    NotStarted(String),
    /// It cannot work, for this reason.
    Faulty(String),
}

/// Every entry of our name in the files of all clients.
pub fn registrations(places: &Places) -> Vec<Registration> {
    let files = CLIENTS.iter().flat_map(|client| {
        let project = client.project_file(places).map(|file| (client, Scope::Project, file));
        project.into_iter().chain(client.global_file(places).map(|file| (client, Scope::Global, file)))
    });
    files.filter_map(|(client, scope, file)| registration(client, scope, file, places)).collect()
}

fn registration(
    client: &'static Client,
    scope: Scope,
    file: PathBuf,
    places: &Places,
) -> Option<Registration> {
    let within = (scope == Scope::Project).then_some(places.root.as_path());
    let launch = match Target::read(&file, within) {
        Err(refused) => Err(refused.reason),
        Ok(target) => match registered(client, target.text.as_deref()?) {
            Err(unclear) => Err(unclear.0),
            Ok(entry) => Launch::read(&entry?).ok_or_else(|| "the entry starts no program".to_owned()),
        },
    };
    Some(Registration { client, scope, file, launch })
}

impl Registration {
    /// Starts the server as the entry says and asks it.
    ///
    /// A project's file came with somebody's code: what it names is started only where that is one of
    /// our programs, outside the project, with the arguments that [`Launch::of`] gives.
    pub fn health(&self, places: &Places) -> Health {
        let launch = match &self.launch {
            Ok(launch) => launch,
            Err(why) => return Health::Faulty(why.clone()),
        };
        if !launch.is_ours() {
            return Health::NotStarted(format!("it starts {:?}, which is not ours", launch.command));
        }
        let Some(found) = program::find(&launch.command) else {
            return Health::Faulty(format!("there is no program {:?}", launch.command));
        };
        let (found, root) = (dunce::canonicalize(found), dunce::canonicalize(&places.root));
        let (Ok(found), Ok(root)) = (found, root) else {
            return Health::Faulty(format!("there is no program {:?}", launch.command));
        };
        if self.scope == Scope::Project && found.starts_with(&root) {
            return Health::NotStarted("the program stands in the project itself".to_owned());
        }
        if *launch != Launch::of(self.client, &launch.command, &places.root) {
            return Health::NotStarted("it has arguments of its own".to_owned());
        }
        let args = ["serve".to_owned(), "--root".to_owned(), root.display().to_string()];
        let started = Launch { command: found.display().to_string(), args: args.into() };
        probe(&started, &root).map_or_else(Health::Faulty, Health::Answers)
    }
}
