//! What the linker must know of a language: plain data and few pure hooks, filled in by
//! `indexer-parse` and passed in by the engine.

use crate::conventions::Conventions;
use crate::edges::Rule;
use crate::expression::Namespace;
use crate::files::{FilePlace, Files};
use crate::framework::FrameworkRules;
use crate::key::hash_text;
use crate::kinds::{SymbolKind, Visibility};
use crate::modules::{Inclusion, ModulePlace, ModuleQuery, SubmoduleQuery};
use crate::outside::Outside;
use crate::path;
use crate::protocol::Protocol;
use crate::surface::Surface;

/// The name to which an extension binds the type of which all functions are called like members of what it extends.
pub const ATTACHED: &str = "*";

/// In which order the members of a type are looked for beyond the type itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linearization {
    /// C3 over the bases (Barrett et al. 1996), as Python's method resolution order.
    C3,
    /// The type's extensions, then its traits' own members, then what it dereferences to.
    Autoderef,
    /// The bases, depth first.
    Bases,
    /// The type and its extensions, then the types that it embeds, level by level: the member that
    /// is nearest wins (Go).
    Embedding,
}

/// How files share names without importing each other. A package is named by a path of folders: `a/b`.
#[derive(Debug)]
pub struct PackageRules {
    /// True where the path of a package is written name by name, so that packages and the types in
    /// them are told apart by looking (Java); else a hook finds the folder of the whole path.
    pub by_name: bool,
    /// True where a package is the folders of its name, so that folders tell whether the repository has it; else what
    /// files declare does.
    pub in_folders: bool,
    /// The package to which a file belongs.
    pub package: fn(FilePlace<'_>) -> String,
    /// The same where not the file says it but folders and manifests around it; `None` where [`package`](Self::package) tells.
    pub located: Option<fn(&dyn Files, path: &str) -> String>,
    /// May the file at this path belong to the package? Called before its facts are loaded, to avoid that.
    pub near: fn(package: &str, path: &str) -> bool,
    /// Does the file offer its names to those who import the package?
    pub offers: fn(package: &str, file: FilePlace<'_>) -> bool,
    /// Does the file `from` see the names of `file` without an import?
    pub sees: fn(from: FilePlace<'_>, file: FilePlace<'_>) -> bool,
    /// Of these name spaces, what the package of a file does not define under a bare name is looked for in the package
    /// without a name (PHP's functions).
    pub global: Namespace,
    /// Can both files be part of one build? A reference never leads to a definition in a file that is
    /// built only where its own file is not.
    pub coexist: fn(FilePlace<'_>, FilePlace<'_>) -> bool,
}

/// What programs of several languages run on.
#[derive(Debug, PartialEq, Eq)]
pub struct Runtime {
    /// What it is called.
    pub name: &'static str,
    /// Where the packages of the standard libraries begin.
    pub packages: &'static [&'static str],
}

/// How a language names what is a property in one language of a runtime and methods in another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyNames {
    /// By the property: `x.title` calls `getTitle` or `setTitle`.
    Property,
    /// By the methods: `x.getTitle()` reads `title`.
    Methods,
}

/// How classes work where types are declared: bare names may be inherited members, functions of one
/// name differ by their parameters, and a field that is called is read.
#[derive(Debug)]
pub struct ClassRules {
    /// Name of the type that types of this kind extend without saying so.
    pub root: fn(SymbolKind) -> Option<&'static str>,
    /// Where one of both is a primitive type: may an instance of the first be passed as the second? Their names
    /// without a package. `None` where none of them is primitive.
    pub converts: fn(from: &str, to: &str) -> Option<Conversion>,
    /// True where [`Conversion::Boxes`] is what becomes of a number that is written as a literal, and of no other.
    pub only_literals_convert: bool,
    /// True where types of functions stand for themselves: nothing but a function that takes the same is passed as one,
    /// and a function as nothing else (Solidity).
    pub only_functions_fit_functions: bool,
    /// The paths of the direct supertypes of a type outside; `None` for types of which the rule knows nothing. The
    /// root of all classes is left out.
    pub supertypes: fn(path: &str) -> Option<&'static [String]>,
    /// The type of what an operator makes of two values, which is none of truth: the names of the types of both and
    /// of the result without a package; "" for what is not known, and for types that have no operators.
    pub combined: fn(left: &str, right: &str) -> &'static str,
    /// Name of the generic type that arrays are instances of.
    pub array: &'static str,
    /// True where a bare name in a type may be a member of it; else members have a receiver (PHP).
    pub bare_members: bool,
}

/// How an instance of one type becomes one of another, where one of both is primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// Not at all.
    Never,
    /// It is the same, or of a narrower primitive type.
    Widens,
    /// It is put into an object, or taken out of one: only where no function takes it without that.
    Boxes,
}

/// How a type answers for members that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delegation {
    /// The method that is asked (`__getattr__`).
    pub method: &'static str,
    /// The function that gives a member of a value by its name (`getattr`): what it is called with in that method has them.
    pub function: &'static str,
}

/// Members that functions themselves have, by name. Only those count that the language's stubs declare.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionMembers {
    /// Those that run the function.
    pub run: &'static [&'static str],
    /// Those that give the function, perhaps with some of its arguments bound.
    pub give: &'static [&'static str],
}

/// How types work that are known by their path: whoever opens one adds to it, and a type is an object that has members of
/// its own beside those of its instances (Ruby). Their definitions have the flag `static` where they are of the type.
#[derive(Debug)]
pub struct OpenTypes {
    /// Stands before the name where a member of the type itself is looked for (`self.`).
    pub singleton: &'static str,
    /// The member of a type that makes an instance of it, by running one of [`LinkRules::constructors`].
    pub maker: &'static str,
    /// Stands behind the name of a member that is written (`name=`). An accessor of the name alone is written so too.
    pub setter: &'static str,
}

/// What the linker knows of one language. A change here is a change of the extractor digest.
#[derive(Debug)]
pub struct LinkRules {
    /// Id of the language.
    pub language: &'static str,
    /// What is used without a reference.
    pub conventions: &'static Conventions,
    /// True where names that differ in case alone are one name.
    pub ignores_case: bool,
    /// True where a module that a file declares has its whole name wherever the file stands: that of the file is no part
    /// of it.
    pub whole_modules: bool,
    /// What programs of the language run on, where those of others do too and all of them share their packages: what one
    /// language declares in a package, a file of another one imports (the JVM). `None` where only files of the language
    /// itself are meant.
    pub runtime: Option<&'static Runtime>,
    /// How what is a property in one language of the runtime and methods in another one is named from this language;
    /// `None` where each has its own name alone.
    pub properties: Option<PropertyNames>,
    /// The names of the files of another language of the runtime whose functions are members of the class of this name
    /// (`TextKt` is of `Text.kt`).
    pub files_of_class: fn(class: &str) -> Vec<String>,
    /// Packages that together are the standard library: a stub of one stands for all of them.
    pub standard_packages: &'static [&'static str],
    /// Separates the names of a qualified name (`.`, `::`).
    pub separator: &'static str,
    /// Members that a call of a type runs, first found wins.
    pub constructors: &'static [&'static str],
    /// Member that a call of an instance runs.
    pub call_member: Option<&'static str>,
    /// The word with which a block that extends a type begins: all names that it extends stand before the body.
    pub extension_word: Option<&'static str>,
    /// The order in which the members of a type are looked up.
    pub linearization: Linearization,
    /// Names that every file has without an import, and the package they come from:
    /// `("print") -> "builtins"`. `None` for a name that is not implicit.
    pub implicit: fn(&str) -> Option<&'static str>,
    /// True for names of the language of which it says nothing that another file gives them another meaning (a test that puts
    /// something in the place of `require`).
    pub fixed: fn(&str) -> bool,
    /// True for member names of the standard library that are too common to guess by.
    pub commodity: fn(&str) -> bool,
    /// Of so many members of a name that nothing but their name speaks for, each is possible; where there are more, none
    /// is. At most 8.
    pub most_guesses: usize,
    /// Can code in the file `from` name a member that the file `of` declares with this visibility?
    /// Asked of members for which nothing but their name speaks.
    pub reaches: fn(visibility: Visibility, of: &str, from: &str) -> bool,
    /// True for a file in which nothing can be declared to be of an interface's type: there, what
    /// only interfaces declare is not guessed by its name.
    pub is_untyped: fn(path: &str) -> bool,
    /// False where types are told to all, so that a value of which nobody knows the type is one of a package: then fields of
    /// other files are no guesses, but for files that are untyped.
    pub guesses_fields: bool,
    /// True where an import's `level` counts steps outwards from the importing package: the place
    /// that `root` gives is that package, and the path's first name is looked for inside it.
    pub relative_levels: bool,
    /// True where the first name of an import may be a name of the scope around it.
    pub imports_see_scope: bool,
    /// True where what a type has is bound beside it (constructors and fields of Haskell), so that all of a type is what
    /// stands there and belongs to it.
    pub members_beside_types: bool,
    /// True where a name that neither the file nor a type around it has is one that a wildcard import gives: where all of
    /// these are known and none gives it, a package outside does.
    pub imports_are_all: bool,
    /// True where an import binds its names for the module alone, and for others only where it says so.
    pub imports_are_private: bool,
    /// True where a function is a test by its name alone, so that it is one only in a test file.
    pub tests_by_name: bool,
    /// What of a package can be reached from outside.
    pub surface: &'static Surface,
    /// True where the head of a function always says what a call gives.
    pub results_are_written: bool,
    /// True where the type arguments of a local, and what it is where it begins without a value, follow from what is done
    /// with it later: `let mut all = Vec::new(); all.push(1);`.
    pub locals_are_told_by_use: bool,
    /// True where a type need not be written, and then may be any.
    pub types_are_optional: bool,
    /// What is true for who checks types alone, so that imports below it are not carried out (`TYPE_CHECKING`); "" where
    /// imports of which only types are used never are.
    pub type_guard: &'static str,
    /// True where a type without its arguments has any.
    pub bare_types: bool,
    /// Ways to write types, each with the one that stands for all, as `indexer-diff` reads them.
    pub same_types: &'static [(&'static str, &'static str)],
    /// Where a module path begins.
    pub root: fn(&dyn Files, ModuleQuery<'_>) -> ModulePlace,
    /// The module that belongs to another module by name; `None` where there is none.
    pub submodule: fn(&dyn Files, SubmoduleQuery<'_>) -> Option<ModulePlace>,
    /// The name that the language gives to the module of the file.
    pub module_name: fn(&dyn Files, path: &str) -> String,
    /// Through which members of types the language's operators go.
    pub protocol: Protocol,
    /// How files share names without an import; `None` where each file stands for itself.
    pub packages: Option<&'static PackageRules>,
    /// True where nothing says which files of a package are read together, so that what another one defines under a name is
    /// only likely meant (a database, a build), unless the file itself has it read.
    pub packages_are_likely: bool,
    /// By which rule what another file of such a package defines is likely meant, where that is one of its own. Of tables
    /// those count that the first file of a folder creates: the files of a folder follow one another by their names.
    pub likely_by: Option<Rule>,
    /// True where files describe types of which generators make code of other languages: what such code defines under the
    /// name of a type, or under a name that generators make of it, is possibly made of that.
    pub describes_types: bool,
    /// The file beside a generated one that says of which file both are made, where generators write it into one alone.
    pub generated_beside: fn(path: &str) -> Option<String>,
    /// How names of installed packages are asked for, where that is known.
    pub outside: Option<Outside>,
    /// How declared classes work; `None` where functions of one name replace each other.
    pub classes: Option<&'static ClassRules>,
    /// True where a call of external code gives an external type unless a type of the repository is
    /// passed in: types are declared, so only type parameters can carry a type through.
    pub declared_types: bool,
    /// Private names of a module: those that `from module import *` leaves out (`_x` in Python), and
    /// those that a package does not export.
    pub hidden_from_wildcard: fn(&str) -> bool,
    /// How wildcard imports include the text of other files, in languages where they do. Names are
    /// then looked up in all files that are included, directly or not.
    pub inclusion: Option<Inclusion>,
    /// True where types of parameters of a lambda follow from the receiver and the other arguments of the call that it is
    /// passed to, and not from what is expected of the call.
    pub lambda_parameters_follow_arguments: bool,
    /// Name spaces in which a bare name that nothing in the repository declares is of a package that the file imports all of
    /// (`using Xunit;`). `None` where macros may declare it.
    pub unknown_names_are_external: Option<Namespace>,
    /// True where a function is called by a bare name of its package or of none: one that nothing in the repository declares
    /// is outside, under that name.
    pub unknown_functions_are_global: bool,
    /// True where a wildcard import binds names in its own scope, not only for those who import from it.
    pub wildcards_bind: bool,
    /// The names, submodules aside, that a module may give to others, told by its path and text without parsing it: all of
    /// them and others beside, in any order. `None` where it may give any, as what it imports with a wildcard does.
    pub written_names: fn(path: &str, text: &str) -> Option<Vec<String>>,
    /// True where each wildcard import opens a scope, and hides what was bound before it (`open M`).
    pub wildcards_shadow: bool,
    /// True for names of which expected types tell which is meant: what scopes bind is only likely.
    pub told_by_types: fn(&str) -> bool,
    /// The folder that holds copies of packages under the paths by which they are imported (`vendor`).
    pub copies_in: Option<&'static str>,
    /// The name to which a file assigns its whole export (`module.exports = a`).
    pub whole_module: Option<&'static str>,
    /// The member of a module that an import without a name takes.
    pub default_export: Option<&'static str>,
    /// True where a scope cannot hold two definitions of one kind and name: those that stand there are alternatives of
    /// which a condition or a macro around them chooses.
    pub unique_names: bool,
    /// True where a macro with the flag `exported` is a member of the root of its package, wherever it stands.
    pub macros_at_root: bool,
    /// True where a macro may declare the module of a file that stands where a submodule would.
    pub undeclared_submodules: bool,
    /// True where definitions of one name in one scope are parts of one thing (an interface in two
    /// parts, a namespace beside a function).
    pub declarations_merge: bool,
    /// A member that a class only assigns is the one that a class above declares, where one does: it is written there with
    /// its type, or as a method (`kind: Kind` above, `self.kind = kind` below).
    pub declared_before_assigned: bool,
    /// The method that is asked for members that a type does not have.
    pub delegation: Option<Delegation>,
    /// True where parameters without an annotation are what calls in the repository give them.
    pub parameters_take_arguments: bool,
    /// True where what a call of a value runs is looked for: through parameters, fields, collections
    /// and results.
    pub values_are_followed: bool,
    /// Members of a function that run it (`call`), and those that give it back (`bind`).
    pub function_members: FunctionMembers,
    /// True where any file may add members to what another one defines, under the name that it has there: they are looked for
    /// behind those of the type and its bases.
    pub adds_members: bool,
    /// True where definitions with the flag `exported` are found by name from every file.
    pub has_globals: bool,
    /// True where a bare name that is called runs a program, command or function from elsewhere, if nothing of the repository
    /// has that name.
    pub runs_programs: bool,
    /// True where modules have members as types have: what stands in one is found as a member of its name.
    pub modules_have_members: bool,
    /// True where a module is a class too: what is named of it may be inherited, and it is what bare names of functions in it
    /// are looked for in, and nothing around it (Perl).
    pub modules_are_classes: bool,
    /// True where a file is a type too, whose fields stand in it outside of all others: what is of the type has them and the
    /// file's functions as members (Zig).
    pub files_are_types: bool,
    /// Names of the variables of a module that list what it exports: the first what a wildcard import gives, the others what
    /// is given where an import names it. Where there are such lists, what none of them has is only likely imported.
    pub export_lists: &'static [&'static str],
    /// True where a file sees the names of the packages around its own too, after those of its own.
    pub packages_nest: bool,
    /// Does an import of [`Import::EVERYWHERE`](crate::Import::EVERYWHERE) in the file at the second path hold in the
    /// file at the first one? `None` where there are no such imports.
    pub holds_in: Option<fn(from: &str, of: &str) -> bool>,
    /// True where several definitions with the flag `partial` are one type: those of one name in one package or type.
    pub partial_types: bool,
    /// How types work that are known by their path alone. To name a member of anything is then to call it, and a bare name is
    /// a member of the receiver before it is a function outside of types.
    pub open_types: Option<&'static OpenTypes>,
    /// True where generic types of one name differ by the number of their parameters, which stands in the name that
    /// they are bound to: `List` with two of them to ``List`2``.
    pub arity_in_names: bool,
    /// True where stubs name all bases of the types that they declare.
    pub stubs_tell_bases: bool,
    /// True where types of functions are written, or named by definitions that are no types with members.
    pub has_function_types: bool,
    /// The generic type of what is of a type that is no class, or nothing: written with a class, it is that.
    pub optional_type: Option<&'static str>,
    /// What the name of a type may leave out at its end where it stands before a definition.
    pub decorator_suffix: Option<&'static str>,
    /// True where a member may have the name of its type, which is what the name means where a member of the type itself
    /// stands behind it.
    pub members_named_as_types: bool,
    /// Packages whose names every file may use where nothing else has them, of stubs their types and extension functions: builds
    /// import or include them unasked.
    pub implied_packages: &'static [&'static str],
    /// True where functions outside of a type are called like its members where the package that has them is seen.
    pub extension_functions: bool,
    /// True where a file or type says which functions are called on values of a type like its members (`using L for T`), in
    /// an extension of the type: those that its scope binds, and all of the types that [`ATTACHED`] is bound to there. Such
    /// functions take the value as their first argument; those of types have the flag `static`.
    pub attached_functions: bool,
    /// True where of several bases the one that is written last comes first.
    pub last_base_first: bool,
    /// The member of a type in which is looked for what the type itself does not have, where it is named and no instance.
    pub companion: Option<&'static str>,
    /// Functions of the standard library that give back what they are called on, written or not (`apply { .. }` in a class).
    pub gives_back: &'static [&'static str],
    /// True where types of functions may say what these are called on: an argument named `this` before the others. Bare
    /// names in a function without a name may be members of that. An argument whose name is empty stands behind a call, and is
    /// given to the last parameter.
    pub function_receivers: bool,
    /// True where an extension of a type, in whatever file, is a part of it: members of all of them are its own, and what
    /// one says that the type implements is a base of it.
    pub extensions_are_parts: bool,
    /// True where arguments have labels, in the order of the parameters: which of several functions of a name is called,
    /// they say, before any type does. An argument whose name is empty stands behind the call. A member may be named without
    /// what it is of, which is then the type that is expected there.
    pub argument_labels: bool,
    /// The attribute of a function that is meant only where no other one of its name takes the arguments.
    pub last_choice: Option<&'static str>,
    /// The manifest that says which files a package of [`PackageRules::located`] has, in a language where packages keep
    /// members to themselves: where there is none, folders are a guess.
    pub package_manifest: Option<&'static str>,
    /// True for a type outside, by its path, that is an interface where a call of what no type declares is allowed: of what
    /// is based on it, it has no more than it declares.
    pub declares_all: fn(path: &str) -> bool,
    /// True where functions outside of types may have one name and differ by their parameters, as methods do.
    pub functions_overload: bool,
    /// True where a method that is read, and not called, is a value (`f = a.method`); else what is read by its name is no
    /// method.
    pub methods_are_values: bool,
    /// True where a field is called like a method where there is no such method.
    pub fields_are_called: bool,
    /// True where a type with the flag `static` is an object: a value with members, the only one of its type. A type of
    /// its name beside it is another thing, and a record's is what calling the object makes where it says nothing else. One
    /// with the flag `partial` as well stands for the package of its name.
    pub objects: bool,
    /// True where to name a function without parameters is to call it.
    pub functions_run_bare: bool,
    /// The platform that a file is for, by its path; "" for what is for all of them, `None` where nothing says it. Definitions
    /// with the flag `declaration` are then defined once for each platform, and a file means those of its own where there are
    /// such; what is for all of them sees nothing that is for one.
    pub platform: Option<fn(path: &str) -> Option<&str>>,
    /// The rules about frameworks of the language, read when they are first asked for; `None` where there are none.
    pub frameworks: fn() -> Option<&'static FrameworkRules>,
    /// True where a type may be a decorator: `@interface A`.
    pub types_are_decorators: bool,
}

impl PackageRules {
    /// The part of [`DependencyKey::top_level`] that says where the files of a package are: the last part of its path,
    /// or the same for all packages where a file of any folder may declare itself to be part of one.
    ///
    /// [`DependencyKey::top_level`]: crate::DependencyKey::top_level
    pub fn folder_hash(&self, package: &str) -> u64 {
        if self.in_folders { hash_text(path::file_name(package)) } else { Self::ANY_FOLDER }
    }

    /// [`folder_hash`](Self::folder_hash) where the files of a package are in any folder.
    pub const ANY_FOLDER: u64 = 0;

    /// All files of the repository are one package: nothing in them says which are read together, or in which database or
    /// session.
    pub const REPOSITORY: PackageRules = PackageRules {
        by_name: false,
        in_folders: true,
        package: |_| String::new(),
        located: None,
        near: |_, _| true,
        offers: |_, _| true,
        sees: |_, _| true,
        global: Namespace(0),
        coexist: |_, _| true,
    };

    /// A package is the files that declare its name, in whatever folder.
    pub const DECLARED: PackageRules = PackageRules {
        by_name: true,
        in_folders: false,
        package: |file| file.package.replace('.', "/"),
        located: None,
        near: |_, _| true,
        offers: |package, file| file.package.split('.').eq(package.split('/')),
        sees: |from, file| from.package == file.package,
        global: Namespace(0),
        coexist: |_, _| true,
    };
}

impl ClassRules {
    /// Types have no root, convert to nothing else, and have no operators.
    pub const BASE: ClassRules = ClassRules {
        root: |_| None,
        converts: |_, _| None,
        only_literals_convert: false,
        only_functions_fit_functions: false,
        supertypes: |_| None,
        combined: |_, _| "",
        array: "array·",
        bare_members: true,
    };
}

impl LinkRules {
    /// May a file of this language import what a file of the other one declares in a package?
    pub fn shares_packages_with(&self, other: &LinkRules) -> bool {
        self.language == other.language || self.runtime.is_some() && self.runtime == other.runtime
    }

    /// Files declare the package that they are of and see what its others define; types are declared and have
    /// members.
    pub const PACKAGES: LinkRules = LinkRules {
        packages: Some(&PackageRules::DECLARED),
        classes: Some(&ClassRules::BASE),
        declared_types: true,
        ..LinkRules::BASE
    };

    /// What most languages agree on: a language says how it differs (`LinkRules { language: "x", ..LinkRules::BASE }`).
    /// Files do not import each other, nothing is implicit, a wildcard import binds its names.
    pub const BASE: LinkRules = LinkRules {
        language: "",
        conventions: &Conventions::BASE,
        ignores_case: false,
        whole_modules: false,
        runtime: None,
        declares_all: |_| false,
        properties: None,
        files_of_class: |_| Vec::new(),
        standard_packages: &[],
        separator: ".",
        constructors: &[],
        call_member: None,
        extension_word: None,
        linearization: Linearization::Bases,
        implicit: |_| None,
        fixed: |_| false,
        commodity: |_| false,
        most_guesses: 8,
        reaches: |_, _, _| true,
        is_untyped: |_| false,
        guesses_fields: true,
        relative_levels: false,
        imports_see_scope: false,
        members_beside_types: false,
        imports_are_all: false,
        imports_are_private: false,
        tests_by_name: false,
        surface: &Surface::BASE,
        results_are_written: false,
        locals_are_told_by_use: false,
        types_are_optional: false,
        type_guard: "",
        bare_types: false,
        same_types: &[],
        root: |_, _| ModulePlace::Unknown,
        submodule: |_, _| None,
        module_name: |_, path| path.to_owned(),
        protocol: Protocol::BASE,
        packages: None,
        packages_are_likely: false,
        likely_by: None,
        describes_types: false,
        generated_beside: |_| None,
        outside: None,
        classes: None,
        declared_types: false,
        hidden_from_wildcard: |_| false,
        inclusion: None,
        lambda_parameters_follow_arguments: false,
        unknown_names_are_external: None,
        unknown_functions_are_global: false,
        wildcards_bind: true,
        written_names: |_, _| None,
        wildcards_shadow: false,
        told_by_types: |_| false,
        copies_in: None,
        whole_module: None,
        default_export: None,
        unique_names: false,
        macros_at_root: false,
        undeclared_submodules: false,
        declarations_merge: false,
        declared_before_assigned: false,
        delegation: None,
        parameters_take_arguments: false,
        values_are_followed: false,
        function_members: FunctionMembers { run: &[], give: &[] },
        adds_members: false,
        has_globals: false,
        runs_programs: false,
        modules_have_members: false,
        modules_are_classes: false,
        files_are_types: false,
        export_lists: &[],
        packages_nest: false,
        holds_in: None,
        partial_types: false,
        open_types: None,
        arity_in_names: false,
        stubs_tell_bases: false,
        has_function_types: false,
        optional_type: None,
        decorator_suffix: None,
        members_named_as_types: false,
        implied_packages: &[],
        extension_functions: false,
        attached_functions: false,
        last_base_first: false,
        companion: None,
        gives_back: &[],
        function_receivers: false,
        extensions_are_parts: false,
        argument_labels: false,
        last_choice: None,
        package_manifest: None,
        functions_overload: false,
        methods_are_values: true,
        fields_are_called: false,
        objects: false,
        functions_run_bare: false,
        platform: None,
        frameworks: || None,
        types_are_decorators: false,
    };

    /// True where any definition may be meant by its name elsewhere, whatever it stands in: where files take in each other's
    /// text, types are open, files run programs, or names are outside because nothing has them.
    pub fn lists_all_definitions(&self) -> bool {
        self.inclusion.is_some() || self.open_types.is_some() || self.runs_programs || self.imports_are_all
    }

    /// True where files take in each other's text and functions of one name differ by their parameters: as in C++, which
    /// has namespaces, templates and members of types too.
    pub fn includes_overloads(&self) -> bool {
        self.inclusion.as_ref().is_some_and(|inclusion| inclusion.overloads)
    }
}
