//! Rules over the names of files and folders: skipped, secret, text.

use crate::types::exclusion::LeftOut;
use crate::types::limits::{LARGEST_TEXT, LARGEST_UNLISTED};
use indexer_core::path::{extension, file_name};

/// Rules of our own: `.gitignore` syntax. Unlike those of git they hold for tracked files too, and
/// with `!` take in what rules of git and the list of skipped folders leave out.
pub const IGNORE_FILE: &str = ".indexerignore";

/// Folders of packages, build output and caches, skipped unless files in them are tracked.
pub const SKIPPED_FOLDERS: &[&str] = &[
    ".cache",
    ".eggs",
    ".git",
    ".gradle",
    ".hg",
    ".idea",
    ".jj",
    ".mypy_cache",
    ".next",
    ".nox",
    ".pytest_cache",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    "__pycache__",
    "bower_components",
    "dist",
    "node_modules",
    "site-packages",
    "target",
    "venv",
];

/// True for the name of a folder that is skipped unless files in it are tracked.
pub fn is_skipped_folder(name: &str) -> bool {
    SKIPPED_FOLDERS.binary_search(&name).is_ok() || name.ends_with(".egg-info")
}

/// True for the name of a folder that is skipped in an installed package: it is no output of a build there.
pub fn is_skipped_in_package(name: &str) -> bool {
    is_skipped_folder(name) && !matches!(name, "dist" | "target")
}

const SECRET_NAMES: &[&str] = &[
    ".boto",
    ".dockercfg",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".vault-token",
    "_netrc",
    "credentials",
    "htpasswd",
    "kubeconfig",
];

/// Files that hold secrets only where they stand: the ends of their paths.
const SECRET_ENDS: &[&str] = &[".kube/config", ".docker/config.json", ".config/gh/hosts.yml"];

/// Words in the names of files of credentials in JSON.
const SECRET_WORDS: &[&str] = &["service-account", "service_account", "serviceaccount", "_credentials"];

const SECRET_EXTENSIONS: &[&str] =
    &["jks", "kdbx", "key", "keystore", "p12", "pem", "pfx", "ppk", "tfstate", "tfvars"];
const SECRET_KEYS: &[&str] = &["id_dsa", "id_ecdsa", "id_ed25519", "id_rsa"];

/// True for a file that is named like a file of secrets. `.env.example` and the like are not.
pub fn is_secret(path: &str) -> bool {
    let name = file_name(path).to_ascii_lowercase();
    let sample = [".example", ".sample", ".template", ".dist"].iter().any(|end| name.ends_with(end));
    // Code that deals with credentials is code.
    let code = indexer_parse::language_of(&name, b"").is_some();
    let named = SECRET_NAMES.contains(&name.as_str())
        || SECRET_EXTENSIONS.contains(&extension(&name))
        || SECRET_KEYS.iter().any(|key| name.starts_with(key) && !name.ends_with(".pub"))
        || (name.starts_with(".env") && !name[4..].starts_with(|c: char| c.is_alphanumeric()))
        || SECRET_ENDS
            .iter()
            .any(|end| path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')))
        || (name.ends_with(".json") && SECRET_WORDS.iter().any(|word| name.contains(word)))
        || name.ends_with(".kubeconfig")
        || (name.starts_with("credentials.") && !code)
        || (name.starts_with("secrets.") && !code);
    named && !sample
}

/// True for a path that a secret stands in, which every answer about the file would show.
fn holds_secret(path: &str) -> bool {
    // Tokens are long and hold digits: most paths need no closer look.
    let long = |part: &str| part.len() >= SHORTEST_TOKEN && part.bytes().any(|b| b.is_ascii_digit());
    let between = |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-';
    path.split(between).any(long) && !crate::redact::secrets(path.as_bytes()).is_empty()
}

/// Shortest part of a path that may be a token.
const SHORTEST_TOKEN: usize = 16;

/// Extensions of texts that are no code of a language that is parsed, and may be as large as any text.
#[rustfmt::skip]
const TEXT_EXTENSIONS: &[&str] = &[
    "adoc", "aj", "am", "asciidoc", "avsc", "awk", "bash", "bat", "bazel", "bzl", "capnp", "cfg",
    "clj", "cljc", "cljs", "cmake", "cmd", "coffee", "conf", "cs", "csproj", "css", "cu", "dart", "def",
    "dts", "dtsi", "edn", "ejs", "el", "elm", "erb", "erl", "ex", "exs", "f", "f90", "factories", "fbs",
    "feature", "fish", "frag", "fs", "fsx", "ftl", "glsl", "gradle", "graphql", "groovy", "haml", "hbs",
    "hlsl", "hs", "htm", "html", "in", "inc", "ini", "j2", "jinja", "jinja2", "jl", "json", "json5",
    "jsonc", "jsp", "kt", "kts", "ld", "less", "liquid", "lisp", "lua", "m", "m4", "markdown", "md", "mdx",
    "mk", "ml", "mm", "mustache", "nim", "nix", "njk", "org", "php", "pl", "plist", "pm", "properties",
    "proto", "ps1", "pug", "pxd", "pxi", "pyx", "r", "rb", "rkt", "rst", "s", "sass", "scala", "scss",
    "service", "sh", "slim", "sln", "sol", "sql", "star", "styl", "swift", "tcl", "templ", "tex",
    "tf", "thrift", "tmpl", "toml", "tpl", "twig", "txt", "vb", "vert", "vim", "vm", "wgsl", "wsdl",
    "xml", "xsd", "xsl", "xslt", "yaml", "yml", "zig", "zsh",
];

/// Names of such texts that have no extension.
const TEXT_NAMES: &[&str] = &[
    ".bazelrc",
    ".clang-format",
    ".clang-tidy",
    ".dockerignore",
    ".editorconfig",
    ".env.dist",
    ".env.example",
    ".env.sample",
    ".env.template",
    ".helmignore",
    ".mailmap",
    ".npmignore",
    ".nvmrc",
    ".prettierignore",
    ".prettierrc",
    ".python-version",
    ".ruby-version",
    ".tool-versions",
    "AUTHORS",
    "CHANGELOG",
    "CHANGES",
    "CONTRIBUTING",
    "Containerfile",
    "Dockerfile",
    "GNUmakefile",
    "Gemfile",
    "INSTALL",
    "Jenkinsfile",
    "Justfile",
    "Kconfig",
    "LICENSE",
    "Makefile",
    "NEWS",
    "NOTICE",
    "Procfile",
    "README",
    "Rakefile",
    "TODO",
    "Vagrantfile",
    "justfile",
    "makefile",
];

/// What programs write for programs.
const DATA_NAMES: &[&str] = &["npm-shrinkwrap.json", "package-lock.json", "pnpm-lock.yaml"];

/// Extensions of what is no text, or is data that programs write.
#[rustfmt::skip]
const DATA_EXTENSIONS: &[&str] = &[
    "7z", "a", "aac", "ai", "apk", "avi", "avif", "bin", "blend", "bmp", "br", "bz2", "cache", "cer", "class", "crt", "csv",
    "cur", "dat", "db", "deb", "der", "dll", "dmg", "doc", "docx", "dylib", "ear", "egg", "elf", "eot", "eps", "exe", "fbx",
    "flac", "geojson", "gif", "glb", "gltf", "gpg", "gz", "h5", "heic", "icns", "ico", "img", "ipa", "iso", "jar", "jpeg",
    "jpg", "jsonl", "lib", "lock", "log", "lzma", "map", "mkv", "mo", "mov", "mp3", "mp4", "msi", "ndjson", "nib", "npy",
    "npz", "o", "obj", "ogg", "onnx", "otf", "parquet", "pb", "pdf", "pickle", "pkl", "png", "po", "pot", "ppt", "pptx",
    "psd", "pt", "pyc", "pyd", "rar", "rlib", "rpm", "rtf", "snap", "so", "sqlite", "sqlite3", "sum", "svg", "swf", "tar",
    "tgz", "tif", "tiff", "tsv", "ttf", "war", "wasm", "wav", "webm", "webp", "whl", "woff", "woff2", "xls", "xlsx", "xz",
    "zip", "zst",
];

/// Folders whose files are named after what they declare.
const TEXT_FOLDERS: &[&str] = &["META-INF/services/", "META-INF/spring/"];

/// Up to which size a file that is no code and no manifest is searched as text: documentation, configuration, templates,
/// code of languages that are not parsed, and small files of kinds that nobody listed. `None` for what is data by its
/// name. Names in it count as uses that are not known, so that nothing it names is called dead.
pub fn largest_text(path: &str) -> Option<u64> {
    let name = file_name(path);
    if DATA_NAMES.contains(&name) || name.contains(".min.") {
        return None;
    }
    let extension = extension(path).to_ascii_lowercase();
    let is_listed = TEXT_EXTENSIONS.binary_search(&extension.as_str()).is_ok()
        || TEXT_NAMES.binary_search(&name).is_ok()
        || TEXT_FOLDERS.iter().any(|folder| path.contains(folder));
    if is_listed {
        return Some(LARGEST_TEXT);
    }
    // What programs keep for themselves has such names too.
    let is_data = name.starts_with('.') || DATA_EXTENSIONS.binary_search(&extension.as_str()).is_ok();
    (!is_data).then_some(LARGEST_UNLISTED)
}

/// Why the file is left out by its name alone; `None` for one that is, or may turn out to be, code, a manifest
/// or text.
pub fn left_out_by_name(path: &str) -> Option<LeftOut> {
    if is_secret(path) || holds_secret(path) {
        return Some(LeftOut::Secret);
    }
    let wanted = indexer_parse::is_manifest(path)
        || indexer_parse::language_of(path, b"").is_some()
        || largest_text(path).is_some();
    (!wanted).then_some(LeftOut::UnknownLanguage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_folders_is_sorted() {
        assert!(SKIPPED_FOLDERS.is_sorted());
        assert!(is_skipped_folder("node_modules") && !is_skipped_folder("src"));
        assert!(TEXT_EXTENSIONS.is_sorted() && TEXT_NAMES.is_sorted() && DATA_EXTENSIONS.is_sorted());
    }

    #[test]
    fn what_is_no_data_is_text() {
        for listed in
            ["docs/a.MD", "Makefile", ".github/ci.yml", "a/META-INF/services/java.sql.Driver", "src/a.S"]
                .into_iter()
                .chain([".dockerignore", "sub/.editorconfig"])
        {
            assert_eq!(largest_text(listed), Some(LARGEST_TEXT), "{listed}");
        }
        for small in
            ["app/page.html.heex", "src/Views/Index.cshtml", "CODEOWNERS", "eng/a.targets", "a.never-seen"]
        {
            assert_eq!(largest_text(small), Some(LARGEST_UNLISTED), "{small}");
        }
        for data in
            ["package-lock.json", "a.min.css", "a.png", "Cargo.lock", "a.CSV", ".never-seen", ".never.seen"]
        {
            assert_eq!(largest_text(data), None, "{data}");
            assert_eq!(left_out_by_name(data), Some(LeftOut::UnknownLanguage), "{data}");
        }
    }

    #[test]
    fn secrets_are_known_by_name() {
        for secret in
            [".env", "a/.env.local", "x.pem", "id_rsa", "id_ed25519_work", ".npmrc", "credentials.json"]
                .into_iter()
                .chain([
                    "a/.kube/config",
                    "kubeconfig",
                    "x/my-service-account-1.json",
                    "gcp_credentials.json",
                ])
        {
            assert!(is_secret(secret), "{secret}");
        }
        for open in [
            ".env.example",
            "environment.py",
            "id_rsa.pub",
            "credentials.py",
            ".environment",
            "kube/config",
            "account.json",
        ] {
            assert!(!is_secret(open), "{open}");
        }
    }
}
