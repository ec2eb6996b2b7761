use super::*;
use crate::identity;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/age")
}

fn identity() -> StaticSecret {
    identity::read(&fixtures().join("key.txt")).unwrap()
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(name)).unwrap()
}

fn draws() -> Draws {
    Draws { file_key: [7; 16], ephemeral: [8; 32], nonce: [9; 16] }
}

fn some_bytes(length: usize) -> Vec<u8> {
    (0..length as u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn sealed(plain: &[u8]) -> Vec<u8> {
    seal(&PublicKey::from(&identity()), &draws(), plain).unwrap()
}

/// Lengths at which the number of chunks changes.
const LENGTHS: [usize; 7] = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

#[test]
fn what_age_wrote_is_read() {
    assert_eq!(open(&identity(), &fixture("two-recipients.age")).unwrap().1, b"hello");
    assert_eq!(open(&identity(), &fixture("empty.age")).unwrap().1, b"");
    assert_eq!(open(&identity(), &fixture("other.age")).unwrap_err(), CHANGED);
}

#[test]
fn a_file_holds_what_was_put_into_it_and_any_range_of_it_is_read_alone() {
    let payload = Payload::new(&draws().file_key, &draws().nonce).unwrap();
    for length in LENGTHS {
        let plain = some_bytes(length);
        let file = sealed(&plain);
        assert_eq!(file.len() as u64, sealed_length(length as u64));
        assert_eq!(open(&identity(), &file).unwrap(), (draws().file_key, plain.clone()));
        let length = length as u64;
        let ends = [0, 1, 65_535, 65_536, 65_537, 131_072, length].map(|end| end.min(length));
        for start in ends {
            for end in ends.into_iter().filter(|end| *end > start) {
                let (extent, first) = sealed_range(&(start..end), length);
                let came = &file[extent.start as usize..extent.end as usize];
                let opened = payload.open(came, first / CHUNK, extent.end == file.len() as u64).unwrap();
                let within = (start - first) as usize..(end - first) as usize;
                assert_eq!(opened[within], plain[start as usize..end as usize], "{start}..{end} of {length}");
                // Not more than the chunks that hold it.
                assert!(
                    extent.end - extent.start <= (end - start).div_ceil(CHUNK) * (CHUNK + TAG) + CHUNK + TAG
                );
            }
        }
    }
}

#[test]
fn a_file_that_is_changed_or_cut_gives_nothing() {
    let plain = some_bytes(70_000);
    let file = sealed(&plain);
    let all = (0..400).chain((400..file.len()).step_by(997));
    for at in all {
        for bit in [1, 0x80] {
            let mut changed = file.clone();
            changed[at] ^= bit;
            assert!(open(&identity(), &changed).is_err(), "bit {bit} of byte {at}");
        }
        assert!(open(&identity(), &file[..at]).is_err(), "cut at {at}");
    }
    assert!(open(&identity(), &[file.as_slice(), b"x"].concat()).is_err());
    // A last chunk that is gone, and the file ends where one does.
    assert!(open(&identity(), &file[..(OPENING + CHUNK + TAG) as usize]).is_err());
    // Chunks that changed places.
    let long = sealed(&some_bytes(200_000));
    let (a, b) = (OPENING as usize, (OPENING + CHUNK + TAG) as usize);
    let swapped = [&long[..a], &long[b..2 * b - a], &long[a..b], &long[2 * b - a..]].concat();
    assert!(open(&identity(), &swapped).is_err());
    assert!(open(&StaticSecret::from([3; 32]), &file).is_err());
    // A share of low order, with which everybody would have the same key.
    let text = String::from_utf8_lossy(&file[..OPENING as usize]).into_owned();
    let share = text.lines().nth(1).unwrap().to_owned();
    let low = format!("-> X25519 {}", base64(&[0; 32]));
    let forged =
        [text.split_once(&share).unwrap().0.as_bytes(), low.as_bytes(), &file[22 + share.len()..]].concat();
    assert!(open(&identity(), &forged).is_err());
}

/// What the program `age` does with its arguments and this input; `None` where it is not installed.
fn age(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new("age");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().ok()?;
    let mut stdin = running.stdin.take().unwrap();
    let input = input.to_vec();
    let writes = std::thread::spawn(move || stdin.write_all(&input));
    let output = running.wait_with_output().unwrap();
    writes.join().unwrap().unwrap();
    assert!(output.status.success());
    Some(output.stdout)
}

/// Runs where `age` is installed; what it once wrote is a fixture.
#[test]
fn age_reads_what_is_written_here_and_the_other_way_round() {
    let key = fixtures().join("key.txt").display().to_string();
    for length in LENGTHS {
        let plain = some_bytes(length);
        let Some(read) = age(&["-d", "-i", &key], &sealed(&plain)) else { return };
        assert!(read == plain, "{length} bytes, decrypted by age");
        let written = age(&["-e", "-i", &key], &plain).unwrap();
        assert!(open(&identity(), &written).unwrap().1 == plain, "{length} bytes, encrypted by age");
    }
}
