//! Conditions of Python that ask for the version of the language.

/// What `sys.version_info` is compared with.
const VERSION: &str = "sys.version_info";

/// The conditions that are open while the lines of a file are read in order.
#[derive(Debug)]
pub(super) struct Branches {
    version: Vec<u32>,
    /// Indents of the conditions that are open, outermost first, each with whether a branch was taken: those behind it are
    /// not.
    open: Vec<(usize, bool)>,
}

impl Branches {
    /// Those of a version such as `3.12.4`; `None` where that says less than two numbers.
    pub(super) fn of(version: &str) -> Option<Self> {
        let numbers = version.split('.').map_while(|part| part.parse().ok()).collect::<Vec<u32>>();
        (numbers.len() > 1).then(|| Self { version: numbers, open: Vec::new() })
    }

    /// True where the next line begins a block that is never run in this version. Blocks that are not run may be left out.
    pub(super) fn is_unused(&mut self, line: &str, indent: usize) -> bool {
        self.open.retain(|(outer, _)| *outer <= indent);
        let condition = |word: &str| Some(line.strip_prefix(word)?.strip_suffix(':')?.trim());
        let taken = self.open.pop_if(|(own, _)| *own == indent).map(|(_, taken)| taken);
        let (holds, taken) = match (condition("if "), condition("elif "), taken) {
            (Some(condition), ..) => (self.holds(condition), false),
            (_, Some(condition), Some(taken)) => (self.holds(condition), taken),
            // The block behind all conditions; one of a loop belongs to none.
            _ => return taken == Some(true) && condition("else").is_some(),
        };
        self.open.push((indent, taken || holds == Some(true)));
        taken || holds == Some(false)
    }

    /// Whether a condition holds, where the version alone tells it.
    fn holds(&self, condition: &str) -> Option<bool> {
        if condition.contains(" or ") {
            return None;
        }
        let parts: Vec<Option<bool>> = condition.split(" and ").map(|part| self.compared(part)).collect();
        match parts.contains(&Some(false)) {
            true => Some(false),
            false => parts.iter().all(|part| *part == Some(true)).then_some(true),
        }
    }

    fn compared(&self, part: &str) -> Option<bool> {
        let (operator, tuple) = part.trim().strip_prefix(VERSION)?.trim_start().split_once(' ')?;
        let numbers = tuple.trim().strip_prefix('(')?.strip_suffix(')')?.trim_end_matches(',').split(',');
        let numbers = numbers.map(|number| number.trim().parse().ok()).collect::<Option<Vec<u32>>>()?;
        // The version goes on behind these numbers: where they are equal it is the greater one.
        let is_at_least = *self.version.get(..numbers.len())? >= numbers[..];
        match operator {
            ">=" => Some(is_at_least),
            "<" => Some(!is_at_least),
            _ => None,
        }
    }
}
