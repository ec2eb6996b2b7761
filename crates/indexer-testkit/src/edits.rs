//! Scripts of edits: random from a seed, and plain data, so that a failing one can be printed,
//! shortened and kept.

mod across;

use across::{CODE, SCRIPT};
use std::collections::BTreeMap;

/// Files by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// One edit. Numbers choose among what there is when the edit is made, so that every script fits
/// every set of files, also after other edits were taken out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Adds a line to the body of a function.
    Body(u32),
    /// Gives a definition another name, or another's name.
    Rename(u32, u32),
    /// Adds an import of another file's module.
    AddImport(u32, u32),
    /// Takes an import away.
    RemoveImport(u32),
    /// Adds a file that is a copy of another, under a new name.
    AddFile(u32, u32),
    /// Removes a file.
    RemoveFile(u32),
    /// Swaps the contents of two files of one language.
    Swap(u32, u32),
    /// Adds a module that a path may now lead to instead of another one.
    Shadow(u32, u32),
    /// Puts a new function before everything else, so that all positions move.
    Prepend(u32),
    /// Gives a function the declared type, or the value, of another.
    Return(u32, u32),
    /// Takes the bases of a type away.
    DropBase(u32, u32),
    /// Defines a name that the file imports.
    ShadowImport(u32, u32),
    /// Adds a module that some file looked for in vain.
    AddWanted(u32),
    /// Turns the condition of an `#if` into its opposite, or puts a definition under one.
    Condition(u32, u32),
    /// Gives a function the parameters of another one of the file.
    Parameters(u32, u32),
}

/// A small generator of numbers (splitmix64): the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn number(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 32) as u32
    }
}

/// `length` random edits.
pub fn script(seed: u64, length: usize) -> Vec<Edit> {
    let mut random = Random(seed);
    let mut one = || {
        let (kind, a, b) = (random.number(), random.number(), random.number());
        Edit::from_numbers(kind, a, b)
    };
    (0..length).map(|_| one()).collect()
}

impl Edit {
    /// An edit from three numbers, for generators.
    pub fn from_numbers(kind: u32, a: u32, b: u32) -> Edit {
        match kind % 18 {
            0 => Edit::Body(a),
            1 | 2 => Edit::Rename(a, b),
            3 => Edit::AddImport(a, b),
            4 => Edit::RemoveImport(a),
            5 => Edit::AddFile(a, b),
            6 | 7 => Edit::RemoveFile(a),
            8 => Edit::Swap(a, b),
            9 => Edit::Shadow(a, b),
            10 => Edit::Prepend(a),
            11 | 12 => Edit::Return(a, b),
            13 => Edit::DropBase(a, b),
            14 => Edit::ShadowImport(a, b),
            15 => Edit::Condition(a, b),
            16 => Edit::Parameters(a, b),
            _ => Edit::AddWanted(a),
        }
    }

    /// Makes the edit; gives the paths that it touched.
    pub fn apply(self, files: &mut Files) -> Vec<String> {
        match self {
            Edit::Body(a) => in_text(files, a, |text, path| {
                let lines =
                    lines_where(text, |line| is_function(line) && line.trim_end().ends_with([':', '{']));
                let at = *pick(&lines, a)?;
                let indent: String = text[at].chars().take_while(|c| c.is_whitespace()).collect();
                let added = format!("{indent}    {}", across::statement(path, &format!("edited_{}", a % 10)));
                text.insert(at + 1, added);
                Some(())
            }),
            Edit::Rename(a, b) => in_text(files, a, |text, _| {
                let lines = lines_where(text, |line| defined(line).is_some());
                let at = *pick(&lines, b)?;
                let old = defined(&text[at])?.to_owned();
                // Half of the time another definition's name, so that names meet.
                let new = match (b % 2, pick(&lines, b / 7)) {
                    (0, Some(other)) => defined(&text[*other])?.to_owned(),
                    _ => format!("renamed_{}", b % 5),
                };
                text[at] = text[at].replacen(&old, &new, 1);
                Some(())
            }),
            Edit::AddImport(a, b) => {
                let Some(path) = choose(files, a) else { return Vec::new() };
                let alike = of_language(files, &path);
                let Some(other) = pick(&alike, b).cloned() else { return Vec::new() };
                let line = across::import(&path, &other, b);
                in_text(files, a, |text, _| {
                    text.insert(0, line);
                    Some(())
                })
            }
            Edit::RemoveImport(a) => in_text(files, a, |text, _| {
                let at = *pick(&lines_where(text, across::is_import), a)?;
                text.remove(at);
                Some(())
            }),
            Edit::AddFile(a, b) => {
                let Some(path) = choose(files, a) else { return Vec::new() };
                let (stem, end) = path.rsplit_once('.').unwrap_or((&path, "py"));
                let new = format!("{stem}_{}.{end}", b % 3);
                let bytes = files.get(&path).cloned().unwrap_or_default();
                files.insert(new.clone(), bytes);
                vec![new]
            }
            Edit::RemoveFile(a) => match choose(files, a) {
                Some(path) if files.len() > 3 => {
                    files.remove(&path);
                    vec![path]
                }
                _ => Vec::new(),
            },
            Edit::Swap(a, b) => {
                let Some(path) = choose(files, a) else { return Vec::new() };
                let alike = of_language(files, &path);
                let Some(other) = pick(&alike, b).cloned() else { return Vec::new() };
                if let (Some(one), Some(two)) = (files.get(&path).cloned(), files.get(&other).cloned()) {
                    files.insert(path.clone(), two);
                    files.insert(other.clone(), one);
                }
                vec![path, other]
            }
            Edit::Shadow(a, b) => {
                let Some(path) = choose(files, a) else { return Vec::new() };
                let (stem, end) = path.rsplit_once('.').unwrap_or((&path, "py"));
                let new = match (end, b % 2) {
                    ("py", 0) => format!("{stem}/__init__.py"),
                    ("py", _) => stem.rsplit_once('/').map_or(stem, |(_, name)| name).to_owned() + ".py",
                    ("rs", _) => format!("{stem}/mod.rs"),
                    // What is looked for before, or instead of, the file itself.
                    ("js" | "mjs" | "cjs" | "jsx", 0) => format!("{stem}.ts"),
                    (end, _) if SCRIPT.contains(&format!(".{end}").as_str()) => format!("{stem}/index.{end}"),
                    (end, _) => format!("{stem}/shadow.{end}"),
                };
                files.insert(new.clone(), across::module(&new).into());
                vec![new]
            }
            Edit::Prepend(a) => in_text(files, a, |text, path| {
                let line = across::function(path, &format!("first_{}", a % 3), 0);
                // What comes first names the package.
                let at = if ends_in(path, PACKAGED) { text.len() } else { 0 };
                text.insert(at, line);
                Some(())
            }),
            Edit::Return(a, b) => in_text(files, a, |text, _| across::change_return(text, a / 3, b)),
            Edit::DropBase(a, b) => in_text(files, a, |text, path| across::drop_base(text, path, b)),
            Edit::ShadowImport(a, b) => in_text(files, a, |text, path| across::shadow_import(text, path, b)),
            Edit::Condition(a, b) => in_text(files, a, |text, path| across::change_condition(text, path, b)),
            Edit::Parameters(a, b) => in_text(files, a, |text, _| across::change_parameters(text, a / 3, b)),
            Edit::AddWanted(a) => {
                let wanted = across::in_vain(files);
                let Some(path) = pick(&wanted, a).cloned() else { return Vec::new() };
                files.insert(path.clone(), across::module(&path).into());
                vec![path]
            }
        }
    }
}

fn in_text(
    files: &mut Files,
    which: u32,
    edit: impl FnOnce(&mut Vec<String>, &str) -> Option<()>,
) -> Vec<String> {
    let Some(path) = choose(files, which) else { return Vec::new() };
    let bytes = files.get(&path).cloned().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if edit(&mut lines, &path).is_none() {
        return Vec::new();
    }
    files.insert(path.clone(), lines.concat().into_bytes());
    vec![path]
}

/// Files that begin with the name of their package.
const PACKAGED: &[&str] = &[".go", ".java", ".kt", ".php", ".scala"];

fn ends_in(path: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| path.ends_with(end))
}

/// A code file.
fn choose(files: &Files, which: u32) -> Option<String> {
    let is_code = |path: &&String| CODE.iter().any(|ends| ends_in(path, ends));
    let code: Vec<&String> = files.keys().filter(is_code).collect();
    pick(&code, which).map(|path| (*path).clone())
}

fn of_language(files: &Files, path: &str) -> Vec<String> {
    let ends = CODE.iter().find(|ends| ends_in(path, ends)).copied().unwrap_or(&[]);
    files.keys().filter(|other| ends_in(other, ends)).cloned().collect()
}

fn pick<T>(all: &[T], which: u32) -> Option<&T> {
    all.get(which as usize % all.len().max(1))
}

fn lines_where(text: &[String], wanted: impl Fn(&str) -> bool) -> Vec<usize> {
    (0..text.len()).filter(|i| wanted(&text[*i])).collect()
}

fn is_function(line: &str) -> bool {
    let line = line.trim_start();
    let words = [
        "def ",
        "fn ",
        "pub fn ",
        "pub(crate) fn ",
        "func ",
        "function ",
        "export function ",
        "int ",
        "void ",
        "fun ",
        "public function ",
        "local function ",
    ];
    words.iter().any(|word| line.starts_with(word))
}

/// The name that a line defines.
fn defined(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let words = [
        "def ",
        "class ",
        "pub fn ",
        "fn ",
        "pub struct ",
        "struct ",
        "pub trait ",
        "pub enum ",
        "func ",
        "type ",
        "void ",
        "interface ",
        "function ",
        "export function ",
        "export class ",
        "export interface ",
        "export const ",
        "int ",
        "#define ",
        "fun ",
        "val ",
        "object ",
        "protocol ",
        "extension ",
        "module ",
        "public function ",
        "local function ",
    ];
    let rest = words.iter().find_map(|word| trimmed.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    (end > 0).then(|| &rest[..end])
}

fn module_of(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = stem.strip_prefix("src/").unwrap_or(stem);
    let stem = stem.strip_suffix("/__init__").or_else(|| stem.strip_suffix("/mod")).unwrap_or(stem);
    stem.replace('/', ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_script_and_every_kind_of_edit_does_something() {
        assert_eq!(script(7, 30), script(7, 30));
        let mut files = crate::mini_corpus();
        let touched = script(1, 60).into_iter().filter(|edit| !edit.apply(&mut files).is_empty()).count();
        assert!(touched > 40, "{touched}");
    }
}
