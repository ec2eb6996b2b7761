//! indxr: most of its names and arguments are ours.

use super::{Foreign, Parameter, Peer, needed, row, switch, text, texts, whole};

const PATH: Parameter = needed("path", "path");
const WITHIN: Parameter = text("path", "path");
const LIMIT: Parameter = whole("limit", "limit");
const COMPACT: Parameter = switch("compact", "compact");
const MEMBER: Parameter = text("member", "member");

pub(super) const PEER: Peer = Peer {
    word: "indxr",
    title: "indxr 0.3",
    about: "Every tool has its name here, and takes its arguments. Answers are records; with `format: json` \
            they are JSON objects. `get_callers` follows resolved and possible calls instead of names in \
            signatures, and INDEX.md is written only when it is asked for.",
    tools: &[
        Foreign {
            fields: &[
                ("workspace_type", "/workspace_type"),
                ("members[].name", "/members/*/name"),
                ("members[].path", "/members/*/path"),
            ],
            ..row("list_workspace_members", "list_workspace_members", &[])
        },
        Foreign {
            fields: &[
                ("file and line of a match", "/symbols/*/path"),
                ("signature of a match", "/symbols/*/signature"),
            ],
            ..row("lookup_symbol", "lookup_symbol", &[needed("name", "name"), LIMIT, COMPACT, MEMBER])
        },
        row(
            "list_declarations",
            "list_declarations",
            &[PATH, text("kind", "kind"), switch("shallow", "shallow"), COMPACT, MEMBER],
        ),
        row("search_signatures", "search_signatures", &[needed("query", "query"), LIMIT, COMPACT, MEMBER]),
        row("get_tree", "get_tree", &[WITHIN, MEMBER]),
        row("get_imports", "get_imports", &[PATH, MEMBER]),
        row("get_stats", "get_stats", &[MEMBER]),
        row("get_file_summary", "get_file_summary", &[PATH, MEMBER]),
        row(
            "read_source",
            "read_source",
            &[
                PATH,
                text("symbol", "symbol"),
                texts("symbols", "symbols"),
                whole("start_line", "start_line"),
                whole("end_line", "end_line"),
                whole("expand", "expand"),
                switch("collapse", "collapse"),
                MEMBER,
            ],
        ),
        row("get_file_context", "get_file_context", &[PATH, MEMBER]),
        Foreign {
            fields: &[
                ("file", "/file"),
                ("full_file_tokens", "/full_file_tokens"),
                ("full_file_lines", "/full_file_lines"),
                ("summary_tokens", "/summary_tokens"),
                ("declaration_count", "/declaration_count"),
                ("recommendation", "/recommendation"),
            ],
            ..row(
                "get_token_estimate",
                "get_token_estimate",
                &[
                    WITHIN,
                    text("symbol", "symbol"),
                    text("directory", "directory"),
                    text("glob", "glob"),
                    MEMBER,
                ],
            )
        },
        Foreign {
            fields: &[("path", "/hits/*/path"), ("score", "/hits/*/score")],
            ..row(
                "search_relevant",
                "search_relevant",
                &[needed("query", "query"), LIMIT, text("kind", "kind"), COMPACT, MEMBER],
            )
        },
        Foreign {
            fields: &[
                ("status", "/status"),
                ("files_indexed", "/files_indexed"),
                ("total_lines", "/total_lines"),
            ],
            ..row("regenerate_index", "regenerate_index", &[])
        },
        row("explain_symbol", "explain_symbol", &[needed("name", "name"), MEMBER]),
        row(
            "batch_file_summaries",
            "batch_file_summaries",
            &[texts("paths", "paths"), text("glob", "glob"), MEMBER],
        ),
        row("get_public_api", "get_public_api", &[WITHIN, MEMBER]),
        row("get_callers", "get_callers", &[needed("symbol", "symbol"), LIMIT, MEMBER]),
        row("get_related_tests", "get_related_tests", &[needed("symbol", "symbol"), WITHIN, MEMBER]),
        row(
            "get_dependency_graph",
            "get_dependency_graph",
            &[WITHIN, text("level", "level"), text("format", "format"), whole("depth", "depth"), MEMBER],
        ),
        Foreign {
            fields: &[
                ("since_ref", "/since_ref"),
                ("changes", "/changes"),
                ("files_added", "/files_added"),
                ("files_removed", "/files_removed"),
                ("files_modified", "/files_modified"),
            ],
            ..row(
                "get_diff_summary",
                "get_diff_summary",
                &[text("since_ref", "since_ref"), whole("pr", "pr"), MEMBER],
            )
        },
        row(
            "get_hotspots",
            "get_hotspots",
            &[
                LIMIT,
                WITHIN,
                whole("min_complexity", "min_complexity"),
                text("sort_by", "sort_by"),
                COMPACT,
                MEMBER,
            ],
        ),
        row("get_health", "get_health", &[WITHIN, MEMBER]),
        Foreign {
            fields: &[
                ("type_name", "/type_name"),
                ("producers_count", "/producers_count"),
                ("consumers_count", "/consumers_count"),
            ],
            ..row(
                "get_type_flow",
                "get_type_flow",
                &[
                    needed("type_name", "type_name"),
                    WITHIN,
                    switch("include_fields", "include_fields"),
                    LIMIT,
                    COMPACT,
                    MEMBER,
                ],
            )
        },
    ],
};
