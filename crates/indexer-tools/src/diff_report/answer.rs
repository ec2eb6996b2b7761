//! The answer about a change, in every form that it has.

use super::found::{Found, MOST_LISTED, SHOWN, SymbolChange};
use super::runners::runner_list;
use super::screen::screen;
use super::short;
use super::written::{annotations, comment, sarif};
use crate::protocol::{Answer, Format, Records};
use crate::screen::Screen;

/// Rows that each list keeps where an answer does not fit the budget; then half of them, and so on.
const FIRST_CUT: usize = 50;

impl Answer for Found {
    page!(symbols: SymbolChange, short);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            return short::head(self, out);
        }
        out.record("compared")
            .text("base", &self.base)
            .text("head", &self.head)
            .text("since", &self.since_ref);
        if self.only_tests {
            return;
        }
        let mut record = out.record("changes");
        record.field("symbols", self.changes);
        for (what, count) in &self.counts {
            record.field(what, count);
        }
        let [added, removed, modified] = self.file_counts;
        record.count("cosmetic", self.cosmetic as u64).field("files_added", added);
        record.field("files_removed", removed).field("files_modified", modified);
        record.field("breaking", self.breaking.len() + self.more_breaking);
        record
            .field("cycles", self.cycles.len() + self.more_cycles)
            .count("cycles_of_types", (self.cycles_of_types.len() + self.more_cycles_of_types) as u64)
            .field("tests", self.tests.len() + self.more_tests)
            .count("routes", (self.routes.len() + self.more_routes) as u64);
        if !self.failed.is_empty() {
            let words: Vec<String> =
                self.failed.iter().map(|one| format!("{one:?}").to_lowercase()).collect();
            record.field("failed", words.join(","));
        }
        drop(record);
        for (what, files) in [
            ("added", &self.files_added),
            ("removed", &self.files_removed),
            ("modified", &self.files_modified),
        ] {
            for file in files.iter().take(SHOWN) {
                let mut record = out.record("file");
                record.field("is", what).text("path", &file.path).some("was", file.was.as_deref());
                record.field("symbols", file.symbols);
                if !file.change.is_empty() && what == "modified" {
                    record.field("change", file.change.join(","));
                }
            }
        }
        out.more("more_files", self.left_out_files(|_, _| true));
        self.write_unread(out);
        self.breaking.iter().for_each(|row| row.write(out));
        out.more("more_breaking", self.more_breaking);
        self.routes.iter().take(SHOWN).for_each(|row| row.write(false, out));
        out.more("more_routes", self.routes.len().saturating_sub(SHOWN) + self.more_routes);
        self.write_cycles(out);
        self.write_unused(out);
    }

    fn tail(&self, out: &mut Records) {
        if let Some(folded) = &self.short {
            folded.write(out);
            return short::tail(self, out);
        }
        if !self.only_tests {
            out.record("edges")
                .field("appeared", self.edges.appeared_total)
                .field("vanished", self.edges.vanished_total);
            self.edges.appeared.iter().take(SHOWN).for_each(|edge| edge.write("appeared", out));
            self.edges.vanished.iter().take(SHOWN).for_each(|edge| edge.write("vanished", out));
            for (distance, (resolved, possible)) in &self.distances {
                let mut record = out.record("distance");
                record.field("steps", distance).field("resolved", resolved).field("possible", possible);
            }
        }
        let shown = if self.only_tests { MOST_LISTED } else { SHOWN };
        for test in self.tests.iter().take(shown) {
            let mut record = out.record("test");
            record.text("key", &test.node.key).field("distance", test.distance);
            record.field("resolution", test.resolution);
        }
    }

    fn screen(&self) -> Option<Screen> {
        Some(screen(self))
    }

    fn draw(&self, format: Format, _: &str) -> String {
        match format {
            Format::Markdown => comment(self),
            Format::Sarif => sarif(self),
            Format::Github => annotations(self),
            format => runner_list(&self.tests, format),
        }
    }

    fn shorten(&mut self) -> bool {
        let listed = match self.listed {
            None => FIRST_CUT,
            Some(listed) if listed > 2 => listed / 2,
            Some(_) => return false,
        };
        self.listed = Some(listed);
        for files in [&mut self.files_added, &mut self.files_removed, &mut self.files_modified] {
            self.more_files += cut(files, listed);
        }
        self.more_breaking += cut(&mut self.breaking, listed);
        self.more_routes += cut(&mut self.routes, listed);
        self.more_cycles += cut(&mut self.cycles, listed);
        self.more_cycles_of_types += cut(&mut self.cycles_of_types, listed);
        self.more_unused += cut(&mut self.unused, listed);
        self.more_tests += cut(&mut self.tests, listed);
        self.edges.appeared.truncate(listed);
        self.edges.vanished.truncate(listed);
        true
    }

    fn is_cut_short(&self) -> bool {
        self.listed.is_some_and(|listed| listed < SHOWN)
    }

    fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    fn is_empty(&mut self) -> bool {
        if self.only_tests {
            return self.tests.is_empty();
        }
        self.changes == 0
            && self.files_added.is_empty()
            && self.files_removed.is_empty()
            && self.files_modified.is_empty()
    }
}

/// Leaves `most` rows; how many more there were.
fn cut<T>(rows: &mut Vec<T>, most: usize) -> usize {
    let more = rows.len().saturating_sub(most);
    rows.truncate(most);
    more
}
