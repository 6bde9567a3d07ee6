package storetest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"

	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// earlierReader turns the graph into that of an earlier reader of lots, which mistook two codes for
// one and missed a shipment. That is not damage. A server starts, refuses recalls, and corrects it;
// if it is killed meanwhile, the next one continues.
func (d *derivedScene) earlierReader(t *testing.T) {
	ctx := context.Background()
	for _, was := range []string{
		`UPDATE lot_entry SET lot = 'A-1,A-2' WHERE lot = 'A-1' AND role = 1`, `DELETE FROM lot_entry WHERE lot = 'A-2' AND role = 1`,
		`UPDATE code_owner SET code = 'A-1,A-2' WHERE code = 'A-1'`, `DELETE FROM code_owner WHERE code = 'A-2'`,
		`UPDATE code_holder SET code = 'A-1,A-2' WHERE code = 'A-1'`, `DELETE FROM code_holder WHERE code = 'A-2'`,
		`DELETE FROM lot_entry WHERE lot = 'MIX-1' AND role = 5`, `DELETE FROM lot_mention WHERE lot = 'MIX-1'`,
		`DELETE FROM meta WHERE name = 'lot_reader'`,
	} {
		d.Exec(t, was)
	}
	if err := derive.Sample(ctx, d.store); err != nil {
		t.Errorf("Sample of a graph of an earlier reader: %v", err)
	}
	d.isPreparing(t, "before")
	create(t, d.svc, identification.Prefix, "S-1", `{"codigoLote":"A-1"}`) // by a server of this build
	d.integrate(t)

	killed, kill := context.WithCancel(ctx)
	_, err := derive.Rebuild(killed, d.store, nil, []string{"lots"}, func(so derive.Rebuilt) {
		if so.Rows > 0 {
			kill()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a renewal that was killed: %v", err)
	}
	d.isPreparing(t, "after a renewal that was killed")

	d.turns(t)
	derive.Renew(ctx, d.store, slog.New(slog.DiscardHandler))
	if filled, err := d.store.LotsFilled(ctx); !filled || err != nil {
		t.Errorf("LotsFilled after it was derived again = %t, %v", filled, err)
	}
	if said := d.verify(t); len(said) != 0 {
		t.Errorf("Verify says %q", said)
	}
	for code, live := range map[string]int64{"A-1": 2, "A-2": 1, "A-1,A-2": 0} {
		held, err := d.store.Holders(ctx, ownership.Code{Realm: ownership.Lots, Text: code}, "S-1", 9)
		if err != nil || len(held) != min(1, int(live)) || live > 0 && held[0].Live != live {
			t.Errorf("%s is claimed by %+v, %v; want %d records", code, held, err, live)
		}
	}
	d.recallIsRight(t)
}

// beforeLookAlikes turns the graph into that of reader 3, which read a code in full-width
// characters as another lot, and saw no code in one with a Cyrillic letter. Afterwards a recall
// finds both shipments.
func (d *derivedScene) beforeLookAlikes(t *testing.T) {
	create(t, d.svc, identification.Prefix, "S-1", `{"codigoLote":"HGA33-7A"}`)
	wide := create(t, d.svc, kind.Shipment, "S-1", `{"loteOrigem":"\uff28\uff27\uff21\uff13\uff13\uff0d\uff17\uff21"}`)
	cyrillic := create(t, d.svc, kind.Shipment, "S-1", `{"loteOrigem":"HG\u041033-7A"}`)
	d.integrate(t)
	d.Exec(t, `UPDATE lot_entry SET lot = $1 WHERE lot = 'HGA33-7A' AND role = $2`, "\uff28\uff27\uff21\uff13\uff13\uff0d\uff17\uff21", int64(lot.Shipped))
	d.Exec(t, `DELETE FROM lot_mention WHERE lot = 'HGA33-7A'`)
	d.Exec(t, `UPDATE meta SET value = 3 WHERE name = 'lot_reader'`)
	d.isPreparing(t, "before")
	derive.Renew(context.Background(), d.store, slog.New(slog.DiscardHandler))
	if said := d.verify(t); len(said) != 0 {
		t.Errorf("Verify says %q", said)
	}
	report, err := d.svc.Recall(context.Background(), everybody, recall.Request{Lots: []string{"HGA33-7A"}})
	if err != nil {
		t.Fatal(err)
	}
	if e := report.Shipments; len(e) != 1 || e[0].Record.ID != wide.ID.String() {
		t.Errorf("shipments %+v, want %s", e, wide.ID)
	}
	if m := report.Mentions; len(m) != 1 || m[0].Record.ID != cyrillic.ID.String() {
		t.Errorf("possible mentions %+v, want %s", m, cyrillic.ID)
	}
	d.integrate(t)
}

// turns checks that a server leaves the graph to another one that derives it again,
// where a store can have several.
func (d *derivedScene) turns(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	release, ok, err := d.store.TakeTurn(ctx)
	if !ok || err != nil {
		t.Fatalf("TakeTurn = %t, %v", ok, err)
	}
	defer release()
	again, ok, err := d.store.TakeTurn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if ok { // one server has the store to itself
		again()
		return
	}
	var told stopAt
	told.text, told.stop = "another server", stop
	derive.Renew(ctx, d.store, slog.New(slog.NewTextHandler(&told, nil)))
	if !told.met {
		t.Error("a second server derived the graph again as well")
	}
	d.isPreparing(t, "while another server has the turn")
}

// stopAt is a server log that stops an operation when it reports a certain text.
type stopAt struct {
	text string
	stop func()
	met  bool
}

func (s *stopAt) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(s.text)) {
		s.met = true
		s.stop()
	}
	return len(line), nil
}

// isPreparing checks what is reported while the graph is derived again.
func (d *derivedScene) isPreparing(t *testing.T, when string) {
	t.Helper()
	ctx := context.Background()
	if filled, err := d.store.LotsFilled(ctx); filled || err != nil {
		t.Errorf("%s: LotsFilled = %t, %v", when, filled, err)
	}
	_, err := d.svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}})
	wantCode(t, when+": a recall", err, trace.CodeLotsFilling)
	for _, said := range d.verify(t) {
		if !named([]string{said}, "older records are still being added") {
			t.Errorf("%s: Verify says %q", when, said)
		}
	}
}

// earlierRules makes a version one of an earlier build, which did not commit to its
// findings and did not have all rules of today: that it lacks their findings is no
// damage.
func (d *derivedScene) earlierRules(t *testing.T) {
	r := create(t, d.svc, kind.Shipment, "S-2", `{"loteOrigem":"MT25-S-001 MT25-S-002"}`)
	earlier := r.RegradedEarlier().Findings
	if !bytes.Contains(r.Findings, []byte("LOTE_NAO_LIDO")) || bytes.Contains(earlier, []byte("LOTE_NAO_LIDO")) {
		t.Fatalf("a version with findings %q, by earlier rules %q", r.Findings, earlier)
	}
	d.commitsToNoFindings(t, r)
	d.Exec(t, `UPDATE journal SET findings = $2 WHERE id = $1`, d.ID(r.ID), earlier)
	d.integrate(t)
	err := d.store.ViewRows(context.Background(), func(rows derive.Reader) error {
		said, _, err := derive.Differences(context.Background(), rows, []string{"versions"})
		if len(said) > 0 {
			t.Errorf("a version of an earlier build: %q", said)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// earlierPlots turns a version into one of an earlier build, which measured plots on a sphere and
// did not commit to its findings. A different area is not damage.
func (d *derivedScene) earlierPlots(t *testing.T) {
	r := create(t, d.svc, kind.Plan, "S-2", `{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}`)
	earlier := bytes.ReplaceAll(r.Findings, []byte("120.23"), []byte("120.69"))
	if bytes.Equal(earlier, r.Findings) {
		t.Fatalf("a version with findings %q", r.Findings)
	}
	d.commitsToNoFindings(t, r)
	d.Exec(t, `UPDATE journal SET findings = $2 WHERE id = $1`, d.ID(r.ID), earlier)
	d.integrate(t)
	err := d.store.ViewRows(context.Background(), func(rows derive.Reader) error {
		said, _, err := derive.Differences(context.Background(), rows, []string{"versions"})
		if len(said) > 0 {
			t.Errorf("a plot that an earlier build measured: %q", said)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
