//! Edits that other files notice: a type that a function gives, a base, a name that shadows an import,
//! a module that was looked for in vain. By lines, so that they fit broken code too.

use super::{Files, ends_in, lines_where, pick};

/// Extensions of files of code, by what their lines look like.
pub(super) const PYTHON: &[&str] = &[".py"];
pub(super) const RUST: &[&str] = &[".rs"];
pub(super) const SCRIPT: &[&str] = &[".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx"];
pub(super) const GO: &[&str] = &[".go"];
pub(super) const JAVA: &[&str] = &[".java"];
pub(super) const C: &[&str] = &[".c", ".h", ".cc", ".cpp", ".hpp"];
pub(super) const KOTLIN: &[&str] = &[".kt"];
pub(super) const SWIFT: &[&str] = &[".swift"];
pub(super) const SCALA: &[&str] = &[".scala"];
pub(super) const RUBY: &[&str] = &[".rb"];
pub(super) const PHP: &[&str] = &[".php"];
pub(super) const LUA: &[&str] = &[".lua"];

/// All of them.
pub(super) const CODE: &[&[&str]] =
    &[PYTHON, RUST, SCRIPT, GO, JAVA, C, KOTLIN, SWIFT, SCALA, RUBY, PHP, LUA];

/// A new function with a name, to stand before or behind everything else.
pub(super) fn function(path: &str, name: &str, value: u32) -> String {
    let of = |ends: &[&str]| ends_in(path, ends);
    if of(PYTHON) {
        format!("def {name}():\n    return {value}\n\n")
    } else if of(SCRIPT) {
        format!("export function {name}() {{ return {value}; }}\n")
    } else if of(GO) {
        format!("func {name}() int {{ return {value} }}\n")
    } else if of(JAVA) {
        format!("class {name} {{ void run() {{}} }}\n")
    } else if of(C) {
        format!("int {name}(void) {{ return {value}; }}\n")
    } else if of(KOTLIN) {
        format!("fun {name}() = {value}\n")
    } else if of(SWIFT) {
        format!("func {name}() -> Int {{ {value} }}\n")
    } else if of(SCALA) {
        format!("object {name} {{ def run(): Int = {value} }}\n")
    } else if of(RUBY) {
        format!("def {name}\n  {value}\nend\n")
    } else if of(PHP) {
        format!("function {name}() {{ return {value}; }}\n")
    } else if of(LUA) {
        format!("function {name}() return {value} end\n")
    } else {
        format!("pub fn {name}() -> u32 {{ {value} }}\n")
    }
}

/// A line for the body of a function.
pub(super) fn statement(path: &str, name: &str) -> String {
    let of = |ends: &[&str]| ends_in(path, ends);
    if of(PYTHON) {
        format!("{name} = 1\n")
    } else if of(SCRIPT) {
        format!("let {name} = 1;\n")
    } else if of(GO) {
        format!("var {name} = 1\n")
    } else if of(JAVA) || of(C) {
        format!("int {name} = 1;\n")
    } else if of(KOTLIN) || of(SCALA) || of(SWIFT) {
        format!("var {name} = 1\n")
    } else if of(RUBY) || of(LUA) {
        format!("{name} = 1\n")
    } else if of(PHP) {
        format!("${name} = 1;\n")
    } else {
        format!("let _{name} = 1;\n")
    }
}

/// A line that takes in another file of the language.
pub(super) fn import(path: &str, other: &str, which: u32) -> String {
    let stem = other.rsplit_once('.').map_or(other, |(stem, _)| stem);
    let module = super::module_of(other);
    if ends_in(path, PYTHON) {
        match which % 3 {
            0 => format!("import {module}\n"),
            1 => format!("from {module} import *\n"),
            _ => format!("from {module} import base, Base\n"),
        }
    } else if ends_in(path, SCRIPT) {
        let up = "../".repeat(path.matches('/').count());
        let up = if up.is_empty() { "./" } else { &up };
        match which % 3 {
            0 => format!("import * as taken from '{up}{stem}';\n"),
            1 => format!("export * from '{up}{stem}';\n"),
            _ => format!("import {{ base, Base }} from '{up}{stem}';\n"),
        }
    } else if ends_in(path, C) {
        format!("#include \"{}\"\n", other.rsplit_once('/').map_or(other, |(_, name)| name))
    } else if ends_in(path, JAVA) {
        format!("import {};\n", stem.replace('/', "."))
    } else if ends_in(path, KOTLIN) || ends_in(path, SCALA) {
        let (all, end) = (stem.replace('/', "."), if ends_in(path, SCALA) { "._" } else { ".*" });
        format!("import {all}{}\n", if which.is_multiple_of(2) { end } else { "" })
    } else if ends_in(path, SWIFT) {
        format!("import {}\n", stem.rsplit('/').nth(1).unwrap_or(stem))
    } else if ends_in(path, RUBY) {
        format!("require \"{stem}\"\n")
    } else if ends_in(path, PHP) {
        format!("use {};\n", stem.replace('/', "\\"))
    } else if ends_in(path, LUA) {
        format!("local taken = require \"{module}\"\n")
    } else {
        let module = module.replace('.', "::");
        if which.is_multiple_of(3) {
            format!("use crate::{module};\n")
        } else {
            format!("use crate::{module}::*;\n")
        }
    }
}

/// True for a line that takes in something of another file.
pub(super) fn is_import(line: &str) -> bool {
    let words = [
        "import ",
        "from ",
        "use ",
        "pub use ",
        "mod ",
        "pub mod ",
        "#include ",
        "export * from ",
        "require ",
    ];
    words.iter().any(|word| line.starts_with(word)) || line.contains(" = require(")
}

/// Gives a function the type, or the value, of another one of the file.
pub(super) fn change_return(text: &mut [String], a: u32, b: u32) -> Option<()> {
    let typed = lines_where(text, |line| declared(line).is_some());
    let plain = lines_where(text, |line| returned(line).is_some());
    let (lines, part): (_, fn(&str) -> Option<&str>) =
        if typed.is_empty() || a.is_multiple_of(2) { (plain, returned) } else { (typed, declared) };
    let (at, from) = (*pick(&lines, a)?, *pick(&lines, b)?);
    let old = part(&text[at])?.to_owned();
    let new = if at == from { "Base".to_owned() } else { part(&text[from])?.to_owned() };
    let place = text[at].rfind(&old)?;
    text[at].replace_range(place..place + old.len(), &new);
    Some(())
}

/// The type that a line gives a function.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_end().trim_end_matches(['{', ':', ';']).trim_end();
    let (_, given) = line.rsplit_once("-> ").or_else(|| line.rsplit_once("): "))?;
    (!given.is_empty() && !given.contains(['(', '{', '='])).then_some(given)
}

/// What a line returns.
fn returned(line: &str) -> Option<&str> {
    let given = line.trim_start().strip_prefix("return ")?.trim_end().trim_end_matches(';');
    (!given.is_empty()).then_some(given)
}

/// Turns the condition of a preprocessor line into its opposite; where the file has none, puts a line under one.
pub(super) fn change_condition(text: &mut [String], path: &str, b: u32) -> Option<()> {
    if !ends_in(path, C) {
        return None;
    }
    let conditions = lines_where(text, |line| opposite(line).is_some());
    if let Some(at) = pick(&conditions, b) {
        text[*at] = opposite(&text[*at])?;
        return Some(());
    }
    let whole = lines_where(text, |line| line.starts_with("#define ") || line.trim_end().ends_with("; }"));
    let at = *pick(&whole, b)?;
    text[at] = format!("#ifdef EDITED\n{}\n#endif\n", text[at].trim_end());
    Some(())
}

/// A preprocessor line with the opposite condition.
fn opposite(line: &str) -> Option<String> {
    let turned = [("#ifdef ", "#ifndef "), ("#ifndef ", "#ifdef "), ("#if !", "#if "), ("#if ", "#if !")];
    turned.iter().find_map(|(from, to)| Some(format!("{to}{}", line.strip_prefix(from)?)))
}

/// Gives a function the parameters of another one.
pub(super) fn change_parameters(text: &mut [String], a: u32, b: u32) -> Option<()> {
    let lines = lines_where(text, |line| super::is_function(line) && parameters(line).is_some());
    let (to, from) = (*pick(&lines, a)?, *pick(&lines, b)?);
    let new = if to == from { String::new() } else { parameters(&text[from])?.to_owned() };
    let start = text[to].find('(')? + 1;
    let end = start + parameters(&text[to])?.len();
    text[to].replace_range(start..end, &new);
    Some(())
}

/// What stands between the first parenthesis of a line and the one that closes it.
fn parameters(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('(')?;
    let mut depth = 1;
    let end = rest.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    rest.get(..end)
}

/// Takes the bases of a type away.
pub(super) fn drop_base(text: &mut [String], path: &str, a: u32) -> Option<()> {
    let at = *pick(&lines_where(text, |line| without_base(line, path).is_some()), a)?;
    text[at] = without_base(&text[at], path)?;
    Some(())
}

fn without_base(line: &str, path: &str) -> Option<String> {
    let trimmed = line.trim_start();
    if ends_in(path, PYTHON) {
        let (head, rest) = trimmed.strip_prefix("class ").and_then(|_| line.split_once('('))?;
        return Some(format!("{head}{}", &rest[rest.find(')')? + 1..]));
    }
    if ends_in(path, RUST) {
        let (_, of) = trimmed.strip_prefix("impl ").and_then(|_| line.split_once(" for "))?;
        return Some(format!("impl {of}"));
    }
    if ends_in(path, GO) {
        // An embedded type is a line with nothing but its name.
        let name = trimmed.trim_end().trim_start_matches('*');
        let embedded = line.starts_with('\t')
            && name.starts_with(char::is_uppercase)
            && name.chars().all(char::is_alphanumeric);
        return embedded.then(|| "\n".to_owned());
    }
    let word = if ends_in(path, C) { " : public " } else { " extends " };
    let (head, rest) = line.split_once(word)?;
    (trimmed.contains("class ") || trimmed.contains("struct ") || trimmed.contains("interface "))
        .then(|| format!("{head} {}", rest.find('{').map_or("\n", |brace| &rest[brace..])))
}

/// Defines a name that the file takes from elsewhere.
pub(super) fn shadow_import(text: &mut Vec<String>, path: &str, a: u32) -> Option<()> {
    let at = *pick(&lines_where(text, is_import), a)?;
    let names = text[at].split(|c: char| !c.is_alphanumeric() && c != '_');
    let words = [
        "import", "from", "use", "pub", "mod", "include", "export", "h", "js", "ts", "crate", "require",
        "const",
    ];
    let names: Vec<&str> = names.filter(|name| !name.is_empty() && !words.contains(name)).collect();
    let name = match a.is_multiple_of(2) {
        true => names.last(),
        false => names.first(),
    };
    let line = function(path, name?, 7);
    text.push(line);
    Some(())
}

/// The path at which a line of a file looks for another one.
pub(super) fn wanted(line: &str, path: &str) -> Option<String> {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let word = |rest: &str| -> Option<String> {
        let end =
            rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ':')).unwrap_or(rest.len());
        (end > 0).then(|| rest[..end].trim_matches(['.', ':']).to_owned())
    };
    if ends_in(path, PYTHON) {
        let rest = line.strip_prefix("from ").or_else(|| line.strip_prefix("import "))?;
        return Some(format!(
            "{}{}.py",
            if rest.starts_with('.') { &folder } else { "" },
            word(rest.trim_start_matches('.'))?.replace('.', "/")
        ));
    }
    if ends_in(path, RUST) {
        let rest = line.trim_start_matches("pub ").strip_prefix("mod ")?;
        return Some(format!("{folder}{}.rs", word(rest)?));
    }
    if ends_in(path, JAVA) {
        return Some(format!("{}.java", word(line.strip_prefix("import ")?)?.replace('.', "/")));
    }
    let quoted = line.split(['\'', '"']).nth(1)?;
    if ends_in(path, C) {
        return line.starts_with("#include").then(|| format!("{folder}{quoted}"));
    }
    let end = path.rsplit_once('.').map_or("js", |(_, end)| end);
    let quoted = quoted.strip_prefix("./")?;
    ends_in(path, SCRIPT).then(|| {
        if quoted.contains('.') { format!("{folder}{quoted}") } else { format!("{folder}{quoted}.{end}") }
    })
}

/// The modules that some file looks for and that are not there, sorted.
pub(super) fn in_vain(files: &Files) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (path, bytes) in files.iter().filter(|(path, _)| CODE.iter().any(|ends| ends_in(path, ends))) {
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().filter(|line| is_import(line));
        let new = lines.filter_map(|line| wanted(line, path)).filter(|wanted| !files.contains_key(wanted));
        found.extend(
            new.filter(|path| !path.contains("..") && !path.contains("//") && !path.starts_with('/')),
        );
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A module with something in it.
pub(super) fn module(path: &str) -> String {
    if ends_in(path, PYTHON) {
        "def base():\n    return 1\n\n\nclass Base:\n    def run(self):\n        return base()\n".to_owned()
    } else if ends_in(path, SCRIPT) {
        "export function base() { return new Base(); }\nexport class Base {\n  run() { return base(); }\n}\nexport default Base;\n".to_owned()
    } else if ends_in(path, C) {
        "struct Base { int run; };\nint base(void);\n".to_owned()
    } else if ends_in(path, JAVA) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let name = name.trim_end_matches(".java");
        format!(
            "package {};\npublic class {name} {{ public {name} run() {{ return this; }} }}\n",
            folder.replace('/', ".")
        )
    } else if ends_in(path, KOTLIN) {
        "fun base() = Base()\nopen class Base { fun run() = base() }\n".to_owned()
    } else if ends_in(path, SWIFT) {
        "func base() -> Base { Base() }\nclass Base { func run() -> Base { base() } }\n".to_owned()
    } else if ends_in(path, SCALA) {
        "class Base { def run(): Base = this }\nobject Base { def base(): Base = new Base }\n".to_owned()
    } else if ends_in(path, RUBY) {
        "class Base\n  def run\n    base\n  end\n  def base\n    Base.new\n  end\nend\n".to_owned()
    } else if ends_in(path, PHP) {
        "<?php\nfunction base() { return new Base(); }\nclass Base { public function run() { return base(); } }\n".to_owned()
    } else if ends_in(path, LUA) {
        "local M = {}\nfunction M.base() return M end\nfunction M.run() return M.base() end\nreturn M\n"
            .to_owned()
    } else if ends_in(path, GO) {
        "package base\n\ntype Base struct{}\n\nfunc (b Base) Run() Base { return b }\n".to_owned()
    } else {
        "pub fn base() -> u32 { 1 }\npub struct Base;\nimpl Base { pub fn run(&self) {} }\n".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::defined;
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.split_inclusive('\n').map(str::to_owned).collect()
    }

    #[test]
    fn a_function_gives_something_else() {
        let mut text = lines("fn a() -> A {\nfn b() -> B;\nreturn 1;\nreturn x.y;\n");
        change_return(&mut text, 1, 0).unwrap();
        change_return(&mut text, 0, 1).unwrap();
        assert_eq!(text.concat(), "fn a() -> A {\nfn b() -> A;\nreturn x.y;\nreturn x.y;\n");
    }

    #[test]
    fn bases_go_in_every_language_that_has_them() {
        for (path, with, without) in [
            ("a.py", "class A(B):\n", "class A:\n"),
            ("a.rs", "impl T for A {\n", "impl A {\n"),
            ("a.ts", "export class A extends B {\n", "export class A {\n"),
            ("A.java", "class A extends B implements C {\n", "class A {\n"),
            ("a.hpp", "class A : public B {\n", "class A {\n"),
            ("a.go", "\tBase\n", "\n"),
        ] {
            let mut text = lines(with);
            drop_base(&mut text, path, 0).unwrap();
            assert_eq!(text.concat(), without, "{path}");
        }
    }

    #[test]
    fn modules_that_are_looked_for_have_a_path() {
        for (path, line, found) in [
            ("p/a.py", "from .b import x", "p/b.py"),
            ("p/a.py", "import q.r", "q/r.py"),
            ("src/a.rs", "pub mod b;", "src/b.rs"),
            ("p/a.ts", "import { x } from './b';", "p/b.ts"),
            ("p/a.js", "const x = require('./c.js');", "p/c.js"),
            ("p/a.c", "#include \"b.h\"", "p/b.h"),
            ("p/A.java", "import q.B;", "q/B.java"),
        ] {
            assert_eq!(wanted(line, path).as_deref(), Some(found), "{line}");
        }
        assert!(defined("export function base() {").is_some() && defined("export class Base {").is_some());
    }
}
