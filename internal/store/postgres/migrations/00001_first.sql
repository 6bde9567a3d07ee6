-- +goose Up

-- The journal is the store: every version of every record is one row. A row is
-- live while its end is open. part is 12 bits of the id, the same for all of a
-- harvest; it stands last in the key so that inserts stay in time order, and is
-- the column to spread the table over machines by.
CREATE TABLE journal (
  id           uuid     NOT NULL,
  version      bigint   NOT NULL,
  part         smallint NOT NULL,
  kind         smallint NOT NULL,
  operation    smallint NOT NULL,
  safra_id     text     NOT NULL COLLATE "C",
  safra_codigo text     NOT NULL COLLATE "C",
  created_at   bigint   NOT NULL, -- milliseconds; also the first 48 bits of id
  updated_at   bigint   NOT NULL,
  until        bigint,            -- when the next version took its place
  created_by   text     NOT NULL,
  updated_by   text     NOT NULL,
  codigo       text     NOT NULL,
  salt         bytea    NOT NULL,
  hash         bytea    NOT NULL,
  dados        bytea    NOT NULL,
  findings     bytea,
  seal         bytea,
  PRIMARY KEY (id, version, part)
);

CREATE INDEX journal_kind    ON journal (kind, id)                 WHERE until IS NULL;
-- With part, which follows from safra_id, in it: the planner does not know that
-- it does, and would take a harvest for a few rows and sort them for every page.
CREATE INDEX journal_harvest ON journal (safra_id, part, kind, id) WHERE until IS NULL;

-- How many live records a kind has, so that nobody has to count them. Spread
-- over shards, so that writers do not wait for one row.
CREATE TABLE tally (
  kind  smallint NOT NULL,
  shard smallint NOT NULL,
  n     bigint   NOT NULL,
  PRIMARY KEY (kind, shard)
) WITH (fillfactor = 50);

-- Validation codes, each given to one validation for ever.
CREATE TABLE code (
  code text NOT NULL COLLATE "C" PRIMARY KEY,
  id   uuid NOT NULL
);

-- What a validation covered when it was made.
CREATE TABLE cover (
  id   uuid  NOT NULL PRIMARY KEY,
  body bytea NOT NULL
);

CREATE TABLE api_key (
  access_key     text   NOT NULL COLLATE "C" PRIMARY KEY,
  secret_hash    bytea  NOT NULL,
  name           text   NOT NULL,
  organization   text   NOT NULL,
  scopes         text   NOT NULL, -- JSON list, as are phases and harvests
  phases         text   NOT NULL,
  harvests       text   NOT NULL,
  created_at     bigint NOT NULL,
  expires_at     bigint NOT NULL, -- 0: never, as below
  deactivated_at bigint NOT NULL,
  last_used_at   bigint NOT NULL
);

CREATE TABLE phase (
  id            uuid     NOT NULL PRIMARY KEY,
  version       bigint   NOT NULL,
  crop          text     NOT NULL,
  stage         text     NOT NULL,
  stage_name    text     NOT NULL,
  name          text     NOT NULL,
  folded_name   text     NOT NULL COLLATE "C",
  description   text     NOT NULL,
  ordinal       integer  NOT NULL,
  record_kind   text     NOT NULL,
  record_number text     NOT NULL,
  mandatory     smallint NOT NULL,
  active        smallint NOT NULL,
  created_at    bigint   NOT NULL,
  updated_at    bigint   NOT NULL,
  deleted       smallint NOT NULL
);

CREATE UNIQUE INDEX phase_name ON phase (crop, stage, folded_name) WHERE deleted = 0;

-- Answers kept for repeated requests.
CREATE TABLE reply (
  access_key text   NOT NULL COLLATE "C",
  name       text   NOT NULL COLLATE "C",
  request    bytea  NOT NULL,
  location   text   NOT NULL,
  data       bytea  NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (access_key, name)
);

CREATE INDEX reply_expiry ON reply (expires_at);

-- Single numbers. key_revision moves with every change of a key.
CREATE TABLE meta (
  name  text   NOT NULL PRIMARY KEY,
  value bigint NOT NULL
);

INSERT INTO meta (name, value) VALUES ('key_revision', 0);
