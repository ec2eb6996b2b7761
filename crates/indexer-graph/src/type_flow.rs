//! Where a type flows in the facts of one file: which functions give it, which take it, which fields hold it.

use indexer_core::{DefId, ExprId, Expression, FileFacts, SymbolKind};
use rustc_hash::FxHashMap;

indexer_core::worded! {
    /// What a function, variable or field does with a type.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Part {
        /// A function gives it.
        Producer = "producer",
        /// A function takes it as a parameter.
        Consumer = "consumer",
        /// A field, variable or variant holds it.
        Field = "field",
    }
}

/// A type that is named where a definition says what it gives, takes or holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The definition.
    pub def: DefId,
    /// What it does with the type.
    pub part: Part,
    /// True where an annotation says so, false where values do.
    pub declared: bool,
    /// True where the type stands inside another one (`Vec<T>`).
    pub inside: bool,
}

/// Mentions by the expression that names the type.
pub type Mentions = FxHashMap<ExprId, Vec<Mention>>;

/// The types that the definitions of a file name in annotations and, where values say what they are, in results and
/// values. O(definitions and the expressions in their types).
pub fn mentions(facts: &FileFacts) -> Mentions {
    let mut all = Mentions::default();
    for (i, definition) in facts.definitions.iter().enumerate() {
        let def = DefId(i as u32);
        let mut walk = |expression, part, typed| {
            let mention = Mention { def, part, declared: typed, inside: false };
            if typed {
                in_type(facts, expression, mention, 0, &mut all);
            } else {
                in_value(facts, expression, mention, 0, &mut all);
            }
        };
        let holds = matches!(
            definition.kind,
            SymbolKind::Variant | SymbolKind::Struct | SymbolKind::Class | SymbolKind::Enum
        );
        let part = if holds { Part::Field } else { Part::Consumer };
        for parameter in facts.parameters(definition.parameters) {
            walk(parameter.annotation, part, true);
        }
        if definition.kind.is_callable() {
            walk(definition.value, Part::Producer, false);
        } else if !definition.kind.is_type() {
            walk(definition.value, Part::Field, false);
        }
    }
    all
}

/// Bounds the recursion; types and results are shallower.
const DEEPEST: u32 = 40;

/// Every name of a type expression.
fn in_type(facts: &FileFacts, expression: ExprId, mention: Mention, depth: u32, all: &mut Mentions) {
    if depth > DEEPEST {
        return;
    }
    let inner = Mention { inside: true, ..mention };
    let mut go = |expression, mention| in_type(facts, expression, mention, depth + 1, all);
    match facts.expression(expression) {
        Expression::Name { .. } | Expression::Member { .. } => {
            all.entry(expression).or_default().push(mention);
        }
        Expression::Instance(of) | Expression::Deref(of) => go(of, mention),
        Expression::Apply { of, arguments } => {
            go(of, mention);
            facts.list(arguments).iter().for_each(|one| go(*one, inner));
        }
        Expression::Union(list) => facts.list(list).iter().for_each(|one| go(*one, mention)),
        Expression::Tuple(list) => facts.list(list).iter().for_each(|one| go(*one, inner)),
        Expression::Index { of, index } => {
            go(of, mention);
            go(index, inner);
        }
        Expression::Sequence(of) | Expression::Promised(of) => go(of, inner),
        Expression::FunctionType { parameters, returns } => {
            facts.list(parameters).iter().for_each(|one| go(*one, inner));
            go(returns, inner);
        }
        _ => {}
    }
}

/// The types that a value is an instance of, as far as that is written.
fn in_value(facts: &FileFacts, expression: ExprId, mention: Mention, depth: u32, all: &mut Mentions) {
    if depth > DEEPEST {
        return;
    }
    let inner = Mention { inside: true, ..mention };
    match facts.expression(expression) {
        Expression::Instance(of) => in_type(facts, of, Mention { declared: true, ..mention }, depth + 1, all),
        Expression::Call { of, .. } => {
            if matches!(facts.expression(of), Expression::Name { .. } | Expression::Member { .. }) {
                all.entry(of).or_default().push(mention);
            }
        }
        Expression::Union(list) => {
            facts.list(list).iter().for_each(|one| in_value(facts, *one, mention, depth + 1, all));
        }
        Expression::Tuple(list) | Expression::Collection(_, list) => {
            facts.list(list).iter().for_each(|one| in_value(facts, *one, inner, depth + 1, all));
        }
        Expression::Promised(of) => in_value(facts, of, inner, depth + 1, all),
        Expression::Tried(of) | Expression::Awaited(of) => in_value(facts, of, mention, depth + 1, all),
        _ => {}
    }
}

/// True where the result of a function names the type around it (`Self`).
pub fn gives_itself(facts: &FileFacts, function: DefId) -> bool {
    let function = facts.definition(function);
    function.kind.is_callable() && names_itself(facts, function.value, 0)
}

fn names_itself(facts: &FileFacts, expression: ExprId, depth: u32) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let go = |expression| names_itself(facts, expression, depth + 1);
    match facts.expression(expression) {
        Expression::SelfType(_) | Expression::SelfInstance(_) => true,
        Expression::Instance(of)
        | Expression::Deref(of)
        | Expression::Sequence(of)
        | Expression::Promised(of)
        | Expression::Call { of, .. } => go(of),
        Expression::Apply { arguments, .. } => facts.list(arguments).iter().any(|one| go(*one)),
        Expression::Union(list) | Expression::Tuple(list) => facts.list(list).iter().any(|one| go(*one)),
        _ => false,
    }
}
