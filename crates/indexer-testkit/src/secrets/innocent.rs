//! Texts that look like secrets and are none.

use super::{ALNUM, HEX, Maker};
use crate::edits::Random;

/// Texts that are shown as they are.
pub fn innocent() -> Vec<String> {
    let mut make = Maker { random: Random(11), samples: Vec::new() };
    let hash = make.of(HEX, 40);
    let digest = make.of(HEX, 64);
    let image = make.of(ALNUM, 400);
    let uuid = [8, 4, 4, 4, 12].map(|length| make.of(HEX, length)).join("-");
    let mut texts: Vec<String> = [
        "password = \"correct horse battery\"",
        "password = \"your-password-here\"",
        "token = os.environ[\"GITHUB_TOKEN\"]",
        "api_key: \"<your-api-key-0123456789>\"",
        "API_KEY=${API_KEY}",
        "SECRET_KEY=changeme-changeme-changeme-1",
        "if line.startswith('-----BEGIN RSA PRIVATE KEY-----'): pass",
        "token: str = 'expected_token_or_nothing'",
        "AKIA = 1",
        "AKIAXXXXXXXXXXXXXXXX",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "let secret_name = \"the_name_of_the_secret_1\";",
        "let token = self.next_token_of_kind_2(SyntaxKind::IDENT);",
        "tokenizer = Tokenizer.from_pretrained(\"bert-base-uncased-2\")",
        "password_hash_field = \"UserModel.passwordHashSha256Field\"",
        "https://example.org:8080/path@2x.png",
        "git@github.com:owner/name.git",
        "http://user:password@example.org/",
        "f\"https://{user}:{password}@{host}/\"",
        "postgres://$USER:$PASSWORD@localhost/a",
        "Authorization: Bearer <token>",
        "Authorization: Bearer YOUR_ACCESS_TOKEN_1",
        "Basic authentication is described below",
        "npm_config_registry = \"https://registry.example.org\"",
        "task-management-of-the-very-long-name-of-some-module-0",
        "public_key = \"ssh-rsa AAAA\"",
        "-----BEGIN CERTIFICATE-----",
        "fn access_key_is_valid(&self) -> bool { true }",
        "const TOKEN_URL: &str = \"https://login.example.org/oauth2/v2.0/token\";",
        "secret_path: /var/run/secrets/kubernetes.io/serviceaccount",
        "x = SKILLS + ACCOUNT + MTU + NTFS",
        "password: String,",
        "fn password(&self, secret: &SecretString) -> Option<Token2> {",
        "let token = self.next_token();",
        "token = tokens[index2].value_of_kind_3",
        "const TokenKind = { Identifier: 1, NumberLiteral2: 2 };",
        "password=$PASSWORD",
        "secret: ${SECRET}",
        "DB_PASSWORD=${DB_PASSWORD:-}",
        "password: {{ vault_database_password_2 }}",
        "secret: !vault |",
        "  password: \"Password: required\"",
        "label.password = Please enter the password of account 12",
        "<label for=\"password\">Password123 is too weak</label>",
        "<input type=\"password\" name=\"password\" id=\"password1\">",
        "password: Joi.string().min(8).required(),",
        "if (password !== passwordConfirmation2) throw new Error('passwords differ 1');",
        "--password PASSWORD  the password of the user",
        "mysql -u root -p",
        "docker login -p \"$DOCKER_PASSWORD\" registry.example.org",
        "curl -u user:password https://example.org/",
        "mkdir -p src/main2/resources3",
        "cache_key = f\"user:{user_id}:v2\"",
        "key: 'menu.item.label_2'",
        "const key = event.key2 || 'ArrowDown1';",
        "primary_key = \"user_account_identifier_v2\"",
        ".token.keyword2 { color: #a1b2c3d4; }",
        "background: url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)",
        "uuid: 123e4567-e89b-12d3-a456-426614174000",
        "PublicKeyToken=b77a5c561934e089",
        "\"Sec-WebSocket-Key\": \"dGhlIHNhbXBsZSBub25jZQ==\"",
        "kind: Secret\nmetadata:\n  name: tls\ndata:\n  password: ${PASSWORD}\n",
        "x = \"a\" + \"b\"; y = 'c' \\\n  'd'",
        "let s = \"\\u0041\\u0042 and \\/ or\";",
        "raise ValueError(\"token \" + token + \" of \" + name)",
        "Author: A. Uthor <token-ring@example.org>",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend([
        format!("request_id = \"{uuid}\""),
        format!("token_id = \"{uuid}\""),
        format!("commit = \"{hash}\""),
        format!("checksum = \"sha256:{digest}\""),
        format!("\"integrity\": \"sha512-{image}==\""),
        format!("\"auth-token\": 1,\n\"integrity\": \"{}\"", &image[..88]),
        format!("src=\"data:image/png;base64,{image}\""),
        format!("rev = {hash}"),
        format!("{hash}  HEAD"),
        format!("uses: actions/checkout@{hash}"),
        format!("resolved \"https://registry.example.org/a/-/a-1.0.0.tgz#{hash}\""),
        format!("name = \"a\"\nchecksum = \"{digest}\""),
        format!("  key: deps-{digest}"),
        format!("public_key = \"{image}\""),
        format!("expected = \"{}\"", &image[..120]),
    ]);
    texts
}
