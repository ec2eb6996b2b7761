//! What Swift's hooks remember while the walk goes on.

use crate::memory::Memory;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, LambdaId, List, LiteralKind};

/// The value of which a member may be named without what it is of: `.a`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Expected {
    /// Nothing says it.
    #[default]
    Nothing,
    /// What stands here is of the type of this value.
    Value(ExprId),
    /// What stands here is an argument of this call.
    Argument(ExprId, u32),
    /// What stands here is an element of what this call takes at that position.
    ElementOf(ExprId, u32),
    /// What stands here is an element of this value.
    Element(ExprId),
    /// What stands here is given by the function that this call takes at that position.
    ResultOf(ExprId, u32),
    /// What stands here is given by this function.
    Result(ExprId),
}

impl Expected {
    /// The value as an expression.
    pub(super) fn value(self, walk: &mut Walk<'_, '_>) -> ExprId {
        match self {
            Self::Nothing => ExprId::UNKNOWN,
            Self::Value(value) => value,
            Self::Argument(call, position) => walk.build.expression(Expression::Expected { call, position }),
            Self::Element(of) if of.is_unknown() => of,
            Self::Element(of) => walk.build.expression(Expression::Element(of)),
            Self::ElementOf(call, position) => {
                let of = Self::Argument(call, position).value(walk);
                Self::Element(of).value(walk)
            }
            Self::Result(of) if of.is_unknown() => of,
            Self::Result(of) => walk.build.expression(Expression::Call { of, arguments: List::default() }),
            Self::ResultOf(call, position) => {
                let of = Self::Argument(call, position).value(walk);
                Self::Result(of).value(walk)
            }
        }
    }

    /// What an element of it is expected to be.
    pub(super) fn element(self) -> Self {
        match self {
            Self::Value(of) => Self::Element(of),
            Self::Argument(call, position) => Self::ElementOf(call, position),
            _ => Self::Nothing,
        }
    }

    /// What a call of it is expected to give.
    pub(super) fn result(self) -> Self {
        match self {
            Self::Value(of) => Self::Result(of),
            Self::Argument(call, position) => Self::ResultOf(call, position),
            _ => Self::Nothing,
        }
    }
}

/// A function without a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    pub id: LambdaId,
    /// True where its parameters are written, so that `$0` is none of its.
    pub has_parameters: bool,
}

/// What a function gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Returns {
    /// A value of the type that it is declared to give.
    pub declared: ExprId,
    /// What is expected of it where it says nothing itself: it is an argument.
    pub wanted: Expected,
    /// The values that were met behind `return`.
    pub given: Vec<ExprId>,
}

impl Returns {
    /// Of a function of which this is known.
    pub(super) fn of(declared: ExprId) -> Self {
        Self { declared, ..Self::default() }
    }

    /// What is expected of a value that it gives.
    pub(super) fn expected(&self) -> Expected {
        if self.declared.is_unknown() { self.wanted } else { Expected::Value(self.declared) }
    }
}

/// The last operand of an operator. The grammar lets what stands behind it (`a + b(c)`, `!a.b`) stand behind the whole, and
/// it is of that operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    /// The node that the whole is.
    pub node: usize,
    /// Where its uses begin.
    pub mark: usize,
    pub value: ExprId,
    pub whole: Whole,
}

/// What an operator makes of its last operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whole {
    /// A truth value.
    Boolean,
    /// What it makes of this and the operand.
    Combined(ExprId),
    /// What the operand is.
    Same,
}

impl Operand {
    /// What the whole is.
    pub(super) fn whole(self, walk: &mut Walk<'_, '_>) -> ExprId {
        match self.whole {
            Whole::Boolean => walk.build.literal(LiteralKind::Boolean),
            Whole::Combined(left) => walk.build.expression(Expression::Combined { left, right: self.value }),
            Whole::Same => self.value,
        }
    }

    /// Remembers it as that of the current node; gives what the whole is.
    pub(super) fn end(self, walk: &mut Walk<'_, '_>) -> ExprId {
        let operand = Operand { node: walk.node().id(), ..self };
        walk.build.remembered.of::<Swift>().operand = Some(operand);
        operand.whole(walk)
    }
}

/// The last operand of the node that was lowered last, where that is an operator, or something behind one.
pub(super) fn operand_of(walk: &mut Walk<'_, '_>, node: usize) -> Option<Operand> {
    walk.build.remembered.of::<Swift>().operand.take().filter(|operand| operand.node == node)
}

/// What Swift's hooks remember.
#[derive(Debug, Default)]
pub(super) struct Swift {
    /// What is expected of the expression that is read next.
    pub expected: Expected,
    /// Functions without a name around, the innermost last.
    pub lambdas: Vec<Around>,
    /// What `return` gives in each function around, the innermost last.
    pub returns: Vec<Returns>,
    /// True where the statements that are read next are all of a function.
    pub is_body: bool,
    /// True where the next body of accessors is that of a subscript.
    pub is_subscript: bool,
    /// The type of the property that is read.
    pub property: ExprId,
    /// The last operand of the operator that was read last.
    pub operand: Option<Operand>,
    /// What a key path begins at.
    pub root: Option<ExprId>,
}

impl Memory for Swift {}

/// Takes what is expected here; of what stands inside nothing is.
pub(super) fn take_expected(walk: &mut Walk<'_, '_>) -> Expected {
    std::mem::take(&mut walk.build.remembered.of::<Swift>().expected)
}

/// The same where the current node may be the default of a parameter, which stands behind it: of that type.
pub(super) fn take_expected_or_default(walk: &mut Walk<'_, '_>) -> Expected {
    match take_expected(walk) {
        Expected::Nothing if walk.field() == Field::DefaultValue => {
            let annotation = walk.build.facts.parameters.last().map(|one| one.annotation);
            let value = annotation.map_or(ExprId::UNKNOWN, |annotation| walk.build.instance(annotation));
            if value.is_unknown() { Expected::Nothing } else { Expected::Value(value) }
        }
        expected => expected,
    }
}

/// Lowers the current node where this is expected.
pub(super) fn lower_expecting(walk: &mut Walk<'_, '_>, expected: Expected) -> ExprId {
    let outer = std::mem::replace(&mut walk.build.remembered.of::<Swift>().expected, expected);
    let value = walk.lower();
    walk.build.remembered.of::<Swift>().expected = outer;
    value
}

/// The same of what nothing is expected of.
pub(super) fn lower_free(walk: &mut Walk<'_, '_>) -> ExprId {
    lower_expecting(walk, Expected::Nothing)
}
