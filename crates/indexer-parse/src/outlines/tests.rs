use super::*;
use indexer_core::Owner;

/// What an outline holds: for each entry its depth as indentation, kind, name and lines.
fn shown(path: &str, text: &str) -> Vec<String> {
    let facts = facts(path, text.as_bytes());
    let depth = |at: usize| {
        let owners = |owner| match owner {
            Owner::Definition(id) => Some(facts.definition(id).owner),
            _ => None,
        };
        std::iter::successors(Some(facts.definitions[at].owner), |owner| owners(*owner)).count() - 1
    };
    let one = |at: usize| {
        let one = &facts.definitions[at];
        let last = one.span.end.saturating_sub(1).max(one.span.start);
        let (first, last) = (facts.lines.line(one.span.start), facts.lines.line(last));
        format!("{}{} {} {first}-{last}", "  ".repeat(depth(at)), one.kind, facts.name(one.name))
    };
    (0..facts.definitions.len()).map(one).collect()
}

fn links(path: &str, text: &str) -> Vec<String> {
    let facts = facts(path, text.as_bytes());
    facts.imports.iter().map(|import| facts.name(import.path[0]).to_owned()).collect()
}

/// The format of a file, also where it is code beside that.
fn format(path: &str) -> Option<&'static Format> {
    Format::of(path).or_else(|| Format::beside_code(path))
}

/// The outline of a file, looked over: entries in order, inside of the text and of their owners.
fn facts(path: &str, bytes: &[u8]) -> FileFacts {
    let format = format(path).unwrap_or_else(|| panic!("{path} has an outline"));
    let facts = format.outline(bytes);
    let length = String::from_utf8_lossy(bytes).len() as u32;
    assert!(facts.definitions.is_sorted_by_key(|one| one.name_span), "{path}: in order");
    for one in &facts.definitions {
        assert!(one.name_span.start <= one.name_span.end && one.name_span.end <= length, "{path}: {one:?}");
        assert!(one.span.start <= one.span.end && one.span.end <= length, "{path}: {one:?}");
        assert!(one.kind.is_outline() && !facts.name(one.name).is_empty(), "{path}: {one:?}");
        if let Owner::Definition(owner) = one.owner {
            assert!(facts.definition(owner).span.end >= one.span.end, "{path}: {one:?} in its owner");
        }
    }
    assert_eq!(facts.imports.len(), facts.references.len());
    assert!(facts.definitions.len() <= MOST_ENTRIES && facts.imports.len() <= MOST_LINKS);
    assert_eq!(facts, format.outline(bytes), "{path}: the same bytes give the same facts");
    facts
}

fn problems(path: &str, text: &str) -> Vec<ProblemKind> {
    facts(path, text.as_bytes()).problems.iter().map(|problem| problem.kind).collect()
}

#[test]
fn formats_are_in_order_and_share_no_name_with_code() {
    assert!(FORMATS.is_sorted_by_key(|format| format.id));
    for format in FORMATS {
        for extension in format.extensions {
            assert_eq!(self::format(&format!("a.{extension}")).map(|found| found.id), Some(format.id));
        }
        for name in format.file_names {
            assert_eq!(self::format(&format!("a/{name}")).map(|found| found.id), Some(format.id), "{name}");
        }
        assert!(crate::by_id(format.id).is_none(), "{} is a language", format.id);
    }
    let is_code = crate::language_of("Makefile", b"").is_some();
    assert_eq!(
        (Format::of("Makefile").is_none(), Format::beside_code("Makefile").is_some()),
        (is_code, is_code)
    );
    assert!(Format::beside_code("a.py").is_none() && Format::beside_code("Dockerfile").is_none());
    assert!(
        Format::of("a.rs").is_none() && Format::of("LICENSE").is_none() && Format::of("Cargo.lock").is_none()
    );
}

#[test]
fn headings_nest_and_code_has_none() {
    let text = "---\ntitle: x\n---\n# One *two* [three](a.md)\n\nWhat it is, `in short`.\n\n```sh\n# no heading\n```\n\n\
                ## Deep ##\ntext\n\n#### Deeper\n\nUnder\n=====\n\n- item\n---\n~~~\n## none\n~~~\n## Last {#id}\nend\n";
    let expected = [
        "heading One two three 4-15",
        "  heading Deep 12-15",
        "    heading Deeper 15-15",
        "heading Under 17-26",
        "  heading Last 25-26",
    ];
    assert_eq!(shown("a.md", text), expected);
    let found = facts("a.md", text.as_bytes());
    assert_eq!(found.definitions[0].doc.as_deref(), Some("What it is, in short."));
    assert_eq!(found.definitions[0].signature, "# One two three");
    assert_eq!(shown("a.md", "# [![b](c.svg)](d) Name\n"), ["heading Name 1-1"]);
}

#[test]
fn links_are_paths_of_the_repository() {
    let text = "[a](docs/a.md#one \"title\") ![b](<img/b c.png>) `[no](no.md)` [x](https://x.y/z) [m](mailto:a@b)\n\
                [r]: ../r.md\n<a href=\"c.html\"> [p](p(1).md) \\[no](esc.md)\n\n```\n[no](code.md)\n```\n[s](#deep) [n][r]\n";
    let expected = ["docs/a.md#one", "img/b c.png", "../r.md", "c.html", "p(1).md", "esc.md", "#deep"];
    assert_eq!(links("a.md", text), expected);
}

#[test]
fn keys_of_data_are_those_of_the_first_levels_and_values_are_not_there() {
    let json = "// settings\n{\n  \"a\": {\"b\": {\"c\": {\"d\": 1}}, \"list\": [{\"no\": 1}]},\n  \"scripts\": {\"x\": \"node tools/x.js --y\"},\n}\n";
    let expected =
        ["key a 3-3", "  key b 3-3", "    key c 3-3", "  key list 3-3", "key scripts 4-4", "  key x 4-4"];
    assert_eq!(shown("a.json", json), expected);
    assert_eq!(links("package.json", json), ["tools/x.js"]);
    assert!(problems("a.json", json).is_empty());

    let yaml = "# \u{e9}\u{e9}\na: &x\n  b: {c: 1, \"d e\": hunter2}\n  f: *x\n---\njobs:\n  t:\n    run: |\n      ./ci/run.sh x\n      echo y\n    steps:\n      - run: sh b.sh\n";
    let expected = [
        "key a 2-4",
        "  key b 3-3",
        "    key c 3-3",
        "    key d e 3-3",
        "  key f 4-4",
        "key jobs 6-12",
        "  key t 7-12",
        "    key run 8-10",
        "    key steps 11-12",
    ];
    assert_eq!(shown("a.yml", yaml), expected);
    assert_eq!(links("a.yml", yaml), ["./ci/run.sh", "b.sh"]);

    let toml = "top = 1\n[a.\"b\"]\nx = \"\"\"\n[no]\n\"\"\"\n'y z' = [\n  \"]\",\n] # e\n[[bin]]\nname = 'q'\nin.ner = {no = 1}\n";
    let expected = [
        "key top 1-1",
        "key a.b 2-8",
        "  key x 3-5",
        "  key y z 6-8",
        "key bin 9-11",
        "  key name 10-10",
        "  key in.ner 11-11",
    ];
    assert_eq!(shown("a.toml", toml), expected);

    let xml = "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"aaa\">]>\n<beans>\n <!-- <no/> -->\n <bean id=\"source\" class=\"x\">\n  <property name=\"password\" value=\"hunter2\"/>\n  <inner><deep/></inner>\n </bean>\n <import/>\n</beans>\n";
    let expected =
        ["element beans 3-10", "  element source 5-8", "    element password 6-6", "  element import 9-9"];
    assert_eq!(shown("a.xml", xml), expected);

    let ini = "; c\n[a b]\nx = 1\n  more\ny: 2\n[c]\n";
    assert_eq!(shown("a.ini", ini), ["key a b 2-5", "  key x 3-4", "  key y 5-5", "key c 6-6"]);
    let properties = "! c\na.b=1 \\\n  c=2\nd e\n";
    assert_eq!(shown("a.properties", properties), ["key a.b 2-3", "key d 4-4"]);
    let environment = "# A=1\nexport A=\"hunter2\"\nB=\nnothing\n";
    assert_eq!(shown(".env.example", environment), ["key A 2-2", "key B 3-3"]);

    for (path, text) in [("a.yml", yaml), ("a.xml", xml), (".env.example", environment)] {
        let facts = facts(path, text.as_bytes());
        let says = format!("{:?} {:?}", facts.names, facts.definitions);
        assert!(!says.contains("hunter2"), "{path}: {says}");
    }
}

#[test]
fn templates_are_no_yaml() {
    let text = "a:\n  {{- if .x }}\n  b: {{ .y }}\n  {{- end }}\n  c: ${{ z }}\n";
    assert_eq!(shown("a.yaml", text), ["key a 1-5", "  key b 3-3", "  key c 5-5"]);
    assert!(problems("a.yaml", text).is_empty());
}

#[test]
fn markup_style_sheets_and_builds() {
    let html = "<h1>A <b>b</b></h1>\n<script>if (a<b) '<h2>no</h2>'</script>\n<h2 id=x>C</h2><div id=\"d\"><a href=\"e.html\">\n<img src='//no/x.png'><a href=\"{{ no }}\">\n";
    assert_eq!(shown("a.html", html), ["heading A b 1-4", "  heading C 3-4", "    element d 3-3"]);
    assert_eq!(links("a.html", html), ["e.html"]);

    let css = "@import \"base.css\";\n/* .no { } */\n:root { --main: red; color: blue }\n.a, .b:hover /* c */ > d {\n}\n@media (min-width: 1px) {\n  .in { content: \"}\" }\n}\n";
    let expected = [
        "selector :root 3-3",
        "  key --main 3-3",
        "selector .a, .b:hover > d 4-5",
        "selector @media (min-width: 1px) 6-8",
        "  selector .in 7-7",
    ];
    assert_eq!(shown("a.css", css), expected);
    assert_eq!(links("a.css", css), ["base.css"]);
    let scss = "@use 'x';\n$size: 1px; // .no {\n@mixin m($a) {\n  .n-#{$a} { &:hover { b { c: d } } }\n}\n";
    let expected =
        ["key $size 2-2", "selector @mixin m($a) 3-5", "  selector .n-#{$a} 4-4", "    selector &:hover 4-4"];
    assert_eq!(shown("a.scss", scss), expected);
    assert_eq!(links("a.scss", scss), ["x"]);

    let docker = "ARG V=1\nFROM --platform=x rust:$V AS build\nENV A=hunter2 \\\n  B=\"c d\"\nENV OLD hunter2\nCOPY --chown=x run.sh tools/ /app/\nCOPY --from=build /a b.sh\nRUN ./tools/x.sh && echo\nFROM scratch\nENTRYPOINT [\"bin/go.sh\"]\n";
    let expected =
        ["key V 1-1", "stage build 2-8", "  key A 3-4", "  key B 4-4", "  key OLD 5-5", "stage scratch 9-10"];
    assert_eq!(shown("Dockerfile", docker), expected);
    assert_eq!(links("Dockerfile", docker), ["run.sh", "tools/", "./tools/x.sh", "bin/go.sh"]);

    let make = "V := 1\n.PHONY: all\nall: x\n\t@python3 tools/gen.py $(V)\nx y: z\ninclude rules.mk\n%.o: %.c\n\tcc $<\n";
    assert_eq!(shown("Makefile", make), ["key V 1-1", "stage all 3-4", "stage x y 5-5"]);
    assert_eq!(links("Makefile", make), ["tools/gen.py", "rules.mk"]);
}

#[test]
fn broken_input_gives_what_comes_before_and_a_problem() {
    for (path, text, before) in [
        ("a.json", "{\"a\": 1, \"b\": \"x\n", 2),
        ("a.json", "{\"a\": [1}", 1),
        ("a.yaml", "a: 1\nb: [\n", 1),
        ("a.toml", "a = 1\n[b]\nc = \"x\nd = 1\n", 4),
        ("a.xml", "<a><b></a>", 2),
        ("a.html", "<h1>a</h1><p <!--", 1),
        ("a.css", ".a { } .b {", 2),
        ("a.ini", "[a\nb=1\n", 1),
    ] {
        assert!(shown(path, text).len() >= before, "{path}: {:?}", shown(path, text));
        assert_eq!(problems(path, text), [ProblemKind::Syntax], "{path}");
    }
    assert_eq!(problems("a.md", "\0"), [ProblemKind::Binary]);
    assert_eq!(facts("a.md", b"# a\xff\n").problems[0].kind, ProblemKind::Encoding);
    assert_eq!(problems("a.json", &" ".repeat(MOST_BYTES + 1)), [ProblemKind::TooLarge]);
}

#[test]
fn what_is_too_much_is_cut_and_told() {
    let many: String = (0..MOST_ENTRIES + 5).map(|at| format!("k{at}=1\n")).collect();
    assert_eq!(shown("a.properties", &many).len(), MOST_ENTRIES);
    assert_eq!(problems("a.properties", &many), [ProblemKind::TooMany]);
    let many: String = (0..MOST_LINKS + 5).map(|at| format!("[a](a{at}.md)\n")).collect();
    assert_eq!(
        (links("a.md", &many).len(), problems("a.md", &many)),
        (MOST_LINKS, vec![ProblemKind::TooMany])
    );
    let name = format!("# {}\n", "\u{e9}".repeat(500));
    assert!(shown("a.md", &name)[0].len() < 250);
}

/// Pieces that are repeated to make files that nobody writes.
const PIECES: &[&str] = &[
    "[",
    "{",
    "(",
    "<a ",
    "<a>",
    "</a>",
    "<!--",
    "<![CDATA[",
    "<!x[",
    "\"",
    "'",
    "`",
    "``",
    "](",
    "](a",
    "![a](",
    "[a]: ",
    "a:\n ",
    "a: &a [*a]\n",
    "- ",
    "-",
    "? ",
    "{{",
    "}}",
    "{{x}}\n",
    "#",
    "# ",
    "## a\n",
    "a\n=\n",
    "=",
    "\\",
    "\\\n",
    "/*",
    "//",
    "@{",
    "#{",
    "a{",
    "}",
    ";",
    "$a:",
    "--a:",
    "FROM a\n",
    "ENV a=",
    "COPY a ",
    "a=\"\"\"",
    "a=\\\"\"\"\n",
    "a,",
    "[[a]]\n",
    "a:b\n",
    "\t",
    "\u{e9}",
    "|\n",
    ">\n",
    "!!a ",
    "%a ",
    "---\n",
    "~~~\n",
    "<h1>",
    "</h",
    "id=\"",
    "a=b \\\n",
    "define\n",
];

#[test]
fn whatever_is_repeated_has_an_outline() {
    for format in FORMATS {
        let path = match format.extensions {
            [one, ..] => format!("a.{one}"),
            [] => format.file_names[0].to_owned(),
        };
        for piece in PIECES {
            // Work that is squared would take minutes here.
            facts(&path, piece.repeat((128 << 10) / piece.len()).as_bytes());
        }
        for (at, piece) in PIECES.iter().enumerate() {
            for other in &PIECES[at + 1..] {
                facts(&path, format!("{piece}{other}").repeat(40).as_bytes());
                facts(&path, format!("{other}{piece}\n").repeat(40).as_bytes());
            }
        }
    }
}

/// What stands in the place of a template has as many bytes and more letters, and a line may end by `\r` alone.
#[test]
fn places_of_yaml_are_those_of_the_file() {
    for text in ["a: 1\rb: 2\n{{ é }}: 3\n", "é: [ü, {{ é }}]\n{{ é }}{{ ü }}: é\nb: é", "{{é}}\né: {{é}}é"]
    {
        facts("a.yaml", text.as_bytes());
    }
    let facts = facts("a.yaml", "é: ü # ä\nb:\n  ö: {{ é }}\nc: 1\n".as_bytes());
    let text = "é: ü # ä\nb:\n  ö: {{ é }}\nc: 1\n";
    let names: Vec<&str> = facts.definitions.iter().map(|one| one.name_span.text(text)).collect();
    assert_eq!(names, ["é", "b", "ö", "c"]);
}

#[test]
fn every_prefix_of_every_format_has_an_outline() {
    for (path, text) in [
        ("a.md", "# A\n[a](b)\n```x\n```\n"),
        ("a.json", "{\"a\": {\"b\\\"\": [1, \"c\"]}} // d"),
        ("a.yaml", "a:\n  - b: \"c\"\n  - {d: 'e'}\nf: |\n  g\n"),
        ("a.toml", "[a]\nb = '''c'''\nd = [1, {e = 2}]\n"),
        ("a.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a b='c'><d/></a>"),
        ("a.html", "<h1>a</h1><script>b</script><!-- c -->"),
        ("a.scss", "@use 'a'; .b { c: d; &:e { f: \"g\" } } // h"),
        ("Dockerfile", "FROM a AS b\nENV c=\"d\" e=f\nCOPY g h\n"),
        ("Makefile", "a: b\n\tc/d.sh\nE = f\n"),
        ("a.ini", "[a]\nb = c\n d\n"),
    ] {
        for end in 0..=text.len() {
            facts(path, &text.as_bytes()[..end]);
        }
        for at in 0..text.len() {
            for byte in [b'\n', b'"', b'{', 0xff, b'\\', b'\t'] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                facts(path, &bytes);
            }
        }
    }
}
