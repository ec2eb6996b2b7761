//! What begins paths: constants, lists of texts, groups, and routers that nothing but their place names. A beginning that is
//! not known is `?`, never left out.

use super::tests::{endpoints, rows};

#[test]
fn nestjs_reads_options_and_lists_and_puts_all_below_a_prefix_of_the_program() {
    let files = [
        ("package.json", "{\"name\": \"shop\", \"dependencies\": {\"@nestjs/common\": \"1\"}}"),
        (
            "src/main.ts",
            "import { NestFactory } from '@nestjs/core';\nimport { Cats } from './cats';\nasync function start() {\n  const app = await NestFactory.create(Cats);\n  app.setGlobalPrefix('api');\n}\n",
        ),
        (
            "src/cats.ts",
            "import { Controller, Get, Sse } from '@nestjs/common';\n@Controller({ path: 'cats', version: '1' })\nexport class Cats {\n  @Get(['x', 'y'])\n  @Doc({ type: Cats })\n  two() {}\n  @Sse('stream')\n  stream() {}\n  @Get('/')\n  all() {}\n}\n@Controller(['a', 'b'])\nexport class Several {\n  @Get() one() {}\n}\n@Controller({ version: '2' })\nexport class Bare {\n  @Get('bare') one() {}\n}\n@Controller(WHERE)\nexport class Unknown {\n  @Get('u') one() {}\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /api/cats/x -> src/cats.ts#Cats.two",
            "GET /api/cats/y -> src/cats.ts#Cats.two",
            "GET /api/cats/stream -> src/cats.ts#Cats.stream",
            "GET /api/cats -> src/cats.ts#Cats.all",
            "GET /api/a -> src/cats.ts#Several.one",
            "GET /api/b -> src/cats.ts#Several.one",
            "GET /api/bare -> src/cats.ts#Bare.one",
            "GET /api/?/u -> src/cats.ts#Unknown.one ?",
        ]
    );
}

#[test]
fn groups_of_laravel_stand_around_what_their_functions_declare() {
    let files = [
        (
            "app/Http/Controllers/Users.php",
            "<?php\nnamespace App\\Http\\Controllers;\nclass Users {\n  public function index() {}\n  public function show($id) {}\n  public function __invoke() {}\n}\n",
        ),
        (
            "routes/web.php",
            "<?php\nuse App\\Http\\Controllers\\Users;\nuse Illuminate\\Support\\Facades\\Route;\nRoute::prefix('a')->middleware('auth')->group(function () {\n  Route::get('/x', [Users::class, 'index']);\n  Route::group(['prefix' => 'in', 'as' => 'n'], function () {\n    Route::match(['get', 'post'], '/y', [Users::class, 'show']);\n  });\n});\nRoute::controller(Users::class)->prefix('users')->group(function () {\n  Route::get('/', 'index');\n});\nRoute::resource('photos.items', Users::class)->only(['index', 'show']);\nRoute::get('/one', Users::class);\nRoute::prefix($where)->group(function () {\n  Route::get('/z', 'Users@index');\n});\n",
        ),
        (
            "routes/api.php",
            "<?php\nuse App\\Http\\Controllers\\Users;\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('/me', [Users::class, 'index']);\n",
        ),
    ];
    let users = "app/Http/Controllers/Users.php#Users";
    assert_eq!(
        endpoints(&files),
        [
            format!("GET /api/me -> {users}.index ~"),
            format!("GET /a/x -> {users}.index"),
            format!("GET /a/in/y -> {users}.show"),
            format!("POST /a/in/y -> {users}.show"),
            format!("GET /users -> {users}.index"),
            format!("GET /photos/{{photo}}/items -> {users}.index"),
            format!("GET /photos/{{photo}}/items/{{item}} -> {users}.show"),
            format!("GET /one -> {users}.__invoke"),
            format!("GET /?/z -> {users}.index ~ ?"),
        ]
    );
}

#[test]
fn functions_of_rocket_answer_where_a_list_that_names_them_is_mounted() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\nrocket = \"0.5\"\n"),
        (
            "src/main.rs",
            "#[macro_use] extern crate rocket;\nmod users;\n#[get(\"/list\")]\nfn list() {}\n#[get(\"/\")]\nfn home() {}\n#[get(\"/lost\")]\nfn lost() {}\n#[launch]\nfn start() -> _ {\n    rocket::build().mount(\"/todo\", routes![list, home]).mount([base(), \"/u\"].concat(), users::routes())\n}\n",
        ),
        (
            "src/users.rs",
            "use rocket::Route;\nmod inner { use rocket::Route;\n#[get(\"/deep\")]\nfn deep() {}\npub fn routes() -> Vec<Route> { routes![deep] } }\n#[get(\"/<id>\")]\nfn show(id: u32) {}\npub fn routes() -> Vec<Route> {\n    let mut all = routes![show];\n    all.append(&mut inner::routes());\n    all\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /todo/list -> src/main.rs#list",
            "GET /todo -> src/main.rs#home",
            "GET /lost -> src/main.rs#lost ~ ?",
            "GET /?/u/deep -> src/users.rs#inner.deep ?",
            "GET /?/u/<id> -> src/users.rs#show ?",
        ]
    );
}

#[test]
fn scopes_of_actix_hold_functions_and_what_functions_configure() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\nactix-web = \"4\"\n"),
        (
            "src/main.rs",
            "use actix_web::{get, web, App, HttpServer};\n#[get(\"/show\")]\nasync fn show() {}\n#[actix_web::route(\"/multi\", method = \"GET\", method = \"POST\")]\nasync fn multi() {}\n#[get(\"/lost\")]\nasync fn lost() {}\nasync fn index() {}\nfn config(cfg: &mut web::ServiceConfig) {\n    cfg.service(web::resource(\"/r\").route(web::get().to(index)));\n    cfg.route(\"/plain\", web::get().to(index));\n}\nasync fn main() {\n    HttpServer::new(|| App::new()\n        .service(web::scope(\"/app\").service(show).service(web::scope(\"/in\").service(multi).route(\"/x\", web::get().to(index))))\n        .service(web::scope(\"/api\").configure(config))\n        .service(web::resource(\"/to\").to(index)))\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /app/show -> src/main.rs#show",
            "GET /app/in/multi -> src/main.rs#multi",
            "POST /app/in/multi -> src/main.rs#multi",
            "GET /lost -> src/main.rs#lost ~ ?",
            "GET /api/r -> src/main.rs#index",
            "GET /api/plain -> src/main.rs#index",
            "GET /app/in/x -> src/main.rs#index",
            "ANY /to -> src/main.rs#index",
        ]
    );
}

#[test]
fn axum_nests_what_a_variable_holds_and_what_is_written_there() {
    let files = [
        ("Cargo.toml", "[package]\nname = \"k\"\n[dependencies]\naxum = \"0.7\"\n"),
        (
            "src/main.rs",
            "use axum::{routing::get, Router};\nconst P: &str = \"/const\";\nasync fn a() {}\nfn main() {\n    let local = Router::new().route(\"/local\", get(a)).route(\"/\", get(a));\n    let app = Router::new()\n        .route(P, get(a))\n        .nest(\"/one\", local)\n        .nest(\"/two\", Router::new().nest(\"/in\", Router::new().route(\"/line\", get(a))));\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /one/local -> src/main.rs#a",
            "GET /one -> src/main.rs#a",
            "GET /const -> src/main.rs#a",
            "GET /two/in/line -> src/main.rs#a",
        ]
    );
}

const SPRING: &[(&str, &str)] = &[
    (
        "a/Paths.java",
        "package a;\npublic interface Paths { String ROOT = \"/root\"; String MADE = ROOT + \"/made\"; }\n",
    ),
    (
        "a/A.java",
        "package a;\nimport org.springframework.web.bind.annotation.GetMapping;\nimport org.springframework.web.bind.annotation.PutMapping;\nimport org.springframework.web.bind.annotation.RequestMapping;\nimport org.springframework.web.bind.annotation.RequestMethod;\n@RequestMapping(\"/u\")\nclass A {\n  static final String P = \"/p\";\n  @GetMapping(P) String a() { return \"\"; }\n  @GetMapping(P + \"/x\") String b() { return \"\"; }\n  @GetMapping(Paths.ROOT + \"/y\" + P) String c() { return \"\"; }\n  @GetMapping(Other.WHERE + \"/z\") String d() { return \"\"; }\n  @PutMapping(Paths.MADE) String e() { return \"\"; }\n  @RequestMapping(method = RequestMethod.POST) String f() { return \"\"; }\n  @GetMapping({\"/g\", \"/h\"}) String g() { return \"\"; }\n}\n@RequestMapping(Other.WHERE)\nclass B {\n  @GetMapping(\"/b\") String a() { return \"\"; }\n}\n",
    ),
    (
        "a/Client.java",
        "package a;\nimport org.springframework.cloud.openfeign.FeignClient;\nimport org.springframework.web.bind.annotation.GetMapping;\n@FeignClient(name = \"users\", path = \"/u\")\ninterface Client {\n  @GetMapping(\"/p\") String a();\n}\n",
    ),
];

#[test]
fn constants_of_java_are_what_they_hold_and_a_client_asks() {
    assert_eq!(
        endpoints(SPRING),
        [
            "GET /u/p -> a/A.java#A.a",
            "GET /u/p/x -> a/A.java#A.b",
            "GET /u/root/y/p -> a/A.java#A.c",
            "GET /u/?/z -> a/A.java#A.d ?",
            "PUT /u/? -> a/A.java#A.e ?",
            "POST /u -> a/A.java#A.f",
            "GET /u/g -> a/A.java#A.g",
            "GET /u/h -> a/A.java#A.g",
            "GET /?/b -> a/A.java#B.a ?",
        ]
    );
    assert_eq!(rows(SPRING, "request"), ["GET /u/p -> "]);
}

#[test]
fn resources_of_jax_rs_stand_below_their_application_and_what_leads_to_them() {
    let files = [
        ("pom.xml", "<project><groupId>g</groupId><artifactId>a</artifactId></project>"),
        (
            "a/Res.java",
            "package a;\nimport jakarta.ws.rs.ApplicationPath;\nimport jakarta.ws.rs.GET;\nimport jakarta.ws.rs.Path;\nimport jakarta.ws.rs.core.Application;\n@Path(\"/books\")\nclass Res {\n  @GET String all() { return \"\"; }\n  @Path(\"/sub\") Sub sub() { return new Sub(); }\n}\nclass Sub { @GET @Path(\"/deep\") String deep() { return \"\"; } }\nclass Lost { @GET @Path(\"/lost\") String lost() { return \"\"; } }\n@ApplicationPath(\"/rest\")\nclass App extends Application { }\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /rest/books -> a/Res.java#Res.all",
            "GET /rest/books/sub/deep -> a/Res.java#Sub.deep",
            "GET /lost -> a/Res.java#Lost.lost ~ ?",
        ]
    );
}

#[test]
fn lists_of_python_are_mounted_where_they_are_written() {
    let files = [
        (
            "star.py",
            "from starlette.routing import Mount, Route, Router\ndef h(request): ...\nroutes = [\n    Mount(\"/n\", routes=[Route(\"/x\", h), Mount(\"/d\", routes=[Route(\"/y\", h)])]),\n    Mount(\"/app\", app=Router([Route(\"/z\", h)])),\n]\n",
        ),
        (
            "site1/urls.py",
            "from django.urls import include, path\nfrom .views import index\nextra = [path(\"e/\", index)]\nurlpatterns = [path(\"in/\", include([path(\"a/\", index)])), path(\"ex/\", include(extra)), path(\"b/\", index)]\n",
        ),
        ("site1/views.py", "def index(request): ...\n"),
        (
            "fl.py",
            "from flask import Blueprint, Flask\napp = Flask(__name__)\nbp = Blueprint(\"bp\", __name__, url_prefix=\"/bp\")\nchild = Blueprint(\"child\", __name__, url_prefix=\"/child\")\n@child.put(\"/c\")\ndef c(): ...\nbp.register_blueprint(child)\napp.register_blueprint(bp, url_prefix=\"/over\")\n",
        ),
        (
            "fast.py",
            "from fastapi import APIRouter, FastAPI\napp = FastAPI()\nr = APIRouter()\n@r.get(\"\")\ndef a(): ...\n@r.get(\"/\")\ndef b(): ...\napp.include_router(r, prefix=\"/users\")\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /users -> fast.py#a",
            "GET /users/ -> fast.py#b",
            "PUT /over/child/c -> fl.py#c",
            "ANY /ex/e/ -> site1/views.py#index",
            "ANY /in/a/ -> site1/views.py#index",
            "ANY /b/ -> site1/views.py#index",
            "GET /n/x -> star.py#h",
            "GET /n/d/y -> star.py#h",
            "GET /app/z -> star.py#h",
        ]
    );
}

#[test]
fn koa_and_hono_put_routers_below_paths() {
    let files = [
        (
            "koa.js",
            "const Router = require('@koa/router');\nfunction save(ctx) {}\nfunction make() {\n  const router = new Router({ prefix: '/k' });\n  const nested = new Router();\n  router.get('/', save);\n  router.post('named', '/named', save);\n  nested.get('/n', save);\n  router.use('/nest', nested.routes(), nested.allowedMethods());\n}\n",
        ),
        (
            "hono.ts",
            "import { Hono } from 'hono';\nconst app = new Hono();\nconst book = new Hono();\nconst h = (c) => c;\nbook.get('/', h);\nbook.get('/:id', h);\napp.route('/book', book);\napp.on(['PUT', 'DELETE'], '/on', h);\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "DELETE /on -> hono.ts#h",
            "GET /book -> hono.ts#h",
            "GET /book/:id -> hono.ts#h",
            "GET /k -> koa.js#save ~ ?",
            "GET /k/nest/n -> koa.js#save ~ ?",
            "POST /k/named -> koa.js#save ~ ?",
            "PUT /on -> hono.ts#h",
        ]
    );
}

#[test]
fn groups_of_gin_keep_their_beginning_and_constants_are_what_they_hold() {
    let files = [
        ("go.mod", "module example.com/shop\n"),
        ("paths.go", "package main\n\nconst users = \"/users\"\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/gin-gonic/gin\"\n)\n\nfunc h(c *gin.Context) {}\n\nfunc main() {\n\tr := gin.Default()\n\tr.Group(\"/v1\").Use(h).GET(\"/a\", h)\n\tvar g gin.IRoutes = r.Group(\"/v2\")\n\tg.GET(\"/b\", h)\n\tr.Handle(http.MethodPut, \"/c\", h)\n\tr.GET(users, h)\n\tr.GET(users+\"/:id\", h)\n\tr.GET(\"/x\"+where(), h)\n}\n",
        ),
    ];
    assert_eq!(
        endpoints(&files),
        [
            "GET /v1/a -> main.go#h",
            "GET /v2/b -> main.go#h",
            "PUT /c -> main.go#h",
            "GET /users -> main.go#h",
            "GET /users/:id -> main.go#h",
            "GET /x? -> main.go#h ?",
        ]
    );
}

#[test]
fn a_group_of_laravel_stands_around_the_file_that_it_names() {
    let routes = |path: &str| {
        format!(
            "<?php\nuse App\\Users;\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('{path}', [Users::class, 'index']);\n"
        )
    };
    let (admin, api, shop, web) = (routes("/a"), routes("/b"), routes("/c"), routes("/d"));
    let inner =
        "Route::prefix('in')->group(function () {\n  Route::get('/x', [Users::class, 'index']);\n});\n";
    let files = [
        (
            "app/Providers/RouteServiceProvider.php",
            "<?php\nnamespace App\\Providers;\nuse Illuminate\\Support\\Facades\\Route;\nclass RouteServiceProvider {\n  public function boot() {\n    Route::middleware('web')->prefix('admin')->group(base_path('routes/admin.php'));\n    Route::prefix('api')->group(base_path('routes/api.php'));\n    Route::middleware('web')->group(base_path('routes/web.php'));\n    Route::group(['prefix' => 'shop'], base_path('routes/shop.php'));\n    Route::prefix('gone')->group(base_path('routes/gone.php'));\n  }\n}\n",
        ),
        ("routes/admin.php", &format!("{admin}{inner}")),
        ("routes/api.php", &api),
        ("routes/shop.php", &shop),
        ("routes/web.php", &web),
        ("app/Users.php", "<?php\nnamespace App;\nclass Users { function index() {} }\n"),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /admin/a -> app/Users.php#Users.index",
            "GET /admin/in/x -> app/Users.php#Users.index",
            "GET /api/b -> app/Users.php#Users.index ~",
            "GET /d -> app/Users.php#Users.index",
            "GET /shop/c -> app/Users.php#Users.index",
        ]
    );
}
