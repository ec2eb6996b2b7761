//! What is declared once for each item of a list, and what stands for parts of paths.

use super::tests::{endpoints, rows};

#[test]
fn routers_that_a_loop_mounts_have_the_path_of_their_item() {
    let router = "const express = require('express');\nconst router = express.Router();\nrouter.get('/list', list);\nfunction list() {}\nmodule.exports = router;\n";
    let files = [
        ("users.js", router),
        ("docs.js", router),
        ("notes.js", router),
        (
            "index.js",
            "const express = require('express');\nconst users = require('./users');\nconst docs = require('./docs');\nconst notes = require('./notes');\nconst router = express.Router();\nconst always = [{ path: '/users', route: users }, { path: '/more', route: users }];\nconst others = [{ path: '/docs', route: docs }];\nalways.forEach((one) => {\n  router.use(one.path, one.route);\n});\nfor (const { path, route } of others) router.use(path, route);\nfor (const one of read()) router.use(one.path, notes);\nmodule.exports = router;\n",
        ),
        (
            "app.js",
            "const express = require('express');\nconst app = express();\nconst save = () => {};\napp.use('/v1', require('./index'));\n[{ path: '/a', run: save }].map((one) => app.post(one.path, one.run));\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /v1/?/list -> notes.js#list ?",
            "GET /v1/docs/list -> docs.js#list",
            "GET /v1/more/list -> users.js#list",
            "GET /v1/users/list -> users.js#list",
            "POST /a -> app.js#save",
        ]
    );
}

#[test]
fn routes_of_koa_are_given_to_the_application() {
    let text = "const route = require('koa-route');\nconst pets = { list: (ctx) => {} };\napp.use(route.get('/pets', pets.list));\napp.use(route.del('/pets/:name', pets.list));\n";
    assert_eq!(
        endpoints(&[("app.js", text)]),
        ["GET /pets -> app.js#pets.list", "DELETE /pets/:name -> app.js#pets.list"]
    );
}

#[test]
fn lists_of_methods_of_go_are_read() {
    let text = "package a\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/gin-gonic/gin\"\n\t\"github.com/labstack/echo/v4\"\n)\n\nfunc h(c *gin.Context) {}\nfunc e(c echo.Context) error { return nil }\nfunc f(given []string) {\n\tg := gin.New()\n\tg.Match([]string{\"GET\", \"HEAD\"}, \"/g\", h)\n\tx := echo.New()\n\tx.Match([]string{echo.PUT, http.MethodPost}, \"/e\", e)\n\tx.Match(given, \"/any\", e)\n}\n";
    assert_eq!(
        endpoints(&[("go.mod", "module x\n"), ("a.go", text)]),
        [
            "GET /g -> a.go#h",
            "HEAD /g -> a.go#h",
            "PUT /e -> a.go#e",
            "POST /e -> a.go#e",
            "ANY /any -> a.go#e ~",
        ]
    );
}

#[test]
fn decorators_of_asp_net_stand_for_areas_and_actions() {
    let text = "using Microsoft.AspNetCore.Mvc;\n[Area(\"Admin\")]\n[Route(\"[area]/[controller]/[action]\")]\npublic class ThingsController : Controller {\n  [HttpGet] public string Index() => \"\";\n  [HttpGet][ActionName(\"Other\")] public string Named() => \"\";\n}\n[Area(\"Shop\")]\npublic class CartController : Controller {\n  [HttpPost, ActionName(\"Show\")] public string ShowPost() => \"\";\n}\npublic class PlainController : Controller {\n  [HttpGet] public string Show() => \"\";\n}\n";
    assert_eq!(
        endpoints(&[("C.cs", text)]),
        [
            "GET /admin/things/index -> C.cs#ThingsController.Index ~",
            "GET /admin/things/other -> C.cs#ThingsController.Named ~",
            "POST /shop/cart/show -> C.cs#CartController.ShowPost ~",
            "GET /plain/show -> C.cs#PlainController.Show ~",
        ]
    );
}

#[test]
fn what_a_group_of_laravel_says_stands_behind_the_folder_of_its_file() {
    let text = "<?php\nuse App\\Things;\nuse Illuminate\\Support\\Facades\\Route;\nRoute::group(['prefix' => 'v1'], function () {\n  Route::get('/list', [Things::class, 'list']);\n  Route::resource('things', Things::class, ['names' => ['list' => 'x'], 'except' => ['create', 'edit', 'update'], 'only' => ['create', 'show', 'store']]);\n  Route::resource('parts', Things::class, ['only' => ['show'], 'parameters' => ['part' => 'part_id']]);\n});\n";
    let mut found = endpoints(&[
        ("routes/api.php", text),
        (
            "app/Things.php",
            "<?php\nnamespace App;\nclass Things { function list() {} function show() {} function store() {} }\n",
        ),
    ]);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /api/v1/list -> app/Things.php#Things.list ~",
            "GET /api/v1/parts/{part} -> app/Things.php#Things.show ~ ?",
            "GET /api/v1/things/{thing} -> app/Things.php#Things.show ~",
            "POST /api/v1/things -> app/Things.php#Things.store ~",
        ]
    );
}

#[test]
fn settings_are_read_of_each_runtime_of_javascript_and_of_php() {
    let files = [
        (
            "a.ts",
            "import { env } from 'node:process';\nimport * as p from 'process';\nenv.ONE;\np.env.TWO;\nconst { THREE } = env;\nDeno.env.get('FOUR');\nBun.env.FIVE;\n",
        ),
        ("b.php", "<?php\nfunction f() { return $_ENV['SIX'] ?? $_SERVER['HTTP_HOST'] ?? $own['SEVEN']; }\n"),
    ];
    let mut found = rows(&files, "setting");
    found.sort();
    assert_eq!(found, ["FIVE -> ", "FOUR -> ", "ONE -> ", "SIX -> ", "THREE -> ", "TWO -> "]);
}
