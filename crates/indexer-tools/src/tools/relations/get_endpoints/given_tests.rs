//! What is given to functions and registered for services.

use super::tests::{endpoints, rows};

#[test]
fn plugins_of_fastify_are_told_by_what_they_are_given() {
    let files = [
        ("package.json", "{\"dependencies\": {\"fastify\": \"5\", \"@fastify/autoload\": \"6\"}}"),
        (
            "app.ts",
            "import Fastify from 'fastify'\nimport users from './users'\nconst app = Fastify()\napp.get('/', home)\n\
             app.register(users, { prefix: '/v1' })\n\
             app.register(async (inner) => { inner.get('/in', home) }, { prefix: '/v2' })\n\
             app.route({ method: 'POST', url: '/made', handler: home })\nfunction home() {}\n",
        ),
        (
            "users.ts",
            "import { FastifyInstance } from 'fastify'\nexport default async function users(it: FastifyInstance) {\n  it.get('/users', list)\n}\nfunction list() {}\n",
        ),
        (
            "routes/api/tasks.ts",
            "import { FastifyPluginAsync } from 'fastify'\nimport axios from 'axios'\naxios.get('/y')\nconst plugin: FastifyPluginAsync = async (it) => {\n  it.get('/', list)\n  it.delete('/:id', list)\n}\nfunction list() {}\nexport default plugin\n",
        ),
    ];
    let mut found = endpoints(&files);
    found.sort();
    assert_eq!(
        found,
        [
            "DELETE /api/:id -> routes/api/tasks.ts#list ~",
            "GET / -> app.ts#home",
            "GET /api -> routes/api/tasks.ts#list ~",
            "GET /v1/users -> users.ts#list",
            "GET /v2/in -> app.ts#home",
            "POST /made -> app.ts#home",
        ]
    );
    // What a file asks for is no matter of the folder that it stands in.
    assert_eq!(rows(&files, "request"), ["GET /y -> "]);
}

const GREETER: &str = "package pb\n\nimport (\n\t\"context\"\n\t\"google.golang.org/grpc\"\n)\n\n\
     type GreeterServer interface {\n\tSayHello(context.Context, *Request) (*Reply, error)\n\tSayMore(context.Context, *Request) (*Reply, error)\n\tmustEmbedUnimplementedGreeterServer()\n}\n\n\
     type UnimplementedGreeterServer struct{}\n\nfunc (UnimplementedGreeterServer) SayMore(ctx context.Context, r *Request) (*Reply, error) { return nil, nil }\n\n\
     func RegisterGreeterServer(s grpc.ServiceRegistrar, srv GreeterServer) {\n\ts.RegisterService(&Greeter_ServiceDesc, srv)\n}\n\n\
     var Greeter_ServiceDesc = grpc.ServiceDesc{\n\tServiceName: \"hello.Greeter\",\n}\n\ntype Request struct{}\ntype Reply struct{}\n";

#[test]
fn calls_of_a_service_are_answered_by_what_is_registered_for_it() {
    let files = [
        ("go.mod", "module example.com/hello\n"),
        ("pb/hello_grpc.pb.go", GREETER),
        ("pb/plain.go", "package pb\n\nfunc RegisterPlainServer(s, srv any) {}\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"context\"\n\t\"example.com/hello/pb\"\n\t\"google.golang.org/grpc\"\n)\n\ntype server struct {\n\tpb.UnimplementedGreeterServer\n}\n\n\
             func (s *server) SayHello(ctx context.Context, r *pb.Request) (*pb.Reply, error) { return nil, nil }\n\n\
             func main() {\n\ts := grpc.NewServer()\n\tpb.RegisterGreeterServer(s, &server{})\n\tpb.RegisterPlainServer(s, &server{})\n}\n",
        ),
    ];
    assert_eq!(endpoints(&files), ["RPC /hello.Greeter/SayHello -> main.go#server.SayHello"]);
}
