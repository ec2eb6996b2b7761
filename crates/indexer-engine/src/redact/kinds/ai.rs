//! Keys of those who run models.

use super::kind::{SecretKind, exact, shape, token, weak};
use crate::redact::classes::{alnum, dotted, hex, lower, uuid, word};
use crate::redact::shapes;

pub(super) const KINDS: &[SecretKind] = &[
    token("Anthropic key", &["sk-ant-"], word, 40),
    token("OpenAI key", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-"], word, 32),
    shape("OpenAI key by its mark", &["T3BlbkFJ"], shapes::open_ai),
    exact("OpenAI key of the old form", &["sk-"], alnum, 48),
    exact("DeepSeek key", &["sk-"], hex, 32),
    token("Hugging Face token", &["hf_", "api_org_"], alnum, 34),
    token("Groq key", &["gsk_"], alnum, 40),
    token("xAI key", &["xai-"], alnum, 60),
    token("Replicate token", &["r8_"], alnum, 37),
    token("Perplexity key", &["pplx-"], alnum, 40),
    token("NVIDIA key", &["nvapi-"], word, 40),
    exact("ElevenLabs key", &["sk_"], hex, 48),
    token("LangSmith key", &["lsv2_pt_", "lsv2_sk_"], word, 32),
    token("Langfuse key", &["sk-lf-"], uuid, 36),
    token("Cerebras key", &["csk-"], lower, 40),
    weak("Fireworks key", &["fw_"], alnum, 20),
    token("Voyage key", &["pa-"], word, 43),
    token("Tavily key", &["tvly-"], word, 28),
    token("Firecrawl key", &["fc-"], hex, 32),
    token("Exa or Jina key", &["jina_"], word, 40),
    token("Runpod key", &["rpa_"], alnum, 40),
    token("E2B key", &["e2b_"], hex, 40),
    token("LlamaCloud key", &["llx-"], alnum, 40),
    weak("GitHub Copilot token", &["tid="], dotted, 32),
];
