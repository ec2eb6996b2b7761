//! The reference that others build on: tantivy's BM25 over the same pieces of the same files, with its
//! English tokenizer (lower case, stems), and no signal beside it.

use crate::document::Kept;
use indexer_search::embed::Vector;
use indexer_search::rank::{Found, Weights};
use indexer_search::{Query, chunks};
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value};
use tantivy::{Index, TantivyDocument, doc};

/// The pieces that BM25 ranks first. The index is made anew for each question: what is measured here
/// is the order, not the time.
pub(crate) fn bm25(kept: &[Kept], text: &str, _: &Query, _: Option<&Vector>, _: &Weights) -> Vec<Found> {
    search(kept, text).unwrap_or_default()
}

fn search(kept: &[Kept], text: &str) -> tantivy::Result<Vec<Found>> {
    let mut schema = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let body = schema.add_text_field("body", TextOptions::default().set_indexing_options(words));
    let place = schema.add_u64_field("place", STORED);
    let index = Index::create_in_ram(schema.build());
    let mut writer = index.writer_with_num_threads(1, 32 << 20)?;
    for (at, file) in (0_u64..).zip(kept) {
        for (number, piece) in (0_u64..).zip(chunks::decode(&file.words.table)) {
            let own = file.text.get(piece.span.start as usize..piece.span.end as usize).unwrap_or_default();
            writer.add_document(doc!(body => format!("{} {own}", file.path), place => at << 32 | number))?;
        }
    }
    writer.commit()?;
    let searcher = index.reader()?.searcher();
    let (query, _) = QueryParser::for_index(&index, vec![body]).parse_query_lenient(text);
    let best = searcher.search(&query, &TopDocs::with_limit(20))?;
    let mut found = Vec::new();
    for (score, address) in best {
        let document: TantivyDocument = searcher.doc(address)?;
        let number = document.get_first(place).and_then(|value| value.as_u64()).unwrap_or_default();
        found.push(Found {
            document: (number >> 32) as usize,
            chunk: (number & 0xffff_ffff) as usize,
            score,
            signals: [0.0; 7],
            shares: [0.0; 7],
            coverage: 0.0,
            nearness: 0.0,
        });
    }
    Ok(found)
}
