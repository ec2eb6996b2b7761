//! What is told of the machine: the user's folder and the variables of package managers.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The variables that say where packages are.
const VARIABLES: &[&str] = &[
    "CARGO_HOME",
    "GOMODCACHE",
    "GOPATH",
    "GOROOT",
    "GRADLE_USER_HOME",
    "JAVA_HOME",
    "RUSTUP_HOME",
    "VIRTUAL_ENV",
];

/// What is told of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The user's folder.
    pub home: Option<PathBuf>,
    /// Variables that name a folder.
    pub variables: BTreeMap<&'static str, PathBuf>,
    /// Folders in which a machine has the Go distribution.
    pub go: Vec<PathBuf>,
    /// Folders in which a machine has Java's development kits, each in one of its own.
    pub java: Vec<PathBuf>,
    /// Folders below which a machine has headers of C and C++, in `include`.
    pub headers: Vec<PathBuf>,
    /// The database of dpkg, where the machine may have one.
    pub dpkg: Option<PathBuf>,
}

impl Machine {
    /// This machine, as the environment of the process tells it.
    pub fn here() -> Self {
        let folder = |text: OsString| Some(PathBuf::from(text)).filter(|path| path.is_absolute());
        let home = ["HOME", "USERPROFILE"].into_iter().find_map(|name| folder(env::var_os(name)?));
        let variables =
            VARIABLES.iter().filter_map(|name| Some((*name, folder(env::var_os(name)?)?))).collect();
        let go = ["/usr/local/go", "/usr/lib/go", "/opt/homebrew/opt/go/libexec", "C:\\Program Files\\Go"];
        let java = ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines", "C:\\Program Files\\Java"];
        let headers = [
            "/usr/local",
            "/usr",
            "/opt/homebrew",
            "/Library/Developer/CommandLineTools/SDKs/MacOSX.sdk/usr",
        ];
        let folders = |all: &[&str]| all.iter().map(PathBuf::from).collect();
        Self {
            home,
            variables,
            go: folders(&go),
            java: folders(&java),
            headers: folders(&headers),
            dpkg: Some(PathBuf::from("/var/lib/dpkg")),
        }
    }

    pub(crate) fn variable(&self, name: &str) -> Option<PathBuf> {
        self.variables.get(name).cloned()
    }

    /// A variable, else a folder below the user's.
    pub(crate) fn folder(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        self.variable(variable).or_else(|| Some(self.home.as_ref()?.join(below_home)))
    }
}
