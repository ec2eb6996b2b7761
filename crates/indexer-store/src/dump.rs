//! The canonical text of a view: what two equal indexes agree on.

use crate::record::FileRecord;
use crate::view::View;
use std::fmt::{self, Write};
use xxhash_rust::xxh3::xxh3_64;

impl View {
    /// Everything live as text: one line per file, symbol, reference, consulted key, extended
    /// type and package, in a fixed order. Two views with equal records give equal dumps, however
    /// they are cut into segments. O(index).
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for record in self.records() {
            // Writing to a string does not fail.
            let _ = dump_file(&mut out, &record);
        }
        out
    }
}

fn dump_file(out: &mut String, r: &FileRecord) -> fmt::Result {
    let path = &r.path;
    writeln!(out, "file {path:?} {} language={:?} module={:?}", r.content, r.language, r.module)?;
    writeln!(out, "  size {} bytes {} lines {:?}", r.bytes, r.lines, r.tally)?;
    if let Some(doc) = &r.doc {
        writeln!(out, "  doc {doc:?}")?;
    }
    for problem in &r.problems {
        writeln!(out, "  problem {} {:?} {:?}", problem.kind, problem.span, problem.detail)?;
    }
    for (symbol, index) in r.symbols.iter().zip(0..) {
        let s = symbol;
        write!(out, "  symbol {index} {:?} {} {:?} {:?}", s.key, s.kind, s.name, s.qualified)?;
        write!(out, " {} flags={:x} owner={:?}", s.visibility, s.flags.0, s.owner)?;
        write!(
            out,
            " name={}..{} span={}..{}",
            s.name_span.start, s.name_span.end, s.span.start, s.span.end
        )?;
        write!(out, " at={}:{} lines={}..{}", s.at.line, s.at.column, s.start_line, s.end_line)?;
        writeln!(out, " signature={:?} doc={:?} {:?}", s.signature, s.doc, s.metrics)?;
    }
    for e in &r.references {
        write!(out, "  reference {}:{} {}..{}", e.at.line, e.at.column, e.span.start, e.span.end)?;
        write!(out, " {} {:?} in={:?} arguments={:?}", e.role, e.name, e.enclosing, e.arguments)?;
        writeln!(out, " -> {} by {} {:?} candidates={}", e.resolution, e.rule, e.targets, e.candidates)?;
    }
    for key in &r.consulted {
        writeln!(out, "  consulted {key:?}")?;
    }
    for hash in &r.extends {
        writeln!(out, "  extends {hash:016x}")?;
    }
    for package in &r.packages {
        writeln!(out, "  package {package:?}")?;
    }
    let words = &r.words;
    writeln!(out, "  words {:?} ends {:?} in {} pieces", words.terms, words.ends, words.chunks)?;
    let bytes = [&words.postings, &words.table, &words.signs, &words.levels, &r.path_vector]
        .map(|bytes| xxh3_64(bytes));
    writeln!(out, "  pieces with vectors {:?}, bytes {bytes:x?}", words.embedded)?;
    Ok(())
}
