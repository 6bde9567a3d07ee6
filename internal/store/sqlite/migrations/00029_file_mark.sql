-- +goose Up

-- Files that nothing named and that a sweep is deleting, or deleted a short while ago: whoever
-- stored one of them meanwhile stores it again before a record lists it.
CREATE TABLE file_mark (
  sha256    TEXT    NOT NULL PRIMARY KEY,
  times     INTEGER NOT NULL, -- how often it was marked
  marked_at INTEGER NOT NULL, -- milliseconds
  ended     INTEGER NOT NULL  -- 1: nobody deletes it any more
) STRICT, WITHOUT ROWID;
