//! How often something is used, above its head.

use crate::question::Question;
use indexer_core::Resolution;
use indexer_store::Symbol;
use indexer_tools::brief::TestCode;
use indexer_tools::relations::is_named;
use lsp_types::{CodeLens, Command, Position, TextDocumentIdentifier, TextDocumentPositionParams, Url};
use serde_json::json;

/// Where lenses stand: above functions and types. What they say is worked out when they are seen.
pub(crate) fn lenses(question: &Question<'_>, url: &Url) -> Option<Vec<CodeLens>> {
    let file = question.file(url)?;
    let is_told = |symbol: &Symbol<'_>| symbol.kind().is_callable() || symbol.kind().is_type();
    let lens = |symbol| CodeLens { range: question.name_of(symbol), command: None, data: Some(json!(url)) };
    Some(file.symbols().filter(is_told).map(lens).collect())
}

/// The lens with its counts: `12 uses, 3 possible, 2 in tests`.
pub(crate) fn resolve(question: &Question<'_>, lens: CodeLens) -> CodeLens {
    let title =
        title(question, &lens).unwrap_or_else(|| "uses are not known: the document has changed".to_owned());
    let command = Command { title, command: String::new(), arguments: None };
    CodeLens { command: Some(command), ..lens }
}

fn title(question: &Question<'_>, lens: &CodeLens) -> Option<String> {
    let url: Url = serde_json::from_value(lens.data.clone()?).ok()?;
    let position: Position = lens.range.start;
    let place = TextDocumentPositionParams { text_document: TextDocumentIdentifier::new(url), position };
    let symbol = *question.meant(&place).first()?;
    let view = question.view();
    let mut tests = TestCode::default();
    let (mut certain, mut possible, mut of_tests) = (0, 0, 0);
    for one in view.references_to(symbol.key()).into_iter().map(|one| view.reference(one)) {
        match one.resolution() {
            _ if !is_named(view, one) => {}
            Resolution::Resolved => {
                certain += 1;
                of_tests += u32::from(tests.around(one));
            }
            Resolution::Possible => possible += 1,
            Resolution::External | Resolution::Unresolved => {}
        }
    }
    let mut said = vec![if certain == 1 { "1 use".to_owned() } else { format!("{certain} uses") }];
    if possible > 0 {
        said.push(format!("{possible} possible"));
    }
    if of_tests > 0 {
        said.push(format!("{of_tests} in tests"));
    }
    Some(said.join(", "))
}
