use super::*;
use indexer_testkit::secrets::{CONTAINERS, innocent, samples};

#[test]
fn every_kind_is_found_in_files_of_every_sort() {
    for sample in samples() {
        for (what, container) in CONTAINERS {
            // What is known by its name is not known without it.
            let Some(text) = sample.inside(what, container) else { continue };
            let (hidden, count) = redacted(text.as_bytes());
            assert!(count >= 1, "{} in {what}:\n{text}", sample.kind);
            let shown = String::from_utf8(hidden.into_owned()).unwrap();
            for part in &sample.secret {
                assert!(!shown.contains(part), "{} in {what}:\n{shown}", sample.kind);
            }
            assert_eq!(shown.len(), text.len(), "{} in {what}", sample.kind);
            assert_eq!(shown.lines().count(), text.lines().count(), "{} in {what}", sample.kind);
        }
    }
}

#[test]
fn every_kind_of_the_table_has_a_sample_and_is_the_one_that_finds_it() {
    let samples = samples();
    for kind in KINDS {
        let mut of_kind = samples.iter().filter(|sample| sample.kind == kind.name).peekable();
        assert!(of_kind.peek().is_some(), "no sample of {}", kind.name);
        for sample in of_kind {
            let text = format!("x {}\n", sample.text);
            let found = secrets(text.as_bytes());
            assert!(found.iter().any(|secret| secret.kind == kind.name), "{text}: {found:?}");
        }
    }
    assert!(samples.iter().all(|sample| KINDS.iter().any(|kind| kind.name == sample.kind)));
}

#[test]
fn what_is_no_secret_is_left_alone() {
    for text in innocent() {
        let (shown, count) = redacted(text.as_bytes());
        assert_eq!((String::from_utf8_lossy(&shown), count), (text.as_str().into(), 0));
    }
}

#[test]
fn code_around_a_secret_stays_code() {
    let token = format!("ghp_{}", "a1B2c3".repeat(6));
    let text = format!("/* a/{token}/ b */ ü = \"\\n{token}\" //{token}");
    let (shown, count) = redacted(text.as_bytes());
    let inner = "*".repeat(38);
    let stars = "*".repeat(40);
    let expected = format!("/* a/x{inner}x/ b */ ü = \"\\n{stars}\" //x{}", "*".repeat(39));
    assert_eq!((String::from_utf8_lossy(&shown), count), (expected.as_str().into(), 3));
    assert_eq!(redacted(&shown), (Cow::Borrowed(&*shown), 0));
}

#[test]
fn a_key_is_hidden_line_by_line() {
    let line = "MIIEpAIBAAKCAQEA0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL";
    let begin = ["-----BEGIN ", "RSA PRIVATE", " KEY-----"].concat();
    let text = format!(
        "k = (\"{begin}\\n\"\n  \"{line}\\n\"\n  \"{line}\\n\"\n  \"AbC=\\n\"\n  \"-----END X-----\")"
    );
    let (shown, _) = redacted(text.as_bytes());
    let shown = String::from_utf8_lossy(&shown);
    let (long, short) = ("*".repeat(line.len()), "****");
    let expected = format!(
        "k = (\"{begin}\\n\"\n  \"{long}\\n\"\n  \"{long}\\n\"\n  \"{short}\\n\"\n  \"-----END X-----\")"
    );
    assert_eq!(shown, expected);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Pieces of secrets and of what stands around them, in any order.
        #[test]
        fn lengths_lines_and_other_bytes_stay_and_twice_is_once(
            parts in prop::collection::vec((0usize..60, 0usize..64, any::<u8>()), 0..24)
        ) {
            let samples = samples();
            let mut bytes = Vec::new();
            for (sample, end, byte) in parts {
                let text = samples[sample % samples.len()].text.as_bytes();
                bytes.extend_from_slice(&text[..text.len().min(end + 20)]);
                bytes.push(byte);
            }
            let (once, _) = redacted(&bytes);
            prop_assert_eq!(once.len(), bytes.len());
            for (before, after) in bytes.iter().zip(once.iter()) {
                let hidden = (before.is_ascii_graphic() || *before == b' ') && matches!(after, b'*' | b'x');
                prop_assert!(before == after || hidden);
            }
            let (twice, count) = redacted(&once);
            prop_assert_eq!((&*twice, count), (&*once, 0));
        }
    }
}
