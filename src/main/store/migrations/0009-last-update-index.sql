-- Give what changed last first, and find what changed lately, without a look at all the others.
CREATE INDEX IF NOT EXISTS proxy_by_update ON proxy (proxy_last_update_datetime);
