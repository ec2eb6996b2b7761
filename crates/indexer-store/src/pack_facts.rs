//! Facts as packs hold them: tables with many rows column by column, so that zstd finds numbers of one kind
//! beside one another, and each mostly by its distance from the one before.

use crate::pack_columns::{ColumnPacker, ColumnReader};
use crate::pack_expressions as expressions;
use crate::packed_numbers::{NumberPacker, PackedNumbers};
use bincode::config::Config;
use indexer_core::{
    Binding, Bound, DefId, ExprId, Expression, ExtensionId, FileFacts, ImportId, List, Name, Namespace,
    Owner, ParameterId, Reference, Role, Scope, ScopeId, ScopeKind, Span, Verbatim,
};

/// Facts of a file that need more bytes than this are not kept.
pub(crate) const LIMIT: usize = 256 << 20;

/// A row of a table.
pub(crate) trait Row: Sized {
    const COLUMNS: usize;
    fn put(&self, out: &mut ColumnPacker);
    fn take(from: &mut ColumnReader<'_>) -> Option<Self>;
}

fn put_table<R: Row>(rows: &[R], out: &mut Vec<u8>) {
    let mut count = NumberPacker::default();
    count.push(rows.len() as u64);
    out.extend_from_slice(&count.finish());
    let mut columns = ColumnPacker::new(R::COLUMNS);
    rows.iter().for_each(|row| row.put(&mut columns));
    columns.finish(out);
}

/// Moves `bytes` behind a table.
pub(crate) fn skip_table<R: Row>(bytes: &mut &[u8]) -> Option<()> {
    let mut counts = PackedNumbers::new(bytes);
    counts.next()?;
    *bytes = counts.rest();
    ColumnReader::new(bytes, R::COLUMNS).map(|_| ())
}

pub(crate) fn take_table<R: Row>(bytes: &mut &[u8]) -> Option<Vec<R>> {
    let mut counts = PackedNumbers::new(bytes);
    let count = usize::try_from(counts.next()?).ok()?;
    *bytes = counts.rest();
    let mut columns = ColumnReader::new(bytes, R::COLUMNS)?;
    // A row takes a byte of the first column at least: a crafted number must not ask for memory.
    let most = columns.rest_of_first();
    // Nor for more of it than everything that is read together may take.
    count.checked_mul(size_of::<R>()).filter(|bytes| *bytes <= LIMIT)?;
    let mut rows = Vec::with_capacity(count.min(most));
    for _ in 0..count {
        rows.push(R::take(&mut columns)?);
    }
    Some(rows)
}

/// The bytes of facts; `None` where they cannot be encoded. O(facts).
pub(crate) fn encode(facts: &FileFacts, config: impl Config) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    put_table(&facts.references, &mut out);
    put_table(&facts.expressions, &mut out);
    put_table(&facts.bindings, &mut out);
    put_table(&facts.scopes, &mut out);
    put_table(&facts.verbatim, &mut out);
    put_table(&facts.lists, &mut out);
    let heads = (&facts.language, &facts.doc, &facts.names, &facts.lines, &facts.definitions);
    let owned = (&facts.parameters, &facts.type_parameters, &facts.extensions, &facts.lambdas);
    let macros = (&facts.candidates, &facts.makes, &facts.taken_back);
    let others = (&facts.imports, macros, &facts.problems, facts.tally);
    bincode::encode_into_std_write((heads, owned, others), &mut out, config).ok()?;
    Some(out)
}

/// The facts in bytes; `None` where they are damaged. O(bytes).
pub(crate) fn decode(mut bytes: &[u8], config: impl Config) -> Option<FileFacts> {
    let from = &mut bytes;
    let references = take_table(from)?;
    let expressions = take_table(from)?;
    let bindings = take_table(from)?;
    let scopes = take_table(from)?;
    let verbatim = take_table(from)?;
    let lists = take_table(from)?;
    let ((heads, owned, others), read) = bincode::decode_from_slice(bytes, config).ok()?;
    let (language, doc, names, lines, definitions) = heads;
    let (parameters, type_parameters, extensions, lambdas) = owned;
    let (imports, (candidates, makes, taken_back), problems, tally) = others;
    (read == bytes.len()).then_some(FileFacts {
        language,
        doc,
        names,
        lines,
        scopes,
        bindings,
        definitions,
        parameters,
        type_parameters,
        extensions,
        lambdas,
        imports,
        references,
        expressions,
        lists,
        candidates,
        makes,
        taken_back,
        verbatim,
        problems,
        tally,
    })
}

fn optional(id: Option<u32>) -> u64 {
    id.map_or(0, |id| u64::from(id) + 1)
}

fn option(number: u64) -> Option<Option<u32>> {
    number.checked_sub(1).map_or(Some(None), |id| u32::try_from(id).ok().map(Some))
}

fn put_span(span: Span, column: usize, out: &mut ColumnPacker) {
    out.push(column, span.start);
    out.push(column + 1, span.end.wrapping_sub(span.start));
}

fn take_span(column: usize, from: &mut ColumnReader<'_>) -> Option<Span> {
    let start = from.id(column)?;
    Some(Span { start, end: start.wrapping_add(from.id(column + 1)?) })
}

impl Row for Reference {
    const COLUMNS: usize = 7;

    fn put(&self, out: &mut ColumnPacker) {
        out.push(0, self.name.0);
        put_span(self.span, 1, out);
        out.push(3, self.role.code());
        out.push(4, self.expression.0);
        out.push(5, optional(self.enclosing.map(|id| id.0)));
        out.push(6, optional(self.arguments.map(u32::from)));
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        let arguments = match option(from.number(6)?)? {
            Some(count) => Some(count.try_into().ok()?),
            None => None,
        };
        Some(Self {
            name: Name(from.id(0)?),
            span: take_span(1, from)?,
            role: Role::from_code(from.id(3)?.try_into().ok()?)?,
            expression: ExprId(from.id(4)?),
            enclosing: option(from.number(5)?)?.map(DefId),
            arguments,
        })
    }
}

impl Row for Expression {
    const COLUMNS: usize = expressions::COLUMNS;

    fn put(&self, out: &mut ColumnPacker) {
        expressions::put(*self, out);
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        expressions::take(from)
    }
}

impl Row for Binding {
    const COLUMNS: usize = 10;

    fn put(&self, out: &mut ColumnPacker) {
        out.push(0, self.scope.0);
        out.push(1, self.name.0);
        out.push(2, self.namespace.0);
        out.push(3, self.from);
        let (kind, id) = match self.bound {
            Bound::Definition(id) => (0u32, id.0),
            Bound::Import(id) => (1, id.0),
            Bound::Parameter(id) => (2, id.0),
            Bound::TypeParameter(id) => (3, id),
            Bound::Local => (4, 0),
            Bound::Alias => (5, 0),
        };
        out.push(4, kind);
        if kind < 4 {
            out.push(6 + kind as usize, id);
        }
        out.push(5, self.value.0);
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        let bound = match from.number(4)? {
            0 => Bound::Definition(DefId(from.id(6)?)),
            1 => Bound::Import(ImportId(from.id(7)?)),
            2 => Bound::Parameter(ParameterId(from.id(8)?)),
            3 => Bound::TypeParameter(from.id(9)?),
            4 => Bound::Local,
            5 => Bound::Alias,
            _ => return None,
        };
        Some(Self {
            scope: ScopeId(from.id(0)?),
            name: Name(from.id(1)?),
            namespace: Namespace(from.id(2)?.try_into().ok()?),
            from: from.id(3)?,
            bound,
            value: ExprId(from.id(5)?),
        })
    }
}

impl Row for Scope {
    const COLUMNS: usize = 7;

    fn put(&self, out: &mut ColumnPacker) {
        out.push(0, self.kind.code());
        out.push(1, optional(self.parent.map(|id| id.0)));
        let owner = match self.owner {
            Owner::File => 0,
            Owner::Definition(id) => u64::from(id.0) * 2 + 1,
            Owner::Extension(id) => u64::from(id.0) * 2 + 2,
        };
        out.push(2, owner);
        put_span(self.span, 3, out);
        out.push(5, self.bindings.start);
        out.push(6, self.bindings.len);
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        let kind = ScopeKind::from_code(from.id(0)?.try_into().ok()?)?;
        let parent = option(from.number(1)?)?.map(ScopeId);
        let owner = match from.number(2)?.checked_sub(1) {
            None => Owner::File,
            Some(id) if id % 2 == 0 => Owner::Definition(DefId((id / 2).try_into().ok()?)),
            Some(id) => Owner::Extension(ExtensionId((id / 2).try_into().ok()?)),
        };
        let span = take_span(3, from)?;
        Some(Self { kind, parent, owner, span, bindings: List { start: from.id(5)?, len: from.id(6)? } })
    }
}

impl Row for Verbatim {
    const COLUMNS: usize = 3;

    fn put(&self, out: &mut ColumnPacker) {
        put_span(self.span, 0, out);
        out.push(2, u32::from(self.is_comment));
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        Some(Self { span: take_span(0, from)?, is_comment: from.number(2)? != 0 })
    }
}

impl Row for ExprId {
    const COLUMNS: usize = 1;

    fn put(&self, out: &mut ColumnPacker) {
        out.push(0, self.0);
    }

    fn take(from: &mut ColumnReader<'_>) -> Option<Self> {
        Some(Self(from.id(0)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::{LambdaId, LiteralKind};

    const PLAIN: bincode::config::Configuration = bincode::config::standard();

    fn facts() -> FileFacts {
        let span = |start| Span { start, end: start + 3 };
        let reference = |n: u32| Reference {
            name: Name(n % 3),
            span: span(n * 9),
            role: Role::ALL[n as usize % Role::ALL.len()],
            expression: ExprId(n),
            enclosing: (!n.is_multiple_of(4)).then_some(DefId(n / 8)),
            arguments: n.is_multiple_of(3).then_some(n as u8),
        };
        let bounds = [
            Bound::Definition(DefId(7)),
            Bound::Import(ImportId(1)),
            Bound::Parameter(ParameterId(300)),
            Bound::TypeParameter(u32::MAX),
            Bound::Local,
            Bound::Alias,
        ];
        let binding = |bound| Binding {
            scope: ScopeId(2),
            name: Name(9),
            namespace: Namespace(63),
            from: 77,
            bound,
            value: ExprId(5),
        };
        let owners = [Owner::File, Owner::Definition(DefId(0)), Owner::Extension(ExtensionId(u32::MAX))];
        let scope = |owner| Scope {
            kind: ScopeKind::Block,
            parent: (owner != Owner::File).then_some(ScopeId(0)),
            owner,
            span: span(4),
            bindings: List { start: 1, len: 2 },
        };
        FileFacts {
            language: "rust".into(),
            references: (0..40).map(reference).collect(),
            expressions: vec![
                Expression::Unknown,
                Expression::Name { name: Name(0), scope: ScopeId(1), bound: None, namespace: Namespace::ANY },
                Expression::FunctionType { parameters: List { start: 3, len: 1 }, returns: ExprId(1) },
                Expression::LambdaParameter(LambdaId(4), 2),
                Expression::Put { into: ExprId(u32::MAX), value: ExprId(0) },
                // The last of a closed list, and the last kind.
                Expression::Literal(LiteralKind::Long),
                Expression::Literal(LiteralKind::Single),
                Expression::Literal(LiteralKind::False),
                Expression::Excluded { of: ExprId(3), without: ExprId(4) },
                Expression::Matched { of: ExprId(3), member: Name(1), is: ExprId(4) },
                Expression::Guards(ExprId(2)),
                Expression::Const(ExprId(2)),
            ],
            bindings: bounds.map(binding).into(),
            scopes: owners.map(scope).into(),
            verbatim: vec![Verbatim { span: span(1), is_comment: true }],
            lists: vec![ExprId(3), ExprId(1)],
            ..FileFacts::default()
        }
    }

    #[test]
    fn every_row_comes_back() {
        for facts in [facts(), FileFacts::default()] {
            let bytes = encode(&facts, PLAIN).unwrap();
            assert_eq!(decode(&bytes, PLAIN), Some(facts));
        }
    }

    #[test]
    fn damaged_bytes_are_facts_or_none() {
        let bytes = encode(&facts(), PLAIN).unwrap();
        let limited = bincode::config::standard().with_limit::<{ 1 << 20 }>();
        for at in 0..bytes.len() {
            for change in [1, 0x40, 0xff] {
                let mut flipped = bytes.clone();
                flipped[at] ^= change;
                let rows = decode(&flipped, limited).map_or(0, |facts| facts.references.len());
                assert!(rows <= bytes.len(), "byte {at}");
            }
            assert_eq!(decode(&bytes[..at], limited), None, "cut at {at}");
        }
    }
}
