package records_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// A record that links more lots than allowed is refused as a whole when it is written: a part of it
// would be a wrong answer to a recall.
func TestAttackARecordOfTooManyLots(t *testing.T) {
	w := world.New(t)
	list := func(letter string, n int) string {
		codes := make([]string, n)
		for i := range codes {
			codes[i] = fmt.Sprintf("%s%d", letter, i)
		}
		return strings.Join(codes, ",")
	}
	k := kind.ByPrefix("/posColheita/beneficiamento")
	env := func(n int) trace.Envelope {
		return trace.Envelope{HarvestID: "S", Payload: fmt.Appendf(nil, `{"loteEntrada":%q,"loteSaida":%q}`, list("A", n), list("B", n))}
	}
	_, err := w.App.Create(t.Context(), world.Everybody, k, env(400), nil)
	world.WantCode(t, "400 lots into 400", err, trace.CodeTooManyLots)
	if !strings.Contains(fmt.Sprint(err), "100000") {
		t.Errorf("the refusal does not say how many a record may link: %v", err)
	}
	made, err := w.App.Create(t.Context(), world.Everybody, k, env(20), nil)
	if err != nil {
		t.Fatal(err)
	}
	change := env(400)
	change.ID = made.Record.ID.String()
	_, err = w.App.Update(t.Context(), world.Everybody, k, change, trace.AnyVersion)
	world.WantCode(t, "an update to 400 lots into 400", err, trace.CodeTooManyLots)
	if again, err := w.App.Get(t.Context(), world.Everybody, k, change.ID); err != nil || again.Version != 1 {
		t.Errorf("the record is at version %d, %v; want it as it was", again.Version, err)
	}
}
