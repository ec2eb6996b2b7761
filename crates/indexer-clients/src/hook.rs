//! The hook for Claude Code: at the start of a session it runs a command that writes the block of
//! instructions, which the client adds to what the model knows. It reads nothing and changes nothing.

use crate::held::Held;
use crate::jsonc::{self, Unclear};
use serde_json::{Value, json};

/// The list of the file that it goes to.
const PATH: [&str; 2] = ["hooks", "SessionStart"];

/// What the command of our hook ends with.
pub const ENDING: &str = " init --print-instructions";

/// The command of the hook for a program.
pub fn command_of(program: &str) -> String {
    // A path with spaces is one word for the shell that runs it.
    let plain = program.chars().all(|c| c.is_alphanumeric() || "/\\:._-".contains(c));
    if plain { format!("{program}{ENDING}") } else { format!("\"{program}\"{ENDING}") }
}

fn item(command: &str) -> Value {
    json!({"hooks": [{"type": "command", "command": command}]})
}

/// Our item of the list: where it is and its command. It is ours where nothing else stands in it.
fn found(text: &str) -> Result<Option<(usize, String)>, Unclear> {
    let Some(list) = jsonc::get(text, &PATH)? else { return Ok(None) };
    let Value::Array(list) = list else {
        return Err(Unclear(format!("{:?} holds no list", PATH.join("."))));
    };
    let mut ours = list.iter().enumerate().filter_map(|(at, one)| {
        let command = one["hooks"][0]["command"].as_str()?;
        (command.ends_with(ENDING) && *one == item(command)).then(|| (at, command.to_owned()))
    });
    Ok(ours.next_back())
}

/// The command of our hook in a file.
pub(crate) fn command(text: &str) -> Option<String> {
    found(text).ok().flatten().map(|(_, command)| command)
}

pub(crate) fn held(text: &str, command: &str) -> Result<Held, Unclear> {
    Ok(match found(text)? {
        None => Held::Nothing,
        Some((_, there)) if there == command => Held::Same,
        Some(_) => Held::Older,
    })
}

pub(crate) fn put(text: &str, command: &str) -> Result<String, Unclear> {
    jsonc::push(text, &PATH, &item(command))
}

pub(crate) fn take(text: &str) -> Result<String, Unclear> {
    match found(text)? {
        Some((at, _)) => jsonc::take_item(text, &PATH, at),
        None => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hook_stands_beside_others_and_goes_alone() {
        let theirs =
            "{\n  \"hooks\": {\n    \"SessionStart\": [\n      { \"hooks\": [] } // mine\n    ]\n  }\n}\n";
        let command = command_of("/opt/my programs/indexer");
        assert_eq!(command, "\"/opt/my programs/indexer\" init --print-instructions");
        for text in [theirs, "{\n  \"model\": \"m\"\n}\n"] {
            assert_eq!(held(text, &command).unwrap(), Held::Nothing);
            let with = put(text, &command).unwrap();
            assert_eq!(held(&with, &command).unwrap(), Held::Same);
            assert_eq!(held(&with, "indexer init --print-instructions").unwrap(), Held::Older);
            assert_eq!(take(&with).unwrap(), text);
        }
        assert!(held("{\"hooks\": {\"SessionStart\": {}}}", &command).is_err());
    }
}
