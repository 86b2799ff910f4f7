-- The cache of one account: the responses of the service. Columns have the names of the API's
-- fields. In every list:
--   key      is this cache's own number for a row; it is never reused while the row exists
--   hash     is a keyed hash of the row as received; an unchanged row is recognized by it
--   rest     is JSON of everything that the columns can't reproduce exactly:
--            {"fields": {name: value, ...}, "missing": [names of columns that were not sent]}
--   seal     is a keyed hash of the columns as they were written; a row that was damaged or changed does not match it
--   secrets  is encrypted JSON of the secret fields

CREATE TABLE proxy (
  key INTEGER PRIMARY KEY,
  proxy_id TEXT NOT NULL,
  -- In lower case, separated by U+001F: the names that a bare word is looked for in. IDs and
  -- addresses are here only if they were not received in lower case. A scan reads it, and
  -- SQLite finds the first columns of a row fastest.
  search TEXT,
  -- The addresses as a number and as 16 bytes: they give order and blocks.
  ipv4 INTEGER,
  ipv6 BLOB,
  customer_id INTEGER,
  service_id TEXT,
  service_line_item_id TEXT,
  proxy_status TEXT,
  proxy_type TEXT,
  proxy_protocol TEXT,
  proxy_is_online INTEGER,
  proxy_last_update_datetime TEXT,
  proxy_ip_address TEXT,
  proxy_ip_address_v6 TEXT,
  ip_address_id_v4 TEXT,
  ip_address_id_v6 TEXT,
  subnet_id TEXT,
  subnet_id_v6 TEXT,
  proxy_http_port INTEGER,
  proxy_socks5_port INTEGER,
  default_proxy_user_username TEXT,
  proxy_user_ids TEXT,
  asn_id INTEGER,
  asn_name TEXT,
  country_id TEXT,
  country_name TEXT,
  subdivision_id TEXT,
  subdivision_name TEXT,
  city_id INTEGER,
  city_name TEXT,
  city_timezone TEXT,
  city_example_postcode TEXT,
  city_latitude REAL,
  city_longitude REAL,
  credential_id INTEGER,
  rest TEXT,
  hash BLOB,
  seal BLOB
) STRICT;

-- The secret fields of proxies. Most proxies share theirs, so each is encrypted once;
-- `digest` is a keyed hash that finds it again.
CREATE TABLE credential (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  secrets BLOB
) STRICT;

-- Credentials that a proxy has stopped using: the end of a sync removes those that no other uses.
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

CREATE TABLE service (
  key INTEGER PRIMARY KEY,
  service_id TEXT NOT NULL UNIQUE,
  service_name TEXT,
  service_type TEXT,
  service_protocol TEXT,
  service_status TEXT,
  service_quantity INTEGER,
  service_total REAL,
  service_cycle TEXT,
  service_creation_datetime TEXT,
  service_dispatch_datetime TEXT,
  service_earliest_cancellation_datetime TEXT,
  service_expiry_datetime TEXT,
  service_last_update_datetime TEXT,
  service_is_automatic_collection INTEGER,
  service_is_pending_cancellation INTEGER,
  service_is_reconfigurable INTEGER,
  service_subscription_is_paused INTEGER,
  service_subscription_id TEXT,
  subscription_schedule_id TEXT,
  open_invoice_id TEXT,
  payment_method_id TEXT,
  service_promotional_code TEXT,
  service_image TEXT,
  country_id TEXT,
  secrets BLOB,
  rest TEXT,
  hash BLOB,
  seal BLOB
) STRICT;
CREATE INDEX service_by_hash ON service (hash);

CREATE TABLE proxy_user (
  key INTEGER PRIMARY KEY,
  proxy_user_id TEXT NOT NULL UNIQUE,
  customer_id INTEGER,
  proxy_user_access_type TEXT,
  ip_address_authentications TEXT,
  proxy_user_ip_address_authentication_limit INTEGER,
  proxy_user_is_default INTEGER,
  proxy_user_is_deleted INTEGER,
  proxy_user_is_strict_security INTEGER,
  proxy_user_enforce_https INTEGER,
  proxy_user_residential_bytes_limit INTEGER,
  proxy_user_residential_bytes_used INTEGER,
  residential_bytes_left INTEGER,
  proxy_user_mobile_bytes_limit INTEGER,
  proxy_user_mobile_bytes_used INTEGER,
  mobile_bytes_left INTEGER,
  proxy_user_creation_datetime TEXT,
  proxy_user_last_update_datetime TEXT,
  tcp_fingerprint_label TEXT,
  tcp_fingerprint_label_id TEXT,
  secrets BLOB,
  rest TEXT,
  hash BLOB,
  seal BLOB
) STRICT;
CREATE INDEX proxy_user_by_hash ON proxy_user (hash);

-- restricted_proxy_ids and restricted_service_ids, one row an ID: the access rules read them.
CREATE TABLE proxy_user_proxy (
  row_key INTEGER NOT NULL REFERENCES proxy_user (key) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (row_key, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX proxy_user_proxy_by_value ON proxy_user_proxy (value, row_key);

CREATE TABLE proxy_user_service (
  row_key INTEGER NOT NULL REFERENCES proxy_user (key) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (row_key, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX proxy_user_service_by_value ON proxy_user_service (value, row_key);

CREATE TABLE residential_ledger (
  key INTEGER PRIMARY KEY,
  residential_ledger_id TEXT NOT NULL UNIQUE,
  customer_id INTEGER,
  service_id TEXT,
  service_adjustment_id INTEGER,
  invoice_id TEXT,
  residential_ledger_bytes INTEGER,
  residential_ledger_requests INTEGER,
  residential_ledger_reason TEXT,
  residential_ledger_period_date TEXT,
  residential_ledger_creation_datetime TEXT,
  residential_ledger_last_update_datetime TEXT,
  secrets BLOB,
  rest TEXT,
  hash BLOB,
  seal BLOB
) STRICT;
CREATE INDEX residential_ledger_by_hash ON residential_ledger (hash);

CREATE TABLE service_adjustment (
  key INTEGER PRIMARY KEY,
  service_adjustment_id TEXT NOT NULL UNIQUE,
  service_id TEXT,
  invoice_id TEXT,
  service_adjustment_type TEXT,
  service_adjustment_status TEXT,
  service_adjustment_is_administrator INTEGER,
  service_adjustment_is_automatic INTEGER,
  service_adjustment_is_customer INTEGER,
  service_adjustment_creation_datetime TEXT,
  service_adjustment_last_update_datetime TEXT,
  received_at TEXT,
  secrets BLOB,
  rest TEXT,
  hash BLOB,
  seal BLOB
) STRICT;
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
  -- When its rows were last compared with their seals.
  checked_at TEXT,
  problem TEXT
) STRICT, WITHOUT ROWID;

-- The last sync of all lists, and when one was last complete.
CREATE TABLE last_run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  started_at TEXT NOT NULL,
  completed_at TEXT,
  problem TEXT
) STRICT;

-- The account that the file belongs to: the file of another one in its place is refused.
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
