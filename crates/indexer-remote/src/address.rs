//! Where a store is: what the user wrote, checked.

use crate::error::RemoteError;
use crate::objects::{CONNECT, REQUEST};
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// Repeats of a request that failed in a way that may pass.
const REPEATS: usize = 4;
/// After so long a request is not repeated.
const REPEAT_UNTIL: Duration = Duration::from_secs(20);

/// The store at `text`, a URL or a folder; `create` makes the folder.
pub(crate) fn open(text: &str, create: bool) -> Result<Arc<dyn ObjectStore>, RemoteError> {
    let wrong = |what: &str| RemoteError::Address(format!("the address of the shared store {what}"));
    // Nothing else of the address is shown in any message.
    let Some((scheme, _)) = text.split_once("://") else { return folder(Path::new(text), create) };
    let url = Url::parse(text).map_err(|error| wrong(&format!("is no URL: {error}")))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("holds a user or password; give credentials by the environment"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("holds a query or fragment; give credentials by the environment"));
    }
    match scheme {
        "file" => {
            let path = url.to_file_path().map_err(|()| wrong("is no path of this machine"))?;
            folder(&path, create)
        }
        "http" | "https" => {
            let base = format!("{}/", text.trim_end_matches('/'));
            let store = object_store::http::HttpBuilder::new()
                .with_url(base)
                .with_client_options(client().with_allow_http(true))
                .with_retry(retry())
                .build();
            Ok(Arc::new(store.map_err(|error| RemoteError::of(&error))?))
        }
        _ => cloud(&url),
    }
}

fn folder(path: &Path, create: bool) -> Result<Arc<dyn ObjectStore>, RemoteError> {
    if create {
        indexer_store::change::create_folder(path)?;
    }
    let wrong = |reason: &str| RemoteError::Address(format!("{}: {reason}", path.display()));
    let absolute = std::path::absolute(path).map_err(|error| wrong(&error.to_string()))?;
    let prefix = ObjectPath::from_absolute_path(absolute).map_err(|_| wrong("no folder has such a name"))?;
    // Not opened yet: a disk of the network that is away is no mistake of the address, and holds nobody up.
    Ok(prefixed(Arc::new(LocalFileSystem::new()), prefix))
}

fn client() -> ClientOptions {
    // The one that GitHub is asked with too. Where a program chose one before, that stays.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let user_agent = concat!("indexer/", env!("CARGO_PKG_VERSION"));
    let options = ClientOptions::new().with_connect_timeout(CONNECT).with_timeout(REQUEST);
    match user_agent.parse() {
        Ok(agent) => options.with_user_agent(agent),
        Err(_) => options,
    }
}

fn retry() -> RetryConfig {
    RetryConfig { max_retries: REPEATS, retry_timeout: REPEAT_UNTIL, ..RetryConfig::default() }
}

#[cfg(feature = "cloud")]
fn cloud(url: &Url) -> Result<Arc<dyn ObjectStore>, RemoteError> {
    use object_store::ObjectStoreScheme;
    use object_store::aws::AmazonS3Builder;
    use object_store::azure::MicrosoftAzureBuilder;
    use object_store::gcp::GoogleCloudStorageBuilder;

    let wrong = |what: &str| RemoteError::Address(format!("the address of the shared store {what}"));
    let (scheme, path) =
        ObjectStoreScheme::parse(url).map_err(|_| wrong("is of a kind that is not known"))?;
    // Servers on this machine or in a cluster speak plain HTTP; the variable is that of the AWS builder's own.
    let client = match std::env::var_os("AWS_ALLOW_HTTP").is_some_and(|allow| allow == "true") {
        true => client().with_allow_http(true),
        false => client(),
    };
    let failed = |error: object_store::Error| RemoteError::of(&error);
    let store: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::AmazonS3 => {
            let builder = AmazonS3Builder::from_env().with_url(url.as_str());
            let built = builder.with_client_options(client).with_retry(retry()).build();
            Arc::new(built.map_err(failed)?)
        }
        ObjectStoreScheme::GoogleCloudStorage => {
            let builder = GoogleCloudStorageBuilder::from_env().with_url(url.as_str());
            let built = builder.with_client_options(client).with_retry(retry()).build();
            Arc::new(built.map_err(failed)?)
        }
        ObjectStoreScheme::MicrosoftAzure => {
            let builder = MicrosoftAzureBuilder::from_env().with_url(url.as_str());
            let built = builder.with_client_options(client).with_retry(retry()).build();
            Arc::new(built.map_err(failed)?)
        }
        _ => return Err(wrong("is of a kind that is not known; s3, gs, az, http, https and folders are")),
    };
    Ok(prefixed(store, path))
}

#[cfg(not(feature = "cloud"))]
fn cloud(url: &Url) -> Result<Arc<dyn ObjectStore>, RemoteError> {
    let scheme = url.scheme();
    Err(RemoteError::Address(format!(
        "this program was built without the feature remote-cloud, which {scheme} needs; http, https and folders work"
    )))
}

fn prefixed(store: Arc<dyn ObjectStore>, path: ObjectPath) -> Arc<dyn ObjectStore> {
    match path.as_ref() {
        "" => store,
        _ => Arc::new(PrefixStore::new(store, path)),
    }
}
