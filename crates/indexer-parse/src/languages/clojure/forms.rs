//! Lists: calls, and the forms that declare or bind.

use super::state::Clojure;
use super::{binds, define, functions, imports, names, types};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Expression, Lambda, LambdaId, List, Role, ScopeKind};

/// So many of the first values of a list are looked at to know what it is.
const LOOKED_AT: usize = 6;

/// `(f a b)`.
pub(super) fn list(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(word) = walk.child_of(node, Field::Value).and_then(|one| names::last(walk, one)) else {
        walk.with_role(Role::Read, Walk::lower_children);
        return ExprId::UNKNOWN;
    };
    if walk.build.remembered.of::<Clojure>().templates > 0 {
        return call(walk, word);
    }
    // Most lists are calls, of which no more is looked at.
    let most = if word.starts_with("def") { LOOKED_AT } else { 0 };
    let first = names::first_values(node, most);
    match word {
        "ns" => imports::namespace(walk),
        "require" | "use" | "import" => imports::loaded(walk),
        "def" | "defonce" | "defn" | "defn-" | "defmacro" | "defmulti" | "deftest" => {
            define::defined(walk, word, &first)
        }
        "defmethod" => functions::method_of_many(walk),
        "defprotocol" | "definterface" => types::protocol(walk, &first),
        "defrecord" | "deftype" => types::record(walk, &first),
        "extend-type" | "extend-protocol" | "reify" | "proxy" => types::implemented(walk),
        "fn" | "fn*" => functions::function(walk),
        "letfn" => functions::local_functions(walk),
        "let" | "let*" | "loop" | "loop*" | "for" | "doseq" | "dotimes" | "with-open" | "when-let"
        | "if-let" | "when-some" | "if-some" | "when-first" | "with-local-vars" | "go-loop" => {
            binds::bound(walk, word)
        }
        "catch" => binds::caught(walk),
        "as->" => binds::threaded(walk),
        "quote" | "comment" => {
            walk.build.tally.neither += walk.count_identifiers();
            ExprId::UNKNOWN
        }
        _ if define::is_declaring(word, &first) => define::defined(walk, word, &first),
        _ => call(walk, word),
    }
}

/// Forms that give their first value to those behind it, which may be names alone.
const THREADS: &[&str] = &["->", "->>", "doto", "some->", "some->>"];

/// A call of what stands first.
pub(super) fn call(walk: &mut Walk<'_, '_>, word: &str) -> ExprId {
    let mark = walk.build.uses.mark();
    let is_thread = THREADS.contains(&word);
    if matches!(
        word,
        "if" | "if-not" | "when" | "when-not" | "cond" | "condp" | "case" | "and" | "or" | "while"
    ) {
        walk.build.meter.branches += 1;
    }
    let (mut callee, mut given) = (ExprId::UNKNOWN, Vec::new());
    names::values(walk, &mut |walk, nth| match nth {
        0 => {
            callee = walk.lower_as(Role::Read);
            walk.build.uses.retag(mark, callee, Role::Call);
        }
        _ if is_thread && nth > 1 && walk.kind() == "sym_lit" => given.push(walk.lower_as(Role::Call)),
        _ => given.push(walk.lower_as(Role::Read)),
    });
    walk.call_of(mark, callee, &given)
}

/// `#(f %1)`.
pub(super) fn short_function(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    walk.build.meter.nest();
    list(walk);
    walk.build.meter.leave();
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// `` `(a ~b) ``: names in it are those of the file, but it declares nothing.
pub(super) fn template(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.remembered.of::<Clojure>().templates += 1;
    walk.with_role(Role::Read, Walk::lower_children);
    walk.build.remembered.of::<Clojure>().templates -= 1;
    ExprId::UNKNOWN
}

/// `~a` in it is code again.
pub(super) fn unquoted(walk: &mut Walk<'_, '_>) -> ExprId {
    let outer = std::mem::take(&mut walk.build.remembered.of::<Clojure>().templates);
    walk.with_role(Role::Read, Walk::lower_children);
    walk.build.remembered.of::<Clojure>().templates = outer;
    ExprId::UNKNOWN
}

/// `#inst "2020"`, `#a.B{..}`: the tag names nothing that is declared here.
pub(super) fn tagged(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Value => drop(walk.lower_as(Role::Read)),
        _ if walk.is_named() => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}
