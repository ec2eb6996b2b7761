//! The names of one file, each stored once.

use bincode::{Decode, Encode};
use rustc_hash::FxHashMap;

/// A name of one file: an index into that file's [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub struct Name(pub u32);

/// The distinct names of one file, in the order in which they were first seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub struct Names {
    text: String,
    /// End of each name in `text`.
    ends: Vec<u32>,
}

impl Names {
    /// The text of `name`; "" for an index that is not of this file.
    pub fn get(&self, name: Name) -> &str {
        let i = name.0 as usize;
        let Some(&end) = self.ends.get(i) else { return "" };
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// How many distinct names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All names with their texts, in order of first sight.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &str)> {
        (0..self.ends.len() as u32).map(|i| (Name(i), self.get(Name(i))))
    }
}

/// Collects [`Names`]: gives every distinct text one [`Name`].
#[derive(Debug, Default)]
pub struct NamesBuilder<'a> {
    names: Names,
    seen: FxHashMap<&'a str, Name>,
    owned: FxHashMap<String, Name>,
}

impl<'a> NamesBuilder<'a> {
    /// The name of `text`, which lives as long as the source.
    pub fn name(&mut self, text: &'a str) -> Name {
        if let Some(name) = self.seen.get(text) {
            return *name;
        }
        // Few texts are made up, and in most files none is.
        let made = if self.owned.is_empty() { None } else { self.owned.get(text).copied() };
        let name = made.unwrap_or_else(|| push(&mut self.names, text));
        self.seen.insert(text, name);
        name
    }

    /// The name of a text that was made up, such as an index of a tuple.
    pub fn made(&mut self, text: &str) -> Name {
        if let Some(name) = self.seen.get(text).or_else(|| self.owned.get(text)) {
            return *name;
        }
        let name = push(&mut self.names, text);
        self.owned.insert(text.to_owned(), name);
        name
    }

    /// How many distinct names there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The text of a name that was given out.
    pub fn get(&self, name: Name) -> &str {
        self.names.get(name)
    }

    /// The collected names.
    pub fn finish(self) -> Names {
        self.names
    }
}

fn push(names: &mut Names, text: &str) -> Name {
    names.text.push_str(text);
    names.ends.push(names.text.len() as u32);
    Name(names.ends.len() as u32 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_name_however_they_came() {
        let mut builder = NamesBuilder::default();
        let a = builder.name("a");
        assert_eq!(builder.made("a"), a);
        let zero = builder.made("0");
        assert_eq!(builder.name("0"), zero);
        let names = builder.finish();
        assert_eq!(names.get(a), "a");
        assert_eq!(names.get(zero), "0");
        assert_eq!(names.len(), 2);
        assert_eq!(names.get(Name(9)), "");
    }
}
