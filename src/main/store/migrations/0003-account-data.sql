CREATE TABLE residential_ledger (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
  residential_ledger_id ANY NOT NULL UNIQUE,
  customer_id INTEGER,
  service_id TEXT,
  service_adjustment_id INTEGER,
  invoice_id TEXT,
  residential_ledger_bytes INTEGER,
  residential_ledger_requests INTEGER,
  residential_ledger_reason TEXT,
  residential_ledger_period_date TEXT,
  residential_ledger_creation_datetime TEXT,
  residential_ledger_last_update_datetime TEXT
) STRICT;

CREATE TABLE service_adjustment (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
  received_at TEXT,
  service_adjustment_id TEXT NOT NULL UNIQUE,
  service_id TEXT,
  invoice_id TEXT,
  service_adjustment_type TEXT,
  service_adjustment_status TEXT,
  service_adjustment_is_administrator INTEGER,
  service_adjustment_is_automatic INTEGER,
  service_adjustment_is_customer INTEGER,
  service_adjustment_creation_datetime TEXT,
  service_adjustment_last_update_datetime TEXT
) STRICT;
CREATE INDEX service_adjustment_by_service ON service_adjustment (service_id);

-- Single records that are shown as received and never searched: `shape`, `extra` and
-- `secrets` as in the lists.
CREATE TABLE kept_record (
  key INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  shape TEXT NOT NULL,
  extra TEXT,
  secrets BLOB,
  UNIQUE (kind, id)
) STRICT;
