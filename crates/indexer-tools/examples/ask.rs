//! Any tool by its name, with the arguments and the answer that MCP clients see.
//! `cargo run --example ask` makes a folder of its own and leaves nothing behind.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_engine::{Options, Workspace};
use indexer_tools::{Settings, ask, find};
use serde_json::json;
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// Prints who uses a symbol, as JSON and as text.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("shop");
    std::fs::create_dir(&root)?;
    std::fs::write(root.join("price.py"), "def total(): ...\n")?;
    std::fs::write(root.join("main.py"), "from price import total\n\ndef run():\n    return total()\n")?;
    let cache_dir = Some(folder.path().join("cache"));
    let workspace = Workspace::open(Options { cache_dir, ..Options::new(&root) }, |_event| ())?;
    let tool = find("get_callers").ok_or("no such tool")?;
    // Set from another thread, this ends the question early.
    let cancel = AtomicBool::new(false);
    for format in ["json", "text"] {
        let arguments = json!({"symbol": "total", "format": format});
        let answer = ask(&workspace, &Settings::default(), tool, &arguments, &cancel)?;
        println!("{}\n", answer.body);
        if let Some(json) = answer.structured {
            assert_eq!((&json["total"], &json["index"]["state"]), (&json!(1), &json!("fresh")), "{json}");
        }
    }
    Ok(())
}
