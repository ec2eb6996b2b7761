//! A bar on stderr while an index is built.

use crate::say;
use indexer_engine::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar: most refreshes take milliseconds.
const PATIENCE: Duration = Duration::from_millis(300);

/// The callback for the engine: a bar where stderr is a terminal, and a line for what went wrong with
/// the cache, unless somebody asked for quiet.
pub(crate) fn progress(quiet: bool) -> impl Fn(Event) + Send + Sync + 'static {
    let shown = !quiet && std::io::stderr().is_terminal();
    let started = Instant::now();
    let bar: Mutex<Option<ProgressBar>> = Mutex::new(None);
    move |event| {
        match &event {
            Event::Damaged { reason } if !quiet => {
                say::note(&format!("note: the stored index was damaged and is built again: {reason}"));
            }
            Event::Unpublished { reason } if !quiet => {
                say::note(&format!(
                    "note: the index is not stored, the next question builds it again: {reason}"
                ));
            }
            _ => {}
        }
        if !shown || started.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = bar.lock() else { return };
        match event {
            Event::Parsing { done, total } => step(&mut bar, "parsing", done, total),
            Event::Linking { done, total } => step(&mut bar, "linking", done, total),
            Event::Publishing => {
                if let Some(bar) = bar.as_ref() {
                    bar.set_message("writing");
                }
            }
            Event::Done { .. } => {
                if let Some(bar) = bar.take() {
                    bar.finish_and_clear();
                }
            }
            _ => {}
        }
    }
}

fn step(bar: &mut Option<ProgressBar>, what: &'static str, done: usize, total: usize) {
    let bar = bar.get_or_insert_with(|| {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg:8} {bar:40} {pos}/{len} {elapsed}") {
            bar.set_style(style);
        }
        bar
    });
    bar.set_message(what);
    bar.set_length(total as u64);
    bar.set_position(done as u64);
}
