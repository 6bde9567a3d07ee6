package postgres

import (
	"testing"

	"rastro/internal/store/storetest"
)

func TestAttackChangedSchema(t *testing.T) {
	storetest.Schema(t, openEngine(t),
		`CREATE FUNCTION hide() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM lot_entry; RETURN NULL; END'`,
		`CREATE TRIGGER hides AFTER INSERT ON journal EXECUTE FUNCTION hide()`)
}
