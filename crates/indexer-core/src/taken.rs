//! What the parameters of a function take, as far as their types are written: kept where functions of one name differ by
//! their parameters alone and pointers, numbers and texts are no classes that an annotation could name.
//!
//! Facts hold it as a short text, the same for most functions: a letter for each parameter, `?` before them where a
//! condition decides for which types a template is there, `<` where there is a template, `+` behind the last one where it
//! takes any number of arguments.

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is not known.
    Unknown,
    /// Whatever is given: a type parameter of the function itself, or a reference to one.
    Any,
    /// The same where members of the type parameter are named, which only classes have.
    AnyClass,
    /// A pointer to whatever, or an array of it.
    AnyPointer,
    /// A type that is made with type parameters of the function: they follow from what is given.
    Made,
    /// The integer of a literal without an ending.
    Integer,
    /// An integer of another width or sign.
    OtherInteger,
    /// A number with a fraction.
    Float,
    /// One of the narrow type.
    Single,
    /// A truth value.
    Boolean,
    /// A character.
    Character,
    /// A pointer to characters, or an array of them.
    Text,
    /// An array that is changed: no literal, and no result of a call.
    Array,
    /// A pointer to wide characters.
    WideText,
    /// A pointer to something else that is built in.
    Pointer,
    /// Something with a name: a class, or what an alias stands for.
    Named,
    /// A pointer to something with a name.
    NamedPointer,
    /// A text as a class of the standard library.
    TextClass,
    /// The same, or anything else that is made of wide characters.
    WideTextClass,
}

/// How a parameter holds what is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holding {
    /// As a copy, or without changing it.
    #[default]
    Any,
    /// It may change it: nothing that has no name is given (`A&`).
    Changed,
    /// It takes it over: nothing that has a name is given as it is (`A&&`).
    TakenOver,
}

impl Taken {
    /// True for two that are built in and can be no other names of one type.
    fn differs(self, other: Self) -> bool {
        let kind = |one| match one {
            Self::Integer | Self::OtherInteger => Some(0),
            Self::Float => Some(1),
            Self::Boolean => Some(2),
            Self::Character => Some(3),
            Self::Text => Some(4),
            Self::WideText => Some(5),
            Self::Pointer => Some(6),
            Self::TextClass => Some(7),
            Self::WideTextClass => Some(8),
            Self::Single => Some(9),
            _ => None,
        };
        kind(self).zip(kind(other)).is_some_and(|(own, of_other)| own != of_other)
    }
}

const LETTERS: &[(Taken, u8)] = &[
    (Taken::Unknown, b'u'),
    (Taken::Any, b'*'),
    (Taken::AnyClass, b'k'),
    (Taken::AnyPointer, b'a'),
    (Taken::Made, b'm'),
    (Taken::Integer, b'i'),
    (Taken::OtherInteger, b'l'),
    (Taken::Float, b'f'),
    (Taken::Single, b'g'),
    (Taken::Boolean, b'b'),
    (Taken::Character, b'c'),
    (Taken::Text, b's'),
    (Taken::WideText, b'w'),
    (Taken::Array, b'r'),
    (Taken::Pointer, b'v'),
    (Taken::Named, b'n'),
    (Taken::NamedPointer, b'p'),
    (Taken::TextClass, b't'),
    (Taken::WideTextClass, b'x'),
];

/// What the parameters of a function take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenList {
    /// True for a template.
    pub is_template: bool,
    /// True where a condition decides for which types it is there.
    pub is_constrained: bool,
    /// True where the last one takes any number of arguments.
    pub has_rest: bool,
    /// True for a constructor that makes nothing of an argument unless it is called by name.
    pub is_explicit: bool,
    /// In their order.
    pub all: Vec<Taken>,
    /// How each of them holds what it is given.
    pub holding: Vec<Holding>,
}

impl TakenList {
    /// What the argument at an index is taken as.
    pub fn at(&self, index: usize) -> Taken {
        let last = if self.has_rest { self.all.last() } else { None };
        self.all.get(index).or(last).copied().unwrap_or(Taken::Unknown)
    }

    /// How the argument at an index is held.
    pub fn held(&self, index: usize) -> Holding {
        let last = if self.has_rest { self.holding.last() } else { None };
        self.holding.get(index).or(last).copied().unwrap_or_default()
    }

    /// True where a parameter is built in and that of the other list at its place is another such type.
    pub fn differs(&self, other: &Self) -> bool {
        self.all.iter().zip(&other.all).any(|(own, of_other)| own.differs(*of_other))
    }

    /// As facts hold it.
    pub fn written(&self) -> String {
        let letter =
            |one: &Taken| LETTERS.iter().find(|(of, _)| of == one).map_or('u', |row| char::from(row.1));
        let mut text = String::with_capacity(self.all.len() + 4);
        text.extend(self.is_explicit.then_some('!'));
        text.extend(self.is_constrained.then_some('?'));
        text.extend(self.is_template.then_some('<'));
        for (at, one) in self.all.iter().enumerate() {
            text.push(letter(one));
            text.extend(match self.holding.get(at) {
                Some(Holding::Changed) => Some('&'),
                Some(Holding::TakenOver) => Some('^'),
                _ => None,
            });
        }
        text.extend(self.has_rest.then_some('+'));
        text
    }

    /// What [`written`](Self::written) gave.
    pub fn read(text: &str) -> Self {
        let mut list = Self::default();
        for byte in text.bytes() {
            match byte {
                b'?' => list.is_constrained = true,
                b'<' => list.is_template = true,
                b'+' => list.has_rest = true,
                b'!' => list.is_explicit = true,
                b'&' => list.holding.last_mut().into_iter().for_each(|one| *one = Holding::Changed),
                b'^' => list.holding.last_mut().into_iter().for_each(|one| *one = Holding::TakenOver),
                _ => {
                    let of = LETTERS.iter().find(|(_, letter)| *letter == byte);
                    list.all.push(of.map_or(Taken::Unknown, |row| row.0));
                    list.holding.push(Holding::Any);
                }
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let all: Vec<Taken> = LETTERS.iter().map(|(of, _)| *of).collect();
        let some = [Holding::Any, Holding::Changed, Holding::TakenOver];
        let holding: Vec<Holding> = (0..all.len()).map(|at| some[at % 3]).collect();
        for (is_template, is_constrained, has_rest) in [(true, false, true), (false, true, false)] {
            let (is_explicit, all, holding) = (has_rest, all.clone(), holding.clone());
            let list = TakenList { is_template, is_constrained, has_rest, is_explicit, all, holding };
            assert_eq!(TakenList::read(&list.written()), list);
        }
        assert_eq!(TakenList::read("is+").at(7), Taken::Text);
        assert_eq!(TakenList::read("is").at(7), Taken::Unknown);
        let differs = |a, b| TakenList::read(a).differs(&TakenList::read(b));
        assert!(differs("ni", "nf") && !differs("ni", "nl") && !differs("ni", "in"));
    }
}
