//! Which of several providers of a type is meant: names, qualifiers, bindings in lists, packages that are scanned, settings.

use super::tests::rows;
use crate::fixture::{Fixture, values};

#[test]
fn spring_takes_the_provider_of_the_name_that_is_asked_for() {
    let files = [
        ("shop/Stock.java", "package shop;\npublic interface Stock {}\n"),
        (
            "shop/Shelf.java",
            "package shop;\nimport org.springframework.stereotype.Repository;\n@Repository\nclass Shelf implements Stock {}\n",
        ),
        (
            "shop/Cellar.java",
            "package shop;\nimport org.springframework.stereotype.Component;\n@Component(\"deep\")\nclass Cellar implements Stock {}\n",
        ),
        (
            "shop/Remote.java",
            "package shop;\nimport org.springframework.beans.factory.annotation.Qualifier;\n@Qualifier\npublic @interface Remote {}\n",
        ),
        (
            "shop/Config.java",
            "package shop;\nimport org.springframework.context.annotation.*;\nimport org.springframework.context.annotation.Bean;\nimport org.springframework.context.annotation.Primary;\n\
             class Config {\n    @Bean({\"far\", \"away\"}) @Remote public Stock barn() { return null; }\n    @Bean @Primary public Stock main() { return null; }\n    @Bean(NAME) public Stock open() { return null; }\n}\n",
        ),
        (
            "shop/Cart.java",
            "package shop;\nimport org.springframework.beans.factory.annotation.Autowired;\nimport org.springframework.beans.factory.annotation.Qualifier;\nclass Cart {\n    \
             @Autowired @Qualifier(\"deep\") Stock a;\n    @Autowired void set(@Remote Stock b, Stock c, @Qualifier(\"away\") Stock d, @Qualifier(\"none\") Stock e) {}\n    \
             @Autowired Stock shelf;\n}\n",
        ),
    ];
    let (shelf, cellar) = ("shop/Shelf.java#Shelf", "shop/Cellar.java#Cellar");
    let config = |name: &str| format!("shop/Config.java#Config.{name}");
    let (barn, main, open) = (config("barn"), config("main"), config("open"));
    let asked = rows(&files, "injection");
    assert_eq!(
        asked,
        [
            format!("INJECT Stock -> {cellar},{open} ~"),
            format!("INJECT Stock -> {barn},{open} ~"),
            format!("INJECT Stock -> {main},{cellar},{barn},{open},{shelf} ~"),
            format!("INJECT Stock -> {barn},{open} ~"),
            format!("INJECT Stock -> {open} ~"),
            format!("INJECT Stock -> {main},{shelf},{cellar},{barn},{open} ~"),
        ]
    );
}

#[test]
fn the_name_of_a_provider_is_not_what_it_asks_for() {
    let files = [
        ("shop/Repo.java", "package shop;\npublic interface Repo {}\n"),
        (
            "shop/Sql.java",
            "package shop;\nimport org.springframework.stereotype.Repository;\n@Repository\npublic class Sql implements Repo {}\n",
        ),
        (
            "shop/Users.java",
            "package shop;\nimport org.springframework.stereotype.Service;\nimport org.springframework.context.annotation.Bean;\n@Service(\"users\")\npublic class Users {\n    Users(Repo repo) {}\n    \
             @Bean({\"a\", \"b, c\"}) Clock clock(Repo repo) { return null; }\n    @Bean( Names.DEEP ) Clock deep() { return null; }\n    @Bean(destroyMethod = \"close\") Clock plain() { return null; }\n}\nclass Clock {}\n",
        ),
        (
            "shop/Wall.java",
            "package shop;\nimport org.springframework.beans.factory.annotation.*;\nimport org.springframework.beans.factory.annotation.Autowired;\nimport org.springframework.beans.factory.annotation.Qualifier;\nclass Wall {\n    \
             @Autowired @Qualifier(\"b, c\") Clock one;\n    @Autowired @Qualifier(\"c\") Clock two;\n}\n",
        ),
    ];
    let (clock, deep) = ("shop/Users.java#Users.clock", "shop/Users.java#Users.deep");
    assert_eq!(
        rows(&files, "injection"),
        [
            "INJECT Repo -> shop/Sql.java#Sql ~".to_owned(),
            "INJECT Repo -> shop/Sql.java#Sql ~".to_owned(),
            format!("INJECT Clock -> {clock},{deep} ~"),
            format!("INJECT Clock -> {deep} ~"),
        ]
    );
}

#[test]
fn guice_takes_only_what_is_bound_with_the_qualifier() {
    let files = [
        ("a/Log.java", "package a;\npublic interface Log {}\n"),
        ("a/Disk.java", "package a;\npublic class Disk implements Log {}\n"),
        ("a/Net.java", "package a;\npublic class Net implements Log {}\n"),
        ("a/Null.java", "package a;\npublic class Null implements Log {}\n"),
        (
            "a/Far.java",
            "package a;\nimport com.google.inject.BindingAnnotation;\n@BindingAnnotation\npublic @interface Far {}\n",
        ),
        (
            "a/Shop.java",
            "package a;\nimport com.google.inject.AbstractModule;\nimport com.google.inject.name.Names;\npublic class Shop extends AbstractModule {\n    \
             @Override protected void configure() {\n        bind(Log.class).annotatedWith(Names.named(\"disk\")).to(Disk.class);\n        \
             bind(Log.class).annotatedWith(Far.class).to(Net.class);\n        bind(Log.class).to(Null.class);\n    }\n}\n",
        ),
        (
            "a/Main.java",
            "package a;\nimport javax.inject.Inject;\nimport com.google.inject.name.Named;\npublic class Main {\n    \
             @Inject Main(Log one, @Named(\"disk\") Log two, @Far Log three) {}\n}\n",
        ),
    ];
    assert_eq!(
        rows(&files, "injection"),
        [
            "INJECT Log -> a/Null.java#Null ~",
            "INJECT Log -> a/Disk.java#Disk ~",
            "INJECT Log -> a/Net.java#Net ~",
        ]
    );
}

#[test]
fn nest_gives_what_its_modules_bind_to_a_type_a_text_or_a_constant() {
    let files = [
        ("token.ts", "export const CLOCK = 'clock';\n"),
        (
            "users.ts",
            "export abstract class Users {}\nexport class SqlUsers extends Users {}\nexport class Clock {}\nexport function connect() { return 1; }\n",
        ),
        (
            "module.ts",
            "import { Module } from '@nestjs/common';\nimport { Clock, connect, SqlUsers, Users } from './users';\nimport { CLOCK } from './token';\n\
             @Module({\n  providers: [\n    Clock,\n    { provide: Users, useClass: SqlUsers },\n    { provide: CLOCK, useExisting: Clock },\n    { provide: 'DB', useFactory: connect, inject: [Clock] },\n    { provide: 'MODE', useClass: fast ? Clock : SqlUsers },\n    ...others,\n  ],\n})\nexport class App {}\n",
        ),
        (
            "cart.ts",
            "import { Inject, Injectable } from '@nestjs/common';\nimport { Users } from './users';\nimport { CLOCK } from './token';\n@Injectable()\nexport class Cart {\n  \
             constructor(private users: Users = new (class { constructor(@Inject('ZZZ') z) {} })(), @Inject(CLOCK) private clock, @Inject('DB') db: number) {}\n  @Inject('NONE') other: string;\n  @Inject(forwardRef(() => Users)) late: Users;\n  @Inject('A B') blank: string;\n}\n",
        ),
    ];
    let mut found = rows(&files, "provider");
    found.sort();
    assert_eq!(
        found,
        [
            "PROVIDE ? ->  ?",
            "PROVIDE CLOCK -> users.ts#Clock",
            "PROVIDE Cart -> cart.ts#Cart",
            "PROVIDE DB -> users.ts#connect",
            "PROVIDE MODE -> users.ts#Clock ~",
            "PROVIDE MODE -> users.ts#SqlUsers ~",
            "PROVIDE Users -> users.ts#SqlUsers",
        ]
    );
    let mut found = rows(&files, "injection");
    found.sort();
    assert_eq!(
        found,
        [
            "INJECT ? ->  ?",
            "INJECT CLOCK -> users.ts#Clock ~",
            "INJECT DB -> users.ts#connect ~",
            "INJECT NONE -> ",
            "INJECT Users -> users.ts#SqlUsers ~",
            "INJECT Users -> users.ts#SqlUsers ~",
        ]
    );
}

#[test]
fn interfaces_of_scanned_packages_are_provided_and_what_values_name_are_settings() {
    let files = [
        ("src/main/java/shop/db/OrderMapper.java", "package shop.db;\npublic interface OrderMapper {}\n"),
        ("src/main/java/shop/db/Order.java", "package shop.db;\npublic class Order {}\n"),
        ("src/main/java/shop/other/Plain.java", "package shop.other;\npublic interface Plain {}\n"),
        (
            "src/main/java/shop/App.java",
            "package shop;\nimport org.mybatis.spring.annotation.MapperScan;\n@MapperScan({\"sh*.db\", \"shop.more\"})\npublic class App {}\n",
        ),
        (
            "src/main/java/shop/Cart.java",
            "package shop;\nimport org.springframework.beans.factory.annotation.Value;\nimport org.springframework.boot.context.properties.ConfigurationProperties;\nimport org.springframework.stereotype.Component;\n\
             import shop.db.Order;\nimport shop.db.OrderMapper;\nimport shop.other.Plain;\n\
             @Component\npublic class Cart {\n    @Value(\"${cart.size:10}\") int size;\n    @Value(\"#{1 + 1}\") int none;\n    \
             Cart(OrderMapper orders, Order order, Plain plain, @Value(\"${cart.name:A ${cart.other:x}}/${cart.third}\") String name) {}\n}\n\
             @ConfigurationProperties(prefix = \"mail\")\nclass Mail {}\n",
        ),
    ];
    let asked = rows(&files, "injection");
    assert_eq!(
        asked,
        [
            "INJECT OrderMapper -> src/main/java/shop/db/OrderMapper.java#OrderMapper ~",
            "INJECT Order -> ",
            "INJECT Plain -> ",
        ]
    );
    let text = Fixture::new(&files).text("get_endpoints", r#"{"kind": "provider", "query": "sh*.db"}"#);
    assert_eq!(values(&text, "provider", "client"), ["src/main/java/shop/Cart.java:12"]);
    let mut settings = rows(&files, "setting");
    settings.sort();
    assert_eq!(
        settings,
        [
            "cart.name -> ",
            "cart.other -> ",
            "cart.size -> src/main/java/shop/Cart.java#Cart.size",
            "cart.third -> ",
            "mail -> src/main/java/shop/Cart.java#Mail",
        ]
    );
}

#[test]
fn variables_that_are_read_of_the_environment_are_settings() {
    let files = [
        (
            "a.ts",
            "export const port = process.env.PORT || 1;\nprocess.env.SET = \"x\";\nconst all = process.env;\nprocess.exit(1);\n",
        ),
        (
            "A.cs",
            "using System;\nclass A { string Home() => Environment.GetEnvironmentVariable(\"HOME\"); }\n",
        ),
    ];
    let mut found = rows(&files, "setting");
    found.sort();
    assert_eq!(found, ["HOME -> ", "PORT -> "]);
}
