-- +goose Up

-- The organisations, as their newest entries in the journal say: body has all of it.
CREATE TABLE organization (
  id      BLOB    NOT NULL PRIMARY KEY,
  version INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  body    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX organization_by_name ON organization (name, id);

-- Every name that an organisation has or had, folded: a key belongs to the one that its own
-- organisation names, so no two may share a name.
CREATE TABLE organization_name (
  name TEXT NOT NULL PRIMARY KEY,
  id   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX organization_names ON organization_name (id, name);

-- What organisations may do in harvests: 1 read, 2 write, 3 own, 0 no longer anything. id is
-- the entry of the journal that says so.
CREATE TABLE harvest_reach (
  organization BLOB    NOT NULL,
  safra_id     TEXT    NOT NULL,
  level        INTEGER NOT NULL,
  id           BLOB    NOT NULL,
  PRIMARY KEY (organization, safra_id)
) STRICT, WITHOUT ROWID;

-- A harvest has at most one owner, also if two organisations write the first record at once.
CREATE UNIQUE INDEX harvest_owner ON harvest_reach (safra_id) WHERE level = 3;
CREATE INDEX harvest_shared ON harvest_reach (safra_id, organization);

INSERT INTO meta (name, value) VALUES ('share_revision', 0);
