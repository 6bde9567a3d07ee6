package storetest

import (
	"fmt"
	"slices"
	"testing"
)

// undone says how to undo migrations, newest last. A test that opens a store as left by an earlier
// build undoes all migrations from a certain one on. A new migration needs a new row.
var undone = []struct {
	migration  int
	statements []string
}{
	{7, []string{`DROP TABLE lot_mention`}},
	{8, []string{`DROP TABLE session`}},
	{9, []string{`DROP TABLE imported`, `DROP TABLE import_seed`}},
	{10, []string{`DROP TABLE log_predecessor`}},
	{11, []string{`ALTER TABLE api_key DROP COLUMN note`, `DELETE FROM meta WHERE name = 'rebuilding'`}},
	{12, []string{`DROP TABLE code_owner`, `DROP TABLE code_holder`, `DROP INDEX trade_item_harvest`, `ALTER TABLE trade_item DROP COLUMN safra_id`}},
	{13, []string{`DROP TABLE recall_harvest`, `DELETE FROM meta WHERE name = 'erasures'`}},
	{14, []string{`DROP TABLE cursor_key`}},
	{15, []string{`DROP TABLE regular`, `DROP TABLE regular_key`}},
	{17, []string{`DROP TABLE lot_erased`, `DROP INDEX IF EXISTS recall_harvest_report`}},
	{18, []string{`DELETE FROM meta WHERE name = 'checkpoints'`}},
	{19, []string{`DROP INDEX journal_profile`}},
	{20, []string{`DROP TABLE credential`, `DROP TABLE ticket`}},
	{21, []string{`DROP TABLE organization`, `DROP TABLE organization_name`, `DROP TABLE harvest_reach`, `DELETE FROM meta WHERE name = 'share_revision' OR name LIKE 'claiming %'`}},
	{22, []string{`DROP TABLE factor`}}, // and a column of a table that 20 removes
	{23, []string{`DROP TABLE logo`}},
	{25, []string{`DROP TABLE note_entry`}},
	{24, []string{`DROP TABLE attachment`, `DROP TABLE IF EXISTS blob_chunk`, `DROP TABLE IF EXISTS blob`}},
	{26, []string{`DROP TABLE tax_document`}},
	{27, []string{`ALTER TABLE ticket DROP COLUMN shown_at`, `DROP INDEX credential_role`, `ALTER TABLE credential DROP COLUMN role`, `DROP TABLE person_tail`, `DROP TABLE own_role`}},
	{28, []string{`DROP TABLE search_term`, `DROP TABLE search_harvest`, `DELETE FROM meta WHERE name LIKE 'search_%'`}},
	{29, []string{`DROP TABLE file_mark`}},
	{35, []string{`DROP TABLE webhook_failure`, `DROP TABLE webhook_state`, `DELETE FROM meta WHERE name = 'webhook_turn'`}},
	{36, []string{`DROP TABLE land_piece`, `DROP TABLE land_layer`}},
}

// undo restores the schema from before a migration.
func undo(t *testing.T, e Engine, migration int) {
	t.Helper()
	for _, u := range slices.Backward(undone) { // a later one may have changed a table of an earlier one
		if u.migration < migration {
			continue
		}
		for _, statement := range u.statements {
			e.Exec(t, statement)
		}
	}
	e.Exec(t, fmt.Sprintf(`DELETE FROM schema_version WHERE version_id >= %d`, migration))
}
