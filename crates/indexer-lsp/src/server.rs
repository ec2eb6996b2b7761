//! The loop: one thread reads what the client sends, another answers in that order.

use crate::documents::Documents;
use crate::progress::Shown;
use crate::session::{Session, cancelled};
use crate::text::Encoding;
use indexer_engine::{Options, Shared};
use lsp_server::{Connection, ErrorCode, Message, Request, RequestId, Response};
use lsp_types::notification::{Cancel, Notification as _};
use lsp_types::{
    CallHierarchyServerCapability, CodeLensOptions, DeclarationCapability, HoverProviderCapability,
    ImplementationProviderCapability, InitializeParams, NumberOrString, OneOf, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TypeDefinitionProviderCapability, Url,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// How long a change on disk waits for further ones.
const DEBOUNCE: Duration = Duration::from_millis(50);

/// How long nothing has to come before what was typed is linked unasked: longer than between two letters.
const IDLE: Duration = Duration::from_millis(250);

/// What the thread that answers is given.
enum Work {
    Answer(Request, Arc<AtomicBool>),
    Note(lsp_server::Notification),
}

/// The flags of requests that wait for their answers.
type Waiting = Arc<Mutex<HashMap<RequestId, Arc<AtomicBool>>>>;

/// Serves the client at the other end until it says `exit`. `options` gives how the root is indexed; the root is
/// `given`, else the client's first folder.
///
/// # Errors
///
/// Where the client does not keep to the protocol, there is no root, or the root cannot be opened.
pub fn serve(
    connection: &Connection,
    given: Option<PathBuf>,
    options: impl FnOnce(&std::path::Path) -> Options,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (id, params) = connection.initialize_start()?;
    let client: InitializeParams = serde_json::from_value(params)?;
    let encoding = encoding(&client);
    let Some(called) = given.or_else(|| root(&client)) else {
        let message = "no root: neither --root, nor a folder of the client";
        connection
            .sender
            .send(Response::new_err(id, ErrorCode::InvalidParams as i32, message.into()).into())?;
        return Err(message.into());
    };
    let mut capabilities = serde_json::to_value(capabilities(encoding))?;
    // Newer than the types of the protocol that are used here.
    capabilities["typeHierarchyProvider"] = json!(true);
    let about = json!({"name": "indexer", "version": env!("CARGO_PKG_VERSION")});
    connection.initialize_finish(id, json!({"capabilities": capabilities, "serverInfo": about}))?;

    let sender = connection.sender.clone();
    let shows = client.capabilities.window.and_then(|window| window.work_done_progress) == Some(true);
    // Who closes the connection, wants no progress.
    let shown = Arc::new(Shown::new(move |message| drop(sender.send(message))));
    let told = Arc::clone(&shown);
    let index = Shared::open(options(&called), move |event| {
        if shows {
            told.note(&event);
        }
    })?;
    index.watch(DEBOUNCE);
    let stop = Arc::clone(index.workspace());
    let documents = Documents::new(index.workspace().root().to_owned(), called);
    let session = Session::new(index, documents, encoding, shown);
    let done = converse(connection, session);
    // What was parsed is kept; what runs is stopped.
    stop.options().cancel.store(true, Ordering::Relaxed);
    done
}

fn converse(connection: &Connection, session: Session) -> Result<(), Box<dyn Error + Send + Sync>> {
    let (give, take) = mpsc::channel();
    let (sender, waiting) = (connection.sender.clone(), Waiting::default());
    let answered = Arc::clone(&waiting);
    // Set where a document changes: what is linked unasked is not wanted any more.
    let changed = Arc::new(AtomicBool::new(false));
    let outdates = Arc::clone(&changed);
    let worker = thread::Builder::new().name("answers".into()).spawn(move || {
        let mut session = session;
        while let Some(work) = next(&take, &mut session, &outdates) {
            match work {
                Work::Note(told) => session.note(told),
                Work::Answer(request, cancel) => {
                    let id = request.id.clone();
                    let response = match cancel.load(Ordering::Relaxed) {
                        true => cancelled(request.id),
                        false => session.answer(request, &cancel),
                    };
                    lock(&answered).remove(&id);
                    if sender.send(response.into()).is_err() {
                        return;
                    }
                }
            }
        }
    })?;
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    break;
                }
                let cancel = Arc::new(AtomicBool::new(false));
                lock(&waiting).insert(request.id.clone(), Arc::clone(&cancel));
                give.send(Work::Answer(request, cancel))?;
            }
            Message::Notification(told) if told.method == Cancel::METHOD => {
                if let Some(cancel) = taken_back(told.params).and_then(|id| lock(&waiting).get(&id).cloned())
                {
                    cancel.store(true, Ordering::Relaxed);
                }
            }
            Message::Notification(told) => {
                give.send(Work::Note(told))?;
                changed.store(true, Ordering::Relaxed);
            }
            // To the one request of ours: nothing depends on it.
            Message::Response(_) => {}
        }
    }
    changed.store(true, Ordering::Relaxed);
    lock(&waiting).values().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
    drop(give);
    worker.join().map_err(|_| "the thread that answers has ended early")?;
    Ok(())
}

/// What is to be done next; `None` once the client is gone. Where nothing comes for a while, what was typed is linked
/// meanwhile, until `changed` is set.
fn next(take: &mpsc::Receiver<Work>, session: &mut Session, changed: &AtomicBool) -> Option<Work> {
    match take.recv_timeout(IDLE) {
        Err(RecvTimeoutError::Timeout) => {}
        work => return work.ok(),
    }
    changed.store(false, Ordering::Relaxed);
    // What came before the flag was lowered does not raise it again.
    if let Ok(work) = take.try_recv() {
        return Some(work);
    }
    session.prepare(changed);
    take.recv().ok()
}

fn lock(waiting: &Waiting) -> std::sync::MutexGuard<'_, HashMap<RequestId, Arc<AtomicBool>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

fn taken_back(params: Value) -> Option<RequestId> {
    let cancel: lsp_types::CancelParams = serde_json::from_value(params).ok()?;
    Some(match cancel.id {
        NumberOrString::Number(id) => id.into(),
        NumberOrString::String(id) => id.into(),
    })
}

fn encoding(client: &InitializeParams) -> Encoding {
    let general = client.capabilities.general.as_ref();
    Encoding::of(general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default())
}

/// The first folder of the client.
#[expect(deprecated, reason = "older clients say no other root")]
fn root(client: &InitializeParams) -> Option<PathBuf> {
    let folder = client.workspace_folders.as_ref().and_then(|folders| folders.first());
    let url: &Url = folder.map(|folder| &folder.uri).or(client.root_uri.as_ref())?;
    url.to_file_path().ok()
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true) }),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}
