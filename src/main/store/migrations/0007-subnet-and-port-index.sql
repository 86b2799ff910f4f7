-- Find proxies by subnet and by port, and give their order, without a look at all the others.
CREATE INDEX IF NOT EXISTS proxy_by_subnet ON proxy (subnet_id);
CREATE INDEX IF NOT EXISTS proxy_by_port ON proxy (proxy_http_port);
