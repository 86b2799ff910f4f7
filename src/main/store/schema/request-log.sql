-- The log of the gateway's requests: a ring, whose oldest rows are removed. `line` is the number of the line that decided, and what it does instead of using proxies.
CREATE TABLE gateway_request (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  request_id TEXT AS (CAST(key AS TEXT)) VIRTUAL,
  requested_at TEXT NOT NULL,
  rule TEXT NOT NULL,
  client TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_host TEXT NOT NULL,
  target_port INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  fault TEXT,
  status INTEGER,
  received_bytes INTEGER NOT NULL,
  sent_bytes INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  lookup_ms INTEGER,
  connect_ms INTEGER,
  handshake_ms INTEGER,
  try_count INTEGER NOT NULL,
  proxy_id TEXT,
  proxy_address TEXT,
  line TEXT,
  -- JSON of every proxy that was tried, if it was more than one or it failed.
  tries TEXT
) STRICT;
CREATE INDEX gateway_request_by_host ON gateway_request (target_host);
-- How many requests could not be written.
CREATE TABLE request_loss (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
INSERT INTO request_loss VALUES (1, 0);
