//! Definitions, declarations, files and their source.

pub mod batch_file_summaries;
pub mod explain_symbol;
pub mod find_definition;
pub mod get_file_context;
pub mod get_file_summary;
pub mod get_imports;
pub mod get_public_api;
pub mod get_token_estimate;
pub mod get_tree;
pub mod list_declarations;
pub mod list_workspace_members;
pub mod lookup_symbol;
pub mod read_source;
