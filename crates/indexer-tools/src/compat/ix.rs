//! Ix: 28 flat names, 23 that read and 5 that write.

use super::Literal::{One, Switch, Text};
use super::{Foreign, Parameter, Peer, To, needed, parameter, row, text, texts, whole};

const LIMIT: Parameter = whole("limit", "limit");
const KIND: Parameter = text("kind", "kind");
const PATH: Parameter = text("path", "path");
const DEPTH: Parameter = whole("depth", "depth");
const PICK: Parameter = parameter(
    "pick",
    "integer",
    To::Nothing("of several symbols of a name the answer names the keys, of which one is chosen"),
);
const SYMBOL: Parameter = needed("symbol", "symbol");
const TITLE: Parameter = needed("title", "title");
const AFFECTS: Parameter = texts("affects", "symbols");

pub(super) const PEER: Peer = Peer {
    word: "ix",
    title: "Ix (MCP proposal: 28 tools)",
    about: "The proposal names tools and no arguments; the arguments are those of its commands. `format` is text or \
            json, `llm` is text. Symbols are named by name, `Owner.member` or `path#key` instead of an id. What was decided is only \
            there where the user switched it on (`--memory`, docs/memory.md).",
    tools: &[
        row(
            "search",
            "search",
            &[
                needed("term", "query"),
                LIMIT,
                KIND,
                text("language", "language"),
                PATH,
                text("as_of", "rev"),
                parameter(
                    "include_tests",
                    "boolean",
                    To::Nothing("tests are found unless tests: false leaves them out"),
                ),
                parameter(
                    "tests_only",
                    "boolean",
                    To::Words(&[("false", &[]), ("true", &[("tests", Switch(true))])]),
                ),
                parameter(
                    "semantic",
                    "boolean",
                    To::Words(&[("false", &[]), ("true", &[("mode", Text("semantic"))])]),
                ),
            ],
        ),
        row("locate", "lookup_symbol", &[needed("symbol", "name"), KIND, PATH, LIMIT, PICK]),
        row("explain", "explain", &[needed("symbol", "query"), PATH, PICK]),
        row(
            "read",
            "read_source",
            &[
                Parameter { required: true, ..parameter("target", "string", To::PathOr("symbol")) },
                PATH,
                PICK,
            ],
        ),
        row("entity", "explain_symbol", &[needed("id", "name")]),
        row("overview", "explain_symbol", &[needed("target", "name"), KIND, PATH, PICK]),
        row("inventory", "list_declarations", &[KIND, PATH, LIMIT]),
        row(
            "rank",
            "rank_symbols",
            &[
                parameter(
                    "by",
                    "string",
                    To::Words(&[
                        ("dependents", &[("by", Text("dependents"))]),
                        ("callers", &[("by", Text("dependents"))]),
                        ("pagerank", &[("by", Text("pagerank"))]),
                        ("betweenness", &[("by", Text("betweenness"))]),
                    ]),
                ),
                KIND,
                whole("top", "limit"),
                PATH,
            ],
        ),
        row("stats", "get_stats", &[]),
        Foreign {
            adds: &[("mode", Text("regex"))],
            ..row("text", "search", &[needed("term", "query"), LIMIT, PATH, text("language", "language")])
        },
        row("callers", "get_callers", &[SYMBOL, KIND, LIMIT, PICK]),
        row("callees", "get_callees", &[SYMBOL, KIND, LIMIT, PICK]),
        row("contains", "explain_symbol", &[needed("symbol", "name"), KIND, PATH, LIMIT, PICK]),
        row("imports", "get_imports", &[needed("symbol", "path"), LIMIT, PICK]),
        Foreign {
            adds: &[("roles", One("import"))],
            ..row("imported_by", "find_references", &[SYMBOL, KIND, LIMIT, PICK])
        },
        row("depends", "get_dependents", &[needed("symbol", "target"), DEPTH, LIMIT, PICK]),
        row("smells", "get_smells", &[PATH]),
        row("subsystems", "get_subsystems", &[PATH]),
        row("impact", "get_impact", &[needed("target", "target"), KIND, DEPTH, LIMIT, PICK]),
        row("history", "get_history", &[needed("target", "target"), KIND, PATH, PICK]),
        row("decisions", "list_decisions", &[text("topic", "query"), LIMIT]),
        row("conflicts", "get_conflicts", &[]),
        row("briefing", "get_briefing", &[]),
        row("decide", "record_decision", &[TITLE, text("rationale", "text"), AFFECTS]),
        row(
            "bug_create",
            "open_bug",
            &[TITLE, text("description", "text"), text("severity", "severity"), AFFECTS],
        ),
        row(
            "bug_update",
            "update_bug",
            &[needed("id", "id"), text("status", "status"), text("note", "note")],
        ),
        row("goal_create", "set_goal", &[needed("statement", "title")]),
        row("plan_create", "plan", &[TITLE, texts("steps", "steps"), text("goal", "goal")]),
    ],
};
