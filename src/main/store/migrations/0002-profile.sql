-- What proxies are filtered and counted by, together: a few hundred tuples for a million
-- proxies. One index on the tuple's number serves every one of these filters.
CREATE TABLE profile (
  id INTEGER PRIMARY KEY,
  trait_id INTEGER NOT NULL,
  place_id INTEGER NOT NULL,
  network_id INTEGER NOT NULL,
  service_ref_id INTEGER NOT NULL,
  UNIQUE (trait_id, place_id, network_id, service_ref_id)
) STRICT;
INSERT INTO profile (trait_id, place_id, network_id, service_ref_id)
  SELECT DISTINCT trait_id, place_id, network_id, service_ref_id FROM proxy;
CREATE INDEX profile_by_service ON profile (service_ref_id);

CREATE TABLE proxy_with_profile (
  key INTEGER PRIMARY KEY,
  hash BLOB,
  shape_id INTEGER NOT NULL,
  extra TEXT,
  secrets BLOB,
  proxy_id ANY NOT NULL,
  profile_id INTEGER NOT NULL,
  subnet_id INTEGER NOT NULL,
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
INSERT INTO proxy_with_profile
  SELECT
    p.key, p.hash, p.shape_id, p.extra, p.secrets, p.proxy_id,
    profile.id, p.subnet_id, p.user_set_id, p.credential_id,
    p.service_line_item_id, p.proxy_last_update_datetime, p.proxy_ip_address, p.proxy_ip_address_v6,
    p.ip_address_id_v4, p.ip_address_id_v6, p.proxy_http_port, p.proxy_socks5_port
  FROM proxy p JOIN profile USING (trait_id, place_id, network_id, service_ref_id)
  ORDER BY p.key;
DROP TABLE proxy;
ALTER TABLE proxy_with_profile RENAME TO proxy;
CREATE UNIQUE INDEX proxy_by_id ON proxy (proxy_id);
CREATE INDEX proxy_by_profile ON proxy (profile_id);
CREATE INDEX proxy_by_ip ON proxy (proxy_ip_address);
