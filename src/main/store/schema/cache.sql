-- The cache of one account, besides the tables of lists and adjustments, which schema.ts creates first from the fields
-- of the API.

-- The secret fields of proxies, which many share, each encrypted once; `digest` is a keyed hash.
CREATE TABLE credential (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  secrets BLOB
) STRICT;

-- Credentials that a proxy stopped using; the end of a sync removes unused ones.
CREATE TABLE released_credential (
  id INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER proxy_changes_credential AFTER UPDATE ON proxy
WHEN old.credential_id IS NOT new.credential_id AND old.credential_id IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO released_credential (id) VALUES (old.credential_id);
END;
CREATE TRIGGER proxy_goes AFTER DELETE ON proxy WHEN old.credential_id IS NOT NULL
BEGIN
  INSERT OR IGNORE INTO released_credential (id) VALUES (old.credential_id);
END;

-- Changed proxies in order, written by triggers, which threads with columns in memory read again; the last 50,000
-- (`maxChanges` of coded-columns.ts).
CREATE TABLE proxy_change (
  id INTEGER PRIMARY KEY,
  key INTEGER NOT NULL
) STRICT;
CREATE TRIGGER proxy_is_added AFTER INSERT ON proxy
BEGIN
  INSERT INTO proxy_change (key) VALUES (new.key);
END;
CREATE TRIGGER proxy_is_changed AFTER UPDATE ON proxy
BEGIN
  INSERT INTO proxy_change (key) VALUES (new.key);
END;
CREATE TRIGGER proxy_is_removed AFTER DELETE ON proxy
BEGIN
  INSERT INTO proxy_change (key) VALUES (old.key);
END;
CREATE TRIGGER proxy_change_ages AFTER INSERT ON proxy_change WHEN new.id % 1000 = 0
BEGIN
  DELETE FROM proxy_change WHERE id <= new.id - 50000;
END;

-- When it was fetched.
ALTER TABLE service_adjustment ADD COLUMN received_at TEXT;
CREATE INDEX service_adjustment_by_service ON service_adjustment (service_id);

-- Single records that are shown and never searched have no columns of their own.
CREATE TABLE cached_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  secrets BLOB,
  rest TEXT,
  PRIMARY KEY (kind, id)
) STRICT;

-- How the last sync of each resource ended; `problem` is the JSON of a failure.
CREATE TABLE resource_state (
  resource TEXT PRIMARY KEY,
  completed_at TEXT,
  -- When every row was last compared with a response.
  compared_at TEXT,
  problem TEXT
) STRICT, WITHOUT ROWID;

-- The last sync of all lists, and when one was last complete.
CREATE TABLE last_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  started_at TEXT NOT NULL,
  completed_at TEXT,
  problem TEXT
) STRICT;

-- What syncs learned about the limits of the service (docs/service.md).
CREATE TABLE service_limits (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  learned_at_ms INTEGER NOT NULL,
  -- NULL: the service's own.
  page_size INTEGER,
  -- So many requests in such a time; NULL: no limit was met, or `used_at_ms` is NULL: unknown.
  requests INTEGER,
  window_ms INTEGER,
  -- How many of them the last sync had used when it ended.
  used_count INTEGER,
  used_at_ms INTEGER
) STRICT;

-- The account of the file; the file of another one is refused.
CREATE TABLE owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  account TEXT NOT NULL
) STRICT;

-- Salt and check value of the password key.
CREATE TABLE vault (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  salt BLOB NOT NULL,
  key_check BLOB NOT NULL
) STRICT;
