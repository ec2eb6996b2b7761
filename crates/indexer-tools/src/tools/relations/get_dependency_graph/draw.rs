//! A dependency graph as text of other programs: Mermaid, Graphviz, GraphML.

use super::Found;
use crate::protocol::Format;
use crate::protocol::terminal::visible;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The graph with its totals in a comment: what is left out stands there.
pub(super) fn draw(found: &Found, format: Format, about: &str) -> String {
    let shown = found.edges.rows.len();
    let totals = format!(
        "graph level={} nodes={} edges={} shown={shown} cycles={}",
        found.level,
        found.nodes_total,
        found.edges_total,
        found.cycles.len()
    );
    let comments = [about, &totals];
    match format {
        Format::Dot => dot(found, &comments),
        Format::Graphml => graphml(found, &comments),
        _ => mermaid(found, &comments),
    }
}

/// Short ids of the nodes that are ends of shown edges.
fn ids(found: &Found) -> BTreeMap<&str, (usize, bool)> {
    let mut ids = BTreeMap::new();
    for edge in &found.edges.rows {
        for end in [edge.from.as_str(), edge.to.as_str()] {
            let external = found.nodes.iter().any(|node| node.external && node.id == end);
            ids.insert(end, (0, external));
        }
    }
    ids.values_mut().enumerate().for_each(|(i, (id, _))| *id = i);
    ids
}

fn mermaid(found: &Found, comments: &[&str]) -> String {
    let mut out = String::from("graph LR\n");
    for comment in comments {
        // A brace after the percent signs would begin a directive.
        let _ = writeln!(out, "%% {}", comment.replace(['{', '}'], ""));
    }
    let ids = ids(found);
    // A name is one line, whatever it holds.
    let label = |name: &str| visible(name).replace('#', "#35;").replace('"', "#quot;");
    for (name, (id, external)) in &ids {
        let (open, close) = if *external { ("([", "])") } else { ("[", "]") };
        let _ = writeln!(out, "  n{id}{open}\"{}\"{close}", label(name));
    }
    for edge in &found.edges.rows {
        let arrow = if edge.cycle { "==>" } else { "-->" };
        let _ = writeln!(out, "  n{} {arrow} n{}", ids[edge.from.as_str()].0, ids[edge.to.as_str()].0);
    }
    out
}

fn dot(found: &Found, comments: &[&str]) -> String {
    let mut out = String::new();
    for comment in comments {
        let _ = writeln!(out, "// {comment}");
    }
    let quoted = |name: &str| format!("\"{}\"", visible(name).replace('\\', "\\\\").replace('"', "\\\""));
    out.push_str("digraph dependencies {\n  rankdir=LR;\n  node [shape=box];\n");
    for (name, (_, external)) in ids(found) {
        let shape = if external { " [shape=ellipse]" } else { "" };
        let _ = writeln!(out, "  {}{shape};", quoted(name));
    }
    for edge in &found.edges.rows {
        let color = if edge.cycle { ", color=red" } else { "" };
        let (from, to) = (quoted(&edge.from), quoted(&edge.to));
        let _ = writeln!(out, "  {from} -> {to} [weight={}{color}];", edge.uses.max(1));
    }
    out.push_str("}\n");
    out
}

fn graphml(found: &Found, comments: &[&str]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    for comment in comments {
        // Two hyphens would end the comment.
        let _ = writeln!(out, "<!-- {} -->", escaped(comment).replace("--", "- -"));
    }
    out.push_str("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    for (id, of, kind) in [
        ("label", "node", "string"),
        ("external", "node", "boolean"),
        ("uses", "edge", "long"),
        ("imports", "edge", "boolean"),
        ("cycle", "edge", "boolean"),
    ] {
        let _ = writeln!(out, "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{id}\" attr.type=\"{kind}\"/>");
    }
    out.push_str("  <graph edgedefault=\"directed\">\n");
    let ids = ids(found);
    for (name, (id, external)) in &ids {
        let _ = writeln!(
            out,
            "    <node id=\"n{id}\"><data key=\"label\">{}</data><data key=\"external\">{external}</data></node>",
            escaped(name)
        );
    }
    for edge in &found.edges.rows {
        let (from, to) = (ids[edge.from.as_str()].0, ids[edge.to.as_str()].0);
        let _ = writeln!(
            out,
            "    <edge source=\"n{from}\" target=\"n{to}\"><data key=\"uses\">{}</data><data key=\"imports\">{}</data><data key=\"cycle\">{}</data></edge>",
            edge.uses, edge.imports, edge.cycle
        );
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

fn escaped(text: &str) -> String {
    // XML has no control characters, not even escaped.
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
