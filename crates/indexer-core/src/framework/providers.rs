//! What test runners give by the names of parameters.

use rustc_hash::FxHashMap;

/// Functions that give what others ask for by the name of a parameter: the fixtures of a test runner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Providers {
    /// Paths of the decorators.
    pub of: Vec<String>,
    /// The last names of those.
    pub names: Vec<String>,
    /// The argument that names it otherwise than its function.
    pub keyword: String,
    /// How the names of functions begin that ask.
    pub asking: String,
    /// In which files: the begin and the end of their names.
    pub asking_files: Vec<(String, String)>,
    /// The last names of decorators that give parameters themselves.
    pub given_by: Vec<String>,
    /// The name of files whose providers hold for their folder and all below.
    pub shared: String,
    /// The variable that names further files of providers.
    pub plugins: String,
    /// Providers of the framework itself: name, path of the type of what they give.
    pub built_in: FxHashMap<String, String>,
    /// Providers of plugins, in the same way: they are there where the package that declares the type is installed.
    pub of_plugins: FxHashMap<String, String>,
}
