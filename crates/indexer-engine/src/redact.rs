//! Hides secret values in text that leaves the program. A modest set of shapes that are secrets
//! wherever they stand; each is replaced by as many `*`, so spans still fit.

/// A token that begins with a telling prefix: prefix, fewest characters after it.
const PREFIXES: &[(&str, usize)] = &[
    ("AKIA", 16),
    ("ASIA", 16),
    ("ghp_", 36),
    ("gho_", 36),
    ("ghu_", 36),
    ("ghs_", 36),
    ("ghr_", 36),
    ("github_pat_", 50),
    ("glpat-", 20),
    ("npm_", 36),
    ("sk-ant-", 40),
    ("sk_live_", 20),
    ("rk_live_", 20),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("xoxa-", 20),
    ("xoxs-", 20),
    ("AIza", 35),
];

/// Words in the name of a thing whose literal value is a secret, if it looks random.
const NAMES: &[&str] = &["password", "passwd", "secret", "token", "api_key", "apikey", "private_key"];

/// Bits per character from which a literal looks random. English words stay below 3.5 at these
/// lengths, random base64 and hexadecimal digits above.
const RANDOM_BITS: f64 = 3.5;

/// Shortest literal that is looked at for randomness.
const RANDOM_LENGTH: usize = 20;

/// `text` with secret values hidden, and how many were. O(length).
pub fn redact(text: String) -> (String, u32) {
    let mut found = Vec::new();
    key_blocks(&text, &mut found);
    tokens(&text, &mut found);
    assigned(&text, &mut found);
    if found.is_empty() {
        return (text, 0);
    }
    found.sort_unstable();
    let mut bytes = text.into_bytes();
    let (mut count, mut last) = (0, 0);
    for (start, end) in found {
        count += u32::from(start >= last);
        last = last.max(end);
        for byte in &mut bytes[start..end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b'*';
            }
        }
    }
    // Whole characters were replaced, so the lossy step changes nothing.
    (String::from_utf8_lossy(&bytes).into_owned(), count)
}

/// What stands between `-----BEGIN ... PRIVATE KEY-----` and its end.
fn key_blocks(text: &str, found: &mut Vec<(usize, usize)>) {
    const END: &str = "PRIVATE KEY-----";
    for (begin, _) in text.match_indices("-----BEGIN ") {
        let line = &text[begin..text[begin..].find('\n').map_or(text.len(), |n| begin + n)];
        let Some(marker) = line.find(END) else { continue };
        let start = begin + marker + END.len();
        // A mention of the marker in code is no key: a body of base64 follows.
        let end = text[start..].find("-----END ").map_or(text.len(), |n| start + n);
        if end - start > 100 {
            found.push((start, end));
        }
    }
}

fn tokens(text: &str, found: &mut Vec<(usize, usize)>) {
    let is_token = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    for (prefix, least) in PREFIXES {
        for (start, _) in text.match_indices(prefix) {
            if text[..start].chars().next_back().is_some_and(|c| c.is_ascii_alphanumeric()) {
                continue;
            }
            let rest = &text[start + prefix.len()..];
            let length = rest.find(|c: char| !is_token(c)).unwrap_or(rest.len());
            let amazon = prefix.ends_with("IA");
            let fits = if amazon { length == *least } else { length >= *least };
            if fits && (!amazon || rest[..length].chars().all(|c| !c.is_ascii_lowercase())) {
                found.push((start, start + prefix.len() + length));
            }
        }
    }
}

/// String literals that are assigned to something named like a secret and look random.
fn assigned(text: &str, found: &mut Vec<(usize, usize)>) {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if let Some((start, end)) = literal(line) {
            let name = line[..start].to_ascii_lowercase();
            let named = NAMES.iter().any(|word| name.contains(word));
            if named && end - start >= RANDOM_LENGTH && looks_random(&line[start..end]) {
                found.push((offset + start, offset + end));
            }
        }
        offset += line.len();
    }
}

/// The first string literal after `=` or `:` in a line, without its quotes.
fn literal(line: &str) -> Option<(usize, usize)> {
    let sign = line.find(['=', ':'])?;
    let quote = sign + line[sign..].find(['"', '\''])?;
    let mark = line[quote..].chars().next()?;
    let start = quote + 1;
    Some((start, start + line[start..].find(mark)?))
}

fn looks_random(value: &str) -> bool {
    let printable = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'_' | b'-');
    if !value.bytes().all(printable) || !value.bytes().any(|b| b.is_ascii_digit()) {
        return false;
    }
    let mut counts = [0u32; 128];
    for byte in value.bytes() {
        counts[usize::from(byte & 127)] += 1;
    }
    let length = value.len() as f64;
    let shares = counts.iter().filter(|n| **n > 0).map(|n| f64::from(*n) / length);
    shares.map(|share| -share * share.log2()).sum::<f64>() > RANDOM_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_byte_for_byte() {
        let github = format!("ghp_{}", "a1B2".repeat(9));
        let aws = format!("AKIA{}", "ABCD".repeat(4));
        let body = "MIIEpAIBAAKCAQEA0123\n".repeat(8);
        let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{body}-----END RSA PRIVATE KEY-----");
        let random = "password = \"9fX2kLq8ZpT4vB7nWc3R\"".to_owned();
        for secret in [github, aws, key, random] {
            let (hidden, count) = redact(format!("ü = 1\n{secret}\nend"));
            assert_eq!(count, 1, "{secret}");
            assert_eq!(hidden.len(), format!("ü = 1\n{secret}\nend").len());
            assert_eq!(hidden.lines().count(), format!("ü = 1\n{secret}\nend").lines().count());
            assert!(hidden.starts_with("ü = 1\n") && hidden.ends_with("\nend"), "{hidden}");
        }
    }

    #[test]
    fn code_is_left_alone() {
        for code in [
            "password = \"correct horse battery\"",
            "if line.startswith('-----BEGIN RSA PRIVATE KEY-----'): pass",
            "token: str = 'expected_token_or_nothing'",
            "AKIA = 1",
            "let secret_name = \"the_name_of_the_secret_1\";",
        ] {
            assert_eq!(redact(code.to_owned()), (code.to_owned(), 0));
        }
    }
}
