-- The changes of a sync are counted when they are read.
ALTER TABLE sync DROP COLUMN added_count;
ALTER TABLE sync DROP COLUMN changed_count;
ALTER TABLE sync DROP COLUMN removed_count;
ALTER TABLE sync DROP COLUMN replaced_count;
ALTER TABLE sync DROP COLUMN change_bytes;
DROP INDEX change_by_sync;
CREATE INDEX change_by_sync ON change (sync_id, kind);
