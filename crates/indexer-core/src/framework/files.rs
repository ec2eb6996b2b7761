//! Rules about files: what their places, or who takes them in, makes of what stands in them.

/// Files of certain folders may be given a router under the path of the folder that they stand in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderRule {
    /// The framework.
    pub framework: String,
    /// The nearest manifest above the file depends on one of these packages.
    pub packages: Vec<String>,
    /// The file name of that manifest.
    pub manifest: String,
    /// Folders below that of the manifest.
    pub folders: Vec<String>,
    /// The name of the only file there that is meant; all of them where it is empty.
    pub file: String,
    /// What their paths begin with, where that is not the folder.
    pub prefix: Option<String>,
}

/// The function that stands for all of its file may be given a router first, by whoever takes the file in:
/// `module.exports = function (app) { .. }`. Nothing in the file says that, so the name of the parameter does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassedRule {
    /// The nearest manifest above the file depends on one of these packages.
    pub packages: Vec<String>,
    /// The file name of that manifest.
    pub manifest: String,
    /// What the parameter is called.
    pub names: Vec<String>,
    /// The path of the type of the router.
    pub gives: String,
}

/// Files of certain folders answer paths that follow from their own, with what they export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileRule {
    /// The framework.
    pub framework: String,
    /// The nearest manifest above the file depends on one of these packages: without that a path says nothing.
    pub packages: Vec<String>,
    /// The file name of that manifest.
    pub manifest: String,
    /// Folders below that of the manifest.
    pub folders: Vec<String>,
    /// Names of the files without their endings, which are no part of the path; all files where there is none.
    pub names: Vec<String>,
    /// The beginning of all paths.
    pub prefix: String,
    /// True where dots in the names of files stand between parts of a path; files in folders of folders are no routes
    /// then.
    pub dots: bool,
    /// How parts begin that are no part of the path: `@` of a slot.
    pub skips: Vec<String>,
    /// How parts begin below which nothing answers: `_` of a private folder.
    pub hides: Vec<String>,
    /// Folders below those of the rule that others speak of.
    pub except: Vec<String>,
    /// The endings of the files; any where there is none.
    pub endings: Vec<String>,
    /// True where the names of files end in the method that they answer: `users.get.ts`.
    pub ends_in_method: bool,
    /// The method that the file itself answers, whatever it exports.
    pub method: Option<String>,
    /// What is exported, and the method that it answers.
    pub exports: Vec<(String, String)>,
}
