-- The tested selection of proxies as JSON, so that a run without results can be tried again. It is
-- a table of its own because it may be long: every batch writes the row of its run again.
CREATE TABLE test_run_selection (
  test_run_id INTEGER PRIMARY KEY REFERENCES test_run (id) ON DELETE CASCADE,
  proxies TEXT NOT NULL
) STRICT;
