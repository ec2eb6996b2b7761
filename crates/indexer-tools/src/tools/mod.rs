//! The table of tools; each is a file in the folder of its subject.

pub mod change;
pub mod health;
pub mod index;
pub mod memory;
pub mod navigate;
pub mod relations;
pub mod search;

use crate::protocol::tool::Tool;

/// Every tool, in the order of lists.
pub static ALL: &[Tool] = &[
    Tool::of::<search::search::Search>(),
    Tool::of::<search::explain::Explain>(),
    Tool::of::<navigate::lookup_symbol::LookupSymbol>(),
    Tool::of::<navigate::find_definition::FindDefinition>(),
    Tool::of::<navigate::explain_symbol::ExplainSymbol>(),
    Tool::of::<search::search_signatures::SearchSignatures>(),
    Tool::of::<search::semantic_search::SemanticSearch>(),
    Tool::of::<search::regex_search::RegexSearch>(),
    Tool::of::<search::hybrid_search::HybridSearch>(),
    Tool::of::<search::search_relevant::SearchRelevant>(),
    Tool::of::<relations::find_references::FindReferences>(),
    Tool::of::<relations::get_callers::GetCallers>(),
    Tool::of::<relations::get_callees::GetCallees>(),
    Tool::of::<relations::get_call_hierarchy::GetCallHierarchy>(),
    Tool::of::<relations::get_type_hierarchy::GetTypeHierarchy>(),
    Tool::of::<relations::get_impact::GetImpact>(),
    Tool::of::<relations::find_path::FindPath>(),
    Tool::of::<relations::get_type_flow::GetTypeFlow>(),
    Tool::of::<relations::get_related_tests::GetRelatedTests>(),
    Tool::of::<relations::get_dependency_graph::GetDependencyGraph>(),
    Tool::of::<relations::get_dependents::GetDependents>(),
    Tool::of::<relations::get_endpoints::GetEndpoints>(),
    Tool::of::<relations::get_consumers::GetConsumers>(),
    Tool::of::<change::get_diff_summary::GetDiffSummary>(),
    Tool::of::<change::get_history::GetHistory>(),
    Tool::of::<navigate::read_source::ReadSource>(),
    Tool::of::<navigate::list_declarations::ListDeclarations>(),
    Tool::of::<navigate::get_file_summary::GetFileSummary>(),
    Tool::of::<navigate::batch_file_summaries::BatchFileSummaries>(),
    Tool::of::<navigate::get_file_context::GetFileContext>(),
    Tool::of::<navigate::get_imports::GetImports>(),
    Tool::of::<navigate::get_public_api::GetPublicApi>(),
    Tool::of::<navigate::get_tree::GetTree>(),
    Tool::of::<navigate::get_token_estimate::GetTokenEstimate>(),
    Tool::of::<health::repo_map::RepoMap>(),
    Tool::of::<health::rank_symbols::RankSymbols>(),
    Tool::of::<health::get_hotspots::GetHotspots>(),
    Tool::of::<health::get_health::GetHealth>(),
    Tool::of::<health::get_smells::GetSmells>(),
    Tool::of::<health::get_subsystems::GetSubsystems>(),
    Tool::of::<health::get_stats::GetStats>(),
    Tool::of::<navigate::list_workspace_members::ListWorkspaceMembers>(),
    Tool::of::<memory::get_briefing::GetBriefing>(),
    Tool::of::<memory::get_conflicts::GetConflicts>(),
    Tool::of::<memory::list_decisions::ListDecisions>(),
    Tool::of::<memory::record_decision::RecordDecision>(),
    Tool::of::<memory::open_bug::OpenBug>(),
    Tool::of::<memory::update_bug::UpdateBug>(),
    Tool::of::<memory::set_goal::SetGoal>(),
    Tool::of::<memory::plan::Plan>(),
    Tool::of::<index::index_status::IndexStatus>(),
    Tool::of::<index::regenerate_index::RegenerateIndex>(),
];

/// The tool whose answer sums an index up.
pub static SUMMARY: Tool = Tool::of::<index::index_status::IndexStatus>();

/// The tool with this name, of MCP or of the command line.
pub fn find(name: &str) -> Option<&'static Tool> {
    ALL.iter().find(|tool| tool.name == name || tool.cli_name == name || tool.aliases.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::tool::Listed;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_stands_for_two_tools() {
        let mut seen = BTreeSet::new();
        for tool in ALL {
            let mut own = BTreeSet::from([tool.name, tool.cli_name]);
            own.extend(tool.aliases);
            for name in own {
                assert!(seen.insert(name), "{name} twice");
            }
            let dashed = tool.name.replace('_', "-");
            assert!(dashed == tool.cli_name || tool.aliases.contains(&&*dashed), "{}", tool.name);
        }
    }

    #[test]
    fn descriptions_are_short_and_schemas_plain() {
        for tool in ALL {
            let (schema, description) = tool.schema_and_description();
            let length = description.chars().count();
            assert!((20..=150).contains(&length), "{}: {length} characters: {description}", tool.name);
            assert_plain(tool.name, &schema);
            assert_plain(tool.name, &tool.full_schema());
            assert_eq!(schema["additionalProperties"], Value::Null, "{}: more is accepted", tool.name);
            assert_eq!(tool.full_schema()["additionalProperties"], Value::Bool(false), "{}", tool.name);
        }
    }

    fn assert_plain(name: &str, schema: &Value) {
        let Some(object) = schema.as_object() else { return };
        for (key, value) in object {
            let known =
                ["type", "properties", "required", "additionalProperties", "description", "items", "enum"];
            assert!(known.contains(&key.as_str()), "{name}: {key} in {schema}");
            match key.as_str() {
                "properties" => value.as_object().unwrap().values().for_each(|one| {
                    assert!(one["type"].is_string(), "{name}: {one}");
                    assert_plain(name, one);
                }),
                "items" => assert_plain(name, value),
                "type" => assert!(value.is_string(), "{name}: a union: {schema}"),
                _ => {}
            }
        }
    }

    #[test]
    fn the_lists_are_cheap() {
        let entry = |tool: &Tool| {
            let (schema, description) = tool.schema_and_description();
            serde_json::json!({"name": tool.name, "description": description, "inputSchema": schema})
                .to_string()
        };
        let tokens = |listed: &dyn Fn(&Tool) -> bool| {
            let bytes: usize = ALL.iter().filter(|tool| listed(tool)).map(|tool| entry(tool).len()).sum();
            indexer_search::tokens(bytes)
        };
        let core = tokens(&|tool| tool.listed == Listed::Core);
        assert!(core <= 1000, "{core} tokens");
        let (all, memory) = (tokens(&|_| true), tokens(&|tool| tool.memory));
        assert!(all <= 6000, "{all} tokens, {memory} of them for the ledger");
    }

    #[test]
    fn every_command_line_builds() {
        for tool in ALL {
            tool.command().debug_assert();
        }
    }

    #[test]
    fn common_names_are_the_fields() {
        let fields = serde_json::to_value(crate::Common::default()).unwrap();
        let fields: BTreeSet<&str> = fields.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, crate::Common::NAMES.into_iter().collect());
    }
}
