//! A small program of each framework, and what it answers: written by us, compared with the framework itself where it runs.

use crate::fixture::{Fixture, values};

/// Each row as `METHOD path -> handlers`, with ` ?` where a part of the path is open and `~` where it is only possible.
pub(super) fn rows(files: &[(&str, &str)], kind: &str) -> Vec<String> {
    let json = Fixture::new(files).json("get_endpoints", &format!("{{\"kind\": \"{kind}\"}}"));
    let rows = json["endpoints"].as_array().unwrap();
    let row = |row: &serde_json::Value| {
        let method = row["method"].as_str().map(|method| format!("{method} ")).unwrap_or_default();
        let handlers: Vec<&str> =
            row["handlers"].as_array().into_iter().flatten().map(|one| one.as_str().unwrap()).collect();
        let sure = if row["resolution"] == "resolved" { "" } else { " ~" };
        let open = if row["open"] == true { " ?" } else { "" };
        format!("{method}{} -> {}{sure}{open}", row["name"].as_str().unwrap(), handlers.join(","))
    };
    rows.iter().map(row).collect()
}

pub(super) fn endpoints(files: &[(&str, &str)]) -> Vec<String> {
    rows(files, "endpoint")
}

const FLASK: &[(&str, &str)] = &[
    (
        "shop/__init__.py",
        "from flask import Flask\nfrom . import cart\n\ndef make():\n    app = Flask(__name__)\n    app.register_blueprint(cart.bp, url_prefix=\"/shop\")\n    @app.get(\"/\")\n    def home(): pass\n    return app\n",
    ),
    (
        "shop/cart.py",
        "from flask import Blueprint\nbp = Blueprint(\"cart\", __name__, url_prefix=\"/cart\")\n\n@bp.route(\"/<item>\", methods=[\"PUT\", \"DELETE\"])\ndef change(item): pass\n\n@bp.route(WHERE)\ndef other(): pass\n",
    ),
    (
        "shop/plain.py",
        "class App:\n    def route(self, p): pass\napp = App()\n@app.route(\"/no\")\ndef no(): pass\n",
    ),
];

#[test]
fn routes_of_flask_have_their_whole_paths_and_their_functions() {
    let found = endpoints(FLASK);
    assert_eq!(
        found,
        [
            "GET / -> shop/__init__.py#make.home",
            "PUT /shop/<item> -> shop/cart.py#change",
            "DELETE /shop/<item> -> shop/cart.py#change",
            "GET /shop/? -> shop/cart.py#other ?",
        ]
    );
    let fixture = Fixture::new(FLASK);
    let one = fixture.text("get_endpoints", r#"{"query": "put /shop"}"#);
    assert_eq!(values(&one, "endpoint", "method"), ["PUT"]);
    assert!(format!("{:?}", fixture.problem("get_endpoints", r#"{"kind": "class"}"#)).contains("class"));
}

#[test]
fn what_a_framework_calls_has_it_as_caller_and_what_only_looks_so_has_none() {
    let fixture = Fixture::new(FLASK);
    assert_eq!(fixture.json("get_callers", r#"{"symbol": "change"}"#)["total"], 2);
    assert_eq!(fixture.json("get_callers", r#"{"symbol": "no"}"#)["total"], 0);
    for whole in ["GET /", "PUT /shop/<item>", "PUT /cart/<item>"] {
        let symbol = fixture.text("lookup_symbol", &format!("{{\"name\": \"{whole}\"}}"));
        assert_eq!(values(&symbol, "symbol", "kind"), ["endpoint"], "{whole}");
    }
    let impact = fixture.json("get_impact", r#"{"target": "change"}"#);
    assert_eq!(impact["total"], 2, "{impact}");
    let calls = fixture.json("get_callees", r#"{"symbol": "DELETE /shop/<item>"}"#);
    assert_eq!(calls["total"], 1, "{calls}");
}

#[test]
fn fastapi_joins_the_prefixes_of_routers_and_of_where_they_are_included() {
    let files = [
        (
            "app/main.py",
            "from fastapi import FastAPI\nfrom app.items import router\napp = FastAPI()\napp.include_router(router, prefix=\"/v1\")\n@app.get(\"/ping\")\nasync def ping(): ...\n",
        ),
        (
            "app/items.py",
            "from fastapi import APIRouter\nrouter = APIRouter(prefix=\"/items\", tags=[\"items\"])\n@router.get(\"/\")\ndef every(): ...\n@router.delete(\"/{id}\")\ndef drop(id: int): ...\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /v1/items/ -> app/items.py#every",
            "DELETE /v1/items/{id} -> app/items.py#drop",
            "GET /ping -> app/main.py#ping",
        ]
    );
}

#[test]
fn django_includes_modules_by_text() {
    let files = [
        (
            "site1/urls.py",
            "from django.urls import include, path\nurlpatterns = [path(\"polls/\", include(\"polls.urls\"))]\n",
        ),
        (
            "polls/urls.py",
            "from django.urls import path\nfrom . import views\nurlpatterns = [path(\"\", views.Index.as_view(), name=\"i\"), path(\"<int:id>/\", views.detail)]\n",
        ),
        ("polls/__init__.py", ""),
        ("polls/views.py", "class Index: pass\ndef detail(request, id): pass\n"),
    ];
    assert_eq!(
        endpoints(&files),
        ["ANY /polls/ -> polls/views.py#Index", "ANY /polls/<int:id>/ -> polls/views.py#detail"]
    );
}

#[test]
fn express_mounts_routers_of_other_files() {
    let files = [
        (
            "app.js",
            "const express = require('express');\nconst users = require('./users');\nconst app = express();\nfunction auth(req, res, next) {}\nfunction list(req, res) {}\napp.get('/list', auth, list);\napp.get('title');\napp.use(express.json());\napp.use('/users', users);\nmodule.exports = app;\n",
        ),
        (
            "users.js",
            "const { Router } = require('express');\nconst router = Router();\nfunction one(req, res) {}\nrouter.get('/:id', one);\nrouter.route('/both').get(one).put(one);\nmodule.exports = router;\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /list -> app.js#list",
            "GET /users/:id -> users.js#one",
            "GET /users/both -> users.js#one",
            "PUT /users/both -> users.js#one",
        ]
    );
}

#[test]
fn nestjs_takes_the_path_of_the_controller() {
    let files = [(
        "cats.ts",
        "import { Controller, Get, Post } from '@nestjs/common';\n@Controller('cats')\nexport class Cats {\n  @Get(':id')\n  one() {}\n  @Post()\n  make() {}\n}\n",
    )];
    assert_eq!(endpoints(&files), ["GET /cats/:id -> cats.ts#Cats.one", "POST /cats -> cats.ts#Cats.make"]);
}

#[test]
fn gin_groups_are_handed_to_functions_of_other_packages() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"example.com/shop/users\"\n\t\"github.com/gin-gonic/gin\"\n)\n\nfunc list(c *gin.Context) {}\n\nfunc main() {\n\tr := gin.Default()\n\tr.GET(\"/list\", list)\n\tv1 := r.Group(\"/v1\")\n\tv1.POST(\"/x\", list)\n\tusers.Register(v1.Group(\"/users\"))\n}\n",
        ),
        (
            "users/users.go",
            "package users\n\nimport \"github.com/gin-gonic/gin\"\n\nfunc Register(g *gin.RouterGroup) {\n\tg.DELETE(\"/:id\", drop)\n}\n\nfunc drop(c *gin.Context) {}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /list -> main.go#list",
            "POST /v1/x -> main.go#list",
            "DELETE /v1/users/:id -> users/users.go#drop",
        ]
    );
}

#[test]
fn go_routers_of_other_libraries() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"net/http\"\n\t\"github.com/go-chi/chi/v5\"\n\t\"github.com/labstack/echo/v4\"\n)\n\nfunc hello(w http.ResponseWriter, r *http.Request) {}\nfunc e1(c echo.Context) error { return nil }\n\nfunc main() {\n\tc := chi.NewRouter()\n\tc.Get(\"/c\", hello)\n\tc.Route(\"/in\", func(r chi.Router) {\n\t\tr.Post(\"/side\", hello)\n\t})\n\te := echo.New()\n\te.GET(\"/e\", e1)\n\thttp.HandleFunc(\"/h\", hello)\n\tmux := http.NewServeMux()\n\tmux.HandleFunc(\"GET /m\", hello)\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /c -> main.go#hello",
            "POST /in/side -> main.go#hello",
            "GET /e -> main.go#e1",
            "ANY /h -> main.go#hello",
            "GET /m -> main.go#hello",
        ]
    );
}

#[test]
fn methods_of_gorilla_stand_behind_the_path() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"net/http\"\n\t\"github.com/gorilla/mux\"\n)\n\nfunc hello(w http.ResponseWriter, r *http.Request) {}\n\nfunc main() {\n\tr := mux.NewRouter()\n\tr.HandleFunc(\"/a\", hello).Methods(http.MethodGet, \"POST\")\n\tr.HandleFunc(\"/b\", hello)\n\tr.Handle(\"/c\", http.HandlerFunc(hello)).Name(\"c\").Methods(\"PUT\")\n\tr.HandleFunc(\"/d\", hello).Methods(what()...)\n\tapi := r.PathPrefix(\"/api\").Subrouter()\n\tapi.HandleFunc(\"/e\", hello).Methods(\"GET\")\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /a -> main.go#hello",
            "POST /a -> main.go#hello",
            "ANY /b -> main.go#hello",
            "PUT /c -> main.go#hello",
            "ANY /d -> main.go#hello ~",
            "GET /api/e -> main.go#hello",
        ]
    );
}

#[test]
fn what_no_rule_knows_is_named() {
    let fixture = Fixture::new(&[
        (
            "app.py",
            "from aiohttp import web\nfrom flask import Flask\napp = Flask(__name__)\n@app.get(\"/\")\ndef home(): pass\n",
        ),
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport \"github.com/gofiber/fiber/v2\"\n\nfunc main() { fiber.New() }\n",
        ),
    ]);
    let lines = fixture.text("get_endpoints", "{}");
    assert_eq!(values(&lines, "no_rule", "packages"), ["aiohttp.web,github.com/gofiber/fiber"]);
    assert_eq!(
        values(&fixture.text("get_endpoints", r#"{"path": "main.go"}"#), "no_rule", "packages"),
        ["github.com/gofiber/fiber"]
    );
    let own = Fixture::new(&[
        ("pyproject.toml", "[project]\nname = \"flask\"\n"),
        ("flask/__init__.py", "class Flask:\n    def get(self, path): pass\n"),
        ("examples/a.py", "from flask import Flask\napp = Flask()\n@app.get(\"/\")\ndef home(): pass\n"),
    ]);
    let lines = own.text("get_endpoints", "{}");
    assert!(values(&lines, "why", "text")[0].starts_with("flask itself is here"), "{lines:?}");
}

#[test]
fn axum_chains_methods_and_nests_routers() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\naxum = \"0.7\"\n"),
        (
            "src/main.rs",
            "use axum::{routing::{get, post}, Router};\nasync fn list() {}\nasync fn make() {}\nfn api() -> Router { Router::new().route(\"/in\", get(list)) }\nfn main() {\n    let app = Router::new().route(\"/list\", get(list).post(make)).nest(\"/api\", api());\n}\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /api/in -> src/main.rs#list",
            "GET /list -> src/main.rs#list",
            "POST /list -> src/main.rs#make",
        ]
    );
}

#[test]
fn spring_takes_the_path_of_the_type_and_methods_of_annotations() {
    let files = [(
        "A.java",
        "package a;\nimport org.springframework.web.bind.annotation.GetMapping;\nimport org.springframework.web.bind.annotation.RequestMapping;\nimport org.springframework.web.bind.annotation.RequestMethod;\n@RequestMapping(\"/api\")\nclass A {\n  @GetMapping(\"/x\")\n  String x() { return \"\"; }\n  @RequestMapping(value = \"/y\", method = RequestMethod.POST)\n  String y() { return \"\"; }\n}\n",
    )];
    assert_eq!(endpoints(&files), ["GET /api/x -> A.java#A.x", "POST /api/y -> A.java#A.y"]);
}

#[test]
fn commands_tasks_and_settings_are_named_by_texts_or_functions() {
    let files = [(
        "cli.py",
        "import os\nimport click\nfrom celery import Celery, shared_task\napp = Celery(\"x\")\n@click.group()\ndef main(): ...\n@main.command()\ndef do_it(): ...\n@main.command(\"other\")\ndef named(): ...\n@app.task\ndef work(): ...\n@shared_task(name=\"far\")\ndef away(): ...\nKEY = os.environ.get(\"THE_KEY\")\n",
    )];
    assert_eq!(
        rows(&files, "command"),
        ["main -> cli.py#main", "do-it -> cli.py#do_it", "other -> cli.py#named"]
    );
    assert_eq!(rows(&files, "task"), ["work -> cli.py#work", "far -> cli.py#away"]);
    assert_eq!(rows(&files, "setting"), ["THE_KEY -> "]);
}

#[test]
fn parameters_of_tests_lead_to_the_nearest_fixture_and_are_what_it_gives() {
    let files = [
        ("shop.py", "class Cart:\n    def total(self): return 0\n"),
        (
            "conftest.py",
            "import pytest\nfrom shop import Cart\n@pytest.fixture\ndef cart():\n    yield Cart()\n@pytest.fixture\ndef far(): ...\n",
        ),
        ("tests/conftest.py", "import pytest\n@pytest.fixture\ndef far(): ...\n"),
        (
            "tests/test_cart.py",
            "def test_total(cart, far):\n    assert cart.total() == 0\ndef helper(cart):\n    return cart.total()\n",
        ),
    ];
    let fixture = Fixture::new(&files);
    let total = |name: &str, path: &str| {
        let asked = format!("{{\"symbol\": \"{name}\", \"path\": \"{path}\"}}");
        fixture.json("get_callers", &asked)["total"].clone()
    };
    let callers = fixture.json("get_callers", r#"{"symbol": "Cart.total", "include": ["resolved"]}"#);
    assert_eq!(callers["total"], 1, "{callers}");
    assert_eq!(total("cart", "conftest.py"), 1);
    assert_eq!(total("conftest.py#far", ""), 0);
    assert_eq!(total("tests/conftest.py#far", ""), 1);
    // The parameter has the name of the fixture, so it is a use of it.
    let uses = fixture.json("find_references", r#"{"symbol": "conftest.py#cart"}"#);
    assert_eq!((&uses["total"], &uses["references"][0]["line"]), (&1.into(), &1.into()), "{uses}");
    assert_eq!(uses["references"][0]["path"], "tests/test_cart.py");
}

#[test]
fn a_parameter_has_no_fixture_where_something_else_may_give_it() {
    let files = [
        ("other.py", "import pytest\n@pytest.fixture\ndef borrowed(): ...\n"),
        (
            "conftest.py",
            "import pytest\n@pytest.fixture(name=\"db\")\ndef make_db(): ...\n@pytest.fixture\ndef size(): ...\n@pytest.fixture\ndef borrowed(): ...\n",
        ),
        ("tests/conftest.py", "from other import borrowed\n"),
        (
            "tests/test_a.py",
            "import pytest\ndef test_db(db): ...\ndef test_make(make_db): ...\n@pytest.mark.parametrize(\"size\", [1])\ndef test_size(size): ...\ndef test_borrowed(borrowed): ...\n",
        ),
        ("connection.py", "def test_connection(size): ...\n"),
    ];
    let fixture = Fixture::new(&files);
    let callers = |symbol: &str| {
        let found = fixture.json("get_callers", &format!("{{\"symbol\": \"{symbol}\"}}"));
        let names = found["callers"].as_array().unwrap().iter().map(|one| one["key"].to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(callers("conftest.py#make_db"), ["\"tests/test_a.py#test_db\""]);
    assert_eq!(callers("conftest.py#size"), [""; 0]);
    assert_eq!(callers("conftest.py#borrowed"), [""; 0]);
}

#[test]
fn clients_of_an_equal_path_are_listed_as_possible() {
    let files = [
        (
            "app.py",
            "from flask import Flask\napp = Flask(__name__)\n@app.get(\"/users/<int:id>\")\ndef user(id): ...\n",
        ),
        (
            "client.py",
            "import requests\nrequests.get(\"http://localhost/users/5?x=1\")\nrequests.post(\"http://localhost/users/5\")\n",
        ),
        (
            "test_app.py",
            "import pytest\nfrom app import app\n@pytest.fixture\ndef client(): return app.test_client()\ndef test_user(client): client.get(\"/users/7\")\n",
        ),
    ];
    let found = Fixture::new(&files).json("get_endpoints", "{}");
    assert_eq!(
        found["endpoints"][0]["clients"],
        serde_json::json!(["client.py:2", "test_app.py:5"]),
        "{found}"
    );
    assert_eq!(rows(&files, "request").len(), 3);
}

#[test]
fn a_command_calls_the_function_of_its_name() {
    let files = [
        ("requirements.txt", "click==8.1\n"),
        ("cli.py", "import click\n@click.command()\ndef hello(): ...\n"),
    ];
    let found = Fixture::new(&files).json("get_callers", r#"{"symbol": "hello"}"#);
    let callers = found["callers"].as_array().unwrap();
    assert_eq!((callers.len(), &callers[0]["kind"]), (1, &"command".into()), "{found}");
}

#[test]
fn who_sends_a_request_of_an_equal_path_possibly_calls_the_handler() {
    let files = [
        (
            "app.py",
            "from flask import Flask\napp = Flask(__name__)\n@app.get(\"/users/<int:id>\")\ndef user(id): ...\n",
        ),
        (
            "client.py",
            "import requests\ndef load():\n    return requests.get(\"http://localhost/users/5\")\n",
        ),
        ("page.py", "from client import load\ndef show(): load()\n"),
    ];
    let fixture = Fixture::new(&files);
    let found = fixture.json("get_callers", r#"{"symbol": "GET /users/<int:id>"}"#);
    let callers = found["callers"].as_array().unwrap();
    assert_eq!(callers.len(), 1, "{found}");
    assert_eq!(
        (&callers[0]["key"], &callers[0]["resolution"]),
        (&"client.py#load".into(), &"possible".into())
    );
    assert_eq!(callers[0]["sites"], serde_json::json!(["3:21"]));
    let found = fixture.json("get_impact", r#"{"target": "app.py#user", "depth": 3}"#);
    assert!(found.to_string().contains("page.py#show"), "{found}");
}

#[test]
fn commands_of_cobra_are_the_literals_of_its_type() {
    let files = [
        ("go.mod", "module shop\n\nrequire github.com/spf13/cobra v1.8.0\n"),
        (
            "main.go",
            "package main\n\nimport \"github.com/spf13/cobra\"\n\nvar serve = &cobra.Command{\n\tUse: \"serve [port]\",\n\t\
             Short: \"Serves it all\",\n\tRunE: run,\n}\n\nfunc run(cmd *cobra.Command, args []string) error { return nil }\n\n\
             type Command struct{ Use string }\n\nvar own = Command{Use: \"no\"}\n",
        ),
    ];
    assert_eq!(rows(&files, "command"), ["serve -> main.go#run"]);
}

#[test]
fn what_listens_to_an_emitter_is_called_by_its_event() {
    let files = [(
        "a.js",
        "import { EventEmitter } from \"node:events\";\nconst bus = new EventEmitter();\nfunction told(x) {}\n\
         bus.on(\"paid\", told);\nclass Own { on(name, f) {} }\nnew Own().on(\"no\", told);\n",
    )];
    assert_eq!(rows(&files, "task"), ["paid -> a.js#told"]);
}

#[test]
fn tasks_of_celery_may_be_types() {
    let files = [(
        "jobs.py",
        "import celery\nfrom celery.signals import worker_ready\n\nclass Send(celery.Task):\n    def run(self, to): pass\n\n\
         class Task: pass\nclass Other(Task):\n    def run(self): pass\n\n@worker_ready.connect\ndef up(sender): pass\n",
    )];
    assert_eq!(rows(&files, "task"), ["Send -> jobs.py#Send.run", "up -> jobs.py#up"]);
}

#[test]
fn files_answer_the_paths_that_their_own_say_where_the_package_of_the_framework_is_a_dependency() {
    let route =
        "export async function GET(request) {}\nexport const POST = async () => {};\nfunction hidden() {}\n";
    let files = |manifest: &'static str, place: &'static str, text: &'static str| {
        [("web/package.json", manifest), (place, text)]
    };
    let next = "{\"name\": \"web\", \"dependencies\": {\"next\": \"15\"}}";
    assert_eq!(
        endpoints(&files(next, "web/app/(shop)/users/[id]/route.ts", route)),
        [
            "GET /users/:id -> web/app/(shop)/users/[id]/route.ts#GET",
            "POST /users/:id -> web/app/(shop)/users/[id]/route.ts#POST"
        ]
    );
    let page = "export default function Page() {}\n";
    assert_eq!(
        endpoints(&files(next, "web/src/app/about/page.tsx", page)),
        ["GET /about -> web/src/app/about/page.tsx#Page"]
    );
    let remix = "{\"dependencies\": {\"@remix-run/node\": \"2\"}}";
    let text = "export async function loader() {}\nexport async function action() {}\nexport default function Users() {}\n";
    let found = endpoints(&files(remix, "web/app/routes/users.$id.tsx", text));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(
        found.contains(&"POST /users/:id -> web/app/routes/users.$id.tsx#action".to_owned()),
        "{found:?}"
    );
    let kit = "{\"devDependencies\": {\"@sveltejs/kit\": \"2\"}}";
    let found = endpoints(&files(kit, "web/src/routes/api/[slug]/+server.ts", route));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("GET /api/:slug -> "), "{found:?}");
    // A folder is called so everywhere.
    assert_eq!(
        endpoints(&files("{\"name\": \"web\"}", "web/app/users/route.ts", route)),
        Vec::<String>::new()
    );
    let called = Fixture::new(&files(next, "web/app/users/route.ts", route));
    assert_eq!(called.json("get_callers", r#"{"symbol": "GET"}"#)["total"], 1);
}
