-- Columns of `proxy` that named tuples which they name no more: the tuples may be nobody's
-- now. Written together with what took them away, so that a crash between loses none.
CREATE TABLE leftover (
  column_name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO leftover (column_name)
  SELECT value FROM json_each('["subnet_id","user_set_id","credential_id","profile_id"]')
  WHERE EXISTS (SELECT 1 FROM proxy);
