-- Finds and orders proxies by their IPv6 address, and the few whose address is no
-- address without a look at all the others.
CREATE INDEX proxy_by_ip6 ON proxy (proxy_ip_address_v6);
