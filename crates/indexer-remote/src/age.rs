//! Files as [age](https://age-encryption.org/v1) has them, for one recipient of kind X25519: what `age` decrypts.
//!
//! ```text
//! age-encryption.org/v1
//! -> X25519 <ephemeral share>
//! <the file key, wrapped for the recipient>
//! --- <HMAC of all above>
//! <nonce, 16 bytes> <chunks of 64 KB, each with a tag of 16 bytes>
//! ```
//! Each chunk is a message of ChaCha20-Poly1305 by itself, so that a range of a file is read without the rest of it. The
//! primitives are those of ring and x25519-dalek; here is only what the format makes of them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::{hkdf, hmac};
use std::ops::Range;
use x25519_dalek::{PublicKey, StaticSecret};

const VERSION: &str = "age-encryption.org/v1";
const KIND: &str = "X25519";
/// Bytes of a chunk before it is encrypted.
pub(crate) const CHUNK: u64 = 64 << 10;
/// Bytes that each message grows by.
const TAG: u64 = 16;
/// Bytes before the chunks, in files of one X25519 recipient: the lines, and the nonce.
const OPENING: u64 = 184;
/// Bytes of a header at most: `age` itself writes one line for each recipient.
const MOST_HEADER: usize = 64 << 10;

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotDecrypted(pub(crate) &'static str);

const CHANGED: NotDecrypted = NotDecrypted("cut short, changed, or encrypted with another key");

impl From<ring::error::Unspecified> for NotDecrypted {
    fn from(_: ring::error::Unspecified) -> Self {
        CHANGED
    }
}

/// What `age` draws at random for each file.
pub(crate) struct Draws {
    pub(crate) file_key: [u8; 16],
    pub(crate) ephemeral: [u8; 32],
    pub(crate) nonce: [u8; 16],
}

/// The chunks of a file, as one key reads and writes them.
pub(crate) struct Payload(LessSafeKey);

/// Bytes of a file that holds `plain` bytes.
pub(crate) fn sealed_length(plain: u64) -> u64 {
    // Nothing is one chunk, too.
    plain.saturating_add(OPENING).saturating_add(plain.div_ceil(CHUNK).max(1).saturating_mul(TAG))
}

/// The bytes of a file in which those of `range` are, of the `plain` bytes that the file holds; with the first of them.
pub(crate) fn sealed_range(range: &Range<u64>, plain: u64) -> (Range<u64>, u64) {
    let first = range.start / CHUNK;
    let end = range.end.div_ceil(CHUNK) * (CHUNK + TAG) + OPENING;
    (first * (CHUNK + TAG) + OPENING..end.min(sealed_length(plain)), first * CHUNK)
}

/// The file that holds these bytes.
pub(crate) fn seal(recipient: &PublicKey, draws: &Draws, plain: &[u8]) -> Result<Vec<u8>, NotDecrypted> {
    let ephemeral = StaticSecret::from(draws.ephemeral);
    let share = PublicKey::from(&ephemeral);
    let key = wrapping(ephemeral.diffie_hellman(recipient).as_bytes(), &share, recipient)?;
    let mut wrapped = draws.file_key.to_vec();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key([0; 12]), Aad::empty(), &mut wrapped)?;
    let (share, wrapped) = (base64(share.as_bytes()), base64(&wrapped));
    let mut file = format!("{VERSION}\n-> {KIND} {share}\n{wrapped}\n---").into_bytes();
    let sum = hmac::sign(&header_key(&draws.file_key)?, &file);
    file.extend_from_slice(format!(" {}\n", base64(sum.as_ref())).as_bytes());
    file.extend_from_slice(&draws.nonce);
    Payload::new(&draws.file_key, &draws.nonce)?.seal(plain, &mut file)?;
    Ok(file)
}

/// What a file holds, and its file key. All of it is checked before any of it is given.
pub(crate) fn open(identity: &StaticSecret, file: &[u8]) -> Result<([u8; 16], Vec<u8>), NotDecrypted> {
    let header = Header::of(file).ok_or(NotDecrypted("no file of age"))?;
    let mut keys = header.wrapped.iter().filter_map(|(share, wrapped)| unwrap(identity, *share, *wrapped));
    let file_key = keys.next().ok_or(CHANGED)?;
    hmac::verify(&header_key(&file_key)?, header.authenticated, &header.sum).map_err(|_| CHANGED)?;
    let (nonce, chunks) = header.rest.split_at_checked(16).ok_or(CHANGED)?;
    let plain = Payload::new(&file_key, nonce)?.open(chunks, 0, true)?;
    Ok((file_key, plain))
}

impl Payload {
    pub(crate) fn new(file_key: &[u8; 16], nonce: &[u8]) -> Result<Self, NotDecrypted> {
        Ok(Self(aead(&derived(file_key, nonce, b"payload")?)?))
    }

    fn seal(&self, plain: &[u8], file: &mut Vec<u8>) -> Result<(), NotDecrypted> {
        let count = (plain.len() as u64).div_ceil(CHUNK).max(1);
        for number in 0..count {
            let chunk = plain.chunks(CHUNK as usize).nth(number as usize).unwrap_or_default();
            let start = file.len();
            file.extend_from_slice(chunk);
            let nonce = chunk_nonce(number, number + 1 == count);
            let tag = self.0.seal_in_place_separate_tag(nonce, Aad::empty(), &mut file[start..])?;
            file.extend_from_slice(tag.as_ref());
        }
        Ok(())
    }

    /// What chunks hold, of which the first has number `first`; `to_end` where the last of them is that of the file.
    pub(crate) fn open(&self, chunks: &[u8], first: u64, to_end: bool) -> Result<Vec<u8>, NotDecrypted> {
        let count = (chunks.len() as u64).div_ceil(CHUNK + TAG);
        let mut plain = Vec::with_capacity(chunks.len());
        for (number, sealed) in (0_u64..).zip(chunks.chunks((CHUNK + TAG) as usize)) {
            let is_last = to_end && number + 1 == count;
            let mut message = sealed.to_vec();
            let nonce = chunk_nonce(first + number, is_last);
            let opened = self.0.open_in_place(nonce, Aad::empty(), &mut message)?;
            // A last chunk of nothing is that of an empty file alone.
            if opened.is_empty() && first + number > 0 {
                return Err(CHANGED);
            }
            plain.extend_from_slice(opened);
        }
        if count == 0 { Err(CHANGED) } else { Ok(plain) }
    }
}

/// Number and kind of a chunk: eleven bytes, and one that says whether it is the last.
fn chunk_nonce(number: u64, is_last: bool) -> Nonce {
    let mut nonce = [0; 12];
    nonce[3..11].copy_from_slice(&number.to_be_bytes());
    nonce[11] = u8::from(is_last);
    Nonce::assume_unique_for_key(nonce)
}

/// The lines before the payload.
struct Header<'a> {
    /// Share and body of each stanza of our kind.
    wrapped: Vec<([u8; 32], [u8; 32])>,
    /// What the sum is of.
    authenticated: &'a [u8],
    sum: Vec<u8>,
    rest: &'a [u8],
}

impl<'a> Header<'a> {
    fn of(file: &'a [u8]) -> Option<Self> {
        let head = &file[..file.len().min(MOST_HEADER)];
        let ends = head.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        let (mut start, mut wrapped, mut share) = (0, Vec::new(), None);
        for end in ends {
            let line = std::str::from_utf8(&head[start..end]).ok()?;
            if start == 0 && line != VERSION {
                return None;
            }
            if let Some(sum) = line.strip_prefix("--- ") {
                let (authenticated, rest) = (&file[..start + 3], &file[end + 1..]);
                return Some(Self { wrapped, authenticated, sum: from_base64(sum)?, rest });
            }
            if let Some(stanza) = line.strip_prefix("-> ") {
                let named = stanza.split_once(' ').filter(|(kind, _)| *kind == KIND);
                share = named.and_then(|(_, share)| from_base64(share)?.try_into().ok());
            } else if let Some(share) = share.take() {
                wrapped.push((share, from_base64(line)?.try_into().ok()?));
            }
            start = end + 1;
        }
        None
    }
}

fn unwrap(identity: &StaticSecret, share: [u8; 32], mut wrapped: [u8; 32]) -> Option<[u8; 16]> {
    let share = PublicKey::from(share);
    let shared = identity.diffie_hellman(&share);
    // A share of low order would make a key that anybody knows.
    if !shared.was_contributory() {
        return None;
    }
    let key = wrapping(shared.as_bytes(), &share, &PublicKey::from(identity)).ok()?;
    let nonce = Nonce::assume_unique_for_key([0; 12]);
    let opened = key.open_in_place(nonce, Aad::empty(), &mut wrapped).ok()?;
    <[u8; 16]>::try_from(&*opened).ok()
}

/// The key with which a file key is wrapped for a recipient.
fn wrapping(shared: &[u8], share: &PublicKey, recipient: &PublicKey) -> Result<LessSafeKey, NotDecrypted> {
    let salt = [share.as_bytes().as_slice(), recipient.as_bytes()].concat();
    aead(&derived(shared, &salt, b"age-encryption.org/v1/X25519")?)
}

fn header_key(file_key: &[u8; 16]) -> Result<hmac::Key, NotDecrypted> {
    Ok(hmac::Key::new(hmac::HMAC_SHA256, &derived(file_key, b"", b"header")?))
}

fn aead(key: &[u8; 32]) -> Result<LessSafeKey, NotDecrypted> {
    Ok(LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, key)?))
}

/// 32 bytes by HKDF with SHA-256.
fn derived(secret: &[u8], salt: &[u8], what: &[u8]) -> Result<[u8; 32], NotDecrypted> {
    let mut key = [0; 32];
    let drawn = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    drawn.expand(&[what], hkdf::HKDF_SHA256)?.fill(&mut key)?;
    Ok(key)
}

fn base64(bytes: &[u8]) -> String {
    STANDARD_NO_PAD.encode(bytes)
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode(text).ok()
}

#[cfg(test)]
mod tests;
