-- The indexes of the proxies. A list that is filled for the first time gets them at the end:
-- building an index at once is several times faster.
CREATE UNIQUE INDEX IF NOT EXISTS proxy_by_id ON proxy (proxy_id);
CREATE INDEX IF NOT EXISTS proxy_by_hash ON proxy (hash);
CREATE INDEX IF NOT EXISTS proxy_by_ip ON proxy (ipv4);
CREATE INDEX IF NOT EXISTS proxy_by_ip6 ON proxy (ipv6);
CREATE INDEX IF NOT EXISTS proxy_by_port ON proxy (proxy_http_port);
CREATE INDEX IF NOT EXISTS proxy_by_update ON proxy (proxy_last_update_datetime);
CREATE INDEX IF NOT EXISTS proxy_by_service ON proxy (service_id);
