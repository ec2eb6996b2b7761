//! Made-up secrets in every place where people leave them: code, configuration, markup, command lines.

use super::{PATTERNS, Row, Sample, expanded, samples};
use crate::edits::Random;

/// A made-up secret in a place.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The kind of the secret, or the name that makes it one.
    pub kind: String,
    /// The place.
    pub place: &'static str,
    /// True for kinds that `docs/limits.md` lists; else a provider's key that only its name gives away.
    pub documented: bool,
    /// What stands in the file.
    pub text: String,
    /// What must not be read in the text that is shown.
    pub secret: Vec<String>,
}

/// Made-up secrets of every kind in every place, the same in every run.
pub fn generated() -> Vec<Generated> {
    let mut random = Random(13);
    let mut all = Vec::new();
    for sample in samples() {
        if sample.in_quotes && !sample.text.contains('\n') {
            of_shape(&mut random, &sample, &mut all);
        }
    }
    let documented = [
        ("password", &PATTERNS.passwords, &PATTERNS.password_forms),
        ("secret", &PATTERNS.secrets, &PATTERNS.value_forms),
    ];
    for (what, names, forms) in documented {
        for name in names {
            for (form, value) in made_up(&mut random, forms) {
                in_places(&mut random, &format!("{what}, {form}"), name, &value, &mut all);
            }
        }
    }
    for name in &PATTERNS.providers {
        let values = made_up(&mut random, &PATTERNS.value_forms);
        let at = random.number() as usize % values.len();
        in_places(&mut random, name, name, &values[at].1, &mut all);
    }
    all
}

/// A value of each form.
fn made_up(random: &mut Random, forms: &'static [Row]) -> Vec<(&'static str, String)> {
    forms.iter().map(|(form, pattern)| (form.as_str(), expanded(random, pattern).0)).collect()
}

fn of_shape(random: &mut Random, sample: &Sample, all: &mut Vec<Generated>) {
    let mut add = |place, text: String, secret: Vec<String>| {
        all.push(Generated { kind: sample.kind.to_owned(), place, documented: true, text, secret });
    };
    for (place, frame) in &PATTERNS.places {
        add(place, frame.replace('@', &sample.text), sample.secret.clone());
    }
    // Cut anywhere but at the ends.
    let cut = 1 + random.number() as usize % (sample.text.len() - 1);
    let (first, second) = sample.text.split_at(cut);
    let secret = sample.secret.first().map_or("", String::as_str);
    let pieces = cut_at(secret, cut as isize - sample.text.find(secret).unwrap_or(0) as isize);
    for (place, frame) in &PATTERNS.joins {
        add(place, frame.replace('@', "\u{1}").replace('#', second).replace('\u{1}', first), pieces.clone());
    }
    let code = |form: fn(u8) -> String| {
        let byte = sample.text.as_bytes()[cut - 1];
        format!("{}{}{second}", &first[..cut - 1], form(byte))
    };
    add("escaped in JSON", format!("{{\"a\": \"{}\"}}\n", code(|b| format!("\\u{b:04x}"))), pieces.clone());
    add("escaped in C", format!("x = \"{}\";\n", code(|b| format!("\\x{b:02x}"))), pieces);
    if sample.text.contains('/') {
        add(
            "escaped slashes",
            format!("{{\"a\": \"{}\"}}\n", sample.text.replace('/', "\\/")),
            vec![secret.replace('/', "\\/")],
        );
    }
}

fn in_places(random: &mut Random, kind: &str, name: &str, value: &str, all: &mut Vec<Generated>) {
    let documented = kind.starts_with("password, ") || kind.starts_with("secret, ");
    let mut add = |place, text: String, secret: Vec<String>| {
        all.push(Generated { kind: kind.to_owned(), place, documented, text, secret });
    };
    let signs = value.contains(['!', '#']);
    for (place, frame) in &PATTERNS.named_places {
        // Signs of passwords would have to be escaped there.
        if signs && (place == "URL" || place.starts_with("shell") || place.starts_with("flag")) {
            continue;
        }
        let text = frame.replace('@', value).replacen('%', name, 1);
        add(place, text, vec![value.to_owned()]);
    }
    let cut = 8 + random.number() as usize % (value.len() - 8).max(1);
    let (first, second) = value.split_at(cut.min(value.len()));
    add("concatenated", format!("{name} = \"{first}\" + \"{second}\"\n"), cut_at(value, cut as isize));
}

/// The pieces of `secret` that are long enough to tell something, cut at `at`.
fn cut_at(secret: &str, at: isize) -> Vec<String> {
    let at = at.clamp(0, secret.len() as isize) as usize;
    let (first, second) = secret.split_at(at);
    [first, second].into_iter().filter(|piece| piece.len() >= 6).map(str::to_owned).collect()
}
