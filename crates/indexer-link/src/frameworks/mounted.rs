//! What is mounted: a router, or the file that declares one.

use super::entries::{File, Match, is_value};
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::Expression;
use indexer_core::path::{join, parent};

/// Folders deeper than this are not looked through.
const DEEPEST_FOLDER: usize = 32;

impl File<'_, '_, '_> {
    /// What is mounted: the definition that holds the router, or the module that declares it.
    pub(super) fn mounted(&self, of: &Match<'_>) -> Option<String> {
        let id = of.rule.to.iter().find_map(|place| self.inside(of, place))?;
        if let Some(text) = self.unit.facts.text(id) {
            return self.module(text);
        }
        if let Expression::Call { of: callee, .. } = self.unit.facts.expression(id)
            && let Some(Value::Definition(sym)) =
                resolve(self.db, self.db.file(), callee, Some(true)).0.only()
            && self
                .db
                .unit(sym.file)
                .is_some_and(|unit| unit.stub_of.is_none() && unit.kind(sym.def).is_callable())
        {
            return self.printed(sym);
        }
        if let Some(sym) = self.origins.of(self.db.file(), id).and_then(|origin| origin.router) {
            return self.printed(sym);
        }
        match resolve(self.db, self.db.file(), id, None).0.only()? {
            Value::Definition(sym) | Value::Function(sym, _) => {
                let kind = self.db.unit(sym.file)?.kind(sym.def);
                let is_mounted = is_value(kind) || of.rule.hands && kind.is_callable();
                if is_mounted { self.printed(sym) } else { None }
            }
            Value::Module(file, _) => Some(self.db.unit(file)?.path.to_owned()),
            _ => None,
        }
    }

    /// The file of a module that a text names, looked for from the folder of this file upwards.
    fn module(&self, text: &str) -> Option<String> {
        let name = text.replace('.', "/");
        let mut folder = parent(&self.unit.place).to_owned();
        for _ in 0..DEEPEST_FOLDER {
            for ending in [".py", "/__init__.py"] {
                let place = join(&folder, &format!("{name}{ending}"));
                if self.db.with_files(&place, |files| files.is_file(&place)) {
                    let file = self.db.linker.file_at(&place)?;
                    return Some(self.db.linker.database.path(file).to_owned());
                }
            }
            if folder.is_empty() {
                break;
            }
            folder = parent(&folder).to_owned();
        }
        None
    }
}
