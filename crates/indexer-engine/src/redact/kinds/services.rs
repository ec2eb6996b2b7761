//! Keys and tokens of services: messages, mail, payments, shops, maps and the like.

use super::kind::{SecretKind, after, exact, shape, token, weak};
use crate::redact::classes::{alnum, base64, dotted, hex, percent, uuid, word};
use crate::redact::shapes;

pub(super) const KINDS: &[SecretKind] = &[
    token(
        "Slack token",
        &["xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-", "xoxo-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xapp-"],
        dotted_or_percent,
        20,
    ),
    shape("Slack webhook", &["hooks.slack.com"], shapes::webhook),
    shape("Discord webhook", &["discord.com/api/webhooks", "discordapp.com/api/webhooks"], shapes::webhook),
    shape("Teams webhook", &["webhook.office.com", "office.com/webhook"], shapes::webhook),
    shape("Zapier webhook", &["hooks.zapier.com"], shapes::webhook),
    shape("Discord token", &["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"], shapes::discord),
    token("Discord multi-factor token", &["mfa."], word, 80),
    shape("Telegram token", &[":AA"], shapes::telegram),
    weak("Facebook token", &["EAA"], alnum, 80),
    weak("Instagram token", &["IGQ"], word, 80),
    token("Twitter bearer token", &["AAAAAAAAAAAAAAAAAAAAA"], percent, 60),
    token(
        "Stripe key",
        &["sk_live_", "rk_live_", "sk_test_", "rk_test_", "sk_prod_", "rk_prod_", "sk_org_", "whsec_"],
        base64,
        20,
    ),
    token("Square token", &["sq0atp-", "sq0csp-", "sq0idp-", "EAAAE", "EAAAl"], word, 22),
    exact("Shopify token", &["shpat_", "shpss_", "shpca_", "shppa_", "shpua_"], hex, 32),
    token("Plaid token", &["access-sandbox-", "access-development-", "access-production-"], uuid, 36),
    token("PayPal or Braintree token", &["access_token$production$", "access_token$sandbox$"], dollar, 32),
    token("Razorpay key", &["rzp_live_", "rzp_test_"], alnum, 14),
    token("Flutterwave key", &["FLWSECK-", "FLWSECK_TEST-", "FLWPUBK-", "FLWPUBK_TEST-"], word, 12),
    token("Paddle key", &["pdl_live_", "pdl_sdbx_", "pdl_ntfset_"], word, 40),
    token("Polar token", &["polar_oat_", "polar_pat_"], word, 32),
    weak("GoCardless token", &["live_", "sandbox_"], word, 40),
    weak("Lob key", &["live_", "test_", "live_pub_", "test_pub_"], hex, 31),
    token("Duffel token", &["duffel_test_", "duffel_live_"], word, 40),
    exact("EasyPost key", &["EZAK", "EZTK"], alnum, 54),
    token("Shippo token", &["shippo_live_", "shippo_test_"], hex, 40),
    shape("SendGrid key", &["SG."], shapes::sendgrid),
    token("Brevo key", &["xkeysib-", "xsmtpsib-"], word, 64),
    shape("Resend key", &["re_"], shapes::resend),
    exact("Twilio key", &["SK", "AC"], hex, 32),
    exact("Mailgun key", &["key-", "pubkey-"], hex, 32),
    exact("Mailchimp key of transactions", &["mandrill-", "md-"], word, 22),
    shape("Mailchimp key", &["-us"], shapes::mailchimp),
    token("Mapbox token", &["sk.eyJ", "pk.eyJ", "tk.eyJ"], dotted, 60),
    token("Contentful token", &["CFPAT-"], word, 40),
    token("Adobe secret", &["p8e-"], word, 32),
    exact("Adafruit key", &["aio_"], alnum, 28),
    weak("Beamer token", &["b_"], word, 44),
    token("HubSpot token", &["pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"], uuid, 36),
    token("Dropbox token", &["sl.u.", "sl.A", "sl.B"], word, 60),
    shape("Asana token", &["1/", "2/"], shapes::asana),
    token("Intra42 secret", &["s-s4t2ud-", "s-s4t2af-"], hex, 64),
    token("Settlemint token", &["sm_aat_", "sm_pat_", "sm_sat_"], alnum, 16),
    weak("Authress key of the old form", &["sc_", "ext_"], dotted_base64, 60),
    token("Canva secret", &["cnvca"], word, 50),
    token("Onfido token", &["api_live.", "api_sandbox.", "api_live_us.", "api_live_ca."], dotted, 30),
    token("Persona key", &["persona_production_", "persona_sandbox_"], word, 30),
    after("Okta token", &["SSWS "], word, 30),
    token("Zuplo key", &["zpka_"], word, 30),
    after("Sidekiq credentials", &["CONTRIBSYS__COM=", "CONTRIBSYS__COM: "], hex_or_colon, 17),
];

fn hex_or_colon(b: u8) -> bool {
    hex(b) || b == b':'
}

fn dotted_or_percent(b: u8) -> bool {
    dotted(b) || percent(b)
}

fn dotted_base64(b: u8) -> bool {
    dotted(b) || base64(b)
}

fn dollar(b: u8) -> bool {
    alnum(b) || b == b'$'
}
