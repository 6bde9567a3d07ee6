-- +goose Up

-- How far webhooks have come in the log. What they are is in the journal (223) and in note_entry.
CREATE TABLE webhook_state (
  id            uuid    NOT NULL PRIMARY KEY,
  version       bigint  NOT NULL,
  active        bigint  NOT NULL,
  next          bigint  NOT NULL,
  replay        bigint  NOT NULL,
  replay_end    bigint  NOT NULL,
  failing_since bigint  NOT NULL,
  last_success  bigint  NOT NULL,
  last_attempt  bigint  NOT NULL,
  last_status   bigint  NOT NULL
);

-- Deliveries that failed at least once. What they would send is read from the log again.
CREATE TABLE webhook_failure (
  endpoint uuid    NOT NULL,
  place    bigint  NOT NULL,
  signed   bigint  NOT NULL,
  type     text    NOT NULL,
  outcome  bigint  NOT NULL,
  attempts bigint  NOT NULL,
  asked    bigint  NOT NULL,
  first_at bigint  NOT NULL,
  last_at  bigint  NOT NULL,
  next_at  bigint  NOT NULL,
  status   bigint  NOT NULL,
  reason   text    NOT NULL,
  took     bigint  NOT NULL,
  answer   text    NOT NULL,
  PRIMARY KEY (endpoint, place, signed)
);

-- Those that wait.
CREATE INDEX webhook_failure_waiting ON webhook_failure (endpoint, place, signed, next_at) WHERE outcome = 0;

-- The number that the server left which delivers; 0: none does.
INSERT INTO meta (name, value) VALUES ('webhook_turn', 0);
