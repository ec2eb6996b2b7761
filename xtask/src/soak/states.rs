//! What the files of ours held, and when.

use super::lock;
use std::sync::Mutex;

/// How many files of ours there are.
pub(super) const FILES: usize = 12;

/// A state of a file: a number that its text tells; `None` while it is not there.
pub(super) type State = Option<u64>;

/// The states of every file, in order; the last may be about to come.
pub(super) struct States([Mutex<History>; FILES]);

#[derive(Default)]
struct History {
    states: Vec<State>,
    /// How many of them have surely come.
    come: usize,
}

/// From where on a file's states count.
#[derive(Clone, Copy)]
pub(super) struct Since(usize);

impl States {
    pub(super) fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }

    /// A file is about to go through these states.
    pub(super) fn begin(&self, file: usize, states: &[State]) {
        lock(&self.0[file]).states.extend(states);
    }

    /// It has gone through all of them.
    pub(super) fn end(&self, file: usize) {
        let mut history = lock(&self.0[file]);
        history.come = history.states.len();
    }

    /// The state that a file has, while nobody changes it.
    pub(super) fn now(&self, file: usize) -> State {
        lock(&self.0[file]).states.last().copied().flatten()
    }

    /// Now: an answer that is asked for from here on knows of nothing before.
    pub(super) fn since(&self, file: usize) -> Since {
        Since(lock(&self.0[file]).come.saturating_sub(1))
    }

    /// The states that a file may have had since.
    pub(super) fn possible(&self, file: usize, Since(first): Since) -> Vec<State> {
        lock(&self.0[file]).states[first..].to_vec()
    }
}

/// The line of the counter in this state: it moves.
pub(super) fn line(state: u64) -> u64 {
    2 + state % 7
}

/// The calls of the counter that its file holds in this state.
pub(super) fn calls(state: u64) -> u64 {
    1 + state % 5
}

/// The text of a file in a state.
pub(super) fn text(file: usize, state: u64) -> String {
    let mut text = "\n".repeat(line(state) as usize - 1);
    text += &format!("def soak_counter_{file}():\n    return {state}\n\n\ndef soak_user_{file}():\n");
    (0..calls(state)).for_each(|_| text += &format!("    soak_counter_{file}()\n"));
    text
}
