//! The names under which a database finds its files.

use crate::db::IncludeLines;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{
    Bound, DefId, Definition, ExprId, Expression, ExtensionId, FileFacts, Flags, Import, ImportId,
    ImportShape, LinkRules, Name, Namespace, Owner, Role, ScopeId, ScopeKind, SymbolKind, Visibility,
};

/// An import with this level looks for a name in scope; it includes no file.
const OF_NAMES: u32 = 2;

/// The names for which a [`LinkDatabase`](crate::LinkDatabase) gives a file: their hashes, sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNames {
    /// For [`extending`](crate::LinkDatabase::extending).
    pub extended: Vec<u64>,
    /// For [`defining`](crate::LinkDatabase::defining).
    pub defined: Vec<u64>,
    /// What each of them is there, as many.
    pub kinds: Vec<DefinedKinds>,
    /// For [`naming`](crate::LinkDatabase::naming).
    pub named: Vec<u64>,
    /// For [`storing`](crate::LinkDatabase::storing).
    pub stored: Vec<u64>,
    /// For [`top_level`](crate::LinkDatabase::top_level).
    pub top_level: Vec<u64>,
    /// For [`include_lines`](crate::LinkDatabase::include_lines).
    pub includes: IncludeLines,
}

impl FileNames {
    /// The names of a file, under the rules of its language. O(facts · log facts).
    pub fn of(facts: &FileFacts, rules: &LinkRules) -> Self {
        let follows = rules.values_are_followed;
        let (defined, kinds) = defined_names(facts, rules).into_iter().unzip();
        Self {
            extended: extended_names(facts, Some(rules)),
            defined,
            kinds,
            named: if follows { referenced_names(facts, Role::may_name_value) } else { Vec::new() },
            stored: if follows { referenced_names(facts, |role| role == Role::Write) } else { Vec::new() },
            top_level: if rules.packages.is_some() { top_level_names(facts, rules) } else { Vec::new() },
            includes: if rules.inclusion.is_some() { IncludeLines::of(facts) } else { Default::default() },
        }
    }
}

/// What a file defines under a name, as far as that tells who needs its facts: a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefinedKinds(pub(crate) u8);

impl DefinedKinds {
    /// Something that the file or one of its namespaces makes known, macros apart.
    pub(crate) const OUTSIDE: Self = Self(1);
    /// The same in the name space of macros.
    pub(crate) const MACRO: Self = Self(2);
    /// A field of a type.
    pub(crate) const FIELD: Self = Self(4);
    /// Not known without the facts of the file.
    pub const UNKNOWN: Self = Self(8);
    /// The same, but no macro.
    pub const UNKNOWN_BUT_MACRO: Self = Self(16);
    /// So many bits make up a set that is known.
    pub const BITS: u32 = 3;

    /// The set with these bits, of which those beyond [`BITS`](Self::BITS) do not count.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }

    /// Those bits; none where it is not known.
    pub const fn bits(self) -> u8 {
        Self::from_bits(self.0).0
    }

    /// False where the file certainly defines none of these.
    pub(crate) const fn may_have(self, kinds: Self) -> bool {
        let is_unknown = match kinds.0 {
            bits if bits == Self::MACRO.0 => Self::UNKNOWN.0,
            _ => Self::UNKNOWN.0 | Self::UNKNOWN_BUT_MACRO.0,
        };
        self.0 & (kinds.0 | is_unknown) != 0
    }

    /// What is either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True where the file certainly defines one of these.
    pub(crate) const fn has(self, kinds: Self) -> bool {
        self.0 & kinds.0 != 0
    }

    /// What somebody looks for who looks for what files make known in these name spaces.
    pub(crate) const fn visible_in(namespace: Namespace) -> Self {
        let of_macros = if namespace.meets(Namespace::MACRO) { Self::MACRO.0 } else { 0 };
        let of_others = if namespace.0 & !Namespace::MACRO.0 != 0 { Self::OUTSIDE.0 } else { 0 };
        Self(of_macros | of_others)
    }
}

/// Tells names of which macros may make something from names of types.
const LISTED: u64 = u64::from_le_bytes(*b"listings");

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files with a name of which macros may
/// make something, by the hash of the name.
pub fn listed_name(name: u64) -> u64 {
    hash_numbers([name, LISTED])
}

/// Tells names that are read by what turned out to be no reference from names of types, and names that are written so.
const DROPPED: [u64; 2] = [u64::from_le_bytes(*b"droppedr"), u64::from_le_bytes(*b"droppedw")];

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files with a name in a place that turned
/// out to be no reference: who asks which files name something, or store it, is told of them too. `None` for roles that
/// nobody asks for.
pub fn dropped_name(name: u64, role: Role) -> Option<u64> {
    match role {
        Role::Write => Some(hash_numbers([name, DROPPED[1]])),
        role if role.may_name_value() => Some(hash_numbers([name, DROPPED[0]])),
        _ => None,
    }
}

/// Tells names of included files from names of types.
const INCLUDED: u64 = u64::from_le_bytes(*b"includes");

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files that include one of this name,
/// wherever it stands; `name` is the hash of the last part of the path.
pub(crate) fn included_name(name: u64) -> u64 {
    hash_numbers([name, INCLUDED])
}

/// Tells names of definitions that other files can mean from names of types.
const LINKABLE: u64 = u64::from_le_bytes(*b"linkable");

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files that define something of this
/// name which their declarations in other files can mean, by the hash of the name: many times as many only declare it.
pub(crate) fn linkable_name(name: u64) -> u64 {
    hash_numbers([name, LINKABLE])
}

/// Tells names that `using a::b;` brings into a namespace from names of types.
const USING: u64 = u64::from_le_bytes(*b"using::a");

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files that bring a name into a
/// namespace by a declaration, by the hash of the name.
pub(crate) fn using_name(name: u64) -> u64 {
    hash_numbers([name, USING])
}

/// The declarations of a file that bring a name into a namespace, or to where no namespace is: `using a::b;`,
/// `namespace b = a::c;`. Each with the name.
pub(crate) fn using_declarations(facts: &FileFacts) -> impl Iterator<Item = (ImportId, Name)> + '_ {
    let is_outside = |scope: ScopeId| {
        let scope = facts.scopes.get(scope.index());
        scope.is_some_and(|scope| matches!(scope.kind, ScopeKind::File | ScopeKind::Module))
    };
    facts.imports.iter().zip(0..).filter_map(move |(import, id)| {
        let name = import.alias.or(import.path.last().copied())?;
        (import.shape == ImportShape::Item && is_outside(import.scope)).then_some((ImportId(id), name))
    })
}

/// Could a declaration in another file mean this definition? Macros and fields are declared nowhere else.
fn is_linkable(definition: &Definition) -> bool {
    let is_outside = matches!(definition.owner, Owner::Extension(_));
    let is_named = !matches!(definition.kind, SymbolKind::Macro | SymbolKind::Field)
        && definition.visibility != Visibility::Private;
    !definition.flags.has(Flags::DECLARATION) && (is_outside || is_named)
}

/// True for an import that includes a file.
pub(crate) fn is_include(import: &Import) -> bool {
    import.shape == ImportShape::Wildcard && import.level < OF_NAMES
}

/// Tells names of members that blocks for all types give from names of types.
const BLANKET: u64 = 0x626c_616e_6b65_7421;

/// Tells names of functions that extend types from names of types.
const EXTENSION: u64 = u64::from_le_bytes(*b"extends!");

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files that extend a type by a function
/// which others call like its members, by the hash of its name.
pub(crate) fn extension_function_name(name: u64) -> u64 {
    hash_numbers([name, EXTENSION])
}

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the files with imports that hold in other
/// files too.
pub(crate) const EVERYWHERE: u64 = u64::from_le_bytes(*b"projects");

/// The functions of a file that extend types, with their blocks.
pub(crate) fn extension_function_names(facts: &FileFacts) -> impl Iterator<Item = (Name, ExtensionId)> + '_ {
    facts.extensions.iter().zip(0..).flat_map(|(extension, id)| {
        facts.bindings(extension.scope).iter().map(move |binding| (binding.name, ExtensionId(id)))
    })
}

/// Hashes of the names of types that the file extends; under numbers of their own the members that it gives to all
/// types that fit, the functions by which it extends types, the names of which macros may make something and, where its
/// language includes files, those of the files that it includes and of what others can mean. Sorted, each once.
pub fn extended_names(facts: &FileFacts, rules: Option<&LinkRules>) -> Vec<u64> {
    let includes = rules.is_some_and(|rules| rules.inclusion.is_some());
    let names = facts.extensions.iter().filter_map(|extension| extension.type_name);
    let mut all = hashes(facts, names.collect());
    let blanket = blanket_members(facts).into_iter();
    all.extend(blanket.map(|(name, _)| blanket_name(hash_text(facts.name(name)))));
    let listed = facts.candidates.iter().map(|one| facts.definition(one.definition).name);
    all.extend(hashes(facts, listed.collect()).into_iter().map(listed_name));
    let included = facts.imports.iter().filter(|import| includes && is_include(import));
    let included = included.filter_map(|import| import.path.last().copied());
    all.extend(hashes(facts, included.collect()).into_iter().map(included_name));
    if rules.is_some_and(|rules| rules.extension_functions) {
        let names = extension_function_names(facts).map(|(name, _)| name).collect();
        all.extend(hashes(facts, names).into_iter().map(extension_function_name));
    }
    if rules.is_some_and(|rules| rules.holds_in.is_some()) {
        let is_everywhere = |import: &Import| import.level == Import::EVERYWHERE;
        all.extend(facts.imports.iter().any(is_everywhere).then_some(EVERYWHERE));
    }
    if rules.is_some_and(LinkRules::includes_overloads) {
        let used = using_declarations(facts).map(|(_, name)| name).collect();
        all.extend(hashes(facts, used).into_iter().map(using_name));
    }
    let linkable = facts.definitions.iter().filter(|one| includes && is_linkable(one));
    all.extend(hashes(facts, linkable.map(|one| one.name).collect()).into_iter().map(linkable_name));
    all.sort_unstable();
    all.dedup();
    all
}

/// The number under which [`extending`](crate::LinkDatabase::extending) finds the blocks that give a member, by the
/// hash of its name, to all types that fit.
pub(crate) fn blanket_name(member: u64) -> u64 {
    hash_numbers([BLANKET, member])
}

/// The members that blocks of the file give to all types that fit (`impl<T: Bound> Trait for T`), with their blocks:
/// those of traits of the same file, where such blocks stand.
pub(crate) fn blanket_members(facts: &FileFacts) -> Vec<(Name, ExtensionId)> {
    let mut all = Vec::new();
    for (extension, id) in facts.extensions.iter().zip(0..) {
        let is_for_all = extension.type_name.is_none() && type_parameter(facts, extension.of).is_some();
        let implemented = extension.implements.filter(|_| is_for_all);
        let Some(body) = implemented.and_then(|of| facts.definition(trait_of(facts, of)?).body) else {
            continue;
        };
        let members = facts.bindings(body).iter();
        let members = members.filter(|binding| matches!(binding.bound, Bound::Definition(_)));
        all.extend(members.map(|binding| (binding.name, ExtensionId(id))));
    }
    all
}

/// The type parameter that an expression names: its index into those of the file.
pub(crate) fn type_parameter(facts: &FileFacts, id: ExprId) -> Option<u32> {
    let Expression::Name { bound: Some(id), .. } = facts.expression(id) else { return None };
    match facts.bindings.get(id.index())?.bound {
        Bound::TypeParameter(index) => Some(index),
        _ => None,
    }
}

/// The trait of the same file that an expression names, with arguments or without.
fn trait_of(facts: &FileFacts, id: ExprId) -> Option<DefId> {
    match facts.expression(id) {
        Expression::Name { bound: Some(id), .. } => match facts.bindings.get(id.index())?.bound {
            Bound::Definition(def) if facts.definition(def).kind == SymbolKind::Trait => Some(def),
            _ => None,
        },
        Expression::Apply { of, .. } => trait_of(facts, of),
        _ => None,
    }
}

/// Members, macros and what every file sees; everything where [`LinkRules::lists_all_definitions`]. Sorted, each once.
fn defined_names(facts: &FileFacts, rules: &LinkRules) -> Vec<(u64, DefinedKinds)> {
    let is_member = |owner: Owner| match owner {
        Owner::File => false,
        Owner::Definition(id) => facts.has_members(id),
        Owner::Extension(_) => true,
    };
    let all = rules.lists_all_definitions();
    let is_global = |d: &Definition| d.kind == SymbolKind::Macro || d.flags.has(Flags::EXPORTED);
    let mut kinds = known_outside(facts);
    let mut found: Vec<(Name, DefinedKinds)> = Vec::new();
    for (definition, kinds) in facts.definitions.iter().zip(&mut kinds) {
        let is_member = is_member(definition.owner);
        if is_member && definition.kind == SymbolKind::Field && !definition.flags.has(Flags::MADE) {
            kinds.0 |= DefinedKinds::FIELD.0;
        }
        if all || is_member || is_global(definition) {
            found.push((definition.name, *kinds));
        }
    }
    found.sort_unstable();
    found.dedup();
    let mut hashes: Vec<_> = found.into_iter().map(|(name, of)| (hash_text(facts.name(name)), of)).collect();
    hashes.sort_unstable();
    hashes.dedup_by(|one, kept| {
        let same = one.0 == kept.0;
        if same {
            kept.1.0 |= one.1.0;
        }
        same
    });
    hashes
}

/// Of each definition the name spaces in which the file or one of its namespaces makes it known.
fn known_outside(facts: &FileFacts) -> Vec<DefinedKinds> {
    let mut kinds = vec![DefinedKinds::default(); facts.definitions.len()];
    for (scope, id) in facts.scopes.iter().zip(0..) {
        if !matches!(scope.kind, ScopeKind::File | ScopeKind::Module) {
            continue;
        }
        for binding in facts.bindings(ScopeId(id)) {
            if let Bound::Definition(def) = binding.bound
                && let Some(kinds) = kinds.get_mut(def.index())
            {
                kinds.0 |= DefinedKinds::visible_in(binding.namespace).0;
            }
        }
    }
    kinds
}

/// Names of references with such a role.
fn referenced_names(facts: &FileFacts, wanted: fn(Role) -> bool) -> Vec<u64> {
    let references = facts.references.iter().filter(|one| wanted(one.role));
    hashes(facts, references.map(|one| one.name).collect())
}

/// What the file defines outside of every type; with functions that extend types, where those are imported by their names,
/// and with all, where what types have may be bound beside them.
fn top_level_names(facts: &FileFacts, rules: &LinkRules) -> Vec<u64> {
    let is_top_level = |owner: Owner| match owner {
        Owner::Extension(id) => {
            rules.functions_overload
                && facts.extensions.get(id.index()).is_some_and(|one| one.owner == Owner::File)
        }
        owner => owner == Owner::File || rules.members_beside_types,
    };
    let all = facts.definitions.iter().filter(|definition| is_top_level(definition.owner));
    let names: Vec<Name> = all.map(|definition| definition.name).collect();
    if rules.ignores_case {
        let mut folded: Vec<u64> =
            names.into_iter().map(|name| hash_text(&facts.name(name).to_lowercase())).collect();
        folded.sort_unstable();
        folded.dedup();
        return folded;
    }
    hashes(facts, names)
}

fn hashes(facts: &FileFacts, mut names: Vec<Name>) -> Vec<u64> {
    names.sort_unstable();
    names.dedup();
    let mut hashes: Vec<u64> = names.into_iter().map(|name| hash_text(facts.name(name))).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_defines_under_a_name_tells_who_needs_its_facts() {
        let text = "#define M 1\nstruct S { int size; int both; };\nint both;\nint f(int p);\n";
        let language = indexer_parse::language_of("a.h", text.as_bytes()).unwrap();
        let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
        let names = FileNames::of(&facts, language.rules);
        assert_eq!(names.defined.len(), names.kinds.len());
        assert!(names.defined.is_sorted_by(|a, b| a < b), "each once");
        let of = |name: &str| names.kinds[names.defined.binary_search(&hash_text(name)).unwrap()];
        let (values, macros) = (DefinedKinds::visible_in(Namespace::VALUE), DefinedKinds::MACRO);
        assert!(of("M").may_have(macros));
        assert!(of("size").has(DefinedKinds::FIELD) && !of("size").may_have(values));
        assert!(!of("size").may_have(macros));
        let (all, unknown) = (DefinedKinds::UNKNOWN, DefinedKinds::UNKNOWN_BUT_MACRO);
        assert!(all.may_have(macros) && all.may_have(values) && !all.has(macros));
        assert!(unknown.may_have(values) && !unknown.may_have(macros) && !unknown.has(DefinedKinds::FIELD));
        assert!(unknown.or(macros).may_have(macros));
        assert!(of("both").has(DefinedKinds::FIELD) && of("both").may_have(values));
        assert!(of("f").may_have(values) && !of("f").has(DefinedKinds::FIELD));
        let unknown = DefinedKinds::UNKNOWN;
        assert!(unknown.may_have(macros) && !unknown.has(macros) && unknown.bits() == 0);
    }

    #[test]
    fn only_where_files_include_one_another_are_they_found_by_what_they_include() {
        let names = |path: &str, text: &str| {
            let language = indexer_parse::language_of(path, text.as_bytes()).unwrap();
            let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
            FileNames::of(&facts, language.rules).extended
        };
        assert_eq!(names("a.py", "from b import *\n"), [0_u64; 0]);
        assert_eq!(names("a.c", "#include \"b.h\"\n"), [included_name(hash_text("b.h"))]);
    }
}
