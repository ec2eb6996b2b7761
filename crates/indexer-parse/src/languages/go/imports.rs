//! Imports.

use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, ExprId, Expression, Import, ImportId, ImportShape, Name, Namespace, Role, ScopeId, Span,
    Visibility,
};

/// `import "a/b"` and `import ( ... )`.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| match walk.kind() {
        "import_spec" => specification(walk),
        "import_spec_list" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| match walk.kind() {
                    "import_spec" => specification(walk),
                    _ => drop(walk.lower()),
                });
                ExprId::UNKNOWN
            });
        }
        _ => drop(walk.lower()),
    });
    ExprId::UNKNOWN
}

/// A path, perhaps with a name, `.` or `_` before it. The path is one name: only the manifest tells
/// which part of it is in the repository.
fn specification(walk: &mut Walk<'_, '_>) {
    let (mut shape, mut alias, mut path) = (ImportShape::Item, None, None);
    walk.children(|walk, field| match field {
        Field::Name => match walk.kind() {
            "dot" => shape = ImportShape::Wildcard,
            "blank_identifier" => {
                walk.neither();
                shape = ImportShape::Effect;
            }
            "package_identifier" => {
                let span = walk.local();
                alias = Some(walk.build.name(span));
            }
            _ => drop(walk.lower()),
        },
        Field::Path => {
            let span = walk.span();
            path = (span.end - span.start > 2).then(|| Span::new(span.start + 1, span.end - 1));
            walk.lower();
        }
        _ => drop(walk.lower()),
    });
    if let Some(span) = path {
        add(walk, span, shape, alias);
    }
}

fn add(walk: &mut Walk<'_, '_>, span: Span, shape: ImportShape, alias: Option<Name>) {
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let name = walk.build.name(span);
    let text = walk.build.text(span);
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    let expression = walk.build.expression(Expression::Import { import: id, upto: 1 });
    walk.build.use_member(span, expression);
    walk.build.uses.uncount_last();
    walk.build.role = role;
    let bound = match alias {
        Some(alias) => alias,
        None => walk.build.names.name(package_name(text)),
    };
    let scope = ScopeId(0);
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level: 0,
        path: vec![name],
        alias: (bound != name).then_some(bound),
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span,
    });
    if shape == ImportShape::Item {
        walk.build.bind(scope, bound, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
        // What ends with a version is called so as often: which of the two names it has, only its files tell.
        let version = text.rsplit('/').next().filter(|last| alias.is_none() && is_version(last));
        if let Some(version) = version {
            let version = walk.build.names.made(version);
            walk.build.bind(scope, version, Namespace::ANY, Bound::Import(id), ExprId::UNKNOWN);
        }
    }
}

/// True for `v2`.
fn is_version(part: &str) -> bool {
    let digits = part.strip_prefix('v').unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name that a package most likely has: the last part of its path that is no version, without
/// what is customary around it (`go-x`, `x.go`, `x.v3`).
fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let last = if is_version(last) { parts.next().unwrap_or(last) } else { last };
    let last = last
        .rsplit_once(".")
        .map_or(last, |(stem, end)| if is_version(end) || end == "go" || end == "git" { stem } else { last });
    let last = last.strip_prefix("go-").or_else(|| last.strip_suffix("-go")).unwrap_or(last);
    // A name holds no dash: the part behind the last one is the best guess.
    last.rsplit('-').next().unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::package_name;

    #[test]
    fn packages_are_named_by_the_last_part_of_their_paths() {
        let cases = [
            ("fmt", "fmt"),
            ("net/http", "http"),
            ("github.com/x/validator/v10", "validator"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("github.com/mattn/go-isatty", "isatty"),
            ("github.com/json-iterator/go", "go"),
            ("github.com/nats-io/nats.go", "nats"),
        ];
        for (path, name) in cases {
            assert_eq!(package_name(path), name, "{path}");
        }
    }
}
