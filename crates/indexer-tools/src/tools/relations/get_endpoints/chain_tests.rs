//! Whole paths below long chains and lists, below what files hand on, and of what only tests mount.

use super::tests::endpoints;

#[test]
fn the_last_of_a_long_list_and_of_a_long_chain_stand_below_their_mounts() {
    let listed: String = (0..20).map(|at| format!("    path(\"p{at}/\", view),\n")).collect();
    let list = format!(
        "from django.urls import include, path\ndef view(request): pass\nitems = [\n{listed}]\nurlpatterns = [path(\"x/\", include(items))]\n"
    );
    let found = endpoints(&[("urls.py", list.as_str())]);
    assert_eq!(found.len(), 20, "{found:?}");
    assert!(found.iter().all(|one| one.starts_with("ANY /x/p") && !one.ends_with(['~', '?'])), "{found:?}");

    let chain: String = (0..14).map(|at| format!(".service(web::resource(\"/r{at}\").to(h))")).collect();
    let main = format!(
        "use actix_web::{{web, App}};\nasync fn h() {{}}\nfn main() {{ App::new().service(web::scope(\"/api\"){chain}); }}\n"
    );
    let manifest = "[package]\nname = \"k\"\n[dependencies]\nactix-web = \"4\"\n";
    let found = endpoints(&[("Cargo.toml", manifest), ("src/main.rs", main.as_str())]);
    assert_eq!(found.len(), 14, "{found:?}");
    assert!(found.iter().all(|one| one.starts_with("ANY /api/r")), "{found:?}");
}

#[test]
fn what_a_file_stands_for_by_a_function_of_its_router_is_that_router() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"@koa/router\": \"12\"}}"),
        (
            "users.js",
            "const Router = require(\"@koa/router\");\nconst r = new Router();\nfunction list(ctx) {}\nr.get(\"/users\", list);\nmodule.exports = r.routes();\n",
        ),
        (
            "app.js",
            "const Router = require(\"@koa/router\");\nconst users = require(\"./users\");\nconst api = new Router();\napi.use(users);\nconst root = new Router();\nroot.use(\"/api\", api.routes());\n",
        ),
    ];
    assert_eq!(endpoints(&files), ["GET /api/users -> users.js#list ~ ?"]);
}

#[test]
fn a_router_of_koa_may_say_itself_how_its_paths_begin() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"@koa/router\": \"12\"}}"),
        (
            "users.js",
            "const Router = require(\"@koa/router\");\nconst r = new Router();\nfunction list(ctx) {}\nr.get(\"/\", list);\nr.prefix(\"/users\");\nr.get(\"/:id\", list);\nmodule.exports = r;\n",
        ),
        (
            "app.js",
            "const Router = require(\"@koa/router\");\nconst users = require(\"./users\");\nconst root = new Router();\nfunction ping(ctx) {}\nroot.prefix(WHERE).get(\"/ping\", ping);\nroot.use(\"/api\", users.routes());\n",
        ),
        (
            "alone.js",
            "const Router = require(\"@koa/router\");\nfunction show(ctx) {}\nmodule.exports = () => {\n  const local = new Router();\n  local.prefix(\"/local\");\n  local.get(\"/show\", show);\n  return local;\n};\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /local/show -> alone.js#show ~ ?",
            "GET /?/ping -> app.js#ping ~ ?",
            "GET /?/api/users -> users.js#list ~ ?",
            "GET /?/api/users/:id -> users.js#list ~ ?",
        ]
    );
}

#[test]
fn a_view_set_that_is_registered_under_nothing_has_all_its_paths() {
    let files = [(
        "urls.py",
        "from django.urls import include, path\nfrom rest_framework import viewsets\nfrom rest_framework.routers import SimpleRouter\nclass Things(viewsets.ReadOnlyModelViewSet): pass\nrouter = SimpleRouter()\nrouter.register(\"\", Things)\nurlpatterns = [path(\"one/\", include(router.urls))]\n",
    )];
    assert_eq!(endpoints(&files), ["GET /one/ -> urls.py#Things", "GET /one/<pk>/ -> urls.py#Things"]);
}

#[test]
fn what_only_a_test_mounts_is_not_there_when_the_program_runs() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"express\": \"4\"}}"),
        (
            "users.js",
            "const router = require('express').Router();\nfunction list(req, res) {}\nrouter.get('/:id', list);\nmodule.exports = router;\n",
        ),
        (
            "test/users.test.js",
            "const app = require('express')();\napp.use('/users', require('../users'));\n",
        ),
    ];
    assert_eq!(endpoints(&files), ["GET /:id -> users.js#list ~ ?"]);
}
