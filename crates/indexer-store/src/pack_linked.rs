//! Parts of facts as packs hold them: what a linker reads of files that others use, and what it does not read. Texts that
//! are not wanted are passed over, and ask for no memory.

use crate::pack_facts::{skip_table, take_table};
use bincode::BorrowDecode;
use bincode::config::Config;
use indexer_core::{
    Binding, Candidate, Definition, ExprId, Expression, Extension, FileFacts, Flags, Import, Lambda,
    LineTable, List, Makes, Metrics, Name, Names, Owner, Parameter, Problem, Reference, Scope, ScopeId, Span,
    SymbolKind, TakenBack, Tally, TypeParameter, Verbatim, Visibility, is_linked_by_signature,
};

/// A definition as it is encoded: the fields of [`Definition`] in their order.
#[derive(BorrowDecode)]
struct DefinitionRow<'a> {
    name: Name,
    kind: SymbolKind,
    visibility: Visibility,
    flags: Flags,
    owner: Owner,
    scope: ScopeId,
    body: Option<ScopeId>,
    name_span: Span,
    span: Span,
    signature: &'a str,
    doc: Option<&'a str>,
    parameters: List,
    type_parameters: List,
    value: ExprId,
    bases: List,
    decorators: List,
    condition: Option<Name>,
    metrics: Option<Metrics>,
    declared_path: Option<Name>,
}

type Heads<'a> = (&'a str, Option<&'a str>, Names, LineTable, Vec<DefinitionRow<'a>>);
type Owned = (Vec<Parameter>, Vec<TypeParameter>, Vec<Extension>, Vec<Lambda>);
type Macros = (Vec<Candidate>, Vec<Makes>, Vec<TakenBack>);
type Others = (Vec<Import>, Macros, Vec<Problem>, Tally);

impl DefinitionRow<'_> {
    /// The definition as a linker reads it.
    fn linked(self) -> Definition {
        let is_read = is_linked_by_signature(self.kind, self.signature);
        Definition {
            name: self.name,
            kind: self.kind,
            visibility: self.visibility,
            flags: self.flags,
            owner: self.owner,
            scope: self.scope,
            body: self.body,
            name_span: self.name_span,
            span: self.span,
            signature: if is_read { self.signature.to_owned() } else { String::new() },
            doc: None,
            parameters: self.parameters,
            type_parameters: self.type_parameters,
            value: self.value,
            bases: self.bases,
            decorators: self.decorators,
            condition: self.condition,
            metrics: self.metrics,
            declared_path: self.declared_path,
        }
    }
}

/// The facts in bytes as [`FileFacts::for_linking`] leaves them; `None` where they are damaged. O(bytes).
pub(crate) fn decode_for_linking(mut bytes: &[u8], config: impl Config) -> Option<FileFacts> {
    let from = &mut bytes;
    let references = take_table(from)?;
    let expressions = take_table(from)?;
    let bindings = take_table(from)?;
    let scopes = take_table(from)?;
    let mut verbatim: Vec<Verbatim> = take_table(from)?;
    verbatim.retain(|one| !one.is_comment);
    verbatim.shrink_to_fit();
    let lists = take_table(from)?;
    let (parts, read) =
        bincode::borrow_decode_from_slice::<(Heads<'_>, Owned, Others), _>(bytes, config).ok()?;
    let ((language, _, names, lines, definitions), owned, others) = parts;
    let (parameters, type_parameters, extensions, lambdas) = owned;
    let (imports, (candidates, makes, taken_back), problems, tally) = others;
    (read == bytes.len()).then(|| FileFacts {
        language: language.to_owned(),
        doc: None,
        names,
        lines,
        scopes,
        bindings,
        definitions: definitions.into_iter().map(DefinitionRow::linked).collect(),
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

/// Documentation and signatures, which [`FileFacts::for_linking`] leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactsTexts {
    /// Documentation of the file.
    pub doc: Option<String>,
    /// Signature and documentation of each definition.
    pub definitions: Vec<(String, Option<String>)>,
}

impl FactsTexts {
    /// Those of whole facts.
    pub fn of(facts: &FileFacts) -> Self {
        let definitions = facts.definitions.iter();
        Self {
            doc: facts.doc.clone(),
            definitions: definitions.map(|one| (one.signature.clone(), one.doc.clone())).collect(),
        }
    }
}

/// The texts in the bytes of facts; `None` where they are damaged. O(bytes).
pub(crate) fn decode_texts(mut bytes: &[u8], config: impl Config) -> Option<FactsTexts> {
    let from = &mut bytes;
    skip_table::<Reference>(from)?;
    skip_table::<Expression>(from)?;
    skip_table::<Binding>(from)?;
    skip_table::<Scope>(from)?;
    skip_table::<Verbatim>(from)?;
    skip_table::<ExprId>(from)?;
    let (heads, _) = bincode::borrow_decode_from_slice::<Heads<'_>, _>(bytes, config).ok()?;
    let (_, doc, _, _, definitions) = heads;
    let texts = definitions.into_iter().map(|one| (one.signature.to_owned(), one.doc.map(str::to_owned)));
    Some(FactsTexts { doc: doc.map(str::to_owned), definitions: texts.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack_facts::encode;

    const PLAIN: bincode::config::Configuration = bincode::config::standard();

    fn definition(kind: SymbolKind, signature: &str) -> Definition {
        Definition {
            name: Name(0),
            kind,
            visibility: Visibility::Public,
            flags: Flags::NONE,
            owner: Owner::File,
            scope: ScopeId(0),
            body: None,
            name_span: Span::new(1, 2),
            span: Span::new(0, 9),
            signature: signature.to_owned(),
            doc: Some("What it is.".to_owned()),
            parameters: List::default(),
            type_parameters: List::default(),
            value: ExprId(0),
            bases: List::default(),
            decorators: List::default(),
            condition: None,
            metrics: Some(Metrics::default()),
            declared_path: None,
        }
    }

    #[test]
    fn what_is_linked_and_the_texts_are_all() {
        let verbatim = |is_comment| Verbatim { span: Span::new(3, 5), is_comment };
        let facts = FileFacts {
            language: "c".to_owned(),
            doc: Some("A file.".to_owned()),
            definitions: vec![
                definition(SymbolKind::Function, "int f(void)"),
                definition(SymbolKind::Macro, "#define M(x)"),
                definition(SymbolKind::Macro, "#define N"),
                definition(SymbolKind::TypeAlias, "typedef int t"),
            ],
            verbatim: vec![verbatim(true), verbatim(false)],
            ..FileFacts::default()
        };
        let bytes = encode(&facts, PLAIN).unwrap();
        let linked = decode_for_linking(&bytes, PLAIN).unwrap();
        assert_eq!(linked, facts.clone().for_linking());
        assert_eq!(linked.definitions.iter().filter(|one| !one.signature.is_empty()).count(), 2);
        assert_eq!((linked.verbatim.len(), linked.doc), (1, None));
        assert_eq!(decode_texts(&bytes, PLAIN), Some(FactsTexts::of(&facts)));
        let limited = bincode::config::standard().with_limit::<{ 1 << 20 }>();
        for at in 0..bytes.len() {
            assert_eq!(decode_for_linking(&bytes[..at], limited), None, "cut at {at}");
            let mut flipped = bytes.clone();
            flipped[at] ^= 0xff;
            let _ = (decode_for_linking(&flipped, limited), decode_texts(&flipped, limited));
        }
    }
}
