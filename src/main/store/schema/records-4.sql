-- What can be undone is in memory.
DROP TABLE edit_change;
DROP TABLE edit;
