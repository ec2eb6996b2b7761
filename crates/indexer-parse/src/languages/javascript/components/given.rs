//! Which attributes of a tag are uses of what a component declares: its props and its events.

use super::Given;
use super::attributes::Attribute;
use super::scan::Scan;
use indexer_core::Span;

/// The attribute of Vue that gives the value of a component and takes it back.
pub(super) const MODEL_DIRECTIVE: &str = "v-model";

/// Names that Vue keeps for itself, or puts on the element that the component draws.
const RESERVED: &[&str] = &["class", "is", "key", "ref", "slot", "style"];

/// What stands before the name of a prop in Vue, the longer first.
const BEFORE: &[&str] = &["v-bind:", "v-model:", "v-on:", "@", ":", "."];

impl Scan<'_> {
    /// The attributes of the tag at hand that may be props or events of a component.
    pub(super) fn given(&self) -> Vec<Given> {
        let part = if self.markup.mustaches { directive } else { property };
        let span = |one: &Attribute<'_>, (from, len): (usize, usize)| {
            let start = (one.start + from) as u32;
            Span::new(start, start + len as u32)
        };
        let all = self.attributes.iter();
        all.filter_map(|one| {
            let (from, len, is_event) = part(one.name)?;
            Some(Given { name: span(one, (from, len)), is_event })
        })
        .collect()
    }
}

/// Where in an attribute of Vue the name of a prop or an event begins, how long it is, and which of both it is.
fn directive(name: &str) -> Option<(usize, usize, bool)> {
    let before = BEFORE.iter().find(|before| name.starts_with(**before)).copied().unwrap_or_default();
    let is_event = matches!(before, "@" | "v-on:");
    // What stands behind a `.` says how it is bound.
    let rest = &name[before.len()..];
    let rest = rest.split('.').next().unwrap_or(rest);
    if rest == MODEL_DIRECTIVE {
        return before.is_empty().then_some((0, rest.len(), false));
    }
    let is_other = before.is_empty() && (rest.starts_with("v-") || rest.starts_with('#'));
    let is_reserved = !is_event && RESERVED.contains(&rest);
    (is_name(rest) && !is_other && !is_reserved).then_some((before.len(), rest.len(), is_event))
}

/// The same of Svelte and Astro.
fn property(name: &str) -> Option<(usize, usize, bool)> {
    let rest = name.strip_prefix("bind:").unwrap_or(name);
    (is_name(rest) && !matches!(rest, "slot" | "this")).then_some((
        name.len() - rest.len(),
        rest.len(),
        false,
    ))
}

/// False for what the place computes (`[name]`), and for what has a meaning of its own (`update:a`, `--a`).
fn is_name(name: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'$');
    name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$')) && name.bytes().all(is_part)
}
