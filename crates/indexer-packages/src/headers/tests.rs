use super::*;
use crate::{Machine, Seen};
use std::fs;

fn put(root: &Path, path: &str, text: &str) {
    fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
    fs::write(root.join(path), text).unwrap();
}

/// A machine with a library of C and one of C++, and one library that nobody owns.
fn machine(usr: &Path) -> Machine {
    let include = usr.join("include");
    let files = [
        ("string.h", "#include <bits/types.h>\nsize_t strlen (const char *s);\n"),
        ("stdlib.h", "#include <bits/types.h>\nvoid *malloc (size_t n);\n"),
        ("bits/types.h", "typedef unsigned long size_t;\n"),
        ("zlib.h", "#include <string.h>\nint inflate (void *);\n"),
        ("c++/9/string", "old"),
        ("c++/12/string", "#include <bits/basic.h>\n"),
        ("c++/12/bits/basic.h", "namespace std { class string {}; }\n"),
        ("c++/12/stdlib.h", "#include_next <stdlib.h>\nusing std::malloc;\n"),
        ("unowned/free.h", "int unowned (void);\n"),
    ];
    files.iter().for_each(|(path, text)| put(&include, path, text));
    let list = |names: &[&str]| {
        names.iter().map(|name| format!("{}/{name}\n", include.display())).collect::<String>()
    };
    put(usr, "dpkg/info/libc-dev:amd64.list", &list(&["string.h", "stdlib.h", "bits/types.h"]));
    put(usr, "dpkg/info/z-dev.list", &list(&["zlib.h"]));
    put(usr, "dpkg/info/cxx-dev.list", &list(&["c++/12/string", "c++/12/bits/basic.h", "c++/12/stdlib.h"]));
    put(
        usr,
        "dpkg/status",
        "Package: libc-dev\nArchitecture: amd64\nVersion: 2.36-9\n\nPackage: z-dev\nVersion: 1:1.2\n",
    );
    let free = format!("prefix={}\nVersion: 0.7\nCflags: -I${{prefix}}/include/unowned\n", usr.display());
    put(usr, "lib/pkgconfig/free.pc", &free);
    Machine { headers: vec![usr.to_owned()], dpkg: Some(usr.join("dpkg")), ..Machine::default() }
}

fn folders() -> [tempfile::TempDir; 2] {
    [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()]
}

fn label(found: &Result<Vec<Located>, Missing>) -> String {
    match found {
        Ok(found) => {
            let one = &found[0].package;
            format!("{}: {} of {}", one.label(), one.entry.clone().unwrap_or_default(), one.only.join(" "))
        }
        Err(missing) => missing.why.clone(),
    }
}

#[test]
fn a_name_is_looked_for_in_what_the_file_includes() {
    let [repository, usr] = folders();
    let root = dunce::canonicalize(repository.path()).unwrap();
    let machine = machine(&dunce::canonicalize(usr.path()).unwrap());
    put(&root, "src/a.c", "#include \"a.h\"\n#include <zlib.h>\n");
    put(&root, "include/a.h", "#include <stdlib.h>\n");
    put(&root, "src/b.cc", "#include <string>\n#include <stdlib.h>\n#include <gone.h>\n");
    let seen = Seen::default();
    let places =
        |from| Places { root: &root, from, folders: &[], machine: &machine, for_linking: false, seen: &seen };
    let ask = |from, path| label(&find(&places(from), path));
    assert_eq!(ask("src/a.c", "libc.inflate"), "z-dev 1:1.2: zlib.h of zlib.h");
    // Through a header of the repository, and through one of another package.
    assert_eq!(ask("src/a.c", "libc.malloc"), "libc-dev 2.36-9: stdlib.h of bits/types.h stdlib.h");
    assert_eq!(ask("src/a.c", "libc.strlen"), "libc-dev 2.36-9: string.h of bits/types.h string.h");
    assert_eq!(ask("src/a.c", "zlib.h"), "z-dev 1:1.2: zlib.h of zlib.h");
    assert_eq!(ask("src/a.c", "libc.unowned"), "none of the 2 headers outside that src/a.c includes has it");
    let string = "cxx-dev: c++/12/string of c++/12/bits/basic.h c++/12/string";
    assert_eq!(ask("src/b.cc", "std::string"), string);
    assert_eq!(ask("src/b.cc", "string"), string);
    // The library of C++ comes before that of C, and goes on to it.
    assert_eq!(ask("src/b.cc", "libc::size_t"), "libc-dev 2.36-9: stdlib.h of bits/types.h stdlib.h");
    assert!(ask("src/b.cc", "libc::inflate").ends_with("includes has it; 1 are not found: gone.h"));
    assert!(ask("src/b.cc", "gone.h").starts_with("gone.h is in no folder of headers"));
    let linked = Places { for_linking: true, ..places("src/a.c") };
    assert!(find(&linked, "libc.inflate").is_err(), "nothing is linked with headers");
}

#[test]
fn a_package_is_asked_for_by_its_name_or_by_a_header() {
    let [repository, usr] = folders();
    let root = dunce::canonicalize(repository.path()).unwrap();
    let machine = machine(&dunce::canonicalize(usr.path()).unwrap());
    let places = Places {
        root: &root,
        from: "",
        folders: &[],
        machine: &machine,
        for_linking: false,
        seen: &Seen::default(),
    };
    assert_eq!(named(&places, "libc-dev").unwrap().only, ["bits/types.h", "stdlib.h", "string.h"]);
    assert_eq!(named(&places, "string.h").unwrap().only, ["bits/types.h", "string.h"]);
    assert_eq!(named(&places, "zlib").unwrap().label(), "z-dev 1:1.2");
    let missing = named(&places, "gone").unwrap_err();
    assert!(missing.known.contains(&"z-dev".to_owned()) && missing.known.contains(&"free".to_owned()));
    let status = environments(&places);
    assert_eq!((status.len(), status[0].packages), (1, 3), "{status:?}");
}

#[test]
fn what_a_build_names_is_looked_in_first_and_headers_alone_are_read_there() {
    let [repository, usr] = folders();
    let root = dunce::canonicalize(repository.path()).unwrap();
    let usr = dunce::canonicalize(usr.path()).unwrap();
    let machine = machine(&usr);
    put(&usr, "other/string.h", "int other (void);\n");
    put(&usr, "other/secret", "int secret (void);\n");
    put(&root, "a.c", "#include <string.h>\n#include <free.h>\n#include <secret>\n#include \"../../x.h\"\n");
    let command = format!("cc -I{0}/other -isystem {0}/include/unowned -I/ -c a.c", usr.display());
    // The command of another file, which means another header, comes first; paths are relative to the folder of the build.
    let one = |file: &str, command: &str| {
        let folder = root.join("build");
        format!(
            "{{\"directory\": \"{}\", \"file\": \"../{file}\", \"command\": \"{command}\"}}",
            folder.display()
        )
    };
    let of_another = one("b.c", &format!("cc -I{}/include -c ../b.c", usr.display()));
    let commands = format!("[{of_another}, {}]", one("a.c", &command));
    put(&root, "build/compile_commands.json", &commands);
    let places = Places {
        root: &root,
        from: "a.c",
        folders: &[],
        machine: &machine,
        for_linking: false,
        seen: &Seen::default(),
    };
    let other = format!("{}/other: string.h of string.h", usr.display());
    assert_eq!(label(&find(&places, "libc.other")), other);
    assert_eq!(label(&find(&places, "libc.unowned")), "free 0.7: unowned/free.h of unowned/free.h");
    assert!(find(&places, "libc.secret").is_err() && find(&places, "libc.strlen").is_err());
    let status = environments(&places);
    assert_eq!((status[0].place.as_str(), status[0].packages), ("build/compile_commands.json", 2));
    put(&root, "build/compile_commands.json", "{");
    let why = environments(&places)[0].why.clone().unwrap();
    assert_eq!(why, "it is no list of compilers' commands");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_a_folder_of_headers_is_refused() {
    let [repository, usr] = folders();
    let root = dunce::canonicalize(repository.path()).unwrap();
    let usr = dunce::canonicalize(usr.path()).unwrap();
    let machine = machine(&usr);
    put(&usr, "elsewhere/out.h", "int out (void);\n");
    std::os::unix::fs::symlink(usr.join("elsewhere/out.h"), usr.join("include/out.h")).unwrap();
    put(&root, "a.c", "#include <out.h>\n");
    let places = Places {
        root: &root,
        from: "a.c",
        folders: &[],
        machine: &machine,
        for_linking: false,
        seen: &Seen::default(),
    };
    assert!(label(&find(&places, "libc.out")).contains("out.h"));
    assert!(find(&places, "libc.out").is_err());
}
