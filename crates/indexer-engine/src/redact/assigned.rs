//! Values that are secrets because of the name that they are given to: in code, in configuration, in
//! markup and on command lines.

use super::classes::{graphic_but, word};
use super::declared::is_declared;
use super::secret::SecretRanges;
use super::text::ScannedText;
use super::value::{LONGEST, Traits};
use std::ops::Range;

/// How far behind a name its value begins, in bytes.
const WINDOW: usize = 400;
/// How far a name reaches beyond its word.
const NAME: usize = 64;
/// How far behind the sign a value may begin.
const INDENT: usize = 200;
/// How far before a name the object around it may begin.
const OBJECT: usize = 200;
/// How much of a value without quotes is judged.
const HEAD: usize = 256;
/// Most literals of a line that are looked at.
const LITERALS: usize = 4;
/// Shortest value of any kind.
const SHORTEST: usize = 8;

/// What a key is the key of, where it is a secret.
const OF_SECRETS: &[&[u8]] = &[
    b"api",
    b"access",
    b"private",
    b"secret",
    b"account",
    b"auth",
    b"encryption",
    b"signing",
    b"license",
    b"master",
    b"consumer",
    b"shared",
    b"subscription",
    b"application",
    b"app",
    b"service",
    b"write",
    b"webhook",
    b"session",
    b"deploy",
    b"client",
    b"server",
    b"admin",
    b"hmac",
    b"storage",
    b"integration",
    b"user",
];
/// What everybody may know, and what a handshake makes up.
const NO_SECRETS: &[&[u8]] = &[b"public", b"websocket", b"idempotency", b"foreign", b"primary", b"cache"];

/// Names of objects whose `Key` is a secret.
const OBJECTS: &[&[u8]] =
    &[b"jwt", b"auth", b"oauth", b"authentication", b"signing", b"encryption", b"token"];

/// Bytes of values without quotes.
const BARE: [bool; 256] = graphic_but(b"\"'`<>(){}[],;\\&|");

/// What a name says of its value.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    Password,
    Secret,
    Key,
    Uuid,
}

/// How a value stands behind its name.
#[derive(Clone, Copy)]
struct Stands {
    /// Nothing of the name is left behind the word that says what it is.
    exact: bool,
    /// It is the first thing behind the sign.
    direct: bool,
    /// The name is one of the environment: `DB_PASS`.
    capital: bool,
    quoted: bool,
}

/// Values given to names of passwords.
pub(super) fn password(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let joined = text.get(anchor.end).is_some_and(|b| b"_-.".contains(&b));
    let rest = anchor.end + usize::from(joined);
    let rests: [&[u8]; 4] = [b"word", b"wd", b"phrase", b"code"];
    let goes_on = |word: &&&[u8]| text.part(rest..rest + word.len()).eq_ignore_ascii_case(word);
    let end = rests.iter().find(goes_on).map_or(anchor.end, |word| rest + word.len());
    values(text, anchor.start..end, found, Says::Password);
    end
}

/// Values given to names of other secrets.
pub(super) fn secret(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    values(text, anchor, found, Says::Secret)
}

/// Values given to what is called a key: a secret for what it is the key of says so, else seldom.
pub(super) fn key(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    // What stands beside it is the cheapest to tell, and is seldom an assignment.
    let next = text.get(anchor.end).unwrap_or(b'\n');
    let assigned = !next.is_ascii_lowercase() && !b"[),-;/.*".contains(&next);
    let before = if assigned { word_before(text, anchor.start, b"=:".contains(&next)) } else { &[] };
    let of_object = before.is_empty() && is_of_object(text, anchor.clone());
    if before.is_empty() && !of_object || ends_in(before, NO_SECRETS) {
        return anchor.end;
    }
    let secret = of_object || ends_in(before, OF_SECRETS);
    values(text, anchor, found, if secret { Says::Secret } else { Says::Key })
}

fn ends_in(word: &[u8], ends: &[&[u8]]) -> bool {
    let is_end = |end: &&[u8]| word[word.len().saturating_sub(end.len())..].eq_ignore_ascii_case(end);
    ends.iter().any(is_end)
}

/// True where the whole name is quoted, and is that of a member of an object whose name says what it is the key of:
/// `"Jwt": { "Key": ".." }`.
fn is_of_object(text: &ScannedText<'_>, anchor: Range<usize>) -> bool {
    let is_quoted = text.before(anchor.start) == Some(b'"') && text.starts(anchor.end, b"\": \"");
    if !is_quoted {
        return false;
    }
    let before = text.part(anchor.start.saturating_sub(OBJECT)..anchor.start);
    let open = before.iter().rposition(|b| matches!(b, b'{' | b'}'));
    let Some(open) = open.filter(|open| before[*open] == b'{') else { return false };
    let name = before[..open].trim_ascii_end().strip_suffix(b":").map(<[u8]>::trim_ascii_end);
    name.and_then(|name| name.strip_suffix(b"\"")).is_some_and(|name| ends_in(name, OBJECTS))
}

/// The letters and digits before `at`, but for one sign between, which may be a space.
fn word_before<'t>(text: &ScannedText<'t>, at: usize, space: bool) -> &'t [u8] {
    let joined = text.before(at).is_some_and(|b| b"_-.".contains(&b) || (space && b == b' '));
    let end = at - usize::from(joined);
    text.part(text.run_back(end, super::classes::alnum, NAME)..end)
}

/// A UUID given to something of a provider whose keys are UUIDs.
pub(super) fn uuid(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    values(text, anchor, found, Says::Uuid)
}

/// Adds what is given to the name around `anchor` and is a secret: a literal, or in files without
/// quotes what stands to the end of the word.
fn values(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges, says: Says) -> usize {
    let name = text.run(anchor.end, word, NAME);
    let exact =
        is_whole(text, anchor.clone(), name) && (says != Says::Password || begins(text, anchor.clone()));
    let capital = text.part(anchor.clone()).iter().all(|b| !b.is_ascii_lowercase());
    let stands = Stands { exact, direct: true, capital, quoted: false };
    let spaced = behind_a_space(text, anchor.clone(), name);
    if spaced.is_some_and(|at| bare(text, at, says, stands, found)) {
        return anchor.end;
    }
    let quoted = spaced.filter(|at| matches!(text.get(*at), Some(b'"' | b'\'')));
    let quoted = quoted.or_else(|| behind_is(text, name));
    let Some(at) = quoted.or_else(|| sign(text, name)) else { return anchor.end };
    // Arguments without quotes are names.
    let argument = text.part(name..at).iter().any(|b| matches!(b, b'(' | b','));
    if !argument && bare(text, at, says, stands, found) {
        return anchor.end;
    }
    let line = text.line_end(at, LONGEST);
    let (mut open, mut first) = (at, true);
    for _ in 0..LITERALS {
        let Some((start, end)) = literal(text, open, line, name + WINDOW) else { break };
        let stands = Stands {
            direct: first && (quoted.is_some() || is_direct(text, name, start)),
            quoted: true,
            ..stands
        };
        // `"name": "PASSWORD", "value": "..."`
        let is_name = end > start && text.get(end + 1) == Some(b':');
        first &= start == end || is_name;
        let secret = is_secret(text, start..end, says, stands);
        if secret {
            found.push(start..end);
        }
        // What was no end, as in `&'static str`, may be a beginning.
        open = if secret || is_name { end + 1 } else { start };
    }
    anchor.end
}

/// Where a value is quoted in a sentence: "the password is `value`".
fn behind_is(text: &ScannedText<'_>, name: usize) -> Option<usize> {
    let word = [&b" is "[..], b" was "].into_iter().find(|word| text.starts(name, word))?;
    let at = name + word.len();
    matches!(text.get(at), Some(b'"' | b'\'' | b'`')).then_some(at)
}

/// True where the word of `anchor` begins there: `dbPass` and `db_pass`, not `bypass`.
fn begins(text: &ScannedText<'_>, anchor: Range<usize>) -> bool {
    let of: [&[u8]; 13] = [
        b"require", b"db", b"user", b"root", b"admin", b"sql", b"smtp", b"mail", b"ftp", b"http", b"proxy",
        b"store", b"key",
    ];
    let inside = text.before(anchor.start).is_some_and(|b| b.is_ascii_alphabetic());
    let long = anchor.len() > 4;
    long || !inside
        || text.get(anchor.start).is_some_and(|b| !b.is_ascii_lowercase())
        || of.iter().any(|word| text.part(anchor.start.saturating_sub(word.len())..anchor.start) == *word)
}

/// True where nothing of a name stands behind the word of `anchor` but a number or what it is for.
fn is_whole(text: &ScannedText<'_>, anchor: Range<usize>, name: usize) -> bool {
    let rest = text.part(anchor.end..name);
    let rest = rest.strip_prefix(b"_").or(rest.strip_prefix(b"-")).unwrap_or(rest);
    let said: [&[u8]; 10] =
        [b"s", b"prod", b"production", b"dev", b"test", b"staging", b"live", b"value", b"base", b"key"];
    rest.iter().all(u8::is_ascii_digit) || said.iter().any(|word| rest.eq_ignore_ascii_case(word))
}

/// Where a value stands behind a space only: `--password value`, `ENV DB_PASS value`, `requirepass value`.
fn behind_a_space(text: &ScannedText<'_>, anchor: Range<usize>, name: usize) -> Option<usize> {
    if text.get(name) != Some(b' ') {
        return None;
    }
    let start = text.run_back(anchor.start, super::classes::dotted, NAME);
    let before = text.part(start.saturating_sub(40)..start);
    let words: [&[u8]; 10] = [
        b"ENV ",
        b"ARG ",
        b"set ",
        b"setx ",
        b"setenv ",
        b"set -x ",
        b"export ",
        b"config:set ",
        b"variable ",
        b"define ",
    ];
    let is_flag = text.get(start) == Some(b'-');
    let told = words.iter().any(|word| before.ends_with(word))
        || before.trim_ascii_end().to_ascii_lowercase().split(|b| *b == b'\n').next_back().is_some_and(is_header)
        || before.iter().rev().take_while(|b| **b != b'\n').all(|b| matches!(b, b' ' | b'\t'))
        // `machine a login b password c`
        || memchr::memmem::find(before, b"login ").is_some();
    (is_flag || told).then(|| text.run(name, |b| b == b' ', INDENT))
}

/// True for what stands before the scheme of an authorization.
fn is_header(before: &[u8]) -> bool {
    let end = before.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |at| at + 1);
    before[..end].ends_with(b"authorization") || before[..end].ends_with(b"login")
}

/// Where the value may begin: behind the first `=`, `:`, `>`, `(` or `,`, and behind the end of the
/// line where only brackets follow, or where the next line says what the value is.
fn sign(text: &ScannedText<'_>, name: usize) -> Option<usize> {
    let near = text.run(name, |b| !b"=:>(,&;\n".contains(&b), NAME);
    let sign = text.get(near).filter(|_| near < name + NAME)?;
    match sign {
        b'\n' => return value_below(text, near + 1).or_else(|| default_below(text, name..near)),
        // What stands behind it is another parameter's.
        b'&' | b';' => return None,
        _ => {}
    }
    let mut at = near + 1;
    // Behind a comma, the next line is about something else.
    let lines = sign != b',';
    let mut last = sign;
    while at < near + INDENT
        && let Some(byte) = text.get(at)
    {
        let block = byte == b'-' && (matches!(last, b'|' | b'>') || text.get(at + 1) == Some(b' '));
        match byte {
            b' ' | b'\t' | b'=' | b'>' | b'(' | b'[' | b'|' => at += 1,
            b'\n' | b'\r' if lines => at += 1,
            _ if block => at += 1,
            b'<' if text.starts(at, b"<![CDATA[") => at += 9,
            _ => break,
        }
        last = byte;
    }
    Some(at)
}

/// Behind `value:` or `<value>` at the beginning of the line at `line`.
fn value_below(text: &ScannedText<'_>, line: usize) -> Option<usize> {
    let start = text.run(line, |b| b" \t\"'<-".contains(&b), INDENT);
    let word = text.part(start..start + 5);
    if !word.eq_ignore_ascii_case(b"value") && !word.eq_ignore_ascii_case(b"strin") {
        return None;
    }
    let sign = text.run(start, |b| !matches!(b, b':' | b'=' | b'>' | b'\n'), 12);
    (text.get(sign)? != b'\n').then(|| text.run(sign + 1, |b| matches!(b, b' ' | b'\t'), INDENT))
}

/// Behind `default =` in the block of a variable that is called so: `variable "db_password" {`. `rest` is what stands
/// between the name and the end of the line.
fn default_below(text: &ScannedText<'_>, rest: Range<usize>) -> Option<usize> {
    let line = rest.end;
    if text.part(rest).trim_ascii_end() != b"\" {" {
        return None;
    }
    let block = text.part(line..line + WINDOW);
    let end = memchr::memmem::find(block, b"\n}").unwrap_or(block.len());
    let at = line + memchr::memmem::find(&block[..end], b"default")?;
    let sign = text.run(at, |b| b.is_ascii_lowercase() || b == b' ', NAME);
    (text.get(sign)? == b'=').then(|| text.run(sign + 1, |b| b == b' ', INDENT))
}

/// Adds the value without quotes at `at` where it is a secret.
fn bare(text: &ScannedText<'_>, at: usize, says: Says, stands: Stands, found: &mut SecretRanges) -> bool {
    let end = text.bare_run(at, is_bare);
    let next = text.get(end);
    let ends = next.is_none_or(|b| b.is_ascii_whitespace() || b";,&\"'`<#\\)]}|".contains(&b));
    if !ends || end - at < SHORTEST || end - at > LONGEST {
        return false;
    }
    // An assignment inside is another one's; signs at the end belong to base64.
    let sign = text.run(at, |b| b != b'=', end - at);
    if text.run(sign, |b| b == b'=', end - sign) != end {
        return false;
    }
    // What is random at its beginning is so to its end.
    let head = text.part(at..end.min(at + HEAD));
    let refers = head.first().is_some_and(|b| b"$%*@#~/.!-".contains(b));
    let code = [&b"://"[..], b"::", b"->"].iter().any(|sign| memchr::memmem::find(head, sign).is_some());
    let end = text.run_back(end, |b| matches!(b, b'.' | b':'), end - at);
    if refers || code {
        return false;
    }
    // The first of several words is no password that somebody chose.
    let sentence = next == Some(b' ') && text.get(end + 1).is_some_and(|b| b.is_ascii_lowercase());
    let sentence = sentence && text.before(at) != Some(b'=');
    let stands = Stands { exact: stands.exact && !sentence, ..stands };
    let secret = is_secret(text, at..end.min(at + HEAD), says, stands) && !is_declared(text, at..end);
    if secret {
        found.push(at..end);
    }
    secret
}

fn is_bare(b: u8) -> bool {
    BARE[usize::from(b)]
}

/// The next string literal before `line` that begins between `at` and `window`, without its quotes.
fn literal(text: &ScannedText<'_>, at: usize, line: usize, window: usize) -> Option<(usize, usize)> {
    let most = line.min(window).checked_sub(at)?;
    let next = |quote| text.next(quote, at, most).map(|open| (open, quote));
    let (open, quote) = [b'"', b'\'', b'`'].into_iter().filter_map(next).min()?;
    let start = open + 1;
    let Some(end) = text.next(quote, start, line - open) else { return Some((start, start)) };
    // `\"value\"`
    let escaped = end > start && text.get(end - 1) == Some(b'\\');
    Some((start, end - usize::from(escaped)))
}

/// True where the literal that begins at `start` stands right behind a sign.
fn is_direct(text: &ScannedText<'_>, name: usize, start: usize) -> bool {
    let from = start.saturating_sub(12);
    let before = text.part(from..start - 1);
    // `b"`, `r#"`, `@"` and `\"` begin literals too.
    let end = before.iter().rposition(|b| !b"brufLR#@$&\\ \t\"'".contains(b));
    end.is_none_or(|end| match before[end] {
        // `setPassword("...")`, and no `password = decrypted("...")`
        b'(' => from + end <= name + 1,
        sign => b"=:,>[{\n".contains(&sign),
    })
}

/// True where the value at `at` is one that its name says it is.
fn is_secret(text: &ScannedText<'_>, at: Range<usize>, says: Says, stands: Stands) -> bool {
    if at.len() < SHORTEST || at.len() > LONGEST {
        return false;
    }
    let traits = text.traits(at);
    let random = traits.looks_random() && (stands.quoted || is_no_name(&traits));
    let whole = stands.exact && stands.direct;
    match says {
        Says::Uuid => traits.uuid,
        Says::Key => random && whole && traits.length >= 20 && traits.holds_no_words(20),
        Says::Secret => random || (whole && traits.uuid),
        Says::Password => {
            let chosen = stands.exact && traits.looks_chosen() && (stands.quoted || is_no_code(&traits));
            let plain = !traits.strange && !traits.placeholder && !traits.uuid;
            let given =
                is_typed(&traits) || is_phrase(&traits, stands) || (stands.capital && is_mixed(&traits));
            random || chosen || (whole && plain && given)
        }
    }
}

/// True for a random value that can be no name of something in a program.
fn is_no_name(traits: &Traits) -> bool {
    // Names of things have fewer digits and capital letters, or a pattern in them.
    let mixed = traits.digits >= 3 && traits.capital >= 3 && traits.small >= 3 && traits.signs <= 1;
    let mixed = mixed && traits.odd >= 40;
    let odd = traits.holds_no_words(16) && traits.signs * 8 <= traits.length;
    traits.hex || mixed || (odd && (traits.digits >= 2 || traits.length >= 20))
}

/// True for a chosen password that can be no expression: a sign stands in it that joins no names.
fn is_no_code(traits: &Traits) -> bool {
    traits.signs > traits.joints && traits.joints == 0 || traits.odd >= 40
}

/// True for letters and digits that no word begins with.
fn is_typed(traits: &Traits) -> bool {
    let odd = if traits.digits > 0 { 38 } else { 44 };
    let least = if traits.digits > 0 { SHORTEST } else { SHORTEST + 2 };
    traits.length >= least && traits.odd >= odd && traits.signs * 4 <= traits.length
}

/// True for letters and digits that may hold words, which in the environment no name of anything is.
fn is_mixed(traits: &Traits) -> bool {
    traits.digits > 0 && traits.small + traits.capital > 0 && traits.joints == 0
}

/// True for several words in a row without anything between, which no label and no name of a field is.
fn is_phrase(traits: &Traits, stands: Stands) -> bool {
    (stands.quoted || stands.capital) && traits.length >= 16 && traits.small == traits.length
}
