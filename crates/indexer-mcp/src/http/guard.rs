//! Who may ask: the machine's own programs, and whoever knows the token.

use super::tokens::{Digest, Tokens, digest};
use axum::http::{HeaderMap, StatusCode, header};
use indexer_tools::Grant;
use std::net::IpAddr;

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of the response.
    pub status: StatusCode,
    /// What its text says.
    pub reason: &'static str,
    /// What `WWW-Authenticate` says, of a request without a token that is known.
    pub challenge: Option<&'static str>,
}

impl Refusal {
    /// A response of this status, whose text says why.
    pub fn new(status: StatusCode, reason: &'static str) -> Self {
        Self { status, reason, challenge: None }
    }

    /// No token, or one that nobody knows: the same in either case, but for what RFC 6750 wants to be told apart.
    fn unauthorized(is_given: bool) -> Self {
        let challenge = match is_given {
            true => "Bearer realm=\"indexer\", error=\"invalid_token\"",
            false => "Bearer realm=\"indexer\"",
        };
        let reason = "send a token that this server knows as Authorization: Bearer TOKEN";
        Self { challenge: Some(challenge), ..Self::new(StatusCode::UNAUTHORIZED, reason) }
    }
}

/// Who sent a request, as far as that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// Digest of the token that was sent; `None` where none is asked for.
    token: Option<Digest>,
    grant: Grant,
}

impl Caller {
    /// Who knows the token with this digest.
    pub(super) fn known(token: Digest, grant: Grant) -> Self {
        Self { token: Some(token), grant }
    }

    /// What they may ask.
    pub fn grant(&self) -> &Grant {
        &self.grant
    }
}

/// What requests must show.
#[derive(Debug)]
pub struct Guard {
    /// True where only this machine can ask.
    local: bool,
    /// `None` where everybody may ask everything.
    tokens: Option<Tokens>,
}

impl Guard {
    /// For a server at this address, which asks for one of these tokens.
    pub fn new(address: IpAddr, tokens: Option<Tokens>) -> Self {
        Self { local: address.is_loopback(), tokens }
    }

    /// A page in a browser can send requests to this machine, also under a name of its own that
    /// leads here (DNS rebinding). It cannot choose the headers Host and Origin: a name that is not
    /// this machine's is refused. An address is no name and cannot be rebound.
    pub fn check(&self, headers: &HeaderMap) -> Result<Caller, Refusal> {
        let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
        let forbidden = |reason| Err(Refusal::new(StatusCode::FORBIDDEN, reason));
        let Some(host) = text(header::HOST).map(without_port) else {
            return forbidden("the Host header is missing");
        };
        if !self.is_known(host) {
            return forbidden("the Host header names another machine than this one");
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
            let from = origin.map(|(_, rest)| without_port(rest.trim_end_matches('/')));
            if !from.is_some_and(|from| is_local(from) || (!self.local && from == host)) {
                return forbidden("the Origin header names another place than this machine");
            }
        }
        let Some(tokens) = &self.tokens else { return Ok(Caller::default()) };
        let given = text(header::AUTHORIZATION).and_then(|value| value.split_once(' '));
        let given = given.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let Some((_, token)) = given else { return Err(Refusal::unauthorized(false)) };
        let digest = digest(token.trim());
        let grant = tokens.grant(&digest).ok_or(Refusal::unauthorized(true))?;
        Ok(Caller::known(digest, grant))
    }

    fn is_known(&self, host: &str) -> bool {
        is_local(host) || (!self.local && bare(host).parse::<IpAddr>().is_ok())
    }
}

fn is_local(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || bare(host).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// An address of version 6 without its brackets.
fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn status(guard: &Guard, headers: &[(HeaderName, &'static str)]) -> Option<u16> {
        let map =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect();
        guard.check(&map).err().map(|refusal| refusal.status.as_u16())
    }

    #[test]
    fn names_of_other_machines_are_refused() {
        let guard = Guard::new(IpAddr::from([127, 0, 0, 1]), None);
        for host in ["localhost", "localhost:80", "LOCALHOST:1", "127.0.0.1:3", "[::1]:5", "[::1]"] {
            assert_eq!(status(&guard, &[(header::HOST, host)]), None, "{host}");
        }
        for host in ["evil.example", "evil.example:80", "localhost.evil.example", "10.0.0.1", "", "[::2]:1"] {
            assert_eq!(status(&guard, &[(header::HOST, host)]), Some(403), "{host}");
        }
        assert_eq!(status(&guard, &[]), Some(403));
        let with = |origin| status(&guard, &[(header::HOST, "localhost"), (header::ORIGIN, origin)]);
        assert_eq!((with("http://localhost:6274"), with("https://127.0.0.1")), (None, None));
        for origin in ["http://evil.example", "null", "", "http://localhost.evil.example", "file://"] {
            assert_eq!(with(origin), Some(403), "{origin}");
        }
    }

    #[test]
    fn a_server_for_all_takes_addresses_but_no_names() {
        let guard = Guard::new(IpAddr::from([0, 0, 0, 0]), None);
        assert_eq!(status(&guard, &[(header::HOST, "10.0.0.1:80")]), None);
        assert_eq!(status(&guard, &[(header::HOST, "evil.example")]), Some(403));
        let own = [(header::HOST, "10.0.0.1:80"), (header::ORIGIN, "http://10.0.0.1")];
        assert_eq!(status(&guard, &own), None);
        let other = [(header::HOST, "10.0.0.1:80"), (header::ORIGIN, "http://10.0.0.2")];
        assert_eq!(status(&guard, &other), Some(403));
    }

    #[test]
    fn a_token_must_be_the_one() {
        let guard = Guard::new(IpAddr::from([127, 0, 0, 1]), Some(Tokens::of(Some("abc"), None).unwrap()));
        let with = |token| status(&guard, &[(header::HOST, "localhost"), (header::AUTHORIZATION, token)]);
        assert_eq!((with("Bearer abc"), with("bearer  abc")), (None, None));
        for token in ["Bearer ab", "Bearer abcd", "Basic abc", "abc", "Bearer"] {
            assert_eq!(with(token), Some(401), "{token}");
        }
        assert_eq!(status(&guard, &[(header::HOST, "localhost")]), Some(401));
    }
}
