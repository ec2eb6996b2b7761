//! Makefiles: targets, variables, and which files recipes run or are included.

use super::draft::{Draft, Entry};
use super::words;
use indexer_core::SymbolKind;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let mut target: Option<Entry> = None;
    let (mut at, mut goes_on, mut is_defined) = (0, false, false);
    for whole in text.split_inclusive('\n') {
        let start = at;
        at += whole.len();
        let line = whole.trim_end();
        let continued = std::mem::replace(&mut goes_on, line.ends_with('\\'));
        let body = line.trim_start();
        if is_defined {
            is_defined = !body.starts_with("endef");
            continue;
        }
        if line.starts_with('\t') {
            draft.end(target, start + line.len());
            words::paths(draft, (start, start + line.len()), target);
            continue;
        }
        if continued || body.is_empty() || body.starts_with('#') {
            continue;
        }
        let from = start + (line.len() - body.len());
        let word = body.split_whitespace().next().unwrap_or_default();
        match word {
            "include" | "-include" | "sinclude" => {
                words::paths(draft, (from + word.len(), start + line.len()), None);
            }
            "define" => is_defined = true,
            "ifeq" | "ifneq" | "ifdef" | "ifndef" | "else" | "endif" | "unexport" | "vpath" | "override" => {}
            _ => {
                let export = if word == "export" { word.len() + 1 } else { 0 };
                let Some(rest) = body.get(export..) else { continue };
                if let Some(name) = variable(rest) {
                    let begin = from + export + (rest.len() - rest.trim_start().len());
                    let entry = draft.add(SymbolKind::Key, name, (begin, begin + name.len()), None);
                    draft.end(entry, start + line.len());
                    target = None;
                } else if let Some(length) = rest.find(':') {
                    let names = rest[..length].trim_end();
                    // What begins with a dot tells make, and patterns and variables name no target.
                    let is_target =
                        !names.starts_with('.') && !names.contains(['$', '%', '(']) && !names.is_empty();
                    target = match is_target {
                        true => draft.add(SymbolKind::Stage, names, (from, from + names.len()), None),
                        false => None,
                    };
                    draft.end(target, start + line.len());
                }
            }
        }
    }
}

/// The name of `NAME = value`, `NAME := value`, `NAME ?= value`, `NAME += value`.
fn variable(line: &str) -> Option<&str> {
    let at = line.find('=')?;
    let name = line[..at].trim_end_matches(['?', '+', ':', '!']).trim();
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
    is_name.then_some(name)
}
