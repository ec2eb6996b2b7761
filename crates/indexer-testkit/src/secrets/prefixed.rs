//! Made-up tokens that begin with a prefix, in the lengths that their providers give them.

use super::{ALNUM, BASE64, DIGITS, HEX, LOWER, Maker, UPPER, URL64};

/// One row: the kind, the pieces of a prefix, the characters behind it, and how many.
type Row = (&'static str, &'static [&'static str], &'static str, usize);

const ROWS: &[Row] = &[
    // Hosts of code, registries, what builds and checks code.
    ("GitHub token", &["gh", "p_"], ALNUM, 36),
    ("GitHub token", &["gh", "o_"], ALNUM, 36),
    ("GitHub token", &["gh", "u_"], ALNUM, 36),
    ("GitHub token", &["gh", "s_"], ALNUM, 36),
    ("GitHub token", &["gh", "r_"], ALNUM, 76),
    ("GitHub fine-grained token", &["github", "_pat_", "11ABCDEFG0"], ALNUM, 72),
    ("GitLab token", &["gl", "pat-"], URL64, 20),
    ("GitLab token", &["gl", "dt-"], URL64, 20),
    ("GitLab token", &["gl", "rt-"], URL64, 20),
    ("GitLab token", &["glc", "bt-", "5d_"], URL64, 20),
    ("GitLab token", &["gl", "ptt-"], HEX, 40),
    ("GitLab token", &["gl", "soat-"], URL64, 20),
    ("GitLab token", &["gl", "ft-"], URL64, 20),
    ("GitLab token", &["gl", "imt-"], LOWER, 25),
    ("GitLab token", &["gl", "agent-"], URL64, 50),
    ("GitLab token", &["glo", "as-"], HEX, 64),
    ("GitLab token", &["glff", "ct-"], URL64, 20),
    ("GitLab token", &["GR13", "48941"], URL64, 20),
    ("GitLab session", &["_gitlab", "_session="], HEX, 32),
    ("Bitbucket token", &["BB", "DC-"], BASE64, 44),
    ("Atlassian token", &["AT", "ATT3"], ALNUM, 180),
    ("Atlassian token", &["AT", "BB"], ALNUM, 32),
    ("Trello token", &["AT", "TA"], HEX, 72),
    ("Sourcegraph token", &["sg", "p_"], HEX, 40),
    ("npm token", &["np", "m_"], ALNUM, 36),
    ("PyPI token", &["py", "pi-AgEIcHlwaS5vcmc"], ALNUM, 120),
    ("crates.io token", &["c", "io"], ALNUM, 32),
    ("RubyGems token", &["ruby", "gems_"], HEX, 48),
    ("NuGet key", &["oy", "2"], LOWER, 43),
    ("Clojars token", &["CLO", "JARS_"], LOWER, 60),
    ("Docker Hub token", &["dckr", "_pat_"], ALNUM, 27),
    ("Docker Hub token", &["dckr", "_oat_"], ALNUM, 32),
    ("Artifactory key", &["AK", "Cp"], ALNUM, 69),
    ("Artifactory reference token", &["cmVm", "dGtu"], ALNUM, 56),
    ("Buildkite token", &["bk", "ua_"], HEX, 40),
    ("CircleCI token", &["CCI", "PAT_", "Ab1cD2_"], HEX, 40),
    ("Octopus Deploy key", &["AP", "I-"], UPPER, 26),
    ("Harness token", &["pat", ".", "Ab1cD2eF3gH4iJ5kL6mN7o."], ALNUM, 45),
    ("Pulumi token", &["pu", "l-"], HEX, 40),
    ("Terraform token", &["abcdefghij", ".atlas", "v1."], ALNUM, 67),
    ("Infracost key", &["ic", "o-"], ALNUM, 32),
    ("SonarQube token", &["sq", "u_"], HEX, 40),
    ("SonarQube token", &["sq", "p_"], HEX, 40),
    ("Snyk token", &["snyk", "_uat.", "1a2b3c4d."], ALNUM, 60),
    ("Sentry token", &["sn", "trys_"], ALNUM, 80),
    ("Sentry token", &["sn", "tryu_"], HEX, 64),
    ("Postman key", &["PM", "AK-"], ALNUM, 59),
    ("ReadMe key", &["rd", "me_"], LOWER, 70),
    ("Prefect key", &["pn", "u_"], ALNUM, 36),
    ("Statsig key", &["sec", "ret-"], ALNUM, 43),
    ("Unkey key", &["un", "key_"], ALNUM, 24),
    ("Expo token", &["ex", "po_"], ALNUM, 40),
    ("JetBrains token", &["pe", "rm:"], BASE64, 60),
    ("StackHawk key", &["ha", "wk.", "Ab1cD2eF3gH4iJ5kL6mN."], ALNUM, 20),
    ("Doppler token", &["dp.", "pt."], ALNUM, 43),
    ("Doppler token", &["dp.", "scim."], ALNUM, 43),
    ("1Password token", &["op", "s_eyJ"], BASE64, 300),
    ("Vault token", &["hv", "s."], ALNUM, 90),
    ("Vault token", &["hv", "b."], ALNUM, 140),
    ("Infisical token", &["st", ".", "1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d."], HEX, 64),
    ("age key", &["AGE-", "SECRET-KEY-1"], UPPER, 58),
    ("Figma token", &["fi", "gd_"], ALNUM, 40),
    ("Linear key", &["lin_", "api_"], ALNUM, 40),
    ("Notion token", &["nt", "n_"], ALNUM, 46),
    ("Notion token of the old form", &["sec", "ret_"], ALNUM, 43),
    ("Typeform token", &["tf", "p_"], ALNUM, 59),
    ("Frame.io token", &["fi", "o-u-"], URL64, 64),
    // Clouds.
    ("AWS access key id", &["AK", "IA"], UPPER, 16),
    ("AWS access key id", &["AS", "IA"], UPPER, 16),
    ("Amazon Bedrock key", &["AB", "SK"], BASE64, 128),
    ("Google API key", &["AI", "za"], ALNUM, 35),
    ("Google client secret", &["GOC", "SPX-"], ALNUM, 28),
    ("Google access token", &["ya", "29."], ALNUM, 60),
    ("Google refresh token", &["1/", "/0"], URL64, 100),
    ("Google storage key", &["GO", "OG1E"], UPPER, 55),
    ("Azure DevOps token", &["JQ", "QJ99"], ALNUM, 78),
    ("Alibaba access key id", &["LT", "AI"], ALNUM, 20),
    ("Tencent secret id", &["AK", "ID"], ALNUM, 32),
    ("Yandex key", &["AQ", "VN"], URL64, 36),
    ("Yandex token", &["t1", ".9eu"], URL64, 180),
    ("Yandex static key", &["YC", "A"], URL64, 37),
    ("Scaleway access key", &["SC", "W"], UPPER, 17),
    ("DigitalOcean token", &["do", "p_v1_"], HEX, 64),
    ("DigitalOcean Spaces key", &["DO", "00"], UPPER, 16),
    ("Heroku key", &["HR", "KU-"], ALNUM, 60),
    ("Scalingo token", &["tk-", "us-"], URL64, 48),
    ("Fly.io token", &["fo", "1_"], URL64, 43),
    ("Fly.io macaroon", &["fm", "2_"], BASE64, 120),
    ("Netlify token", &["nf", "p_"], ALNUM, 36),
    ("Vercel token", &["vc", "p_"], ALNUM, 56),
    ("Render key", &["rn", "d_"], ALNUM, 32),
    ("Cloudflare origin key", &["v1", ".0-"], HEX, 171),
    ("Cloudflare token", &["cf", "ut_"], ALNUM, 48),
    ("Cloudflare tunnel token", &["eyJh", "Ijoi"], BASE64, 150),
    ("Tailscale key", &["ts", "key-auth-"], ALNUM, 30),
    ("Defined Networking key", &["dn", "key-"], UPPER, 79),
    ("OpenShift token", &["sha", "256~"], URL64, 43),
    ("Databricks token", &["da", "pi"], HEX, 32),
    ("Supabase token", &["sb", "p_"], HEX, 40),
    ("PlanetScale token", &["pscale", "_tkn_"], ALNUM, 43),
    ("Neon key", &["na", "pi_"], LOWER, 64),
    ("MongoDB Atlas secret", &["mdb_", "sa_sk_"], URL64, 40),
    ("ClickHouse Cloud key", &["4b", "1d"], ALNUM, 38),
    ("Confluent secret", &["cf", "lt"], BASE64, 60),
    ("Aiven token", &["AV", "NS_"], URL64, 20),
    ("Pinecone key", &["pc", "sk_"], ALNUM, 70),
    ("Grafana token", &["gl", "sa_"], ALNUM, 41),
    ("Grafana token", &["gl", "c_"], BASE64, 80),
    ("Grafana key of the old form", &["eyJr", "Ijoi"], BASE64, 80),
    ("Datadog token", &["dd", "pat_"], ALNUM, 40),
    ("New Relic key", &["NR", "AK-"], UPPER, 27),
    ("New Relic key", &["NR", "II-"], URL64, 32),
    ("Dynatrace token", &["dt0", "c01."], UPPER, 89),
    ("Honeycomb key", &["hca", "ik_"], LOWER, 58),
    ("Logfire token", &["pyl", "f_v1_us_"], ALNUM, 43),
    ("Modal secret", &["as", "-"], ALNUM, 22),
    ("Akamai token", &["ak", "ab-"], LOWER, 33),
    ("PostHog key", &["ph", "x_"], ALNUM, 43),
    ("Axiom token", &["xa", "at-"], HEX, 36),
    // Models.
    ("Anthropic key", &["sk-", "ant-", "api03-"], ALNUM, 93),
    ("OpenAI key", &["sk-", "proj-"], ALNUM, 48),
    ("OpenAI key of the old form", &["s", "k-"], ALNUM, 48),
    ("DeepSeek key", &["s", "k-"], HEX, 32),
    ("Hugging Face token", &["h", "f_"], ALNUM, 34),
    ("Groq key", &["gs", "k_"], ALNUM, 52),
    ("xAI key", &["xa", "i-"], ALNUM, 80),
    ("Replicate token", &["r", "8_"], ALNUM, 37),
    ("Perplexity key", &["pp", "lx-"], ALNUM, 48),
    ("NVIDIA key", &["nva", "pi-"], URL64, 64),
    ("ElevenLabs key", &["s", "k_"], HEX, 48),
    ("LangSmith key", &["lsv2", "_pt_"], HEX, 43),
    ("Cerebras key", &["cs", "k-"], LOWER, 48),
    ("Fireworks key", &["f", "w_"], ALNUM, 24),
    ("Voyage key", &["p", "a-"], URL64, 43),
    ("Tavily key", &["tv", "ly-"], ALNUM, 32),
    ("Firecrawl key", &["f", "c-"], HEX, 32),
    ("Exa or Jina key", &["ji", "na_"], ALNUM, 60),
    ("Runpod key", &["rp", "a_"], UPPER, 44),
    ("E2B key", &["e2", "b_"], HEX, 40),
    ("LlamaCloud key", &["ll", "x-"], ALNUM, 48),
    ("GitHub Copilot token", &["ti", "d="], HEX, 32),
    // Services.
    ("Slack token", &["xo", "xb-", "1234567890-"], ALNUM, 24),
    ("Slack token", &["xo", "xp-", "1234567890-"], ALNUM, 60),
    ("Slack token", &["xa", "pp-1-A0B1C2-"], ALNUM, 48),
    ("Discord multi-factor token", &["mf", "a."], URL64, 84),
    ("Facebook token", &["EA", "A"], ALNUM, 180),
    ("Instagram token", &["IG", "Q"], ALNUM, 150),
    ("Twitter bearer token", &["AAAAAAAAAA", "AAAAAAAAAAA"], ALNUM, 91),
    ("Stripe key", &["sk", "_live_"], ALNUM, 24),
    ("Stripe key", &["rk", "_live_"], ALNUM, 99),
    ("Stripe key", &["wh", "sec_"], ALNUM, 32),
    ("Square token", &["sq0", "atp-"], URL64, 22),
    ("Square token", &["EA", "AAl"], URL64, 60),
    ("Shopify token", &["shp", "at_"], HEX, 32),
    ("PayPal or Braintree token", &["access_token", "$production$", "a1b2c3d4e5f6g7h8$"], HEX, 32),
    ("Razorpay key", &["rzp", "_live_"], ALNUM, 14),
    ("Flutterwave key", &["FLW", "SECK-"], HEX, 32),
    ("Paddle key", &["pdl", "_live_apikey_"], LOWER, 50),
    ("Polar token", &["polar", "_oat_"], ALNUM, 40),
    ("GoCardless token", &["li", "ve_"], URL64, 40),
    ("Lob key", &["li", "ve_"], HEX, 35),
    ("Duffel token", &["duffel", "_live_"], URL64, 43),
    ("EasyPost key", &["EZ", "AK"], ALNUM, 54),
    ("Shippo token", &["shippo", "_live_"], HEX, 40),
    ("Brevo key", &["xkey", "sib-"], HEX, 81),
    ("Twilio key", &["S", "K"], HEX, 32),
    ("Twilio key", &["A", "C"], HEX, 32),
    ("Mailgun key", &["ke", "y-"], HEX, 32),
    ("Mailchimp key of transactions", &["m", "d-"], ALNUM, 22),
    ("Mapbox token", &["sk", ".eyJ"], ALNUM, 90),
    ("Contentful token", &["CF", "PAT-"], URL64, 43),
    ("Adobe secret", &["p8", "e-"], ALNUM, 32),
    ("Adafruit key", &["ai", "o_"], ALNUM, 28),
    ("Beamer token", &["b", "_"], URL64, 44),
    ("Dropbox token", &["sl", ".u.A"], URL64, 140),
    ("Intra42 secret", &["s-s4", "t2ud-"], HEX, 64),
    ("Settlemint token", &["sm_", "aat_"], ALNUM, 16),
    ("Authress key of the old form", &["sc", "_", "Ab1cD2eF.acc."], ALNUM, 60),
    ("Canva secret", &["cn", "vca"], ALNUM, 60),
    ("Onfido token", &["api", "_live."], ALNUM, 44),
    ("Persona key", &["persona", "_production_"], HEX, 36),
    ("Okta token", &["SS", "WS ", "00"], URL64, 40),
    ("Zuplo key", &["zp", "ka_"], HEX, 64),
    ("Sidekiq credentials", &["CONTRIBSYS__", "COM=", "cafe1234:"], HEX, 8),
    ("Telegram token", &["12345", "67890:A", "A"], URL64, 33),
];

/// Rows whose value is a UUID.
const UUIDS: &[(&str, &[&str])] = &[
    ("LaunchDarkly key", &["sd", "k-"]),
    ("Langfuse key", &["sk-", "lf-"]),
    ("Plaid token", &["access-", "production-"]),
    ("HubSpot token", &["pat-", "na1-"]),
];

pub(super) fn add(make: &mut Maker) {
    for (kind, prefix, set, length) in ROWS {
        make.token(kind, prefix, set, *length);
    }
    for (kind, prefix) in UUIDS {
        let uuid = make.uuid();
        let text = format!("{}{uuid}", prefix.concat());
        make.framed(kind, "", text, "");
    }
    let secret = format!("A3-{}", [6, 6, 5, 5, 5, 5].map(|length| make.of(UPPER, length)).join("-"));
    make.framed("1Password secret key", "", secret, "");
    let secret = format!("pat{}.{}", make.of(ALNUM, 14), make.of(HEX, 64));
    make.framed("Airtable token", "", secret, "");
    let secret = format!("{}8Q~{}", make.of(ALNUM, 3), make.of(ALNUM, 34));
    make.framed("Azure client secret", "", secret, "");
    let secret = format!("{}+AS{}{}==", make.of(ALNUM, 76), "t", make.of(ALNUM, 6));
    make.framed("Azure marked key", "", secret, "");
    let secret = format!("sk-{}T3Blbk{}{}", make.of(ALNUM, 20), "FJ", make.of(ALNUM, 20));
    make.framed("OpenAI key by its mark", "", secret, "");
    let secret = format!("{}-u{}{}", make.of(HEX, 32), "s", make.of("123456789", 2));
    make.framed("Mailchimp key", "", secret, "");
    let secret = format!("re{}{}_{}", "_", make.of(ALNUM, 8), make.of(ALNUM, 24));
    make.framed("Resend key", "", secret, "");
    let secret = format!("1/{}:{}", make.of(DIGITS, 16), make.of(HEX, 32));
    make.framed("Asana token", "", secret, "");
    let secret = format!("{}_m{}", make.of(ALNUM, 36), "mk");
    make.framed("MaxMind key", "", secret, "");
    let secret = format!("{}NR{}", make.of(HEX, 36), "AL");
    make.framed("New Relic license key", "", secret, "");
    let secret = make.of(ALNUM, 24);
    make.framed("Zapier webhook", "https://hooks.zapier.com/hooks/catch/12/", secret, "");
    let jwt = format!("ZXlKaGJHY2lPaU{}{}", "pJ", make.of(ALNUM, 160));
    make.framed("JWT in base64", "", jwt, "");
}
