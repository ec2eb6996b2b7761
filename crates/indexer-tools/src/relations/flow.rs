//! Where a type flows: functions that give it, functions that take it, fields that hold it.

use super::hierarchy::Hierarchy;
use indexer_core::{DefId, ExprId, Expression, FileFacts, Resolution, SymbolKind};
use indexer_store::{FileRef, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What a function, variable or field does with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A function gives it.
    Producer,
    /// A function takes it as a parameter.
    Consumer,
    /// A field, variable or variant holds it.
    Field,
}

impl Part {
    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Part::Producer => "producer",
            Part::Consumer => "consumer",
            Part::Field => "field",
        }
    }
}

/// One symbol through which a type flows.
#[derive(Clone, Debug)]
pub struct Flow<'v> {
    /// The symbol.
    pub symbol: Symbol<'v>,
    /// What it does with the type.
    pub part: Part,
    /// True where an annotation says so, false where values do.
    pub declared: bool,
    /// True where the type stands inside another one (`Vec<T>`).
    pub inside: bool,
    /// How far it is known that this type is meant.
    pub resolution: Resolution,
}

/// An expression that is part of what a definition says.
#[derive(Clone, Copy)]
struct Mention {
    def: DefId,
    part: Part,
    declared: bool,
    inside: bool,
}

/// The flows of a type in the order of part, certainty and place: annotations and, where none is
/// written, results that are constructed. O(references to the type + their files).
pub fn flows<'a>(hierarchy: &Hierarchy<'a>, of: &[Symbol<'a>]) -> Vec<Flow<'a>> {
    let view = hierarchy.context.view();
    let mut found: BTreeMap<(Part, &'a str, u32), Flow<'a>> = BTreeMap::new();
    let mut files: FxHashMap<&'a str, FxHashMap<ExprId, Vec<Mention>>> = FxHashMap::default();
    let mut add = |file: FileRef<'a>, facts: &FileFacts, mention: &Mention, resolution: Resolution| {
        let start = facts.definition(mention.def).name_span.start;
        let Some(symbol) = file.symbols().find(|symbol| symbol.name_span().start == start) else { return };
        let flow = Flow {
            symbol,
            part: mention.part,
            declared: mention.declared,
            inside: mention.inside,
            resolution,
        };
        let known = found.entry((mention.part, file.path(), start)).or_insert_with(|| flow.clone());
        if (flow.resolution, flow.inside) < (known.resolution, known.inside) {
            *known = flow;
        }
    };
    for symbol in of {
        for site in view.references_to(symbol.key()).into_iter().map(|one| view.reference(one)) {
            let file = site.file();
            let Some(facts) = hierarchy.facts(file) else { continue };
            let mentions = files.entry(file.path()).or_insert_with(|| mentions(&facts));
            let start = site.span().start;
            let first = facts.references.partition_point(|one| one.span.start < start);
            let here = facts.references[first..].iter().take_while(|one| one.span.start == start);
            for reference in here {
                for mention in mentions.get(&reference.expression).into_iter().flatten() {
                    add(file, &facts, mention, site.resolution());
                }
            }
        }
        // `Self` names the type around it.
        for member in hierarchy.members(*symbol).iter().copied() {
            let Some((facts, def)) = hierarchy.definition(member) else { continue };
            if facts.definition(def).kind.is_callable()
                && gives_itself(&facts, facts.definition(def).value, 0)
            {
                let mention = Mention { def, part: Part::Producer, declared: true, inside: false };
                add(member.file(), &facts, &mention, Resolution::Resolved);
            }
        }
    }
    let mut flows: Vec<Flow<'a>> = found.into_values().collect();
    flows.sort_by_key(|flow| (flow.part, flow.resolution, flow.symbol.file().path(), flow.symbol.at().line));
    flows
}

/// The names in annotations and results of a file's definitions.
fn mentions(facts: &FileFacts) -> FxHashMap<ExprId, Vec<Mention>> {
    let mut all = FxHashMap::default();
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
fn in_type(
    facts: &FileFacts,
    expression: ExprId,
    mention: Mention,
    depth: u32,
    all: &mut FxHashMap<ExprId, Vec<Mention>>,
) {
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
fn in_value(
    facts: &FileFacts,
    expression: ExprId,
    mention: Mention,
    depth: u32,
    all: &mut FxHashMap<ExprId, Vec<Mention>>,
) {
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

/// True where a result names the type around it.
fn gives_itself(facts: &FileFacts, expression: ExprId, depth: u32) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let go = |expression| gives_itself(facts, expression, depth + 1);
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
