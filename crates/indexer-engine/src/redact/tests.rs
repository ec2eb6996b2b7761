use super::*;
use indexer_testkit::secrets::{containers, generated, innocent, samples};
use std::collections::{BTreeMap, BTreeSet};

/// The share of generated values of documented kinds that must be hidden, and of other providers' keys.
const DOCUMENTED: f64 = 0.99;
const OTHERS: f64 = 0.96;
/// Fewest kinds that are generated.
const KINDS: usize = 240;

#[test]
fn every_kind_is_found_in_files_of_every_sort() {
    for sample in samples() {
        for (what, container) in containers() {
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
    for kind in kind_names() {
        let mut of_kind = samples.iter().filter(|sample| sample.kind == kind).peekable();
        assert!(of_kind.peek().is_some(), "no sample of {kind}");
        for sample in of_kind {
            let text = format!("x {}\n", sample.text);
            let (found, _) = scan::all(text.as_bytes());
            assert!(found.iter().any(|secret| secret.kind == kind), "{kind}: {text}: {found:?}");
        }
    }
    assert!(samples.iter().all(|sample| kind_names().any(|kind| kind == sample.kind)));
    let names: BTreeSet<&str> = kind_names().collect();
    assert_eq!(names.len(), kind_names().count(), "no name stands for two kinds");
}

#[test]
fn what_is_generated_is_hidden_in_every_place() {
    let (mut of, mut missed) = (BTreeMap::<bool, (u32, u32)>::new(), Vec::new());
    let mut kinds = BTreeSet::new();
    for one in generated() {
        let (shown, _) = redacted(one.text.as_bytes());
        let shown = String::from_utf8_lossy(&shown);
        let hidden = one.secret.iter().all(|part| !shown.contains(part));
        let count = of.entry(one.documented).or_default();
        *count = (count.0 + u32::from(hidden), count.1 + 1);
        if !hidden {
            missed.push(format!("{}, {}: {}", one.kind, one.place, one.text));
        }
        kinds.insert(one.kind);
    }
    let share = |documented| f64::from(of[&documented].0) / f64::from(of[&documented].1);
    assert!(share(true) >= DOCUMENTED && share(false) >= OTHERS, "{of:?}\n{}", missed.join("\n"));
    assert!(kinds.len() >= KINDS, "{}", kinds.len());
}

#[test]
fn what_is_no_secret_is_left_alone() {
    for text in innocent() {
        let (shown, count) = redacted(text.as_bytes());
        assert_eq!((String::from_utf8_lossy(&shown), count), (text.as_str().into(), 0));
    }
}

#[test]
fn a_name_that_the_text_declares_is_no_password() {
    for text in [
        "PGPASSWORD7 = env('P')\nconnect(password=PGPASSWORD7)\n",
        "def f(url, pgPassword2x):\n    g(url, password=pgPassword2x)\n",
        "func f(pgPassword2x: String) { T(password: pgPassword2x) }\n",
        "void f(String pgPassword2x) { t.password = pgPassword2x; }\n",
    ] {
        assert_eq!(redacted(text.as_bytes()), (Cow::Borrowed(text.as_bytes()), 0), "{text}");
    }
    for text in ["PASSWORD=pgPassword2x9Q\nDB_PASSWORD=pgPassword2x9Q\n", "password: pgPassword2x9Q\n"] {
        let (shown, count) = redacted(text.as_bytes());
        assert!(count > 0 && !String::from_utf8_lossy(&shown).contains("pgPassword2x9Q"), "{text}");
    }
}

#[test]
fn a_place_says_what_a_value_is() {
    let (chosen, random) = ("Tr0ub4dor&3x", "7KxQ2mVb9LpZ4wRt8NcY5hJf3GdS6aEu");
    for text in [
        format!("variable \"db_password\" {{\n  type    = string\n  default = \"{chosen}\"\n}}\n"),
        format!("{{\n  \"Jwt\": {{\n    \"Issuer\": \"me\",\n    \"Key\": \"{random}\"\n  }}\n}}\n"),
        format!("c = DriverManager.getConnection(url, \"root\", \"{chosen}\");\n"),
        format!("echo {chosen} | docker login --username me --password-stdin\n"),
        format!("The admin password is `{chosen}`.\n"),
    ] {
        let (shown, count) = redacted(text.as_bytes());
        let shown = String::from_utf8_lossy(&shown);
        assert!(count > 0 && !shown.contains(chosen) && !shown.contains(random), "{shown}");
    }
    for text in [
        "variable \"db_password\" {\n  type = string\n}\n\nvariable \"region\" {\n  default = \"eu-West-17x\"\n}\n",
        "{\"Rows\": [{\"Key\": \"7KxQ2mVb9LpZ4wRt8NcY5hJf3GdS6aEu\"}]}\n",
        "c = pool.getConnection(url, \"root\", config.password);\n",
        "echo \"$TOKEN\" | docker login --password-stdin\ncat token.txt | docker login --password-stdin\n",
        "The password is `required`.\n",
    ] {
        assert_eq!(redacted(text.as_bytes()), (Cow::Borrowed(text.as_bytes()), 0), "{text}");
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
fn a_key_in_pieces_is_hidden_in_each_and_the_code_between_stays() {
    let (first, second) = (["AK", "IAQ3"].concat(), "ZX7RT5WN2MLK4J");
    let text = format!("x = \"{first}\" + f(1); y = \"{first}\"\n    + \"{second}\";\n");
    let (shown, _) = redacted(text.as_bytes());
    let expected = format!("x = \"{first}\" + f(1); y = \"******\"\n    + \"{}\";\n", "*".repeat(14));
    assert_eq!(String::from_utf8_lossy(&shown), expected);
    let text = format!("{{\"a\": \"\\u0041{}{second}\"}}", &first[1..]);
    let (shown, _) = redacted(text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&shown), format!("{{\"a\": \"{}\"}}", "*".repeat(25)));
}

#[test]
fn a_token_of_any_length_is_hidden_whole() {
    let body = "Ab1c".repeat(30_000);
    let text = format!("t = \"e{}{body}.eyJ{body}.{body}\"", "yJ");
    let (shown, count) = redacted(text.as_bytes());
    assert!(!String::from_utf8_lossy(&shown).contains("b1c"));
    assert_eq!(count, 1);
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

mod work {
    use super::*;

    /// Most bytes that are looked at for each byte of a text, in all passes.
    const MOST: u64 = 600;
    /// How much more work twice the text may be.
    const GROWTH: f64 = 2.3;
    /// Longer than anything that is looked at from one anchor.
    const LENGTH: usize = 5 << 10;

    /// What stands between anchors: nothing, what tokens are of, and what begins and ends values.
    const BETWEEN: &[&str] =
        &["", "a", "=", "=\"", "\n", " ", "\": \"", "\" + \"", "A: ", "/", "Zq3x.", "\\u0041", "@", "'"];

    fn check(unit: &str) {
        let text: Vec<u8> = unit.bytes().cycle().take(2 * LENGTH).collect();
        // How often a text is looked at again is bounded, and is no matter of its length.
        let (once, twice) = (scan::scan(&text[..LENGTH]).1, scan::scan(&text).1);
        assert!(twice as f64 <= GROWTH * once as f64, "{unit:?}: {once}, twice the text {twice}");
        let all = work(&text);
        assert!(all <= MOST * text.len() as u64, "{unit:?}: {all} bytes were looked at");
    }

    #[test]
    fn every_anchor_repeated_costs_what_its_length_says() {
        for (i, anchor) in anchors::texts().enumerate() {
            // Each of them stands between many anchors.
            check(&format!("{anchor}{}", BETWEEN[i % BETWEEN.len()]));
        }
    }

    #[test]
    fn so_do_mixtures_of_them() {
        let mixed = [
            "-----BEGIN PRIVATE KEY-----",
            "eyJabcdefghijk",
            ".eyJ",
            "token=\"",
            "password: ",
            "pwd=",
            "://a:b",
            "kind: Secret\n",
            "glc_",
            "curl -u ",
            "\" + \"",
            "\\u0041",
        ];
        for first in mixed {
            for second in mixed {
                check(&format!("{first}{second}"));
            }
        }
    }

    /// A text that never comes to rest is not shown, and costs a few looks.
    #[test]
    fn a_text_made_to_be_looked_at_again_is_bounded() {
        let unit = ["mandrill-", "md-", "NRAL", "AKIA", "SK", "key-"];
        for one in unit {
            let text = one.repeat(40_000 / one.len());
            let (once, _) = redacted(text.as_bytes());
            assert_eq!(redacted(&once), (Cow::Borrowed(&*once), 0), "{one}");
            assert!(work(text.as_bytes()) <= MOST * text.len() as u64, "{one}");
        }
    }
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Pieces of secrets and of what stands around them, in any order.
        #[test]
        fn lengths_lines_and_other_bytes_stay_and_twice_is_once(
            parts in prop::collection::vec((0usize..400, 0usize..64, any::<u8>()), 0..24)
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
