//! Where the parts of joined code stand in the file.

use indexer_core::{FileFacts, Span};

/// For each run of code that stands in the file as it is: where it begins in the code, and in the file.
#[derive(Debug, Default)]
pub(super) struct Places(Vec<(u32, u32)>);

impl Places {
    /// From `code` on, bytes of the code stand at `file` and behind it.
    pub(super) fn add(&mut self, code: usize, file: usize) {
        match self.0.last_mut() {
            Some(last) if last.0 == code as u32 => last.1 = file as u32,
            _ => self.0.push((code as u32, file as u32)),
        }
    }

    fn place(&self, code: u32) -> u32 {
        let behind = self.0.partition_point(|(start, _)| *start <= code);
        self.0[..behind].last().map_or(code, |(start, file)| file + (code - start))
    }

    fn span(&self, span: &mut Span) {
        // What ends with a line ends before what JSON has between two lines.
        let end = if span.end > span.start { self.place(span.end - 1) + 1 } else { self.place(span.end) };
        span.start = self.place(span.start);
        span.end = end.max(span.start);
    }

    /// Moves all places of facts from the code to the file.
    pub(super) fn move_all(&self, facts: &mut FileFacts) {
        facts.scopes.iter_mut().for_each(|one| self.span(&mut one.span));
        for binding in facts.bindings.iter_mut().filter(|binding| binding.from > 0) {
            binding.from = self.place(binding.from);
        }
        for one in &mut facts.definitions {
            self.span(&mut one.span);
            self.span(&mut one.name_span);
        }
        facts.parameters.iter_mut().for_each(|one| self.span(&mut one.name_span));
        facts.extensions.iter_mut().for_each(|one| self.span(&mut one.span));
        facts.imports.iter_mut().for_each(|one| self.span(&mut one.span));
        facts.references.iter_mut().for_each(|one| self.span(&mut one.span));
        facts.verbatim.iter_mut().for_each(|one| self.span(&mut one.span));
        facts.problems.iter_mut().filter(|one| !one.span.is_empty()).for_each(|one| self.span(&mut one.span));
    }
}
