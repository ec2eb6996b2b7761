//! What is known of an entry beside its name and its function.

/// What is known of an entry beside its name and its function, as one line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryDetail {
    /// The framework.
    pub framework: String,
    /// True where all that it hangs on is proved.
    pub is_certain: bool,
    /// The router that it is declared on, as `path#name`; for a mount the router above.
    pub router: Option<String>,
    /// For a mount: what is mounted, as `path#name`, or the path of a file.
    pub mounted: Option<String>,
    /// Functions that run before.
    pub middleware: Vec<String>,
    /// The beginning that its router's own definition gives to the path, which some mounts replace.
    pub prefix: Option<String>,
    /// True where a mount replaces the prefix of what it mounts.
    pub replaces: bool,
    /// True where a part of its path is not written as a text.
    pub is_open: bool,
    /// True where it has no path of its own: it answers that of what it is mounted below.
    pub is_bare: bool,
    /// True where it is answered only where its router is mounted.
    pub needs_mount: bool,
    /// For a provider and what it is injected into: the type, as `path#name`, or the path of one outside.
    pub injected: Option<String>,
    /// True where a provider of a type gives what asks for one that it extends.
    pub takes_subtypes: bool,
    /// The names and qualifiers of a provider, and what is asked for beside a type.
    pub qualifiers: Vec<String>,
    /// True where a qualifier is written that is no text.
    pub is_qualified_open: bool,
    /// What the parameter or field is called that asks.
    pub asked_as: Option<String>,
    /// True for a provider that is meant where several could be.
    pub is_primary: bool,
    /// True for a provider with a qualifier that gives only what asks for that.
    pub is_exact: bool,
    /// Packages of whose interfaces a provider makes values.
    pub scans: Vec<String>,
}

impl EntryDetail {
    /// The line.
    pub fn line(&self) -> String {
        let mut line = self.framework.clone();
        let mut put = |key: &str, value: &str| {
            line.push_str("; ");
            line.push_str(key);
            if !value.is_empty() {
                line.push(' ');
                // What stands in a file may look like another part.
                line.push_str(&value.replace('%', "%25").replace(';', "%3B"));
            }
        };
        if !self.is_certain {
            put("possible", "");
        }
        for (key, value) in [
            ("router", &self.router),
            ("mounts", &self.mounted),
            ("prefix", &self.prefix),
            ("type", &self.injected),
            ("as", &self.asked_as),
        ] {
            if let Some(value) = value {
                put(key, value);
            }
        }
        for (key, is_so) in [
            ("replaces", self.replaces),
            ("open", self.is_open),
            ("bare", self.is_bare),
            ("needs-mount", self.needs_mount),
            ("subtypes", self.takes_subtypes),
            ("unknown-qualifier", self.is_qualified_open),
            ("primary", self.is_primary),
            ("exact", self.is_exact),
        ] {
            if is_so {
                put(key, "");
            }
        }
        for (key, values) in
            [("middleware", &self.middleware), ("qualifier", &self.qualifiers), ("scans", &self.scans)]
        {
            if !values.is_empty() {
                let values: Vec<String> =
                    values.iter().map(|one| one.replace('%', "%25").replace(',', "%2C")).collect();
                put(key, &values.join(", "));
            }
        }
        line
    }

    /// What a line says.
    pub fn parse(line: &str) -> Self {
        let mut parts = line.split("; ");
        let framework = parts.next().unwrap_or("").to_owned();
        let mut detail = Self { framework, is_certain: true, ..Self::default() };
        for part in parts {
            let (key, value) = part.split_once(' ').unwrap_or((part, ""));
            let value = || Some(value.replace("%3B", ";").replace("%25", "%"));
            match key {
                "possible" => detail.is_certain = false,
                "router" => detail.router = value(),
                "mounts" => detail.mounted = value(),
                "prefix" => detail.prefix = value(),
                "replaces" => detail.replaces = true,
                "open" => detail.is_open = true,
                "type" => detail.injected = value(),
                "subtypes" => detail.takes_subtypes = true,
                "as" => detail.asked_as = value(),
                "bare" => detail.is_bare = true,
                "needs-mount" => detail.needs_mount = true,
                "unknown-qualifier" => detail.is_qualified_open = true,
                "primary" => detail.is_primary = true,
                "exact" => detail.is_exact = true,
                "middleware" => detail.middleware = list(value()),
                "qualifier" => detail.qualifiers = list(value()),
                "scans" => detail.scans = list(value()),
                _ => {}
            }
        }
        detail
    }
}

fn list(value: Option<String>) -> Vec<String> {
    let value = value.unwrap_or_default();
    value.split(", ").map(|one| one.replace("%2C", ",").replace("%25", "%")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detail_is_what_its_line_says() {
        let detail = EntryDetail {
            framework: "flask".to_owned(),
            is_certain: false,
            router: Some("app/views.py#bp".to_owned()),
            mounted: Some("a.py".to_owned()),
            middleware: vec!["auth".to_owned(), "log".to_owned()],
            prefix: Some("/auth".to_owned()),
            replaces: true,
            is_open: true,
            injected: Some("java.util.List".to_owned()),
            takes_subtypes: true,
            qualifiers: vec!["main".to_owned(), "a; b, 5%".to_owned()],
            is_bare: true,
            needs_mount: true,
            is_qualified_open: true,
            asked_as: Some("stock".to_owned()),
            is_primary: true,
            is_exact: true,
            scans: vec!["a.b".to_owned()],
        };
        assert_eq!(EntryDetail::parse(&detail.line()), detail);
        let plain = EntryDetail { framework: "gin".to_owned(), is_certain: true, ..EntryDetail::default() };
        assert_eq!(plain.line(), "gin");
        assert_eq!(EntryDetail::parse("gin"), plain);
    }
}
