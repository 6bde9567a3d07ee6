-- +goose Up

-- Files that nothing named and that a sweep is deleting, or deleted a short while ago: whoever
-- stored one of them meanwhile stores it again before a record lists it.
CREATE TABLE file_mark (
  sha256    text   NOT NULL COLLATE "C" PRIMARY KEY,
  times     bigint NOT NULL, -- how often it was marked
  marked_at bigint NOT NULL, -- milliseconds
  ended     bigint NOT NULL  -- 1: nobody deletes it any more
);
