//! Source archives of Maven and Gradle (`guava-33.0.0-sources.jar`), and the sources of the Java development kit (`src.zip`).

use crate::archive::Archive;
use crate::disk::{self, LARGEST_METADATA};
use crate::{Ecosystem, Environment, Installed, Located, Missing, Places};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::path::{join, parent};
use roxmltree::{Document, Node, ParsingOptions};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub(crate) const ECOSYSTEM: Ecosystem = Ecosystem {
    word: WORD,
    separator: ".",
    slashes: false,
    manifests: MANIFESTS,
    find,
    named,
    environments,
    states,
};

const WORD: &str = "maven";
const MANIFESTS: &[&str] = &["pom.xml", "build.gradle", "build.gradle.kts"];
/// Where Gradle lists versions for all of a project.
const CATALOGUE: &str = "gradle/libs.versions.toml";

/// The development kit, as a package whose parts are asked one by one.
const STANDARD: &str = "jdk";
/// Where its packages stand that most code uses.
const PUBLIC: &str = "java.base/java";
/// How the names of its packages begin: those of the first are of nothing else.
const OF_STANDARD: &[&str] = &["java", "javax", "jdk", "sun"];

/// Why the development kit has nothing.
const NO_KIT: &str =
    "no development kit with its sources (lib/src.zip) is found: JAVA_HOME, the usual folders";

/// Nodes of a `pom.xml` at most.
const NODES: u32 = 200_000;
/// Most names of a path that may be packages.
const MOST_PARTS: usize = 16;
/// Most dependencies of a project.
const MOST_DEPENDENCIES: usize = 2_000;

/// A dependency as its manifest names it; `version` is "" where another file decides it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Dependency {
    group: String,
    artifact: String,
    version: String,
}

/// What the manifests from the folder of the file up to the root depend on, one of each name.
fn dependencies(places: &Places<'_>) -> Vec<Dependency> {
    let (mut all, mut properties) = (Vec::new(), BTreeMap::new());
    for folder in disk::upwards(places.root, places.from) {
        let text = |name: &str| disk::text(&folder.join(name), places.root, LARGEST_METADATA);
        if let Some(text) = text("pom.xml") {
            read_pom(&text, &mut all, &mut properties);
        }
        for name in &MANIFESTS[1..] {
            text(name).into_iter().for_each(|text| read_gradle(&text, &mut all));
        }
        text(CATALOGUE).into_iter().for_each(|text| read_catalogue(&text, &mut all));
        all.truncate(MOST_DEPENDENCIES);
    }
    let mut found: BTreeMap<(String, String), String> = BTreeMap::new();
    for one in all {
        let version = filled(&one.version, &properties);
        let known = found.entry((one.group, one.artifact)).or_default();
        // The nearest that says a version decides it.
        if known.is_empty() {
            *known = version;
        }
    }
    let plain =
        |group: &str, artifact: &str| group.split('.').all(disk::is_plain) && disk::is_plain(artifact);
    let found = found.into_iter().filter(|((group, artifact), _)| plain(group, artifact));
    found.map(|((group, artifact), version)| Dependency { group, artifact, version }).collect()
}

fn read_pom(text: &str, all: &mut Vec<Dependency>, properties: &mut BTreeMap<String, String>) {
    let options = ParsingOptions { nodes_limit: NODES, ..ParsingOptions::default() };
    let Ok(document) = Document::parse_with_options(text, options) else { return };
    let word = |node: Node<'_, '_>, name: &str| {
        let found = node.children().find(|child| is_element(child, name));
        found.and_then(|child| child.text()).unwrap_or_default().trim().to_owned()
    };
    let project = document.root_element();
    let version = match word(project, "version") {
        own if own.is_empty() => {
            let above = project.children().find(|child| is_element(child, "parent"));
            above.map_or(own, |above| word(above, "version"))
        }
        own => own,
    };
    for name in ["project.version", "revision"] {
        properties.entry(name.to_owned()).or_insert_with(|| version.clone());
    }
    for node in project.descendants() {
        if is_element(&node, "properties") {
            for property in node.children().filter(Node::is_element) {
                let value = property.text().unwrap_or_default().trim().to_owned();
                properties.entry(property.tag_name().name().to_owned()).or_insert(value);
            }
        } else if is_element(&node, "dependency") {
            let [group, artifact, version] =
                ["groupId", "artifactId", "version"].map(|name| word(node, name));
            all.push(Dependency { group, artifact, version });
        }
    }
}

/// True for an element of this name, whatever its namespace, which old manifests leave out.
fn is_element(node: &Node<'_, '_>, name: &str) -> bool {
    node.is_element() && node.tag_name().name() == name
}

/// `version` with what stands for its properties (`${guava.version}`).
fn filled(version: &str, properties: &BTreeMap<String, String>) -> String {
    let mut text = version.to_owned();
    // A property may be named by another one.
    for _ in 0..4 {
        let Some((before, rest)) = text.split_once("${") else { break };
        let Some((name, after)) = rest.split_once('}') else { break };
        let Some(value) = properties.get(name) else { return String::new() };
        text = format!("{before}{value}{after}");
    }
    if text.contains("${") { String::new() } else { text }
}

/// `implementation("g:a:1.0")`, `api 'g:a:1.0'`: texts of three parts, as builds write what they depend on.
fn read_gradle(text: &str, all: &mut Vec<Dependency>) {
    let quoted = text.lines().flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2));
    all.extend(quoted.filter_map(coordinates));
}

fn coordinates(text: &str) -> Option<Dependency> {
    let mut parts = text.split(':');
    let (group, artifact, version) = (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    let version = version.split('@').next().unwrap_or_default();
    let is_dependency = is_name(group) && is_name(artifact) && (version.is_empty() || is_name(version));
    let [group, artifact, version] = [group, artifact, version].map(str::to_owned);
    (is_dependency && group.contains('.')).then_some(Dependency { group, artifact, version })
}

/// The libraries of a catalogue: `guava = "g:a:1.0"`, `{ module = "g:a", version.ref = "guava" }`,
/// `{ group = "g", name = "a", version = "1.0" }`.
fn read_catalogue(text: &str, all: &mut Vec<Dependency>) {
    let Ok(table) = text.parse::<toml::Table>() else { return };
    let versions = table.get("versions").and_then(toml::Value::as_table);
    let libraries = table.get("libraries").and_then(toml::Value::as_table);
    for library in libraries.into_iter().flat_map(|all| all.values()) {
        if let Some(found) = library.as_str().and_then(coordinates) {
            all.push(found);
            continue;
        }
        let word = |key: &str| library.get(key).and_then(toml::Value::as_str);
        let named = word("group").zip(word("name")).map(|(group, name)| format!("{group}:{name}"));
        let Some(mut found) = word("module").map(str::to_owned).or(named).as_deref().and_then(coordinates)
        else {
            continue;
        };
        let by_name = || {
            let name = library.get("version")?.get("ref")?.as_str()?;
            versions?.get(name)?.as_str()
        };
        found.version = word("version").or_else(by_name).unwrap_or_default().to_owned();
        all.push(found);
    }
}

/// The archive of the sources of a dependency with its exact version.
fn sources(places: &Places<'_>, of: &Dependency) -> Option<(PathBuf, String, &'static str)> {
    let Dependency { group, artifact, .. } = of;
    let maven = places.machine.home.as_ref().map(|home| home.join(".m2/repository"));
    let gradle = places.machine.folder("GRADLE_USER_HOME", ".gradle");
    let gradle = gradle.map(|folder| folder.join("caches/modules-2/files-2.1"));
    let maven = maven.map(|folder| (folder, group.replace('.', "/"), ".m2/repository"));
    let gradle = gradle.map(|folder| (folder, group.clone(), "the cache of Gradle"));
    for (folder, group, shown) in maven.into_iter().chain(gradle) {
        let Some(bound) = disk::any_folder(&folder) else { continue };
        let Some(own) = disk::folder(&bound.join(group).join(artifact), &bound) else { continue };
        let archive = |version: &str| {
            let name = format!("{artifact}-{version}-sources.jar");
            let folder = disk::folder(&own.join(version), &bound)?;
            // Gradle puts each file into a folder that is named by its hash.
            let inner = disk::entries(&folder).into_iter().map(|entry| folder.join(entry).join(&name));
            let mut all = std::iter::once(folder.join(&name)).chain(inner);
            all.find_map(|path| disk::inside(&path, &bound).filter(|path| path.is_file()))
        };
        if !of.version.is_empty() {
            let found = Some(&of.version).filter(|version| disk::is_plain(version));
            if let Some(path) = found.and_then(|version| archive(version)) {
                return Some((path, of.version.clone(), shown));
            }
            continue;
        }
        // Another file decides the version: the only one that is there.
        let versions = disk::entries(&own).into_iter();
        let mut there = versions.filter_map(|version| Some((archive(&version)?, version)));
        if let (Some((path, version)), None) = (there.next(), there.next()) {
            return Some((path, version, shown));
        }
    }
    None
}

/// The archive of a dependency as a package.
fn package(places: &Places<'_>, of: &Dependency) -> Option<Installed> {
    let (path, version, environment) = sources(places, of)?;
    Some(Installed {
        ecosystem: WORD,
        name: format!("{}:{}", of.group, of.artifact),
        version,
        digest: disk::stamp(&path),
        root: path,
        environment: environment.to_owned(),
        ..Installed::default()
    })
}

/// The sources of a development kit: the one that the user or `JAVA_HOME` names, else the newest.
fn kit(places: &Places<'_>) -> Option<Installed> {
    let named = places.folders.iter().cloned().chain(places.machine.variable("JAVA_HOME"));
    let mut others = Vec::new();
    for folder in &places.machine.java {
        others.extend(disk::entries(folder).into_iter().map(|name| folder.join(name)));
    }
    if let Some(home) = &places.machine.home {
        others.push(home.join(".sdkman/candidates/java/current"));
    }
    let of = |home: PathBuf| {
        let home = [home.join("Contents/Home"), home].into_iter().find_map(|home| disk::any_folder(&home))?;
        let archive = ["lib/src.zip", "src.zip"]
            .into_iter()
            .find_map(|name| dunce::canonicalize(home.join(name)).ok().filter(|path| path.is_file()))?;
        let release = disk::text(&home.join("release"), &home, LARGEST_METADATA).unwrap_or_default();
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
        let version = version.unwrap_or_default().trim_matches('"').to_owned();
        Some((version, archive, home))
    };
    let newest = |(version, ..): &(String, PathBuf, PathBuf)| -> Vec<u64> {
        version.split('.').map(|part| part.parse().unwrap_or(0)).collect()
    };
    let found =
        named.filter_map(of).next().or_else(|| others.into_iter().filter_map(of).max_by_key(newest))?;
    let (version, archive, home) = found;
    Some(Installed {
        ecosystem: WORD,
        name: STANDARD.to_owned(),
        version,
        digest: disk::stamp(&archive),
        root: archive,
        environment: home.display().to_string(),
        ..Installed::default()
    })
}

/// Where a class stands in an archive: in a development kit below the folder of its module.
fn file_of(archive: &Archive, class: &str) -> Option<String> {
    if archive.has(class) {
        return Some(class.to_owned());
    }
    let modules =
        archive.folders().keys().filter_map(|folder| folder.split_once('/')).map(|(module, _)| module);
    let mut last = "";
    for module in modules.filter(|module| module.contains('.')) {
        if module != last && archive.has(&join(module, class)) {
            return Some(join(module, class));
        }
        last = module;
    }
    None
}

/// The package of which a file is, alone: the files that stand beside it.
fn part(package: Installed, archive: &Archive, file: &str) -> Installed {
    let folder = parent(file);
    let names = archive.folders().get(folder).map_or(&[][..], Vec::as_slice);
    let only = names.iter().filter(|name| name.ends_with(".java") || name.ends_with(".kt"));
    let only = only.map(|name| join(folder, name)).collect();
    Installed { only, entry: Some(file.to_owned()), ..package }
}

fn find(places: &Places<'_>, path: &str) -> Result<Vec<Located>, Missing> {
    if places.for_linking {
        return Err(Missing::new("archives of Java are led on to, and not linked with"));
    }
    let path = &path[..path.find(['(', '[', '<']).unwrap_or(path.len())];
    let parts: Vec<&str> = path.split('.').filter(|part| !part.is_empty()).take(MOST_PARTS).collect();
    let first = parts.first().copied().unwrap_or_default();
    let kit = kit(places).filter(|_| OF_STANDARD.contains(&first));
    let label = kit.as_ref().map(Installed::label);
    let mut known = if first == OF_STANDARD[0] { Vec::new() } else { dependencies(places) };
    // Names of packages begin as those of groups do, as a rule: so few archives are opened.
    let shared = |one: &Dependency| one.group.split('.').zip(&parts).take_while(|(a, b)| a == *b).count();
    known.sort_by_key(|one| Reverse(shared(one)));
    let mut lacking = Vec::new();
    let installed = known.iter().filter_map(|one| {
        let found = package(places, one);
        if found.is_none() {
            lacking.push(one);
        }
        found
    });
    for package in kit.into_iter().chain(installed) {
        let Some(archive) = Archive::open(&package.root) else { continue };
        for end in 1..parts.len() {
            let class = format!("{}/{}.java", parts[..end].join("/"), parts[end]);
            let Some(file) = file_of(&archive, &class) else { continue };
            return Ok(vec![Located {
                package: part(package, &archive, &file),
                import: parts[..end].join("."),
                names: parts[end..].iter().map(|name| (*name).to_owned()).collect(),
                is_flat: true,
                passes_on: Vec::new(),
                declares: None,
            }]);
        }
    }
    let why = match label {
        Some(label) if known.is_empty() => format!("{label} has no {}", parts.join(".")),
        None if known.is_empty() && first == OF_STANDARD[0] => NO_KIT.to_owned(),
        _ => lacks(&known, &lacking, &parts),
    };
    Err(Missing { why, known: known.iter().map(|one| format!("{}:{}", one.group, one.artifact)).collect() })
}

/// Why nothing has a path.
fn lacks(known: &[Dependency], lacking: &[&Dependency], parts: &[&str]) -> String {
    let path = parts.join(".");
    let alike = lacking.iter().find(|one| path.starts_with(&format!("{}.", one.group)));
    match alike.or(lacking.first()) {
        Some(one) => {
            let version = if one.version.is_empty() { String::new() } else { format!(" {}", one.version) };
            format!(
                "the sources of {}:{}{version} are not installed (`mvn dependency:sources`, or an editor, fetches \
                 {}-*-sources.jar)",
                one.group, one.artifact, one.artifact
            )
        }
        None if known.is_empty() => "no pom.xml or build.gradle above names a dependency".to_owned(),
        None => format!("no source archive of {} dependencies has it", known.len()),
    }
}

fn named(places: &Places<'_>, name: &str) -> Result<Installed, Missing> {
    if name == STANDARD {
        // All of it is more than anybody asks for.
        return match kit(places) {
            Some(kit) => Ok(Installed { only: vec![PUBLIC.to_owned()], ..kit }),
            None => Err(Missing::new(NO_KIT)),
        };
    }
    let all = dependencies(places);
    let is_it = |one: &&Dependency| one.artifact == name || format!("{}:{}", one.group, one.artifact) == name;
    let found: Vec<&Dependency> = all.iter().filter(is_it).collect();
    match found.as_slice() {
        [one] => package(places, one).ok_or_else(|| Missing::new(lacks(&all, &[one], &[]))),
        _ => Err(Missing {
            why: format!("{} dependencies are called {name}", found.len()),
            known: all.iter().map(|one| format!("{}:{}", one.group, one.artifact)).collect(),
        }),
    }
}

/// What is depended on, and whether its sources are there.
fn states(places: &Places<'_>) -> Vec<(String, u64)> {
    let of = |one: &Dependency| {
        let digest = package(places, one).map_or(0, |package| package.digest);
        (format!("{}:{}", one.group, one.artifact), hash_numbers([hash_text(&one.version), digest]))
    };
    let mut all: Vec<(String, u64)> = dependencies(places).iter().map(of).collect();
    all.extend(
        kit(places).map(|kit| (STANDARD.to_owned(), hash_numbers([kit.digest, hash_text(&kit.version)]))),
    );
    all
}

fn environments(places: &Places<'_>) -> Vec<Environment> {
    let all = dependencies(places);
    let there: Vec<Installed> = all.iter().filter_map(|one| package(places, one)).collect();
    let why = (there.len() < all.len()).then(|| {
        format!(
            "sources of {} of {} dependencies are not installed (`mvn dependency:sources` fetches them)",
            all.len() - there.len(),
            all.len()
        )
    });
    let place = there.first().map_or_else(|| ".m2/repository".to_owned(), |one| one.environment.clone());
    let archives =
        Environment { ecosystem: WORD, place, packages: there.len(), why, ..Environment::default() };
    let kit = match kit(places) {
        Some(kit) => Environment {
            ecosystem: WORD,
            place: kit.environment,
            version: format!("{STANDARD} {}", kit.version),
            packages: 1,
            why: None,
        },
        None => Environment {
            ecosystem: WORD,
            place: STANDARD.to_owned(),
            why: Some(NO_KIT.to_owned()),
            ..Environment::default()
        },
    };
    vec![archives, kit]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Machine;
    use crate::archive::tests::write;
    use std::fs;
    use std::path::Path;

    fn put(root: &Path, path: &str, text: &str) {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }

    const POM: &str = "<project><version>2</version><properties><kit.version>1.4</kit.version></properties>\
        <dependencies><dependency><groupId>org.acme</groupId><artifactId>kit</artifactId>\
        <version>${kit.version}</version></dependency><dependency><groupId>org.acme</groupId>\
        <artifactId>gone</artifactId></dependency></dependencies></project>";

    #[test]
    fn a_class_is_found_in_the_archive_of_the_version_that_the_manifests_say() {
        let (root, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let home = dunce::canonicalize(home.path()).unwrap();
        put(root.path(), "pom.xml", POM);
        put(
            root.path(),
            "gradle/libs.versions.toml",
            "[versions]\nw = '3'\n[libraries]\nw = { module = 'org.wide:web', version.ref = 'w' }\n",
        );
        put(root.path(), "app/build.gradle.kts", "dependencies { api(\"org.near:near:7\") }\n");
        let jar = |place: &str| {
            let path = home.join(place);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            path
        };
        let repository = ".m2/repository/org/acme/kit";
        let class =
            [("org/acme/Kit.java", "package org.acme; public class Kit {}"), ("org/acme/in/X.java", "")];
        write(&jar(&format!("{repository}/1.4/kit-1.4-sources.jar")), &class);
        write(&jar(&format!("{repository}/1.5/kit-1.5-sources.jar")), &[]);
        let cache = ".gradle/caches/modules-2/files-2.1/org.wide/web/3";
        write(&jar(&format!("{cache}/0a1b/web-3-sources.jar")), &[("org/wide/Web.java", "")]);
        let base =
            [("java.base/java/util/List.java", "package java.util;"), ("java.sql/java/sql/Row.java", "")];
        write(&jar("jvm/kit-21/lib/src.zip"), &base);
        put(&home, "jvm/kit-21/release", "JAVA_VERSION=\"21.0.1\"\n");
        write(&jar("jvm/kit-9/lib/src.zip"), &[]);
        put(&home, "jvm/kit-9/release", "JAVA_VERSION=\"9.0.4\"\n");

        let machine =
            Machine { home: Some(home.clone()), java: vec![home.join("jvm")], ..Machine::default() };
        let places = Places {
            root: &dunce::canonicalize(root.path()).unwrap(),
            from: "app/src/A.java",
            folders: &[],
            machine: &machine,
            for_linking: false,
            seen: &crate::Seen::default(),
        };
        for (path, label, entry, names) in [
            ("org.acme.Kit.open", "org.acme:kit 1.4", "org/acme/Kit.java", &["Kit", "open"][..]),
            ("org.wide.Web", "org.wide:web 3", "org/wide/Web.java", &["Web"]),
            ("java.util.List.of", "jdk 21.0.1", "java.base/java/util/List.java", &["List", "of"]),
            ("java.sql.Row", "jdk 21.0.1", "java.sql/java/sql/Row.java", &["Row"]),
        ] {
            let found = find(&places, path).unwrap().remove(0);
            assert_eq!(
                (found.package.label().as_str(), found.names),
                (label, names.iter().map(|n| (*n).to_owned()).collect())
            );
            assert_eq!(found.package.entry.as_deref(), Some(entry));
            let files: Vec<String> = found.package.archived().map(|(path, _)| path).collect();
            assert_eq!(files, [entry], "the package alone");
        }
        assert_eq!(named(&places, "kit").unwrap().archived().count(), 2, "all of it");
        let (_, text) = find(&places, "org.acme.Kit").unwrap()[0].package.archived().next().unwrap();
        assert_eq!(text, class[0].1.as_bytes());
        let why = find(&places, "java.util.Set").unwrap_err().why;
        assert_eq!(why, "jdk 21.0.1 has no java.util.Set");
        let why = find(&places, "org.near.Near").unwrap_err().why;
        assert!(why.contains("org.near:near 7 are not installed"), "{why}");
        let status = environments(&places);
        assert_eq!((status[0].packages, status[1].version.as_str()), (2, "jdk 21.0.1"));
        assert!(status[0].why.as_ref().unwrap().contains("2 of 4"), "{status:?}");
        assert_eq!(states(&places).len(), 5);
    }

    #[test]
    fn what_no_manifest_may_say_names_nothing() {
        let mut all = Vec::new();
        read_gradle("x('a.b:c:1') y(\"../..:c:1\") z('one:two') w('a.b:c')", &mut all);
        let of = |group: &str, artifact: &str, version: &str| {
            let [group, artifact, version] = [group, artifact, version].map(str::to_owned);
            Dependency { group, artifact, version }
        };
        assert_eq!(all, [of("a.b", "c", "1"), of("a.b", "c", "")]);
        let itself = BTreeMap::from([("a".to_owned(), "${a}".to_owned())]);
        assert_eq!(filled("${a}", &itself), "", "a property that names itself");
        assert_eq!(filled("1.${b}", &itself), "");
    }
}
