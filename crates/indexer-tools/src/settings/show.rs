//! Settings as people read them: what holds and why.

use crate::protocol::answer::SCHEMA_VERSION;
use crate::protocol::{Format, Records};
use indexer_config::{SETTINGS, Setting, Settings};
use serde_json::{Value as Json, json};

/// Every setting, its value and where that came from; records or JSON, with a final newline.
pub fn show(settings: &Settings, format: Format) -> String {
    match format {
        Format::Json => format!("{}\n", show_json(settings)),
        _ => show_text(settings),
    }
}

fn show_text(settings: &Settings) -> String {
    let mut out = Records::default();
    out.record("configuration").text("root", &settings.root().display().to_string());
    for (whose, path, found) in settings.files() {
        let path = path.display().to_string();
        out.record("file").field("whose", whose.as_str()).text("path", &path).field("found", found);
    }
    for setting in SETTINGS {
        let value = settings.value(setting).map(|value| value.to_string());
        let places: Vec<&str> = settings.from(setting).iter().map(|(_, place)| place.as_str()).collect();
        let places = (!places.is_empty()).then(|| places.join(", "));
        out.record("setting")
            .text("key", setting.key)
            .some("value", value.as_deref())
            .field("from", settings.origin(setting).as_str())
            .some("place", places.as_deref());
    }
    for what in settings.refused() {
        out.record("refused").text("what", what);
    }
    out.finish()
}

fn show_json(settings: &Settings) -> Json {
    let files: Vec<Json> = settings
        .files()
        .iter()
        .map(|(whose, path, found)| json!({"whose": whose.as_str(), "path": path, "found": found}))
        .collect();
    let row = |setting: &Setting| {
        let value = settings.value(setting).map(|value| value.to_string());
        let from: Vec<Json> = settings
            .from(setting)
            .iter()
            .map(|(origin, place)| json!({"origin": origin.as_str(), "place": place}))
            .collect();
        json!({"key": setting.key, "value": value, "origin": settings.origin(setting).as_str(), "from": from})
    };
    let rows: Vec<Json> = SETTINGS.iter().map(row).collect();
    json!({
        "schema_version": SCHEMA_VERSION,
        "root": settings.root(),
        "files": files,
        "settings": rows,
        "refused": settings.refused(),
    })
}
