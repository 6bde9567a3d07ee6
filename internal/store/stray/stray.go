// Package stray finds rows of derived tables that nothing in the journal makes any more, as
// damage leaves them, for both engines.
package stray

import (
	"fmt"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/store/sqlstore"
)

// validations returns the codes of the kinds of validations as an SQL list.
func validations() string {
	var codes []string
	for _, k := range kind.All {
		if k.IsValidation() {
			codes = append(codes, strconv.Itoa(int(k.Code)))
		}
	}
	return strings.Join(codes, ", ")
}

// Reports finds reviews without a validation of their harvest. ofHarvest is the condition that a
// version of the journal belongs to the harvest report.safra_id.
func Reports(ofHarvest string) sqlstore.DerivedTable {
	return sqlstore.DerivedTable{
		From: fmt.Sprintf(`(SELECT id, safra_id FROM report WHERE NOT EXISTS (
			SELECT 1 FROM journal WHERE journal.id = report.id AND version = 1 AND kind IN (%s) AND %s)) report`, validations(), ofHarvest),
		Put: `UPDATE report SET safra_id = $2 WHERE id = $1`,
	}
}

// Covers finds lists of covered records without a validation.
func Covers() sqlstore.DerivedTable {
	return sqlstore.DerivedTable{From: fmt.Sprintf(`(SELECT id FROM cover WHERE NOT EXISTS (
		SELECT 1 FROM journal WHERE journal.id = cover.id AND version = 1 AND kind IN (%s))) cover`, validations())}
}

// beyondLog is the condition that a tile holds nothing of the current log: each level has one hash
// per 256 of the level below.
const beyondLog = `(level < 0 OR level > 7 OR num < 0 OR num * 256 >= (SELECT size FROM log_state) >> (8 * level))`

// Tiles finds the tiles beyond the log.
var Tiles = sqlstore.DerivedTable{
	From: `(SELECT level, num FROM log_tile WHERE ` + beyondLog + `) log_tile`,
	Drop: `DELETE FROM log_tile WHERE level = $1 AND num = $2 AND ` + beyondLog,
}

// Checkpoints counts how many kept checkpoints are missing.
var Checkpoints = sqlstore.DerivedTable{
	From: `(SELECT value - (SELECT count(*) FROM log_checkpoint) AS missing FROM meta
		WHERE name = 'checkpoints' AND value <> (SELECT count(*) FROM log_checkpoint)) log_checkpoint`,
	Drop: `UPDATE meta SET value = (SELECT count(*) FROM log_checkpoint) WHERE name = 'checkpoints' AND value - $1 = (SELECT count(*) FROM log_checkpoint)`,
}
