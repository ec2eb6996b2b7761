//! Results for people and for programs, with the machine they were had on.

use crate::groups::Measured;
use crate::meter::Cost;
use crate::meter::Spread;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Everything of one run of the benchmarks.
pub(crate) struct Report {
    profile: String,
    runs: usize,
    corpora: Vec<Measured>,
}

impl Report {
    /// An empty one.
    pub(crate) fn new(profile: &str, runs: usize) -> Self {
        Self { profile: profile.to_owned(), runs, corpora: Vec::new() }
    }

    /// Adds what was found about one corpus.
    pub(crate) fn add(&mut self, measured: Measured) {
        self.corpora.push(measured);
    }

    /// Tables with the units in their heads.
    pub(crate) fn markdown(&self) -> String {
        let machine = Machine::here();
        let mut text = format!(
            "# Benchmarks\n\n{} ({} cores), profile {}, least CPU of {} runs\n",
            machine.cpu, machine.cores, self.profile, self.runs
        );
        text.push_str(
            "\n## Cold\n\nCPU is user + system in seconds, in parentheses as a multiple of the bare parse; \
             link is an index whose facts are stored.\n\n\
             | corpus | files | source MB | bare parse CPU s | facts | link | index | index wall s | index peak MB |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        for (one, cold) in self.corpora.iter().filter_map(|one| Some((one, one.cold.as_ref()?))) {
            let ratio =
                |cost: &Cost| format!("{} ({:.2})", seconds(cost.cpu), share(cost.cpu, cold.bare.cpu));
            let cells = [
                one.name.clone(),
                one.files.to_string(),
                megabytes(one.bytes),
                seconds(cold.bare.cpu),
                ratio(&cold.facts),
                ratio(&cold.link),
                ratio(&cold.index),
                seconds(cold.index.wall),
                megabytes(cold.index.peak),
            ];
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push_str("\n## Size\n\n| corpus | source MB | facts MB | segments MB | rest MB | index / source |\n|---|---|---|---|---|---|\n");
        for (one, size) in self.corpora.iter().filter_map(|one| Some((one, one.size?))) {
            let [facts, segments, rest] = size.map(megabytes);
            let ratio = size.iter().sum::<u64>() as f64 / one.bytes.max(1) as f64;
            let _ = writeln!(
                text,
                "| {} | {} | {facts} | {segments} | {rest} | {ratio:.2} |",
                one.name,
                megabytes(one.bytes)
            );
        }
        text.push_str(
            "\n## Refresh\n\nProcess: `index` without a change, and start to answer of `lookup-symbol main`. \
             Inside: a process that stays. Milliseconds on the clock; median / 95 % / worst. Where nothing changed: \
             CPU / on the clock.\n\n\
             | corpus | index, no change | start to answer | inside, no change | inside, after an edit | edits | linked again |\n\
             |---|---|---|---|---|---|---|\n",
        );
        for one in &self.corpora {
            let missing = || "-".to_owned();
            let edits = one.edits.as_ref();
            let cells = [
                one.name.clone(),
                one.nochange.map_or_else(missing, both),
                one.start.map_or_else(missing, spread),
                one.sweep.map_or_else(missing, both),
                edits.map_or_else(missing, |edits| spread(edits.refresh)),
                edits.map_or_else(missing, |edits| edits.count.to_string()),
                edits.map_or_else(missing, |edits| edits.relinked.map(|n| n.to_string()).join(" / ")),
            ];
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        self.languages(&mut text);
        self.tools(&mut text);
        text
    }

    fn languages(&self, text: &mut String) {
        text.push_str(
            "\n## Languages\n\nFiles of one language in one corpus: CPU seconds, and extraction as a share of the bare parse.\n\n\
             | corpus | language | files | source MB | bare parse CPU s | parse MB/s of CPU | facts CPU s | extraction |\n\
             |---|---|---|---|---|---|---|---|\n",
        );
        for (one, row) in
            self.corpora.iter().flat_map(|one| one.languages.iter().flatten().map(move |row| (one, row)))
        {
            let extraction = row.facts.cpu.saturating_sub(row.bare.cpu);
            let cells = [
                one.name.clone(),
                row.id.to_owned(),
                row.files.to_string(),
                megabytes(row.bytes),
                seconds(row.bare.cpu),
                format!("{:.1}", row.bytes as f64 / 1e6 / row.bare.cpu.as_secs_f64().max(1e-9)),
                seconds(row.facts.cpu),
                format!("+{:.2}", share(extraction, row.bare.cpu)),
            ];
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }

    fn tools(&self, text: &mut String) {
        text.push_str(
            "\n## Tools\n\nA client over stdio, 20 different questions each. Milliseconds on the clock, median / 95 % / worst; \
             the median also as a multiple of the corpus' bare parse (CPU) where `cold` was run; tokens of an answer, median / most.\n\n\
             | corpus | tool | ms | of the bare parse | tokens | errors |\n|---|---|---|---|---|---|\n",
        );
        for (one, row) in
            self.corpora.iter().flat_map(|one| one.tools.iter().flatten().map(move |row| (one, row)))
        {
            let of = one.cold.as_ref().map(|cold| format!("{:.4}", share(row.time.median, cold.bare.cpu)));
            let cells = [
                one.name.clone(),
                row.name.clone(),
                spread(row.time),
                of.unwrap_or_else(|| "-".to_owned()),
                row.tokens.map(|n| n.to_string()).join(" / "),
                row.errors.to_string(),
            ];
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }

    /// The same as data; times in microseconds, sizes in bytes.
    fn json(&self) -> Value {
        let machine = Machine::here();
        let cost = |cost: &Cost| json!({"cpu_us": micros(cost.cpu), "wall_us": micros(cost.wall), "peak_bytes": cost.peak});
        let spread = |spread: &Spread| json!({"median_us": micros(spread.median), "p95_us": micros(spread.p95), "worst_us": micros(spread.worst)});
        let corpora = self.corpora.iter().map(|one| {
            json!({
                "name": one.name, "commit": one.commit, "pinned": one.pinned,
                "files": one.files, "source_bytes": one.bytes,
                "cold": one.cold.as_ref().map(|cold| json!({
                    "bare": cost(&cold.bare), "facts": cost(&cold.facts),
                    "index": cost(&cold.index), "link": cost(&cold.link),
                })),
                "size_bytes": one.size.map(|[facts, segments, rest]| {
                    json!({"facts": facts, "segments": segments, "rest": rest})
                }),
                "nochange": one.nochange.as_ref().map(cost),
                "sweep": one.sweep.as_ref().map(cost),
                "start": one.start.as_ref().map(spread),
                "edits": one.edits.as_ref().map(|edits| json!({
                    "count": edits.count, "refresh": spread(&edits.refresh), "nothing": spread(&edits.nothing),
                    "relinked_median_p95_most": edits.relinked,
                })),
                "languages": one.languages.as_ref().map(|rows| rows.iter().map(|row| json!({
                    "language": row.id, "files": row.files, "source_bytes": row.bytes,
                    "bare": cost(&row.bare), "facts": cost(&row.facts),
                })).collect::<Vec<_>>()),
                "tools": one.tools.as_ref().map(|rows| rows.iter().map(|row| json!({
                    "tool": row.name, "time": spread(&row.time),
                    "tokens_median_most": row.tokens, "errors": row.errors,
                })).collect::<Vec<_>>()),
            })
        });
        json!({
            "machine": {"cpu": machine.cpu, "cores": machine.cores},
            "profile": self.profile, "runs": self.runs, "corpora": corpora.collect::<Vec<_>>(),
        })
    }

    /// Writes `<seconds since 1970>.json` and `.md` into `folder`.
    pub(crate) fn store(&self, folder: &Path) -> Result<(), String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let write = |name: String, text: String| {
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(folder.join(&name), text))
                .map_err(|e| format!("{}: {e}", folder.join(&name).display()))
        };
        write(format!("{now}.json"), format!("{:#}\n", self.json()))?;
        write(format!("{now}.md"), self.markdown())
    }
}

struct Machine {
    cpu: String,
    cores: usize,
}

impl Machine {
    fn here() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = info.lines().find_map(|line| line.strip_prefix("model name"));
        let cpu = model.map_or("unknown CPU", |rest| rest.trim_start_matches([' ', '\t', ':']));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { cpu: cpu.to_owned(), cores }
    }
}

fn both(cost: Cost) -> String {
    format!("{} / {}", millis(cost.cpu), millis(cost.wall))
}

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

fn spread(spread: Spread) -> String {
    [spread.median, spread.p95, spread.worst].map(millis).join(" / ")
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}

fn share(part: Duration, whole: Duration) -> f64 {
    part.as_secs_f64() / whole.as_secs_f64().max(1e-9)
}
