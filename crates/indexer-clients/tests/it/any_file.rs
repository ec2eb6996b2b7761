//! Any file that a parser accepts: ours goes in and out, and no other byte is touched.

use crate::{Home, removal, request};
use indexer_clients::{Scope, jsonc};
use proptest::prelude::*;
use std::fs;

/// Space and comments between two tokens. Comments carry brackets, quotes and commas.
fn gap() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just(String::new()),
        2 => Just(" ".to_owned()),
        2 => Just("\n  ".to_owned()),
        1 => Just("\r\n\t".to_owned()),
        1 => Just(" // a, \"}\" ]\n".to_owned()),
        1 => Just("/* { \" */".to_owned()),
        1 => Just("\n/* two\n lines */ ".to_owned()),
    ]
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-1.50e3".to_owned()),
        Just("123456789012345678901234567890".to_owned()),
        Just(r#""// no comment \" \\ \u00e9 ü""#.to_owned()),
    ]
}

/// A list or object of these items, with or without a comma at the end.
fn container(open: char, close: char, items: Vec<(String, String)>, end: (bool, String)) -> String {
    let (trailing, last) = end;
    let count = items.len();
    let items = items.into_iter().enumerate().map(|(at, (item, gap))| {
        let comma = if at + 1 < count || trailing { "," } else { "" };
        format!("{gap}{item}{comma}")
    });
    format!("{open}{}{last}{close}", items.collect::<String>())
}

fn value() -> impl Strategy<Value = String> {
    scalar().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (prop::collection::vec((inner.clone(), gap()), 0..3), (any::<bool>(), gap()))
                .prop_map(|(items, end)| container('[', ']', items, end)),
            object(inner, 0),
        ]
    })
}

/// An object of which `special` names stand first, each in some files.
fn object(inner: impl Strategy<Value = String> + 'static, from: usize) -> impl Strategy<Value = String> {
    (prop::collection::vec((inner, gap(), gap(), gap()), 0..3), (any::<bool>(), gap())).prop_map(
        move |(values, end)| {
            let named = values.into_iter().enumerate().map(|(at, (value, one, two, three))| {
                (format!("\"k{}\"{one}:{two}{value}", at + from), three)
            });
            container('{', '}', named.collect(), end)
        },
    )
}

/// A client's file: perhaps with servers already, before or after other keys.
fn file() -> impl Strategy<Value = String> {
    let servers = object(value(), 0).prop_map(|servers| format!("\"mcpServers\": {servers}"));
    let key = prop_oneof![servers.prop_map(Some), Just(None)];
    let others = prop::collection::vec((value(), gap(), gap()), 0..3);
    (key, others, any::<bool>(), (any::<bool>(), gap()), gap(), gap()).prop_map(
        |(servers, others, first, end, before, after)| {
            let others = others.into_iter().enumerate();
            let mut items: Vec<(String, String)> =
                others.map(|(at, (value, one, two))| (format!("\"o{at}\"{one}:{value}"), two)).collect();
            if let Some(servers) = servers {
                let at = if first { 0 } else { items.len() };
                items.insert(at, (servers, "\n  ".to_owned()));
            }
            format!("{before}{}{after}", container('{', '}', items, end))
        },
    )
}

fn toml_file() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("# a comment [x]\n".to_owned()),
        Just("\n".to_owned()),
        Just("KEY = 'v' # why\n".to_owned()),
        Just("KEY = [\n  \"[a]\", # in\n  \"b\",\n]\r\n".to_owned()),
        Just("KEY = \"\"\"\n[mcp_servers.indexer]\n\"\"\"\n".to_owned()),
        Just("KEY = nan\n".to_owned()),
        Just("KEY.deep = 1979-05-27\n".to_owned()),
        Just("[tTABLE]\n".to_owned()),
        Just("[[aTABLE]]\n".to_owned()),
        Just("[mcp_servers.sTABLE]\ncommand = 'x'\n".to_owned()),
        Just("[mcp_servers.sTABLE.env]\n".to_owned()),
    ];
    (prop::collection::vec(piece, 0..10), any::<bool>()).prop_map(|(pieces, end)| {
        let numbered = pieces
            .iter()
            .enumerate()
            .map(|(at, piece)| piece.replace("KEY", &format!("k{at}")).replace("TABLE", &at.to_string()));
        let text: String = numbered.collect();
        if end { text } else { text.trim_end().to_owned() }
    })
}

/// Registers, checks, and takes out: with the copy beside it the file is what it was, without it
/// nothing of what others wrote is missing.
fn comes_and_goes(id: &str, text: &str) -> Result<(), TestCaseError> {
    for keep_backup in [true, false] {
        let home = Home::new();
        let path = home.file(crate::client(id), Scope::Project);
        home.write(&path, text);
        home.run(&request(&[id]));
        let with = fs::read_to_string(&path).unwrap();
        prop_assert!(contains_in_order(&with, text), "{text:?}\nbecame\n{with:?}");
        if !keep_backup {
            fs::remove_file(
                path.with_file_name(format!(
                    "{}.before-indexer",
                    path.file_name().unwrap().to_str().unwrap()
                )),
            )
            .unwrap();
        }
        home.run(&removal(&request(&[id])));
        let without = fs::read_to_string(&path).unwrap_or_default();
        if keep_backup {
            prop_assert_eq!(without, text);
        } else {
            let lost: Vec<&str> = text.split(',').flat_map(|part| part.split("\"mcpServers\"")).collect();
            let words = lost
                .iter()
                .flat_map(|part| part.split(|c: char| c.is_whitespace() || "{}[]:,/*".contains(c)));
            for word in words.filter(|word| !word.is_empty()) {
                prop_assert!(without.contains(word), "{word:?} of {text:?} is gone:\n{without:?}");
            }
        }
    }
    Ok(())
}

/// True where nothing of `part` is missing in `whole` and its order is kept.
fn contains_in_order(whole: &str, part: &str) -> bool {
    let mut rest = whole.chars();
    part.trim_end().chars().filter(|c| !c.is_whitespace()).all(|wanted| rest.any(|c| c == wanted))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_json_keeps_every_other_byte(text in file()) {
        prop_assert!(jsonc::get(&text, &[]).is_ok(), "{text}");
        comes_and_goes("claude", &text)?;
    }

    #[test]
    fn any_toml_keeps_every_other_byte(text in toml_file()) {
        prop_assume!(text.parse::<toml::Table>().is_ok());
        comes_and_goes("codex", &text)?;
    }

    #[test]
    fn any_bytes_are_edited_or_refused(text in "[\\[\\]{}:,\"/*\n\r a1\\\\.-]{0,24}") {
        if let Ok(edited) = jsonc::put(&text, &["a", "b"], &1.into()) {
            prop_assert_eq!(jsonc::get(&edited, &["a", "b"]).unwrap(), Some(1.into()));
            prop_assert!(jsonc::take(&edited, &["a", "b"]).is_ok());
        }
    }
}
