//! What stands in each chunk of a file, as numbers of identifiers.

/// The identifiers of a text by the innermost chunk that holds them.
#[derive(Default)]
pub(crate) struct Bodies {
    /// Identifiers, a run a chunk.
    words: Vec<u32>,
    /// Where each run begins, and where the last one ends.
    starts: Vec<u32>,
}

impl Bodies {
    /// `found` are (chunk, identifier) as they stand in the text. O(found + chunks).
    pub(crate) fn of(found: &[(u32, u32)], chunks: usize) -> Self {
        let mut starts = vec![0_u32; chunks + 2];
        for (chunk, _) in found {
            starts[*chunk as usize + 2] += 1;
        }
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut words = vec![0; found.len()];
        // The start of the next one moves from where this one begins to where it ends.
        for (chunk, identifier) in found {
            let at = &mut starts[*chunk as usize + 1];
            words[*at as usize] = *identifier;
            *at += 1;
        }
        starts.pop();
        Self { words, starts }
    }

    /// The identifiers of chunks that follow one another.
    pub(crate) fn of_chunks(&self, from: usize, to: usize) -> &[u32] {
        &self.words[self.starts[from] as usize..self.starts[to] as usize]
    }
}
