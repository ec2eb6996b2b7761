//! What frameworks inject: providers, who asks for what they give, and bindings of one type to another.

use super::tests::rows;
use crate::fixture::{Fixture, values};

const SPRING: &[(&str, &str)] = &[
    ("shop/Stock.java", "package shop;\npublic interface Stock { int left(); }\n"),
    (
        "shop/Shelf.java",
        "package shop;\nimport org.springframework.stereotype.Repository;\n@Repository\nclass Shelf implements Stock {\n    public int left() { return 1; }\n}\n",
    ),
    (
        "shop/Orders.java",
        "package shop;\nimport org.springframework.data.jpa.repository.JpaRepository;\npublic interface Orders extends JpaRepository<Order, Long> {}\n",
    ),
    ("shop/Order.java", "package shop;\npublic class Order {}\n"),
    (
        "shop/Cart.java",
        "package shop;\nimport java.util.List;\nimport org.springframework.stereotype.Component;\nimport org.springframework.stereotype.Service;\n@Component @Service\npublic class Cart {\n    private final Stock stock;\n    \
             Cart(List<Stock> all, Orders orders, Order none) { this.stock = all.get(0); }\n}\n",
    ),
    (
        "shop/Till.java",
        "package shop;\nimport lombok.RequiredArgsConstructor;\nimport org.springframework.stereotype.Component;\n@Component\n@RequiredArgsConstructor\npublic class Till {\n    private final Cart cart;\n    \
             private final Order order = new Order();\n}\n",
    ),
    (
        "shop/Config.java",
        "package shop;\nimport javax.sql.DataSource;\nimport org.springframework.beans.factory.annotation.Autowired;\nimport org.springframework.context.annotation.Bean;\nimport org.springframework.context.annotation.Configuration;\n@Configuration\npublic class Config {\n    \
             @Autowired private Till till;\n    @Bean public DataSource data(Stock stock) { return null; }\n    \
             @Autowired void set(DataSource data, String name) {}\n}\n",
    ),
    ("shop/Plain.java", "package shop;\npublic class Plain {\n    Plain(Cart cart) {}\n}\n"),
];

#[test]
fn spring_gives_what_is_asked_for_by_its_type_or_one_above() {
    let mut found = rows(SPRING, "injection");
    found.sort();
    assert_eq!(
        found,
        [
            "INJECT Cart -> shop/Cart.java#Cart ~",
            "INJECT DataSource -> shop/Config.java#Config.data ~",
            "INJECT Order -> ",
            "INJECT Orders -> shop/Orders.java#Orders ~",
            "INJECT Stock -> shop/Shelf.java#Shelf ~",
            "INJECT Stock -> shop/Shelf.java#Shelf ~",
            "INJECT Till -> shop/Till.java#Till ~",
        ]
    );
    let mut found = rows(SPRING, "provider");
    found.sort();
    assert_eq!(
        found,
        [
            "PROVIDE Cart -> shop/Cart.java#Cart",
            "PROVIDE Config -> shop/Config.java#Config",
            "PROVIDE DataSource -> shop/Config.java#Config.data",
            "PROVIDE Orders -> shop/Orders.java#Orders",
            "PROVIDE Shelf -> shop/Shelf.java#Shelf",
            "PROVIDE Till -> shop/Till.java#Till",
        ]
    );
    let fixture = Fixture::new(SPRING);
    let text = fixture.text("get_endpoints", r#"{"kind": "provider", "query": "shelf"}"#);
    assert_eq!(values(&text, "provider", "client"), ["shop/Cart.java:8,shop/Config.java:9"]);
    // The framework calls the function of a bean.
    let callers = fixture.json("get_callers", r#"{"symbol": "Config.data"}"#);
    assert_eq!(callers["total"], 1, "{callers}");
}

#[test]
fn guice_gives_what_its_modules_bind_and_types_whose_constructors_ask() {
    let files = [
        ("a/Log.java", "package a;\npublic interface Log {}\n"),
        (
            "a/Disk.java",
            "package a;\nimport com.google.inject.Inject;\npublic class Disk implements Log {\n    @Inject Disk(Clock clock) {}\n}\n",
        ),
        ("a/Clock.java", "package a;\npublic class Clock {}\n"),
        (
            "a/Shop.java",
            "package a;\nimport com.google.inject.AbstractModule;\nimport com.google.inject.Provides;\npublic class Shop extends AbstractModule {\n    \
             @Override protected void configure() {\n        bind(Log.class).annotatedWith(Names.named(\"x\")).to(Disk.class);\n        bind(Runnable.class).toInstance(null);\n    }\n    \
             @Provides Clock clock() { return new Clock(); }\n}\n",
        ),
        (
            "a/Main.java",
            "package a;\nimport com.google.inject.Inject;\npublic class Main {\n    @Inject Log log;\n}\n",
        ),
    ];
    let mut found = rows(&files, "provider");
    found.sort();
    assert_eq!(
        found,
        [
            "PROVIDE Clock -> a/Shop.java#Shop.clock",
            "PROVIDE Disk -> a/Disk.java#Disk.Disk",
            "PROVIDE Log -> a/Disk.java#Disk",
            "PROVIDE Runnable -> ",
        ]
    );
    let mut found = rows(&files, "injection");
    found.sort();
    assert_eq!(found, ["INJECT Clock -> a/Shop.java#Shop.clock ~", "INJECT Log -> a/Disk.java#Disk ~"]);
}

#[test]
fn nest_and_the_services_of_asp_net_are_providers() {
    let files = [
        (
            "cats.ts",
            "import { Controller, Injectable } from '@nestjs/common';\n@Injectable()\nexport class Cats { all() {} }\n@Controller('cats')\nexport class CatsController {\n  constructor(private readonly cats: Cats, private size: number) {}\n}\n\
             @Other()\nexport class Dogs { constructor(cats: Cats) {} }\n",
        ),
        (
            "Program.cs",
            "using Microsoft.AspNetCore.Builder;\nvar builder = WebApplication.CreateBuilder(args);\nbuilder.Services.AddScoped<IClock, Clock>();\nbuilder.Services.AddSingleton<Store>();\n",
        ),
        ("Clock.cs", "public interface IClock {}\npublic class Clock : IClock {}\npublic class Store {}\n"),
        (
            "Home.cs",
            "using Microsoft.AspNetCore.Mvc;\npublic class Home : Controller {\n  public Home(IClock clock) {}\n}\n",
        ),
    ];
    let mut found = rows(&files, "provider");
    found.sort();
    assert_eq!(
        found,
        [
            "PROVIDE Cats -> cats.ts#Cats",
            "PROVIDE CatsController -> cats.ts#CatsController",
            "PROVIDE Home -> Home.cs#Home ~",
            "PROVIDE IClock -> Clock.cs#Clock ~",
            "PROVIDE Store -> Clock.cs#Store ~",
        ]
    );
    let mut found = rows(&files, "injection");
    found.sort();
    assert_eq!(found, ["INJECT Cats -> cats.ts#Cats ~", "INJECT IClock -> Clock.cs#Clock ~"]);
}

#[test]
fn spring_in_kotlin_is_as_in_java() {
    let files = [
        ("src/shop/Stock.kt", "package shop\ninterface Stock { fun left(): Int }\n"),
        (
            "src/shop/Shelf.kt",
            "package shop\nimport org.springframework.stereotype.Repository\n@Repository\nclass Shelf : Stock {\n    override fun left() = 1\n}\n",
        ),
        (
            "src/shop/Cart.kt",
            "package shop\nimport org.springframework.web.bind.annotation.GetMapping\nimport org.springframework.web.bind.annotation.RequestMapping\nimport org.springframework.web.bind.annotation.RestController\n\
             @RestController\n@RequestMapping(\"/cart\")\nclass Cart(private val stock: Stock) {\n    @GetMapping(\"/items\")\n    fun items(): Int = stock.left()\n    @GetMapping\n    fun all() = 2\n}\n",
        ),
        (
            "src/shop/Config.kt",
            "package shop\nimport org.springframework.beans.factory.annotation.Autowired\nimport org.springframework.context.annotation.Bean\nimport org.springframework.context.annotation.Configuration\n@Configuration\nclass Config {\n    \
             @Autowired\n    lateinit var cart: Cart\n    @Bean\n    fun clock(stock: Stock): Clock = Clock()\n}\nclass Clock\n",
        ),
    ];
    let mut found = rows(&files, "all");
    found.sort();
    assert_eq!(
        found,
        [
            "GET /cart -> src/shop/Cart.kt#Cart.all",
            "GET /cart/items -> src/shop/Cart.kt#Cart.items",
            "INJECT Cart -> src/shop/Cart.kt#Cart ~",
            "INJECT Stock -> src/shop/Shelf.kt#Shelf ~",
            "INJECT Stock -> src/shop/Shelf.kt#Shelf ~",
            "PROVIDE Cart -> src/shop/Cart.kt#Cart",
            "PROVIDE Clock -> src/shop/Config.kt#Config.clock",
            "PROVIDE Config -> src/shop/Config.kt#Config",
            "PROVIDE Shelf -> src/shop/Shelf.kt#Shelf",
        ]
    );
}

#[test]
fn laravel_binds_and_fastapi_calls_what_a_parameter_depends_on() {
    let files = [
        ("app/Log.php", "<?php\nnamespace App;\ninterface Log {}\nclass Disk implements Log {}\n"),
        (
            "app/Shop.php",
            "<?php\nnamespace App;\nuse Illuminate\\Support\\ServiceProvider;\nclass Shop extends ServiceProvider {\n    public function register(): void {\n        \
             $this->app->bind(Log::class, Disk::class);\n        $this->app->singleton(Other::class, fn () => new Other());\n    }\n    private function bind($one) {}\n}\n",
        ),
        (
            "app/Run.php",
            "<?php\nnamespace App;\nuse Illuminate\\Console\\Command;\nclass Run extends Command {\n    public function __construct(private Log $log, int $size) {}\n}\n",
        ),
        (
            "main.py",
            "from typing import Annotated\nfrom fastapi import Depends, FastAPI\napp = FastAPI()\ndef session(): pass\n\
             class Page: pass\n@app.get(\"/\")\ndef home(db=Depends(session), page: Annotated[Page, Depends(Page)] = None): pass\ndef plain(x=print(session)): pass\n",
        ),
    ];
    let mut found = rows(&files, "provider");
    found.extend(rows(&files, "injection"));
    found.sort();
    assert_eq!(
        found,
        [
            "INJECT Log -> app/Log.php#Disk ~",
            "INJECT Page -> main.py#Page",
            "INJECT session -> main.py#session",
            "PROVIDE Log -> app/Log.php#Disk",
            "PROVIDE Other -> ",
            "PROVIDE Run -> app/Run.php#Run",
        ]
    );
    let callers = Fixture::new(&files).json("get_callers", r#"{"symbol": "session"}"#);
    assert_eq!(callers["total"], 1, "{callers}");
}

#[test]
fn what_a_clock_a_message_or_a_container_calls_is_a_task() {
    let files = [
        (
            "a/Jobs.java",
            "package a;\nimport jakarta.annotation.PostConstruct;\nimport org.eclipse.microprofile.reactive.messaging.Incoming;\nimport org.springframework.kafka.annotation.KafkaListener;\n\
             import org.springframework.scheduling.annotation.Scheduled;\nclass Jobs {\n    @Scheduled(fixedRate = 5) void tidy() {}\n    @KafkaListener(topics = \"orders\", groupId = \"a\") void order(String one) {}\n    \
             @PostConstruct void init() {}\n    @Incoming(\"prices\") void price(double one) {}\n    @Override void plain() {}\n}\n",
        ),
        (
            "jobs.ts",
            "import { Cron } from '@nestjs/schedule';\nimport { OnEvent } from '@nestjs/event-emitter';\nexport class Jobs {\n  @Cron('0 0 * * *')\n  nightly() {}\n  @OnEvent('order.made')\n  made() {}\n}\n",
        ),
    ];
    let mut found = rows(&files, "task");
    found.sort();
    assert_eq!(
        found,
        [
            "init -> a/Jobs.java#Jobs.init",
            "nightly -> jobs.ts#Jobs.nightly",
            "order.made -> jobs.ts#Jobs.made",
            "orders -> a/Jobs.java#Jobs.order",
            "prices -> a/Jobs.java#Jobs.price",
            "tidy -> a/Jobs.java#Jobs.tidy",
        ]
    );
}

#[test]
fn types_of_guice_say_themselves_what_implements_them_and_binders_collect_several() {
    let files = [(
        "M.java",
        "package p;\nimport com.google.inject.AbstractModule;\nimport com.google.inject.ImplementedBy;\nimport com.google.inject.Inject;\nimport com.google.inject.multibindings.Multibinder;\n@ImplementedBy(SqlStore.class)\ninterface Store {}\nclass SqlStore implements Store {}\ninterface Plugin {}\nclass One implements Plugin {}\nclass User { @Inject User(Store s, java.util.Set<Plugin> p) {} }\nclass M extends AbstractModule {\n  protected void configure() {\n    Multibinder.newSetBinder(binder(), Plugin.class).addBinding().to(One.class);\n    Multibinder<Plugin> held = Multibinder.newSetBinder(binder(), Plugin.class);\n    bind(SqlStore.class);\n  }\n}\n",
    )];
    let mut found = rows(&files, "provider");
    found.sort();
    assert_eq!(
        found,
        [
            "PROVIDE Plugin -> M.java#One",
            "PROVIDE SqlStore -> M.java#SqlStore",
            "PROVIDE Store -> M.java#SqlStore",
            "PROVIDE User -> M.java#User.User",
        ]
    );
}

#[test]
fn tables_of_sqlmodel_say_that_they_are_and_a_table_with_two_bases_is_one() {
    let files = [
        (
            "m.py",
            "from sqlmodel import SQLModel, Field\nclass HeroBase(SQLModel):\n    name: str\nclass BigHero(HeroBase, table=True):\n    id: int\nclass Team(SQLModel, table=True):\n    __tablename__ = \"teams\"\nclass Read(HeroBase):\n    id: int\n",
        ),
        (
            "shop/models.py",
            "from django.db import models\nclass A(models.Model):\n    class Meta:\n        abstract = True\nclass B(A, models.Model): pass\n",
        ),
    ];
    let found = rows(&files, "table");
    assert_eq!(found, ["bighero -> m.py#BigHero", "teams -> m.py#Team", "shop_b -> shop/models.py#B ~"]);
}
