-- +goose Up

-- How many checkpoints were kept: one that is deleted is missed by it.
INSERT INTO meta (name, value) SELECT 'checkpoints', count(*) FROM log_checkpoint;
