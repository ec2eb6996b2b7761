//! Where a place of a file leads: the formats of links that ripgrep has, under its names.

use super::Place;
use std::fmt::Write;
use std::path::Path;

/// Names of formats, with what they stand for.
pub const ALIASES: &[(&str, &str)] = &[
    ("none", ""),
    ("default", "file://{host}{path}"),
    ("file", "file://{host}{path}"),
    ("cursor", "cursor://file{path}:{line}:{column}"),
    ("grep+", "grep+://{path}:{line}"),
    ("kitty", "file://{host}{path}#{line}"),
    ("macvim", "mvim://open?url=file://{path}&line={line}&column={column}"),
    ("textmate", "txmt://open?url=file://{path}&line={line}&column={column}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscode-insiders", "vscode-insiders://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
];

/// The format of links to places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hyperlink {
    parts: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Path,
    Line,
    Column,
    /// Nothing: a file of this machine.
    Host,
}

impl Hyperlink {
    /// No links.
    pub const NONE: Hyperlink = Hyperlink { parts: Vec::new() };

    /// Reads a format, or the name of one; the error says what is wrong with it.
    pub fn parse(format: &str) -> Result<Self, String> {
        let named = ALIASES.iter().find(|(name, _)| *name == format);
        let mut rest = named.map_or(format, |(_, stands_for)| stands_for);
        let mut parts = Vec::new();
        while let Some((text, after)) = rest.split_once('{') {
            let (variable, after) = after.split_once('}').ok_or("a { is not closed")?;
            if !text.is_empty() {
                parts.push(Piece::Text(text.to_owned()));
            }
            parts.push(match variable {
                "path" => Piece::Path,
                "line" => Piece::Line,
                "column" => Piece::Column,
                "host" | "wslprefix" => Piece::Host,
                other => {
                    let names: Vec<&str> = ALIASES.iter().map(|(name, _)| *name).collect();
                    return Err(format!(
                        "{{{other}}} is none of {{path}}, {{line}}, {{column}}, {{host}}; formats with names are {}",
                        names.join(", ")
                    ));
                }
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Piece::Text(rest.to_owned()));
        }
        let has = |piece: &Piece| parts.contains(piece);
        if parts.is_empty() {
            return Ok(Self { parts });
        }
        let names = || ALIASES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        match &parts[0] {
            _ if !has(&Piece::Path) => Err(format!("a format holds {{path}}, or is one of {}", names())),
            _ if has(&Piece::Column) && !has(&Piece::Line) => Err("{column} needs {line}".to_owned()),
            Piece::Text(start) if start.find(':').is_some_and(|at| is_scheme(&start[..at])) => {
                let is_safe = |piece: &Piece| !matches!(piece, Piece::Text(text) if text.chars().any(|c| !c.is_ascii_graphic()));
                if parts.iter().all(is_safe) {
                    Ok(Self { parts })
                } else {
                    Err("a format is of visible ASCII".to_owned())
                }
            }
            _ => Err("a format begins with a scheme such as file://".to_owned()),
        }
    }

    /// True where nothing is linked.
    pub fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    /// The address of a place below `root`. Whatever the path holds, it is one word of ASCII.
    pub(super) fn address(&self, root: &Path, place: &Place) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Piece::Text(text) => out.push_str(text),
                Piece::Path => encode(&root.join(&place.path).to_string_lossy().replace('\\', "/"), &mut out),
                Piece::Line => drop(write!(out, "{}", place.line.max(1))),
                Piece::Column => drop(write!(out, "{}", place.column.max(1))),
                Piece::Host => {}
            }
        }
        out
    }
}

fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// A path for an address, absolute, with everything but its plain characters written as `%hex`.
fn encode(path: &str, out: &mut String) {
    if !path.starts_with('/') {
        out.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b':' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            byte => drop(write!(out, "%{byte:02X}")),
        }
    }
}
