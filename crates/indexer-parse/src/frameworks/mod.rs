//! The rules about frameworks: a TOML file each, in this folder. `docs/frameworks.md` says what one holds.

mod read;
mod unread;
mod written;

pub use read::{RuleError, read};
pub use unread::unread;

use indexer_core::FrameworkRules;
use std::sync::OnceLock;

/// The files of rules that are part of the program, by name.
const FILES: &[(&str, &str)] = &[
    ("actix", include_str!("actix.toml")),
    ("aspnet", include_str!("aspnet.toml")),
    ("axum", include_str!("axum.toml")),
    ("celery", include_str!("celery.toml")),
    ("chi", include_str!("chi.toml")),
    ("clap", include_str!("clap.toml")),
    ("click", include_str!("click.toml")),
    ("cobra", include_str!("cobra.toml")),
    ("csharp-clients", include_str!("csharp-clients.toml")),
    ("csharp-environment", include_str!("csharp-environment.toml")),
    ("django", include_str!("django.toml")),
    ("django-signals", include_str!("django-signals.toml")),
    ("echo", include_str!("echo.toml")),
    ("event-emitter", include_str!("event-emitter.toml")),
    ("express", include_str!("express.toml")),
    ("fastapi", include_str!("fastapi.toml")),
    ("fastify", include_str!("fastify.toml")),
    ("flask", include_str!("flask.toml")),
    ("flask-restful", include_str!("flask-restful.toml")),
    ("gin", include_str!("gin.toml")),
    ("go-environment", include_str!("go-environment.toml")),
    ("gorilla-mux", include_str!("gorilla-mux.toml")),
    ("graphql-java", include_str!("graphql-java.toml")),
    ("graphql-javascript", include_str!("graphql-javascript.toml")),
    ("graphql-python", include_str!("graphql-python.toml")),
    ("grpc-go", include_str!("grpc-go.toml")),
    ("guice", include_str!("guice.toml")),
    ("hono", include_str!("hono.toml")),
    ("inject", include_str!("inject.toml")),
    ("java-environment", include_str!("java-environment.toml")),
    ("javascript-clients", include_str!("javascript-clients.toml")),
    ("javascript-environment", include_str!("javascript-environment.toml")),
    ("jax-rs", include_str!("jax-rs.toml")),
    ("koa", include_str!("koa.toml")),
    ("laravel", include_str!("laravel.toml")),
    ("nestjs", include_str!("nestjs.toml")),
    ("net-http", include_str!("net-http.toml")),
    ("next", include_str!("next.toml")),
    ("nuxt", include_str!("nuxt.toml")),
    ("php-environment", include_str!("php-environment.toml")),
    ("pytest", include_str!("pytest.toml")),
    ("python-clients", include_str!("python-clients.toml")),
    ("python-environment", include_str!("python-environment.toml")),
    ("quarkus", include_str!("quarkus.toml")),
    ("rails", include_str!("rails.toml")),
    ("react", include_str!("react.toml")),
    ("react-router", include_str!("react-router.toml")),
    ("remix", include_str!("remix.toml")),
    ("rocket", include_str!("rocket.toml")),
    ("rspec", include_str!("rspec.toml")),
    ("ruby-environment", include_str!("ruby-environment.toml")),
    ("rust-clients", include_str!("rust-clients.toml")),
    ("rust-environment", include_str!("rust-environment.toml")),
    ("spring", include_str!("spring.toml")),
    ("sqlalchemy", include_str!("sqlalchemy.toml")),
    ("starlette", include_str!("starlette.toml")),
    ("sveltekit", include_str!("sveltekit.toml")),
    ("symfony", include_str!("symfony.toml")),
    ("test-runners", include_str!("test-runners.toml")),
];

/// The rules of a language, read at the first call.
macro_rules! rules_of {
    ($($name:ident: $language:literal)+) => {
        /// The languages that rules may be about.
        pub const LANGUAGES: &[&str] = &[$($language),+];

        $(
            /// The rules about frameworks of the language.
            pub(crate) fn $name() -> Option<&'static FrameworkRules> {
                static RULES: OnceLock<FrameworkRules> = OnceLock::new();
                Some(RULES.get_or_init(|| of($language)))
            }
        )+
    };
}

rules_of! {
    csharp: "csharp"
    go: "go"
    java: "java"
    javascript: "javascript"
    kotlin: "kotlin"
    php: "php"
    python: "python"
    ruby: "ruby"
    rust: "rust"
}

fn of(language: &str) -> FrameworkRules {
    let mut rules = FrameworkRules::default();
    for (_, text) in FILES {
        // That each can be read is a test.
        let _ = read(text, language, &mut rules);
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_can_be_read_and_is_about_a_language_that_asks_for_it() {
        for (name, text) in FILES {
            let mut rules = FrameworkRules::default();
            let of = LANGUAGES.iter().map(|language| read(text, language, &mut rules)).collect::<Vec<_>>();
            assert!(of.iter().all(Result::is_ok), "{name}: {of:?}");
            assert!(
                !rules.rules.is_empty()
                    || rules.providers.is_some()
                    || !rules.files.is_empty()
                    || !rules.globals.is_empty()
                    || rules.drawn.is_some()
                    || !rules.services.is_empty()
                    || !rules.constants.is_empty()
                    || !rules.folders.is_empty()
                    || !rules.given.is_empty(),
                "{name} says nothing"
            );
        }
    }
}
