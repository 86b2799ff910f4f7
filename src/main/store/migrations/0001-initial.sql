-- What repeats between proxies is stored once, each tuple under an integer:
-- `digest` finds a tuple again, whatever its columns hold.
CREATE TABLE trait (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  customer_id INTEGER,
  proxy_status TEXT,
  proxy_type TEXT,
  proxy_protocol TEXT,
  proxy_is_online INTEGER
) STRICT;

CREATE TABLE place (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  country_id TEXT,
  country_name TEXT,
  subdivision_id TEXT,
  subdivision_name TEXT,
  city_id INTEGER,
  city_name TEXT,
  city_timezone TEXT,
  city_example_postcode TEXT,
  city_latitude REAL,
  city_longitude REAL
) STRICT;

CREATE TABLE network (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  asn_id INTEGER,
  asn_name TEXT
) STRICT;

CREATE TABLE subnet (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  subnet_id TEXT,
  subnet_id_v6 TEXT
) STRICT;

CREATE TABLE service_ref (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  service_id TEXT
) STRICT;
CREATE INDEX service_ref_by_service ON service_ref (service_id);

CREATE TABLE user_set (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  proxy_user_ids TEXT
) STRICT;

-- `digest` is keyed here and `secrets` encrypted: the password is in neither.
CREATE TABLE credential (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  default_proxy_user_username TEXT,
  secrets BLOB
) STRICT;

-- The names of a record's fields in the order received; null ones are wrapped in a list.
CREATE TABLE shape (
  id INTEGER PRIMARY KEY,
  fields TEXT NOT NULL UNIQUE
) STRICT;

-- In every list: `hash` is a keyed hash of the record as received, `extra` the JSON of
-- what no column can give back exactly, `secrets` the encrypted JSON of what is secret.
-- A column of type ANY holds the compact form where the text has one, else the text.
CREATE TABLE proxy (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
  proxy_id ANY NOT NULL,
  trait_id INTEGER NOT NULL,
  place_id INTEGER NOT NULL,
  network_id INTEGER NOT NULL,
  subnet_id INTEGER NOT NULL,
  service_ref_id INTEGER NOT NULL,
  user_set_id INTEGER NOT NULL,
  credential_id INTEGER NOT NULL,
  service_line_item_id ANY,
  proxy_last_update_datetime TEXT,
  proxy_ip_address ANY,
  proxy_ip_address_v6 ANY,
  ip_address_id_v4 ANY,
  ip_address_id_v6 ANY,
  proxy_http_port INTEGER,
  proxy_socks5_port INTEGER
) STRICT;
CREATE UNIQUE INDEX proxy_by_id ON proxy (proxy_id);
-- Holds all that the facets count by, so that they never read the rows.
CREATE INDEX proxy_by_facets ON proxy (trait_id, place_id, service_ref_id);
CREATE INDEX proxy_by_place ON proxy (place_id);
CREATE INDEX proxy_by_network ON proxy (network_id);
CREATE INDEX proxy_by_service ON proxy (service_ref_id);
CREATE INDEX proxy_by_ip ON proxy (proxy_ip_address);

CREATE TABLE service (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
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
  country_id TEXT
) STRICT;

CREATE TABLE proxy_user (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
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
  tcp_fingerprint_label_id TEXT
) STRICT;

-- What users are restricted to: the access rules read these two.
CREATE TABLE proxy_user_proxy (
  row_key INTEGER NOT NULL REFERENCES proxy_user (key) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  value ANY NOT NULL,
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

CREATE TABLE sync_run (
  id INTEGER PRIMARY KEY,
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  is_complete INTEGER NOT NULL,
  problem TEXT
) STRICT;

CREATE TABLE list_state (
  resource TEXT PRIMARY KEY,
  completed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Salt and check value of the password key.
CREATE TABLE vault (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  salt BLOB NOT NULL,
  key_check BLOB NOT NULL
) STRICT;
