//! A tool as both frontends see it: names, schema, flags and a function.

use crate::locate;
use crate::outside;
use crate::protocol::answer::{Answer, Format, Output};
use crate::protocol::arguments::{BUDGET, Common};
use crate::protocol::context::Context;
use crate::protocol::cursor::{Cursor, question_hash};
use crate::protocol::detail;
use crate::protocol::followed::{self, Followed};
use crate::protocol::given;
use crate::protocol::outlines::{self, Outlines};
use crate::protocol::places;
use crate::protocol::problem::{Code, Problem};
use crate::protocol::schema::{self, Shown};
use crate::protocol::scope::Scope;
use crate::protocol::write::{Writing, write};
use crate::repositories::Together;
use crate::screen::Look;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use indexer_store::View;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// In which lists a tool stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// In the short list that every session pays for.
    Core,
    /// Only in the full list; it can be called all the same.
    All,
}

/// How a question is answered of several repositories at once.
pub type OfSeveral<Q> = fn(&Together<'_>, &Asked<Q>) -> Result<<Q as Question>::Answer, Problem>;

/// How a tool is run on several repositories at once.
type RunTogether = fn(&Together<'_>, Map<String, Value>) -> Result<Output, Problem>;

/// How one tool is declared: implemented in each file of `tools/` by the struct of the tool's own arguments,
/// which is flags and input schema in one, and whose documentation is the description.
pub trait Question: Args + Serialize + DeserializeOwned + JsonSchema {
    /// What it answers.
    type Answer: Answer;

    /// Name over MCP.
    const NAME: &'static str;
    /// Name on the command line.
    const CLI: &'static str;
    /// More names on the command line.
    const ALIASES: &'static [&'static str] = &[];
    /// A few words for people.
    const TITLE: &'static str;
    /// In which lists it stands.
    const LISTED: Listed = Listed::All;
    /// True when it changes anything but the index.
    const WRITES: bool = false;
    /// True when it reads or writes the ledger, which the user must have switched on.
    const MEMORY: bool = false;
    /// True when an argument makes it write into the repository.
    const MAY_WRITE: bool = false;
    /// True when it is about the index itself: then it is answered also while there is none yet,
    /// from [`State::Indexing`](indexer_engine::State::Indexing).
    const ABOUT_INDEX: bool = false;
    /// The arguments that lists show, its own and common ones; all are accepted.
    const SHOWN: &'static [&'static str];
    /// Tokens of an answer where the question names no budget.
    const BUDGET: u32 = BUDGET;
    /// The formats in which it answers programs, the default first; a screen for people has every tool.
    const FORMATS: &'static [Format] = &[Format::Text, Format::Json];
    /// True where text is of the [short form](crate::brief), unless `detail` asks for all.
    const SHORT_FORM: bool = false;
    /// How its answer looks on that screen.
    const LOOK: Look = Look::AUTO;
    /// True when the command line takes `path` without a flag.
    const PATH_FIRST: bool = false;

    /// Of which languages it says that not all is followed in them.
    const FOLLOWED: Followed = Followed::Unsaid;

    /// Which outlines of files that are no code are read for it.
    const OUTLINES: Outlines = Outlines::Named;

    /// The argument that names a symbol, for tools that can be asked about an installed package (`package`): what is
    /// nothing of the repository is followed out of it. `""` where no argument does; `None` for others.
    const NAME_OF: Option<&'static str> = None;

    /// False where `path` may name what is no longer there.
    const PATH_IS_THERE: bool = true;

    /// The revision that the arguments ask about; `None` for the files on disk.
    fn revision(arguments: &Value) -> Option<String> {
        arguments["rev"].as_str().map(str::to_owned)
    }

    /// What else than the index decides which rows an answer to `arguments` has, and in which order: a cursor is of it
    /// too. `None` where there is nothing.
    fn depends_on(context: &Context<'_>, arguments: &Map<String, Value>) -> Option<String> {
        let _ = (context, arguments);
        None
    }

    /// True where an answer from a package that a name led to says how the repository uses that, too.
    const TELLS_OF_USES: bool = false;

    /// Answers the question of several repositories at once; `None` where it can only be asked of one.
    const TOGETHER: Option<OfSeveral<Self>> = None;

    /// Answers the question.
    fn run(context: &Context<'_>, asked: &Asked<Self>) -> Result<Self::Answer, Problem>;
}

/// A question with all its arguments.
#[derive(Clone, Debug)]
pub struct Asked<A> {
    /// The tool's own arguments.
    pub own: A,
    /// Those of every tool.
    pub common: Common,
    /// The part of the root that `path` and `member` name.
    pub scope: Scope,
    /// Rows to leave out, from the cursor.
    pub offset: usize,
}

impl<A> Asked<A> {
    /// The same question to another tool.
    pub fn with<B>(&self, own: B) -> Asked<B> {
        Asked { own, common: self.common.clone(), scope: self.scope.clone(), offset: self.offset }
    }
}

/// Asks a tool with typed arguments for a typed answer, as programs do that embed it. Rows beyond
/// `limit` are left out of the answer's page and counted there; the budget cuts written answers only.
pub fn typed<Q: Question>(context: &Context<'_>, own: Q, common: Common) -> Result<Q::Answer, Problem> {
    common.check()?;
    // Text may count rows that it does not list; a program wants all of them.
    let common = Common { format: common.format.or(Some(Format::Json)), ..common };
    let arguments: Map<String, Value> = object(&own).into_iter().chain(object(&common)).collect();
    let outlined = outlines::named(context, Q::OUTLINES, &arguments);
    let context =
        &Context { snapshot: outlined.as_ref().map_or(context.snapshot, |one| &one.snapshot), ..*context };
    let scope = Scope::of(context, &common)?;
    Q::run(context, &Asked { own, common, scope, offset: 0 })
}

/// One row of the table of tools.
pub struct Tool {
    /// Name over MCP.
    pub name: &'static str,
    /// Name on the command line.
    pub cli_name: &'static str,
    /// More names on the command line.
    pub aliases: &'static [&'static str],
    /// A few words for people.
    pub title: &'static str,
    /// In which lists it stands.
    pub listed: Listed,
    /// The formats in which it answers programs, the default first.
    pub formats: &'static [Format],
    /// True where text is of the [short form](crate::brief), unless `detail` asks for all.
    pub short_form: bool,
    /// Tokens of an answer where the question names no budget.
    pub budget: u32,
    /// True when it changes anything but the index.
    pub writes: bool,
    /// True when it reads or writes the ledger, which the user must have switched on.
    pub memory: bool,
    /// True when an argument makes it write into the repository.
    pub may_write: bool,
    /// True when it is about the index itself, and answered while there is none yet.
    pub about_index: bool,
    schema: fn() -> (Value, String),
    full_schema: fn() -> (Value, String),
    command: fn(Command) -> Command,
    arguments: fn(&ArgMatches) -> Result<Map<String, Value>, clap::Error>,
    revision: fn(&Value) -> Option<String>,
    run: fn(&Context<'_>, Map<String, Value>) -> Result<Output, Problem>,
    together: Option<RunTogether>,
}

impl Tool {
    /// The row of a question.
    pub const fn of<Q: Question>() -> Self {
        Self {
            name: Q::NAME,
            cli_name: Q::CLI,
            aliases: Q::ALIASES,
            title: Q::TITLE,
            listed: Q::LISTED,
            formats: Q::FORMATS,
            short_form: Q::SHORT_FORM,
            budget: Q::BUDGET,
            writes: Q::WRITES,
            memory: Q::MEMORY,
            may_write: Q::MAY_WRITE,
            about_index: Q::ABOUT_INDEX,
            schema: || schema::of::<Q>(Shown::Listed(Q::SHOWN)),
            full_schema: full_schema::<Q>,
            command: command::<Q>,
            arguments: arguments::<Q>,
            revision: Q::revision,
            run: run::<Q>,
            together: if Q::TOGETHER.is_some() { Some(run_together::<Q>) } else { None },
        }
    }

    /// The input schema that lists show.
    pub fn schema(&self) -> Value {
        (self.schema)().0
    }

    /// What the tool does, at most 150 characters.
    pub fn description(&self) -> String {
        (self.schema)().1
    }

    /// The input schema and the description, made once.
    pub fn schema_and_description(&self) -> (Value, String) {
        (self.schema)()
    }

    /// The input schema with every argument that is accepted.
    pub fn full_schema(&self) -> Value {
        (self.full_schema)().0
    }

    /// Every format in which it answers, the default of programs first.
    pub fn every_format(&self) -> impl Iterator<Item = Format> {
        self.formats.iter().copied().chain([Format::Screen])
    }

    /// The shortest name of its command.
    pub fn short_name(&self) -> &'static str {
        let names = std::iter::once(self.cli_name).chain(self.aliases.iter().copied());
        names.min_by_key(|name| name.len()).unwrap_or(self.cli_name)
    }

    /// The subcommand, under its shortest name; the others are its aliases.
    pub fn command(&self) -> Command {
        let short = self.short_name();
        let others = [self.cli_name].into_iter().chain(self.aliases.iter().copied());
        let others = others.filter(|name| *name != short);
        (self.command)(Command::new(short).visible_aliases(others))
    }

    /// The arguments that a command line gave, as a client would send them.
    pub fn arguments(&self, matches: &ArgMatches) -> Result<Map<String, Value>, clap::Error> {
        (self.arguments)(matches)
    }

    /// Arguments under our names, where they came under those of others: see `docs/names.md`.
    pub fn in_our_words(&self, arguments: Value) -> Value {
        match arguments {
            Value::Object(given) => Value::Object(given::in_our_words(&self.full_schema(), given)),
            other => other,
        }
    }

    /// The revision that `arguments` ask about; `None` for the files on disk.
    pub fn revision(&self, arguments: &Value) -> Option<String> {
        (self.revision)(arguments)
    }

    /// Answers. `arguments` is an object or null.
    pub fn run(&self, context: &Context<'_>, arguments: Value) -> Result<Output, Problem> {
        let outcome = match arguments {
            Value::Null => (self.run)(context, Map::new()),
            Value::Object(object) => (self.run)(context, object),
            _ => Err(Problem::argument("arguments", "must be an object")),
        };
        outcome.map_err(|problem| Problem { tool: Some(self.name), ..problem })
    }
}

impl Tool {
    /// True where it can be asked of several repositories at once.
    pub fn asks_several(&self) -> bool {
        self.together.is_some()
    }

    /// Answers of several repositories at once.
    pub(crate) fn run_together(&self, together: &Together<'_>, arguments: &Value) -> Result<Output, Problem> {
        let outcome = match (self.together, arguments) {
            (Some(run), Value::Object(object)) => run(together, object.clone()),
            (Some(_), _) => Err(Problem::argument("arguments", "must be an object")),
            (None, _) => Err(Problem::not_supported("repository", "repository: is asked of one at a time")),
        };
        outcome.map_err(|problem| Problem { tool: Some(self.name), ..problem })
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.name).finish_non_exhaustive()
    }
}

fn full_schema<Q: Question>() -> (Value, String) {
    schema::of::<Q>(Shown::Everything)
}

/// The schema by which arguments are read, made once for each tool: every question reads its arguments twice.
fn arguments_schema<Q: Question>() -> Arc<Value> {
    static KNOWN: Mutex<BTreeMap<&str, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(Q::NAME).or_insert_with(|| Arc::new(full_schema::<Q>().0)).clone()
}

fn command<Q: Question>(command: Command) -> Command {
    let command = Q::augment_args(Common::augment_args(command));
    let command =
        if Q::PATH_FIRST { command.mut_arg("path", |arg| arg.long(None::<&str>).index(1)) } else { command };
    command.next_line_help(false)
}

fn arguments<Q: Question>(matches: &ArgMatches) -> Result<Map<String, Value>, clap::Error> {
    let mut all = object(&Q::from_arg_matches(matches)?);
    all.extend(object(&Common::from_arg_matches(matches)?));
    all.retain(|_, value| !value.is_null());
    Ok(all)
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

fn run<Q: Question>(context: &Context<'_>, mut arguments: Map<String, Value>) -> Result<Output, Problem> {
    // `null` for an optional argument is the same as leaving it out.
    arguments.retain(|_, value| !value.is_null());
    let Some(name) = Q::NAME_OF else { return run_here::<Q>(context, arguments) };
    // Which argument names what is asked about is seen under its own name only.
    let mut arguments = given::in_our_words(&arguments_schema::<Q>(), arguments);
    if let Some(package) = arguments.get("package").and_then(Value::as_str).map(str::to_owned) {
        return run_in_package::<Q>(context, &outside::package(context, &package)?, arguments);
    }
    let (given_as, text) = named_by::<Q>(context, &arguments, name);
    let text = text.as_str();
    let mut outcome = None;
    // The whole path of something outside is nothing of the repository.
    if !outside::is_used(context, text) {
        let here = run_here::<Q>(context, arguments.clone());
        // A cursor of what is outside is none of the repository.
        match &here {
            _ if text.is_empty() => return here,
            Err(problem) if matches!(problem.code, Code::NotFound | Code::StaleCursor) => {}
            Ok(output) if output.empty => {}
            _ => return here,
        }
        outcome = Some(here);
    }
    let lead = outside::meant(context, text)?;
    let Some((path, lead, meant)) =
        lead.and_then(|(path, lead)| lead.printed().map(|meant| (path, lead, meant)))
    else {
        let outcome = outcome.unwrap_or_else(|| run_here::<Q>(context, arguments));
        return outcome.map_err(|problem| outside::with_reason(context, text, problem));
    };
    arguments.remove(&given_as);
    arguments.insert(name.to_owned(), meant.into());
    // Kinds and parts of the repository said nothing of what is outside.
    ["path", "member", "language", "kind"].iter().for_each(|name| drop(arguments.remove(*name)));
    let asked = outside::Asked { package: lead.package, snapshot: lead.snapshot };
    let output = run_in_package::<Q>(context, &asked, arguments)?;
    let says = Q::TELLS_OF_USES.then(|| outside::used_here(context, &path)).flatten();
    Ok(match says {
        Some(says) => output.used_here(&says),
        None => output,
    })
}

/// What names a symbol among the arguments, and which of them it is: `name`, the only one of several (`symbols`), or what
/// stands in the place of a path and is none.
fn named_by<Q: Question>(
    context: &Context<'_>,
    arguments: &Map<String, Value>,
    name: &str,
) -> (String, String) {
    let text = |argument: &str| arguments.get(argument).and_then(Value::as_str);
    let several = format!("{name}s");
    if let Some(one) = text(name) {
        return (name.to_owned(), one.to_owned());
    }
    if let Some([Value::String(one)]) = arguments.get(&several).and_then(Value::as_array).map(Vec::as_slice) {
        return (several, one.clone());
    }
    let is_path = |path: &str| {
        path.contains('/')
            || context.view().file(path).is_some()
            || context.view().files_under(path).next().is_some()
    };
    match text("path").filter(|path| Q::PATH_FIRST && !name.is_empty() && !is_path(path)) {
        Some(one) => ("path".to_owned(), one.to_owned()),
        None => (name.to_owned(), String::new()),
    }
}

/// Answers from an installed package.
fn run_in_package<Q: Question>(
    context: &Context<'_>,
    asked: &outside::Asked,
    mut arguments: Map<String, Value>,
) -> Result<Output, Problem> {
    let label = asked.package.label();
    arguments.insert("package".to_owned(), label.clone().into());
    arguments.remove("member");
    let inside = Context { snapshot: &asked.snapshot, package: Some(&label), reading: None, ..*context };
    run_here::<Q>(&inside, arguments)
}

/// Answers from the snapshot of the context.
fn run_here<Q: Question>(context: &Context<'_>, arguments: Map<String, Value>) -> Result<Output, Problem> {
    let mut arguments = given::read(context.view(), &arguments_schema::<Q>(), arguments);
    places::make_relative(&mut arguments, &context.snapshot.root);
    let outlined = outlines::named(context, Q::OUTLINES, &arguments);
    let context =
        &Context { snapshot: outlined.as_ref().map_or(context.snapshot, |one| &one.snapshot), ..*context };
    let mut hashed = arguments.clone();
    if Q::SHORT_FORM {
        // What is counted is no row there: a cursor of one form leads elsewhere in the other.
        hashed.insert("detail".to_owned(), detail::is_asked(&arguments).into());
    }
    if let Some(state) = Q::depends_on(context, &arguments) {
        hashed.insert("depends_on".to_owned(), state.into());
    }
    let question = question_hash(Q::NAME, &hashed);
    let asked = parse::<Q>(context, arguments, question)?;
    context.still_wanted()?;
    let answer = Q::run(context, &asked)?;
    context.still_wanted()?;
    let format = asked.common.format.unwrap_or(Q::FORMATS[0]);
    // People page through what is long: only what chooses its rows by their size is held to a size.
    let is_whole = format == Format::Screen && asked.common.budget.is_none() && !Q::Answer::FITS;
    let tokens = if is_whole { WHOLE } else { asked.common.tokens(Q::BUDGET) };
    let is_told = matches!(format, Format::Text | Format::Json | Format::Screen);
    let value = || serde_json::to_value(&answer).unwrap_or_default();
    let says = is_told.then(|| followed::says(context, &asked.scope, Q::FOLLOWED, value)).flatten();
    let said = says.as_ref().map_or(0, |says| indexer_search::tokens(says.len() + IN_PART));
    let tokens = tokens.saturating_sub(said);
    let output = write(context, Writing { tool: Q::NAME, question, tokens, format, look: Q::LOOK }, answer);
    let output = match says {
        Some(says) => output.in_part(&says),
        None => output,
    };
    let output = match &outlined {
        Some(outlined) => outlined.told(format, output),
        None => output,
    };
    let scope = &asked.scope;
    match output.empty && !scope.prefix().is_empty() && !Q::ABOUT_INDEX {
        true => Ok(match locate::unparsed(scope.files(context.view())) {
            Some(why) => output.because(&why),
            None => output,
        }),
        false => Ok(output),
    }
}

/// Answers from the snapshots of several repositories.
fn run_together<Q: Question>(
    together: &Together<'_>,
    mut arguments: Map<String, Value>,
) -> Result<Output, Problem> {
    let Some(run) = Q::TOGETHER else {
        return Err(Problem::not_supported("repository", "repository: is asked of one at a time"));
    };
    arguments.retain(|_, value| !value.is_null());
    let arguments = given::read(&View::empty(), &arguments_schema::<Q>(), arguments);
    let mut hashed = arguments.clone();
    if Q::SHORT_FORM {
        hashed.insert("detail".to_owned(), detail::is_asked(&arguments).into());
    }
    let state: Vec<String> = together.all().filter_map(|one| Q::depends_on(one, &arguments)).collect();
    if !state.is_empty() {
        hashed.insert("depends_on".to_owned(), state.into());
    }
    let question = question_hash(Q::NAME, &hashed);
    let context = together.context()?;
    let (own, common, offset) = read_arguments::<Q>(context.version(), arguments, question)?;
    if common.path.as_deref().is_some_and(locate::is_outside) {
        let problem = Problem::argument("path", "path: leads out of the repositories");
        return Err(problem.hint("paths are relative to the roots, and below them"));
    }
    let asked = Asked { own, common, scope: Scope::default(), offset };
    let answer = run(together, &asked)?;
    context.still_wanted()?;
    let format = asked.common.format.unwrap_or(Q::FORMATS[0]);
    let is_whole = format == Format::Screen && asked.common.budget.is_none() && !Q::Answer::FITS;
    let tokens = if is_whole { WHOLE } else { asked.common.tokens(Q::BUDGET) };
    Ok(write(&context, Writing { tool: Q::NAME, question, tokens, format, look: Q::LOOK }, answer))
}

/// Bytes around what an answer says of languages that are followed in part.
const IN_PART: usize = 24;

/// Tokens of an answer that is not cut for its size.
const WHOLE: usize = 10_000_000;

fn not_in(format: Format, known: &[Format]) -> Problem {
    let known = known.iter().chain([&Format::Screen]);
    let words: Vec<&str> = known.map(|format| format.as_str()).collect();
    let message = format!("format: {} is none of {}", format.as_str(), words.join(", "));
    Problem::argument("format", message)
}

fn parse<Q: Question>(
    context: &Context<'_>,
    arguments: Map<String, Value>,
    question: u64,
) -> Result<Asked<Q>, Problem> {
    let (own, common, offset) = read_arguments::<Q>(context.version(), arguments, question)?;
    let scope = Scope::of(context, &common)?;
    locate::is_inside(context, &common, Q::PATH_IS_THERE)?;
    Ok(Asked { own, common, scope, offset })
}

/// The arguments of a tool, those of all tools, and the rows to leave out; `version` is that of what is asked.
fn read_arguments<Q: Question>(
    version: u64,
    arguments: Map<String, Value>,
    question: u64,
) -> Result<(Q, Common, usize), Problem> {
    let (shared, mine): (Map<_, _>, Map<_, _>) =
        arguments.clone().into_iter().partition(|(name, _)| Common::NAMES.contains(&name.as_str()));
    let common = serde_json::from_value::<Common>(Value::Object(shared));
    let own = serde_json::from_value::<Q>(Value::Object(mine));
    match (common, own) {
        (Ok(common), Ok(own)) => {
            common.check()?;
            let is_other = |format: &Format| *format != Format::Screen && !Q::FORMATS.contains(format);
            if let Some(format) = common.format.filter(is_other) {
                return Err(not_in(format, Q::FORMATS));
            }
            let offset = match &common.cursor {
                Some(cursor) => Cursor::offset(cursor, version, question)?,
                None => 0,
            };
            if let Some(name) = schema::empty_text(&arguments_schema::<Q>(), &arguments) {
                let problem = Problem::argument(name, format!("{name}: must not be empty"));
                return Err(problem.hint("repo_map shows what there is to ask about"));
            }
            Ok((own, common, offset))
        }
        (common, own) => {
            // serde does not say which argument it stumbled over; the schema does.
            let (parameter, reason) =
                schema::complaint(&arguments_schema::<Q>(), &arguments).unwrap_or_else(|| {
                    let error = common.err().or(own.err());
                    ("arguments".to_owned(), error.map_or_else(String::new, |error| error.to_string()))
                });
            let message = format!("{parameter}: {reason}");
            let known = arguments_schema::<Q>();
            let near = schema::nearest(&known, &parameter);
            Err(Problem::argument(&parameter, message).suggest(near.into_iter().collect()))
        }
    }
}
