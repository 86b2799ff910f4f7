-- Proxies of runs and single results are lists like the others: each row has a key, and an ID made of it.

CREATE TABLE tested (
  -- The number of the run times 2^32, plus the place of the proxy in it: a run is a range of keys.
  key INTEGER PRIMARY KEY,
  tested_id TEXT AS (CAST(key AS TEXT)) VIRTUAL,
  test_run_id INTEGER NOT NULL,
  proxy_id TEXT,
  proxy_host TEXT,
  proxy_port INTEGER,
  state TEXT NOT NULL,
  result_count INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  -- Null: it has no result yet.
  works INTEGER AS (CASE WHEN result_count > 0 THEN success_count = result_count END) VIRTUAL,
  slowest_time INTEGER,
  errors TEXT,
  fault TEXT,
  is_replaced INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO tested (key, test_run_id, proxy_id, proxy_host, proxy_port, state, result_count, success_count, slowest_time,
    errors, fault, is_replaced)
  SELECT (test_run_id << 32) + position, test_run_id, proxy_id, proxy_host, proxy_port, state, result_count, success_count,
    slowest_time, errors, fault, is_replaced
  FROM tested_proxy ORDER BY test_run_id, position;
DROP TABLE tested_proxy;
ALTER TABLE tested RENAME TO tested_proxy;
CREATE INDEX tested_proxy_by_proxy ON tested_proxy (proxy_id, test_run_id);

ALTER TABLE test_result RENAME COLUMN id TO key;
ALTER TABLE test_result ADD COLUMN test_result_id TEXT AS (CAST(key AS TEXT)) VIRTUAL;
