//! Finds what the text of a revision names. gix knows the grammar; where things are looked up, it is
//! the references and objects that are read here.

use crate::Id;
use crate::error::GitError;
use crate::objects::Objects;
use crate::refs::Reference;
use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};
use gix::objs::Kind;
use gix::revision::plumbing::spec::parse::{Delegate, delegate};
use std::collections::{BTreeSet, BinaryHeap, HashSet};

/// Tags that name tags are followed so far.
const MOST_TAGS: usize = 50;
/// Objects with the same first digits that are told apart.
const MOST_CANDIDATES: usize = 1_000;
/// Commits in whose messages a text is looked for.
const MOST_MESSAGES: usize = 2_000_000;

/// Why nothing was found: the last counts most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// Nothing has that name.
    Unknown,
    /// What it begins with is there.
    Beyond,
    /// Several objects may be meant.
    Ambiguous,
    /// Something could not be read.
    Failed(GitError),
}

impl Lost {
    fn rank(&self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Beyond => 1,
            Self::Ambiguous => 2,
            Self::Failed(_) => 3,
        }
    }
}

impl From<GitError> for Lost {
    fn from(error: GitError) -> Self {
        match error {
            GitError::Missing { .. } => Self::Beyond,
            other => Self::Failed(other),
        }
    }
}

/// Follows a revision from step to step.
pub(crate) struct Finder<'a> {
    objects: &'a Objects,
    reference: Option<Reference>,
    at: Option<Id>,
    lost: Lost,
}

impl Objects {
    /// The object that `text` names.
    pub(crate) fn find_spec(&self, text: &str) -> Result<Id, Lost> {
        let mut finder = Finder { objects: self, reference: None, at: None, lost: Lost::Unknown };
        match gix::revision::plumbing::spec::parse(text.into(), &mut finder) {
            Ok(()) => finder.at.ok_or(finder.lost),
            Err(_) => Err(finder.lost),
        }
    }

    /// What an object is of, tags followed.
    pub(crate) fn peeled(&self, id: Id) -> Result<(Id, Kind, Vec<u8>), GitError> {
        let mut at = id;
        for _ in 0..MOST_TAGS {
            let (kind, data) = self.read_any(at)?;
            if kind != Kind::Tag {
                return Ok((at, kind, data));
            }
            at = tag_target(&data)?;
        }
        Err(GitError::Read(format!("{} is a tag of more than {MOST_TAGS} tags", crate::hex(&id))))
    }

    /// The objects whose ids begin so.
    fn candidates(&self, prefix: gix::hash::Prefix) -> Result<HashSet<ObjectId>, GitError> {
        // Whatever came since counts as well: a few digits that were enough may no longer be.
        self.look_again()?;
        let repository = self.repository.to_thread_local();
        let mut found = HashSet::new();
        let looked = repository.objects.lookup_prefix(prefix, Some(&mut found));
        looked.map_err(|error| GitError::Read(error.to_string()))?;
        Ok(found)
    }
}

type Step<T> = Result<T, Lost>;

impl Finder<'_> {
    /// Ends a step: gix is told whether it led anywhere, and why not is kept here.
    fn done(&mut self, step: Step<()>) -> gix::Result<()> {
        step.map_err(|lost| {
            let said = gix::error::not_found("there is no such revision");
            if lost.rank() >= self.lost.rank() {
                self.lost = lost;
            }
            gix::Error::from_error(said)
        })
    }

    fn stand_on(&mut self, reference: Reference) -> Step<()> {
        let id = reference.id.as_deref().and_then(|id| ObjectId::from_hex(id.as_bytes()).ok());
        let id = id.and_then(|id| id.as_slice().try_into().ok());
        self.at = Some(id.ok_or(Lost::Unknown)?);
        self.reference = Some(reference);
        Ok(())
    }

    fn named(&mut self, name: &BStr) -> Step<()> {
        let name = name.to_str().map_err(|_| Lost::Unknown)?;
        let found = self.objects.place.find_reference(name).ok_or(Lost::Unknown)?;
        self.stand_on(found)
    }

    fn digits(&mut self, prefix: gix::hash::Prefix, hint: Option<delegate::PrefixHint<'_>>) -> Step<()> {
        if prefix.hex_len() == prefix.as_oid().kind().len_in_hex() {
            let id = prefix.as_oid().as_bytes().try_into().map_err(|_| Lost::Unknown)?;
            self.objects.locate(id)?.ok_or(Lost::Unknown)?;
            self.at = Some(id);
            return Ok(());
        }
        // A branch may be called like the beginning of an id.
        if let Some(found) = self.objects.place.find_reference(&prefix.to_string()) {
            return self.stand_on(found);
        }
        let candidates = self.objects.candidates(prefix)?;
        let mut ids = candidates.iter().filter_map(|id| Id::try_from(id.as_slice()).ok());
        if candidates.len() == 1 && hint.is_none() {
            self.at = ids.next();
            return Ok(());
        }
        if candidates.is_empty() {
            return Err(Lost::Unknown);
        }
        // What is no commit is hardly ever meant.
        let is_commit = |id: &Id| self.objects.peeled(*id).is_ok_and(|(_, kind, _)| kind == Kind::Commit);
        let mut commits = ids.take(MOST_CANDIDATES).filter(is_commit);
        match (commits.next(), commits.next()) {
            (Some(id), None) => self.at = Some(id),
            _ => return Err(Lost::Ambiguous),
        }
        Ok(())
    }

    /// The reference whose log or remote branch is asked for: the branch that is checked out where
    /// none was named.
    fn branch(&self) -> Step<Reference> {
        let head = || self.objects.place.follow("HEAD");
        self.reference.clone().or_else(head).ok_or(Lost::Unknown)
    }

    fn logged(&mut self, query: delegate::ReflogLookup) -> Step<()> {
        let branch = self.branch()?;
        // `HEAD` that was named has a log of its own; where none was, it is that of the branch.
        let mut names: Vec<String> = self.reference.iter().map(|named| named.first.clone()).collect();
        names.push(branch.name.clone());
        let mut logs = names.iter().map(|name| self.objects.place.log(name));
        let log = logs.find(|log| !log.is_empty()).unwrap_or_default();
        let found = match query {
            delegate::ReflogLookup::Entry(number) => log.get(number).map(|line| line.new),
            delegate::ReflogLookup::Date(date) => {
                let before = log.iter().find(|line| line.time <= date.seconds).map(|line| line.new);
                let first = log.last().map(|line| if line.old == [0; 20] { line.new } else { line.old });
                before.or(first)
            }
        };
        self.at = Some(found.ok_or(Lost::Beyond)?);
        self.reference = Some(branch);
        Ok(())
    }

    fn checked_out_before(&mut self, number: usize) -> Step<()> {
        let moves = self.objects.place.log("HEAD").into_iter().filter_map(|line| {
            let moved = line.message.strip_prefix("checkout: moving from ")?;
            Some((moved.split_once(" to ")?.0.to_owned(), line.old))
        });
        let (name, id) = moves.into_iter().nth(number.saturating_sub(1)).ok_or(Lost::Beyond)?;
        match self.objects.place.find_reference(&name) {
            Some(found) => self.stand_on(found),
            None if crate::refs::is_hex(&name) => {
                self.at = Some(id);
                Ok(())
            }
            None => Err(Lost::Unknown),
        }
    }

    fn tracked(&mut self, kind: delegate::SiblingBranch) -> Step<()> {
        use gix::remote::Direction;
        let direction = match kind {
            delegate::SiblingBranch::Upstream => Direction::Fetch,
            delegate::SiblingBranch::Push => Direction::Push,
        };
        let name = gix::refs::FullName::try_from(self.branch()?.name).map_err(|_| Lost::Unknown)?;
        let repository = self.objects.listed();
        let found = repository.branch_remote_tracking_ref_name(name.as_ref(), direction);
        let found = found.and_then(Result::ok).ok_or(Lost::Unknown)?;
        let found = self.objects.place.follow(&found.as_bstr().to_str_lossy()).ok_or(Lost::Unknown)?;
        self.stand_on(found)
    }

    fn walk(&mut self, how: delegate::Traversal) -> Step<()> {
        let at = self.at.ok_or(Lost::Unknown)?;
        let (mut at, kind, _) = self.objects.peeled(at)?;
        if kind != Kind::Commit {
            return Err(Lost::Beyond);
        }
        let parent = |of: Id, number: usize| -> Step<Id> {
            let commit = self.objects.commit(of)?.ok_or(Lost::Beyond)?;
            commit.parents.get(number - 1).copied().ok_or(Lost::Beyond)
        };
        match how {
            delegate::Traversal::NthParent(number) => at = parent(at, number.max(1))?,
            delegate::Traversal::NthAncestor(steps) => {
                for _ in 0..steps {
                    at = parent(at, 1)?;
                }
            }
        }
        // One that a clone left out is no revision.
        self.objects.commit(at)?.ok_or(Lost::Beyond)?;
        self.at = Some(at);
        Ok(())
    }

    fn peel(&mut self, to: delegate::PeelTo<'_>) -> Step<()> {
        let at = self.at.ok_or(Lost::Unknown)?;
        self.at = Some(match to {
            delegate::PeelTo::ValidObject => {
                self.objects.locate(at)?.ok_or(Lost::Beyond)?;
                at
            }
            delegate::PeelTo::RecursiveTagObject => self.objects.peeled(at)?.0,
            delegate::PeelTo::ObjectKind(Kind::Tag) => match self.objects.read_any(at)? {
                (Kind::Tag, _) => at,
                _ => return Err(Lost::Beyond),
            },
            delegate::PeelTo::ObjectKind(wanted) => match self.objects.peeled(at)? {
                (id, kind, _) if kind == wanted => id,
                (id, Kind::Commit, _) if wanted == Kind::Tree => {
                    self.objects.commit(id)?.ok_or(Lost::Beyond)?.tree
                }
                _ => return Err(Lost::Beyond),
            },
            delegate::PeelTo::Path(_) => return Err(Lost::Unknown),
        });
        Ok(())
    }

    /// The youngest commit on the way back whose message holds `text`, or does not.
    fn said(&mut self, text: &BStr, negated: bool) -> Step<()> {
        let (start, kind, _) = self.objects.peeled(self.at.ok_or(Lost::Unknown)?)?;
        let mut open = BinaryHeap::from([(i64::MAX, start)]);
        let mut seen = BTreeSet::from([start]);
        while let Some((_, id)) = open.pop().filter(|_| kind == Kind::Commit && seen.len() < MOST_MESSAGES) {
            let Some(commit) = self.objects.commit(id)? else { continue };
            let data = self.objects.read(id, Kind::Commit)?;
            let message = data.find(b"\n\n").map_or(&[][..], |at| &data[at + 2..]);
            if message.contains_str(text) != negated {
                self.at = Some(id);
                return Ok(());
            }
            let new = commit.parents.into_iter().filter(|parent| seen.insert(*parent));
            open.extend(new.map(|parent| (commit.time, parent)));
        }
        Err(Lost::Beyond)
    }
}

impl delegate::Revision for Finder<'_> {
    fn find_ref(&mut self, name: &BStr) -> gix::Result<()> {
        let step = self.named(name);
        self.done(step)
    }

    fn disambiguate_prefix(
        &mut self,
        prefix: gix::hash::Prefix,
        hint: Option<delegate::PrefixHint<'_>>,
    ) -> gix::Result<()> {
        let step = self.digits(prefix, hint);
        self.done(step)
    }

    fn reflog(&mut self, query: delegate::ReflogLookup) -> gix::Result<()> {
        let step = self.logged(query);
        self.done(step)
    }

    fn nth_checked_out_branch(&mut self, number: usize) -> gix::Result<()> {
        let step = self.checked_out_before(number);
        self.done(step)
    }

    fn sibling_branch(&mut self, kind: delegate::SiblingBranch) -> gix::Result<()> {
        let step = self.tracked(kind);
        self.done(step)
    }
}

impl delegate::Navigate for Finder<'_> {
    fn traverse(&mut self, how: delegate::Traversal) -> gix::Result<()> {
        let step = self.walk(how);
        self.done(step)
    }

    fn peel_until(&mut self, to: delegate::PeelTo<'_>) -> gix::Result<()> {
        let step = self.peel(to);
        self.done(step)
    }

    fn find(&mut self, text: &BStr, negated: bool) -> gix::Result<()> {
        let step = self.said(text, negated);
        self.done(step)
    }

    fn index_lookup(&mut self, _: &BStr, _: u8) -> gix::Result<()> {
        self.done(Err(Lost::Unknown))
    }
}

impl delegate::Kind for Finder<'_> {
    fn kind(&mut self, _: gix::revision::plumbing::spec::Kind) -> gix::Result<()> {
        self.done(Err(Lost::Unknown))
    }
}

impl Delegate for Finder<'_> {
    fn done(&mut self) -> gix::Result<()> {
        Ok(())
    }
}

fn tag_target(data: &[u8]) -> Result<Id, GitError> {
    let tag = gix::objs::TagRef::from_bytes(data, gix::hash::Kind::Sha1);
    let tag = tag.map_err(|error| GitError::Read(error.to_string()))?;
    tag.target().as_slice().try_into().map_err(|_| GitError::Sha256)
}
