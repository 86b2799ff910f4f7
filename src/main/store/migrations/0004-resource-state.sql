-- How the last reading of each resource ended; `problem` is the JSON of a failure.
CREATE TABLE resource_state (
  resource TEXT PRIMARY KEY,
  completed_at TEXT,
  problem TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO resource_state (resource, completed_at) SELECT resource, completed_at FROM list_state;
DROP TABLE list_state;
