//! Paths that routers make of the members of a type, and paths that follow from the names of type and function.

use super::tests::endpoints;
use crate::fixture::Fixture;

const REST: &[(&str, &str)] = &[
    (
        "shop/base.py",
        "from rest_framework import mixins, viewsets\nfrom rest_framework.decorators import action\n\
         class Listed(mixins.ListModelMixin, viewsets.GenericViewSet):\n    lookup_field = \"slug\"\n    @action(detail=True, methods=[\"post\", \"delete\"], url_path=\"mark\")\n    def marked(self, request, slug=None): pass\n    @action([\"put\"], detail=False)\n    def me(self, request): pass\n    @me.mapping.delete\n    def drop(self, request): pass\n    @action(detail=False)\n    def gone(self, request): pass\n",
    ),
    (
        "shop/views.py",
        "from rest_framework import viewsets\nfrom rest_framework.decorators import action\nfrom .base import Listed\nimport other\n\
         class Items(viewsets.ModelViewSet):\n    def create(self, request): pass\n    @action(detail=False)\n    def recent(self, request): pass\n    \
         @action(detail=BOTH)\n    def any(self, request, *args, **kwargs): pass\n    @action(detail=True)\n    def every(self, request, **kwargs): pass\n    def helper(self): pass\n\
         class Tags(Listed):\n    def gone(self, request): pass\n    def retrieve(self, request, slug): pass\n\
         class Plain(viewsets.ViewSet):\n    def list(self, request): pass\nclass Strange(other.Views, viewsets.ViewSet):\n    def list(self, request): pass\n",
    ),
    (
        "shop/urls.py",
        "from django.urls import include, path\nfrom rest_framework.routers import DefaultRouter\nfrom . import views\n\
         router = DefaultRouter()\nrouter.register(\"items\", views.Items)\nrouter.register(r\"tags\", views.Tags, basename=\"tag\")\nbare = DefaultRouter(trailing_slash=False)\nbare.register(\"plain\", views.Plain)\nbare.register(\"strange\", views.Strange)\n\
         urlpatterns = [path(\"api/\", include((router.urls, \"shop\"))), path(\"bare/\", include(bare.urls))]\n",
    ),
];

#[test]
fn a_router_makes_paths_of_the_members_of_a_view_set() {
    let mut found = endpoints(REST);
    found.sort();
    let items = |name: &str| format!("shop/views.py#Items{name}");
    let (base, tags) = ("shop/base.py#Listed", "shop/views.py#Tags");
    assert_eq!(
        found,
        [
            "ANY /bare/strange -> shop/views.py#Strange ~".to_owned(),
            format!("DELETE /api/items/<pk>/ -> {}", items("")),
            format!("DELETE /api/tags/<slug>/mark/ -> {base}.marked"),
            format!("DELETE /api/tags/me/ -> {base}.drop"),
            format!("GET /api/items/ -> {}", items("")),
            format!("GET /api/items/<pk>/ -> {}", items("")),
            format!("GET /api/items/<pk>/every/ -> {}", items(".every")),
            format!("GET /api/items/?/any/ -> {} ?", items(".any")),
            format!("GET /api/items/recent/ -> {}", items(".recent")),
            format!("GET /api/tags/ -> {tags}"),
            format!("GET /api/tags/<slug>/ -> {tags}.retrieve"),
            "GET /bare/plain -> shop/views.py#Plain.list".to_owned(),
            "GET /bare/strange -> shop/views.py#Strange.list".to_owned(),
            format!("PATCH /api/items/<pk>/ -> {}", items("")),
            format!("POST /api/items/ -> {}", items(".create")),
            format!("POST /api/tags/<slug>/mark/ -> {base}.marked"),
            format!("PUT /api/items/<pk>/ -> {}", items("")),
            format!("PUT /api/tags/me/ -> {base}.me"),
        ]
    );
    let callers = Fixture::new(REST).json("get_callers", r#"{"symbol": "Listed.marked"}"#);
    assert_eq!(callers["total"], 2, "{callers}");
}

#[test]
fn conventional_routes_of_asp_net_are_possible_and_builders_of_versions_pass_groups_on() {
    let files = [
        (
            "App.csproj",
            "<Project Sdk=\"Microsoft.NET.Sdk.Web\"><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>\n",
        ),
        (
            "AccountController.cs",
            "using Microsoft.AspNetCore.Mvc;\npublic class AccountController : Controller {\n  [HttpGet]\n  public IActionResult Login() => View();\n  [HttpPost(\"out/[action]\")]\n  public IActionResult LogoutAsync() => View();\n  [HttpPut, Route(\"list\")]\n  public IActionResult Listed() => View();\n}\n",
        ),
        (
            "Api.cs",
            "public static class Api {\n  public static IEndpointRouteBuilder Map(this IEndpointRouteBuilder app) {\n    \
             var all = app.NewVersionedApi(\"Catalog\");\n    var v1 = all.MapGroup(\"api/catalog\").HasApiVersion(1, 0).RequireCors(\"x\");\n    v1.MapGet(\"/items\", List);\n    return app;\n  }\n  static void List() {}\n}\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "GET /account/login -> AccountController.cs#AccountController.Login ~",
            "GET /api/catalog/items -> Api.cs#Api.List ~",
            "POST /out/logout -> AccountController.cs#AccountController.LogoutAsync ~",
            "PUT /list -> AccountController.cs#AccountController.Listed ~",
        ]
    );
}
