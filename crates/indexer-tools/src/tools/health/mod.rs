//! Figures about the whole repository: rank, complexity, smells, subsystems, the map.

pub mod get_health;
pub mod get_hotspots;
pub mod get_smells;
pub mod get_stats;
pub mod get_subsystems;
pub mod rank_symbols;
pub mod repo_map;
