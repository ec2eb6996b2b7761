//! Passwords on command lines and in statements of SQL, where their place says what they are.

use super::secret::SecretRanges;
use super::text::ScannedText;
use std::ops::Range;

/// How much of a command line is looked at.
const LINE: usize = 240;

/// How the value stands behind a flag.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    /// `-psecret`
    Flag,
    /// `-p secret`
    Space,
    /// `-u user:secret`, `-U user%secret`
    User,
}

use Behind::{Flag, Space, User};

/// Commands whose documentation says that a password stands behind a flag.
const COMMANDS: &[(&str, &str, Behind)] = &[
    ("mysql", "-p", Flag),
    ("mariadb", "-p", Flag),
    ("sshpass", "-p", Flag),
    ("sshpass", "-p", Space),
    ("docker login", "-p", Space),
    ("podman login", "-p", Space),
    ("registry login", "-p", Space),
    ("az login", "-p", Space),
    ("az acr login", "-p", Space),
    ("oc login", "-p", Space),
    ("redis-cli", "-a", Space),
    ("mongo", "-p", Space),
    ("ldapsearch", "-w", Space),
    ("ldapmodify", "-w", Space),
    ("sqlcmd", "-P", Space),
    ("zip ", "-P", Space),
    ("7z ", "-p", Flag),
    ("curl", "-u", User),
    ("curl", "--user", User),
    ("curl", "-U", User),
    ("smbclient", "-U", User),
    ("openssl", "pass:", Flag),
    ("keytool", "-storepass", Space),
    ("keytool", "-keypass", Space),
    ("jarsigner", "-storepass", Space),
    ("jarsigner", "-keypass", Space),
];

/// The commands, each once.
pub(super) const ANCHORS: &[&str] = &[
    "mysql",
    "mariadb",
    "sshpass",
    "docker login",
    "podman login",
    "registry login",
    "az login",
    "az acr login",
    "oc login",
    "redis-cli",
    "mongo",
    "ldapsearch",
    "ldapmodify",
    "sqlcmd",
    "zip ",
    "7z ",
    "curl",
    "smbclient",
    "openssl",
    "keytool",
    "jarsigner",
    STDIN,
];

/// The flag of a command that reads a password from what is piped into it.
const STDIN: &str = "--password-stdin";
/// A call of which the third argument is a password.
pub(super) const CONNECTION: &str = "getConnection(";

/// The passwords of a command, to the end of its line.
pub(super) fn password(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if text.part(anchor.clone()) == STDIN.as_bytes() {
        return piped(text, anchor, found);
    }
    let line = text.line_end(anchor.end, LINE);
    let command = text.part(anchor.clone());
    let of_command: Vec<_> = COMMANDS.iter().filter(|(name, _, _)| name.as_bytes() == command).collect();
    let mut at = anchor.end;
    while at < line {
        let start = text.run(at, |b| b == b' ', LINE);
        let end = word_end(text, start, line);
        let word = text.part(start..end);
        for (_, flag, behind) in &of_command {
            let Some(value) = word.strip_prefix(flag.as_bytes()) else { continue };
            let value = match behind {
                Flag => start + flag.len()..end,
                Space | User if !value.is_empty() => continue,
                Space | User => {
                    let next = text.run(end, |b| b == b' ', LINE);
                    next..word_end(text, next, line)
                }
            };
            let value = unquoted(text, value);
            let value = if *behind == User { behind_user(text, value) } else { value };
            if is_password(text, value.clone()) {
                found.push(value);
            }
        }
        at = end.max(start + 1);
    }
    anchor.end
}

/// The last word of what stands before the pipe: `echo secret | docker login --password-stdin`.
fn piped(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let from = text.run_back(anchor.start, |b| b != b'\n', LINE);
    let before = text.part(from..anchor.start);
    if let Some(pipe) = memchr::memrchr(b'|', before) {
        let end = text.run_back(from + pipe, |b| b == b' ', pipe);
        let start = text.run_back(end, |b| b.is_ascii_graphic(), end - from);
        let value = unquoted(text, start..end);
        if is_password(text, value.clone()) {
            found.push(value);
        }
    }
    anchor.end
}

/// The third argument of a call, where it is a literal: `getConnection(url, "root", "secret")`.
fn third_argument(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    let line = text.line_end(anchor.end, LINE);
    let arguments = text.part(anchor.end..line);
    let mut commas = memchr::memchr_iter(b',', arguments);
    if let Some(comma) = commas.nth(1)
        && commas.next().is_none()
    {
        let open = text.run(anchor.end + comma + 1, |b| b == b' ', LINE);
        let end = text.next(b'"', open + 1, line.saturating_sub(open));
        if let (Some(b'"'), Some(end)) = (text.get(open), end)
            && is_password(text, open + 1..end)
        {
            found.push(open + 1..end);
        }
    }
    anchor.end
}

/// The literal behind `IDENTIFIED BY`, `ConvertTo-SecureString` and the like.
pub(super) fn statement(text: &ScannedText<'_>, anchor: Range<usize>, found: &mut SecretRanges) -> usize {
    if text.part(anchor.clone()) == CONNECTION.as_bytes() {
        return third_argument(text, anchor, found);
    }
    let open = text.run(anchor.end - 1, |b| !matches!(b, b'"' | b'\'' | b'\n'), 4);
    if let Some(quote @ (b'"' | b'\'')) = text.get(open)
        && let Some(end) = text.next(quote, open + 1, LINE)
        && is_password(text, open + 1..end)
    {
        found.push(open + 1..end);
    }
    anchor.end
}

/// Where the word of a command line that begins at `at` ends; quotes may hold spaces.
fn word_end(text: &ScannedText<'_>, at: usize, line: usize) -> usize {
    let most = line.saturating_sub(at);
    match text.get(at) {
        Some(quote @ (b'"' | b'\'')) => text.next(quote, at + 1, most).map_or(line.max(at), |end| end + 1),
        _ => text.run(at, |b| b.is_ascii_graphic() && !b"\"'`<>\\".contains(&b), most),
    }
}

fn unquoted(text: &ScannedText<'_>, at: Range<usize>) -> Range<usize> {
    let quote = |b: u8| matches!(b, b'"' | b'\'' | b'`' | b'\\' | b',' | b';' | b')' | b']');
    let start = text.run(at.start, quote, at.len());
    start..text.run_back(at.end, quote, at.end.saturating_sub(start)).max(start)
}

/// What stands behind the first colon or percent sign.
fn behind_user(text: &ScannedText<'_>, at: Range<usize>) -> Range<usize> {
    let sign = text.run(at.start, |b| !matches!(b, b':' | b'%'), at.len());
    (sign + 1).min(at.end)..at.end
}

/// True for what nobody writes to stand for a password.
fn is_password(text: &ScannedText<'_>, at: Range<usize>) -> bool {
    if at.len() < 6 || text.get(at.start).is_some_and(|b| b"$<{%*-".contains(&b)) {
        return false;
    }
    let traits = text.traits(at);
    let letters = traits.small + traits.capital;
    let mixed = traits.digits > 0 && letters > 0;
    !traits.strange
        && !traits.placeholder
        && (mixed || traits.signs > traits.joints && letters > 0 || traits.odd >= 50 || traits.small >= 16)
}
