//! A file of rules as TOML holds it.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) id: String,
    pub(super) languages: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) results: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    pub(super) replaced_parts: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    pub(super) given: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    pub(super) parts: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) handed: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) implicit_imports: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) wraps: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) qualifiers: WrittenQualifiers,
    #[serde(default)]
    pub(super) folder: Vec<WrittenFolder>,
    #[serde(default)]
    pub(super) passed: Vec<WrittenPassed>,
    #[serde(default)]
    pub(super) rule: Vec<Written>,
    #[serde(default)]
    pub(super) providers: Option<WrittenProviders>,
    #[serde(default)]
    pub(super) file: Vec<Spanned<WrittenFile>>,
    #[serde(default)]
    pub(super) globals: Vec<WrittenGlobals>,
    pub(super) drawn: Option<WrittenDrawn>,
    pub(super) resource: Option<WrittenResource>,
    #[serde(default)]
    pub(super) service: Vec<WrittenService>,
    #[serde(default)]
    pub(super) constants: Vec<WrittenConstants>,
    #[serde(default)]
    pub(super) starts: Vec<WrittenStart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenStart {
    pub(super) by: Vec<String>,
    #[serde(default)]
    pub(super) decorated: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) extends: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) runs: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenConstants {
    pub(super) names: Vec<String>,
    pub(super) packages: Vec<String>,
    pub(super) manifests: Vec<String>,
    #[serde(default)]
    pub(super) within: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenService {
    pub(super) by: String,
    pub(super) described: Vec<String>,
    pub(super) of: String,
    pub(super) text: String,
    pub(super) interface: String,
    pub(super) to: Spanned<String>,
    pub(super) method: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFolder {
    pub(super) packages: Vec<String>,
    pub(super) manifest: String,
    pub(super) folders: Vec<String>,
    #[serde(default)]
    pub(super) file: String,
    pub(super) prefix: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPassed {
    pub(super) packages: Vec<String>,
    pub(super) manifest: String,
    pub(super) names: Vec<String>,
    pub(super) gives: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenDrawn {
    pub(super) packages: Vec<String>,
    pub(super) manifests: Vec<String>,
    pub(super) by: String,
    pub(super) on: String,
    #[serde(default)]
    pub(super) through: Vec<String>,
    pub(super) file: String,
    pub(super) parts: String,
    pub(super) folder: String,
    pub(super) ending: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenGlobals {
    pub(super) packages: Vec<String>,
    pub(super) manifest: String,
    #[serde(default)]
    pub(super) folders: Vec<String>,
    pub(super) root: String,
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) gives: Vec<String>,
    #[serde(default)]
    pub(super) calls: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFile {
    pub(super) packages: Vec<String>,
    pub(super) manifest: String,
    pub(super) folders: Vec<String>,
    #[serde(default)]
    pub(super) names: Vec<String>,
    #[serde(default)]
    pub(super) prefix: String,
    #[serde(default)]
    pub(super) dots: bool,
    #[serde(default)]
    pub(super) skips: Vec<String>,
    #[serde(default)]
    pub(super) hides: Vec<String>,
    #[serde(default)]
    pub(super) except: Vec<String>,
    #[serde(default)]
    pub(super) endings: Vec<String>,
    #[serde(default)]
    pub(super) ends_in_method: bool,
    pub(super) method: Option<String>,
    #[serde(default)]
    pub(super) exports: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) makes: Spanned<String>,
    pub(super) on: Spanned<String>,
    pub(super) of: Vec<Spanned<String>>,
    pub(super) methods: Option<Spanned<String>>,
    pub(super) text: Option<Spanned<String>>,
    pub(super) default: Option<String>,
    pub(super) to: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) replaces: bool,
    #[serde(default)]
    pub(super) unwraps: Vec<String>,
    #[serde(default)]
    pub(super) is_module: bool,
    #[serde(default)]
    pub(super) dashes: bool,
    #[serde(default)]
    pub(super) drops: Vec<String>,
    pub(super) splits: Option<String>,
    #[serde(default)]
    pub(super) camel: bool,
    #[serde(default)]
    pub(super) bare: bool,
    pub(super) unless: Option<String>,
    pub(super) elsewhere: Option<String>,
    pub(super) each: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) begins: Vec<String>,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    #[serde(default)]
    pub(super) without: Vec<String>,
    pub(super) map: Option<String>,
    #[serde(default)]
    pub(super) roots: Vec<String>,
    #[serde(default)]
    pub(super) named: bool,
    #[serde(default)]
    pub(super) trims: bool,
    #[serde(default)]
    pub(super) hands: bool,
    #[serde(default)]
    pub(super) plural: bool,
    #[serde(default)]
    pub(super) fields: Vec<String>,
    #[serde(default)]
    pub(super) subtypes: bool,
    pub(super) name: Option<Spanned<String>>,
    pub(super) list: Option<String>,
    pub(super) scans: Option<Spanned<String>>,
    pub(super) delimiters: Option<String>,
    #[serde(default)]
    pub(super) resource: bool,
    pub(super) conventional: Option<String>,
    #[serde(default)]
    pub(super) within: bool,
    #[serde(default)]
    pub(super) client: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) itself: bool,
    #[serde(default)]
    pub(super) is_macro: bool,
    #[serde(default)]
    pub(super) expands: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) adds: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default)]
    pub(super) pairs: bool,
    pub(super) wants: Option<String>,
    #[serde(default)]
    pub(super) program: Vec<String>,
    pub(super) opens: Option<String>,
    pub(super) gives: Option<String>,
    pub(super) member_of: Option<String>,
    pub(super) invokes: Option<String>,
    pub(super) types_in: Option<String>,
    pub(super) called: Option<String>,
    #[serde(default)]
    pub(super) passes: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) described_by: Vec<Spanned<String>>,
    pub(super) decorated_by: Option<String>,
    #[serde(default)]
    pub(super) proved_by: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) begun_elsewhere: Vec<String>,
    #[serde(default)]
    pub(super) methods_of: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) patterns: Vec<String>,
    #[serde(default)]
    pub(super) absolute: Vec<String>,
    #[serde(default)]
    pub(super) exports: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenResource {
    pub(super) routes: Vec<Spanned<String>>,
    pub(super) parameter: String,
    pub(super) parameter_fields: Vec<String>,
    pub(super) action: String,
    pub(super) detail_argument: String,
    pub(super) slash_argument: String,
    pub(super) methods_field: String,
    pub(super) url_list: String,
    pub(super) bases: BTreeMap<Spanned<String>, String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenQualifiers {
    #[serde(default)]
    pub(super) of: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) types: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) primary: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) exact: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenProviders {
    pub(super) of: Vec<String>,
    pub(super) keyword: String,
    pub(super) asking: String,
    pub(super) asking_files: Vec<String>,
    pub(super) given_by: Vec<String>,
    pub(super) shared: String,
    #[serde(default)]
    pub(super) plugins: String,
    #[serde(default)]
    pub(super) built_in: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) of_plugins: BTreeMap<String, String>,
}
