-- The token of each export preset that the gateway serves at a local address, encrypted as the passwords in the cache are.
CREATE TABLE served_list (
  preset_id INTEGER PRIMARY KEY REFERENCES saved (id) ON DELETE CASCADE,
  token BLOB NOT NULL
) STRICT;
