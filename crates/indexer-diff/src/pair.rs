//! Which symbol of one state is which of the other.

use crate::change::Happened;
use crate::compatible::{is_called, takes_all};
use crate::file::{Detail, Entity, File};
use crate::likeness::Likeness;
use indexer_core::key::hash_text;
use indexer_core::work;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Files that share at least this much are one file that was renamed: git's own threshold
/// (`diff.renames`, 50 %).
const SAME_FILE: f64 = 0.5;
/// Of one name in different places, this much must be alike: the threshold of GumTree's bottom-up phase
/// (Falleri et al. 2014, minDice 0.5).
const SAME_NAME: f64 = 0.5;
/// Of different names below one owner, this much: lowest value at which no pair of the commits that were
/// read by hand was wrong.
const SAME_OWNER: f64 = 0.65;
/// Of different names in different places, this much: sem's threshold for similar entities.
const ANYWHERE: f64 = 0.8;
/// Shorter ones are like too many others: they are paired by equal tokens or not at all.
const LEAST_TOKENS: usize = 12;
/// Shorter ones with equal tokens and different names are paired only below one owner.
const LEAST_EQUAL: usize = 20;
/// Shorter members are like those of other types: they are paired only where what they belong to is.
const LEAST_MEMBER: usize = LEAST_EQUAL;
/// More pairs than this are not compared by likeness.
const MOST_COMPARED: usize = 200_000;

/// More pairs than this of one name and owner, or of equal tokens, are not told apart by what they hold:
/// nobody writes so many, and each is compared with each.
const MOST_ALIKE: usize = 4_096;

/// A symbol: file and index in it.
pub(crate) type At = (usize, usize);
/// Symbols of a file of the base, and of one of the head.
type Indexes = (Vec<usize>, Vec<usize>);
/// Whether two symbols may be a pair.
type Condition<'c> = dyn Fn(&Pairs<'_>, At, At) -> bool + 'c;

/// The pairs of two states.
pub(crate) struct Pairs<'a> {
    base: &'a [File],
    head: &'a [File],
    /// For each file of the base the same file of the head.
    pub(crate) files: FxHashMap<usize, usize>,
    pub(crate) old: FxHashMap<At, At>,
    taken: FxHashSet<At>,
    pub(crate) likeness: FxHashMap<At, f64>,
    paired_chains: OnceLock<FxHashSet<(u64, u64)>>,
    /// Set when nobody waits for the pairs any more.
    stop: &'a AtomicBool,
}

impl<'a> Pairs<'a> {
    /// Pairs files and symbols.
    pub(crate) fn new(base: &'a [File], head: &'a [File], stop: &'a AtomicBool) -> Self {
        let mut pairs = Self {
            base,
            head,
            files: FxHashMap::default(),
            old: FxHashMap::default(),
            taken: FxHashSet::default(),
            likeness: FxHashMap::default(),
            paired_chains: OnceLock::new(),
            stop,
        };
        pairs.pair_files();
        for (old, new) in pairs.file_pairs() {
            if work::is_stopped(stop) {
                break;
            }
            pairs.exact(old, new, "", "");
        }
        pairs.equal();
        pairs.like();
        pairs
    }

    fn file_pairs(&self) -> Vec<(usize, usize)> {
        let mut all: Vec<(usize, usize)> = self.files.iter().map(|(old, new)| (*old, *new)).collect();
        all.sort_unstable();
        all
    }

    /// Files by path, then by equal text, then by likeness, the most like first.
    fn pair_files(&mut self) {
        let paths: FxHashMap<&str, usize> =
            self.head.iter().enumerate().map(|(at, file)| (file.path.as_str(), at)).collect();
        for (at, file) in self.base.iter().enumerate() {
            if let Some(new) = paths.get(file.path.as_str()) {
                self.files.insert(at, *new);
            }
        }
        let taken: FxHashSet<usize> = self.files.values().copied().collect();
        let gone: Vec<usize> = (0..self.base.len()).filter(|at| !self.files.contains_key(at)).collect();
        let come: Vec<usize> = (0..self.head.len()).filter(|at| !taken.contains(at)).collect();
        if gone.len().saturating_mul(come.len()) > MOST_COMPARED {
            return;
        }
        let of = |files: &[File], all: &[usize]| -> Vec<Likeness> {
            all.iter().map(|at| Likeness::of_file(&files[*at])).collect()
        };
        let (before, after) = (of(self.base, &gone), of(self.head, &come));
        let mut found: Vec<(f64, usize, usize)> = Vec::new();
        for (i, old) in gone.iter().enumerate() {
            for (j, new) in come.iter().enumerate() {
                if work::is_stopped(self.stop) {
                    return;
                }
                let (a, b) = (&self.base[*old], &self.head[*new]);
                if a.language != b.language || a.tokens.is_empty() || before[i].at_most(&after[j]) < SAME_FILE
                {
                    continue;
                }
                let likeness = before[i].to(&after[j]);
                if likeness >= SAME_FILE {
                    found.push((likeness, *old, *new));
                }
            }
        }
        self.take_best(found, |pairs, old, new| {
            let free = !pairs.files.contains_key(&old) && !pairs.files.values().any(|taken| *taken == new);
            if free {
                pairs.files.insert(old, new);
            }
        });
    }

    /// Calls `take` for the best pair first.
    fn take_best<T: Copy + Ord>(
        &mut self,
        mut found: Vec<(f64, T, T)>,
        mut take: impl FnMut(&mut Self, T, T),
    ) {
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
        found.into_iter().for_each(|(_, old, new)| take(self, old, new));
    }

    fn entity(&self, at: At) -> &'a Entity {
        &self.base[at.0].entities[at.1]
    }

    fn new_entity(&self, at: At) -> &'a Entity {
        &self.head[at.0].entities[at.1]
    }

    fn detail(&self, at: At) -> &'a Detail {
        self.base[at.0].detail(self.entity(at))
    }

    fn new_detail(&self, at: At) -> &'a Detail {
        self.head[at.0].detail(self.new_entity(at))
    }

    fn is_free(&self, old: At, new: At) -> bool {
        !self.old.contains_key(&old) && !self.taken.contains(&new)
    }

    fn take(&mut self, old: At, new: At) {
        self.old.insert(old, new);
        self.taken.insert(new);
    }

    /// Pairs what is called alike below `from` in one file and below `to` in the other.
    fn exact(&mut self, old: usize, new: usize, from: &str, to: &str) {
        let below = |owners: &str, base: &str| -> Option<String> {
            match base {
                "" => Some(owners.to_owned()),
                _ => owners
                    .strip_prefix(base)
                    .filter(|rest| rest.is_empty() || rest.starts_with('.'))
                    .map(str::to_owned),
            }
        };
        let mut groups: FxHashMap<(String, &str), Indexes> = FxHashMap::default();
        for (at, entity) in self.base[old].entities.iter().enumerate() {
            if !self.old.contains_key(&(old, at))
                && let Some(rest) = below(&entity.owners, from)
            {
                groups.entry((rest, &entity.name)).or_default().0.push(at);
            }
        }
        for (at, entity) in self.head[new].entities.iter().enumerate() {
            if !self.taken.contains(&(new, at))
                && let Some(rest) = below(&entity.owners, to)
                && let Some(group) = groups.get_mut(&(rest, entity.name.as_str()))
            {
                group.1.push(at);
            }
        }
        let mut groups: Vec<Indexes> = groups.into_values().collect();
        groups.sort();
        for (olds, news) in groups {
            self.pair_group((old, olds), (new, news));
        }
    }

    /// Pairs symbols of one name and owner: those with equal signatures first, then with equal bodies, then what can be
    /// called as the other could, then the most like, so that overloads are not mixed up; at last what is left alone.
    fn pair_group(&mut self, (old, olds): (usize, Vec<usize>), (new, news): (usize, Vec<usize>)) {
        if olds.is_empty() || news.is_empty() {
            return;
        }
        let equal: [fn(&Self, At, At) -> bool; 6] = [
            |pairs, a, b| pairs.entity(a).text == pairs.new_entity(b).text,
            |pairs, a, b| {
                let (a, b) = (pairs.detail(a), pairs.new_detail(b));
                a.whole == b.whole && a.attributes == b.attributes
            },
            |pairs, a, b| pairs.detail(a).head == pairs.new_detail(b).head,
            |pairs, a, b| pairs.detail(a).body == pairs.new_detail(b).body,
            |pairs, a, b| {
                let (old, new) = (&pairs.base[a.0], &pairs.head[b.0]);
                let (one, other) = (pairs.entity(a), pairs.new_entity(b));
                is_called(one, other, new) && takes_all((old, one), (new, other), &FxHashMap::default())
            },
            |pairs, a, b| {
                is_called(pairs.entity(a), pairs.new_entity(b), &pairs.head[b.0])
                    && pairs.detail(a).head.parameters.len() == pairs.new_detail(b).head.parameters.len()
            },
        ];
        work::add(olds.len() + news.len());
        let compared = olds.len().saturating_mul(news.len());
        if compared > 1 && compared <= MOST_ALIKE {
            work::add(compared);
            for equal in equal {
                for one in &olds {
                    let other = news.iter().copied().find(|other| {
                        let (a, b) = ((old, *one), (new, *other));
                        self.is_free(a, b)
                            && self.entity(a).kind == self.new_entity(b).kind
                            && equal(self, a, b)
                    });
                    if let Some(other) = other.filter(|_| !self.old.contains_key(&(old, *one))) {
                        self.take((old, *one), (new, other));
                    }
                }
            }
        }
        for same_kind in [true, false] {
            let left = |kind_of: bool, pairs: &Self| -> Vec<(usize, usize)> {
                let free = olds.iter().filter(|one| !pairs.old.contains_key(&(old, **one)));
                let mut others = news.iter().filter(|other| !pairs.taken.contains(&(new, **other)));
                let mut found = Vec::new();
                for one in free {
                    let kind = pairs.entity((old, *one)).kind;
                    let other =
                        others.find(|other| !kind_of || pairs.new_entity((new, **other)).kind == kind);
                    found.extend(other.map(|other| (*one, *other)));
                }
                found
            };
            for (one, other) in left(same_kind, self) {
                self.take((old, one), (new, other));
            }
        }
    }

    /// What has not been paired yet; owners before what they own.
    fn free(&self) -> (Vec<At>, Vec<At>) {
        let of = |files: &[File], is_taken: &dyn Fn(At) -> bool| -> Vec<At> {
            let all = files
                .iter()
                .enumerate()
                .flat_map(|(file, one)| (0..one.entities.len()).map(move |at| (file, at)));
            let mut free: Vec<At> = all.filter(|at| !is_taken(*at)).collect();
            free.sort_by_key(|at| (files[at.0].entities[at.1].depth(), *at));
            free
        };
        let old = of(self.base, &|at| self.old.contains_key(&at));
        (old, of(self.head, &|at| self.taken.contains(&at)))
    }

    /// Takes a pair whose names or places differ, and what it owns along.
    fn take_with_owned(&mut self, old: At, new: At) {
        self.take(old, new);
        let (from, to) = (self.entity(old).chain(), self.new_entity(new).chain());
        if from == to && self.files.get(&old.0) == Some(&new.0) {
            return;
        }
        self.exact(old.0, new.0, &from, &to);
        // What extends it in other files.
        for (one, other) in self.file_pairs() {
            if one != old.0 && self.base[one].entities.iter().any(|entity| entity.owners == from) {
                self.exact(one, other, &from, &to);
            }
        }
    }

    /// True where two symbols belong to one owner: the owners are a pair, or called alike in one file.
    fn same_owner(&self, old: At, new: At) -> bool {
        let (a, b) = (self.entity(old), self.new_entity(new));
        if self.files.get(&old.0) != Some(&new.0) {
            return false;
        }
        a.owners == b.owners || {
            let owner = |files: &[File], at: At, owners: &str| files[at.0].place_of(owners);
            let (before, after) = (owner(self.base, old, &a.owners), owner(self.head, new, &b.owners));
            matches!((before, after), (Some(before), Some(after))
                if self.old.get(&(old.0, before)) == Some(&(new.0, after)))
        }
    }

    /// Pairs what has equal tokens: of one name anywhere, of different names where there is only one on
    /// either side, and small ones only below one owner.
    fn equal(&mut self) {
        let (olds, news) = self.free();
        let mut by_whole: FxHashMap<(u64, bool), (Vec<At>, Vec<At>)> = FxHashMap::default();
        for old in olds {
            let entity = self.entity(old);
            by_whole.entry((self.detail(old).whole, entity.kind.is_type())).or_default().0.push(old);
        }
        for new in news {
            let entity = self.new_entity(new);
            if let Some(group) = by_whole.get_mut(&(self.new_detail(new).whole, entity.kind.is_type())) {
                group.1.push(new);
            }
        }
        let mut groups: Vec<(Vec<At>, Vec<At>)> =
            by_whole.into_values().filter(|group| !group.1.is_empty()).collect();
        groups.sort_by_key(|(olds, _)| olds.first().map(|at| (self.entity(*at).depth(), *at)));
        for (olds, news) in groups {
            work::add(olds.len() + news.len());
            let compared = olds.len().saturating_mul(news.len());
            if compared > MOST_ALIKE || work::is_stopped(self.stop) {
                continue;
            }
            work::add(compared);
            let conditions: [&Condition<'_>; 3] = [
                &|pairs, a, b| {
                    pairs.entity(a).name == pairs.new_entity(b).name
                        && pairs.same_language(a, b)
                        && pairs.may_change_owner(a, b)
                },
                &|pairs, a, b| {
                    let left = |owned: &Pairs<'_>| {
                        let old = olds
                            .iter()
                            .filter(|x| !owned.old.contains_key(x) && owned.same_owner(**x, b))
                            .count();
                        let new = news
                            .iter()
                            .filter(|x| !owned.taken.contains(x) && owned.same_owner(a, **x))
                            .count();
                        old == 1 && new == 1
                    };
                    pairs.same_owner(a, b) && pairs.has_substance(a) && left(pairs)
                },
                &|pairs, a, b| {
                    pairs.detail(a).size() >= LEAST_EQUAL
                        && pairs.same_language(a, b)
                        && olds.iter().filter(|x| !pairs.old.contains_key(x)).count() == 1
                        && news.iter().filter(|x| !pairs.taken.contains(x)).count() == 1
                },
            ];
            for condition in conditions {
                for old in &olds {
                    let new = news
                        .iter()
                        .copied()
                        .find(|new| self.is_free(*old, *new) && condition(self, *old, *new));
                    if let Some(new) = new {
                        self.take_with_owned(*old, new);
                    }
                }
            }
        }
    }

    /// True where two symbols stand in one file, or belong to owners of one name, or to none: elsewhere
    /// many have the name (`__enter__`, `run`), and it alone says little.
    fn is_near(&self, old: At, new: At) -> bool {
        let (a, b) = (self.entity(old), self.new_entity(new));
        self.files.get(&old.0) == Some(&new.0) || a.owners == b.owners
    }

    /// False for a short member of a type that would belong to another one: nothing says that it is the same.
    fn may_change_owner(&self, old: At, new: At) -> bool {
        let (a, b) = (self.entity(old), self.new_entity(new));
        let is_member = |one: &Entity| one.owner_kind.is_some_and(|kind| kind.is_type());
        let is_short = (is_member(a) || is_member(b)) && self.detail(old).size() < LEAST_MEMBER;
        !is_short || a.owners == b.owners || self.owners_are_paired(old, new)
    }

    /// True where both stand beside their owners, and those are a pair.
    fn owners_are_paired(&self, old: At, new: At) -> bool {
        let of = |files: &'a [File], at: At, owners: &str| -> Option<At> {
            files[at.0].place_of(owners).map(|place| (at.0, place))
        };
        let before = of(self.base, old, &self.entity(old).owners);
        let after = of(self.head, new, &self.new_entity(new).owners);
        matches!((before, after), (Some(before), Some(after)) if self.old.get(&before) == Some(&after))
    }

    fn same_language(&self, old: At, new: At) -> bool {
        self.base[old.0].language == self.head[new.0].language
    }

    /// False for a field or constant without a value: nothing but its name tells it from others.
    fn has_substance(&self, old: At) -> bool {
        let entity = self.entity(old);
        entity.kind.is_callable() || entity.kind.is_type() || self.detail(old).size() > 4
    }

    /// Pairs what is alike, the most alike first.
    fn like(&mut self) {
        // Owners first: what they own goes along with them.
        for types in [true, false] {
            let (olds, news) = self.free();
            let fits = |entity: &Entity, detail: &Detail| {
                (entity.kind.is_type() == types)
                    && detail.size() >= LEAST_TOKENS
                    && (types || entity.kind.is_callable())
            };
            let is_old = |at: &At| fits(self.entity(*at), self.detail(*at));
            let is_new = |at: &At| fits(self.new_entity(*at), self.new_detail(*at));
            let olds: Vec<At> = olds.into_iter().filter(is_old).collect();
            let news: Vec<At> = news.into_iter().filter(is_new).collect();
            if olds.len().saturating_mul(news.len()) > MOST_COMPARED {
                continue;
            }
            let before: Vec<Likeness> =
                olds.iter().map(|at| Likeness::of(&self.base[at.0], self.entity(*at))).collect();
            let after: Vec<Likeness> =
                news.iter().map(|at| Likeness::of(&self.head[at.0], self.new_entity(*at))).collect();
            let mut found: Vec<(f64, At, At)> = Vec::new();
            for (i, old) in olds.iter().enumerate() {
                for (j, new) in news.iter().enumerate() {
                    if work::is_stopped(self.stop) {
                        return;
                    }
                    if !self.same_language(*old, *new) {
                        continue;
                    }
                    let least = match self.entity(*old).name == self.new_entity(*new).name {
                        true if self.is_near(*old, *new) => SAME_NAME,
                        false if self.same_owner(*old, *new) => SAME_OWNER,
                        _ => ANYWHERE,
                    };
                    if before[i].at_most(&after[j]) >= least {
                        let likeness = before[i].to(&after[j]);
                        if likeness >= least {
                            found.push((likeness, *old, *new));
                        }
                    }
                }
            }
            let by_place: FxHashMap<(At, At), f64> = found.iter().map(|(l, a, b)| ((*a, *b), *l)).collect();
            self.take_best(found, |pairs, old, new| {
                if pairs.is_free(old, new) {
                    pairs.likeness.insert(old, by_place[&(old, new)]);
                    pairs.take_with_owned(old, new);
                }
            });
        }
    }

    /// Where the pair of a symbol stands, told as what happened: renamed, moved, both, neither. What
    /// goes along with its file or its owner is neither.
    pub(crate) fn happened(&self, old: At, new: At) -> Vec<Happened> {
        let mut happened = Vec::new();
        if self.entity(old).name != self.new_entity(new).name {
            happened.push(Happened::Renamed);
        }
        let with_file = self.files.get(&old.0) == Some(&new.0);
        let stays = with_file && self.same_owner(old, new);
        if !stays && !self.went_along(old, new) {
            happened.push(Happened::Moved);
        }
        happened
    }

    /// True where the owners are a pair, in whatever files.
    fn went_along(&self, old: At, new: At) -> bool {
        let (a, b) = (self.entity(old), self.new_entity(new));
        if a.owners.is_empty() || b.owners.is_empty() {
            return false;
        }
        let of = |files: &'a [File], at: At, owners: &str| -> Option<At> {
            files[at.0].place_of(owners).map(|place| (at.0, place))
        };
        match (of(self.base, old, &a.owners), of(self.head, new, &b.owners)) {
            (Some(before), Some(after)) => self.old.get(&before) == Some(&after),
            // What an extension of a type of another file owns.
            (None, None) => {
                self.files.get(&old.0) == Some(&new.0)
                    && self.paired_chains().contains(&(hash_text(&a.owners), hash_text(&b.owners)))
            }
            _ => false,
        }
    }

    /// The chains of names of all pairs, by their hashes. To be asked when all pairs are found.
    fn paired_chains(&self) -> &FxHashSet<(u64, u64)> {
        self.paired_chains.get_or_init(|| {
            let hash = |entity: &Entity| hash_text(&entity.chain());
            self.old.iter().map(|(x, y)| (hash(self.entity(*x)), hash(self.new_entity(*y)))).collect()
        })
    }

    /// True for a symbol of the head that was paired.
    pub(crate) fn is_taken(&self, new: At) -> bool {
        self.taken.contains(&new)
    }
}
