//! The terminal that answers are written for: its width, its colours and links, and the pager for what is
//! longer than it.

use crate::OutputOptions;
use crate::say::{self, Failure};
use indexer_tools::Output;
use indexer_tools::screen::{Hyperlink, Paper};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use terminal_size::{Height, Width, terminal_size_of};

/// Cells of a line where nothing says how many there are.
const WIDTH: usize = 80;

/// Writes an answer to stdout: the screen of one for people, the text of any other.
pub(crate) fn give(output: &Output, root: &Path, output_options: &OutputOptions) -> Result<(), Failure> {
    let Some(screen) = &output.screen else { return say::answer(&output.body) };
    let text = paper(root, output_options).write(screen);
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    match height().filter(|height| lines > *height && !output_options.no_pager) {
        Some(_) => paged(&text),
        None => say::screen(&text),
    }
}

/// What screens are written on.
pub(crate) fn paper(root: &Path, output_options: &OutputOptions) -> Paper {
    Paper {
        width: width(),
        painted: output_options.color.paints(),
        links: links(output_options),
        root: root.to_owned(),
        folder: folder_below(root).unwrap_or_default(),
    }
}

/// The current folder below the root, as paths are written; `None` where it is not below.
pub(crate) fn folder_below(root: &Path) -> Option<String> {
    let here = env::current_dir().and_then(dunce::canonicalize).ok()?;
    let below = here.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = below.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// Cells of a line; `COLUMNS` decides where there is no terminal.
fn width() -> usize {
    let of_terminal = terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width));
    let of_variable = || env::var("COLUMNS").ok()?.parse().ok();
    of_terminal.or_else(of_variable).unwrap_or(WIDTH)
}

/// Lines of the terminal that stdout is.
fn height() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal_size_of(io::stdout()).map(|(_, Height(height))| usize::from(height))
}

/// Links as they were asked for; else the default ones, where the terminal is known to take them.
fn links(output_options: &OutputOptions) -> Hyperlink {
    match &output_options.hyperlink_format {
        _ if !output_options.color.paints() => Hyperlink::NONE,
        Some(links) => links.clone(),
        None if supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout) => {
            Hyperlink::parse("default").unwrap_or(Hyperlink::NONE)
        }
        None => Hyperlink::NONE,
    }
}

/// The pager where the user names none: it ends at once where all fits, keeps colours, and leaves the text
/// on the screen.
const PAGER: [&str; 2] = ["less", "-FRX"];

/// Writes to the user's pager; to stdout where there is none.
fn paged(text: &str) -> Result<(), Failure> {
    let named = env::var("PAGER").ok().filter(|named| !named.trim().is_empty());
    let words: Vec<&str> = match &named {
        Some(named) => named.split_whitespace().collect(),
        None => PAGER.to_vec(),
    };
    let Some((program, arguments)) = words.split_first() else { return say::screen(text) };
    let mut pager = Command::new(program);
    pager.args(arguments).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // What `PAGER=less` wants is told by this, as git does.
        pager.env("LESS", "FRX");
    }
    let Ok(mut child) = pager.spawn() else { return say::screen(text) };
    if let Some(mut input) = child.stdin.take() {
        // Who leaves the pager early has seen enough.
        match input.write_all(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
            _ => {}
        }
    }
    // Until it ends the terminal is the pager's.
    child.wait()?;
    Ok(())
}
