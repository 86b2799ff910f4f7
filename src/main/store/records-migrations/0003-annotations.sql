-- Tags and notes by the service's ids: a record that is gone may come back.
CREATE TABLE tag (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  colour TEXT NOT NULL
) STRICT;

CREATE TABLE proxy_tag (
  tag_id INTEGER NOT NULL,
  proxy_id ANY NOT NULL,
  PRIMARY KEY (tag_id, proxy_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX proxy_tag_by_proxy ON proxy_tag (proxy_id);

CREATE TABLE service_tag (
  tag_id INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  PRIMARY KEY (tag_id, service_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX service_tag_by_service ON service_tag (service_id);

CREATE TABLE proxy_note (
  proxy_id ANY PRIMARY KEY NOT NULL,
  note TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE service_note (
  service_id TEXT PRIMARY KEY NOT NULL,
  note TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The journal for undo: an edit is written here first and then carried out from here.
CREATE TABLE edit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  made_at_ms INTEGER NOT NULL,
  change_count INTEGER NOT NULL DEFAULT 0,
  is_undone INTEGER NOT NULL DEFAULT 0
) STRICT;

-- `place` is the table that changes; `record_id` the tag's id where that is `tag`, and
-- `tag_id` 0 where it says nothing. Null before: was not there; null after: is gone.
CREATE TABLE edit_change (
  edit_id INTEGER NOT NULL,
  place TEXT NOT NULL,
  tag_id INTEGER NOT NULL,
  record_id ANY NOT NULL,
  before TEXT,
  after TEXT,
  PRIMARY KEY (edit_id, place, tag_id, record_id)
) STRICT, WITHOUT ROWID;
