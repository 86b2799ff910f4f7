-- Views, column layouts and whatever else a person keeps by name.
CREATE TABLE saved (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  content TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (kind, name)
) STRICT;
