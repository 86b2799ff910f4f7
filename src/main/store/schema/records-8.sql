-- Why proxies of a run from here are skipped: a JSON object of counts by reason.
ALTER TABLE test_run ADD COLUMN skipped TEXT NOT NULL DEFAULT '{}';
