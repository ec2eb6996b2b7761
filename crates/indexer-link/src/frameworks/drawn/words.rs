//! Words for one and for many, as Ruby's frameworks make the one of the other: by endings, the first that fits.

use Before::{Any, Not, Start};

/// What stands before an ending.
enum Before {
    /// Anything, or nothing.
    Any,
    /// Nothing: the ending is the whole name.
    Start,
    /// A letter that is none of these.
    Not(&'static str),
}

/// What stands before an ending, the ending, and what it becomes.
type Ending = (Before, &'static str, &'static str);

/// Words that are the same for one and for many.
const SAME: &[&str] =
    &["equipment", "fish", "information", "jeans", "money", "police", "rice", "series", "sheep", "species"];

#[rustfmt::skip]
const SINGULAR: &[Ending] = &[
    (Any, "zombies", "zombie"),
    (Any, "zombie", "zombie"),
    (Any, "moves", "move"),
    (Any, "move", "move"),
    (Any, "sexes", "sex"),
    (Any, "sex", "sex"),
    (Any, "children", "child"),
    (Any, "child", "child"),
    (Any, "men", "man"),
    (Any, "man", "man"),
    (Any, "people", "person"),
    (Any, "person", "person"),
    (Any, "databases", "database"),
    (Any, "quizzes", "quiz"),
    (Any, "matrices", "matrix"),
    (Any, "vertices", "vertex"),
    (Any, "indices", "index"),
    (Start, "oxen", "ox"),
    (Any, "aliases", "alias"),
    (Any, "alias", "alias"),
    (Any, "statuses", "status"),
    (Any, "status", "status"),
    (Any, "octopus", "octopus"),
    (Any, "octopi", "octopus"),
    (Any, "virus", "virus"),
    (Any, "viri", "virus"),
    (Start, "axis", "axis"),
    (Start, "axes", "axis"),
    (Any, "crisis", "crisis"),
    (Any, "crises", "crisis"),
    (Any, "testis", "testis"),
    (Any, "testes", "testis"),
    (Any, "shoes", "shoe"),
    (Any, "oes", "o"),
    (Any, "buses", "bus"),
    (Any, "bus", "bus"),
    (Start, "mice", "mouse"),
    (Start, "lice", "louse"),
    (Any, "xes", "x"),
    (Any, "ches", "ch"),
    (Any, "sses", "ss"),
    (Any, "shes", "sh"),
    (Any, "movies", "movie"),
    (Any, "series", "series"),
    (Any, "quies", "quy"),
    (Not("aeiouy"), "ies", "y"),
    (Any, "lves", "lf"),
    (Any, "rves", "rf"),
    (Any, "tives", "tive"),
    (Any, "hives", "hive"),
    (Not("f"), "ves", "fe"),
    (Any, "analysis", "analysis"),
    (Any, "analyses", "analysis"),
    (Any, "basis", "basis"),
    (Any, "bases", "basis"),
    (Any, "diagnosis", "diagnosis"),
    (Any, "diagnoses", "diagnosis"),
    (Any, "parenthesis", "parenthesis"),
    (Any, "parentheses", "parenthesis"),
    (Any, "prognosis", "prognosis"),
    (Any, "prognoses", "prognosis"),
    (Any, "synopsis", "synopsis"),
    (Any, "synopses", "synopsis"),
    (Any, "thesis", "thesis"),
    (Any, "theses", "thesis"),
    (Any, "ta", "tum"),
    (Any, "ia", "ium"),
    (Any, "news", "news"),
    (Any, "ss", "ss"),
    (Any, "s", ""),
];

#[rustfmt::skip]
const PLURAL: &[Ending] = &[
    (Any, "zombies", "zombies"),
    (Any, "zombie", "zombies"),
    (Any, "moves", "moves"),
    (Any, "move", "moves"),
    (Any, "sexes", "sexes"),
    (Any, "sex", "sexes"),
    (Any, "children", "children"),
    (Any, "child", "children"),
    (Any, "men", "men"),
    (Any, "man", "men"),
    (Any, "people", "people"),
    (Any, "person", "people"),
    (Any, "quiz", "quizzes"),
    (Start, "oxen", "oxen"),
    (Start, "ox", "oxen"),
    (Start, "mice", "mice"),
    (Start, "lice", "lice"),
    (Start, "mouse", "mice"),
    (Start, "louse", "lice"),
    (Any, "matrix", "matrices"),
    (Any, "vertex", "vertices"),
    (Any, "index", "indices"),
    (Any, "x", "xes"),
    (Any, "ch", "ches"),
    (Any, "ss", "sses"),
    (Any, "sh", "shes"),
    (Not("aeiouy"), "y", "ies"),
    (Any, "quy", "quies"),
    (Any, "hive", "hives"),
    (Not("f"), "fe", "ves"),
    (Any, "lf", "lves"),
    (Any, "rf", "rves"),
    (Any, "sis", "ses"),
    (Any, "ta", "ta"),
    (Any, "ia", "ia"),
    (Any, "tum", "ta"),
    (Any, "ium", "ia"),
    (Any, "buffalo", "buffaloes"),
    (Any, "tomato", "tomatoes"),
    (Any, "bus", "buses"),
    (Any, "alias", "aliases"),
    (Any, "status", "statuses"),
    (Any, "octopi", "octopi"),
    (Any, "viri", "viri"),
    (Any, "octopus", "octopi"),
    (Any, "virus", "viri"),
    (Start, "axis", "axes"),
    (Start, "testis", "testes"),
    (Any, "s", "s"),
    (Any, "", "s"),
];

fn changed(name: &str, endings: &[Ending]) -> String {
    if SAME.contains(&name) {
        return name.to_owned();
    }
    let one = |(before, end, other): &Ending| {
        let begin = name.strip_suffix(end)?;
        let fits = match before {
            Any => true,
            Start => begin.is_empty(),
            Not(letters) => begin.chars().last().is_some_and(|last| !letters.contains(last)),
        };
        fits.then(|| format!("{begin}{other}"))
    };
    endings.iter().find_map(one).unwrap_or_else(|| name.to_owned())
}

/// The word for one.
pub(crate) fn singular(name: &str) -> String {
    changed(name, SINGULAR)
}

/// The word for many.
pub(crate) fn plural(name: &str) -> String {
    changed(name, PLURAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_the_framework_makes_of_them() {
        // What Active Support 6.1 gives for each: the word for many, and for one.
        for (name, many, one) in [
            ("article", "articles", "article"),
            ("story", "stories", "story"),
            ("box", "boxes", "box"),
            ("user_address", "user_addresses", "user_address"),
            ("woman", "women", "woman"),
            ("day", "days", "day"),
            ("series", "series", "series"),
            ("cases", "cases", "case"),
            ("caches", "caches", "cach"),
            ("half", "halves", "half"),
            ("photos", "photos", "photo"),
            ("data", "data", "datum"),
            ("statuses", "statuses", "status"),
            ("bases", "bases", "basis"),
            ("databases", "databases", "database"),
            ("canvas", "canvas", "canva"),
            ("settings", "settings", "setting"),
        ] {
            assert_eq!((plural(name).as_str(), singular(name).as_str()), (many, one), "{name}");
        }
    }
}
