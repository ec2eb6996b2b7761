//! A bar on stderr while an index is built.

use crate::say;
use indexer_engine::Event;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long work lasts before it shows a bar: most refreshes take milliseconds.
const PATIENCE: Duration = Duration::from_millis(250);
/// How often a bar moves that counts nothing.
const TICK: Duration = Duration::from_millis(100);

/// When the first sign is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    /// At once: somebody asked for the work.
    Now,
    /// Where it lasts.
    Late,
}

#[derive(Default)]
struct Shown {
    bar: Option<ProgressBar>,
    /// The files are listed, or the work is done: what follows counts.
    listed: bool,
}

/// The bar, for whoever writes to the terminal next. It goes with this.
#[derive(Default)]
pub(crate) struct Bar(Arc<Mutex<Shown>>);

impl Bar {
    /// Takes it from the screen; nothing is shown before more is counted.
    pub(crate) fn clear(&self) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.listed = true;
        clear(&mut shown);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The callback for the engine: a bar where stderr is a terminal, and a line for what went wrong with
/// the cache, unless somebody asked for quiet.
pub(crate) fn progress(quiet: bool, first: First) -> (impl Fn(Event) + Send + Sync + 'static, Bar) {
    let is_shown = !quiet && std::io::stderr().is_terminal();
    let started = Instant::now();
    let patience = if first == First::Now { Duration::ZERO } else { PATIENCE };
    let bar = Bar::default();
    let shown = Arc::clone(&bar.0);
    if is_shown {
        listing(&shown, patience);
    }
    let on_event = move |event| {
        match &event {
            Event::Damaged { reason } if !quiet => {
                say::note(&format!("note: the stored index was damaged and is built again: {reason}"));
            }
            Event::Unpublished { reason } if !quiet => {
                say::note(&format!(
                    "note: the index is not stored, the next question builds it again: {reason}"
                ));
            }
            Event::RemoteFailed { reason } if !quiet => {
                say::note(&format!("note: indexed here, without the shared store: {reason}"));
            }
            _ => {}
        }
        if !is_shown {
            return;
        }
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        let is_early = started.elapsed() < patience;
        match event {
            Event::Listed { .. } => {
                shown.listed = true;
                clear(&mut shown);
            }
            Event::Parsing { done, total } if !is_early => step(&mut shown, "parsing", (done, total)),
            Event::Linking { done, total } if !is_early => step(&mut shown, "linking", (done, total)),
            Event::Publishing => {
                if let Some(bar) = &shown.bar {
                    bar.set_message("writing");
                }
            }
            Event::Done { .. } => clear(&mut shown),
            _ => {}
        }
    };
    (on_event, bar)
}

/// Shows that the folder is read, once it takes that long.
fn listing(shown: &Arc<Mutex<Shown>>, patience: Duration) {
    let weak = Arc::downgrade(shown);
    let show = move || {
        thread::sleep(patience);
        let Some(shown) = weak.upgrade() else { return };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        if !shown.listed && shown.bar.is_none() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(ProgressStyle::default_spinner());
            bar.set_message("reading the folder");
            bar.enable_steady_tick(TICK);
            shown.bar = Some(bar);
        }
    };
    if patience.is_zero() {
        show();
    } else {
        // It ends by itself; where it cannot be had, the first file that is parsed is the first sign.
        let _ = thread::Builder::new().name("progress".to_owned()).spawn(show);
    }
}

fn clear(shown: &mut Shown) {
    if let Some(bar) = shown.bar.take() {
        bar.finish_and_clear();
    }
}

fn step(shown: &mut Shown, what: &'static str, (done, total): (usize, usize)) {
    let bar = shown.bar.get_or_insert_with(|| {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{msg:8} {bar:40} {pos}/{len} {elapsed}") {
            bar.set_style(style);
        }
        bar
    });
    bar.set_message(what);
    // Before anything is counted the bar stays as it was.
    if total > 0 {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }
}
