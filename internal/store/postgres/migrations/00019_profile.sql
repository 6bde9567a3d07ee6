-- +goose Up

-- A harvest has at most one live profile (kind 30), also if two servers write the first at
-- once. No other kind has rows here.
CREATE UNIQUE INDEX journal_profile ON journal (safra_id, part) WHERE kind = 30 AND until IS NULL;
