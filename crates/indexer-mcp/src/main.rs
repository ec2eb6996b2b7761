//! `indexer-mcp`: the tools of indexer over the Model Context Protocol.
//!
//! For embedders and for the tests of this crate. What is shipped under this name is `indexer`.

use std::process::ExitCode;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    indexer_mcp::program::main()
}
