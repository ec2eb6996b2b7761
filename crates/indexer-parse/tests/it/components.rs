//! Facts of components in files of markup.

use crate::shown::facts_of;
use indexer_core::{Bound, Expression, FileFacts, ProblemKind, Reference};

/// The references with this name.
fn uses<'f>(facts: &'f FileFacts, name: &str) -> Vec<&'f Reference> {
    facts.references.iter().filter(|one| facts.name(one.name) == name).collect()
}

/// Roles of the references with this name, in order.
fn roles(facts: &FileFacts, name: &str) -> Vec<String> {
    uses(facts, name).iter().map(|one| one.role.to_string()).collect()
}

/// Where the definition begins that a reference is bound to by a scope of its file.
fn leads_to(facts: &FileFacts, one: &Reference) -> Option<u32> {
    let Expression::Name { bound: Some(bound), .. } = facts.expression(one.expression) else { return None };
    match facts.bindings[bound.index()].bound {
        Bound::Definition(id) => Some(facts.definition(id).name_span.start),
        _ => None,
    }
}

fn defines(facts: &FileFacts, name: &str) -> bool {
    facts.definitions.iter().any(|one| facts.name(one.name) == name)
}

fn says(facts: &FileFacts, detail: &str) -> bool {
    facts.problems.iter().any(|p| p.kind == ProblemKind::Syntax && p.detail.contains(detail))
}

#[test]
fn code_in_markup_uses_names() {
    let source = "<script setup>function pick(){}</script>\
                  <template><p @click=\"pick()\">{{ pick() }}</p><i :title=\"pick\"/></template>";
    let facts = facts_of("vue", source);
    assert_eq!(roles(&facts, "pick"), ["call", "call", "read"]);
    let start = source.find("pick").map(|at| at as u32);
    assert!(uses(&facts, "pick").iter().all(|one| leads_to(&facts, one) == start));
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);

    let source = "<script>let n = 1; function go() {}</script>\
                  {#if n > 1}<p on:click={go} class=\"a {n}\" {...n}>{n}{n}</p>{/if}";
    let facts = facts_of("svelte", source);
    assert_eq!(roles(&facts, "n"), ["read"; 5]);
    assert_eq!(roles(&facts, "go"), ["read"]);
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);

    let source = "---\nconst n = [1]; function go(a) {}\n---\n\
                  <ul>{n.map(one => <li title={go(one)}>{one}</li>)}</ul>{n}{`${n}`}";
    let facts = facts_of("astro", source);
    assert_eq!(roles(&facts, "n"), ["read"; 3]);
    assert_eq!(roles(&facts, "go"), ["call"]);
    assert!(uses(&facts, "one").is_empty(), "a parameter is a local");
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
}

#[test]
fn names_that_markup_binds_are_locals_in_it() {
    let source = "<script setup>const item = 1; const items = []</script><template>\
                  <li v-for=\"(item, i) in items\" :key=\"i\"><b v-for=\"{ x } of item\">{{ x }}{{ i }}</b></li>\
                  <Card #default=\"{ slot }\">{{ slot }}</Card>{{ item }}{{ slot }}</template>";
    let facts = facts_of("vue", source);
    assert_eq!(roles(&facts, "items"), ["read"]);
    assert_eq!(roles(&facts, "item"), ["read"], "only outside of the element");
    assert!(uses(&facts, "i").is_empty());
    // A pattern reads the member that it names.
    let places: Vec<u32> = uses(&facts, "slot").iter().map(|one| one.span.start).collect();
    let expected = [source.find("slot"), source.rfind("slot")].map(|at| at.unwrap() as u32);
    assert_eq!(places, expected);
    assert_eq!(uses(&facts, "x").len(), 1);

    let source = "<script>let rows = [], v = 1, go = 2</script>\
                  {#each rows as { id, v }, i (id)}{id}{i}{v}{:else}{v}{/each}\
                  {#await go then w}{w}{/await}{#snippet row(a, b = 1)}{a}{b}{/snippet}{@render row(v)}\
                  <Tab let:item>{item}</Tab>{@const z = v}{z}";
    let facts = facts_of("svelte", source);
    assert_eq!(roles(&facts, "v"), ["read"; 4], "in the pattern, else, render and const");
    assert_eq!(uses(&facts, "id").len(), 1);
    for local in ["i", "w", "a", "b", "item", "z"] {
        assert!(uses(&facts, local).is_empty(), "{local} is a local");
    }
    assert!(defines(&facts, "row"));
    assert_eq!(roles(&facts, "row"), ["call"]);
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
}

#[test]
fn members_of_the_object_of_a_component_are_seen_in_its_markup() {
    let source = "<template><b v-if=\"ready\" @x=\"pick\">{{ total }}{{ n }}{{ other }}</b></template><script>\
                  export default defineComponent({ props: { ready: Boolean },\
                  data() { return { n: 1 } }, methods: { pick() {} }, computed: { total() { return 1 } } });</script>";
    let facts = facts_of("vue", source);
    for (name, written) in [("ready", "ready:"), ("pick", "pick()"), ("total", "total()"), ("n", "n: 1")] {
        let used = uses(&facts, name)[0];
        assert_eq!(leads_to(&facts, used), source.find(written).map(|at| at as u32), "{name}");
    }
    assert_eq!(leads_to(&facts, uses(&facts, "other")[0]), None);
    // Without `setup` the markup sees members, not what the script imports.
    let source = "<template>{{ size }}</template><script>import { size } from './size';\
                  export default { data: () => ({ size }) }</script>";
    let facts = facts_of("vue", source);
    let used = uses(&facts, "size")[0];
    assert_eq!(leads_to(&facts, used), source.rfind("size").map(|at| at as u32));
}

#[test]
fn components_are_known_by_the_names_that_the_object_gives_them() {
    let source = "<template><a-card /></template><script>import Card from './Card.vue';\
                  export default { components: { ACard: Card } };</script>";
    let facts = facts_of("vue", source);
    let cards = uses(&facts, "Card");
    assert!(cards.iter().any(|one| one.role == indexer_core::Role::Call), "a-card is Card: {cards:?}");
}

#[test]
fn markup_that_is_no_code_is_said_and_its_names_are_used() {
    let facts =
        facts_of("vue", "<script setup>const a = 1</script><template>{{ a b +++ a.c }}{{ a }}</template>");
    assert!(says(&facts, "an expression of the markup is not read"), "{:?}", facts.problems);
    let uses = uses(&facts, "a");
    assert_eq!(uses.len(), 3);
    let bound = uses.iter().filter(|one| leads_to(&facts, one).is_some()).count();
    assert_eq!(bound, 1, "what is not read proves nothing");
}

#[test]
fn texts_in_braces_end_nothing() {
    let facts = facts_of(
        "svelte",
        "<Btn on:click={() => fmt(\"}\")} />\n<script>import {fmt} from './f'; fmt(1);</script>",
    );
    assert_eq!(roles(&facts, "fmt"), ["call", "import", "call"]);
    let facts = facts_of("vue", "<p v-pre>{{ </p>\n<script>function gone(){}</script>");
    assert!(defines(&facts, "gone"));
    let facts = facts_of("vue", "<template><p>{{ </p></template>\n<script>function gone(){}</script>");
    assert!(defines(&facts, "gone"));
    assert!(says(&facts, "braces that do not end"), "{:?}", facts.problems);
    let facts = facts_of("svelte", "<a b=\"x>\n<script>function gone(){}</script>");
    assert!(defines(&facts, "gone"));
    assert!(says(&facts, "a tag that does not end"), "{:?}", facts.problems);
}

#[test]
fn elements_in_comments_and_texts_of_braces_are_none() {
    let source = "---\nimport Card from './Card.astro';\n---\n{/* <Card /> */}{\"<Card />\"}{`<Card />`}";
    assert_eq!(roles(&facts_of("astro", source), "Card"), ["import"]);
    let source = "---\nimport Card from './Card.astro';\n---\n{ok && <Card />}";
    assert_eq!(roles(&facts_of("astro", source), "Card"), ["import", "call"]);
}

#[test]
fn each_script_of_astro_is_a_module() {
    let source = "---\nconst count = 1; function go(){}\n---\n\
                  <script>count; go();</script><script>function go(){} import x from './x'; x(); go();</script>{go()}";
    let facts = facts_of("astro", source);
    assert_eq!(leads_to(&facts, uses(&facts, "count")[0]), None);
    let calls = uses(&facts, "go");
    let first = source.find("go(){}").map(|at| at as u32);
    let second = source.rfind("go(){}").map(|at| at as u32);
    let targets: Vec<Option<u32>> = calls.iter().map(|one| leads_to(&facts, one)).collect();
    assert_eq!(targets, [None, second, first]);
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
}

#[test]
fn scripts_with_elements_are_read() {
    let source = "<script lang=\"tsx\">\nconst x = () => <Card a={y} />;\n</script>";
    let facts = facts_of("vue", source);
    assert!(defines(&facts, "x"));
    assert_eq!(roles(&facts, "Card"), ["call"]);
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
    let facts = facts_of("vue", "<script lang=\"coffee\">x = -> 1</script>");
    assert!(says(&facts, "a script in coffee is not read"), "{:?}", facts.problems);
}

#[test]
fn components_that_never_close_are_read_to_their_end() {
    let sources = [
        "<script>\nconst a = 1;\n".to_owned(),
        "<".repeat(50_000),
        "<A ".repeat(20_000),
        "<a b=\"".repeat(20_000),
        "<a b={".repeat(20_000),
        "{{".repeat(20_000),
        "{(/[".repeat(20_000),
        "{'".repeat(20_000),
        "<!--".repeat(20_000),
        "<li v-for=\"a in b\">".repeat(5_000),
        "{#each a as b}{:else}".repeat(5_000),
        "<script ä='ö' lang=\"ts\">é</script><ü/><A-b/>é<A".to_owned(),
        "---\nconst a = 1;".to_owned(),
        "<p :a=\"é\" {é}>{{ é }}</p>{é}".to_owned(),
        String::new(),
    ];
    for (source, language) in sources.iter().flat_map(|s| [(s, "vue"), (s, "svelte"), (s, "astro")]) {
        let facts = facts_of(language, source);
        assert!(facts.tally.balances(), "{language}: {:.40}", source);
        let behind = format!("{source}\n<script>\nfunction behind() {{}}\n</script>");
        let facts = facts_of(language, &behind);
        let is_known = defines(&facts, "behind") || !facts.problems.is_empty() || source.starts_with("<!--");
        assert!(is_known, "{language}: {:.40}", source);
    }
}
