//! The part of the root that a question is about: a path, members of a workspace, or both.

use crate::protocol::arguments::{Common, clean};
use crate::protocol::context::Context;
use crate::protocol::problem::{Code, Problem};
use crate::settings::table::NO_WORKSPACE;
use indexer_core::path::{extension, file_name, is_under};
use indexer_engine::{Member, member_of, text_language};
use indexer_store::{FileRef, View};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Names of members that a problem suggests.
const SUGGESTIONS: usize = 5;

/// The part of the root that a question is about.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    prefix: String,
    /// `None` for every member: the folders of those that are meant, and of all.
    members: Option<(Vec<String>, Vec<Member>)>,
    /// The files of the language that is meant; `None` for every language.
    files: Option<Arc<FxHashSet<String>>>,
    /// The name of that language.
    language: Option<String>,
}

impl Scope {
    /// What `path`, `member` and `language` name.
    pub fn of(context: &Context<'_>, common: &Common) -> Result<Self, Problem> {
        let scope = Self::of_place(context, common)?;
        let files = common.language.as_deref().map(|language| of_language(context.view(), language));
        let files = files.transpose()?;
        if let (Some(files), Some(language)) = (&files, &common.language)
            && let Some(file) = context.view().file(scope.prefix())
            && !files.contains(file.path())
        {
            let message = format!("language: {} is no file of {language}", file.path());
            return Err(Problem::argument("language", message));
        }
        Ok(Self { files: files.map(Arc::new), language: common.language.clone(), ..scope })
    }

    fn of_place(context: &Context<'_>, common: &Common) -> Result<Self, Problem> {
        let mut prefix = clean(common.path.as_deref().unwrap_or("")).to_owned();
        let Some(names) = &common.member else {
            return Ok(Self { prefix, ..Self::default() });
        };
        let all = members(context);
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut folders = Vec::new();
        for name in names {
            folders.push(find(&all, name)?.path.clone());
        }
        if folders.is_empty() {
            return Err(unknown(&all, ""));
        }
        // The files of one member are found by its folder; of several all are looked at.
        if let [folder] = folders.as_slice()
            && is_under(folder, &prefix)
        {
            prefix.clone_from(folder);
        }
        let scope = Self { prefix, members: Some((folders, all.into_owned())), ..Self::default() };
        match context.view().file(scope.prefix()) {
            Some(file) if !scope.covers(file.path()) => Err(Problem::argument(
                "member",
                format!("{} does not belong to the member that is named", file.path()),
            )),
            _ => Ok(scope),
        }
    }

    /// The file or folder below which everything is that the scope covers; "" for the root.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The same members and language without the path.
    #[must_use]
    pub fn everywhere(&self) -> Self {
        Self { prefix: String::new(), ..self.clone() }
    }

    /// True where it covers every file.
    pub const fn is_all(&self) -> bool {
        self.prefix.is_empty() && self.members.is_none() && self.files.is_none()
    }

    /// True where the scope covers the file at `path`. A file belongs to the innermost member.
    pub fn covers(&self, path: &str) -> bool {
        is_under(path, &self.prefix)
            && self.files.as_ref().is_none_or(|files| files.contains(path))
            && self.members.as_ref().is_none_or(|(folders, all)| {
                member_of(all, path).is_some_and(|member| folders.contains(&member.path))
            })
    }

    /// The files that the scope covers, in the order of their paths.
    pub fn files<'v>(&self, view: &'v View) -> impl Iterator<Item = FileRef<'v>> {
        view.files_under(&self.prefix).filter(|file| self.covers(file.path()))
    }

    /// A problem with what is near where nothing indexed is at the path that is named.
    pub fn known(&self, context: &Context<'_>) -> Result<(), Problem> {
        if self.prefix.is_empty() || context.view().files_under(&self.prefix).next().is_some() {
            return Ok(());
        }
        Err(crate::locate::no_path(context, &self.prefix))
    }

    /// ` under src`, ` in files of sql`, both or "", to follow a message.
    pub fn words(&self) -> String {
        let place = if self.prefix.is_empty() { String::new() } else { format!(" under {}", self.prefix) };
        let language = self.language.as_deref().map(|language| format!(" in files of {language}"));
        place + &language.unwrap_or_default()
    }
}

/// The files of a language, or with an extension. O(files)
fn of_language(view: &View, meant: &str) -> Result<FxHashSet<String>, Problem> {
    let meant = meant.trim_start_matches('.').to_ascii_lowercase();
    let is_meant =
        |file: &FileRef<'_>| file.language() == meant || extension(file.path()).eq_ignore_ascii_case(&meant);
    let found: FxHashSet<String> = view.files().filter(is_meant).map(|file| file.path().to_owned()).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let problem = Problem::argument("language", format!("language: no file is of {meant:?}"));
    let mut texts = view.files().filter(|file| !file.is_code());
    let is_text = |name: &str| name.eq_ignore_ascii_case(&meant);
    if let Some(name) = texts.find_map(|file| text_language(file.path()).filter(|name| is_text(name))) {
        return Err(problem.hint(format!("{name} is searched as text only: `language` text")));
    }
    let known: BTreeSet<&str> =
        view.files().map(|file| file.language()).filter(|language| !language.is_empty()).collect();
    let near = indexer_search::nearest(&meant, known.iter().copied(), SUGGESTIONS);
    let known: Vec<&str> = known.into_iter().collect();
    Err(problem.suggest(near).hint(format!("languages here: {}", known.join(", "))))
}

/// The members of the root, at least one: a root without a workspace is a project of its own.
pub fn members<'a>(context: &Context<'a>) -> Cow<'a, [Member]> {
    let found = context.snapshot.members();
    let whole = context.settings.is_some_and(|settings| settings.is_on(&NO_WORKSPACE));
    if !whole && !found.is_empty() {
        return Cow::Borrowed(found);
    }
    let own = found.iter().find(|member| member.path.is_empty()).cloned();
    let folder =
        context.snapshot.root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    let member = own.unwrap_or_default();
    let name = if member.name.is_empty() { folder } else { member.name };
    Cow::Owned(vec![Member { name, ..member }])
}

/// The member of this name or path.
fn find<'m>(all: &'m [Member], name: &str) -> Result<&'m Member, Problem> {
    if let Some(found) = all.iter().find(|member| member.path == clean(name)) {
        return Ok(found);
    }
    let named: Vec<&Member> = all.iter().filter(|member| member.name == name).collect();
    match named.as_slice() {
        [one] => Ok(one),
        [] => {
            // The last part of a long name: `gin` for `github.com/gin-gonic/gin`.
            let short: Vec<&Member> = all.iter().filter(|member| file_name(&member.name) == name).collect();
            if let [one] = short.as_slice() { Ok(one) } else { Err(unknown(all, name)) }
        }
        several => Err(Problem {
            parameter: Some("member".into()),
            ..Problem::new(Code::Ambiguous, format!("{} members are called {name}", several.len()))
                .hint("give the path of one")
                .suggest(several.iter().map(|member| shown(member).to_owned()).collect())
        }),
    }
}

fn unknown(all: &[Member], name: &str) -> Problem {
    let names = || all.iter().flat_map(|member| [member.name.as_str(), shown(member)]);
    let mut near = indexer_search::nearest(name, names(), SUGGESTIONS);
    if near.is_empty() {
        near = all.iter().take(SUGGESTIONS).map(|member| member.name.clone()).collect();
    }
    Problem {
        parameter: Some("member".into()),
        ..Problem::new(Code::NotFound, format!("no workspace member is called {name:?}"))
            .hint("list_workspace_members names all of them")
            .suggest(near)
    }
}

/// The path of a member for people.
pub fn shown(member: &Member) -> &str {
    if member.path.is_empty() { "." } else { &member.path }
}
