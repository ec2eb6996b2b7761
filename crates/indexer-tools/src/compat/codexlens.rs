//! CodexLens: four tools with dots in their names.

use super::Literal::{Switch, Text};
use super::{Foreign, Peer, To, needed, parameter, row, text, whole};

pub(super) const PEER: Peer = Peer {
    word: "codexlens",
    title: "CodexLens (MCP endpoint design of January 2026)",
    about: "Names are accepted with dots and with underscores, and listed with underscores. Paths are relative \
            to the root, and columns are counted from 1. A reference says whether it is proved. The \
            hover card of an unknown symbol is empty, with names that may have been meant.",
    tools: &[
        Foreign {
            fields: &[
                ("name", "/symbols/*/name"),
                ("kind", "/symbols/*/kind"),
                ("file_path", "/symbols/*/path"),
                ("range.start_line", "/symbols/*/start_line"),
                ("range.end_line", "/symbols/*/end_line"),
            ],
            ..row(
                "code.symbol.search",
                "lookup_symbol",
                &[
                    needed("query", "name"),
                    text("kind", "kind"),
                    parameter(
                        "prefix_mode",
                        "boolean",
                        To::Words(&[
                            ("true", &[("match", Text("prefix"))]),
                            ("false", &[("match", Text("contains"))]),
                        ]),
                    ),
                    whole("limit", "limit"),
                ],
            )
        },
        Foreign {
            adds: &[("exact", Switch(true))],
            fields: &[
                ("name", "/definitions/*/name"),
                ("kind", "/definitions/*/kind"),
                ("file_path", "/definitions/*/path"),
                ("range.start_line", "/definitions/*/start_line"),
                ("range.end_line", "/definitions/*/end_line"),
            ],
            ..row(
                "code.symbol.findDefinition",
                "find_definition",
                &[needed("symbol_name", "symbol"), text("kind", "kind")],
            )
        },
        Foreign {
            fields: &[
                ("file_path", "/references/*/path"),
                ("line", "/references/*/line"),
                ("column", "/references/*/column"),
            ],
            ..row(
                "code.symbol.findReferences",
                "find_references",
                &[needed("symbol_name", "symbol"), text("context_path", "root"), whole("limit", "limit")],
            )
        },
        Foreign {
            adds: &[("exact", Switch(true))],
            fields: &[
                ("name", "/symbols/*/name"),
                ("kind", "/symbols/*/kind"),
                ("signature", "/symbols/*/signature"),
                ("file_path", "/symbols/*/path"),
                ("start_line", "/symbols/*/start_line"),
            ],
            ..row("code.symbol.getHoverInfo", "explain_symbol", &[needed("symbol_name", "name")])
        },
    ],
};
