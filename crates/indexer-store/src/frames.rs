//! zstd frames: one context a thread for either way, since making one takes as long as a small frame does.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use zstd::bulk::Compressor;
use zstd::stream::read::Decoder;
use zstd::zstd_safe::{DCtx, ResetDirective, get_frame_content_size};

/// Logarithm of the largest window that a frame may ask for where it is read piece by piece; the levels that
/// are written use at most 21.
const LARGEST_WINDOW: u32 = 21;

/// Memory for all of a frame is asked for at once where it announces at most so many times its own bytes.
const LIKELY: usize = 64;

/// A buffer of more bytes than this is not kept for the next frame.
const LARGEST_KEPT: usize = 4 << 20;

thread_local! {
    static COMPRESSORS: RefCell<Vec<(i32, Compressor<'static>)>> = const { RefCell::new(Vec::new()) };
    static CONTEXT: RefCell<Option<DCtx<'static>>> = const { RefCell::new(None) };
    static PLAIN: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// A frame that holds `plain`.
pub(crate) fn compressed(plain: &[u8], level: i32) -> io::Result<Vec<u8>> {
    COMPRESSORS.with_borrow_mut(|all| {
        if let Some((_, compressor)) = all.iter_mut().find(|(of, _)| *of == level) {
            return compressor.compress(plain);
        }
        let mut compressor = Compressor::new(level)?;
        let frame = compressor.compress(plain);
        all.push((level, compressor));
        frame
    })
}

/// What a frame holds; `None` where it is damaged or holds more than `most` bytes. Memory grows with what comes out,
/// or with the frame, never with what it announces alone.
pub(crate) fn decompressed(frame: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    decompress(frame, most, &mut plain)?;
    Some(plain)
}

/// What `read` makes of what a frame holds, as [`decompressed`] says it; the memory for that is used again.
pub(crate) fn with_decompressed<T>(
    frame: &[u8],
    most: usize,
    read: impl FnOnce(&[u8]) -> Option<T>,
) -> Option<T> {
    let mut plain = PLAIN.take();
    plain.clear();
    let value = decompress(frame, most, &mut plain).and_then(|()| read(&plain));
    if plain.capacity() <= LARGEST_KEPT {
        PLAIN.set(plain);
    }
    value
}

fn decompress(frame: &[u8], most: usize, plain: &mut Vec<u8>) -> Option<()> {
    CONTEXT.with_borrow_mut(|kept| {
        if kept.is_none() {
            *kept = DCtx::try_create();
        }
        let context = kept.as_mut()?;
        let announced = get_frame_content_size(frame).ok()?.map(usize::try_from);
        if let Some(Ok(length)) = announced
            && length <= most.min(frame.len().saturating_mul(LIKELY))
        {
            plain.reserve_exact(length);
            context.decompress(plain, frame).ok()?;
            return (plain.len() <= most).then_some(());
        }
        // What was read before may have ended in the middle of a frame.
        context.reset(ResetDirective::SessionOnly).ok()?;
        let mut decoder = Decoder::with_context(frame, context).single_frame();
        decoder.window_log_max(LARGEST_WINDOW).ok()?;
        decoder.take(most as u64 + 1).read_to_end(plain).ok()?;
        (plain.len() <= most).then_some(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_comes_back_whatever_was_read_before() {
        let small: Vec<u8> = (0..9_999_u32).flat_map(|n| (n % 251).to_le_bytes()).collect();
        let large = vec![7; 3 << 20];
        for level in [1, 3, 1] {
            for plain in [&small, &large, &Vec::new()] {
                let frame = compressed(plain, level).unwrap();
                assert_eq!(decompressed(&frame, plain.len()).as_ref(), Some(plain));
                assert_eq!(
                    with_decompressed(&frame, plain.len(), |all| Some(all == plain.as_slice())),
                    Some(true)
                );
                assert_eq!(decompressed(&frame[..frame.len() - 1], plain.len()), None, "it is cut");
                if let Some(less) = plain.len().checked_sub(1) {
                    assert_eq!(decompressed(&frame, less), None, "it holds more");
                }
            }
        }
        assert_eq!(decompressed(&[], 9), None);
    }
}
