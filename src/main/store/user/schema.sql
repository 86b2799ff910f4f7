-- The user's records of one account. The cache next to this file can be fetched again; these
-- records can't. Everything refers to the service's records by their IDs, because a record that
-- was removed may come back.

CREATE TABLE test_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  urls TEXT NOT NULL,
  proxy_user_id TEXT,
  proxy_count INTEGER NOT NULL,
  left_out_count INTEGER NOT NULL,
  batch_count INTEGER NOT NULL,
  batches_done INTEGER NOT NULL DEFAULT 0,
  batches_failed INTEGER NOT NULL DEFAULT 0,
  result_count INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  problem TEXT
) STRICT;

CREATE TABLE test_result (
  id INTEGER PRIMARY KEY,
  test_run_id INTEGER NOT NULL REFERENCES test_run (id) ON DELETE CASCADE,
  proxy_id TEXT,
  proxy_test_result_url TEXT,
  proxy_test_result_is_successful INTEGER,
  proxy_test_result_error_code TEXT,
  proxy_test_result_error_source TEXT,
  proxy_test_result_protocol TEXT,
  proxy_test_result_response_time INTEGER,
  proxy_test_server_city_name TEXT,
  proxy_test_server_country_id TEXT,
  proxy_host TEXT,
  proxy_port INTEGER,
  proxy_test_result_creation_datetime TEXT,
  extra TEXT
) STRICT;
CREATE INDEX test_result_by_run ON test_result (test_run_id);
CREATE INDEX test_result_by_proxy ON test_result (proxy_id);

-- Sums over the results of each proxy, so that no list has to add them up.
CREATE TABLE proxy_test (
  proxy_id TEXT PRIMARY KEY NOT NULL,
  test_count INTEGER NOT NULL,
  success_count INTEGER NOT NULL,
  last_datetime TEXT,
  response_count INTEGER NOT NULL,
  response_sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Views, export presets and everything else that is saved under a name.
CREATE TABLE saved (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  content TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (kind, name)
) STRICT;

CREATE TABLE tag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  colour TEXT NOT NULL
) STRICT;

CREATE TABLE proxy_tag (
  tag_id INTEGER NOT NULL,
  proxy_id TEXT NOT NULL,
  PRIMARY KEY (tag_id, proxy_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX proxy_tag_by_proxy ON proxy_tag (proxy_id);

CREATE TABLE service_tag (
  tag_id INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  PRIMARY KEY (tag_id, service_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_tag_by_service ON service_tag (service_id);

CREATE TABLE proxy_note (
  proxy_id TEXT PRIMARY KEY NOT NULL,
  note TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE service_note (
  service_id TEXT PRIMARY KEY NOT NULL,
  note TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The journal for undo; edit-journal.ts explains it.
CREATE TABLE edit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  change_count INTEGER NOT NULL DEFAULT 0,
  is_undone INTEGER NOT NULL DEFAULT 0
) STRICT;

-- `place` is the table that changes, `tag_id` 0 for notes. Before is null if there was no such
-- row, after if there is none.
CREATE TABLE edit_change (
  edit_id INTEGER NOT NULL,
  place TEXT NOT NULL,
  tag_id INTEGER NOT NULL,
  record_id TEXT NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (edit_id, place, tag_id, record_id)
) STRICT, WITHOUT ROWID;

-- The last addresses of tagged and noted proxies that were removed: the service names
-- replaced proxies by their addresses only.
CREATE TABLE gone_proxy (
  proxy_id TEXT PRIMARY KEY NOT NULL,
  service_id TEXT,
  proxy_ip_address TEXT,
  proxy_ip_address_v6 TEXT,
  proxy_http_port INTEGER,
  proxy_socks5_port INTEGER
) STRICT, WITHOUT ROWID;

-- Replacements that tags and notes have followed. Each is followed once.
CREATE TABLE followed_replacement (
  service_adjustment_id TEXT NOT NULL,
  replacement TEXT NOT NULL,
  PRIMARY KEY (service_adjustment_id, replacement)
) STRICT, WITHOUT ROWID;
