//! The page as Markdown, JSON or YAML.

use super::{Form, PageOf, Part};
use std::fmt::Write;

/// The page in a form.
pub(super) fn text(page: &PageOf<'_>, form: Form) -> String {
    match form {
        Form::Markdown => markdown(page),
        Form::Json => {
            let json = serde_json::to_string_pretty(page).unwrap_or_default();
            json + "\n"
        }
        Form::Yaml => yaml(page),
    }
}

/// What the page says of one file, as it stands in the page.
pub(super) fn part(part: &Part, form: Form) -> String {
    let mut out = String::new();
    match form {
        Form::Markdown => file(part, &mut out),
        // Two levels of indentation around it.
        Form::Json => {
            let json = serde_json::to_string_pretty(part).unwrap_or_default();
            json.lines().for_each(|line| out.push_str(&format!("    {line}\n")));
        }
        Form::Yaml => yaml_file(part, &mut out),
    }
    out
}

fn markdown(page: &PageOf<'_>) -> String {
    let languages: Vec<String> =
        page.languages.iter().map(|(name, files)| format!("{name} {files}")).collect();
    let mut out = format!(
        "# Index of {}\n\n{} files, {} lines: {}.\n",
        page.name,
        page.files,
        page.lines,
        languages.join(", ")
    );
    if !page.members.is_empty() {
        let _ = writeln!(out, "\nMembers: {}.", page.members.join(", "));
    }
    if page.left_out + page.shortened > 0 {
        let (left_out, shortened) = (page.left_out, page.shortened);
        let _ = writeln!(
            out,
            "\n{left_out} files are left out and {shortened} shortened to fit, the least used first."
        );
    }
    out.push('\n');
    page.index.iter().for_each(|one| file(one, &mut out));
    out
}

fn file(part: &Part, out: &mut String) {
    let _ = write!(out, "- `{}` {} lines", part.path, part.lines);
    if let Some(doc) = &part.doc {
        let _ = write!(out, ": {doc}");
    }
    out.push('\n');
    for one in &part.declarations {
        let indent = "  ".repeat(one.depth as usize + 1);
        let _ = write!(out, "{indent}- {}: `{}`", one.line, one.what.replace('`', "'"));
        if let Some(doc) = &one.doc {
            let _ = write!(out, " {doc}");
        }
        out.push('\n');
    }
}

/// Block style; every text is quoted as JSON quotes it, which YAML reads the same.
fn yaml(page: &PageOf<'_>) -> String {
    let mut out = format!("name: {}\nfiles: {}\nlines: {}\n", quoted(&page.name), page.files, page.lines);
    list("languages", page.languages.is_empty(), &mut out);
    for (name, files) in &page.languages {
        let _ = writeln!(out, "  {}: {files}", quoted(name));
    }
    if !page.members.is_empty() {
        list("members", false, &mut out);
        for name in &page.members {
            let _ = writeln!(out, "  - {}", quoted(name));
        }
    }
    let _ = writeln!(out, "left_out: {}\nshortened: {}", page.left_out, page.shortened);
    list("index", page.index.is_empty(), &mut out);
    page.index.iter().for_each(|one| yaml_file(one, &mut out));
    out
}

fn list(name: &str, empty: bool, out: &mut String) {
    let _ = writeln!(out, "{name}:{}", if empty { " []" } else { "" });
}

fn yaml_file(part: &Part, out: &mut String) {
    let _ = writeln!(out, "  - path: {}\n    lines: {}", quoted(&part.path), part.lines);
    if let Some(doc) = &part.doc {
        let _ = writeln!(out, "    doc: {}", quoted(doc));
    }
    if !part.declarations.is_empty() {
        out.push_str("    declarations:\n");
    }
    for one in &part.declarations {
        let _ = writeln!(out, "      - what: {}\n        line: {}", quoted(&one.what), one.line);
        if let Some(doc) = &one.doc {
            let _ = writeln!(out, "        doc: {}", quoted(doc));
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
