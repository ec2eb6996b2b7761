//! Uses, calls, types and dependencies: what a symbol or file is related to.

pub mod find_path;
pub mod find_references;
pub mod get_call_hierarchy;
pub mod get_callees;
pub mod get_callers;
pub mod get_consumers;
pub mod get_dependency_graph;
pub mod get_dependents;
pub mod get_endpoints;
pub mod get_impact;
pub mod get_related_tests;
pub mod get_type_flow;
pub mod get_type_hierarchy;
