//! Expressions as packs hold them: which kind, then for each kind columns of its own.

use crate::pack_columns::{ColumnPacker, ColumnReader};
use indexer_core::{
    Access, BindingId, CollectionKind, DefId, ExprId, Expression, ImportId, LambdaId, List, LiteralKind,
    Name, Namespace, ScopeId,
};

/// Columns of a kind; the kind itself stands before those of all kinds.
const EACH: usize = 4;
/// Kinds of expressions.
const KINDS: usize = 42;
/// Columns of all of them.
pub(crate) const COLUMNS: usize = 1 + KINDS * EACH;

/// A field of an expression as numbers, and back.
trait Field: Sized {
    /// Columns that it takes.
    const WIDTH: usize = 1;
    fn put(self, column: usize, out: &mut ColumnPacker);
    fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self>;
}

macro_rules! ids {
    ($($name:ident)+) => {$(
        impl Field for $name {
            fn put(self, column: usize, out: &mut ColumnPacker) {
                out.push(column, self.0);
            }
            fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self> {
                from.number(column)?.try_into().ok().map($name)
            }
        }
    )+};
}

ids! { BindingId DefId ExprId ImportId LambdaId Name Namespace ScopeId }

macro_rules! lists {
    ($($name:ident { $($variant:ident)+ })+) => {$(
        impl Field for $name {
            fn put(self, column: usize, out: &mut ColumnPacker) {
                out.push(column, self as u32);
            }
            fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self> {
                const ALL: &[$name] = &[$($name::$variant),+];
                ALL.get(usize::try_from(from.number(column)?).ok()?).copied()
            }
        }
    )+};
}

lists! {
    Access { Value Path }
    LiteralKind { String Bytes Integer Float Boolean Character None Unit Other Long Single True False }
    CollectionKind { List Set Map Generator Range }
}

impl Field for u32 {
    fn put(self, column: usize, out: &mut ColumnPacker) {
        out.push(column, self);
    }

    fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self> {
        from.id(column)
    }
}

impl Field for Option<BindingId> {
    fn put(self, column: usize, out: &mut ColumnPacker) {
        out.push(column, self.map_or(0, |id| u64::from(id.0) + 1));
    }

    fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self> {
        match from.number(column)?.checked_sub(1) {
            None => Some(None),
            Some(id) => id.try_into().ok().map(|id| Some(BindingId(id))),
        }
    }
}

impl Field for List {
    const WIDTH: usize = 2;

    fn put(self, column: usize, out: &mut ColumnPacker) {
        out.push(column, self.start);
        out.push(column + 1, self.len);
    }

    fn take(column: usize, from: &mut ColumnReader<'_>) -> Option<Self> {
        Some(List { start: from.id(column)?, len: from.id(column + 1)? })
    }
}

/// The kinds in the order of their numbers, each with its fields.
macro_rules! kinds {
    ($($kind:ident $({ $($field:ident)+ })? $(( $($part:ident)+ ))?,)+) => {
        /// The numbers of the kinds.
        #[derive(Clone, Copy)]
        #[repr(usize)]
        enum Kind { $($kind),+ }

        const ALL: [Kind; KINDS] = [$(Kind::$kind),+];

        /// Appends an expression.
        #[allow(unused_mut, unused_assignments, reason = "some kinds have no field, and behind the last is nothing")]
        pub(crate) fn put(expression: Expression, out: &mut ColumnPacker) {
            match expression {
                $(Expression::$kind $({ $($field),+ })? $(( $($part),+ ))? => {
                    out.push(0, Kind::$kind as u32);
                    let mut column = 1 + Kind::$kind as usize * EACH;
                    $($(column = put_field($field, column, out);)+)?
                    $($(column = put_field($part, column, out);)+)?
                    debug_assert!(column <= 1 + (Kind::$kind as usize + 1) * EACH);
                })+
            }
        }

        /// The next expression; `None` where the columns are damaged or at their end.
        #[allow(unused_mut, reason = "some kinds have no field")]
        pub(crate) fn take(from: &mut ColumnReader<'_>) -> Option<Expression> {
            let kind = *ALL.get(usize::try_from(from.number(0)?).ok()?)?;
            let mut column = 1 + kind as usize * EACH;
            Some(match kind {
                $(Kind::$kind => {
                    $($(let $field = take_field(&mut column, from)?;)+)?
                    $($(let $part = take_field(&mut column, from)?;)+)?
                    Expression::$kind $({ $($field),+ })? $(( $($part),+ ))?
                })+
            })
        }
    };
}

fn put_field<F: Field>(field: F, column: usize, out: &mut ColumnPacker) -> usize {
    field.put(column, out);
    column + F::WIDTH
}

fn take_field<F: Field>(column: &mut usize, from: &mut ColumnReader<'_>) -> Option<F> {
    let at = *column;
    *column += F::WIDTH;
    F::take(at, from)
}

kinds! {
    Unknown,
    Name { name scope bound namespace },
    Member { of name access },
    Call { of arguments },
    Keyword { name value },
    Index { of index },
    Element(a),
    Awaited(a),
    Tried(a),
    Deref(a),
    Entered(a),
    Literal(a),
    Collection(a b),
    Tuple(a),
    Item { of index },
    Payload { of pattern index },
    Union(a),
    Instance(a),
    Apply { of arguments },
    FunctionType { parameters returns },
    Sequence(a),
    Lambda(a),
    LambdaParameter(a b),
    SelfInstance(a),
    SelfType(a),
    Super(a),
    Definition(a),
    Import { import upto },
    Object(a),
    Promised(a),
    Expected { call position },
    Narrowed { of by },
    Given { of index },
    Put { into value },
    Combined { left right },
    Case { member name },
    Text(a),
    Excluded { of without },
    Matched { of member is },
    Guards(a),
    Const(a),
    Metatype(a),
}
