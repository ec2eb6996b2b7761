//! `Gemfile`: the packages that a program in Ruby needs, a call each; `Gemfile.lock`: those that were found for it.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;

/// The facts of a `Gemfile`. What calls in loops and conditions add is read as any other; names that are computed are not.
pub(super) fn read(text: &str) -> ManifestFacts {
    let dependencies = text.lines().filter_map(gem).map(|name| Dependency {
        name: name.to_owned(),
        package: None,
        path: None,
    });
    ManifestFacts { dependencies: dependencies.collect(), ..ManifestFacts::default() }
}

/// The facts of a `Gemfile.lock`: a package and its version stand on a line of their own, deeper what it needs itself.
pub(super) fn read_lock(text: &str) -> ManifestFacts {
    let names = text.lines().filter_map(|line| {
        let name = line.strip_prefix("    ")?.split_once(" (")?.0;
        (!name.starts_with(' ')).then(|| name.to_owned())
    });
    let dependencies = names.map(|name| Dependency { name, package: None, path: None });
    ManifestFacts { dependencies: dependencies.collect(), ..ManifestFacts::default() }
}

/// The name in `gem "rails", "~> 7.0"`.
fn gem(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("gem")?;
    let rest = rest.strip_prefix(['(', ' ', '\t'])?.trim_start();
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let name = rest[1..].split(quote).next()?;
    (!name.is_empty() && !name.contains(['#', ' '])).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gems_are_the_dependencies_of_a_gemfile() {
        let text = "source \"https://x\"\nruby \"3.1\"\ngemspec\n\ngem 'rails', '~> 7'\ngroup :test do\n  gem(\"rspec\")\nend\n\
                    # gem \"no\"\ngem \"a-#{b}\"\ngem name\ngems \"x\"\n";
        let names: Vec<String> = read(text).dependencies.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["rails", "rspec"]);
        let lock = "GEM\n  remote: x\n  specs:\n    rails (7.1.0)\n      activesupport (= 7.1.0)\n    rake (13.0)\n\nDEPENDENCIES\n  rails (~> 7)\n";
        let names: Vec<String> = read_lock(lock).dependencies.into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["rails", "rake"]);
    }
}
