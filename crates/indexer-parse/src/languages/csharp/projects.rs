//! Project files of MSBuild: `<Using Include="A.B" />` says for the files of a project what `global using A.B;` does, and so does
//! a kit (`Sdk="Microsoft.NET.Sdk.Web"`) that brings usings of its own.

/// The kits whose own usings rules of frameworks know.
const KITS: &[&str] = &["Microsoft.NET.Sdk.Web"];

/// True for the path of a project file, which is XML beside being C# that imports.
pub(in crate::languages) fn is_project(path: &str) -> bool {
    let name = indexer_core::path::file_name(path);
    super::LANGUAGE.file_names.contains(&name)
        || indexer_core::path::extension(path).eq_ignore_ascii_case("csproj")
}

/// The text of a project as the parser sees it: what it imports as C#, each name in its place, and spaces; `None` for a file
/// of C#.
pub(super) fn as_imports(source: &str) -> Option<String> {
    if !source.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return None;
    }
    let blank = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' };
    let mut text: Vec<u8> = source.bytes().map(blank).collect();
    // Nothing is written over what was written before.
    let (mut at, mut free) = (0, 0);
    while let Some(start) = source[at..].find('<') {
        at += start;
        let element = &source[at..];
        let is_comment = element.starts_with("<!--");
        let Some(length) = element.find(if is_comment { "-->" } else { ">" }) else { break };
        let element = &element[..length];
        let named = match element.split_whitespace().next() {
            Some("<Using") => attribute(element, "Include"),
            Some("<Project") => attribute(element, "Sdk").filter(|(_, name)| KITS.contains(name)),
            _ => None,
        };
        if let Some((begins, name)) = named
            && is_path(name)
            && attribute(element, "Alias").is_none()
        {
            let is_static =
                attribute(element, "Static").is_some_and(|(_, value)| value.eq_ignore_ascii_case("true"));
            let words: &[u8] = if is_static { b"global using static " } else { b"global using " };
            let begins = at + begins;
            let end = begins + name.len();
            if begins >= free + words.len() {
                text[begins - words.len()..begins].copy_from_slice(words);
                text[begins..end].copy_from_slice(name.as_bytes());
                // Where the quote was.
                text[end] = b';';
                free = end + 1;
            }
        }
        at += length;
    }
    String::from_utf8(text).ok()
}

/// Where the value of an attribute begins in its element, and what it is.
fn attribute<'e>(element: &'e str, name: &str) -> Option<(usize, &'e str)> {
    let opening = format!("{name}=\"");
    let mut found = element.match_indices(&opening).map(|(at, _)| at);
    let at = found.find(|at| element[..*at].ends_with(char::is_whitespace))? + opening.len();
    let value = &element[at..];
    Some((at, &value[..value.find('"')?]))
}

/// True for names with dots between.
fn is_path(text: &str) -> bool {
    text.split('.').all(|name| {
        name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_project_imports_stands_where_it_is_written() {
        let project = "<Project>\n  <!-- <Using Include=\"Old\" /> -->\n  <ItemGroup Label=\"ä\">\n    <Using Include=\"Xunit\" />\n    \
                       <Using Static=\"true\" Include=\"Shop.Prices.Price\"/>\n    <Using Remove=\"System.IO\" />\n    \
                       <Using Include=\"Shop.Box\" Alias=\"Box\" />\n    <Using Include=\"$(Other)\" />\n  </ItemGroup>\n</Project>\n";
        let text = as_imports(project).unwrap();
        assert_eq!(text.len(), project.len());
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["global using Xunit;", "global using static Shop.Prices.Price;"]);
        assert_eq!(text.find("Xunit"), project.find("Xunit"));
        let web = as_imports("<Project Sdk=\"Microsoft.NET.Sdk.Web\">\n</Project>").unwrap();
        assert_eq!(web.trim(), "global using Microsoft.NET.Sdk.Web;");
        assert_eq!(
            as_imports("<Project Sdk=\"Microsoft.NET.Sdk\"/>").map(|text| text.trim().to_owned()),
            Some(String::new())
        );
        assert_eq!(as_imports("using A;\n"), None);
        assert!(is_project("a/A.csproj") && is_project("Directory.Build.props") && !is_project("a.cs"));
        for odd in
            ["<", "<Using ", "<Using Include=\"A", "<Using Include=\"A\"", "<!-- <Using >", "\u{feff}<é"]
        {
            assert_eq!(as_imports(odd).map(|text| text.trim().to_owned()), Some(String::new()), "{odd}");
        }
    }
}
