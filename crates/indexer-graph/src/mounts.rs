//! The whole paths of what is declared on routers, from what each file says alone.

use indexer_core::framework::{EntryDetail, joined};
use rustc_hash::FxHashMap;

/// More whole paths of one declaration than this are not followed.
const MOST: usize = 16;
/// Routers nested deeper than this are not followed.
const DEEPEST: u32 = 8;

/// Where routers are mounted.
#[derive(Debug, Default)]
pub struct Mounts {
    /// By what is mounted, as `path#name` or the path of a file: the beginning, and what else its declaration says.
    by_router: FxHashMap<String, Vec<(String, EntryDetail)>>,
    /// What a router says of all that is declared on it, and whether that is not wholly known: `router.prefix("/api")`.
    own: FxHashMap<String, (String, bool)>,
}

impl Mounts {
    /// Adds a mount: its path as its file says, and its detail.
    pub fn add(&mut self, path: &str, detail: EntryDetail) {
        let Some(mounted) = detail.mounted.clone() else { return };
        // Of several that a router says the last one holds.
        if detail.replaces && detail.router.as_ref() == Some(&mounted) {
            self.own.insert(mounted, (path.to_owned(), detail.is_open));
        } else {
            self.by_router.entry(mounted).or_default().push((path.to_owned(), detail));
        }
    }

    /// True for a declaration on a router that nobody mounts, while its file is mounted: where the file has several
    /// routers, another one may be meant.
    pub fn is_by_file(&self, detail: &EntryDetail) -> bool {
        let Some((router, (file, _))) =
            detail.router.as_ref().and_then(|one| Some((one, one.split_once('#')?)))
        else {
            return false;
        };
        !self.by_router.contains_key(router) && self.by_router.contains_key(file)
    }

    /// True where somebody mounts the router of a declaration, or its file, and is mounted where that is wanted of it.
    pub fn is_mounted(&self, detail: &EntryDetail) -> bool {
        self.is_reached(detail, DEEPEST)
    }

    fn is_reached(&self, detail: &EntryDetail, depth: u32) -> bool {
        let above = detail.router.as_ref().and_then(|router| {
            let file = router.split('#').next().unwrap_or("");
            self.by_router.get(router).or_else(|| self.by_router.get(file))
        });
        let mut above = above.into_iter().flatten();
        above.any(|(_, at)| !at.needs_mount || depth > 0 && self.is_reached(at, depth - 1))
    }

    /// The whole paths of something that its file declares as `path`, sorted, and whether one is not wholly known. A
    /// router that nobody mounts has its paths as they are declared. O(mounts above it), bounded.
    pub fn whole(&self, path: &str, detail: &EntryDetail) -> (Vec<String>, bool) {
        let mut found = Vec::new();
        let mut is_open = detail.is_open;
        // Without a path of its own it has that of what it is mounted below, with nothing behind.
        let is_below = detail.router.as_ref().is_some_and(|router| {
            let file = router.split('#').next().unwrap_or("");
            let is_below = |one: &str| self.by_router.contains_key(one);
            is_below(router) || is_below(file) || self.own.contains_key(router)
        });
        let path = if detail.is_bare && is_below { "" } else { path };
        self.follow(path.to_owned(), detail, DEEPEST, &mut found, &mut is_open);
        found.sort();
        found.dedup();
        (found, is_open)
    }

    fn follow(
        &self,
        path: String,
        detail: &EntryDetail,
        depth: u32,
        found: &mut Vec<String>,
        is_open: &mut bool,
    ) {
        let own = detail.router.as_ref().and_then(|router| self.own.get(router));
        let path = own.map_or(path.clone(), |(prefix, _)| joined(prefix, &path));
        *is_open |= own.is_some_and(|(_, is_open)| *is_open);
        let mut above = detail.router.as_ref().and_then(|router| {
            let file = router.split('#').next().unwrap_or("");
            self.by_router.get(router).or_else(|| self.by_router.get(file))
        });
        if depth == 0 && above.is_some() {
            // Routers mounted on each other, or more of them than are followed: this is not all of the path.
            *is_open = true;
            above = None;
        }
        let Some(above) = above else {
            if found.len() < MOST {
                found.push(whole_path(path));
            }
            return;
        };
        for (mounted, at) in above {
            if found.len() >= MOST {
                *is_open = true;
                return;
            }
            // A router that a condition mounts on what it was before: `r = NewRouter(); root.Mount(base, r)`. Either answers.
            if at.router.is_some() && at.router == at.mounted {
                *is_open = true;
                let prefix = if mounted == "/" { "" } else { mounted.as_str() };
                found.extend([path.clone(), joined(prefix, &path)].map(whole_path));
                continue;
            }
            *is_open |= at.is_open;
            let own = match &detail.prefix {
                // A path of its own takes the place of what the router's definition says.
                Some(prefix) if at.replaces && mounted.len() > 1 => {
                    path.strip_prefix(prefix.trim_end_matches('/')).unwrap_or(&path)
                }
                _ => &path,
            };
            let prefix = if mounted == "/" { "" } else { mounted.as_str() };
            self.follow(joined(prefix, own), at, depth - 1, found, is_open);
        }
    }
}

fn whole_path(path: String) -> String {
    if path.is_empty() { "/".to_owned() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detail(router: &str, mounted: &str, prefix: &str, replaces: bool) -> EntryDetail {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        EntryDetail {
            router: some(router),
            mounted: some(mounted),
            prefix: some(prefix),
            replaces,
            ..EntryDetail::default()
        }
    }

    #[test]
    fn routers_are_under_all_that_mounts_them() {
        let mut mounts = Mounts::default();
        mounts.add("/api", detail("main.py#app", "api.py#router", "", false));
        mounts.add("/v2", detail("main.py#app", "api.py#router", "", false));
        mounts.add("/items", detail("api.py#router", "items.py", "", false));
        let whole = |path: &str, of: EntryDetail| mounts.whole(path, &of).0;
        assert_eq!(whole("/x", detail("items.py#router", "", "", false)), ["/api/items/x", "/v2/items/x"]);
        assert_eq!(whole("/x", detail("main.py#app", "", "", false)), ["/x"]);
        assert!(mounts.is_mounted(&detail("api.py#router", "", "", false)));
        assert!(mounts.is_mounted(&detail("items.py#router", "", "", false)));
        assert!(!mounts.is_mounted(&detail("other.py#router", "", "", false)));
        let by_file = |router: &str| mounts.is_by_file(&detail(router, "", "", false));
        assert!(by_file("items.py#router") && !by_file("api.py#router") && !by_file("items.py"));
        assert_eq!(whole("/x", detail("", "", "", false)), ["/x"]);
    }

    #[test]
    fn what_has_no_path_of_its_own_adds_nothing_and_what_wants_to_be_mounted_is_looked_for_upwards() {
        let mut mounts = Mounts::default();
        mounts.add("/users", detail("main.py#app", "users.py#router", "", false));
        let bare = EntryDetail { is_bare: true, ..detail("users.py#router", "", "", false) };
        assert_eq!(mounts.whole("/", &bare).0, ["/users"]);
        assert_eq!(mounts.whole("/", &detail("users.py#router", "", "", false)).0, ["/users/"]);
        let alone = EntryDetail { is_bare: true, ..detail("other.py#router", "", "", false) };
        assert_eq!(mounts.whole("/", &alone).0, ["/"]);
        let waiting = EntryDetail { needs_mount: true, ..detail("a.rs#routes", "a.rs#list", "", false) };
        mounts.add("/", waiting);
        assert!(!mounts.is_mounted(&detail("a.rs#list", "", "", false)));
        mounts.add("/api", detail("main.rs#main", "a.rs#routes", "", false));
        assert!(mounts.is_mounted(&detail("a.rs#list", "", "", false)));
    }

    #[test]
    fn what_a_router_says_of_itself_stands_below_what_mounts_it() {
        let mut mounts = Mounts::default();
        mounts.add("/users", detail("users.js#r", "users.js#r", "", true));
        let on = detail("users.js#r", "", "", false);
        assert_eq!(mounts.whole("/:id", &on).0, ["/users/:id"]);
        let bare = EntryDetail { is_bare: true, ..on.clone() };
        assert_eq!(mounts.whole("/", &bare).0, ["/users"]);
        mounts.add("/api", detail("app.js#root", "users.js", "", false));
        assert!(mounts.is_by_file(&on), "what it says of itself mounts it nowhere");
        assert_eq!(mounts.whole("/:id", &on), (vec!["/api/users/:id".to_owned()], false));
        mounts.add("/v1", detail("app.js#root", "app.js#root", "", true));
        assert_eq!(mounts.whole("/:id", &on).0, ["/v1/api/users/:id"]);
    }

    #[test]
    fn a_mount_may_replace_what_the_router_says_and_circles_end() {
        let mut mounts = Mounts::default();
        mounts.add("/new", detail("a.py#app", "b.py#bp", "", true));
        mounts.add("/", detail("a.py#app", "c.py#bp", "", true));
        mounts.add("/round", detail("d.py#r", "d.py#r", "", false));
        assert_eq!(mounts.whole("/old/x", &detail("b.py#bp", "", "/old", false)).0, ["/new/x"]);
        assert_eq!(mounts.whole("/old/x", &detail("c.py#bp", "", "/old", false)).0, ["/old/x"]);
        let (round, is_open) = mounts.whole("/x", &detail("d.py#r", "", "", false));
        assert_eq!(round, ["/round/x", "/x"], "a router on itself is there with and without its mount");
        assert!(is_open, "what is cut is not whole");
        mounts.add("/a", detail("e.py#a", "e.py#b", "", false));
        mounts.add("/b", detail("e.py#b", "e.py#a", "", false));
        let (each_other, is_open) = mounts.whole("/x", &detail("e.py#a", "", "", false));
        assert!(each_other.len() == 1 && is_open, "what is cut is not whole");
    }
}
