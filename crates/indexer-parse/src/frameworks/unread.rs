//! Packages with which programs answer requests and of which no rule knows: what is imported of them says that there are
//! endpoints which nobody lists.

/// The packages, as imports lead to them, sorted.
const PACKAGES: &[&str] = &[
    "@adonisjs/core",
    "@feathersjs/feathers",
    "@grpc/grpc-js",
    "@hapi/hapi",
    "@trpc/server",
    "Grpc.Core",
    "Nancy",
    "ServiceStack",
    "Slim",
    "aiohttp.web",
    "akka.http",
    "bottle",
    "cherrypy",
    "elysia",
    "falcon",
    "github.com/beego/beego",
    "github.com/emicklei/go-restful",
    "github.com/gofiber/fiber",
    "github.com/julienschmidt/httprouter",
    "github.com/kataras/iris",
    "github.com/valyala/fasthttp",
    "grape",
    "grpc",
    "hanami",
    "hug",
    "io.grpc",
    "io.javalin",
    "io.ktor.server",
    "io.micronaut.http",
    "io.vertx",
    "litestar",
    "org.http4s",
    "play.api.mvc",
    "poem",
    "polka",
    "pyramid",
    "quart",
    "react-router-auto-routes",
    "remix-flat-routes",
    "restify",
    "robyn",
    "roda",
    "salvo",
    "sanic",
    "sinatra",
    "spark.Spark",
    "tide",
    "tonic",
    "tornado.web",
    "warp",
];

/// The package of the list that holds what an import leads to, a path as its language writes it.
pub fn unread(path: &str) -> Option<&'static str> {
    // Those with which a path begins stand right before it.
    let at = PACKAGES.partition_point(|package| *package <= path);
    let package = PACKAGES.get(at.checked_sub(1)?)?;
    let rest = path.strip_prefix(package)?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-')).then_some(package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_sorted_and_found_by_what_begins_so() {
        assert!(PACKAGES.is_sorted());
        for (path, package) in [
            ("aiohttp.web.Application", Some("aiohttp.web")),
            ("github.com/gofiber/fiber/v2.New", Some("github.com/gofiber/fiber")),
            ("warp::Filter", Some("warp")),
            ("sinatra/base", Some("sinatra")),
            ("grpc", Some("grpc")),
            ("grpcio", None),
            ("aiohttp.ClientSession", None),
            ("warped", None),
            ("", None),
        ] {
            assert_eq!(unread(path), package, "{path}");
        }
    }
}
