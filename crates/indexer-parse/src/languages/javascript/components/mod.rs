//! Components in files of markup (Vue, Svelte, Astro): the parser sees their scripts; the code in their markup is read
//! afterwards, piece by piece, and the markup names the components that it is made of.

use super::state::State;
use crate::masked::Masked;
use indexer_core::{Problem, Span};
use scan::Scan;

mod attributes;
mod code;
mod given;
mod held;
mod props;
mod read;
mod scan;
mod settle;

pub(in crate::languages) use props::of_call;
pub(in crate::languages) use read::read;

/// What differs between the files.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::languages) struct Markup {
    /// They may begin with code between lines of `---`, and each of their scripts is a module of its own.
    pub fences: bool,
    /// `{{ }}` and the text of some attributes are code; else `{ }` is.
    pub mustaches: bool,
    /// `<my-part>` may be the component `MyPart`.
    pub kebab: bool,
}

/// What the markup around the scripts holds, for the end of the walk.
#[derive(Debug, Default)]
pub(in crate::languages) struct Elements {
    /// Tags of elements that may be components.
    found: Vec<Tag>,
    /// Names in texts that are those of variables where the script has such (`ref="list"`).
    mentioned: Vec<Span>,
    pieces: Vec<Piece>,
    /// The scopes of markup, each behind the one around it; the first is that of all markup.
    scopes: Vec<Scope>,
    slots: u32,
    problems: Vec<Problem>,
    /// Where scripts begin that are modules of their own.
    modules: Vec<u32>,
    markup: Markup,
    /// What the script says that it is given as its props.
    props: props::Told,
    /// True where it sees the names of a script before those.
    is_setup: bool,
    /// True while code of the markup is walked.
    is_reading: bool,
}

/// The tag of an element that may be a component.
#[derive(Debug)]
struct Tag {
    /// Its name up to the first `.`: what the file knows.
    name: Span,
    /// Where the whole name ends.
    end: u32,
    scope: u32,
    /// True for `</name>`.
    closes: bool,
    /// Its attributes that may be props of the component, or events.
    given: Vec<Given>,
}

/// An attribute that is a use of what a component declares.
#[derive(Clone, Copy, Debug)]
struct Given {
    /// The name of the prop or event.
    name: Span,
    is_event: bool,
}

/// Code in markup that is read as a statement of its own.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// Its bytes in the file.
    span: Span,
    /// What stands before and behind it in the copy of the file that is parsed.
    head: &'static str,
    tail: &'static str,
    /// The scope in which it stands, by its place in the list.
    scope: u32,
    does: Does,
}

/// What becomes of a piece.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// It is lowered; its value is that of a slot.
    Lower(Option<u32>),
    /// It is a pattern that binds names to a part of the value of a slot.
    Bind(Option<(u32, Part)>),
}

/// Which part of a value.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// What iterating over it gives.
    Element,
    /// What awaiting it gives.
    Awaited,
}

/// A part of the markup with names of its own.
#[derive(Clone, Copy, Debug)]
struct Scope {
    parent: Option<u32>,
    span: Span,
}

/// Everything outside scripts is spaces. O(bytes): the scan passes what it looks for in vain a bounded number of times.
pub(in crate::languages) fn mask(source: &str, markup: Markup) -> Masked {
    let mut scan = Scan::new(source, markup);
    scan.run();
    let mut text: Vec<u8> = source.bytes().map(|b| if b == b'\n' { b } else { b' ' }).collect();
    let mut modules = Vec::new();
    for (i, span) in scan.scripts.iter().enumerate() {
        let (start, end) = (span.start as usize, span.end as usize);
        text[start..end].copy_from_slice(&source.as_bytes()[start..end]);
        // The statements of one script end with it.
        let is_module = markup.fences && (i > 0 || !source.trim_start().starts_with("---"));
        match (is_module, start.checked_sub(1), text.get(end).is_some()) {
            (true, Some(before), true) => {
                (text[before], text[end]) = (b'{', b'}');
                modules.push(before as u32);
            }
            (_, _, true) => text[end] = b';',
            _ => {}
        }
    }
    let identifiers = scan.elements.len() as u32;
    let elements = Elements {
        found: scan.elements,
        mentioned: scan.mentioned,
        pieces: scan.pieces,
        scopes: scan.scopes,
        slots: scan.slots,
        problems: scan.problems,
        modules,
        markup,
        props: props::Told::default(),
        is_setup: scan.is_setup,
        is_reading: false,
    };
    let mut memory = State::default();
    (memory.is_module, memory.elements) = (true, Some(elements));
    // Only whole runs between ASCII bytes were changed, so this never loses a character.
    let text = String::from_utf8_lossy(&text).into_owned();
    Masked { text, identifiers, verbatim: None, memory: Box::new(memory) }
}

impl Elements {
    /// True for the block at `start` that is a script with names of its own.
    pub(super) fn is_module(&self, start: u32) -> bool {
        self.modules.binary_search(&start).is_ok()
    }

    /// True while code of the markup is walked: what it makes is no declaration.
    pub(super) fn is_reading(&self) -> bool {
        self.is_reading
    }
}

/// True for a file with a script that also has elements, which need a grammar of their own.
pub(in crate::languages) fn has_elements(source: &str) -> bool {
    ["lang=\"tsx\"", "lang='tsx'", "lang=\"jsx\"", "lang='jsx'"]
        .iter()
        .any(|written| source.contains(written))
}
