//! Routers that are given to the function that stands for all of its file: `module.exports = function (app) { .. }`, taken in
//! by `require("./routes")(app)`.

use super::files::depends_on;
use super::origin::{Origin, Origins};
use crate::flow::PassedValues;
use crate::resolve::exported;
use crate::value::{Symbol, Value};
use indexer_core::{FileId, Namespace, ParameterKind, ScopeId};

/// The name under which a file exports what stands for it, where nothing else does.
const DEFAULT: &str = "default";

impl Origins<'_, '_, '_> {
    /// What the parameter with this number may be given, where the function stands for its file and nothing says what it takes.
    pub(super) fn passed(&self, file: FileId, parameter: u32) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        if self.rules.passed.is_empty() || unit.rules.whole_module.is_none() {
            return None;
        }
        let one = unit.facts.parameters.get(parameter as usize)?;
        let name = unit.facts.name(one.name);
        let mut rules = self.rules.passed.iter().filter(|rule| rule.names.iter().any(|known| known == name));
        if !one.annotation.is_unknown() || rules.clone().next().is_none() {
            return None;
        }
        let sym = self.function_of_file(Value::Module(file, ScopeId(0))).or_else(|| self.by_default(file))?;
        let parameters = self.db.unit(sym.file)?.facts.definition(sym.def).parameters;
        if sym.file != file || parameters.start != parameter || parameters.len == 0 {
            return None;
        }
        let depends = |manifest: &str, packages: &[String]| {
            depends_on(self.db, &unit.place, manifest, packages, false).is_some()
        };
        let rule = rules.find(|rule| depends(&rule.manifest, &rule.packages))?;
        Some(Origin { path: rule.gives.clone(), is_possible: true, ..Origin::default() })
    }

    /// The router that calls in the repository give to a parameter without a type: `init_app(app)` of `app = Flask(__name__)`. Which
    /// one it is, the calls say themselves ([`super::handed`]).
    pub(super) fn passed_by_calls(&self, file: FileId, parameter: u32, depth: u32) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let one = unit.facts.parameters.get(parameter as usize)?;
        if unit.rules.declared_types || !one.annotation.is_unknown() || one.kind != ParameterKind::Plain {
            return None;
        }
        let passed = self.db.ask(PassedValues { file, parameter });
        let known = passed.iter().filter(|value| *value != Value::Unknown);
        let mut paths = known.map(|value| {
            let origin = self.of_value(value, depth)?;
            let path = self.rules.results.get(&origin.path).unwrap_or(&origin.path);
            self.is_router(path).then(|| path.clone())
        });
        let path = paths.next()??;
        let is_possible = paths.any(|other| other.as_ref() != Some(&path));
        Some(Origin { path, is_possible, ..Origin::default() })
    }

    fn by_default(&self, file: FileId) -> Option<Symbol> {
        let module = Value::Module(file, ScopeId(0));
        match exported(self.db, module, self.db.text(DEFAULT), Namespace::VALUE).only()? {
            Value::Definition(sym) | Value::Function(sym, _) => {
                self.db.unit(sym.file)?.kind(sym.def).is_callable().then_some(sym)
            }
            _ => None,
        }
    }
}
