//! How well files are found: the queries of a table against checkouts, straight through the parser and
//! the ranking, in memory.

use crate::document::Kept;
use crate::meter::cpu;
use indexer_core::FileWords;
use indexer_parse::{Limits, language_of, parse};
use indexer_search::embed::{Table, Vector};
use indexer_search::packed::packed;
use indexer_search::paths::PathWords;
use indexer_search::rank::{Collection, Document, Found, OneThread, Signal, Signals, Weights, rank};
use indexer_search::snippet::skeleton;
use indexer_search::{Query, TermIndexer, chunks, tokens};
use rayon::prelude::*;
use std::path::Path;

const USAGE: &str =
    "search QUERIES REPOSITORIES CORPORA TABLE [MISSES|rows|features|fused|tantivy|near] [name=weight,..]";

struct Case {
    repository: usize,
    category: String,
    query: String,
    relevant: Vec<String>,
    secondary: Vec<String>,
}

/// `search QUERIES REPOSITORIES CORPORA TABLE [MISSES] [name=weight,..]`.
pub(crate) fn serve(arguments: &[String]) -> Result<(), String> {
    let [queries, repositories, corpora, table, rest @ ..] = arguments else { return Err(USAGE.to_owned()) };
    let table = std::fs::read(table).map_err(|e| format!("{table}: {e}"))?;
    let table = Table::read(&table).ok_or("the table is none")?;
    let mut names = Vec::new();
    let mut indexes = Vec::new();
    for row in rows(repositories)? {
        let folder = row.get(3).map_or(".", String::as_str);
        let kept = index(&Path::new(corpora).join(&row[0]).join(folder), &table);
        let chunks: u32 = kept.iter().map(|file| file.words.chunks).sum();
        println!("{}: {} files, {chunks} chunks", row[0], kept.len());
        print_cost(&kept, &table);
        names.push(row[0].clone());
        indexes.push(kept);
    }
    let mut cases = Vec::new();
    for row in rows(queries)? {
        let Some(repository) = names.iter().position(|name| *name == row[0]) else { continue };
        let split = |at: usize| {
            let cell = row.get(at).map_or("", String::as_str);
            cell.split('|').filter(|path| !path.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let (relevant, secondary) = (split(3), split(4));
        cases.push(Case { repository, category: row[1].clone(), query: row[2].clone(), relevant, secondary });
    }
    let mut weights = Weights::default();
    for setting in rest.get(1).map_or("", String::as_str).split(',').filter(|one| !one.is_empty()) {
        let (name, value) = setting.split_once('=').ok_or(USAGE)?;
        *weight(&mut weights, name).ok_or(format!("{name} is no signal"))? =
            value.parse().map_err(|_| format!("{value} is no number"))?;
    }
    let misses = rest.first().and_then(|one| one.parse().ok()).unwrap_or(0);
    let way = match rest.first().map(String::as_str) {
        Some("fused") => fused,
        #[cfg(feature = "tantivy")]
        Some("tantivy") => crate::tantivy::bm25,
        _ => mixed,
    };
    let run = |weights: &Weights| -> Vec<Scored> {
        cases.par_iter().map(|case| score(&indexes[case.repository], case, &table, weights, way)).collect()
    };
    if rest.first().is_some_and(|one| one == "near") {
        let asked: Vec<&str> = cases.iter().map(|case| case.query.as_str()).collect();
        println!("{}", crate::near::row(indexes.into_iter().flatten().collect(), &asked, &table));
        return Ok(());
    }
    let all = run(&weights);
    let mut groups: Vec<String> = cases.iter().map(|case| format!("category {}", case.category)).collect();
    groups.extend(names.iter().map(|name| format!("repo {name}")));
    groups.sort();
    groups.dedup();
    print_row("all", &all.iter().collect::<Vec<_>>());
    for group in groups {
        let within = |case: &Case| {
            group == format!("category {}", case.category)
                || group == format!("repo {}", names[case.repository])
        };
        print_row(
            &group,
            &all.iter()
                .zip(&cases)
                .filter(|(_, case)| within(case))
                .map(|(scored, _)| scored)
                .collect::<Vec<_>>(),
        );
    }
    if rest.first().is_some_and(|one| one == "features") {
        all.iter().flat_map(|scored| &scored.features).for_each(|line| println!("{line}"));
    }
    let rows_wanted = rest.first().is_some_and(|one| one == "rows");
    let signals: Vec<&str> = Signals::default().iter().map(|(signal, _)| signal.as_str()).collect();
    let others = ["title_words", "aside", "made", "text", "asked", "chunk_saturation", "file_saturation"];
    for name in signals.into_iter().chain(others).filter(|_| rows_wanted) {
        let now = *weight(&mut weights, name).ok_or("a signal without a weight")?;
        let tried = if now == 0.0 { [0.0, 0.2, 0.4, 0.8] } else { [0.0, now * 0.5, now * 1.5, now * 2.5] };
        let mut row = format!("{name:18}");
        for value in tried {
            let mut other = weights;
            *weight(&mut other, name).ok_or("a signal without a weight")? = value;
            let scored = run(&other);
            let ndcg = scored.iter().map(|one| one.ndcg).sum::<f32>() / scored.len().max(1) as f32;
            let first =
                scored.iter().filter(|one| one.first == Some(1)).count() as f32 / scored.len().max(1) as f32;
            row += &format!("  {value:4.2}: {ndcg:.3} {first:.3}");
        }
        println!("{row}");
    }
    for (scored, case) in all.iter().zip(&cases).filter(|(scored, _)| scored.first != Some(1)).take(misses) {
        println!(
            "{} {} {:?} at {:?}, wanted {}",
            names[case.repository], case.category, case.query, scored.first, case.relevant[0]
        );
        scored.shown.iter().for_each(|line| println!("      {line}"));
    }
    Ok(())
}

/// What words and vectors of code cost beside the bare parse of the same files, in user and system time
/// of one thread, and what they weigh.
fn print_cost(kept: &[Kept], table: &Table<'_>) {
    let empty = [b"SEMB1\0\0\0".as_slice(), &0_u32.to_le_bytes(), &256_u32.to_le_bytes()].concat();
    let Some(empty) = Table::read(&empty) else { return };
    let code: Vec<_> = kept
        .iter()
        .filter(|file| file.is_code)
        .filter_map(|file| {
            let language = language_of(&file.path, file.text.as_bytes())?;
            Some((language, &file.text, parse(language, file.text.as_bytes(), Limits::default())))
        })
        .collect();
    let parsed = cpu(&mut || {
        for (language, text, _) in &code {
            std::hint::black_box(indexer_parse::parse_tree(language, text));
        }
    });
    let written = |table: &Table<'_>| {
        cpu(&mut || {
            let mut term_indexer = TermIndexer::new(table);
            for (_, text, facts) in &code {
                std::hint::black_box(term_indexer.code(facts, text));
            }
        })
    };
    let (words, all) = (written(&empty), written(table));
    let sum = |of: fn(&FileWords) -> usize| kept.iter().map(|file| of(&file.words)).sum::<usize>();
    let vectors = sum(|words| words.embedded.len());
    println!(
        "   words {:.2} and vectors {:.2} of the parse ({:.1} ms); {:.1} us a vector; {} terms, {} bytes of \
         postings, {} of tables, {vectors} vectors",
        words / parsed,
        (all - words) / parsed,
        parsed / 1e3,
        (all - words) / vectors.max(1) as f64,
        sum(|words| words.terms.len()),
        sum(|words| words.postings.len()),
        sum(|words| words.table.len()),
    );
}

fn rows(path: &str) -> Result<Vec<Vec<String>>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn weight<'a>(weights: &'a mut Weights, name: &str) -> Option<&'a mut f32> {
    Some(match name {
        "title_words" => &mut weights.title_words,
        "aside" => &mut weights.aside,
        "made" => &mut weights.made,
        "asked" => &mut weights.asked,
        "chunk_saturation" => &mut weights.chunk_saturation,
        "file_saturation" => &mut weights.file_saturation,
        "text" => &mut weights.text,
        _ => {
            let (signal, _) = Signals::default().iter().find(|(signal, _)| signal.as_str() == name)?;
            &mut weights.signals[signal]
        }
    })
}

fn index(root: &Path, table: &Table<'_>) -> Vec<Kept> {
    let mut paths = Vec::new();
    list(root, root, &mut paths);
    paths.sort();
    paths.par_iter().filter_map(|path| keep(root, path, table)).collect()
}

fn list(root: &Path, folder: &Path, paths: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if name == ".git" || name == "node_modules" {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(root, &path, paths),
            Ok(kind) if kind.is_file() => {
                paths.extend(path.strip_prefix(root).ok().and_then(Path::to_str).map(str::to_owned))
            }
            _ => {}
        }
    }
}

fn keep(root: &Path, path: &str, table: &Table<'_>) -> Option<Kept> {
    let bytes = std::fs::read(root.join(path)).ok()?;
    let text =
        std::str::from_utf8(&bytes).ok().filter(|text| text.len() < 512 << 10 && !text.contains('\0'))?;
    let mut term_indexer = TermIndexer::new(table);
    let path_vector = term_indexer.path_vector(path).map_or(Vec::new(), |vector| packed(&vector).to_vec());
    let language = language_of(path, text.as_bytes());
    let words = match language {
        Some(language) => term_indexer.code(&parse(language, text.as_bytes(), Limits::default()), text),
        None => term_indexer.text(text),
    };
    let is_code = language.is_some();
    Some(Kept {
        path: path.to_owned(),
        path_words: PathWords::of(path),
        text: text.to_owned(),
        words,
        path_vector,
        is_code,
    })
}

fn collection<'k>(kept: &'k [Kept], query: &Query) -> Collection<'k> {
    let documents = kept.iter().map(|file| {
        let document = Document {
            path_vector: &file.path_vector,
            is_code: file.is_code,
            ..Document::at(&file.path_words)
        };
        (document, &file.words)
    });
    Collection::of(query, documents)
}

/// Bytes of a hit's snippet.
const SNIPPET: usize = 500;
/// Bytes of a hit beside its path and snippet.
const HIT: usize = 80;

struct Scored {
    ndcg: f32,
    first: Option<usize>,
    /// What is read until the first relevant file is seen.
    tokens: usize,
    shown: Vec<String>,
    /// Of each hit: what confidence is made of, and whether the file is wanted.
    features: Vec<String>,
}

/// A way of ranking: at most twenty pieces, best first.
type Way = fn(&[Kept], &str, &Query, Option<&Vector>, &Weights) -> Vec<Found>;

/// Ours: one weighted sum.
fn mixed(kept: &[Kept], _: &str, query: &Query, meaning: Option<&Vector>, weights: &Weights) -> Vec<Found> {
    rank(collection(kept, query), query, meaning, weights, 20, &OneThread).found
}

/// Beside it: words and meaning ranked alone, and the two lists made one by the ranks in them
/// (reciprocal rank fusion; Cormack, Clarke and Buettcher, 2009).
fn fused(kept: &[Kept], _: &str, query: &Query, meaning: Option<&Vector>, weights: &Weights) -> Vec<Found> {
    const K: f32 = 60.0;
    let meant = [Signal::Meaning, Signal::PathMeaning];
    let said = [Signal::Words, Signal::FileWords, Signal::Path, Signal::FileName, Signal::Name];
    let without = |signals: &[Signal]| signals.iter().fold(*weights, |weights, one| weights.with(*one, 0.0));
    let (words, meanings) = (without(&meant), without(&said));
    let mut all: Vec<Found> = Vec::new();
    for weights in [words, meanings] {
        let mut seen = Vec::new();
        for one in rank(collection(kept, query), query, meaning, &weights, 200, &OneThread).found {
            if seen.contains(&one.document) {
                continue;
            }
            seen.push(one.document);
            let share = 1.0 / (K + seen.len() as f32);
            match all.iter_mut().find(|other| other.document == one.document) {
                Some(other) => other.score += share,
                None => all.push(Found { score: share, ..one }),
            }
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
    all.truncate(20);
    all
}

fn score(kept: &[Kept], case: &Case, table: &Table<'_>, weights: &Weights, way: Way) -> Scored {
    let query = Query::new(&case.query);
    let meaning = table.vector(query.words.iter().map(String::as_str));
    let found = way(kept, &case.query, &query, meaning.as_ref(), weights);
    let relevant = |path: &str| case.relevant.iter().any(|target| same(path, target));
    let cost = |one: &Found| {
        let file = &kept[one.document];
        tokens(
            skeleton(&file.text, &chunks::decode(&file.words.table)[one.chunk], &query, SNIPPET).len()
                + file.path.len()
                + HIT,
        )
    };
    let seen = found.iter().position(|one| relevant(&kept[one.document].path));
    let read: usize = found.iter().take(seen.map_or(found.len(), |at| at + 1)).map(cost).sum();
    let missed = kept.iter().find(|file| seen.is_none() && relevant(&file.path));
    let read = read + missed.map_or(0, |file| tokens(file.text.len()));
    let mut files: Vec<&str> = Vec::new();
    let mut shown = Vec::new();
    for one in &found {
        let path = kept[one.document].path.as_str();
        if !files.contains(&path) {
            files.push(path);
            let signals: Vec<String> =
                one.signals.iter().map(|(n, s)| format!("{} {s:.2}", n.as_str())).collect();
            let wanted = case.relevant.iter().chain(&case.secondary).any(|target| same(path, target));
            if shown.len() < 4 || wanted {
                shown.push(format!(
                    "{}{path} {:.2}: {}",
                    if wanted { "* " } else { "" },
                    one.score,
                    signals.join(" ")
                ));
            }
        }
    }
    let features = found.iter().enumerate().map(|(at, one)| {
        let wanted = case.relevant.iter().chain(&case.secondary);
        let hit = wanted.clone().any(|target| same(&kept[one.document].path, target));
        let next = found.get(at + 1).map_or(0.0, |next| next.score);
        format!(
            "FEATURE\t{at}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{}\t{}",
            one.score,
            one.score / found[0].score,
            next / one.score,
            one.coverage,
            one.nearness,
            one.signals[Signal::Name],
            query.terms.len(),
            u8::from(hit)
        )
    });
    let features: Vec<String> = features.collect();
    let rank_of = |target: &String| files.iter().position(|file| same(file, target)).map(|at| at + 1);
    let ranks: Vec<Option<usize>> = case.relevant.iter().chain(&case.secondary).map(rank_of).collect();
    let first = ranks[..case.relevant.len()].iter().flatten().min().copied();
    let mut distinct: Vec<usize> = ranks.iter().flatten().copied().filter(|rank| *rank <= 10).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let gain = |rank: usize| 1.0 / (rank as f32 + 1.0).log2();
    let best: f32 = (1..=ranks.len().min(10)).map(gain).sum();
    Scored { ndcg: distinct.into_iter().map(gain).sum::<f32>() / best, first, tokens: read, shown, features }
}

fn same(file: &str, target: &str) -> bool {
    file == target || file.ends_with(&format!("/{target}")) || target.ends_with(&format!("/{file}"))
}

fn print_row(name: &str, scored: &[&Scored]) {
    let n = scored.len().max(1) as f32;
    let ndcg = scored.iter().map(|one| one.ndcg).sum::<f32>() / n;
    let tokens = scored.iter().map(|one| one.tokens).sum::<usize>() / scored.len().max(1);
    let hit = |most: usize| {
        scored.iter().filter(|one| one.first.is_some_and(|first| first <= most)).count() as f32 / n
    };
    let reciprocal =
        scored.iter().filter_map(|one| one.first).map(|first| 1.0 / first as f32).sum::<f32>() / n;
    println!(
        "{name:22} n={:3} NDCG@10={ndcg:.3} hit@1={:.3} hit@3={:.3} hit@5={:.3} MRR={reciprocal:.3} tokens={tokens}",
        scored.len(),
        hit(1),
        hit(3),
        hit(5)
    );
}
