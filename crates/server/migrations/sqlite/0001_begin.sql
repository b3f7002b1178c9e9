-- Games as what happened: a head that never changes, and rows that are only appended.
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE tables (id INTEGER PRIMARY KEY, made BIGINT NOT NULL, head TEXT NOT NULL);

CREATE TABLE steps (
    table_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat BIGINT,
    body TEXT NOT NULL,
    who BIGINT NOT NULL,
    request TEXT,
    stopped TEXT,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

-- Secret links, by the SHA-256 of the token: the tokens themselves are nowhere.
CREATE TABLE tokens (hash BLOB PRIMARY KEY, table_id BIGINT NOT NULL, who BIGINT NOT NULL) WITHOUT ROWID;

-- Which games a browser or an account has links to; the token is sealed with a key that only its cookie
-- or its password holds.
CREATE TABLE held (
    holder BLOB NOT NULL,
    table_id BIGINT NOT NULL,
    who BIGINT NOT NULL,
    sealed BLOB NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (holder, table_id, who)
) WITHOUT ROWID;

CREATE TABLE accounts (
    name TEXT PRIMARY KEY,
    shown TEXT NOT NULL,
    holder BLOB NOT NULL,
    password TEXT NOT NULL,
    key_salt BLOB NOT NULL,
    wrapped_key BLOB NOT NULL,
    made BIGINT NOT NULL
) WITHOUT ROWID;
