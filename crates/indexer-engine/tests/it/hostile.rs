//! Contents that nobody wrote for us: each is taken in, or there is a problem that says why not.

use indexer_core::{ContentId, ProblemKind, Resolution};
use indexer_engine::source::disk::root::Disk;
use indexer_engine::source::names;
use indexer_engine::types::limits;
use indexer_engine::types::source::Source;
use indexer_engine::{LeftOut, Options, Snapshot, Workspace, redact};
use indexer_git::limits as git;
use indexer_packages::limits as packages;
use indexer_parse::outlines::{MOST_BYTES, MOST_ENTRIES, MOST_LEVELS, MOST_LINKS};
use indexer_parse::{LANGUAGES, Limits};
use indexer_search::literal::limits as literal;
use indexer_testkit::Scratch;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

fn index(files: Vec<(&str, Vec<u8>)>) -> Arc<Snapshot> {
    let files: BTreeMap<String, Vec<u8>> = files.into_iter().map(|(path, b)| (path.to_owned(), b)).collect();
    let s = Scratch::new(&files).unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let snapshot = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
    let found = snapshot.view.totals().files + snapshot.freshness.left_out.values().sum::<u64>();
    assert_eq!(found, files.len() as u64, "nothing is dropped");
    snapshot
}

fn problems(snapshot: &Snapshot, path: &str) -> Vec<ProblemKind> {
    snapshot.view.file(path).unwrap().problems().iter().map(|problem| problem.kind).collect()
}

fn symbols(snapshot: &Snapshot, path: &str) -> u32 {
    snapshot.view.file(path).unwrap().symbol_count()
}

#[test]
fn encodings_and_ends_of_lines() {
    let utf16: Vec<u8> = "\u{feff}def f(): pass\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let snapshot = index(vec![
        ("latin.py", b"def f(): return '\xe9\xff'\n".to_vec()),
        ("crlf.py", b"def f():\r\n    pass\r\ndef g(): pass\r\n".to_vec()),
        ("cr.py", b"x = 1\rdef f(): pass\r".to_vec()),
        ("bom.py", b"\xef\xbb\xbfdef f(): pass\n".to_vec()),
        ("utf16.py", utf16),
        ("nul.py", b"def f(): pass\n\0".to_vec()),
        ("late.py", [b"def f(): pass\n".repeat(1000), vec![0]].concat()),
        ("empty.py", Vec::new()),
    ]);
    assert_eq!(
        (symbols(&snapshot, "latin.py"), problems(&snapshot, "latin.py")),
        (1, vec![ProblemKind::Encoding])
    );
    assert_eq!(symbols(&snapshot, "crlf.py"), 2);
    assert_eq!(symbols(&snapshot, "bom.py"), 1);
    assert!(snapshot.view.file("cr.py").is_some() && snapshot.view.file("empty.py").is_some());
    assert_eq!(snapshot.freshness.left_out[&LeftOut::Binary], 2);
    assert_eq!(snapshot.freshness.left_out_examples[&LeftOut::Binary], ["nul.py", "utf16.py"]);
    assert_eq!(problems(&snapshot, "late.py"), [ProblemKind::Binary]);
}

#[test]
fn a_large_file_and_a_line_of_fifty_megabytes_are_listed_and_not_parsed() {
    let limit = Limits::default().bytes as usize;
    let snapshot = index(vec![
        ("line.py", [b"x = '".to_vec(), vec![b'a'; 50 << 20], b"'\n".to_vec()].concat()),
        ("above.py", b"x = 1\n".repeat(limit / 6 + 1)),
        ("small.py", b"def f(): pass\n".to_vec()),
    ]);
    for path in ["line.py", "above.py"] {
        assert_eq!(
            (symbols(&snapshot, path), problems(&snapshot, path)),
            (0, vec![ProblemKind::TooLarge]),
            "{path}"
        );
    }
    assert_eq!(symbols(&snapshot, "small.py"), 1);
}

#[test]
fn minified_files_are_files() {
    let line: String = (0..20_000).fold(String::new(), |mut line, i| {
        write!(line, "def f{i}(a,b): return a+b+f{};", i / 2).unwrap();
        line
    });
    let snapshot =
        index(vec![("min.py", line.replace("; ", ";").into_bytes()), ("ok.py", b"x = 1\n".to_vec())]);
    assert!(snapshot.view.file("min.py").is_some() && snapshot.view.file("ok.py").is_some());
}

#[test]
fn a_hundred_thousand_brackets_in_each_language() {
    for language in LANGUAGES {
        let path = format!("deep.{}", language.extensions[0]);
        let mut files = Vec::new();
        let pairs = [("(", ")"), ("[", "]"), ("{", "}")];
        // What stands before is text that the program prints, and outside of scripts there is no code.
        let head = match language.id {
            "php" => "<?php ",
            "vue" | "svelte" | "astro" => "<script>",
            // Without a sign of the language the file is of another one.
            "objc" => "@import A;\n",
            _ => "",
        };
        // Readers of tokens go down only into what nests in their language, and say the depth of that alone.
        let is_read_by_tokens = matches!(
            language.id,
            "cmake" | "fortran" | "fsharp" | "groovy" | "make" | "perl" | "powershell" | "sql"
        );
        let texts = pairs
            .map(|(open, close)| format!("{head}x = {}{}\n", open.repeat(100_000), close.repeat(100_000)));
        let paths = ["a", "b", "c", "d"].map(|folder| format!("{folder}/{path}"));
        for (path, text) in
            paths.iter().zip(texts.into_iter().chain([head.to_owned() + &"(".repeat(100_000)]))
        {
            files.push((path.as_str(), text.into_bytes()));
        }
        let snapshot = index(files);
        for (path, folder) in paths.iter().zip(["a", "b", "c", "d"]) {
            // In a shell these are letters of a word.
            let is_word = language.id == "bash" && matches!(folder, "b" | "c");
            let is_silent = problems(&snapshot, path).is_empty();
            assert!(is_read_by_tokens || is_silent == is_word, "{path}: depth is said");
        }
    }
}

#[test]
fn files_that_change_between_listing_and_reading() {
    let names = ["gone.py", "folder.py", "grown.py", "cut.py"];
    let files = names.map(|name| (name.to_owned(), b"x = 1\n".to_vec()));
    let s = Scratch::new(&files.into()).unwrap();
    let disk = Disk::new(&Options::new(s.root())).unwrap();
    assert_eq!(disk.list(None).unwrap().files.len(), names.len());
    s.remove("gone.py").unwrap();
    s.remove("folder.py").unwrap();
    fs::create_dir(s.root().join("folder.py")).unwrap();
    s.write("grown.py", "x = 1\n".repeat(1000)).unwrap();
    s.write("cut.py", "").unwrap();
    assert_eq!(disk.read("gone.py", None).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(disk.read("folder.py", None).unwrap_err().kind(), ErrorKind::InvalidInput);
    assert_eq!(
        (disk.read("grown.py", None).unwrap().len(), disk.read("cut.py", None).unwrap().len()),
        (6000, 0)
    );
    for outside in ["../x", "/etc/hostname", "a/../../x", ""] {
        assert!(disk.read(outside, None).is_err(), "{outside}");
    }
    #[cfg(unix)]
    {
        assert!(
            std::process::Command::new("mkfifo").arg(s.root().join("gone.py")).status().unwrap().success()
        );
        assert_eq!(disk.read("gone.py", None).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
}

/// What cannot be read is said and counted; a blob that is gone is that for everybody, root too.
#[test]
fn what_cannot_be_read_is_a_problem_and_the_rest_is_there() {
    let files = [("a.py", "def f(): pass\n"), ("gone.py", "def g(): pass\n"), ("pyproject.toml", "x = 1\n")];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let s = Scratch::new(&files.into()).unwrap();
    s.git(&["init", "-q"]).unwrap();
    s.git(&["add", "."]).unwrap();
    s.git(&["-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "one"]).unwrap();
    for text in ["def g(): pass\n", "x = 1\n"] {
        let id = ContentId::of(text.as_bytes()).hex();
        fs::remove_file(s.root().join(".git/objects").join(&id[..2]).join(&id[2..])).unwrap();
    }
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let snapshot = Workspace::open(options, |_| ()).unwrap().at("HEAD").unwrap();
    assert_eq!(snapshot.view.files().map(|file| file.path().to_owned()).collect::<Vec<_>>(), ["a.py"]);
    assert_eq!(snapshot.freshness.left_out, BTreeMap::from([(LeftOut::Unreadable, 2)]));
    assert_eq!(snapshot.freshness.left_out_examples[&LeftOut::Unreadable], ["gone.py", "pyproject.toml"]);
    let said: Vec<_> =
        snapshot.freshness.problems.iter().map(|(path, one)| (path.as_str(), one.kind)).collect();
    assert_eq!(said, [("gone.py", ProblemKind::Unreadable), ("pyproject.toml", ProblemKind::Unreadable)]);
}

/// A mistake of ours is a problem of the file that shows it, and the rest is there.
#[test]
fn a_panic_is_a_problem_of_one_file() {
    let files = [("a.py", "def f(): pass\n"), ("b.py", "#!seeded panic\n"), ("c.py", "import a\na.f()\n")];
    let s =
        Scratch::new(&files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into()).unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let snapshot = workspace.refresh().unwrap();
    assert_eq!(
        snapshot.view.files().map(|file| file.path().to_owned()).collect::<Vec<_>>(),
        ["a.py", "c.py"]
    );
    let [(path, problem)] = &snapshot.freshness.problems[..] else {
        panic!("{:?}", snapshot.freshness.problems)
    };
    assert_eq!((path.as_str(), problem.kind), ("b.py", ProblemKind::Failed));
    assert_eq!(snapshot.freshness.left_out, BTreeMap::from([(LeftOut::Unreadable, 1)]));
    // It fails again where it is read again, and is said once.
    s.write("b.py", "#!seeded panic, again\n").unwrap();
    assert_eq!(workspace.refresh().unwrap().freshness.problems.len(), 1);
    s.write("b.py", "def g(): pass\n").unwrap();
    let snapshot = workspace.refresh().unwrap();
    assert_eq!(snapshot.freshness.problems, []);
    assert!(snapshot.view.file("b.py").is_some());
}

/// The same where a file is linked: what it declares is known, what it names is not.
#[test]
fn a_panic_of_the_linker_is_a_problem_of_one_file() {
    let files = [
        ("a.py", "def f(): pass\n"),
        ("c.py", "import seeded_panic\nseeded_panic.g()\n"),
        ("seeded_panic.py", "import a\ndef g(): a.f()\n"),
    ];
    let s =
        Scratch::new(&files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into()).unwrap();
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let snapshot = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
    let resolved = |path: &str| {
        let file = snapshot.view.file(path).unwrap();
        let all = file.references().map(|one| one.resolution() == Resolution::Resolved);
        all.collect::<Vec<bool>>()
    };
    assert!(resolved("c.py").iter().all(|known| *known), "{:?}", resolved("c.py"));
    assert_eq!(resolved("seeded_panic.py"), [false; 3]);
    let problems = |path: &str| snapshot.view.file(path).unwrap().problems().to_vec();
    assert_eq!(
        problems("seeded_panic.py").iter().map(|one| one.kind).collect::<Vec<_>>(),
        [ProblemKind::Failed]
    );
    assert!(problems("a.py").is_empty());
}

/// A path longer than the system opens is a problem of its folder; a shorter one is a path.
#[cfg(target_os = "linux")]
#[test]
fn a_path_of_four_thousand_bytes() {
    let s = Scratch::new(&[("a.py".to_owned(), b"x = 1\n".to_vec())].into()).unwrap();
    // Made from inside out: each move is short.
    let part = "d".repeat(200);
    let long = [part.as_str(); 15].join("/");
    s.write(&format!("long/{long}/a.py"), "x = 1\n").unwrap();
    let top = s.root().join("top");
    fs::create_dir(&top).unwrap();
    fs::write(top.join("deep.py"), "x = 1\n").unwrap();
    for _ in 0..22 {
        let around = s.root().join("around");
        fs::create_dir(&around).unwrap();
        fs::rename(&top, around.join(&part)).unwrap();
        fs::rename(&around, &top).unwrap();
    }
    let options = Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let snapshot = Workspace::open(options, |_| ()).unwrap().refresh().unwrap();
    assert!(snapshot.view.file("a.py").is_some());
    let long = format!("long/{long}/a.py");
    assert!(snapshot.view.file(&long).is_some() && snapshot.source(&long).is_ok());
    assert_eq!(snapshot.freshness.left_out[&LeftOut::Unreadable], 1);
    let said =
        |kind: ProblemKind| snapshot.freshness.problems.iter().any(|(_, problem)| problem.kind == kind);
    assert!(said(ProblemKind::Unreadable), "{:?}", snapshot.freshness.problems.len());
    // Which the removal of the folder could not undo either.
    for _ in 0..22 {
        let inner = s.root().join("inner");
        fs::rename(top.join(&part), &inner).unwrap();
        fs::remove_dir(&top).unwrap();
        fs::rename(&inner, &top).unwrap();
    }
}

/// The page of limits, from the constants.
fn page() -> String {
    let parse = Limits::default();
    let mb = |bytes: u64| format!("{} MB", bytes >> 20);
    let mut page = String::from(
        "# Limits\n\nWhat is not taken in is counted by `index-status`, by reason and with examples, or recorded as a \
         problem of the file.\nThis page is compared with the program by the test `the_page_of_limits_is_true`; \
         `INDEXER_BLESS=1` writes it.\n\n| what | limit | above it |\n|---|---|---|\n",
    );
    let rows = [
        ("a file that is parsed", mb(parse.bytes.into()), "listed with a problem `too_large`, no symbols"),
        ("a file that is read", mb(limits::LARGEST_FILE), "left out: `too_large`"),
        (
            "a manifest; a `compile_commands.json`",
            [indexer_parse::LARGEST_MANIFEST, indexer_parse::LARGEST_COMMANDS]
                .map(|bytes| mb(bytes as u64))
                .join("; "),
            "listed with a problem `manifest`; what it declares is unknown",
        ),
        (
            "folders of headers, macros, sources: of each in one list; of one manifest, in bytes of them; of its own bytes",
            format!(
                "{}; {}; {} times",
                indexer_parse::MOST_OF_EACH_COMPILATION,
                mb(indexer_parse::MOST_COMPILATION_BYTES as u64),
                indexer_parse::MOST_TIMES_A_MANIFEST
            ),
            "problem `manifest`; the rest is left out",
        ),
        ("`--max-file-size`", "see the configuration".into(), "left out: `too_large`"),
        ("`--max-depth`", "see the configuration".into(), "folders left out: `too_deep`"),
        ("nodes of a syntax tree", parse.nodes.to_string(), "problem; what came before is indexed"),
        ("depth of a syntax tree", parse.depth.to_string(), "problem; what is deeper is not indexed"),
        (
            "work of parsing a file",
            "1 MB and 48 bytes read for each of its bytes; 262144 steps and 64 for each, of which those at one place count for more the longer it stays there".into(),
            "problem `too_many`; the first half, quarter and so on is indexed",
        ),
        (
            "bytes in which a NUL makes a file binary",
            limits::BINARY_HEAD.to_string(),
            "later: a problem `binary`",
        ),
        (
            "a file without extension in which `#!` is looked for",
            mb(limits::LARGEST_SCRIPT),
            "left out: `unknown_language`",
        ),
        (
            "a file that is no code and is searched as text",
            format!("{} KB", limits::LARGEST_TEXT >> 10),
            "left out: `too_large`",
        ),
        (
            "the same of a kind that no list names",
            format!("{} KB", limits::LARGEST_UNLISTED >> 10),
            "left out: `unknown_language`",
        ),
        (
            "of an outline: the file; headings, keys and so on; paths; levels of keys and elements",
            format!("{}; {MOST_ENTRIES}; {MOST_LINKS}; {MOST_LEVELS}", mb(MOST_BYTES as u64)),
            "no outline: problem `too_large`; problem `too_many`: those before are listed; deeper ones are not listed",
        ),
        (
            "outlines that are read for one question; bytes of files in which a name or link is looked for; documents that are read because links name their headings",
            "2000; 64 MB; 64".into(),
            "told as not looked at; links lead to the file",
        ),
        (
            "changed files that are no code whose outlines are compared, on each side",
            "200".into(),
            "compared by nothing",
        ),
        (
            "macros that make enumerators in C: calls for one use; calls, arguments and bytes of names in a file",
            format!(
                "{}; {} and {} for each byte",
                indexer_parse::CALLS_OF_LISTS,
                indexer_parse::STEPS_OF_LISTS,
                indexer_parse::STEPS_OF_LISTS_EACH
            ),
            "problem `too_many`; what comes before is indexed",
        ),
        (
            "Kotlin: strings around a place. Ruby: the word of a heredoc; heredocs and strings open together",
            "250; 255 bytes; 900 bytes, as the grammar keeps them".into(),
            "problem `too_many`; what comes before is indexed",
        ),
        (
            "names of one declaration that have its documentation and all of its signature",
            "64".into(),
            "the signature is the name, and there is no documentation",
        ),
        ("values that one local is given", "8".into(), "nothing is known of it"),
        (
            "overloads of a name that are told apart; that are compared for one call",
            "1000; 256".into(),
            "nothing is known of the call; all with as many parameters stay",
        ),
        (
            "bytes that variables stand for in one description of CMake or Meson; descriptions that are asked whether they list a source",
            "4 MB; 100".into(),
            "which sources are built is not known",
        ),
        ("a file of ignore rules", mb(limits::LARGEST_RULES), "not read; a problem"),
        (
            "files of a repository: its index; references, each log; configuration; others",
            [git::LARGEST_INDEX, git::LARGEST_REFERENCES, git::LARGEST_CONFIG, git::LARGEST_NAME]
                .map(mb)
                .join("; "),
            "not read; a problem of `.git`, or the question ends with a reason",
        ),
        (
            "objects of git: a file; a folder; a commit or tag",
            [git::LARGEST_BLOB, git::LARGEST_TREE, git::LARGEST_COMMIT].map(mb).join("; "),
            "not unpacked; the question ends with a reason",
        ),
        (
            "files and folders of a revision",
            git::MOST_ENTRIES.to_string(),
            "not listed; the question ends with a reason",
        ),
        (
            "a path",
            "what the system opens (4,096 bytes on Linux)".into(),
            "folder left out: `unreadable`; a problem",
        ),
        ("a name", "UTF-8 without backslash".into(), "left out: `not_utf8_name`; a problem"),
        (
            "files that are read for one literal of a question: all of its rarest words in one piece; some, of a marked one; \
             of another; pieces after which no further file is looked for",
            [literal::WHOLE, literal::PARTS, literal::BARE, literal::PIECES]
                .map(|most| most.to_string())
                .join("; "),
            "not read; what is not found is then not told as `absent`",
        ),
        (
            "literals of a question; files that are read of those that hold one without a word that the index knows",
            format!("{}; {}", literal::LITERALS, literal::WHOLE),
            "not looked for; not read, and not told as `absent`: `stopped`",
        ),
        (
            "of a literal in one file: rare words around which it is looked for; its places",
            format!("{}; {}", literal::ANCHORS, literal::PLACES),
            "not looked at, and not told as `absent`",
        ),
        (
            "places of literals that an answer tells; of a name or key, above which none is told where something else is found",
            format!("{}; {}", literal::TOLD, literal::COMMON),
            "counted as `more_lines`",
        ),
        (
            "bytes of the files asked about that are looked through for a literal before it is told as `absent`, and for one \
             without a word that the index knows; of texts for a name that no symbol has",
            mb(literal::LOOKED_THROUGH),
            "not told as `absent`; not looked for: `stopped`; the rest is not looked at",
        ),
        (
            "files that hold such a literal or name and are looked at once more without their secrets",
            literal::CHECKED.to_string(),
            "taken to hold it; not named",
        ),
        (
            "of installed packages: a file of metadata; a lock file; entries of a folder and lines of a list of files",
            format!(
                "{}; {}; {}",
                mb(packages::LARGEST_METADATA),
                mb(packages::LARGEST_LOCK),
                packages::MOST_ENTRIES
            ),
            "not read: what it alone says is not known; no version is told beside that on disk; the rest is not looked at",
        ),
        (
            "the path or name that is looked for in installed packages",
            format!("{} bytes", packages::LONGEST_PATH),
            "told as not found, with the reason",
        ),
        (
            "Python: lists of files that are read to find whose a module is, in each folder of packages; modules and \
             folders of one distribution",
            format!("{}; {}", mb(packages::MOST_LISTS as u64), packages::MOST_PARTS),
            "the module stands alone, without a version; the rest is no part of it",
        ),
        (
            "Java: an archive of sources; its entries",
            format!("{}; {}", mb(packages::LARGEST_ARCHIVE), packages::MOST_ARCHIVED),
            "not read, and told as not found; not found",
        ),
        (
            "C and C++: files that are read to find which header a name is of, and bytes of them; a list of compilers' \
             commands; the system's list of packages",
            format!(
                "{}; {}; {}; {}",
                packages::MOST_INCLUDED,
                mb(packages::MOST_INCLUDED_BYTES as u64),
                mb(packages::LARGEST_COMMANDS),
                mb(packages::LARGEST_STATUS)
            ),
            "names in the rest are told as not found; its folders are not looked in; no version is told",
        ),
        ("examples of files left out, for each reason", limits::EXAMPLES.to_string(), "counted"),
    ];
    for (what, limit, above) in rows {
        writeln!(page, "| {what} | {limit} | {above} |").unwrap();
    }
    page.push_str(
        "\n## Files\n\nIndexed are tracked files and untracked ones that no rule of git ignores (`.gitignore`, \
         `.git/info/exclude`, the user's\n`core.excludesFile`), minus files of secrets. `.indexerignore` has the \
         same syntax and counts more: it leaves out tracked\nfiles too, and with `!name/` takes in what git or the \
         list below leaves out. Submodules, nested repositories, symbolic\nlinks, pipes, sockets and devices are \
         counted and not entered or opened. Where a symbolic link leads to a folder or file that is\nindexed, modules \
         and headers are found over it; one that leads out of the root leads nowhere.\n\nDocumentation, configuration and code of languages that are not parsed are \
         searched as text (language\n`text`), by the endings of their names.\n\nFolders that are skipped, unless files in them are tracked:\n\n",
    );
    for line in names::SKIPPED_FOLDERS.chunks(8) {
        writeln!(page, "    {}", line.join(" ")).unwrap();
    }
    page.push_str(
        "    *.egg-info\n\n## Secrets\n\nFiles named like files of secrets (`.env*`, keys, `.npmrc`, `.netrc`, \
         `credentials.*` and the like) are not read; samples such\nas `.env.example` are. In other files, values \
         of these kinds are replaced by `*` before anything is stored or shown:\n\n",
    );
    for kind in redact::kind_names() {
        writeln!(page, "- {kind}").unwrap();
    }
    page.push_str(
        "\nValues that only their names make secrets are looked for in code, YAML, INI, properties, shell, Dockerfiles, \
         XML, JSON,\nURLs and flags, with quotes or without. Literals that are concatenated, adjacent or continued on the next \
         line are read as\none, and `\\u0041`, `\\x41` and `\\/` as what they stand for. Files whose paths hold a secret are \
         left out; subjects and authors\nof commits, names of branches and titles of pull requests are shown with theirs \
         hidden.\n\nPublished examples of real shape are hidden too; values that repeat few characters or say `example`, \
         `your` and the like\nwhere only a name makes them secrets are shown, and so are checksums, and UUIDs unless the name \
         says that they are keys.\nWords that read like words (`password: letmein`) are shown. A secret that a program puts \
         together from variables, or that is\nencoded once more, is not recognised, but for a JWT. A text that is still not at \
         rest after four looks was made for\nthat, and nothing of it is shown.\n",
    );
    page
}

#[test]
fn the_page_of_limits_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/limits.md");
    if std::env::var_os("INDEXER_BLESS").is_some() {
        fs::write(&path, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), page(), "INDEXER_BLESS=1 writes the page");
}
