//! Members that blocks outside a type add to it: extensions, the traits they implement, derives.

use crate::evaluator::Evaluator;
use crate::value::{Set, Sym, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{ConsultedKey, ExtensionId, FileId};
use smallvec::SmallVec;

impl Evaluator<'_, '_> {
    /// The type that an extension extends.
    pub(crate) fn extended(&mut self, file: FileId, extension: ExtensionId) -> Set {
        let of = self.unit(file).and_then(|u| u.facts.extensions.get(extension.index())).map(|e| e.of);
        of.map_or(Set::default(), |of| self.header_type(file, of))
    }

    /// The trait that an extension implements.
    pub(crate) fn implemented(&mut self, file: FileId, extension: ExtensionId) -> Set {
        let unit = self.unit(file);
        let implements = unit.and_then(|u| u.facts.extensions.get(extension.index())?.implements);
        implements.map_or(Set::default(), |of| self.header_type(file, of))
    }

    /// Members of the traits that are derived.
    pub(crate) fn derived_members(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        self.consult_symbol(sym);
        let mut found = Set::default();
        for derived in unit.facts.list(unit.facts.definition(sym.def).decorators) {
            for value in self.header_type(sym.file, *derived).iter() {
                if let Value::Type(TypeId::Def(base), _) = value {
                    found.extend(&self.trait_member(base, name, call, 0));
                }
            }
        }
        found
    }

    pub(crate) fn all_callable(&self, found: &Set) -> bool {
        found.iter().all(|value| match value {
            Value::Definition(sym) => self.unit(sym.file).is_some_and(|u| u.kind(sym.def).is_callable()),
            _ => false,
        })
    }

    /// Members in the extensions of a type, inherent ones first, then in their traits.
    pub(crate) fn extension_members(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Set {
        let Some(unit) = self.unit(sym.file) else { return Set::default() };
        let hash = unit.hash(unit.facts.definition(sym.def).name);
        self.extension_members_by_name(hash, Some(sym), name, call)
    }

    pub(crate) fn extension_members_by_name(
        &mut self,
        type_name: u64,
        sym: Option<Sym>,
        name: Text,
        call: Option<bool>,
    ) -> Set {
        let blocks = self.extensions(type_name, sym);
        let hash = hash_text(&self.text_of(name));
        let mut of_traits = Set::default();
        for (file, id, is_trait) in &blocks {
            let Some(unit) = self.unit(*file) else { continue };
            let scope = unit.facts.extensions[id.index()].scope;
            self.consult(ConsultedKey::extension_member(unit.path_hash, type_name, hash));
            let found = self.in_scope(*file, scope, hash, call);
            // Only conditions can make several files of a package extend a type by one member.
            if !found.is_empty() && !is_trait && unit.rules.packages.is_none() {
                return found;
            }
            of_traits.extend(&found);
        }
        if !of_traits.is_empty() {
            return of_traits;
        }
        let mut found = Set::default();
        for (file, id, is_trait) in &blocks {
            if !is_trait {
                continue;
            }
            for value in self.implemented(*file, *id).iter() {
                if let Value::Type(TypeId::Def(base), _) = value {
                    found.extend(&self.trait_member(base, name, call, 0));
                }
            }
        }
        found
    }

    /// A member that a trait itself or its supertraits declare.
    pub(crate) fn trait_member(&mut self, sym: Sym, name: Text, call: Option<bool>, depth: usize) -> Set {
        let found = self.own_member(sym, name, call);
        if !found.is_empty() || depth > 8 {
            return found;
        }
        let mut found = Set::default();
        for base in self.bases(sym) {
            if let Value::Type(TypeId::Def(base), _) = base {
                found.extend(&self.trait_member(base, name, call, depth + 1));
            }
        }
        found
    }

    /// The extension blocks of types with this last name; where `sym` is given, only those that
    /// extend it. Blocks that implement no trait come first.
    pub(crate) fn extensions(
        &mut self,
        type_name: u64,
        sym: Option<Sym>,
    ) -> Vec<(FileId, ExtensionId, bool)> {
        self.consult(ConsultedKey::extensions(type_name));
        let mut blocks = Vec::new();
        let package = sym.and_then(|sym| self.unit(sym.file)).and_then(|unit| {
            let rules = unit.rules.packages?;
            Some((rules, (rules.package)(unit.place())))
        });
        let of = sym.map_or(self.file, |sym| sym.file);
        let language = self.unit(of).map(|unit| unit.rules.language);
        for file in self.linker.universe.extending(type_name) {
            // Where files form packages, a type is extended in its own package alone.
            if let Some((rules, package)) = &package
                && !(rules.near)(package, self.linker.universe.path(file))
            {
                continue;
            }
            // Other languages have types of this name too, and which of them are there is nothing that
            // a file of this one rests on.
            let Some(unit) = self.unit(file).filter(|unit| Some(unit.rules.language) == language) else {
                continue;
            };
            let ids: SmallVec<[ExtensionId; 8]> = unit.extensions_of(type_name).collect();
            for id in ids {
                let extended = self.extended(file, id);
                let fits = match sym {
                    Some(sym) => {
                        extended.iter().any(|v| matches!(v, Value::Type(TypeId::Def(s), _) if s == sym))
                    }
                    None => extended
                        .iter()
                        .any(|v| matches!(v, Value::Type(TypeId::External(_), _) | Value::External(_))),
                };
                if fits {
                    blocks.push((file, id, unit.facts.extensions[id.index()].implements.is_some()));
                }
            }
        }
        blocks.sort_by_key(|(file, id, is_trait)| (*is_trait, *file, *id));
        blocks
    }
}
