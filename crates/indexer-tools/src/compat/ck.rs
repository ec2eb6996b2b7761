//! ck: searches, an index and a health check.

use super::Literal::Switch;
use super::{Foreign, Parameter, Peer, needed, number, row, switch, text, whole};

const PATH: Parameter = text("path", "path");
const SHOWN: [Parameter; 4] = [
    whole("page_size", "page_size"),
    whole("snippet_length", "snippet_length"),
    switch("include_snippet", "include_snippet"),
    text("cursor", "cursor"),
];

const HIT: &[(&str, &str)] = &[
    ("results[].file", "/hits/*/path"),
    ("results[].line_start", "/hits/*/start_line"),
    ("results[].line_end", "/hits/*/end_line"),
    ("results[].score", "/hits/*/score"),
    ("results[].snippet", "/hits/*/snippet"),
    ("results[].chunk_type", "/hits/*/kind"),
    ("results[].estimated_tokens", "/hits/*/tokens"),
    ("pagination.total_results", "/total"),
    ("pagination.has_next", "/truncated"),
];

pub(super) const PEER: Peer = Peer {
    word: "ck",
    title: "ck 0.5 (MCP API reference)",
    about: "`path` may be left out, and lies below the root of the server. `threshold` is on one scale, 0 to 1, in \
            every mode; nothing is dropped by default. `next_cursor` is `cursor`, which is there while \
            `truncated` is true. Nothing has to be indexed first.",
    tools: &[
        Foreign {
            fields: HIT,
            ..row(
                "semantic_search",
                "semantic_search",
                &[
                    needed("query", "query"),
                    PATH,
                    number("threshold", "threshold"),
                    whole("top_k", "top_k"),
                    whole("context_lines", "context_lines"),
                    SHOWN[0],
                    SHOWN[1],
                    SHOWN[2],
                    SHOWN[3],
                ],
            )
        },
        row(
            "regex_search",
            "regex_search",
            &[
                needed("pattern", "pattern"),
                PATH,
                switch("ignore_case", "ignore_case"),
                whole("context", "context"),
                SHOWN[0],
                SHOWN[1],
                SHOWN[2],
                SHOWN[3],
            ],
        ),
        Foreign {
            fields: HIT,
            ..row(
                "hybrid_search",
                "hybrid_search",
                &[
                    needed("query", "query"),
                    PATH,
                    number("threshold", "threshold"),
                    whole("top_k", "top_k"),
                    whole("context_lines", "context_lines"),
                    SHOWN[0],
                    SHOWN[1],
                    SHOWN[2],
                    SHOWN[3],
                ],
            )
        },
        Foreign {
            fields: &[
                ("indexed", "/index/exists"),
                ("total_files", "/files"),
                ("index_size_bytes", "/index_bytes"),
                ("last_updated", "/built_at"),
                ("languages", "/languages/*/language"),
                ("excluded_files", "/left_out"),
                ("indexing_time_seconds", "/indexing_ms"),
            ],
            ..row("index_status", "index_status", &[PATH])
        },
        Foreign {
            fields: &[
                ("success", "/status"),
                ("total_files", "/files_indexed"),
                ("duration_ms", "/duration_ms"),
                ("index_size_bytes", "/index_bytes"),
            ],
            ..row("reindex", "regenerate_index", &[PATH, switch("force", "force")])
        },
        Foreign {
            adds: &[("compact", Switch(true))],
            fields: &[("status", "/state"), ("version", "/program")],
            ..row("health_check", "index_status", &[])
        },
    ],
};
