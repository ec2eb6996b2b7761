//! Values that are secrets because of the name that they are given to.

use super::kind::{SecretKind, named};
use crate::redact::assigned;

pub(super) const KINDS: &[SecretKind] = &[
    named("password by its name", &["pass", "pwd", "_pw"], assigned::password),
    named("secret by its name", &["secret", "token", "credential"], assigned::secret),
    named("key by its name", &["key"], assigned::key),
    named("authorization by its name", &["uthorization"], assigned::secret),
    named("webhook by its name", &["webhook"], assigned::secret),
    named(
        "UUID that is a key",
        &["heroku", "snyk", "hubspot", "postmark", "sendbird", "messagebird", "squarespace", "scaleway"],
        assigned::uuid,
    ),
];
