//! codebase-index: its commands, which its skill calls, and its tools.

use super::Literal::{One, Text};
use super::{Foreign, Parameter, Peer, To, needed, parameter, row, text, whole};

const LIMIT: Parameter = whole("limit", "limit");
const BUDGET: Parameter = whole("token_budget", "budget");
const MODE: Parameter = text("mode", "mode");
const KIND: Parameter = text("kind", "kind");
const DEPTH: Parameter = whole("depth", "depth");
const DIRECTION: Parameter = text("direction", "direction");
const NO_FALLBACK: Parameter =
    parameter("no_fallback", "boolean", To::Nothing("there is nothing to fall back to: text is indexed too"));
const EXACT: Parameter =
    parameter("exact", "boolean", To::Words(&[("false", &[]), ("true", &[("match", Text("exact"))])]));
const WHICH: Parameter =
    parameter("kind", "string", To::Words(&[("all", &[]), ("callers", &[("roles", One("call"))])]));

pub(super) const PEER: Peer = Peer {
    word: "codebase-index",
    title: "codebase-index 1.3",
    about: "The commands `index`, `update`, `watch`, `init`, `doctor`, `clean` have their names here, and so do their \
            flags; `update` has no need of `--since` or `--all`, because an answer is never older than the files. \
            The `index` block of every JSON answer has its fields. Its tools of MCP are documented without \
            arguments; those of its commands are accepted.",
    tools: &[
        row("search", "search", &[needed("query", "query"), LIMIT, BUDGET, MODE, NO_FALLBACK]),
        row("symbol", "lookup_symbol", &[needed("name", "name"), KIND, EXACT, LIMIT, BUDGET, NO_FALLBACK]),
        row("refs", "find_references", &[needed("symbol", "symbol"), WHICH, LIMIT, BUDGET, NO_FALLBACK]),
        row(
            "impact",
            "get_impact",
            &[needed("target", "target"), DEPTH, DIRECTION, LIMIT, BUDGET, NO_FALLBACK],
        ),
        row("explain", "explain", &[needed("query", "query"), LIMIT, BUDGET, NO_FALLBACK]),
        Foreign {
            fields: &[
                ("index.exists", "/index/exists"),
                ("index.stale", "/index/stale"),
                ("index.files_changed_since_build", "/index/files_changed_since_build"),
                ("index.built_at", "/index/built_at"),
            ],
            ..row("stats", "get_stats", &[])
        },
        row("search_code", "search", &[needed("query", "query"), LIMIT, BUDGET, MODE, NO_FALLBACK]),
        row("find_symbol", "lookup_symbol", &[needed("name", "name"), KIND, EXACT, LIMIT]),
        row("find_refs", "find_references", &[needed("symbol", "symbol"), WHICH, LIMIT]),
        row("impact_of", "get_impact", &[needed("target", "target"), DEPTH, DIRECTION, LIMIT]),
        row("explain_code", "explain", &[needed("query", "query"), BUDGET]),
        row("index_stats", "get_stats", &[]),
        row("healthcheck", "index_status", &[]),
    ],
};
