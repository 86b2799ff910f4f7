-- The user's records of one account. The cache next to this file can be fetched again; these
-- records can't. Everything refers to the service's records by their IDs, because a record that
-- was removed may come back.

-- `source`: 'service', 'here' (this machine) or 'gateway'. `settings`: of a run from here, as JSON. `active_ms`: time
-- that the run was running, without its pauses.
CREATE TABLE test_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL DEFAULT 'service',
  state TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  urls TEXT NOT NULL,
  proxy_user_id TEXT,
  settings TEXT,
  proxy_count INTEGER NOT NULL,
  skipped_count INTEGER NOT NULL,
  batch_count INTEGER NOT NULL,
  batches_done INTEGER NOT NULL DEFAULT 0,
  batches_failed INTEGER NOT NULL DEFAULT 0,
  result_count INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  proxies_done INTEGER NOT NULL DEFAULT 0,
  proxies_tested INTEGER NOT NULL DEFAULT 0,
  proxies_passed INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  active_ms INTEGER NOT NULL DEFAULT 0,
  problem TEXT
) STRICT;

-- The tested selection of proxies as JSON, so that a run without results can be tried again. It is
-- a table of its own because it may be long: every batch writes the row of its run again.
CREATE TABLE test_run_selection (
  test_run_id INTEGER PRIMARY KEY REFERENCES test_run (id) ON DELETE CASCADE,
  proxies TEXT NOT NULL
) STRICT;

-- What a run tests, and what its results come to. `state`: 'planned'; 'sent' to the service; 'done'; 'refused' by the
-- service; 'unknown' if it was sent and not answered. A run is resumed with its planned proxies, so that none is tested
-- twice. `errors`: codes of its failed results, separated by commas; `fault`: of the last of them.
CREATE TABLE tested_proxy (
  test_run_id INTEGER NOT NULL REFERENCES test_run (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  proxy_id TEXT,
  proxy_host TEXT,
  proxy_port INTEGER,
  state TEXT NOT NULL,
  result_count INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  slowest_time INTEGER,
  errors TEXT,
  fault TEXT,
  PRIMARY KEY (test_run_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX tested_proxy_by_proxy ON tested_proxy (proxy_id, test_run_id);

-- Results of the service have its fields, and none of the columns from `reason` on. Results from here and of the gateway
-- use those of its fields that mean the same; their response time is the time until the first byte in milliseconds.
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
  extra TEXT,
  -- By this computer's clock: the service's times have no documented zone, so no age can be
  -- computed from them.
  received_at_ms INTEGER,
  reason TEXT,
  fault TEXT,
  status INTEGER,
  bytes INTEGER,
  lookup_ms INTEGER,
  connect_ms INTEGER,
  handshake_ms INTEGER,
  tls_ms INTEGER,
  first_byte_ms INTEGER,
  body_ms INTEGER,
  exit_address TEXT,
  revealing_headers TEXT
) STRICT;
CREATE INDEX test_result_by_run ON test_result (test_run_id);
CREATE INDEX test_result_by_time ON test_result (
  proxy_id, received_at_ms, proxy_test_result_is_successful, proxy_test_result_response_time
);

-- Sums over the results of each proxy, so that no list has to add them up. `last_code`: why the last result failed.
CREATE TABLE proxy_test (
  proxy_id TEXT PRIMARY KEY NOT NULL,
  test_count INTEGER NOT NULL,
  success_count INTEGER NOT NULL,
  last_datetime TEXT,
  -- By this computer's clock.
  last_received_at_ms INTEGER,
  last_failed_at TEXT,
  last_is_successful INTEGER,
  last_response_time INTEGER,
  last_source TEXT,
  last_code TEXT,
  last_fault TEXT
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

-- The file of an export preset, which is saved; `written`: its files as they were written last, as JSON.
CREATE TABLE export_target (
  preset_id INTEGER PRIMARY KEY REFERENCES saved (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  is_refreshed INTEGER NOT NULL,
  problem TEXT,
  written_at TEXT,
  written TEXT NOT NULL
) STRICT;

-- Settings of this account as JSON; shared/settings.ts has their rows.
CREATE TABLE setting (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Facts that the user was notified of, so that nobody is notified twice.
CREATE TABLE noticed (
  kind TEXT NOT NULL,
  fact TEXT NOT NULL,
  noticed_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, fact)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  color TEXT NOT NULL
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

-- A journal for undo, which version 4 removes.
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

-- What each sync changed (docs/decisions/0008-files-of-an-account.md). Times are by this computer's clock.
CREATE TABLE sync (
  sync_id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- `sync`, or `refresh`: one row was fetched again.
  kind TEXT NOT NULL,
  started_at TEXT NOT NULL,
  -- Null: it is running, or ended without an outcome.
  finished_at TEXT,
  is_complete INTEGER,
  problem TEXT,
  -- JSON {list: rows} of the lists that were received for the first time.
  first_lists TEXT,
  added_count INTEGER NOT NULL DEFAULT 0,
  changed_count INTEGER NOT NULL DEFAULT 0,
  removed_count INTEGER NOT NULL DEFAULT 0,
  replaced_count INTEGER NOT NULL DEFAULT 0,
  -- Changes beyond the most that one sync records.
  skipped_count INTEGER NOT NULL DEFAULT 0,
  change_bytes INTEGER NOT NULL DEFAULT 0,
  -- The usage summaries after the sync; their history gives the pace of mobile data.
  residential_bytes_used INTEGER,
  mobile_bytes_used INTEGER
) STRICT;

-- One row per row of a list; `rest` is JSON {"fields": {"values": {field: [old, new]}, "moved": ...}}.
-- Values of secret fields are never in it.
CREATE TABLE change (
  key INTEGER PRIMARY KEY,
  change_id TEXT AS (CAST(key AS TEXT)) VIRTUAL,
  sync_id INTEGER NOT NULL REFERENCES sync (sync_id) ON DELETE CASCADE,
  changed_at TEXT NOT NULL,
  kind TEXT NOT NULL,
  list TEXT NOT NULL,
  record_id TEXT NOT NULL,
  name TEXT,
  service_id TEXT,
  old_record_id TEXT,
  service_adjustment_id TEXT,
  rest TEXT
) STRICT;
CREATE INDEX change_by_sync ON change (sync_id);
CREATE UNIQUE INDEX change_by_id ON change (change_id);
CREATE INDEX change_by_record ON change (record_id);
-- A replacement is looked for among the removed proxies.
CREATE INDEX change_of_removed_proxy ON change (key) WHERE kind = 'removed' AND list = 'proxies';

-- The token of each rule of the gateway (a saved item), encrypted as the passwords in the cache are.
CREATE TABLE gateway_token (
  rule_id INTEGER PRIMARY KEY,
  token BLOB NOT NULL
) STRICT;
