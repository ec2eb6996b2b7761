//! `repo_map`: what is important in a repository, as a skeleton that fits.

use crate::analysis::{Aside, Drawn, Graph, Line, Part, Scores, covered, draw, focus, graph, ordered, tried};
use crate::protocol::prelude::*;
use crate::protocol::{Format, Listed};
use crate::search::depends_on;
use indexer_core::Flags;
use serde_json::Value;
use std::sync::Arc;

/// Functions where programs start which come before all else.
const STARTS: usize = 3;

/// The most important symbols as a skeleton that fits the budget; start here. focus: paths, symbols, words
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepoMap {
    /// Draw it around these: paths, symbols or words
    #[arg(long, value_name = "WHAT")]
    #[serde(default)]
    pub focus: Vec<String>,
    /// Draw it around what is not committed yet
    #[arg(long)]
    #[serde(default)]
    pub diff: bool,
}

/// A skeleton of the repository.
#[derive(Debug, Serialize)]
pub struct Map {
    /// What the map is drawn around, as it was understood.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub focus: Vec<Part>,
    /// The lines, files together.
    pub lines: Page<Line>,
    #[serde(skip)]
    drawn: Drawn,
    /// Symbols that the lines show in order of importance.
    #[serde(skip)]
    shown: usize,
    /// Symbols at most.
    #[serde(skip)]
    limit: usize,
}

impl Answer for Map {
    type Row = Line;
    const ROWS: &'static str = "lines";
    const FITS: bool = true;

    fn page(&mut self) -> &mut Page<Line> {
        &mut self.lines
    }

    fn fit(&mut self, room: usize, format: Format) {
        (self.lines.rows, self.shown) = self.drawn.fitted(self.limit, room, format);
    }

    fn shown(&mut self) -> usize {
        self.shown
    }

    fn head(&self, out: &mut Records) {
        for part in &self.focus {
            out.record("focus")
                .text("on", &part.focus)
                .field("taken_as", part.taken_as)
                .field("symbols", part.symbols);
        }
    }
}

impl Question for RepoMap {
    type Answer = Map;
    const NAME: &'static str = "repo_map";
    const CLI: &'static str = "repo-map";
    const ALIASES: &'static [&'static str] = &["map"];
    const TITLE: &'static str = "Map of the repository";
    const FOLLOWED: Followed = Followed::Covered;
    const LISTED: Listed = Listed::Core;
    const SHOWN: &'static [&'static str] = &["focus", "budget"];
    const LOOK: Look = Look::of(&[Section::of("lines", Form::Declarations)]);
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 1_000;

    fn depends_on(context: &Context<'_>, arguments: &serde_json::Map<String, Value>) -> Option<String> {
        let texts = arguments.get("focus")?.as_array()?.iter().filter_map(Value::as_str);
        texts.flat_map(|text| text.split(',')).find_map(|text| depends_on(context, text))
    }

    fn run(context: &Context<'_>, asked: &Asked<RepoMap>) -> Result<Map, Problem> {
        let own = &asked.own;
        asked.scope.known(context)?;
        let graph = graph(context)?;
        let focus = focus(context, &graph, &own.focus, own.diff, &asked.scope)?;
        let scores = match focus.is_empty() {
            true => graph.scores(context)?,
            false => Arc::new(Scores(focus.scores(context, &graph)?)),
        };
        let room = indexer_search::tokens::bytes(asked.common.tokens(Self::BUDGET));
        let covers = covered(&graph, &|path| asked.scope.covers(path));
        let most = tried(room).saturating_add(asked.offset).saturating_add(STARTS);
        let (mut order, total) = ordered(&graph, &scores.0, &covers, most);
        if focus.is_empty() {
            starts_first(context, &graph, (&scores.0, covers), &mut order);
        }
        let candidates =
            draw(context, &graph, order.get(asked.offset..).unwrap_or_default(), room, asked.common.compact);
        Ok(Map {
            focus: focus.said,
            lines: Page { rows: Vec::new(), total, offset: asked.offset },
            drawn: candidates,
            shown: 0,
            limit: asked.common.rows(usize::MAX, usize::MAX),
        })
    }
}

/// Puts the functions where programs start before the others, those first that use the most: nothing uses
/// them, and a newcomer begins to read there.
fn starts_first(
    context: &Context<'_>,
    graph: &Graph,
    (scores, covers): (&[f64], impl Fn(u32) -> bool),
    order: &mut Vec<u32>,
) {
    let uses = |node: u32| graph.network.from(node).len();
    let is_entry = |node: &u32| context.view().sym(graph.symbols[*node as usize]).flags().has(Flags::ENTRY);
    // What depends on no other file is a script beside the program.
    let files = graph.files.iter().zip(&graph.depends);
    let files = files.filter(|(file, depends)| file.aside == Aside::No && !depends.is_empty());
    let nodes = files.flat_map(|(file, _)| file.nodes.clone()).filter(|node| covers(*node));
    let mut first: Vec<u32> = nodes.filter(is_entry).collect();
    first.sort_by(|a, b| {
        let by_score = scores[*b as usize].total_cmp(&scores[*a as usize]);
        uses(*b).cmp(&uses(*a)).then(by_score).then_with(|| a.cmp(b))
    });
    first.truncate(STARTS);
    order.retain(|node| !first.contains(node));
    order.splice(..0, first);
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::records::{Line, parse};
    use serde_json::json;

    /// Many modules, of which each uses the one before and all use one.
    fn fixture() -> Fixture {
        let mut files = vec![(
            "pkg/core.py".to_owned(),
            "\"\"\"The core.\"\"\"\n\nclass Engine:\n    \"\"\"Runs what it is given, and says how that went.\"\"\"\n\n    \
             def run(self, job):\n        \"\"\"Runs a job.\"\"\"\n        return job\n\n    def stop(self):\n        pass\n\n\ndef _hidden():\n    pass\n"
                .to_owned(),
        )];
        for number in 0..120 {
            let mut text = String::from("from pkg.core import Engine\n");
            if number > 0 {
                text += &format!("from pkg.part{0} import work{0}\n", number - 1);
            }
            text += &format!(
                "\n\nclass Part{number}:\n    \"\"\"Part {number} of what there is to do, one of many.\"\"\"\n\n    def turn(self, speed: int) -> int:\n        return speed\n"
            );
            text += &format!(
                "\n\ndef work{number}(engine: Engine, amount: int) -> Part{number}:\n    \"\"\"Works on part {number}.\"\"\"\n    engine.run(amount)\n"
            );
            if number > 0 {
                text += &format!("    work{}(engine, amount)\n", number - 1);
            }
            text += &format!("    return Part{number}()\n");
            files.push((format!("pkg/part{number}.py"), text));
        }
        files.push((
            "tests/test_core.py".to_owned(),
            "from pkg.core import Engine\n\n\ndef test_engine():\n    Engine().run(1)\n".to_owned(),
        ));
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        Fixture::new(&files)
    }

    #[test]
    fn it_never_costs_more_than_its_budget_and_uses_nearly_all_of_it() {
        let fixture = fixture();
        for format in ["text", "json"] {
            let all = fixture.output("repo_map", json!({"budget": 1_000_000, "format": format})).body.len();
            let all = indexer_search::tokens(all);
            let budgets = [
                100, 150, 200, 250, 300, 400, 500, 600, 800, 1_000, 1_300, 1_700, 2_000, 3_000, 4_000, 6_000,
                8_000, 12_000, 16_000, 20_000,
            ];
            for budget in budgets {
                let output = fixture.output("repo_map", json!({"budget": budget, "format": format}));
                let cost = indexer_search::tokens(output.body.len());
                // A single row may be longer than what a budget leaves.
                let most = if format == "json" { budget.max(300) } else { budget };
                assert!(cost <= most, "{format} {budget}: {cost}\n{}", output.body);
                // A row of JSON costs 80 tokens: below that budget it cannot come so near.
                let least =
                    if budget < all && (format == "text" || budget >= 1_700) { budget * 95 / 100 } else { 0 };
                assert!(cost >= least, "{format} {budget}: {cost} of {all}\n{}", output.body);
            }
        }
    }

    #[test]
    fn what_all_use_comes_first_and_tests_do_not() {
        let lines = fixture().text("repo_map", r#"{"budget": 300}"#);
        assert_eq!(values(&lines, "file", "path")[0], "pkg/core.py");
        let text: Vec<&str> = lines
            .iter()
            .filter_map(|line| if let Line::Source { text, .. } = line { Some(text.as_str()) } else { None })
            .collect();
        assert!(text[0].starts_with("class Engine"), "{text:?}");
        assert!(text.iter().any(|line| line.starts_with("  def run(self, job)")), "{text:?}");
        assert!(text.iter().any(|line| line.trim() == "..."), "{text:?}");
        assert!(!values(&lines, "file", "path").iter().any(|path| path.starts_with("tests")));
        assert_eq!(lines[0].get("truncated"), Some("true"));
    }

    #[test]
    fn a_compact_map_has_names_alone() {
        let fixture = fixture();
        let body = fixture.output("repo_map", json!({"budget": 2_000, "compact": true})).body;
        assert!(!body.contains("class Engine") && !body.contains("  // "), "{body}");
        assert!(body.lines().any(|line| line.ends_with("|Engine")), "{body}");
        let json = fixture.json("repo_map", r#"{"compact": true}"#);
        assert_eq!(
            (&json["lines"][0]["signature"], &json["lines"][0]["doc"]),
            (&"Engine".into(), &json!(null))
        );
    }

    #[test]
    fn where_a_program_starts_comes_first() {
        let types: String = (0..30).map(|n| format!("pub struct Kind{n};\n")).collect();
        let uses: String = (0..30).map(|n| format!("    let _: kinds::Kind{n};\n")).collect();
        let fixture = Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            ("build.rs", "fn main() { made(); }\nfn made() {}\n"),
            ("examples/show.rs", "fn show() {}\nfn main() { show(); }\n"),
            ("src/kinds.rs", &types),
            (
                "src/main.rs",
                &format!("mod kinds;\n\nfn main() {{\n    work();\n}}\n\nfn work() {{\n{uses}}}\n"),
            ),
        ]);
        let lines = fixture.json("repo_map", r#"{"budget": 300}"#);
        let all = lines["lines"].as_array().unwrap();
        let starts: Vec<&str> = all
            .iter()
            .filter(|line| line["qualified"].as_str().is_some_and(|name| name.ends_with("::main")))
            .map(|line| line["path"].as_str().unwrap())
            .collect();
        assert_eq!(starts, ["src/main.rs"], "{all:?}");
    }

    #[test]
    fn a_focus_moves_what_is_shown() {
        let fixture = fixture();
        for focus in ["pkg/part50.py", "work50", "pkg/part50.py#work50"] {
            let lines = fixture.text("repo_map", &json!({"budget": 300, "focus": [focus]}).to_string());
            let files = values(&lines, "file", "path");
            assert!(files.iter().take(2).any(|path| path == "pkg/part50.py"), "{focus}: {files:?}");
            let near = ["pkg/part49.py", "pkg/part51.py"];
            assert!(files.iter().any(|path| near.contains(&path.as_str())), "{focus}: {files:?}");
        }
        let words = fixture.text("repo_map", r#"{"budget": 300, "focus": ["runs what it is given"]}"#);
        assert_eq!(values(&words, "focus", "taken_as"), ["words"]);
        let problem = fixture.problem("repo_map", r#"{"focus": ["pkg/none.py"]}"#);
        assert_eq!(problem.parameter.as_deref(), Some("focus"));
        let problem = fixture.problem("repo_map", r#"{"path": "nowhere"}"#);
        assert_eq!(problem.parameter.as_deref(), Some("path"));
        assert_eq!(fixture.problem("repo_map", r#"{"diff": true}"#).parameter.as_deref(), Some("diff"));
    }

    #[test]
    fn pages_show_everything_and_each_answer_is_the_same_again() {
        let fixture = fixture();
        let first = fixture.output("repo_map", json!({"budget": 4_000})).body;
        let head = parse(&first).unwrap();
        assert_eq!(first, super::tests::fixture().output("repo_map", json!({"budget": 4_000})).body);
        let total: usize = head[0].get("total").unwrap().parse().unwrap();
        let (mut seen, mut cursor, mut sum) = (std::collections::BTreeSet::new(), None, 0);
        loop {
            let asked = json!({"budget": 4_000, "format": "json", "cursor": cursor});
            let page = fixture.output("repo_map", asked).structured.unwrap();
            for line in page["lines"].as_array().unwrap().iter().filter(|line| line["kind"] != "...") {
                seen.insert(line["qualified"].as_str().unwrap().to_owned());
            }
            sum += page["shown"].as_u64().unwrap() as usize;
            cursor = page["cursor"].as_str().map(str::to_owned);
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!((seen.len(), sum), (total, total));
    }
}
