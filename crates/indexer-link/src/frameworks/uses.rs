//! What a file calls, decorates and extends, by the expressions that name it.

use crate::unit::Unit;
use indexer_core::framework::FrameworkRules;
use indexer_core::{DefId, ExprId, Expression, Import, Name, Role};
use rustc_hash::FxHashMap;

/// What calls or decorates by the name of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    /// The name.
    pub(super) named: ExprId,
    /// The call; unknown for a decorator without arguments.
    pub(super) call: ExprId,
    /// What is decorated, or extends.
    pub(super) decorated: Option<DefId>,
    /// True where it extends.
    pub(super) extends: bool,
    /// What a decorator is called with as any function is: `run` in `app.command()(run)`.
    pub(super) applied: Option<ExprId>,
}

impl Used {
    const fn by_call(named: ExprId, call: ExprId) -> Self {
        Self { named, call, decorated: None, extends: false, applied: None }
    }

    const fn by_definition(named: ExprId, id: DefId, call: ExprId, extends: bool) -> Self {
        Self { named, call, decorated: Some(id), extends, applied: None }
    }
}

/// The calls and decorators of a file by what they name.
pub(super) fn uses(unit: &Unit<'_>) -> FxHashMap<ExprId, Used> {
    let mut uses = FxHashMap::default();
    for (expression, at) in unit.facts.expressions.iter().zip(0u32..) {
        if let Expression::Call { of, .. } = expression {
            uses.insert(*of, Used::by_call(*of, ExprId(at)));
            // With type arguments behind its name: `add<T>()`.
            if let Expression::Apply { of, .. } = unit.facts.expression(*of) {
                uses.insert(of, Used::by_call(of, ExprId(at)));
            }
        }
    }
    for (definition, id) in unit.facts.definitions.iter().zip((0..).map(DefId)) {
        for decorator in unit.facts.list(definition.decorators) {
            let (name, call) = match unit.facts.expression(*decorator) {
                Expression::Call { of, .. } => (of, *decorator),
                // What an annotation is given stands in a call beside it.
                _ => (*decorator, uses.get(decorator).map_or(ExprId::UNKNOWN, |used: &Used| used.call)),
            };
            uses.insert(name, Used::by_definition(name, id, call, false));
        }
        for base in unit.facts.list(definition.bases) {
            let named = match unit.facts.expression(*base) {
                Expression::Apply { of, .. } | Expression::Instance(of) => of,
                _ => *base,
            };
            // What a type is given beside its bases stands in a call of the first: `class Hero(SQLModel, table=True)`.
            let given =
                uses.get(&named).filter(|used: &&Used| used.decorated.is_none()).map(|used| used.call);
            let given = given.filter(|call| has_keywords_alone(unit, *call));
            match given {
                Some(call) => drop(uses.insert(named, Used::by_definition(named, id, call, true))),
                None => {
                    uses.entry(named).or_insert(Used::by_definition(named, id, ExprId::UNKNOWN, true));
                }
            }
        }
    }
    let given = |used: &Used| match uses.get(&used.call).map(|outer| unit.facts.expression(outer.call)) {
        Some(Expression::Call { arguments, .. }) => match unit.facts.list(arguments) {
            [only] => Some(*only),
            _ => None,
        },
        _ => None,
    };
    let calls = uses.iter().filter(|(_, used)| used.decorated.is_none() && used.call != ExprId::UNKNOWN);
    let applied: Vec<(ExprId, ExprId)> =
        calls.filter_map(|(name, used)| Some((*name, given(used)?))).collect();
    for (name, given) in applied {
        if let Some(used) = uses.get_mut(&name) {
            used.applied = Some(given);
        }
    }
    uses
}

fn has_keywords_alone(unit: &Unit<'_>, call: ExprId) -> bool {
    let Expression::Call { arguments, .. } = unit.facts.expression(call) else { return false };
    let mut all = unit.facts.list(arguments).iter();
    arguments.len > 0 && all.all(|one| matches!(unit.facts.expression(*one), Expression::Keyword { .. }))
}

/// The calls of members of what other calls give: the member and its call, by the other one.
pub(super) fn chains(unit: &Unit<'_>) -> FxHashMap<ExprId, (ExprId, ExprId)> {
    let mut chains = FxHashMap::default();
    for (expression, at) in unit.facts.expressions.iter().zip(0u32..) {
        if let Expression::Call { of: member, .. } = expression
            && let Expression::Member { of, .. } = unit.facts.expression(*member)
            && matches!(unit.facts.expression(of), Expression::Call { .. })
        {
            chains.insert(of, (*member, ExprId(at)));
        }
    }
    chains
}

/// What stands in brackets behind each expression that names something: `"PORT"` by `os.environ`.
pub(super) fn indexes(unit: &Unit<'_>) -> FxHashMap<ExprId, ExprId> {
    let all = unit.facts.expressions.iter().filter_map(|expression| match expression {
        Expression::Index { of, index } if !index.is_unknown() => Some((*of, *index)),
        _ => None,
    });
    all.collect()
}

/// The references to members of each expression, by their order.
pub(super) fn taken(unit: &Unit<'_>) -> FxHashMap<ExprId, Vec<u32>> {
    let mut taken: FxHashMap<ExprId, Vec<u32>> = FxHashMap::default();
    for (reference, at) in unit.facts.references.iter().zip(0u32..) {
        if let Expression::Member { of, .. } = unit.facts.expression(reference.expression)
            && reference.role == Role::Read
        {
            taken.entry(unit.facts.narrowed(of)).or_default().push(at);
        }
    }
    taken
}

/// What a file exports as a whole.
const DEFAULT: &str = "default";

/// The names under which a file imports what rules are about, where those are others than its own: `import mount from "koa-mount"`.
pub(super) fn aliases(unit: &Unit<'_>, rules: &FrameworkRules) -> Vec<Name> {
    let facts = unit.facts;
    let path = |import: &Import| {
        let names: Vec<&str> = import.path.iter().map(|name| facts.name(*name)).collect();
        names.join(unit.rules.separator)
    };
    let may_be_meant = |import: &Import| {
        let last = import.path.last().map_or("", |name| facts.name(*name));
        last == DEFAULT || rules.names.contains_key(last)
    };
    let is_meant = |import: &Import| may_be_meant(import) && rules.by_path.contains_key(&path(import));
    let imported = facts.imports.iter().filter(|import| import.alias.is_some() && is_meant(import));
    let held = facts.definitions.iter().filter(|definition| match facts.expression(definition.value) {
        Expression::Import { import, .. } => facts.imports.get(import.index()).is_some_and(is_meant),
        _ => false,
    });
    imported.filter_map(|import| import.alias).chain(held.map(|definition| definition.name)).collect()
}
