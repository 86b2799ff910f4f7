-- The tested selection of proxies as JSON, so that a run without results can be tried again.
ALTER TABLE test_run ADD COLUMN proxies TEXT;
