//! What values are, as far as a chain of calls says it: what a variable is given, what a function gives.

use super::reader::Perl;
use indexer_core::{ExprId, Expression, List, Name};
use rustc_hash::FxHashMap;

/// Variables that hold what a package makes, or its name.
const RECEIVERS: &[&str] = &["$class", "$proto", "$self", "$this"];

/// True for the name of a variable that holds an object of the package, or its name.
pub(super) fn is_receiver(text: &str) -> bool {
    RECEIVERS.binary_search(&text).is_ok()
}

/// What waits for a value.
#[derive(Clone, Copy, Debug)]
enum Waits {
    /// A variable, by its binding.
    Variable(usize),
    /// What the function gives.
    Result,
}

/// Where the reading of statements stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// The first token of the statement, where it is still read.
    begin: Option<usize>,
    /// What waits for the value that begins at a token.
    waits: Option<(Waits, usize)>,
    /// What the last statement was; `None` where it gave nothing that counts.
    last: Option<ExprId>,
}

/// What a function gives.
#[derive(Debug, Default)]
pub(super) struct Results {
    all: Vec<ExprId>,
    /// True once something was taken of what the function is given.
    pub(super) is_shifted: bool,
    /// The binding of the last variable named like an object of the package.
    object: Option<usize>,
}

/// The values of chains.
#[derive(Debug, Default)]
pub(super) struct Chains {
    /// The value that was read last: its first token, the token behind it.
    ended: (usize, usize, ExprId),
    /// The same of a call that makes an object of the package.
    blessed: (usize, usize),
    course: Course,
    /// What the last statement in the brackets was that were left last.
    inside: Option<ExprId>,
    pub(super) results: Results,
    /// Variables that have a value, by their names.
    variables: FxHashMap<Name, Vec<usize>>,
    /// Up to which token variables are given something.
    pub(super) given_until: usize,
}

impl Perl<'_, '_, '_> {
    /// A statement begins.
    pub(super) fn begins(&mut self, at: usize) {
        self.chains.course.begin = Some(at);
    }

    /// Statements begin; [`Perl::leave_statements`] gives back where those around stand.
    pub(super) fn enter_statements(&mut self, at: usize) -> Course {
        std::mem::replace(&mut self.chains.course, Course { begin: Some(at), ..Course::default() })
    }

    pub(super) fn leave_statements(&mut self, around: Course) {
        self.ends(self.tokens.end, false);
        let inner = std::mem::replace(&mut self.chains.course, around);
        self.chains.inside = inner.last;
    }

    /// A block was read: what it gives is not known.
    pub(super) fn ends_block(&mut self) {
        self.chains.course = Course { begin: None, waits: None, last: Some(ExprId::UNKNOWN) };
    }

    /// A value was read, from a token to before another.
    pub(super) fn value(&mut self, start: usize, behind: usize, value: ExprId) {
        self.chains.ended = (start, behind, value);
    }

    /// The value that ends before a token, with its first token.
    pub(super) fn value_before(&self, at: usize) -> (usize, ExprId) {
        let (start, behind, value) = self.chains.ended;
        if behind == at { (start, value) } else { (at, ExprId::UNKNOWN) }
    }

    fn value_between(&self, start: usize, behind: usize) -> ExprId {
        if self.chains.blessed == (start, behind) {
            return self.this;
        }
        if self.chains.ended.0 == start && self.chains.ended.1 == behind {
            return self.chains.ended.2;
        }
        ExprId::UNKNOWN
    }

    /// What calling `of` gives.
    pub(super) fn called(&mut self, of: ExprId) -> ExprId {
        if of.is_unknown() {
            return of;
        }
        self.reading.build.expression(Expression::Call { of, arguments: List::default() })
    }

    /// A value ends before the token: what waits for it gets it, and so does the function whose last statement it is, unless
    /// a condition stands there.
    pub(super) fn ends(&mut self, at: usize, is_conditional: bool) {
        let Course { begin, waits, .. } = self.chains.course;
        self.chains.course.begin = None;
        self.chains.course.waits = None;
        match waits {
            Some((Waits::Variable(binding), start)) => {
                let value = self.value_between(start, at);
                self.give(binding, value);
                self.chains.course.last = Some(value);
            }
            Some((Waits::Result, start)) => {
                let is_none = at <= start || (at == start + 1 && self.is(start, "undef"));
                if !is_none {
                    let value = self.value_between(start, at);
                    self.chains.results.all.push(value);
                }
                self.chains.course.last = if is_conditional { Some(ExprId::UNKNOWN) } else { None };
            }
            None => {
                let Some(begin) = begin.filter(|begin| *begin < at) else { return };
                let value = self.value_between(begin, at);
                self.chains.course.last = Some(if is_conditional { ExprId::UNKNOWN } else { value });
            }
        }
    }

    /// What begins at the token is what the function gives.
    pub(super) fn returns(&mut self, at: usize) {
        self.chains.course.waits = Some((Waits::Result, at));
    }

    /// A variable that was declared last is given what begins at the token.
    pub(super) fn is_given(&mut self, at: usize) {
        let Some(binding) = self.reading.build.facts.bindings.len().checked_sub(1) else { return };
        self.chains.course.waits = Some((Waits::Variable(binding), at));
    }

    /// The variable that was declared last holds an object of the package.
    pub(super) fn is_object(&mut self, value: ExprId) {
        let Some(binding) = self.reading.build.facts.bindings.len().checked_sub(1) else { return };
        self.chains.results.object = Some(binding);
        self.give(binding, value);
    }

    fn give(&mut self, binding: usize, value: ExprId) {
        let Some(one) = self.reading.build.facts.bindings.get_mut(binding) else { return };
        if value.is_unknown() {
            return;
        }
        one.value = value;
        self.chains.variables.entry(one.name).or_default().push(binding);
    }

    /// A variable of the name is given something else: nothing is known of any of them from here on.
    pub(super) fn is_written(&mut self, name: Name) {
        for binding in self.chains.variables.remove(&name).unwrap_or_default() {
            self.reading.build.facts.bindings[binding].value = ExprId::UNKNOWN;
        }
    }

    /// `bless {}, $class`: an object of the package, where it is the package that is named.
    pub(super) fn blesses(&mut self, at: usize) {
        let (end, behind) = match self.tokens.sign(at + 1, b'(') {
            true => (self.tokens.close(at + 1), self.tokens.behind(at + 1)),
            false => {
                let end = self.statement_end(at);
                (end, end)
            }
        };
        let last = end.saturating_sub(1);
        let is_ours = last > at && (is_receiver(self.tokens.text(last)) || self.is(last, "__PACKAGE__"));
        let is_shifted = last > at && self.is(last, "shift") && !self.chains.results.is_shifted;
        if !is_ours && !is_shifted {
            return;
        }
        self.chains.blessed = (at, behind);
        let object = at + 1 + usize::from(self.tokens.sign(at + 1, b'('));
        if self.tokens.text(object) == "$self"
            && let Some(binding) = self.chains.results.object
        {
            self.give(binding, self.this);
        }
    }

    /// What a function gives whose body was read last: all that it returns must be known.
    pub(super) fn result(&mut self, around: Results) -> ExprId {
        let mut all = std::mem::replace(&mut self.chains.results, around).all;
        all.extend(self.chains.inside.take());
        all.sort_unstable_by_key(|value| value.0);
        all.dedup();
        if all.iter().any(|value| value.is_unknown()) {
            return ExprId::UNKNOWN;
        }
        self.reading.build.union(&all)
    }
}
