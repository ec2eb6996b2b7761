//! Who works here, as git's configuration says.

use crate::objects::MOST_MEMORY;
use crate::repository::Repository;

impl Repository {
    /// The user that git's configuration names, that of the repository before the user's own:
    /// `Name <address>`, or as much of it as there is. A millisecond.
    pub fn author(&self) -> Option<String> {
        self.check().ok()?;
        let own = self.open_isolated(MOST_MEMORY).ok()?.to_thread_local();
        // A file that the repository's configuration includes may be any file of the system: a device
        // without an end, say. Where it includes none, what the user said of themselves anywhere counts.
        let includes = own.config_snapshot().sections().any(|section| is_include(section.header().name()));
        let opened = match includes {
            true => own,
            false => {
                let options = gix::open::Options::default().open_path_as_is(true);
                gix::open_opts(self.git_dir(), options).ok()?
            }
        };
        let config = opened.config_snapshot();
        let said = |key: &str| {
            let text = config.string(key)?.to_string();
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        match (said("user.name"), said("user.email")) {
            (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
            (Some(name), None) => Some(name),
            (None, address) => address.map(|address| format!("<{address}>")),
        }
    }
}

fn is_include(name: &gix::bstr::BStr) -> bool {
    name.eq_ignore_ascii_case(b"include") || name.eq_ignore_ascii_case(b"includeif")
}

#[cfg(test)]
mod tests {
    use crate::open;
    use crate::repository::tests::{fixture, git};

    #[test]
    fn the_configuration_of_the_repository_says_who_works_there() {
        let folder = fixture();
        git(folder.path(), &["config", "user.name", "Ada L"]);
        git(folder.path(), &["config", "user.email", "ada@example.org"]);
        let author = || open(folder.path()).unwrap().author();
        assert_eq!(author().as_deref(), Some("Ada L <ada@example.org>"));
        assert_eq!(open(&folder.path().join("sub")).unwrap().author(), author());
        git(folder.path(), &["config", "user.email", ""]);
        assert_eq!(author().as_deref(), Some("Ada L"));
    }

    #[test]
    fn nothing_that_the_repository_includes_is_read() {
        let folder = fixture();
        std::fs::write(folder.path().join("other"), "[user]\n\tname = Somebody\n").unwrap();
        git(folder.path(), &["config", "user.email", "ada@example.org"]);
        for (key, value) in [("include.path", "../other"), ("includeIf.gitdir:/.path", "/dev/zero")] {
            git(folder.path(), &["config", key, value]);
            let author = open(folder.path()).unwrap().author();
            assert_eq!(author.as_deref(), Some("<ada@example.org>"), "{key}");
        }
    }
}
