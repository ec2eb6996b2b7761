//! No answer is larger than its budget, whatever a repository has.

use indexer_engine::{Options, Workspace};
use indexer_testkit::{Files, Scratch};
use indexer_tools::roots::ask;
use indexer_tools::{ALL, Settings, Tool};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// A type with many members and much documentation, of which many files make use, in a folder with many others.
fn repository() -> Scratch {
    let mut big =
        format!("class Big:\n    \"\"\"{}\"\"\"\n", "It does much of what there is to do.\n    ".repeat(90));
    for n in 0..60 {
        big += &format!(
            "\n    def member_{n}(self, first: int, second: str) -> int:\n        \"\"\"Member {n}.\"\"\"\n"
        );
        big += &format!(
            "        if first:\n            return self.member_{}(1, second)\n        return 0\n",
            (n + 1) % 60
        );
    }
    let mut files = Files::new();
    files.insert("src/big.py".to_owned(), big.into_bytes());
    for n in 0..60 {
        let text = format!(
            "import os\nfrom src.big import Big\n\n\nclass Part{n}(Big):\n    def run(self):\n        return self.member_{n}(1, os.name)\n\n\n\
             def use_{n}(big: Big):\n    return big.member_{n}(2, \"x\")\n"
        );
        files.insert(format!("src/part_{n}.py"), text.into_bytes());
        let test = format!(
            "from src.part_{n} import Part{n}\n\n\ndef test_part_{n}():\n    assert Part{n}().run()\n"
        );
        files.insert(format!("tests/test_part_{n}.py"), test.into_bytes());
    }
    let scratch = Scratch::new(&files).unwrap();
    let git = |arguments: &[&str]| scratch.git(arguments).unwrap();
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "one"]);
    for n in 0..60 {
        let text = format!(
            "from src.big import Big\n\n\ndef use_{n}(big: Big, more: int):\n    return big.member_0(more, \"x\")\n"
        );
        scratch.write(&format!("src/part_{n}.py"), &text).unwrap();
    }
    git(&["commit", "-q", "-a", "-m", "two"]);
    scratch
}

/// Questions of a tool about what is large there.
fn questions(tool: &Tool) -> Vec<Value> {
    if tool.name == "get_diff_summary" {
        return vec![json!({"since_ref": "HEAD~1"})];
    }
    let schema = tool.full_schema();
    let has = |name: &str| schema["properties"].get(name).is_some();
    let with = |of: &str| {
        let mut asked = json!({});
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            asked[name] = match name {
                "from" => "tests/test_part_3.py#test_part_3".into(),
                "query" | "question" => "what does Big do".into(),
                "pattern" => "member".into(),
                _ => of.into(),
            };
        }
        asked
    };
    let mut all = vec![with("Big"), with("src/big.py")];
    if has("paths") {
        all = vec![json!({"glob": "src/**/*.py"}), json!({"paths": ["src/big.py"]})];
    } else {
        let mut of_file = with("Big");
        of_file["path"] = "src/big.py".into();
        all.push(of_file);
    }
    all
}

#[test]
fn no_answer_is_larger_than_its_budget() {
    let scratch = repository();
    let options = Options { cache_dir: Some(scratch.cache()), ..Options::new(scratch.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let (mut answered, mut over) = (0, Vec::new());
    for tool in ALL.iter().filter(|tool| !tool.memory && !tool.writes) {
        for question in questions(tool) {
            for (budget, format) in [(300, "text"), (800, "text"), (1_000, "json"), (1_500, "json")] {
                let mut question = question.clone();
                question["budget"] = budget.into();
                question["format"] = format.into();
                let asked = ask(&workspace, &Settings::default(), tool, &question, &AtomicBool::new(false));
                let Ok(output) = asked else { continue };
                answered += 1;
                let cost = indexer_search::tokens(output.body.len());
                if cost > budget {
                    over.push(format!("{} {question}: {cost}\n{}", tool.name, output.body));
                }
                if format == "text" {
                    indexer_tools::protocol::records::parse(&output.body).unwrap();
                }
            }
        }
    }
    assert!(answered > 200, "{answered}");
    assert!(over.is_empty(), "{}", over.join("\n"));
}
