//! What stands around paths and before them: mounts of packages beside a framework, lists with routers in them, long chains, and
//! what says that more may stand before.

use super::tests::{endpoints, rows};

#[test]
fn applications_of_koa_are_mounted_below_paths() {
    let files = [
        (
            "package.json",
            "{\"name\": \"shop\", \"dependencies\": {\"koa\": \"2\", \"koa-router\": \"7\", \"koa-mount\": \"4\"}}",
        ),
        (
            "api.ts",
            "import Koa from \"koa\";\nimport Router from \"koa-router\";\nfunction list(ctx) {}\nconst api = new Koa<A, B>();\nconst router = new Router();\nconst users = new Router();\nusers.get(\"users.list\", list);\nrouter.use(\"/\", guard, users.routes());\napi.use(router.routes()).use(router.allowedMethods());\nexport default api;\nconst lost = new Router();\nlost.get(\"/lost\", list);\n",
        ),
        (
            "web.js",
            "const mount = require(\"koa-mount\");\nconst api = require(\"./api\").default;\nmodule.exports = (app) => { app.use(mount(\"/api\", api)); };\n",
        ),
        (
            "web.ts",
            "import mount from \"koa-mount\";\nimport api from \"./api\";\nexport default function init(app) { app.use(mount(\"/v1\", api)); }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /api/users.list -> api.ts#list",
            "GET /v1/users.list -> api.ts#list",
            "GET /lost -> api.ts#list ~ ?",
        ]
    );
}

#[test]
fn the_language_stands_before_paths_of_django_and_routers_stand_in_lists() {
    let files = [
        (
            "urls.py",
            "from django.conf.urls.i18n import i18n_patterns\nfrom django.urls import include, path\nfrom rest_framework.routers import DefaultRouter\nfrom views import V, f\nfrom elsewhere import urls_of\nr1 = DefaultRouter()\nr1.register(\"one\", V)\nr2 = DefaultRouter()\nr2.register(\"two\", V)\nurlpatterns = [\n    path(\"a/\", include([*r1.urls, path(\"p/\", f)])),\n    path(\"b/\", include(r2.urls + [path(\"q/\", f)])),\n    path(\"c/\", include(urls_of(\"x\"))),\n] + i18n_patterns(path(\"page/\", f), path(\"in/\", include([path(\"deep/\", f)])))\n",
        ),
        (
            "views.py",
            "from rest_framework.viewsets import GenericViewSet\nclass V(GenericViewSet):\n    def list(self, request): pass\ndef f(request): pass\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /a/one/ -> views.py#V.list",
            "GET /b/two/ -> views.py#V.list",
            "ANY /a/p/ -> views.py#f",
            "ANY /b/q/ -> views.py#f",
            "ANY /c/? ->  ~ ?",
            "ANY /?/page/ -> views.py#f ?",
            "ANY /?/in/deep/ -> views.py#f ?",
        ]
    );
}

#[test]
fn a_long_chain_with_objects_in_it_is_one_router() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"hono\": \"4\"}}"),
        (
            "t.ts",
            "import { Hono } from \"hono\";\nexport const t = new Hono()\n  .get(\"/t0\", async (c) => x({ c, o: 0, p: { q: 1 } }))\n  .get(\"/t1\", async (c) => x({ c, o: 1, p: { q: 1 } }))\n  .get(\"/t2\", async (c) => x({ c, o: 2, p: { q: 1 } }))\n  .get(\"/t3\", async (c) => x({ c, o: 3, p: { q: 1 } }))\n  .get(\"/t4\", async (c) => x({ c, o: 4, p: { q: 1 } }))\n  .get(\"/t5\", async (c) => x({ c, o: 5, p: { q: 1 } }))\n  .get(\"/t6\", async (c) => x({ c, o: 6, p: { q: 1 } }))\n  .get(\"/t7\", async (c) => x({ c, o: 7, p: { q: 1 } }))\n  .get(\"/t8\", async (c) => x({ c, o: 8, p: { q: 1 } }))\n;\n",
        ),
        (
            "main.ts",
            "import { Hono } from \"hono\";\nimport { t } from \"./t\";\nconst app = new Hono();\napp.route(`/t`, t);\n",
        ),
    ];
    let found = endpoints(&files);
    assert_eq!(found.len(), 9, "{found:?}");
    assert!(found.iter().all(|one| one.starts_with("GET /t/t")), "{found:?}");
}

#[test]
fn versions_of_nest_may_stand_before_paths_and_bases_answer_nothing_themselves() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"@nestjs/core\": \"10\"}}"),
        (
            "main.ts",
            "import { NestFactory } from \"@nestjs/core\";\nasync function start() { const app = await NestFactory.create(M); app.setGlobalPrefix(\"api\"); app.enableVersioning(); }\n",
        ),
        (
            "cats.ts",
            "import { Controller, Get } from \"@nestjs/common\";\nexport class Base { @Get(\"in\") base() {} }\n@Controller({ path: \"cats\", version: \"2\" })\nexport class Cats { @Get() all() {} }\n@Controller()\nexport class Own { @Get(\"own\") own() {} }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /in -> cats.ts#Base.base ~ ?",
            "GET /api/cats -> cats.ts#Cats.all ?",
            "GET /api/own -> cats.ts#Own.own ?",
        ]
    );
}

#[test]
fn functions_of_axum_and_rocket_say_method_and_path_themselves() {
    let files = [
        (
            "Cargo.toml",
            "[package]\nname = \"k\"\n[dependencies]\naxum = \"0.8\"\nutoipa = \"5\"\nutoipa-axum = \"0.2\"\nrocket = \"0.5\"\n",
        ),
        (
            "src/main.rs",
            "use axum::routing::get;\nuse utoipa_axum::{router::OpenApiRouter, routes};\nmod users;\n#[utoipa::path(get, path = \"/things\", responses((status = 200)))]\nasync fn list() {}\n#[utoipa::path(get, path = \"/documented\")]\nasync fn documented() {}\nfn app(unknown: impl Thing) {\n    let (router, _api) = OpenApiRouter::new().routes(routes!(list)).nest(\"/users\", OpenApiRouter::new().routes(routes!(users::one))).split_for_parts();\n    let router = router.nest_service(\"/files\", serve()).route(\"/doc\", get(documented));\n    unknown.route(\"/odd\", get(documented));\n}\n",
        ),
        ("src/users.rs", "#[utoipa::path(\n    put,\n    path = \"/{id}\",\n)]\npub async fn one() {}\n"),
        (
            "src/web.rs",
            "use rocket::{route, routes};\n#[route(GET, uri = \"/a\")]\nfn a() {}\n#[route(\"/b\", method = POST)]\nfn b() {}\n#[rocket::get(\"/c?method=all\")]\nfn c() {}\nfn start() { rocket::build().mount(\"/x\", routes![a, b, c]); }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /things -> src/main.rs#list",
            "PUT /users/{id} -> src/users.rs#one",
            "GET /doc -> src/main.rs#documented",
            "GET /odd -> src/main.rs#documented ~",
            "GET /x/a -> src/web.rs#a",
            "POST /x/b -> src/web.rs#b",
            "GET /x/c?method=all -> src/web.rs#c",
        ]
    );
}

#[test]
fn routes_of_laravel_need_no_import_and_may_be_several_resources() {
    let files = [
        ("composer.json", "{\"require\": {\"laravel/framework\": \"11\"}}"),
        (
            "routes/web.php",
            "<?php\nRoute::get('/a', 'Api\\Photos@index');\nRoute::resources(['photos' => Photos::class]);\nRoute::apiSingleton('me', Photos::class)->only('show');\nRoute::singleton('own', Photos::class)->destroyable()->except(['edit', 'update']);\n",
        ),
        (
            "app/Http/Controllers/Api/Photos.php",
            "<?php\nnamespace App\\Http\\Controllers\\Api;\nclass Photos { function index() {} }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /a -> app/Http/Controllers/Api/Photos.php#Photos.index ~",
            "GET /photos -> ",
            "GET /photos/create -> ",
            "POST /photos -> ",
            "GET /photos/{photo} -> ",
            "GET /photos/{photo}/edit -> ",
            "PUT /photos/{photo} -> ",
            "PATCH /photos/{photo} -> ",
            "DELETE /photos/{photo} -> ",
            "GET /me -> ",
            "GET /own -> ",
            "DELETE /own -> ",
        ]
    );
}

#[test]
fn graphql_has_the_names_that_decorators_say_and_starlette_its_mounts() {
    let files = [
        (
            "cats.ts",
            "import { Query, ResolveField, Resolver } from \"@nestjs/graphql\";\n@Resolver()\nexport class Cats {\n  @Query(() => [Cat], { name: \"cats\" }) findAll() {}\n  @Query(\"dog\") findDog() {}\n  @ResolveField(\"toys\", () => [Toy]) getToys() {}\n  @Query(() => Cat) cat() {}\n}\n",
        ),
        (
            "s.py",
            "import strawberry\n@strawberry.type\nclass User:\n    @strawberry.field\n    def full_name(self) -> str: pass\n",
        ),
        (
            "app.py",
            "from starlette.applications import Starlette\nfrom starlette.endpoints import HTTPEndpoint\nfrom starlette.routing import Route, Router\nclass User(HTTPEndpoint):\n    def get(self, request): pass\n    def post(self, request): pass\ndef hello(request): pass\napp = Starlette(routes=[Route(\"/user\", User)])\napp.mount(\"/late\", Router([Route(\"/l\", hello)]))\napp.add_route(\"/added\", hello, methods=[\"POST\"])\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /user -> app.py#User.get",
            "POST /user -> app.py#User.post",
            "GET /late/l -> app.py#hello",
            "POST /added -> app.py#hello",
            "QUERY cats -> cats.ts#Cats.findAll",
            "QUERY dog -> cats.ts#Cats.findDog",
            "FIELD toys -> cats.ts#Cats.getToys",
            "QUERY cat -> cats.ts#Cats.cat",
            "FIELD fullName -> s.py#User.full_name",
        ]
    );
}

#[test]
fn variables_are_read_in_branches_and_by_functions() {
    let files = [
        (
            "a.ts",
            "if (process.env.MODE === \"queue\") { f(process.env.IN_BRANCH); }\nexport function env(name: string) { return process.env[name]; }\nconst port = env(\"PORT\");\n",
        ),
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\ndotenvy = \"0.15\"\n"),
        ("src/lib.rs", "pub fn f() { let _ = dotenvy::var(\"BY_FILE\"); }\n"),
    ];
    assert_eq!(rows(&files, "setting"), ["MODE -> ", "IN_BRANCH -> ", "PORT -> ", "BY_FILE -> ",]);
}

#[test]
fn a_constant_called_like_the_argument_that_it_is_given_for_is_its_text() {
    let files = [
        (
            "main.py",
            "from fastapi import FastAPI\nimport a\nprefix = \"/recipes\"\nagain = \"/one\"\nagain = \"/two\"\napp = FastAPI()\napp.include_router(a.router, prefix=prefix)\n",
        ),
        ("a.py", "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get(\"/x\")\ndef x(): pass\n"),
        ("b.py", "def g(me, prefix):\n    me.prefix = prefix\n"),
    ];
    assert_eq!(endpoints(&files), ["GET /recipes/x -> a.py#x",]);
}
