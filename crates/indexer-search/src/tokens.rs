//! What a text costs.

/// Bytes a token, times ten. Answers are paths, names and punctuation: denser than prose (about
/// 4 bytes a token), so the estimate errs on the side of counting too many.
const BYTES_A_TOKEN_TENFOLD: usize = 33;

/// Estimated tokens of a text of so many bytes, rounded up. O(1); the tokenizer itself takes 70 ms
/// to load and is used by nothing that answers a question.
pub const fn tokens(bytes: usize) -> usize {
    (bytes * 10).div_ceil(BYTES_A_TOKEN_TENFOLD)
}

/// The number of bytes that fit into so many tokens.
pub const fn bytes(tokens: usize) -> usize {
    tokens.saturating_mul(BYTES_A_TOKEN_TENFOLD) / 10
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_fits_costs_no_more() {
        for budget in [0, 1, 7, 8000] {
            assert!(super::tokens(super::bytes(budget)) <= budget);
        }
        assert_eq!(super::tokens(1), 1);
    }
}
