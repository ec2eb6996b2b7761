//! What frameworks make of calls and decorators: endpoints, commands, tasks. A rule is data
//! ([`indexer_core::framework`]) and holds where a name is proved to lead to what the rule names, never by a pattern of
//! names.

mod around;
mod begun;
mod composed;
mod copied;
mod described;
mod drawn;
mod entries;
mod expanded;
mod files;
mod forwarded;
mod globals;
mod groups;
mod handed;
mod handlers;
mod held;
mod injected;
mod listed;
mod looped;
mod maps;
mod mounted;
mod origin;
mod owner_prefix;
mod passed;
mod patterns;
mod places;
mod plugins;
mod provider;
mod qualifiers;
mod reads;
mod resource;
mod services;
mod set_again;
mod specified;
mod starts;
mod texts;
mod tokens;
mod types;
mod uses;
mod variables;
mod wildcards;
mod wrapped;

pub(crate) use drawn::names_of_type;
pub(crate) use entries::entries_of_file;
pub(crate) use globals::{calls_with_its_own, gives_of_package, global_of_package};
pub(crate) use handed::imports_router;
pub(crate) use provider::{given_parameters, provided, provider, value_of_provider};
pub(crate) use services::service_of;
pub(crate) use set_again::how_written;
pub(crate) use starts::started;
pub(crate) use wrapped::reads_by_parameter;

use crate::query::Db;
use crate::unit::Unit;
use indexer_core::{Edge, FrameworkRules, Resolution, Rule, SymbolKey, Target};

/// The rules about frameworks of the language of a file, with those of the user where there are such.
fn rules_of<'a>(db: &Db<'_, 'a>, unit: &Unit<'_>) -> Option<&'a FrameworkRules> {
    let built_in = (unit.rules.frameworks)()?;
    Some(db.linker.database.frameworks(unit.rules.language).unwrap_or(built_in))
}

/// The edge of what a rule makes to the symbol that it leads to.
fn edge_to(resolution: Resolution, key: SymbolKey) -> Edge {
    Edge { resolution, rule: Rule::Framework, targets: vec![Target::Symbol(key)], candidates: 0 }
}
