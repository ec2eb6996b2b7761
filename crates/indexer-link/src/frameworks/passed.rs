//! Routers that are given to the function that stands for all of its file: `module.exports = function (app) { .. }`, taken in
//! by `require("./routes")(app)`.

use super::files::depends_on;
use super::handed::imports_router;
use super::origin::{Origin, Origins};
use crate::flow::PassedValues;
use crate::resolve::{exported, resolve};
use crate::value::{Symbol, Value};
use indexer_core::{DefId, DependencyKey, ExprId, Expression, FileId, Namespace, ParameterKind, ScopeId};

/// The name under which a file exports what stands for it, where nothing else does.
const DEFAULT: &str = "default";
/// Of a function that more files name than this, nothing is told by them.
const MOST_NAMING: usize = 8;

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
        let known = self.given.borrow().get(&(file, parameter)).cloned();
        known.unwrap_or_else(|| {
            let found = match unit.rules.parameters_take_arguments {
                true => self.passed_values(file, parameter, depth),
                false => self.passed_where_named(file, parameter, depth),
            };
            if self.is_whole(depth) {
                self.given.borrow_mut().insert((file, parameter), found.clone());
            }
            found
        })
    }

    /// The same in languages in which the linker follows all values that calls give.
    fn passed_values(&self, file: FileId, parameter: u32, depth: u32) -> Option<Origin> {
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

    /// The same in languages in which the linker follows functions alone: by the calls in files that import something of a framework.
    fn passed_where_named(&self, file: FileId, parameter: u32, depth: u32) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let (function, def) = (0..).map(DefId).zip(&unit.facts.definitions).find(|(_, one)| {
            let run = one.parameters;
            one.kind.is_callable() && parameter.checked_sub(run.start).is_some_and(|at| at < run.len)
        })?;
        let sym = Symbol { file, def: function };
        self.db.depend_on_symbol(sym);
        let own = unit.facts.parameters(def.parameters).get(..(parameter - def.parameters.start) as usize)?;
        let at = own.iter().filter(|one| one.kind != ParameterKind::Receiver).count();
        let (name, hash) = (unit.facts.name(def.name), unit.hash(def.name));
        let files = self.db.linker.database.naming(name, MOST_NAMING);
        if files.len() > MOST_NAMING {
            self.db.depend(DependencyKey::many_naming(hash));
            return None;
        }
        self.db.depend(DependencyKey::naming(hash));
        let mut found: Option<Origin> = None;
        for caller in files {
            let Some(of) = self.db.unit(caller).filter(|of| of.stub_of.is_none()) else { continue };
            self.db.depend(DependencyKey::described(of.path_hash));
            self.db.depend(DependencyKey::calls(of.path_hash));
            if !imports_router(of.facts, self.rules) {
                continue;
            }
            let named = |id: ExprId| of.last_name(id) == Some(name);
            for call in &of.facts.expressions {
                let Expression::Call { of: callee, arguments } = *call else { continue };
                let given = of.facts.list(arguments).get(at).copied().filter(|_| named(callee));
                let Some(given) = given else { continue };
                if self.own_function(&resolve(self.db, caller, callee, Some(true)).0) != Some(sym) {
                    continue;
                }
                let Some(origin) = self.follow(caller, given, depth) else { continue };
                let path = self.rules.results.get(&origin.path).unwrap_or(&origin.path);
                if !self.is_router(path) {
                    continue;
                }
                match &mut found {
                    None => found = Some(Origin { path: path.clone(), ..Origin::default() }),
                    Some(found) => found.is_possible |= found.path != *path,
                }
            }
        }
        found
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
