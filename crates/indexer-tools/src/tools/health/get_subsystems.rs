//! `get_subsystems`: the parts of a repository that hang together, whatever folders they are in.

use crate::analysis::{Subsystem, Subsystems, graph};
use crate::protocol::prelude::*;

/// Parts that hang together by use: names, main symbols, interfaces to outside, couplings
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetSubsystems {
    /// Tests too
    #[arg(long)]
    #[serde(default)]
    pub tests: bool,
}

/// The parts of a repository that hang together.
#[derive(Debug, Serialize)]
pub struct Found {
    /// Files that are part of one.
    pub files: usize,
    /// Files that no other file uses or is used by.
    pub unconnected: usize,
    /// The parts, largest first.
    pub subsystems: Page<Subsystem>,
}

impl Row for Subsystem {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        out.depth(0);
        let mut record = out.record("subsystem");
        record.text("name", &self.name).text("path", &self.path).field("files", self.files.len());
        record.field("lines", self.lines).field("symbols", self.symbols).field("cohesion", self.cohesion);
        record.list("words", &self.words);
        drop(record);
        out.depth(1);
        if !self.main.is_empty() {
            out.record("main").text("symbols", &self.main.join(","));
        }
        for one in self.interface.iter().take(3) {
            out.record("interface").text("symbol", &one.symbol).field("users", one.users);
        }
        for one in self.couplings.iter().take(3) {
            out.record("uses").text("subsystem", &one.subsystem).field("uses", one.uses);
        }
        out.depth(0);
    }
}

impl Answer for Found {
    page!(subsystems: Subsystem);

    fn head(&self, out: &mut Records) {
        out.record("graph").field("files", self.files).field("unconnected", self.unconnected);
    }
}

impl Question for GetSubsystems {
    type Answer = Found;
    const NAME: &'static str = "get_subsystems";
    const CLI: &'static str = "get-subsystems";
    const ALIASES: &'static [&'static str] = &["subsystems"];
    const TITLE: &'static str = "Subsystems";
    const FOLLOWED: Followed = Followed::Covered;
    const SHOWN: &'static [&'static str] = &["path", "limit"];
    const PATH_FIRST: bool = true;
    const BUDGET: u32 = 2_000;

    fn run(context: &Context<'_>, asked: &Asked<GetSubsystems>) -> Result<Found, Problem> {
        asked.scope.known(context)?;
        let tests = asked.own.tests;
        let found = context.kept_for((format!("{:?}", asked.scope), tests), || {
            Subsystems::of(context, &*graph(context)?, &asked.scope, tests)
        })?;
        let (files, unconnected) = (found.files, found.unconnected);
        let rows = asked.common.rows(20, 100);
        Ok(Found {
            files,
            unconnected,
            subsystems: Page::of(&found.all, asked.offset, rows, Subsystem::clone),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        let mut files = Vec::new();
        for (folder, word) in [("store", "page"), ("wire", "packet")] {
            files.push((format!("{folder}/__init__.py"), String::new()));
            for number in 0..4 {
                let mut text = String::new();
                for other in (0..4).filter(|other| *other != number) {
                    text += &format!("from {folder}.{word}{other} import read_{word}{other}\n");
                }
                text += &format!("\n\ndef read_{word}{number}():\n    pass\n\n\ndef all_{word}{number}():\n");
                for other in (0..4).filter(|other| *other != number) {
                    text += &format!("    read_{word}{other}()\n");
                }
                files.push((format!("{folder}/{word}{number}.py"), text));
            }
        }
        files.push(("wire/server.py".into(), "from store.page0 import read_page0\nfrom wire.packet1 import read_packet1\nfrom wire.packet2 import read_packet2\n\n\ndef serve():\n    read_page0()\n    read_packet1()\n    read_packet2()\n".into()));
        files.push(("alone.py".into(), "x = 1\n".into()));
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        Fixture::new(&files)
    }

    #[test]
    fn parts_are_found_named_and_told_apart() {
        let lines = fixture().text("get_subsystems", "{}");
        assert_eq!(values(&lines, "subsystem", "name"), ["wire", "store"]);
        assert_eq!(values(&lines, "subsystem", "files"), ["5", "4"]);
        assert_eq!(values(&lines, "uses", "subsystem"), ["store"]);
        assert_eq!(values(&lines, "interface", "symbol"), ["store.page0.read_page0"]);
        assert_eq!(values(&lines, "graph", "unconnected"), ["3"], "two __init__.py and alone.py");
        let words = values(&lines, "subsystem", "words");
        assert!(words[0].contains("packet") && words[1].contains("page"), "{words:?}");
        let json = fixture().json("get_subsystems", r#"{"path": "store"}"#);
        assert_eq!(json["total"], 1);
        assert_eq!(json["subsystems"][0]["files"].as_array().unwrap().len(), 4);
    }
}
