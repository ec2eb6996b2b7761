//! Whether a member that came to a trait or interface is one more to write for whoever implements that.

use super::sides::{Now, Sides};
use crate::protocol::Problem;
use crate::relations::Hierarchy;
use crate::surface::Reachable;
use indexer_core::{Seal, SymbolKind, Visibility};
use indexer_diff::Change;
use indexer_store::Symbol;

/// Types above one type that are looked at.
const MOST_ABOVE: usize = 100;
/// The word with which all that implement a type stand beside it.
const SEALED: &str = "sealed";

/// What implementors had to write before.
pub(super) struct Demands<'s, 'a> {
    sides: &'s Sides<'a>,
    before: Hierarchy<'a>,
    reachable: Reachable<'a>,
}

impl<'s, 'a> Demands<'s, 'a> {
    pub(super) fn new(sides: &'s Sides<'a>) -> Result<Self, Problem> {
        Ok(Self { sides, before: Hierarchy::new(&sides.base), reachable: Reachable::new(&sides.base)? })
    }

    /// False where nobody else implements what the member came to, or whoever does had to write it before.
    pub(super) fn is_new(&self, now: &Now, change: &Change<'_>) -> bool {
        let Some((_, new)) = change.new else { return true };
        let (base, head) = (self.sides.base.view(), self.sides.head.view());
        let owner = head.symbol(new.key).and_then(|one| head.sym(one).owner());
        let Some(owner) = owner.filter(|one| matches!(one.kind(), SymbolKind::Trait | SymbolKind::Interface))
        else {
            return true;
        };
        let was = now.before(owner.key()).unwrap_or_else(|| owner.key());
        let Some(was) = base.symbol(was).map(|one| base.sym(one)) else { return true };
        if self.is_sealed(was) {
            return false;
        }
        // What it took in from above had to be written all the same.
        let mut had = self.above(was).into_iter().flat_map(|one| self.before.members(one).to_vec());
        let same =
            |one: &Symbol<'_>| one.name() == new.name && plain(one.signature()) == plain(&new.signature);
        !had.any(|one| same(&one))
    }

    /// True where nobody outside can implement a type: by its word, or because of something that no name leads to.
    fn is_sealed(&self, of: Symbol<'a>) -> bool {
        let mut words = of.signature().split_whitespace().take_while(|word| *word != of.name());
        if words.any(|word| word == SEALED) {
            return true;
        }
        let above = self.above(of);
        match self.seal(of) {
            Seal::HiddenAbove => {
                above.iter().any(|one| one.kind() == SymbolKind::Trait && self.reachable.is_hidden(*one))
            }
            Seal::HiddenMember => {
                let hidden = |one: Symbol<'a>| {
                    let members = self.before.members(one);
                    members.iter().any(|member| member.visibility() != Visibility::Public)
                };
                hidden(of) || above.into_iter().any(hidden)
            }
            Seal::Open => false,
        }
    }

    /// What keeps others from implementing types of a language.
    fn seal(&self, of: Symbol<'a>) -> Seal {
        let rules = self.sides.base.snapshot.rules(of.file().path());
        rules.map_or(Seal::Open, |rules| rules.surface.seal)
    }

    /// The types above a type, as far as the repository has them.
    fn above(&self, of: Symbol<'a>) -> Vec<Symbol<'a>> {
        let mut found: Vec<Symbol<'a>> = Vec::new();
        let mut open = vec![of];
        while let Some(next) = open.pop() {
            for kin in self.before.above(next).iter().filter(|kin| kin.is_in_head()) {
                let Some(one) = kin.symbol else { continue };
                if found.len() < MOST_ABOVE && one.handle() != of.handle() && !found.contains(&one) {
                    found.push(one);
                    open.push(one);
                }
            }
        }
        found
    }
}

/// A signature without white space.
fn plain(signature: &str) -> String {
    signature.split_whitespace().collect()
}
