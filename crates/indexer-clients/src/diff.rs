//! A change of a text as lines for people.

/// Unchanged lines that are shown before and after.
const AROUND: usize = 3;

/// The lines that differ, with those around them. Edits of this crate touch one place of a file, so
/// one hunk says it all.
pub fn diff(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let (from, until) = (head.saturating_sub(AROUND), |lines: usize| (lines - tail + AROUND).min(lines));
    let count = |lines: usize| until(lines) - from;
    let start = |lines: usize| if lines == 0 { 0 } else { from + 1 };
    let mut out = format!("--- {path}\n+++ {path}\n");
    let (a, b) = (old.len(), new.len());
    out += &format!("@@ -{},{} +{},{} @@\n", start(a), count(a), start(b), count(b));
    let mut say = |sign: char, lines: &[&str]| {
        for line in lines {
            out.push(sign);
            out.push_str(line);
            out.push('\n');
        }
    };
    say(' ', &old[from..head]);
    say('-', &old[head..a - tail]);
    say('+', &new[head..b - tail]);
    say(' ', &old[a - tail..until(a)]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_shown() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let after = before.replace("5\n", "five\nhalf\n");
        let shown = "--- p\n+++ p\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+half\n 6\n 7\n 8\n";
        assert_eq!(diff("p", before, &after), shown);
        assert_eq!(diff("p", "", "a\n"), "--- p\n+++ p\n@@ -0,0 +1,1 @@\n+a\n");
        assert_eq!(diff("p", "a\na\n", "a\n"), "--- p\n+++ p\n@@ -1,2 +1,1 @@\n a\n-a\n");
        assert_eq!(diff("p", "a", "a"), "");
    }
}
