//! The equality tests are worth something only if they notice mistakes: seven are seeded.

use crate::equality::{first_difference, workspace};
use indexer_engine::faults::Fault;
use indexer_testkit::{Files, mini_corpus, script};

/// Scripts in which each fault must show.
const SCRIPTS: u64 = 40;

#[test]
fn every_seeded_fault_is_noticed() {
    let files = mini_corpus();
    let mut missed = Vec::new();
    for fault in Fault::ALL {
        let noticed = (0..SCRIPTS).find(|seed| {
            let faulty = |files: &Files| workspace(files).with_fault(fault);
            first_difference(&files, faulty, &script(*seed, 12)).is_some()
        });
        match noticed {
            Some(seed) => println!("{fault:?}: script {seed}"),
            None => missed.push(fault),
        }
    }
    assert!(missed.is_empty(), "not noticed: {missed:?}");
}
