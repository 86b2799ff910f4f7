-- Where a tagged or noted proxy was when it went: the service names replaced proxies by
-- their addresses only.
CREATE TABLE gone_proxy (
  proxy_id ANY PRIMARY KEY NOT NULL,
  service_id TEXT,
  proxy_ip_address ANY,
  proxy_ip_address_v6 ANY,
  proxy_http_port INTEGER,
  proxy_socks5_port INTEGER
) STRICT, WITHOUT ROWID;

-- Replacements that tags and notes have followed: once, whatever the person did since.
CREATE TABLE followed_replacement (
  service_adjustment_id TEXT NOT NULL,
  replacement TEXT NOT NULL,
  PRIMARY KEY (service_adjustment_id, replacement)
) STRICT, WITHOUT ROWID;
