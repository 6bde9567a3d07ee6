-- +goose Up

-- How far webhooks have come in the log. What they are is in the journal (223) and in note_entry.
CREATE TABLE webhook_state (
  id            BLOB    NOT NULL PRIMARY KEY,
  version       INTEGER NOT NULL,
  active        INTEGER NOT NULL,
  next          INTEGER NOT NULL,
  replay        INTEGER NOT NULL,
  replay_end    INTEGER NOT NULL,
  failing_since INTEGER NOT NULL,
  last_success  INTEGER NOT NULL,
  last_attempt  INTEGER NOT NULL,
  last_status   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Deliveries that failed at least once. What they would send is read from the log again.
CREATE TABLE webhook_failure (
  endpoint BLOB    NOT NULL,
  place    INTEGER NOT NULL,
  signed   INTEGER NOT NULL,
  type     TEXT    NOT NULL,
  outcome  INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  asked    INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at  INTEGER NOT NULL,
  next_at  INTEGER NOT NULL,
  status   INTEGER NOT NULL,
  reason   TEXT    NOT NULL,
  took     INTEGER NOT NULL,
  answer   TEXT    NOT NULL,
  PRIMARY KEY (endpoint, place, signed)
) STRICT, WITHOUT ROWID;

-- Those that wait.
CREATE INDEX webhook_failure_waiting ON webhook_failure (endpoint, place, signed, next_at) WHERE outcome = 0;

-- The number that the server left which delivers; 0: none does.
INSERT INTO meta (name, value) VALUES ('webhook_turn', 0);
