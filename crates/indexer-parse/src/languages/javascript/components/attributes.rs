//! What attributes and blocks of markup hold: expressions, statements, and names that they bind.

use super::scan::Scan;
use super::{Does, Part, code};
use indexer_core::Span;

/// An attribute of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'a> {
    pub name: &'a str,
    /// Where its name begins.
    pub start: usize,
    pub value: Value,
}

/// What stands behind the `=` of an attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// Nothing, or a word.
    None,
    /// A text, without its quotes.
    Quoted(usize, usize),
    /// Code, without its braces.
    Code(usize, usize),
}

impl Scan<'_> {
    /// Reads the attributes of the tag whose name begins at `start`; gives the scope of what the element holds.
    /// Afterwards the scope at this place is that of the element itself.
    pub(super) fn read_attributes(&mut self, start: usize) -> u32 {
        let attributes = std::mem::take(&mut self.attributes);
        let codes = std::mem::take(&mut self.codes);
        let inner = if self.markup.mustaches {
            self.directives(start, &attributes)
        } else {
            codes.iter().for_each(|code| self.expression(*code));
            self.in_braces(start, &attributes)
        };
        (self.attributes, self.codes) = (attributes, codes);
        inner
    }

    /// `v-for`, `:a`, `@b`, `#c`: attributes whose text is code.
    fn directives(&mut self, start: usize, attributes: &[Attribute<'_>]) -> u32 {
        for attribute in attributes {
            if let ("v-for", Value::Quoted(from, to)) = (attribute.name, attribute.value) {
                self.repeated(start, (from, to));
            }
        }
        let itself = self.scope;
        let mut given = None;
        for attribute in attributes {
            let name = attribute.name;
            let Value::Quoted(from, to) = attribute.value else {
                self.same_name(attribute);
                continue;
            };
            let part = (from, to);
            if name == "ref" && from < to {
                self.mentioned.push(Span::new(from as u32, to as u32));
            }
            if name.starts_with('#') || name.starts_with("v-slot") || matches!(name, "slot-scope" | "scope") {
                given = Some(part);
            } else if name.starts_with('@') || name.starts_with("v-on") {
                self.handler(part);
            } else if name != "v-for" && (name.starts_with([':', '.']) || name.starts_with("v-")) {
                self.piece(part, "(", ")", Does::Lower(None));
            }
        }
        if let Some(part) = given {
            self.begin_scope(start);
            self.bound(part, None);
        }
        std::mem::replace(&mut self.scope, itself)
    }

    /// `v-bind(code)` in a style.
    pub(super) fn style(&mut self, (start, end): (usize, usize)) {
        const BIND: &str = "v-bind(";
        let mut at = start;
        while let Some(found) = self.source.get(at..end).and_then(|rest| rest.find(BIND)) {
            let from = at + found + BIND.len();
            // Without an end further down no other has one.
            let Some(length) = self.source[from..end].find([')', '\n', ';']) else { return };
            let (mut first, mut last) = code::trim(self.bytes, (from, from + length));
            let quote = self.bytes[first..last].first().copied().filter(|b| matches!(b, b'"' | b'\''));
            if quote.is_some() && last > first + 1 && self.bytes.get(last - 1).copied() == quote {
                (first, last) = (first + 1, last - 1);
            }
            let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.');
            if self.bytes[first..last].iter().all(is_name) {
                self.piece((first, last), "(", ")", Does::Lower(None));
            }
            at = from + length;
        }
    }

    /// `:id` means the value of `id`.
    fn same_name(&mut self, attribute: &Attribute<'_>) {
        let name = attribute.name.strip_prefix(':').unwrap_or_default();
        if matches!(attribute.value, Value::None)
            && !name.is_empty()
            && name.bytes().all(|b| b.is_ascii_alphanumeric())
            && self.bytes.get(attribute.start + attribute.name.len()) != Some(&b'=')
        {
            let start = attribute.start + 1;
            self.piece((start, start + name.len()), "(", ")", Does::Lower(None));
        }
    }

    /// `pick`, `pick($event)`, `a = 1; b()`, `function () {}`.
    fn handler(&mut self, (start, end): (usize, usize)) {
        let text = self.source.get(start..end).unwrap_or_default().trim_start();
        let is_function = text.starts_with("function") || text.starts_with("async");
        let (head, tail) = if is_function { ("(", ")") } else { ("{", "}") };
        self.piece((start, end), head, tail, Does::Lower(None));
    }

    /// `(item, index) in items`: the element and what it holds are once for each.
    fn repeated(&mut self, start: usize, (from, to): (usize, usize)) {
        let of = ["in", "of"].into_iter().filter_map(|word| code::word(self.source, (from, to), word)).min();
        let Some(of) = of else {
            return self.problem(from, "what is repeated is not read");
        };
        let slot = self.valued((of + 2, to));
        self.begin_scope(start);
        let (mut first, mut last) = code::trim(self.bytes, (from, of));
        if self.bytes[first..last].starts_with(b"(") && self.bytes[first..last].ends_with(b")") {
            (first, last) = (first + 1, last - 1);
        }
        let parts = code::parameters(self.bytes, (first, last));
        for (i, part) in parts.into_iter().enumerate() {
            self.pattern(part, (i == 0).then_some((slot, Part::Element)));
        }
    }

    /// The names of a list of parameters.
    fn bound(&mut self, part: (usize, usize), of: Option<(u32, Part)>) {
        for part in code::parameters(self.bytes, part) {
            self.pattern(part, of);
        }
    }

    /// `name={code}`, and what Svelte says by the name alone.
    fn in_braces(&mut self, start: usize, attributes: &[Attribute<'_>]) -> u32 {
        let itself = self.scope;
        let is_svelte = !self.markup.fences;
        let is_let = |attribute: &Attribute<'_>| is_svelte && attribute.name.starts_with("let:");
        for attribute in attributes.iter().filter(|one| !is_let(one)) {
            if let Value::Code(from, to) = attribute.value {
                self.expression((from, to));
            }
            let named = attribute.name.split_once(':').filter(|_| is_svelte);
            let Some((directive, name)) = named else { continue };
            let is_none = matches!(attribute.value, Value::None);
            let at = attribute.start + directive.len() + 1;
            let name = name.split('|').next().unwrap_or(name);
            let is_used = match directive {
                "use" | "transition" | "in" | "out" | "animate" => true,
                "bind" | "class" | "style" => is_none,
                _ => false,
            };
            if is_used && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')) {
                self.piece((at, at + name.len()), "(", ")", Does::Lower(None));
            }
        }
        if attributes.iter().any(is_let) {
            self.begin_scope(start);
            for attribute in attributes.iter().filter(|one| is_let(one)) {
                match attribute.value {
                    Value::Code(from, to) => self.pattern((from, to), None),
                    _ => self.pattern((attribute.start + 4, attribute.start + attribute.name.len()), None),
                }
            }
        }
        std::mem::replace(&mut self.scope, itself)
    }

    /// `{#if a}`, `{:else}`, `{/if}`, `{@html a}`, `{a}`: of Svelte.
    pub(super) fn block(&mut self, (start, end): (usize, usize)) {
        let (start, end) = code::trim(self.bytes, (start, end));
        let mark = self.bytes.get(start).copied().filter(|_| start < end);
        let Some(mark) = mark.filter(|b| matches!(b, b'#' | b':' | b'/' | b'@')) else {
            return self.expression((start, end));
        };
        let letters = self.bytes[start + 1..end].iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let behind = start + 1 + letters;
        let Some(word) = self.source.get(start + 1..behind) else { return };
        let part = (behind, end);
        match mark {
            b'#' => self.block_opened(word, part),
            b'/' => drop(self.pop(block_name(word))),
            b':' => self.block_goes_on(word, part),
            _ if word == "const" => self.piece(part, "const ", "", Does::Lower(None)),
            _ => self.expression(part),
        }
    }

    fn block_opened(&mut self, word: &str, part: (usize, usize)) {
        let name = block_name(word);
        let (outer, start) = (self.scope, part.0);
        let mut slot = None;
        match word {
            "each" => self.each(part),
            "await" => slot = Some(self.awaited(part)),
            "snippet" => self.snippet(part),
            _ => self.expression(part),
        }
        if self.scope == outer {
            self.begin_scope(start);
        }
        self.push(name, outer, false, slot);
    }

    /// `{#each items as item, index (item.key)}`.
    fn each(&mut self, (start, end): (usize, usize)) {
        let Some(at) = code::word(self.source, (start, end), "as") else {
            self.expression((start, end));
            return;
        };
        let slot = self.valued((start, at));
        self.begin_scope(start);
        let (from, mut to) = code::trim(self.bytes, (at + 2, end));
        if self.bytes[from..to].ends_with(b")") {
            let mut code = code::Code::new(self.bytes, from, to);
            let mut opened = None;
            loop {
                let is_outside = code.is_outside();
                match code.step() {
                    Some((at, b'(')) if is_outside => opened = Some(at),
                    Some(_) => {}
                    None => break,
                }
            }
            if let Some(opened) = opened.filter(|opened| *opened > from) {
                self.expression((opened + 1, to - 1));
                to = opened;
            }
        }
        for (i, part) in code::parameters(self.bytes, (from, to)).into_iter().enumerate() {
            self.pattern(part, (i == 0).then_some((slot, Part::Element)));
        }
    }

    /// `{#await promise}`, `{#await promise then value}`.
    fn awaited(&mut self, (start, end): (usize, usize)) -> u32 {
        let words = ["then", "catch"].into_iter().enumerate();
        let mut found =
            words.filter_map(|(i, word)| Some((code::word(self.source, (start, end), word)?, i, word.len())));
        let Some((at, i, length)) = found.next() else {
            return self.valued((start, end));
        };
        let slot = self.valued((start, at));
        self.begin_scope(start);
        self.bound((at + length, end), (i == 0).then_some((slot, Part::Awaited)));
        slot
    }

    /// `{#snippet name(a, b)}`: a function of what it draws.
    fn snippet(&mut self, part: (usize, usize)) {
        let (start, end) = code::trim(self.bytes, part);
        self.piece((start, end), "function ", "{}", Does::Lower(None));
        self.begin_scope(start);
        let text = self.source.get(start..end).unwrap_or_default();
        if let Some(opened) = text.find('(').filter(|_| text.ends_with(')')) {
            self.bound((start + opened + 1, end - 1), None);
        }
    }

    /// `{:else if a}`, `{:then value}`: another part of a block.
    fn block_goes_on(&mut self, word: &str, part: (usize, usize)) {
        let name = match word {
            "then" | "catch" => "#await",
            // An `else` may be that of an `each`, in which its names do not stand.
            _ => self.innermost_block(),
        };
        let slot = self.pop(name);
        let outer = self.scope;
        self.begin_scope(part.0);
        self.push(name, outer, false, slot);
        let text = self.source.get(part.0..part.1).unwrap_or_default();
        let (from, to) = code::trim(self.bytes, part);
        match word {
            "then" => self.bound(part, slot.map(|slot| (slot, Part::Awaited))),
            "catch" => self.bound(part, None),
            _ if text.trim_start().starts_with("if") => self.expression((from + 2, to)),
            _ => {}
        }
    }
}

/// What a block is called among open elements.
fn block_name(word: &str) -> &'static str {
    match word {
        "if" => "#if",
        "each" => "#each",
        "await" => "#await",
        "key" => "#key",
        "snippet" => "#snippet",
        _ => "#other",
    }
}
