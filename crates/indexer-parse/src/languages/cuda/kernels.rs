//! What is not C++ in such files, made so: every byte keeps its place.

/// Whose words are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Words {
    /// `__global__` and the like, and `kernel<<<grid, block>>>(a)`.
    Cuda,
    /// `kernel`, `device`, `constant` and the like before a type.
    Metal,
}

const CUDA: &[&str] = &[
    "__align__",
    "__builtin_align__",
    "__cluster_dims__",
    "__constant__",
    "__device__",
    "__forceinline__",
    "__global__",
    "__grid_constant__",
    "__host__",
    "__launch_bounds__",
    "__managed__",
    "__noinline__",
    "__restrict__",
    "__shared__",
];

/// Those of them that take arguments.
const TAKING: &[&str] = &["__align__", "__builtin_align__", "__cluster_dims__", "__launch_bounds__"];

/// Words with which functions begin.
const STAGES: &[&str] = &["fragment", "kernel", "vertex"];

/// Words for where something lies, which stand behind types and the parameters of methods too. They name nothing else.
const SPACES: &[&str] = &["constant", "device", "thread", "threadgroup", "threadgroup_imageblock"];

/// The arguments of a launch are at most so long: what looks like one and never ends is looked for no further.
const LONGEST: usize = 1 << 12;

/// The text with spaces for words that only say where something runs or lies; `k<<<grid, block>>>(a)` becomes the call
/// of a template, `k<(grid, block)>(a)`, in which all names stay. O(bytes).
pub(in crate::languages) fn plain(source: &str, words: Words) -> String {
    let mut text = source.as_bytes().to_vec();
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'/' if bytes[at..].starts_with(b"//") => at += until(&bytes[at..], b"\n"),
            b'/' if bytes[at..].starts_with(b"/*") => at += until(&bytes[at..], b"*/"),
            b'"' | b'\'' => at = text_end(bytes, at),
            b'<' if words == Words::Cuda && bytes[at..].starts_with(b"<<<") => {
                at = launch(&mut text, bytes, at)
            }
            _ if is_name(*byte) => {
                let length = bytes[at..].iter().take_while(|b| is_name(**b)).count();
                word(&mut text, bytes, (at, at + length), words);
                at += length;
            }
            _ => at += 1,
        }
    }
    // Only bytes of ASCII were changed, so this never loses a character.
    String::from_utf8_lossy(&text).into_owned()
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How far it is behind `end`, or to the end of the bytes.
fn until(bytes: &[u8], end: &[u8]) -> usize {
    let found = bytes[2.min(bytes.len())..].windows(end.len()).position(|part| part == end);
    found.map_or(bytes.len(), |found| found + 2 + end.len())
}

/// Behind a text that ends in its line; behind its quote, where it does not.
fn text_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'\n' && at - start < LONGEST) {
        match byte {
            b'\\' => at += 1,
            byte if *byte == bytes[start] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    start + 1
}

fn word(text: &mut [u8], bytes: &[u8], (start, end): (usize, usize), words: Words) {
    let (word, behind) = (&bytes[start..end], &bytes[end..]);
    let spaces = behind.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let next = behind.get(spaces).copied().unwrap_or(b' ');
    match words {
        Words::Cuda if CUDA.iter().any(|one| one.as_bytes() == word) => {
            text[start..end].fill(b' ');
            // `__launch_bounds__(256)`
            if TAKING.iter().any(|one| one.as_bytes() == word) && next == b'(' {
                let from = end + spaces;
                let limit = &bytes[from..bytes.len().min(from + LONGEST)];
                if let Some(close) = limit.iter().position(|b| *b == b')') {
                    let part = &mut text[from..=from + close];
                    part.iter_mut().filter(|b| **b != b'\n' && b.is_ascii()).for_each(|b| *b = b' ');
                }
            }
        }
        Words::Metal => {
            let is_one_of = |words: &[&str]| words.iter().any(|one| one.as_bytes() == word);
            let is_before_name = spaces > 0 && is_name(next);
            let is_space = (is_before_name || b"{:;=*&".contains(&next)) && is_one_of(SPACES);
            if is_space || is_before_name && is_one_of(STAGES) {
                text[start..end].fill(b' ');
            }
        }
        _ => {}
    }
}

/// `<<<a, b>>>` as `<(a, b)>`; behind other arguments of a template as the last of those. Gives where to go on.
fn launch(text: &mut [u8], bytes: &[u8], start: usize) -> usize {
    let limit = &bytes[start..bytes.len().min(start + LONGEST)];
    let Some(end) = limit.windows(3).position(|three| three == b">>>").map(|at| start + at) else {
        return start + 3;
    };
    let before = bytes[..start].iter().rposition(|b| !b.is_ascii_whitespace());
    match before.filter(|before| bytes[*before] == b'>') {
        Some(before) => {
            text[before] = b',';
            text[start..start + 3].copy_from_slice(b"  (");
        }
        None => text[start..start + 3].copy_from_slice(b" <("),
    }
    text[end..end + 3].copy_from_slice(b")> ");
    start + 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launches_are_calls_of_templates() {
        let plain = |text: &str| plain(text, Words::Cuda);
        assert_eq!(plain("k<<<g, b>>>(a);"), "k <(g, b)> (a);");
        assert_eq!(plain("k<T><<<g, b>>>(a);"), "k<T,  (g, b)> (a);");
        assert_eq!(plain("// k<<<g\n\"<<<\" a << b >> c; <<<"), "// k<<<g\n\"<<<\" a << b >> c; <<<");
        assert_eq!(
            plain("__global__ void __launch_bounds__(256) k()"),
            "           void                        k()"
        );
        assert_eq!(
            super::plain("kernel void k(device float* a)", Words::Metal),
            "       void k(       float* a)"
        );
        assert_eq!(super::plain("kernel = 1; device->a", Words::Metal), "kernel = 1; device->a");
        assert_eq!(super::plain("A() thread = default;", Words::Metal), "A()        = default;");
        assert_eq!(super::plain("operator T() const device {", Words::Metal), "operator T() const        {");
        assert_eq!(plain("struct __align__(8) A {};"), "struct              A {};");
    }
}
