//! Routers that are put below others: by functions of Go that take the beginning off, by what files of Node export, and those
//! of which nothing is seen to do that: their paths may begin with more.

use super::tests::{endpoints, rows};

#[test]
fn servers_of_go_hold_other_ones_below_what_is_taken_off() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport \"net/http\"\n\nfunc h(w http.ResponseWriter, r *http.Request) {}\n\nfunc api() *http.ServeMux {\n\tmux := http.NewServeMux()\n\tmux.HandleFunc(\"GET /users/{id}\", h)\n\treturn mux\n}\n\nfunc main() {\n\tmux := http.NewServeMux()\n\tinner := http.NewServeMux()\n\tinner.Handle(\"/in\", http.HandlerFunc(h))\n\tmux.Handle(\"/api/\", http.StripPrefix(\"/api\", api()))\n\tmux.Handle(\"/v2/\", http.StripPrefix(\"/v2\", inner))\n\tmux.Handle(\"POST /own\", http.HandlerFunc(h))\n\thttp.HandleFunc(\"/plain\", h)\n}\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "ANY /plain -> main.go#h",
            "ANY /v2/in -> main.go#h",
            "GET /api/users/{id} -> main.go#h",
            "POST /own -> main.go#h",
        ]
    );
}

#[test]
fn groups_of_echo_and_chi_have_their_beginnings() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "e.go",
            "package main\n\nimport \"github.com/labstack/echo/v4\"\n\nfunc h(c echo.Context) error { return nil }\n\nfunc users(g *echo.Group) {\n\tg.GET(\"/:id\", h)\n}\n\nfunc lost(g *echo.Group) {\n\tg.GET(\"/lost\", h)\n}\n\nfunc start() {\n\te := echo.New()\n\tapi := e.Group(\"/api\", nil)\n\tv1 := api.Group(\"/v1\")\n\tv1.POST(\"/x\", h, nil)\n\tusers(v1.Group(\"/users\"))\n}\n",
        ),
        (
            "c.go",
            "package main\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/go-chi/chi/v5\"\n)\n\nfunc one(w http.ResponseWriter, r *http.Request) {}\n\nfunc admin() http.Handler {\n\tr := chi.NewRouter()\n\tr.Get(\"/a\", one)\n\treturn r\n}\n\nfunc serve() {\n\tr := chi.NewRouter()\n\tr.Route(\"/articles\", func(r chi.Router) {\n\t\tr.With(nil).Get(\"/\", one)\n\t\tr.Route(\"/{id}\", func(r chi.Router) {\n\t\t\tr.Put(\"/\", one)\n\t\t})\n\t})\n\tr.Mount(\"/admin\", admin())\n}\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /admin/a -> c.go#one",
            "GET /api/v1/users/:id -> e.go#h",
            "GET /articles/ -> c.go#one",
            "GET /lost -> e.go#h ~ ?",
            "POST /api/v1/x -> e.go#h",
            "PUT /articles/{id}/ -> c.go#one",
        ]
    );
}

#[test]
fn files_of_node_hand_on_applications_and_routers() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"express\": \"4\"}}"),
        ("app.js", "const express = require('express');\nconst app = express();\nmodule.exports = app;\n"),
        ("index.js", "module.exports = require('./app');\n"),
        (
            "all.js",
            "const express = require('express');\nmodule.exports = { app: express(), users: require('./users') };\nexports.late = express.Router();\n",
        ),
        (
            "users.js",
            "const router = require('express').Router();\nfunction list(req, res) {}\nrouter.get('/:id', list);\nmodule.exports = router;\n",
        ),
        (
            "lost.js",
            "const express = require('express');\nconst router = express.Router();\nfunction one(req, res) {}\nrouter.get('/lost', one);\nrouter.route('/chain').post(one);\nmodule.exports = router;\n",
        ),
        (
            "server.js",
            "const app = require('./index');\nconst { app: other } = require('./all');\nconst all = require('./all');\nfunction h(req, res) {}\napp.get('/direct', h);\napp.use('/users', require('./users'));\napp.get('/a', h).get('/b', h);\nother.get('/other', h);\nall.app.use('/again', all.users);\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /a -> server.js#h",
            "GET /again/:id -> users.js#list",
            "GET /b -> server.js#h",
            "GET /direct -> server.js#h",
            "GET /lost -> lost.js#one ~ ?",
            "GET /other -> server.js#h",
            "GET /users/:id -> users.js#list",
            "POST /chain -> lost.js#one ~ ?",
        ]
    );
}

#[test]
fn models_of_django_are_tables_and_its_commands_are_those_of_their_files() {
    let files = [
        (
            "shop/models.py",
            "from django.db import models\nclass Base(models.Model):\n    class Meta:\n        abstract = True\nclass Order(Base):\n    class Meta:\n        db_table = \"orders\"\nclass LineItem(models.Model):\n    pass\nclass Other(Base):\n    class Meta:\n        app_label = \"stock\"\nclass Proxy(Order):\n    class Meta:\n        proxy = True\n",
        ),
        (
            "shop/management/commands/load_all.py",
            "from django.core.management.base import BaseCommand\nclass Command(BaseCommand):\n    def handle(self, *args, **options): pass\nclass Other(BaseCommand):\n    def handle(self): pass\n",
        ),
        (
            "shop/management/commands/_base.py",
            "from django.core.management.base import BaseCommand\nclass Command(BaseCommand): pass\n",
        ),
    ];
    assert_eq!(
        rows(&files, "table"),
        [
            "orders -> shop/models.py#Order",
            "shop_lineitem -> shop/models.py#LineItem ~",
            "stock_other -> shop/models.py#Other ~"
        ]
    );
    assert_eq!(rows(&files, "command"), ["load_all -> shop/management/commands/load_all.py#Command.handle"]);
}

#[test]
fn a_name_of_a_module_and_of_a_function_perhaps_names_the_function() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\naxum = \"0.7\"\n"),
        (
            "src/main.rs",
            "mod routes;\nuse axum::{routing::get, Router};\nfn app() -> Router { Router::new().route(\"/health\", get(routes::health)) }\n",
        ),
        ("src/routes.rs", "pub mod health;\npub use health::health;\n"),
        ("src/routes/health.rs", "pub fn health() {}\n"),
    ];
    assert_eq!(endpoints(&files), ["GET /health -> src/routes/health.rs#health ~"]);
}

#[test]
fn resources_of_flask_restful_answer_by_their_members_below_the_blueprint() {
    let files = [
        (
            "app.py",
            "from flask import Flask\nfrom api import bp\n\napp = Flask(__name__)\napp.register_blueprint(bp, url_prefix=\"/v1\")\n",
        ),
        (
            "api.py",
            "from flask import Blueprint\nfrom flask_restful import Api, Resource\nfrom other import Plain\n\nbp = Blueprint(\"api\", __name__)\nrest = Api(bp)\n\nclass Item(Resource):\n    def get(self, id): pass\n    def delete(self, id): pass\n\nclass Items(Resource):\n    def post(self): pass\n\nrest.add_resource(Item, \"/items/<int:id>\", \"/item/<int:id>\")\nrest.add_resource(Items, \"/items\")\n",
        ),
        (
            "own.py",
            "from flask import Flask\nfrom flask_restful import Api, Resource\n\napp = Flask(__name__)\napi = Api(app, prefix=\"/own\")\n\nclass One(Resource):\n    def get(self): pass\n\napi.add_resource(One, \"/one\")\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "DELETE /v1/item/<int:id> -> api.py#Item.delete",
            "DELETE /v1/items/<int:id> -> api.py#Item.delete",
            "GET /own/one -> own.py#One.get",
            "GET /v1/item/<int:id> -> api.py#Item.get",
            "GET /v1/items/<int:id> -> api.py#Item.get",
            "POST /v1/items -> api.py#Items.post",
        ]
    );
}
