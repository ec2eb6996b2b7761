//! Secrets that many programs take, known by their shape.

use super::kind::{SecretKind, shape};
use crate::redact::{blocks, commands, shapes, urls};

pub(super) const KINDS: &[SecretKind] = &[
    shape("JWT", &["eyJ"], shapes::jwt),
    shape("JWT in base64", &["ZXlK"], shapes::jwt_in_base64),
    shape("private key", &["-----BEGIN "], blocks::private_key),
    shape("private key of PuTTY", &["Private-Lines: "], blocks::putty),
    shape("values of a Kubernetes secret", &["kind: Secret", "kind: \"Secret\""], blocks::kubernetes),
    shape("password in a URL", &["://", ":\\/\\/"], urls::password),
    shape(
        "HTTP authorization",
        &["Bearer ", "bearer ", "BEARER ", "Basic ", "basic "],
        shapes::authorization,
    ),
    shape("user and password in base64", &["\"auth\"", "_auth"], shapes::user_and_password),
    shape(
        "connection string",
        &["Password=", "password=", "PASSWORD=", "Pwd=", "pwd=", "PWD="],
        urls::connection,
    ),
    shape("password of a command", commands::ANCHORS, commands::password),
    shape(
        "password of a statement",
        &[
            "IDENTIFIED BY",
            "identified by",
            "PASSWORD '",
            "password '",
            "-SecureString ",
            commands::CONNECTION,
        ],
        commands::statement,
    ),
];
