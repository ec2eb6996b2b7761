//! The page as one file: code that is compiled in, data beside it, and a policy that allows nothing else.

use crate::gather::Page;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The program of the page: one function, so that it shares no name with anybody.
const SCRIPT: &str = concat!(
    "(()=>{'use strict';\n",
    include_str!("../page/data.js"),
    include_str!("../page/dom.js"),
    include_str!("../page/search.js"),
    include_str!("../page/symbol.js"),
    include_str!("../page/file.js"),
    include_str!("../page/squarify.js"),
    include_str!("../page/treemap.js"),
    include_str!("../page/layers.js"),
    include_str!("../page/map.js"),
    include_str!("../page/mapview.js"),
    include_str!("../page/change.js"),
    include_str!("../page/main.js"),
    "})();\n",
);
const STYLE: &str = concat!(include_str!("../page/base.css"), include_str!("../page/views.css"));
const BODY: &str = include_str!("../page/body.html");

/// What every page of ours holds in its head.
const MADE_BY: &str = "<meta name=\"generator\" content=\"indexer explore\">";

/// True where this is the beginning of a page of ours.
pub fn is_ours(head: &str) -> bool {
    head.contains(MADE_BY)
}

/// Bytes of the page without data.
pub const CODE_BYTES: usize = SCRIPT.len() + STYLE.len() + BODY.len();

/// What a browser may do with the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Nothing but run our script and use our style.
    File,
    /// And ask the server that the page is from.
    Served,
}

impl Policy {
    /// The content security policy.
    pub fn written(self) -> String {
        let (script, style) = (hash(SCRIPT), hash(STYLE));
        let connect = match self {
            Policy::File => "",
            Policy::Served => " connect-src 'self';",
        };
        format!(
            "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}';{connect} \
             base-uri 'none'; form-action 'none'"
        )
    }
}

fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

impl Page {
    /// The policy under which the page works.
    pub fn policy(&self) -> Policy {
        if self.live { Policy::Served } else { Policy::File }
    }

    /// The page as one file of HTML.
    pub fn html(&self) -> String {
        let mut out = String::with_capacity(CODE_BYTES + (1 << 20));
        out.push_str("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"");
        out.push_str(&self.policy().written());
        out.push_str("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.push_str(MADE_BY);
        out.push_str("\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
        out.push_str(&text(&self.name));
        out.push_str(" · indexer</title>\n<style>");
        out.push_str(STYLE);
        out.push_str("</style>\n</head>\n<body>\n");
        out.push_str(BODY);
        data(&mut out, "about", &self.about);
        data(&mut out, "symbols", &self.symbols);
        for (number, part) in self.details.iter().enumerate() {
            data(&mut out, &format!("part{}", number + 1), part);
        }
        out.push_str("<script>");
        out.push_str(SCRIPT);
        out.push_str("</script>\n</body>\n</html>\n");
        out
    }
}

/// Writes data where a browser takes it for nothing else: `<` never stands in it.
fn data(out: &mut String, id: &str, value: &Value) {
    out.push_str("<script type=\"application/json\" id=\"");
    out.push_str(id);
    out.push_str("\">");
    // In JSON `<` stands in texts alone, where an escape means the same.
    out.push_str(&value.to_string().replace('<', "\\u003c"));
    out.push_str("</script>\n");
}

/// A text as text of HTML.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
