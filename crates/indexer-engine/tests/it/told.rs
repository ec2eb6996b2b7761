//! What a file says to rules about frameworks and no name of it leads to: who reads it is told when it changes.

use crate::equality::{difference, workspace};
use indexer_testkit::Files;

/// Each edit (path, text before, text after) changes the view, and there and back it equals one built from nothing.
#[track_caller]
fn assert_told(files: &[(&str, &str)], edits: &[(&str, &str, &str)]) {
    let text = |text: &str| text.as_bytes().to_vec();
    let files: Files = files.iter().map(|(path, of)| ((*path).to_owned(), text(of))).collect();
    let fresh = |files: &Files| workspace(files).refresh().unwrap().view.dump();
    let before = fresh(&files);
    for (path, old, new) in edits {
        let mut edited = files.clone();
        let whole = String::from_utf8(files[*path].clone()).unwrap();
        assert!(whole.contains(old), "{path} has no {old}");
        edited.insert((*path).to_owned(), text(&whole.replacen(old, new, 1)));
        let incremental = workspace(&files);
        incremental.refresh().unwrap();
        for (now, wanted) in [(&edited, fresh(&edited)), (&files, before.clone())] {
            incremental.edit(path, now.get(*path).cloned());
            let found = incremental.refresh().unwrap().view.dump();
            assert!(found == wanted, "{old} -> {new}:\n{}", difference(&found, &wanted));
        }
        assert_ne!(fresh(&edited), before, "{path}: {old} -> {new}");
    }
}

#[test]
fn what_describes_a_service_is_told() {
    let described = "package pb\n\nimport \"google.golang.org/grpc\"\n\n\
        type GreeterServer interface {\n\tHello(string) string\n\tkeep()\n}\n\n\
        func RegisterGreeterServer(s grpc.ServiceRegistrar, srv GreeterServer) {\n}\n\n\
        var Greeter_ServiceDesc = grpc.ServiceDesc{\n\tServiceName: \"hello.Greeter\",\n}\n";
    let main = "package main\n\nimport \"example.com/m/pb\"\n\ntype greeter struct{}\n\n\
        func (g *greeter) Hello(name string) string { return name }\n\
        func (g *greeter) Bye(name string) string { return name }\n\n\
        func main() {\n\tpb.RegisterGreeterServer(nil, &greeter{})\n}\n";
    let files = [("go.mod", "module example.com/m\n"), ("main.go", main), ("pb/h.pb.go", described)];
    let path = "pb/h.pb.go";
    let edits = [
        (path, "\tkeep()", "\tkeep()\n\tBye(string) string"),
        (path, "hello.Greeter", "hi.Greeter"),
        (path, "Greeter_ServiceDesc", "Greeter_Other"),
        (path, "type GreeterServer", "type Other"),
    ];
    assert_told(&files, &edits);
}

#[test]
fn what_types_say_of_themselves_and_how_they_are_written_is_told() {
    let files = [
        ("Gemfile", "gem \"rails\"\n"),
        ("app/models/base.rb", "class Base < ActiveRecord::Base\n  self.abstract_class = true\nend\n"),
        ("app/models/user.rb", "class User < Base\nend\n"),
        (
            "app/controllers/oauth_tokens_controller.rb",
            "class OauthTokensController\n  def index\n  end\nend\n",
        ),
        (
            "config/routes.rb",
            "Rails.application.routes.draw do\n  resources :oauth_tokens, only: [:index]\nend\n",
        ),
    ];
    let controller = "app/controllers/oauth_tokens_controller.rb";
    let edits = [
        ("app/models/base.rb", "  self.abstract_class = true\n", ""),
        (controller, "OauthTokensController", "OAuthTokensController"),
        (controller, "OauthTokensController", "TokensController"),
    ];
    assert_told(&files, &edits);
}

#[test]
fn texts_of_objects_and_what_manifests_depend_on_are_told() {
    let app = "import fastify from 'fastify';\n\nfunction plugin() {}\n\n\
        export const api = fastify().register(plugin, { prefix: '/v1' });\n";
    let files = [
        ("package.json", "{\"dependencies\": {\"fastify\": \"5\"}}"),
        ("app.ts", app),
        ("b.ts", "import { api } from './app';\n\nexport function list() {}\n\napi.get('/x', list);\n"),
        ("pages/about.tsx", "export default function About() {}\n"),
    ];
    let edits =
        [("app.ts", "'/v1'", "'/v2'"), ("package.json", "\"fastify\"", "\"next\": \"15\", \"fastify\"")];
    assert_told(&files, &edits);
}

#[test]
fn what_types_and_bindings_say_of_what_is_injected_is_told() {
    let cart = "package shop;\nimport org.springframework.stereotype.Service;\n@Service\nclass Cart {\n    Cart(Stock stock) {}\n}\n";
    let module = "package shop;\nimport com.google.inject.AbstractModule;\n\
        class Shop extends Base {\n    void configure() {\n        bind(Stock.class).to(Shelf.class);\n    }\n}\n";
    let files = [
        ("shop/Stock.java", "package shop;\ninterface Stock {}\n"),
        ("shop/Shelf.java", "package shop;\nclass Shelf implements Stock {}\n"),
        (
            "shop/Base.java",
            "package shop;\nimport com.google.inject.AbstractModule;\nclass Base extends AbstractModule {}\n",
        ),
        ("shop/Cart.java", cart),
        ("shop/Shop.java", module),
    ];
    let edits = [
        ("shop/Stock.java", "interface Stock {}", "class Outer { interface Stock {} }"),
        ("shop/Shelf.java", "class Shelf", "class Other"),
        ("shop/Base.java", " extends AbstractModule", ""),
        ("shop/Cart.java", "@Service\n", ""),
        ("shop/Cart.java", "Stock stock", "Shelf shelf"),
    ];
    assert_told(&files, &edits);
}

#[test]
fn what_functions_hand_on_and_what_calls_give_them_is_told() {
    let files = [
        ("help.py", "def add(on, path, view):\n    on.add_url_rule(path, view_func=view)\n"),
        (
            "users.py",
            "from flask import Blueprint\nfrom help import add\nusers = Blueprint(\"u\", __name__)\ndef show(): pass\nadd(users, \"/show\", show)\n",
        ),
        ("hand.py", "from users import users\ndef init(app):\n    app.register_blueprint(users)\n"),
        ("app.py", "from flask import Flask\nimport hand\napp = Flask(__name__)\nhand.init(app)\n"),
        ("package.json", "{\"dependencies\": {\"express\": \"4\"}}"),
        (
            "app.js",
            "const express = require(\"express\");\nconst { routes } = require(\"./routes\");\nconst app = express();\nroutes(app);\n",
        ),
        (
            "routes.js",
            "function show() {}\nfunction routes(r) { r.get(\"/show\", show); }\nmodule.exports = { routes };\n",
        ),
        (
            "Cargo.toml",
            "[package]\nname = \"k\"\n[dependencies]\naxum = \"0.8\"\nutoipa = \"5\"\nutoipa-axum = \"0.2\"\n",
        ),
        (
            "src/main.rs",
            "use utoipa_axum::{router::OpenApiRouter, routes};\nmod users;\nfn app() { let r = OpenApiRouter::new().routes(routes!(users::one)); }\n",
        ),
        ("src/users.rs", "#[utoipa::path(get, path = \"/one\")]\npub async fn one() {}\n"),
        (
            "main.py",
            "from fastapi import FastAPI\nimport api\nprefix = \"/v1\"\napp = FastAPI()\napp.include_router(api.router, prefix=prefix)\n",
        ),
        (
            "api.py",
            "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get(\"/x\")\ndef x(): pass\n",
        ),
        ("set.py", "import main\ndef later(given): given(prefix=1)\n"),
    ];
    let edits = [
        ("help.py", "on.add_url_rule(path, view_func=view)", "on.other(path, view_func=view)"),
        ("help.py", "    on.add", "    path = \"/x\" + path\n    on.add"),
        ("help.py", "(path, view_func=view)", "(view, view_func=path)"),
        ("app.py", "hand.init(app)", "hand.init(1)"),
        ("app.js", "routes(app)", "routes(1)"),
        ("src/users.rs", "get, path = \"/one\"", "put, path = \"/two\""),
        ("set.py", "given(prefix=1)", "main.prefix = 1"),
    ];
    assert_told(&files, &edits);
}
