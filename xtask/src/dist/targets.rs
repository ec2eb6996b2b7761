//! The systems that programs are shipped for, one row each.

use std::process::Command;

/// A system, and what each channel calls it.
#[derive(Debug)]
pub(super) struct Target {
    /// As rustc calls it.
    pub(super) triple: &'static str,
    /// The oldest glibc that the program must run with; linked by zig where there is one.
    pub(super) glibc: Option<&'static str>,
    /// `os`, `cpu` and `libc` of npm.
    pub(super) npm: (&'static str, &'static str, Option<&'static str>),
    /// The platform tag of wheels.
    pub(super) wheel: &'static str,
    /// The architecture of Debian, where there is such a package.
    pub(super) deb: Option<&'static str>,
}

impl Target {
    /// The end of names of packages for it: `linux-x64`, `linux-x64-musl`.
    pub(super) fn short(&self) -> String {
        match self.npm {
            (os, cpu, Some("musl")) => format!("{os}-{cpu}-musl"),
            (os, cpu, _) => format!("{os}-{cpu}"),
        }
    }

    pub(super) fn is_windows(&self) -> bool {
        self.npm.0 == "win32"
    }

    pub(super) fn is_linux(&self) -> bool {
        self.npm.0 == "linux"
    }

    /// The name of the program's file.
    pub(super) fn program(&self) -> &'static str {
        if self.is_windows() { "indexer.exe" } else { "indexer" }
    }
}

/// The oldest glibc: that of CentOS 7 and of manylinux2014.
const GLIBC: Option<&str> = Some("2.17");

/// Every target of a release. `.github/workflows/release.yml` has a job for each.
pub(super) const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-gnu",
        glibc: GLIBC,
        npm: ("linux", "x64", Some("glibc")),
        wheel: "manylinux_2_17_x86_64.manylinux2014_x86_64",
        deb: Some("amd64"),
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        glibc: GLIBC,
        npm: ("linux", "arm64", Some("glibc")),
        wheel: "manylinux_2_17_aarch64.manylinux2014_aarch64",
        deb: Some("arm64"),
    },
    Target {
        triple: "x86_64-unknown-linux-musl",
        glibc: None,
        npm: ("linux", "x64", Some("musl")),
        wheel: "musllinux_1_1_x86_64",
        deb: None,
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        glibc: None,
        npm: ("linux", "arm64", Some("musl")),
        wheel: "musllinux_1_1_aarch64",
        deb: None,
    },
    Target {
        triple: "x86_64-apple-darwin",
        glibc: None,
        npm: ("darwin", "x64", None),
        wheel: "macosx_10_12_x86_64",
        deb: None,
    },
    Target {
        triple: "aarch64-apple-darwin",
        glibc: None,
        npm: ("darwin", "arm64", None),
        wheel: "macosx_11_0_arm64",
        deb: None,
    },
    Target {
        triple: "x86_64-pc-windows-msvc",
        glibc: None,
        npm: ("win32", "x64", None),
        wheel: "win_amd64",
        deb: None,
    },
    Target {
        triple: "aarch64-pc-windows-msvc",
        glibc: None,
        npm: ("win32", "arm64", None),
        wheel: "win_arm64",
        deb: None,
    },
];

/// The target of that name; this machine's where none is named.
pub(super) fn find(triple: Option<&str>) -> Result<&'static Target, String> {
    let triple = match triple {
        Some(triple) => triple.to_owned(),
        None => host()?,
    };
    TARGETS.iter().find(|target| target.triple == triple).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.triple).collect();
        format!("there is no target {triple}; there are {}", known.join(", "))
    })
}

/// What rustc builds for by itself.
fn host() -> Result<String, String> {
    let said = super::said_by(Command::new("rustc").arg("-vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;
    use std::collections::BTreeSet;

    #[test]
    fn every_channel_tells_targets_apart() {
        let all = |name: fn(&Target) -> String| TARGETS.iter().map(name).collect::<BTreeSet<_>>().len();
        assert_eq!(all(|one| one.short()), TARGETS.len());
        assert_eq!(all(|one| one.wheel.to_owned()), TARGETS.len());
        assert!(find(Some("sparc-unknown-none")).is_err_and(|said| said.contains("x86_64-apple-darwin")));
    }

    #[test]
    fn the_release_builds_every_target() {
        let workflow = std::fs::read_to_string(tree::root().join(".github/workflows/release.yml")).unwrap();
        for target in TARGETS {
            assert!(workflow.contains(&format!("target: {}\n", target.triple)), "{}", target.triple);
        }
    }
}
