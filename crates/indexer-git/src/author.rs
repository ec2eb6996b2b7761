//! Who works here, as git's configuration says.

use crate::repository::Repository;

impl Repository {
    /// The user that git's configuration names, that of the repository before the user's own:
    /// `Name <address>`, or as much of it as there is. A millisecond.
    pub fn author(&self) -> Option<String> {
        // Unlike the objects, whose meaning nothing outside may change, this is what the user said of
        // themselves, wherever they did.
        let options = gix::open::Options::default().open_path_as_is(true);
        let opened = gix::open_opts(self.git_dir(), options).ok()?;
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

#[cfg(test)]
mod tests {
    use crate::repository::open;
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
}
