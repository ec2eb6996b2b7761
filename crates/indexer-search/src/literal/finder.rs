//! Where a text holds a literal, and how much of it.

use super::{LEAST_RUN, Literal, Mark, each_word, is_word, limits};
use aho_corasick::{AhoCorasick, MatchKind};
use rustc_hash::FxHashMap;

/// Finds one literal in texts.
#[derive(Debug)]
pub struct Finder<'l> {
    literal: &'l Literal<'l>,
    /// How much each word tells: 0 of one that stands nowhere.
    weights: &'l [f32],
    /// All of them.
    total: f32,
    /// Where each word stands in the literal.
    positions: FxHashMap<&'l [u8], Vec<usize>>,
    /// Which bytes, in lower case, words of the literal begin with: most words of a text begin otherwise, and are not
    /// looked up.
    initials: [bool; 256],
    /// The words that a text is searched for: the others are looked at around them.
    anchors: AhoCorasick,
}

/// Where a text holds a literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Its first byte there.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// How much of it stands there.
    pub held: Held,
    /// What the words that stand there tell.
    pub weight: f32,
}

/// How much of a literal stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// Some words, with others between them where the question has values.
    Parts,
    /// All of its words, one after the other.
    Words,
    /// Character by character.
    Exactly,
    /// That, between quotes.
    Quoted,
}

/// Bytes around an anchor that are looked at.
const AROUND: usize = 600;
/// Words that a text may have between two of the literal: a placeholder and what makes its value.
const TEXT_GAP: usize = 5;
/// Words that a literal may have between two of the text: a value.
const VALUE_GAP: usize = 12;
/// The part of what a literal tells that must stand together.
const LEAST_SHARE: f32 = 0.6;
/// What a word tells that says nothing by itself.
pub const SILENT_WEIGHT: f32 = 0.2;

/// A word of a window: its bytes in the text and where it stands in the literal.
struct Seen<'p> {
    start: usize,
    end: usize,
    positions: &'p [usize],
}

/// The words of a text as far as they were read. Anchors stand near one another, so that each stretch of the text is
/// taken apart once for all of them.
#[derive(Default)]
struct WordsRead<'p> {
    words: Vec<Seen<'p>>,
    /// The byte after what was read.
    end: usize,
    /// The first word that the anchor of last time reached.
    first: usize,
}

/// Words of a window that are words of the literal, in the same order.
struct Chain {
    /// (word of the window, word of the literal), ascending.
    pairs: Vec<(usize, usize)>,
}

impl<'l> Finder<'l> {
    /// One that looks for `anchors`, words of the literal by their places; `weights` says how much each of
    /// its words tells. `None` where there is nothing to look for.
    pub fn new(literal: &'l Literal<'l>, weights: &'l [f32], anchors: &[usize]) -> Option<Self> {
        if anchors.is_empty() || weights.len() != literal.words.len() {
            return None;
        }
        let spare = spare(literal, weights, anchors);
        let words = anchors.iter().filter(|at| spare != Some(**at)).filter_map(|at| literal.words.get(*at));
        let patterns: Vec<&[u8]> = words.map(|word| word.folded.as_slice()).collect();
        // A shorter anchor inside a longer one is no whole word, so the longest loses none.
        let anchors = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(&patterns)
            .ok()?;
        let mut positions: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        let mut initials = [false; 256];
        for (word, at) in literal.words.iter().zip(0..) {
            positions.entry(word.folded.as_slice()).or_default().push(at);
            initials[usize::from(word.folded.first().copied().unwrap_or_default())] = true;
        }
        let total = weights.iter().sum::<f32>().max(1e-6);
        Some(Self { literal, weights, total, positions, initials, anchors })
    }

    /// True where a text holds it, or holds more of its words than are looked at. O(bytes + anchors x bytes around
    /// each).
    pub fn may_hold(&self, text: &[u8]) -> bool {
        self.may_hold_where(text, |_| true)
    }

    /// The same of places that `wanted` accepts.
    pub fn may_hold_where(&self, text: &[u8], wanted: impl Fn(&Place) -> bool) -> bool {
        self.each(text).any(|place| place.is_none_or(|place| wanted(&place)))
    }

    /// Where a text holds it, in order, at most [`limits::PLACES`] times; of places that overlap the best. `false`
    /// where there may be more. O(bytes + anchors x bytes around each).
    pub fn places(&self, text: &[u8]) -> (Vec<Place>, bool) {
        let mut found: Vec<Place> = Vec::new();
        for place in self.each(text) {
            let Some(place) = place else { return (found, false) };
            let count = found.len();
            match found.last_mut().filter(|last| place.start < last.end) {
                Some(last) if (place.held, place.weight) > (last.held, last.weight) => *last = place,
                Some(_) => {}
                None if count == limits::PLACES => return (found, false),
                None => found.push(place),
            }
        }
        (found, true)
    }

    /// What is found around each anchor; `None` at its end where more anchors follow than are looked at.
    fn each(&self, text: &[u8]) -> impl Iterator<Item = Option<Place>> {
        let mut anchors = self.anchors.find_iter(text).filter(|one| is_whole(text, one.start(), one.end()));
        let (mut done, mut left) = (0, Some(limits::ANCHORS));
        let mut read = WordsRead::default();
        std::iter::from_fn(move || {
            loop {
                let anchor = anchors.next()?;
                if anchor.start() < done {
                    continue;
                }
                left = left?.checked_sub(1);
                if left.is_none() {
                    return Some(None);
                }
                let Some(place) = self.around(text, anchor.start(), &mut read) else { continue };
                // Words that are spread may have the literal itself among them.
                if place.held > Held::Parts {
                    done = place.end;
                }
                return Some(Some(place));
            }
        })
    }

    /// What stands around an anchor, where that is enough.
    fn around<'s>(&'s self, text: &[u8], anchor: usize, read: &mut WordsRead<'s>) -> Option<Place> {
        let words = self.words_around(text, anchor, read);
        let at = words.binary_search_by_key(&anchor, |word| word.start).ok()?;
        let chains = words[at].positions.iter().map(|position| self.chain(words, at, *position));
        let (mut chain, weight) = chains
            .map(|chain| {
                let weight = self.weight(&chain);
                (chain, weight)
            })
            .max_by(|a, b| a.1.total_cmp(&b.1))?;
        let is_all = chain.longest() == self.literal.words.len();
        let mut is_enough = is_all || self.is_enough(text, words, &chain, weight);
        if !is_all {
            // Small words of the text around what is held may be words of the question by accident.
            chain.trim(|position| self.tells(position));
            is_enough |= self.is_enough(text, words, &chain, weight);
        }
        let start = words.get(chain.pairs.first()?.0)?.start;
        let end = words.get(chain.pairs.last()?.0)?.end;
        let held = if is_all { self.exactly(text, start, end) } else { Held::Parts };
        // Nobody writes a name in another way.
        let is_other = self.literal.words.len() == 1 && held < Held::Exactly;
        (is_enough && !is_other).then_some(Place { start, end, held, weight })
    }

    /// The words of the lines around a byte, which is not before that of the last call.
    fn words_around<'s, 'r>(&'s self, text: &[u8], at: usize, read: &'r mut WordsRead<'s>) -> &'r [Seen<'s>] {
        let (start, end) = (at.saturating_sub(AROUND), text.len().min(at + AROUND));
        if start > read.end {
            *read = WordsRead { end: start, ..WordsRead::default() };
        }
        // A window does not begin inside a word.
        while read.end > 0 && read.end < at && is_word(text[read.end - 1]) && is_word(text[read.end]) {
            read.end += 1;
        }
        if read.end < end {
            self.read_on(text, end, read);
        }
        let passed = read.words[read.first..].iter().take_while(|word| word.start < start).count();
        read.first += passed;
        let within = &read.words[read.first..];
        &within[..within.partition_point(|word| word.end <= end)]
    }

    /// Reads the words of a text up to `end`, and to the end of a word or an escape that goes on there.
    fn read_on<'s>(&'s self, text: &[u8], end: usize, read: &mut WordsRead<'s>) {
        let goes_on =
            |end: &usize| text.get(*end).is_some_and(|byte| is_word(*byte) || text[end - 1] == b'\\');
        // A word may be as long as the text.
        let end = (end..end + AROUND).find(|end| !goes_on(end)).unwrap_or(end + AROUND).min(text.len());
        let start = std::mem::replace(&mut read.end, end);
        let mut folded = Vec::new();
        each_word(&text[start..end], true, |from, to| {
            let word = &text[start + from..start + to];
            let mut positions = &[][..];
            if self.initials[usize::from(word[0].to_ascii_lowercase())] {
                folded.clear();
                folded.extend(word.iter().map(u8::to_ascii_lowercase));
                positions = self.positions.get(folded.as_slice()).map_or(positions, Vec::as_slice);
            }
            read.words.push(Seen { start: start + from, end: start + to, positions });
        });
    }

    /// The words of a window that are those of the literal, where word `at` is the one at `position`: first
    /// those that follow one another, then on both sides what stands nearest.
    fn chain(&self, words: &[Seen<'_>], at: usize, position: usize) -> Chain {
        let mut left = vec![(at, position)];
        let (mut text, mut asked, mut gap) = (at, position, 0);
        while text > 0 && gap <= TEXT_GAP {
            text -= 1;
            let near = |one: &&usize| **one < asked && asked - **one <= VALUE_GAP;
            match words[text].positions.iter().rev().find(near) {
                Some(one) => {
                    (asked, gap) = (*one, 0);
                    left.push((text, asked));
                }
                None => gap += 1,
            }
        }
        left.reverse();
        let mut pairs = left;
        let (mut text, mut asked, mut gap) = (at, position, 0);
        while text + 1 < words.len() && gap <= TEXT_GAP {
            text += 1;
            let near = |one: &&usize| **one > asked && **one - asked <= VALUE_GAP;
            match words[text].positions.iter().find(near) {
                Some(one) => {
                    (asked, gap) = (*one, 0);
                    pairs.push((text, asked));
                }
                None => gap += 1,
            }
        }
        Chain { pairs }
    }

    /// True for a word that tells something by itself.
    fn tells(&self, position: usize) -> bool {
        self.weights.get(position).is_some_and(|weight| *weight > SILENT_WEIGHT)
    }

    fn weight(&self, chain: &Chain) -> f32 {
        chain.pairs.iter().filter_map(|(_, position)| self.weights.get(*position)).sum()
    }

    /// How exactly the words between two bytes are the literal, where they are all of its words.
    fn exactly(&self, text: &[u8], start: usize, end: usize) -> Held {
        let asked = self.literal.text.as_bytes();
        let (mut first, mut last) = (None, 0);
        each_word(asked, false, |from, to| {
            first = first.or(Some(from));
            last = to;
        });
        let before = first.unwrap_or(0);
        let from = start.checked_sub(before);
        let held = from.and_then(|from| text.get(from..end + (asked.len() - last)));
        if held != Some(asked) {
            return Held::Words;
        }
        let (from, to) = (start - before, end + (asked.len() - last));
        let opening = from.checked_sub(1).and_then(|at| text.get(at));
        match (opening, text.get(to)) {
            // Backticks are how comments write names.
            (Some(a), Some(b)) if a == b && b"\"'".contains(a) => Held::Quoted,
            _ => Held::Exactly,
        }
    }

    /// True where words that stand in the order of the literal are no accident: many together that tell
    /// most of it, or a whole string of the text.
    fn is_enough(&self, text: &[u8], words: &[Seen<'_>], chain: &Chain, weight: f32) -> bool {
        let telling = chain.pairs.iter().filter(|(_, position)| self.tells(*position)).count();
        if self.literal.words.len() < LEAST_RUN || self.literal.mark == Mark::Code || telling < 2 {
            return false;
        }
        let (together, longest) = (chain.pairs.len(), chain.longest());
        let many = together >= LEAST_RUN && (longest >= LEAST_RUN - 1 || longest >= 2 && telling >= 3);
        many && weight / self.total >= LEAST_SHARE
            || together >= LEAST_RUN - 1 && longest >= 2 && is_string(text, words, chain)
    }
}

impl Chain {
    /// How many words follow one another in both, at most.
    fn longest(&self) -> usize {
        let follow = |a: &(usize, usize), b: &(usize, usize)| (a.0 + 1, a.1 + 1) == (b.0, b.1);
        self.pairs.chunk_by(follow).map(<[_]>::len).max().unwrap_or(0)
    }

    /// Takes words away at both ends that tell nothing and stand apart.
    fn trim(&mut self, tells: impl Fn(usize) -> bool) {
        let apart = |a: &(usize, usize), b: &(usize, usize)| (a.0 + 1, a.1 + 1) != (b.0, b.1);
        while let [first, next, ..] = self.pairs.as_slice()
            && !tells(first.1)
            && apart(first, next)
        {
            self.pairs.remove(0);
        }
        while let [.., before, last] = self.pairs.as_slice()
            && !tells(last.1)
            && apart(before, last)
        {
            self.pairs.pop();
        }
    }
}

/// The commonest anchor, where each other word that tells something is an anchor too: what is enough holds two such words,
/// so that another one leads to it. Most matches are those of the commonest word.
fn spare(literal: &Literal<'_>, weights: &[f32], anchors: &[usize]) -> Option<usize> {
    let folded = |at: usize| literal.words.get(at).map(|word| word.folded.as_slice());
    let others = |at: usize| (0..weights.len()).filter(move |other| folded(*other) != folded(at));
    let is_anchor = |at: usize| anchors.iter().any(|anchor| folded(*anchor) == folded(at));
    let weight = |at: usize| weights.get(at).copied().unwrap_or(0.0);
    let tells = |at: usize| weight(at) > SILENT_WEIGHT;
    let spare = anchors.iter().copied().min_by(|a, b| weight(*a).total_cmp(&weight(*b)))?;
    let is_once = others(spare).count() + 1 == weights.len();
    let is_led_to = others(spare).any(tells) && others(spare).filter(|at| tells(*at)).all(is_anchor);
    (is_once && is_led_to).then_some(spare)
}

/// True where a chain is all that a string of one line says, placeholders aside.
fn is_string(text: &[u8], words: &[Seen<'_>], chain: &Chain) -> bool {
    let ends = chain.pairs.first().zip(chain.pairs.last());
    let Some((first, last)) = ends.and_then(|(a, b)| Some((words.get(a.0)?, words.get(b.0)?))) else {
        return false;
    };
    let is_end = |byte: &u8| b"\"'`\n".contains(byte);
    // A string that begins or ends further away than the window says more than the chain; a file may be one line.
    let (from, to) = (first.start.saturating_sub(AROUND), text.len().min(last.end + AROUND));
    let open = text[from..first.start].iter().rposition(is_end).map(|at| from + at);
    let close = text[last.end..to].iter().position(is_end).map(|at| last.end + at);
    let Some((open, close)) = open.zip(close) else { return false };
    if text[open] != text[close] || text[open] == b'\n' {
        return false;
    }
    let inside = words.iter().zip(0..).filter(|(word, _)| word.start > open && word.end <= close);
    let mut others = inside.filter(|(_, at)| !chain.pairs.iter().any(|(one, _)| one == at));
    others.all(|(word, _)| is_placeholder(&text[open..close], word.start - open))
}

/// True where the word at a byte stands for a value: `%s`, `%-5d`, `{name}`, `${name.of}`.
fn is_placeholder(string: &[u8], at: usize) -> bool {
    let before = &string[..at];
    let flags = before.iter().rev().take_while(|byte| b"-+#.*".contains(byte)).count();
    if before[..before.len() - flags].ends_with(b"%") {
        return true;
    }
    let opened = before.iter().rposition(|byte| *byte == b'{');
    let closed = before.iter().rposition(|byte| *byte == b'}');
    opened.is_some() && opened > closed
}

/// True where no word goes on at either end.
fn is_whole(text: &[u8], start: usize, end: usize) -> bool {
    let escaped = |start: usize| {
        let slashes = text[..start - 1].iter().rev().take_while(|byte| **byte == b'\\').count();
        slashes % 2 == 1
    };
    let begins = start == 0 || !is_word(text[start - 1]) || start > 1 && escaped(start);
    begins && text.get(end).is_none_or(|byte| !is_word(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What of the last literal of a question a text holds: how, and which part of the text.
    fn found<'t>(question: &str, text: &'t str) -> Vec<(Held, &'t str)> {
        let all = Literal::all(question);
        let Some(literal) = all.last() else { return Vec::new() };
        let stands = |folded: &[u8]| text.to_lowercase().contains(std::str::from_utf8(folded).unwrap());
        let weight = |word: &super::super::Word| match word.term {
            Some(_) if stands(&word.folded) => 1.0,
            Some(_) => 0.0,
            None => SILENT_WEIGHT,
        };
        let weights: Vec<f32> = literal.words.iter().map(weight).collect();
        let anchors: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] == 1.0).collect();
        let Some(finder) = Finder::new(literal, &weights, &anchors) else { return Vec::new() };
        finder.places(text.as_bytes()).0.iter().map(|one| (one.held, &text[one.start..one.end])).collect()
    }

    #[test]
    fn a_message_is_found_as_it_stands_or_as_its_words_do() {
        let text = "raise E(\"Cannot open the pool: closed\")\n";
        assert_eq!(
            found("Cannot open the pool: closed", text),
            [(Held::Quoted, "Cannot open the pool: closed")]
        );
        assert_eq!(found("`Cannot open the pool`", text), [(Held::Exactly, "Cannot open the pool")]);
        assert_eq!(found("cannot open the pool", text), [(Held::Words, "Cannot open the pool")]);
        let broken = "f(\"\\tCannot open \"\n    \"the pool: \\\n closed\")";
        assert_eq!(found("Cannot open the pool: closed", broken).len(), 1, "over lines, after an escape");
        assert!(found("Cannot open the pool", "open the cannot pool").is_empty());
    }

    #[test]
    fn values_stand_for_placeholders() {
        for (text, question) in [
            ("err(\"cannot bind %s to port %d\")", "cannot bind /var/app.sock to port 80"),
            ("err!(\"cannot bind {path:?} to port {port}\")", "cannot bind /var/app.sock to port 80"),
            ("\"cannot bind \" + path + \" to port \" + port", "cannot bind /var/app.sock to port 80"),
            ("f\"unknown member: {name!r} of {owner.name}\"", "unknown member: 'run' of Pool"),
        ] {
            let found = found(question, text);
            assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), [Held::Parts], "{text}");
        }
    }

    #[test]
    fn words_that_meet_by_accident_are_no_literal() {
        for (text, question) in [
            ("// the pool is opened, the port is bound", "how is the port of the pool opened"),
            ("let port = pool.open(path);", "open a path of the pool at a port"),
            ("\"the pool\"", "how does the pool close idle connections"),
            ("max_retries_total", "`max_retries`"),
        ] {
            assert!(found(question, text).is_empty(), "{text}: {:?}", found(question, text));
        }
    }

    #[test]
    fn a_key_is_told_from_a_name() {
        let text = "max_retries = get(\"max_retries\")\nMAX_RETRIES\n";
        let held: Vec<Held> = found("\"max_retries\"", text).into_iter().map(|one| one.0).collect();
        assert_eq!(held, [Held::Exactly, Held::Quoted]);
        assert_eq!(found("`Content-Type`", "x['Content-Type']\ncontent type")[0].0, Held::Quoted);
    }

    #[test]
    fn what_stands_there_whole_is_not_lost_in_words_around_it() {
        let text = "f(\"shell\", help=\"Run a shell in the app\")";
        assert_eq!(found("Run a shell in the app", text), [(Held::Quoted, "Run a shell in the app")]);
    }

    #[test]
    fn who_stops_before_the_end_says_so() {
        let literal = &Literal::all("`open the idle pool`")[0];
        let weights = [1.0, SILENT_WEIGHT, 1.0, 1.0];
        let finder = Finder::new(literal, &weights, &[0, 2, 3]).unwrap();
        for (before, is_all) in [(limits::ANCHORS - 3, true), (limits::ANCHORS, false)] {
            let text = format!("{}open the idle pool", "pool is; ".repeat(before));
            let (found, whole) = finder.places(text.as_bytes());
            assert_eq!((found.len(), whole), (usize::from(is_all), is_all), "{before} pools before it");
            assert!(finder.may_hold(text.as_bytes()));
        }
        let many = "open the idle pool\n".repeat(limits::PLACES + 1);
        let (found, whole) = finder.places(many.as_bytes());
        assert!(!whole && found.len() <= limits::PLACES, "{}", found.len());
        assert!(!finder.may_hold(b"the pool"));
    }

    #[test]
    fn a_string_is_looked_at_as_far_as_the_window_goes() {
        let of = |blanks: usize| format!("\"{}cannot open socket %s\"", " ".repeat(blanks));
        let question = "cannot open socket /var/app.pid of no pool";
        assert_eq!(found(question, &of(AROUND - 1)).len(), 1);
        assert!(found(question, &of(AROUND + 1)).is_empty());
    }

    #[test]
    fn a_text_is_read_once_however_many_anchors_it_has() {
        // Anchors far from one another, near one another, and behind a word as long as several windows.
        let far = "of it ".repeat(AROUND);
        let long = "A".repeat(5 * AROUND);
        let text = format!(
            "pool {far} open pool; a\\npool\\topen the idle pool. {long} pool open {long}\\topen the idle pool {far} open"
        );
        assert_eq!(found("`open the idle pool`", &text).len(), 2);
        let many = "pool of it, ".repeat(limits::ANCHORS - 1);
        let literal = &Literal::all("`open the idle pool`")[0];
        let finder = Finder::new(literal, &[1.0; 4], &[0, 2, 3]).unwrap();
        let mut read = WordsRead::default();
        for (at, _) in many.match_indices("pool") {
            let words = finder.words_around(many.as_bytes(), at, &mut read);
            let (first, last) = (words.first().unwrap(), words.last().unwrap());
            assert!(first.start + AROUND >= at && last.end <= at + AROUND, "{at}");
            assert!(
                first.start < at.saturating_sub(AROUND) + 8 && last.end + 8 > many.len().min(at + AROUND)
            );
        }
        assert_eq!(read.words.len(), many.split_whitespace().count());
    }

    #[test]
    fn any_text_is_looked_through() {
        for text in ["", "pool", "\\pool", "pool\\", "\"pool", "é pool é", "% pool", "{pool"] {
            assert!(found("`pool`", text).len() <= 1);
            found("why is the pool {pool", text);
        }
    }
}
