CREATE INDEX symbols_by_name ON symbols (name);
CREATE INDEX symbols_by_path ON symbols (path);
CREATE INDEX uses_by_name ON uses (name);
CREATE INDEX uses_by_enclosing ON uses (enclosing);
CREATE INDEX targets_by_use ON targets (use);
CREATE INDEX targets_by_symbol ON targets (symbol);
CREATE INDEX dependencies_by_needed ON dependencies (needs);
