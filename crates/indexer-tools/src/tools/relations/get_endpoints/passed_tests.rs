//! Routers that functions are given which say no type of it, functions that hand on what they are given, and functions that are
//! given several routers.

use super::tests::endpoints;

#[test]
fn a_parameter_without_a_type_is_the_router_that_calls_give_to_it() {
    let files = [
        (
            "app.py",
            "from flask import Flask\nimport handlers\n\ndef create_app():\n    app = Flask(__name__)\n    handlers.init_app(app)\n    return app\n",
        ),
        (
            "handlers.py",
            "from views import bp\n\ndef init_app(app):\n    app.register_blueprint(bp, url_prefix=\"/api\")\n    @app.route(\"/own\")\n    def own(): pass\n\ndef unknown(thing):\n    @thing.route(\"/not\")\n    def no(): pass\n",
        ),
        (
            "views.py",
            "from flask import Blueprint\nbp = Blueprint(\"r\", __name__)\n@bp.route(\"/ping\")\ndef ping(): pass\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        ["GET /own -> handlers.py#init_app.own", "GET /api/ping -> views.py#ping",]
    );
}

#[test]
fn so_is_one_of_javascript() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"express\": \"4\"}}"),
        (
            "a.ts",
            "import express from \"express\";\nimport { routes } from \"./routes\";\nconst app = express();\nconst api = express.Router();\napp.use(`/api`, api);\nroutes(api);\nexport class Server {\n  app: express.Application;\n  start() { this.app.get(\"/typed\", list); }\n}\nfunction list() {}\n",
        ),
        (
            "routes.ts",
            "function show() {}\nexport function routes(r) { r.get(\"/show\", show); r.get(`/own`, show.bind(null)); }\nexport function other(map) { return map.get(\"/no\", show); }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        ["GET /typed -> a.ts#list", "GET /api/show -> routes.ts#show", "GET /api/own -> routes.ts#show",]
    );
}

#[test]
fn a_function_that_hands_on_path_and_handler_declares_with_each_call() {
    let files = [(
        "a.py",
        "from flask import Flask, Blueprint\nfrom flask.views import MethodView\n\ndef register_view(on, routes, view_func, **kwargs):\n    for route in routes:\n        on.add_url_rule(route, view_func=view_func, **kwargs)\n\nclass Login(MethodView):\n    def get(self): pass\n    def post(self): pass\n\nauth = Blueprint(\"auth\", __name__, url_prefix=\"/auth\")\nregister_view(auth, routes=[\"/login\", \"/signin\"], view_func=Login.as_view(\"login\"))\nheld = Login.as_view(\"held\")\nauth.add_url_rule(\"/held\", view_func=held)\napp = Flask(__name__)\napp.register_blueprint(auth)\n",
    )];
    assert_eq!(
        endpoints(&files),
        [
            "GET /auth/? ->  ~ ?",
            "GET /auth/login -> a.py#Login.get",
            "POST /auth/login -> a.py#Login.post",
            "GET /auth/signin -> a.py#Login.get",
            "POST /auth/signin -> a.py#Login.post",
            "GET /auth/held -> a.py#Login.get",
            "POST /auth/held -> a.py#Login.post",
        ]
    );
}

#[test]
fn so_does_a_member_of_a_type_that_extends_one_of_the_framework() {
    let files = [(
        "a.py",
        "from flask_restful import Api, Resource\n\ndef org(rule): return rule\n\nclass Own(Api):\n    def add_changed(self, resource, *urls):\n        urls = [org(url) for url in urls]\n        return self.add_resource(resource, *urls)\n    def add_plain(self, resource, *urls):\n        return self.add_resource(resource, *urls)\n\napi = Own()\n\nclass Alert(Resource):\n    def get(self): pass\n\napi.add_changed(Alert, \"/changed\")\napi.add_plain(Alert, \"/a\", \"/b\")\n\n@api.resource(\"/c\", \"/d\")\nclass Other(Resource):\n    def put(self): pass\n\napi.add_resource(Alert, \"/1\", \"/2\", \"/3\", \"/4\")\n",
    )];
    assert_eq!(
        endpoints(&files),
        [
            "/? ->  ~ ?",
            "/? ->  ~ ?",
            "GET /changed -> a.py#Alert.get ~ ?",
            "GET /a -> a.py#Alert.get",
            "GET /b -> a.py#Alert.get",
            "PUT /c -> a.py#Other.put",
            "PUT /d -> a.py#Other.put",
            "GET /1 -> a.py#Alert.get",
            "GET /2 -> a.py#Alert.get",
            "GET /3 -> a.py#Alert.get",
            "GET /4 -> a.py#Alert.get",
        ]
    );
}

#[test]
fn each_of_several_routers_that_a_function_is_given_is_itself() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        (
            "main.go",
            "package main\n\nimport \"github.com/labstack/echo/v4\"\n\nfunc h(c echo.Context) error { return nil }\n\nfunc register(e *echo.Echo, a *echo.Group, n int) {\n\te.GET(\"/root\", h)\n\ta.GET(\"/docs\", h)\n\tv := a.Group(\"/v\")\n\tv.GET(\"/deep\", h)\n\tmore(a)\n}\n\nfunc more(g *echo.Group) { g.GET(\"/more\", h) }\n\nfunc lost(g *echo.Group) { deeper(g) }\n\nfunc deeper(g *echo.Group) { g.GET(\"/lost\", h) }\n\nfunc main() {\n\te := echo.New()\n\tregister(e, e.Group(\"/api/v2\"), 1)\n}\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /api/v2/docs -> main.go#h",
            "GET /api/v2/more -> main.go#h",
            "GET /api/v2/v/deep -> main.go#h",
            "GET /lost -> main.go#h ~ ?",
            "GET /root -> main.go#h",
        ]
    );
}
