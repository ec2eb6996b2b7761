//! What a client is told of one root: its documents and the requests that are answered.

use crate::answers;
use crate::documents::Documents;
use crate::progress::Shown;
use crate::question::Question;
use crate::text::{Encoding, Read};
use indexer_engine::{EngineError, Reading, Shared, Snapshot, Unsaved};
use indexer_tools::Context;
use lsp_server::{ErrorCode, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
};
use lsp_types::request as ask;
use lsp_types::{DocumentSymbolResponse, GotoDefinitionResponse, Url, WorkspaceSymbolResponse};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a request waits for an index that is being made, before it is answered from what there is.
const PATIENCE: Duration = Duration::from_millis(500);

/// One root with the documents of it that are open.
pub(crate) struct Session {
    index: Shared,
    documents: Documents,
    encoding: Encoding,
    read: Read,
    shown: Arc<Shown>,
    /// The last snapshot with what is not saved.
    edited: Option<Edited>,
    /// True where an outline was given of what is not linked yet.
    is_behind: bool,
}

/// A snapshot with what is not saved.
struct Edited {
    /// What is on disk.
    saved: Arc<Snapshot>,
    /// What is not saved.
    unsaved: Unsaved,
    /// Of which version of the documents that is.
    version: u64,
    snapshot: Arc<Snapshot>,
}

/// An answer, or why there is none.
type Answered = Result<Value, ResponseError>;

impl Session {
    pub(crate) fn new(index: Shared, documents: Documents, encoding: Encoding, shown: Arc<Shown>) -> Self {
        Self { index, documents, encoding, read: Read::default(), shown, edited: None, is_behind: false }
    }

    /// Takes in what the client tells of its documents.
    pub(crate) fn note(&mut self, told: Notification) {
        let Notification { method, params } = told;
        // What cannot be read tells nothing.
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Ok(opened) = parameters::<DidOpenTextDocument>(params) {
                    self.documents.open(&opened.text_document.uri, opened.text_document.text);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(changed) = parameters::<DidChangeTextDocument>(params) {
                    let url = changed.text_document.uri;
                    self.documents.change(&url, changed.content_changes, self.encoding);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(closed) = parameters::<DidCloseTextDocument>(params) {
                    self.documents.close(&closed.text_document.uri);
                }
            }
            _ => {}
        }
    }

    /// Answers a request; `cancel` is set where nobody waits for it any more.
    pub(crate) fn answer(&mut self, request: Request, cancel: &AtomicBool) -> Response {
        let Request { id, method, params } = request;
        let named = params["textDocument"]["uri"].as_str().and_then(|uri| Url::parse(uri).ok());
        let named = named.and_then(|url| self.documents.path(&url));
        let is_outline = method == <ask::DocumentSymbolRequest as ask::Request>::METHOD;
        let outlined = named.as_deref().filter(|_| is_outline);
        let answered = self.snapshot(outlined, cancel).and_then(|snapshot| {
            let reading = Reading::new(self.index.workspace(), snapshot.with_outlines(named.as_deref()));
            let context = Context::of(&reading, cancel);
            let question = Question::new(context, &self.documents, self.encoding, &self.read);
            answer(&question, &method, params)
        });
        match answered {
            _ if cancel.load(Ordering::Relaxed) => cancelled(id),
            Ok(result) => Response { id, result: Some(result), error: None },
            Err(error) => Response { id, result: None, error: Some(error) },
        }
    }

    /// Links what is not saved, where it is not yet, before somebody asks for it. Until `stop` is set.
    pub(crate) fn prepare(&mut self, stop: &AtomicBool) {
        if self.is_behind {
            // Who asks next is told what is wrong.
            let _ = self.snapshot(None, stop);
        }
    }

    /// What is on disk and in open documents; while the index is being made, what was there before. Where the outline of
    /// one file is all that is wanted, nothing else of what is not saved.
    fn snapshot(
        &mut self,
        outlined: Option<&str>,
        cancel: &AtomicBool,
    ) -> Result<Arc<Snapshot>, ResponseError> {
        let saved = match self.index.refresh(PATIENCE, cancel) {
            Ok(saved) => saved,
            Err(EngineError::Indexing(_)) => return Ok(self.index.meanwhile()),
            Err(error) => {
                self.shown.end();
                return Err(failed(&error));
            }
        };
        self.shown.end();
        let version = self.documents.version();
        let last = self.edited.as_ref();
        let last = last.filter(|last| Arc::ptr_eq(&last.saved, &saved) && !last.snapshot.outdated());
        if let Some(last) = last.filter(|last| last.version == version) {
            self.is_behind = false;
            return Ok(last.snapshot.clone());
        }
        let unsaved = self.documents.unsaved();
        if let Some((path, text)) = outlined.and_then(|path| Some((path, unsaved.get(path)?))) {
            let linked = match last {
                Some(last) => differ_at_most_in(&last.unsaved, unsaved, path).then_some(&*last.snapshot),
                None => differ_at_most_in(&Unsaved::new(), unsaved, path).then_some(&*saved),
            };
            if let Some(declared) = self.index.workspace().declared(&saved, linked, path, text) {
                self.is_behind = true;
                return Ok(declared);
            }
        }
        let edited =
            self.index.workspace().edited(&saved, unsaved, cancel).map_err(|error| failed(&error))?;
        let unsaved = unsaved.clone();
        self.edited = Some(Edited { saved, unsaved, version, snapshot: edited.clone() });
        self.is_behind = false;
        Ok(edited)
    }
}

/// True where all texts but that of `path` are the same.
fn differ_at_most_in(one: &Unsaved, other: &Unsaved, path: &str) -> bool {
    let mut others = other.iter().filter(|(of, _)| *of != path);
    let is_next = |text: (&String, &Arc<str>)| others.next() == Some(text);
    one.iter().filter(|(of, _)| *of != path).all(is_next) && others.next().is_none()
}

fn failed(error: &EngineError) -> ResponseError {
    ResponseError { code: ErrorCode::RequestFailed as i32, message: error.to_string(), data: None }
}

/// Says that a request was taken back.
pub(crate) fn cancelled(id: RequestId) -> Response {
    Response::new_err(id, ErrorCode::RequestCanceled as i32, "cancelled".to_owned())
}

fn parameters<N: lsp_types::notification::Notification>(params: Value) -> serde_json::Result<N::Params> {
    serde_json::from_value(params)
}

/// Reads the parameters of a request, answers it and writes the answer.
fn with<R: ask::Request>(params: Value, answer: impl FnOnce(R::Params) -> R::Result) -> Answered {
    let invalid = |error: serde_json::Error| ResponseError {
        code: ErrorCode::InvalidParams as i32,
        message: error.to_string(),
        data: None,
    };
    let params = serde_json::from_value(params).map_err(invalid)?;
    serde_json::to_value(answer(params)).map_err(invalid)
}

fn answer(question: &Question<'_>, method: &str, params: Value) -> Answered {
    use ask::Request as _;
    let array = |all| Some(GotoDefinitionResponse::Array(all));
    match method {
        ask::GotoDefinition::METHOD => with::<ask::GotoDefinition>(params, |asked| {
            array(answers::definitions(question, &asked.text_document_position_params))
        }),
        ask::GotoDeclaration::METHOD => with::<ask::GotoDeclaration>(params, |asked| {
            array(answers::definitions(question, &asked.text_document_position_params))
        }),
        ask::GotoTypeDefinition::METHOD => with::<ask::GotoTypeDefinition>(params, |asked| {
            array(answers::type_definitions(question, &asked.text_document_position_params))
        }),
        ask::GotoImplementation::METHOD => with::<ask::GotoImplementation>(params, |asked| {
            array(answers::implementations(question, &asked.text_document_position_params))
        }),
        ask::References::METHOD => with::<ask::References>(params, |asked| {
            Some(answers::uses(question, &asked.text_document_position, asked.context.include_declaration))
        }),
        ask::DocumentHighlightRequest::METHOD => with::<ask::DocumentHighlightRequest>(params, |asked| {
            Some(answers::highlights(question, &asked.text_document_position_params))
        }),
        ask::DocumentSymbolRequest::METHOD => with::<ask::DocumentSymbolRequest>(params, |asked| {
            answers::outline(question, &asked.text_document.uri).map(DocumentSymbolResponse::Nested)
        }),
        ask::WorkspaceSymbolRequest::METHOD => with::<ask::WorkspaceSymbolRequest>(params, |asked| {
            Some(WorkspaceSymbolResponse::Flat(answers::workspace_symbols(question, &asked.query)))
        }),
        ask::HoverRequest::METHOD => with::<ask::HoverRequest>(params, |asked| {
            answers::hover(question, &asked.text_document_position_params)
        }),
        ask::CodeLensRequest::METHOD => {
            with::<ask::CodeLensRequest>(params, |asked| answers::lenses(question, &asked.text_document.uri))
        }
        ask::CodeLensResolve::METHOD => {
            with::<ask::CodeLensResolve>(params, |lens| answers::resolve(question, lens))
        }
        ask::CallHierarchyPrepare::METHOD => with::<ask::CallHierarchyPrepare>(params, |asked| {
            Some(answers::prepare_calls(question, &asked.text_document_position_params))
        }),
        ask::CallHierarchyIncomingCalls::METHOD => with::<ask::CallHierarchyIncomingCalls>(params, |asked| {
            Some(answers::callers(question, &asked.item))
        }),
        ask::CallHierarchyOutgoingCalls::METHOD => with::<ask::CallHierarchyOutgoingCalls>(params, |asked| {
            Some(answers::callees(question, &asked.item))
        }),
        ask::TypeHierarchyPrepare::METHOD => with::<ask::TypeHierarchyPrepare>(params, |asked| {
            Some(answers::prepare_types(question, &asked.text_document_position_params))
        }),
        ask::TypeHierarchySupertypes::METHOD => with::<ask::TypeHierarchySupertypes>(params, |asked| {
            Some(answers::supertypes(question, &asked.item))
        }),
        ask::TypeHierarchySubtypes::METHOD => {
            with::<ask::TypeHierarchySubtypes>(params, |asked| Some(answers::subtypes(question, &asked.item)))
        }
        _ => Err(ResponseError {
            code: ErrorCode::MethodNotFound as i32,
            message: format!("{method} is not offered"),
            data: None,
        }),
    }
}
