//! C#.

use crate::build::MembersByName;
use crate::language::{Grammar, Language, Stub, Tier};

mod conventions;
mod hooks;
mod link;
mod mask;
mod nodes;
pub(super) mod projects;
mod state;
mod types;

pub(super) const LANGUAGE: Language = Language {
    id: "csharp",
    name: "C#",
    tier: Tier::Linked,
    extensions: &["cs", "csproj"],
    file_names: &["Directory.Build.props", "Directory.Build.targets"],
    interpreters: &[],
    grammar: Grammar::Tree(|| tree_sitter_c_sharp::LANGUAGE.into()),
    roles: nodes::ROLES,
    identifiers: &["identifier", "implicit_parameter"],
    members_by_name: MembersByName::Inside,
    functions_see_locals: true,
    is_indented: false,
    openers: &[],
    mask: Some(mask::mask),
    parsable_prefix: None,
    container: None,
    rules: &link::RULES,
    stubs: &[
        Stub { package: "System", path: "System/stubs.cs", source: include_str!("stubs/system.cs") },
        Stub {
            package: "System.Collections",
            path: "System/Collections/stubs.cs",
            source: include_str!("stubs/old_collections.cs"),
        },
        Stub {
            package: "System.Collections.Concurrent",
            path: "System/Collections/Concurrent/stubs.cs",
            source: include_str!("stubs/concurrent.cs"),
        },
        Stub {
            package: "System.Collections.Generic",
            path: "System/Collections/Generic/stubs.cs",
            source: include_str!("stubs/collections.cs"),
        },
        Stub {
            package: "System.Collections.ObjectModel",
            path: "System/Collections/ObjectModel/stubs.cs",
            source: include_str!("stubs/object_model.cs"),
        },
        Stub {
            package: "System.ComponentModel",
            path: "System/ComponentModel/stubs.cs",
            source: include_str!("stubs/component_model.cs"),
        },
        Stub {
            package: "System.Diagnostics",
            path: "System/Diagnostics/stubs.cs",
            source: include_str!("stubs/diagnostics.cs"),
        },
        Stub {
            package: "System.Diagnostics.CodeAnalysis",
            path: "System/Diagnostics/CodeAnalysis/stubs.cs",
            source: include_str!("stubs/analysis.cs"),
        },
        Stub {
            package: "System.Globalization",
            path: "System/Globalization/stubs.cs",
            source: include_str!("stubs/globalization.cs"),
        },
        Stub { package: "System.IO", path: "System/IO/stubs.cs", source: include_str!("stubs/io.cs") },
        Stub { package: "System.Linq", path: "System/Linq/stubs.cs", source: include_str!("stubs/linq.cs") },
        Stub {
            package: "System.Linq.Expressions",
            path: "System/Linq/Expressions/stubs.cs",
            source: include_str!("stubs/expressions.cs"),
        },
        Stub { package: "System.Net", path: "System/Net/stubs.cs", source: include_str!("stubs/net.cs") },
        Stub {
            package: "System.Net.Http",
            path: "System/Net/Http/stubs.cs",
            source: include_str!("stubs/http.cs"),
        },
        Stub {
            package: "System.Reflection",
            path: "System/Reflection/stubs.cs",
            source: include_str!("stubs/reflection.cs"),
        },
        Stub {
            package: "System.Runtime.CompilerServices",
            path: "System/Runtime/CompilerServices/stubs.cs",
            source: include_str!("stubs/compiler.cs"),
        },
        Stub {
            package: "System.Runtime.InteropServices",
            path: "System/Runtime/InteropServices/stubs.cs",
            source: include_str!("stubs/interop.cs"),
        },
        Stub {
            package: "System.Runtime.Serialization",
            path: "System/Runtime/Serialization/stubs.cs",
            source: include_str!("stubs/serialization.cs"),
        },
        Stub { package: "System.Text", path: "System/Text/stubs.cs", source: include_str!("stubs/text.cs") },
        Stub {
            package: "System.Text.RegularExpressions",
            path: "System/Text/RegularExpressions/stubs.cs",
            source: include_str!("stubs/regex.cs"),
        },
        Stub {
            package: "System.Threading",
            path: "System/Threading/stubs.cs",
            source: include_str!("stubs/threading.cs"),
        },
        Stub {
            package: "System.Threading.Tasks",
            path: "System/Threading/Tasks/stubs.cs",
            source: include_str!("stubs/tasks.cs"),
        },
    ],
};
