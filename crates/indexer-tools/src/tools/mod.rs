//! The table of tools.

pub mod batch_file_summaries;
pub mod explain;
pub mod explain_symbol;
pub mod find_definition;
pub mod find_path;
pub mod find_references;
pub mod get_briefing;
pub mod get_call_hierarchy;
pub mod get_callees;
pub mod get_callers;
pub mod get_conflicts;
pub mod get_dependency_graph;
pub mod get_dependents;
pub mod get_diff_summary;
pub mod get_file_context;
pub mod get_file_summary;
pub mod get_health;
pub mod get_history;
pub mod get_hotspots;
pub mod get_impact;
pub mod get_imports;
pub mod get_public_api;
pub mod get_related_tests;
pub mod get_smells;
pub mod get_stats;
pub mod get_subsystems;
pub mod get_token_estimate;
pub mod get_tree;
pub mod get_type_flow;
pub mod get_type_hierarchy;
pub mod hybrid_search;
pub mod index_status;
pub mod list_decisions;
pub mod list_declarations;
pub mod list_workspace_members;
pub mod lookup_symbol;
pub mod open_bug;
pub mod plan;
pub mod rank_symbols;
pub mod read_source;
pub mod record_decision;
pub mod regenerate_index;
pub mod regex_search;
pub mod repo_map;
pub mod search;
pub mod search_relevant;
pub mod search_signatures;
pub mod semantic_search;
pub mod set_goal;
pub mod update_bug;

use crate::tool::Tool;

/// Every tool, in the order of lists.
pub static ALL: &[Tool] = &[
    Tool::of::<search::Search>(),
    Tool::of::<explain::Explain>(),
    Tool::of::<lookup_symbol::LookupSymbol>(),
    Tool::of::<find_definition::FindDefinition>(),
    Tool::of::<explain_symbol::ExplainSymbol>(),
    Tool::of::<search_signatures::SearchSignatures>(),
    Tool::of::<semantic_search::SemanticSearch>(),
    Tool::of::<regex_search::RegexSearch>(),
    Tool::of::<hybrid_search::HybridSearch>(),
    Tool::of::<search_relevant::SearchRelevant>(),
    Tool::of::<find_references::FindReferences>(),
    Tool::of::<get_callers::GetCallers>(),
    Tool::of::<get_callees::GetCallees>(),
    Tool::of::<get_call_hierarchy::GetCallHierarchy>(),
    Tool::of::<get_type_hierarchy::GetTypeHierarchy>(),
    Tool::of::<get_impact::GetImpact>(),
    Tool::of::<find_path::FindPath>(),
    Tool::of::<get_type_flow::GetTypeFlow>(),
    Tool::of::<get_related_tests::GetRelatedTests>(),
    Tool::of::<get_dependency_graph::GetDependencyGraph>(),
    Tool::of::<get_dependents::GetDependents>(),
    Tool::of::<get_diff_summary::GetDiffSummary>(),
    Tool::of::<get_history::GetHistory>(),
    Tool::of::<read_source::ReadSource>(),
    Tool::of::<list_declarations::ListDeclarations>(),
    Tool::of::<get_file_summary::GetFileSummary>(),
    Tool::of::<batch_file_summaries::BatchFileSummaries>(),
    Tool::of::<get_file_context::GetFileContext>(),
    Tool::of::<get_imports::GetImports>(),
    Tool::of::<get_public_api::GetPublicApi>(),
    Tool::of::<get_tree::GetTree>(),
    Tool::of::<get_token_estimate::GetTokenEstimate>(),
    Tool::of::<repo_map::RepoMap>(),
    Tool::of::<rank_symbols::RankSymbols>(),
    Tool::of::<get_hotspots::GetHotspots>(),
    Tool::of::<get_health::GetHealth>(),
    Tool::of::<get_smells::GetSmells>(),
    Tool::of::<get_subsystems::GetSubsystems>(),
    Tool::of::<get_stats::GetStats>(),
    Tool::of::<list_workspace_members::ListWorkspaceMembers>(),
    Tool::of::<get_briefing::GetBriefing>(),
    Tool::of::<get_conflicts::GetConflicts>(),
    Tool::of::<list_decisions::ListDecisions>(),
    Tool::of::<record_decision::RecordDecision>(),
    Tool::of::<open_bug::OpenBug>(),
    Tool::of::<update_bug::UpdateBug>(),
    Tool::of::<set_goal::SetGoal>(),
    Tool::of::<plan::Plan>(),
    Tool::of::<index_status::IndexStatus>(),
    Tool::of::<regenerate_index::RegenerateIndex>(),
];

/// The tool whose answer sums an index up.
pub static SUMMARY: Tool = Tool::of::<index_status::IndexStatus>();

/// The tool with this name, of MCP or of the command line.
pub fn find(name: &str) -> Option<&'static Tool> {
    ALL.iter().find(|tool| tool.name == name || tool.cli_name == name || tool.aliases.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Listed;
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
