//! What is put together of a question: what is meant, then what stands around it.

use super::{Meant, Part};
use crate::imports::is_test;
use crate::protocol::prelude::*;
use crate::protocol::rows::first_line;
use crate::relations::{Calls, Hierarchy, Node, Step, Uses};
use crate::search::{Looks, Piece, lines_of};
use indexer_core::{Flags, Resolution, Role};
use indexer_search::Query;
use indexer_search::query::Wish;
use indexer_store::{Symbol, TargetRef};

/// Parts of one role beside each definition.
const BESIDE: usize = 5;
/// Bytes of the lines of a definition.
const LINES: usize = 1_200;

/// What is put together.
pub(super) struct Bundle<'a, 'q> {
    context: Context<'a>,
    query: &'q Query,
    calls: Calls<'a>,
    uses: Uses<'a>,
    hierarchy: Hierarchy<'a>,
    /// Bytes that are left.
    room: usize,
}

impl<'a, 'q> Bundle<'a, 'q> {
    pub(super) fn new(context: &Context<'a>, query: &'q Query, room: usize) -> Self {
        Self {
            context: *context,
            query,
            calls: Calls::new(context),
            uses: Uses::new(context),
            hierarchy: Hierarchy::new(context),
            room: room.saturating_sub(400),
        }
    }

    /// What is meant first, in the order in which `search` finds it, with the further files that may be; then what the
    /// question wishes to know of the definitions, in the order of the wish, as long as there is room.
    pub(super) fn parts(
        &mut self,
        meant: &[Meant<'a>],
        candidates: &[Meant<'a>],
    ) -> Result<Vec<Part>, Problem> {
        let mut parts = Vec::new();
        // Half of the room is for what stands around them.
        let share = (self.room / 2 / meant.len().max(1)).min(LINES);
        for one in meant {
            let part = match one {
                Meant::Symbol(symbol) => self.definition(*symbol, share)?,
                Meant::Piece(piece) => self.page(piece)?,
            };
            self.push(&mut parts, part);
        }
        for one in candidates {
            self.push(&mut parts, candidate(one));
        }
        for role in order(self.query.wish) {
            for one in meant {
                let Meant::Symbol(symbol) = one else { continue };
                self.context.still_wanted()?;
                for part in self.beside(role, *symbol)? {
                    self.push(&mut parts, part);
                }
            }
        }
        Ok(parts)
    }

    /// Takes a part in where there is room; the first always.
    fn push(&mut self, parts: &mut Vec<Part>, part: Part) {
        let mut out = Records::default();
        part.render(None, &mut out);
        let known = parts.iter().any(|other| {
            (other.role, &other.path, other.start_line) == (part.role, &part.path, part.start_line)
        });
        if !known && (out.len() <= self.room || parts.is_empty()) {
            self.room = self.room.saturating_sub(out.len());
            parts.push(part);
        }
    }

    fn definition(&self, symbol: Symbol<'a>, most: usize) -> Result<Part, Problem> {
        let looks = Looks { room: most, snippet: most, context: 0, signals: false };
        let lines = lines_of(&self.context, self.query, symbol, looks)?;
        Ok(Part { lines, ..part("definition", symbol) })
    }

    fn page(&self, piece: &Piece<'a>) -> Result<Part, Problem> {
        let text = self.context.source(piece.file.path())?;
        let most = self.room.min(LINES / 3);
        let lines = indexer_search::snippet::lines(&text.text, &piece.chunk, self.query, most, 0);
        Ok(Part {
            role: "documentation",
            path: piece.file.path().to_owned(),
            start_line: piece.chunk.first,
            end_line: piece.chunk.last,
            kind: if piece.file.is_code() { "file" } else { "text" },
            qualified: piece.file.path().to_owned(),
            of: None,
            resolution: None,
            doc: None,
            lines: lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect(),
        })
    }

    fn beside(&mut self, role: &'static str, symbol: Symbol<'a>) -> Result<Vec<Part>, Problem> {
        let node = Node::Symbol(symbol);
        let of = symbol.printed();
        Ok(match role {
            "documentation" => symbol
                .doc()
                .filter(|doc| doc.trim().lines().count() > 1)
                .map(|doc| Part { doc: Some(paragraph(doc)), of: Some(of), ..part(role, symbol) })
                .into_iter()
                .collect(),
            "caller" if symbol.kind().is_callable() => {
                let steps = self.calls.callers(node);
                self.steps(role, &of, steps.iter().filter(|step| !tests(step)))?
            }
            "caller" => {
                let steps = self.uses.users(node);
                self.steps(role, &of, steps.iter().filter(|step| !tests(step)))?
            }
            "test" => {
                let steps = self.uses.users(node);
                self.steps(role, &of, steps.iter().filter(|step| tests(step)))?
            }
            "callee" if symbol.kind().is_callable() => {
                let steps = self.calls.callees(node);
                let shown = steps.iter().take(BESIDE).filter_map(|step| match step.node {
                    Node::Symbol(callee) => Some(Part {
                        of: Some(of.clone()),
                        resolution: Some(step.resolution.as_str()),
                        doc: callee.doc().and_then(first_line).map(str::to_owned),
                        ..part(role, callee)
                    }),
                    Node::File(_) => None,
                });
                shown.collect()
            }
            "type" => self.types(symbol, &of),
            _ => Vec::new(),
        })
    }

    /// Steps with the line of their first site.
    fn steps<'s>(
        &self,
        role: &'static str,
        of: &str,
        steps: impl Iterator<Item = &'s Step<'a>>,
    ) -> Result<Vec<Part>, Problem>
    where
        'a: 's,
    {
        let mut parts = Vec::new();
        // Who only imports it says nothing of it.
        let uses = |step: &&Step<'a>| step.sites.iter().any(|site| site.role() != Role::Import);
        for step in steps.filter(|step| uses(step)).take(BESIDE) {
            let mut made = match step.node {
                Node::Symbol(symbol) => part(role, symbol),
                Node::File(file) => Part {
                    start_line: 1,
                    end_line: file.lines(),
                    kind: "file",
                    qualified: file.path().to_owned(),
                    ..blank(role, file.path())
                },
            };
            if let Some(site) = step.sites.first() {
                let text = self.context.source(site.file().path())?;
                let line = site.at().line;
                let written = text.text.lines().nth(line as usize - 1).unwrap_or("").trim();
                let cut = written.floor_char_boundary(written.len().min(160));
                made.lines = vec![(line, written[..cut].to_owned())];
            }
            parts.push(Part { of: Some(of.to_owned()), resolution: Some(step.resolution.as_str()), ..made });
        }
        Ok(parts)
    }

    /// Of a type what it stands under and what stands under it; of a function the types that it names.
    fn types(&self, symbol: Symbol<'a>, of: &str) -> Vec<Part> {
        let mut found: Vec<(Symbol<'a>, Resolution)> = Vec::new();
        if symbol.kind().is_type() {
            let (above, below) = (self.hierarchy.above(symbol), self.hierarchy.below(symbol));
            let kin = above.iter().chain(below.iter());
            found.extend(kin.filter_map(|kin| Some((kin.symbol?, kin.resolution))));
        } else {
            let span = symbol.span();
            let inside = symbol
                .file()
                .references()
                .filter(|one| span.contains(one.span().start) && matches!(one.role(), Role::Type));
            for one in inside {
                for target in one.targets() {
                    if let TargetRef::Symbol(key) = target
                        && let Some(target) = self.context.view().symbol(key)
                    {
                        found.push((self.context.view().sym(target), one.resolution()));
                    }
                }
            }
        }
        let mut seen = Vec::new();
        found.retain(|(one, _)| {
            one.handle() != symbol.handle() && !seen.contains(&one.handle()) && {
                seen.push(one.handle());
                true
            }
        });
        let row = |(one, resolution): (Symbol<'a>, Resolution)| Part {
            of: Some(of.to_owned()),
            resolution: Some(resolution.as_str()),
            doc: one.doc().and_then(first_line).map(str::to_owned),
            ..part("type", one)
        };
        found.into_iter().take(BESIDE).map(row).collect()
    }
}

/// What is told of definitions, in this order.
fn order(wish: Wish) -> [&'static str; 5] {
    match wish {
        Wish::Uses => ["caller", "test", "type", "callee", "documentation"],
        Wish::How => ["callee", "type", "documentation", "caller", "test"],
        Wish::Tests => ["test", "caller", "callee", "type", "documentation"],
        Wish::What => ["documentation", "type", "caller", "callee", "test"],
    }
}

fn tests(step: &Step<'_>) -> bool {
    match step.node {
        Node::Symbol(symbol) => symbol.flags().has(Flags::TEST) || is_test(symbol.file()),
        Node::File(file) => is_test(file),
    }
}

/// The beginning of a documentation: what stands before the first empty line, within bounds.
fn paragraph(doc: &str) -> String {
    let doc = doc.trim();
    let end = doc.find("\n\n").unwrap_or(doc.len()).min(600);
    doc[..doc.floor_char_boundary(end)].to_owned()
}

fn blank(role: &'static str, path: &str) -> Part {
    Part {
        role,
        path: path.to_owned(),
        start_line: 1,
        end_line: 1,
        kind: "file",
        qualified: String::new(),
        of: None,
        resolution: None,
        doc: None,
        lines: Vec::new(),
    }
}

/// A piece of a further file, by its name and lines alone.
fn candidate(one: &Meant<'_>) -> Part {
    match one {
        Meant::Symbol(symbol) => part("candidate", *symbol),
        Meant::Piece(piece) => Part {
            start_line: piece.chunk.first,
            end_line: piece.chunk.last,
            kind: if piece.file.is_code() { "file" } else { "text" },
            ..blank("candidate", piece.file.path())
        },
    }
}

fn part(role: &'static str, symbol: Symbol<'_>) -> Part {
    Part {
        start_line: symbol.start_line(),
        end_line: symbol.end_line(),
        kind: symbol.kind().as_str(),
        qualified: symbol.qualified(),
        ..blank(role, symbol.file().path())
    }
}
