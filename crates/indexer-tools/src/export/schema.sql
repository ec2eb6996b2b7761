-- The schema of `indexer export --format sqlite`, version 1. Lines count from 1, columns from 1 in characters.

-- What the export is of: schema, program, state, commit, root (the name of its folder).
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE files (
    path TEXT PRIMARY KEY,
    language TEXT NOT NULL,         -- '' for a manifest and for what is only listed
    module TEXT NOT NULL,           -- its name as a module, where the language has one
    bytes INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    has_problems INTEGER NOT NULL   -- 1 where syntax errors or limits were met
) WITHOUT ROWID;

CREATE TABLE symbols (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL REFERENCES files,
    name TEXT NOT NULL,
    qualified TEXT NOT NULL,
    kind TEXT NOT NULL,
    visibility TEXT NOT NULL,
    flags TEXT NOT NULL,            -- words with a blank between: 'test async'
    owner INTEGER REFERENCES symbols,
    line INTEGER NOT NULL,          -- of the name
    column INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    signature TEXT NOT NULL,
    documentation TEXT,
    cyclomatic INTEGER,             -- the measures of a body, where there is one
    cognitive INTEGER,
    nesting INTEGER,
    parameters INTEGER,
    body_lines INTEGER
);

-- A use of a name. Where it leads stands in `targets`: nowhere, to one place, or to several.
CREATE TABLE uses (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL REFERENCES files,
    line INTEGER NOT NULL,
    column INTEGER NOT NULL,
    name TEXT NOT NULL,             -- as written; '' for the call of a value
    role TEXT NOT NULL,             -- call, read, write, type, import, inherit, macro, decorate, invoke
    certainty TEXT NOT NULL,        -- resolved, possible, external, unresolved
    rule TEXT NOT NULL,             -- why it leads there
    enclosing INTEGER REFERENCES symbols
);

CREATE TABLE targets (
    use INTEGER NOT NULL REFERENCES uses,
    symbol INTEGER REFERENCES symbols,
    module TEXT REFERENCES files,   -- a file of the repository
    external TEXT                   -- package and path outside
);

-- What a type extends or implements.
CREATE TABLE bases (
    symbol INTEGER NOT NULL REFERENCES symbols,
    base INTEGER REFERENCES symbols, -- NULL outside of the repository
    name TEXT NOT NULL,
    how TEXT NOT NULL,
    certainty TEXT NOT NULL
);

-- One file uses another.
CREATE TABLE dependencies (
    path TEXT NOT NULL REFERENCES files,
    needs TEXT NOT NULL REFERENCES files
);

-- Calls and what they run, as far as symbols of the repository are called.
CREATE VIEW calls AS
SELECT uses.enclosing AS caller, targets.symbol AS callee, uses.path, uses.line, uses.certainty
FROM uses JOIN targets ON targets.use = uses.id
WHERE uses.role IN ('call', 'decorate', 'macro', 'invoke') AND targets.symbol IS NOT NULL;
