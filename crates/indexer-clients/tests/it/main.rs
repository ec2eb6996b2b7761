//! Registers with clients in throw-away folders.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod any_file;
mod files;

use indexer_clients::{CLIENTS, Client, Places, Plan, Refused, Request, Scope};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A user and a project of their own.
struct Home {
    _folder: tempfile::TempDir,
    places: Places,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        let at = |name: &str| path.join(name);
        let places = Places {
            root: at("project"),
            home: at("home"),
            config: at("home/.config"),
            system: at("home/system"),
        };
        for path in [&places.root, &places.home] {
            fs::create_dir_all(path).unwrap();
        }
        Self { _folder: folder, places }
    }

    fn file(&self, client: &Client, scope: Scope) -> PathBuf {
        match scope {
            Scope::Project => client.project_file(&self.places),
            Scope::Global => client.global_file(&self.places),
        }
        .unwrap()
    }

    fn write(&self, path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn plan(&self, request: &Request) -> Plan {
        request.plan(&self.places).unwrap_or_else(|refused| panic!("{refused:?}"))
    }

    /// Plans and applies; gives the words of the outcomes.
    fn run(&self, request: &Request) -> Vec<&'static str> {
        let plan = self.plan(request);
        let refused = plan.apply();
        assert!(refused.is_empty(), "{refused:?}");
        plan.steps.iter().map(|step| step.outcome.as_str()).collect()
    }

    fn refused(&self, request: &Request) -> String {
        match request.plan(&self.places) {
            Err(refused) => said(&refused),
            Ok(plan) => panic!("{:?}", plan.steps),
        }
    }

    /// Every file below both folders with its bytes, and every folder.
    fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.places.root.clone(), self.places.home.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    found.insert(path.clone(), None);
                    folders.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap();
                    found.insert(path, Some(bytes));
                }
            }
        }
        found
    }
}

fn said(refused: &[Refused]) -> String {
    refused.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn client(id: &str) -> &'static Client {
    CLIENTS.iter().find(|client| client.id == id).unwrap()
}

fn request(ids: &[&str]) -> Request {
    Request {
        clients: ids.iter().map(|id| client(id)).collect(),
        scope: Scope::Project,
        shared: "indexer".into(),
        own: "/opt/bin/indexer".into(),
        remove: false,
        instructions: false,
        skill: false,
        hooks: false,
        force: false,
    }
}

fn removal(request: &Request) -> Request {
    Request { remove: true, ..request.clone() }
}
