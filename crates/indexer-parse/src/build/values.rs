//! Adding expressions that are made of others.

use super::{Build, DECLARING_ELEMENTS, ELEMENTS};
use indexer_core::{
    Bound, CollectionKind, ExprId, Expression, LambdaId, List, LiteralKind, Namespace, Parameter,
    ParameterId, Span,
};

impl Build<'_> {
    /// A literal of this kind: one expression a file and kind.
    pub fn literal(&mut self, kind: LiteralKind) -> ExprId {
        let known = self.literals[kind as usize];
        if !known.is_unknown() {
            return known;
        }
        let id = self.expression(Expression::Literal(kind));
        self.literals[kind as usize] = id;
        id
    }

    /// An expression of which nothing is known before it is filled in.
    pub fn slot(&mut self) -> ExprId {
        let nothing = self.list(&[ExprId::UNKNOWN]);
        self.expression(Expression::Union(nothing))
    }

    /// Makes `slot`, an expression that was added before its value was known, what `value` is.
    pub fn fill(&mut self, slot: ExprId, value: ExprId) {
        if slot.is_unknown() || value.is_unknown() {
            return;
        }
        let expression = match self.facts.expression(value) {
            // Only the expression that its use points at learns what a name is bound to.
            Expression::Name { .. } => Expression::Union(self.list(&[value])),
            other => other,
        };
        self.facts.expressions[slot.0 as usize] = expression;
    }

    /// Adds a list of expressions.
    pub fn list(&mut self, items: &[ExprId]) -> List {
        let start = self.facts.lists.len() as u32;
        self.facts.lists.extend_from_slice(items);
        List { start, len: items.len() as u32 }
    }

    /// The union of what is known among `items`: nothing, the only one, or a `Union`.
    pub fn union(&mut self, items: &[ExprId]) -> ExprId {
        match items {
            [] => ExprId::UNKNOWN,
            [one] => *one,
            _ => {
                let list = self.list(items);
                self.expression(Expression::Union(list))
            }
        }
    }

    /// The generic type `of` with these arguments.
    pub fn apply(&mut self, of: ExprId, arguments: &[ExprId]) -> ExprId {
        let arguments = self.list(arguments);
        self.expression(Expression::Apply { of, arguments })
    }

    /// A tuple of these items.
    pub fn tuple(&mut self, items: &[ExprId]) -> ExprId {
        let items = self.list(items);
        self.expression(Expression::Tuple(items))
    }

    /// A collection of these items.
    pub fn collection(&mut self, kind: CollectionKind, items: &[ExprId]) -> ExprId {
        let items = self.list(items);
        self.expression(Expression::Collection(kind, items))
    }

    /// True where one more item belongs to a list that is written out: few of those that say only what its items are, more of
    /// those that may declare something each.
    pub fn is_kept(&self, items: &[ExprId], item: ExprId) -> bool {
        let most = match self.facts.expression(item) {
            Expression::Call { .. } | Expression::Object(_) => DECLARING_ELEMENTS,
            _ => ELEMENTS,
        };
        items.len() < most && !item.is_unknown() && !items.contains(&item)
    }

    /// The first item at the index that is the second.
    pub fn index(&mut self, items: &[ExprId]) -> ExprId {
        let item = |at: usize| items.get(at).copied().unwrap_or(ExprId::UNKNOWN);
        self.expression(Expression::Index { of: item(0), index: item(1) })
    }

    /// An instance of the type; unknown where that is.
    pub fn instance(&mut self, of: ExprId) -> ExprId {
        if of.is_unknown() { of } else { self.expression(Expression::Instance(of)) }
    }

    /// Binds a name as a local of the current scope, from the byte `from` on.
    pub fn bind_token(&mut self, span: Span, value: ExprId, from: u32) {
        let (scope, name) = (self.scope, self.name(span));
        self.shapes.introduce(scope, name);
        self.bind_local(scope, name, Namespace::VALUE, from, value);
    }

    /// Binds the parameter of a closure at an index in the current scope: an instance of its type, or, without one, what the
    /// closure is given.
    pub fn bind_parameter_of(&mut self, lambda: LambdaId, index: u32) {
        let at = self.facts.lambdas[lambda.index()].parameters.start + index;
        let Parameter { name, annotation, .. } = self.facts.parameters[at as usize];
        let value = match annotation.is_unknown() {
            true => self.expression(Expression::LambdaParameter(lambda, index)),
            false => self.instance(annotation),
        };
        let scope = self.scope;
        self.shapes.introduce(scope, name);
        self.bind(scope, name, Namespace::VALUE, Bound::Parameter(ParameterId(at)), value);
    }

    /// A type that the stubs define, perhaps under a name that no program can write.
    pub fn made_type(&mut self, name: &str) -> ExprId {
        let (name, scope) = (self.names.made(name), self.scope);
        self.expression(Expression::Name { name, scope, bound: None, namespace: Namespace::TYPE })
    }
}
