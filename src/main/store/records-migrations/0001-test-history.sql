-- What a person's own doing left behind, apart from the offline copy: a copy that is
-- lost comes again from the service, this does not.
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
  proxy_id ANY,
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

-- Sums over the kept results of a proxy, so that no list has to add them up.
CREATE TABLE proxy_test (
  proxy_id ANY PRIMARY KEY NOT NULL,
  test_count INTEGER NOT NULL,
  success_count INTEGER NOT NULL,
  last_datetime TEXT,
  response_count INTEGER NOT NULL,
  response_sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
