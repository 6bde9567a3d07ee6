package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/attach"
	"rastro/internal/blob/folder"
	"rastro/internal/derive"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/ownership"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// falsify is a way to falsify a derived table.
type falsify struct {
	name string
	do   func(t *testing.T, d *derivedScene)
	// says is what the verification must report.
	says string
	// only is the group that restores it.
	only string
}

// derivedScene is a store with something in every derived table.
type derivedScene struct {
	Engine
	store      derive.Store
	svc        *app.App
	plan       trace.Record // with a plot
	validation trace.Record // with goods
	remarked   trace.Record // with findings
	deleted    trace.Record
}

func newDerivedScene(t *testing.T, e Engine) *derivedScene {
	t.Helper()
	ctx := context.Background()
	d := &derivedScene{Engine: e, store: e.Store.(derive.Store)}
	var err error
	options := app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Blobs: folder.Open(t.TempDir(), time.Now)}
	if d.svc, err = app.New(ctx, e.Store, options); err != nil {
		t.Fatal(err)
	}
	if _, err := d.svc.Bootstrap(ctx, "root", "a-secret-of-the-operator"); err != nil {
		t.Fatal(err)
	}
	if err := d.svc.StartLog(ctx, origin); err != nil {
		t.Fatal(err)
	}
	plan, err := d.svc.Create(ctx, everybody, kind.ByPrefix(kind.Plan), trace.Envelope{
		HarvestID: "S-1", HarvestCode: "2025/26", Payload: []byte(`{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.plan = plan.Record
	create(t, d.svc, identification.Prefix, "S-1", `{"codigoLote":"A-1, A-2"}`)
	create(t, d.svc, processing.Prefix, "S-2", `{"lote":"MIX-1","volume":"10 t","blendagem":"A-1 50%; A-2 50%"}`)
	create(t, d.svc, receipt.Prefix, "S-2", `{"loteOrigem":"MIX-1","volume":"10 t"}`)
	create(t, d.svc, kind.Shipment, "S-2", `{"loteOrigem":"MIX-1","volumeTransportado":9000,"destino":"NLRTM"}`)
	create(t, d.svc, kind.ExportCargo, "S-2", `{"declaracaoSegregacao":"lote MIX-1"}`)
	d.remarked = create(t, d.svc, planting.Prefix, "S-1", `{"dataPlanto":"2025-10-05","dataPlantio":"31/02/2025"}`)
	d.deleted = create(t, d.svc, planting.Prefix, "S-1", `{}`)
	if _, err := d.svc.Delete(ctx, everybody, planting, d.deleted.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	d.files(t)
	for _, back := range []trace.Record{create(t, d.svc, identification.Prefix, "S-1", `{"codigoLote":"BACK-1"}`), create(t, d.svc, kind.Plan, "S-BACK", `{"poligono":[-55.92,-12.55,-55.91,-12.54]}`)} {
		if _, err := d.svc.Delete(ctx, everybody, back.Kind, back.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := d.svc.Restore(ctx, everybody, back.Kind, back.ID.String(), 1, trace.IfMatch{2}); err != nil {
			t.Fatal(err)
		}
	}
	d.disputes(t)
	d.validation = create(t, d.svc, validationKind().Prefix, "S-1", `{"codigo":"FEIRA-1","status":"APROVADO","gtin":"7891234567895","lotes":["MIX-1"]}`)
	erased := create(t, d.svc, validationKind().Prefix, "S-3", `{"codigo":"APAGADA-1","status":"APROVADO","lotes":["GONE-1"]}`)
	if _, err := d.svc.Erase(ctx, everybody, erased.Kind, erased.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	name := "Oito" // which began S-8
	made, _, err := d.svc.RegisterOrganization(ctx, everybody, organization.Request{Name: &name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	drawing := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>`)
	if _, err := d.svc.PutLogo(ctx, everybody, made.ID.String(), drawing, trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	if in := importAs(t, d.svc, everybody, planting, strings.NewReader(`{"safraId":"S-7","dados":{}}`), intake.Options{Source: "cli"}); in.err != nil || in.Run == (trace.ID{}) {
		t.Fatalf("an import: %+v", in)
	}
	d.integrate(t)
	d.follow(t)
	return d
}

// follow brings the index of the search up to date.
func (d *derivedScene) follow(t *testing.T) {
	t.Helper()
	for behind := true; behind; {
		var err error
		if behind, err = d.svc.Follow(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// files attaches two files to a record, marks the second as personal, and takes the first away again.
func (d *derivedScene) files(t *testing.T) {
	t.Helper()
	ctx, sums := context.Background(), []string{}
	yes := true
	for i, name := range []string{"um", "dois", "dois"} {
		mark := &yes
		if i < 2 {
			mark = nil
		}
		file, err := d.svc.Files.Receive(ctx, attach.Upload{Name: name, Personal: mark, Body: strings.NewReader(`{"type":"Feature","properties":{"nome":"` + name + `"},"geometry":null}`)})
		if err != nil {
			t.Fatal(err)
		}
		defer file.Drop()
		if _, err := d.svc.Files.Attach(ctx, everybody, d.plan.Kind, d.plan.ID.String(), file, trace.AnyVersion, nil); err != nil {
			t.Fatal(err)
		}
		sums = append(sums, file.File.Sum)
	}
	if _, err := d.svc.Files.Detach(ctx, everybody, d.plan.Kind, d.plan.ID.String(), sums[0], trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	now, err := d.svc.Get(ctx, everybody, d.plan.Kind, d.plan.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	d.plan = *now
}

// disputes makes two harvests claim two lots, long after each other, and settles one.
func (d *derivedScene) disputes(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	for i, lot := range []string{"DISPUTED", "SETTLED"} {
		write(t, d.store, committed(t, identified(t, "S-8", "oito", lot, i)), committed(t, identified(t, "S-9", "nove", lot, 200_000+i)))
	}
	code := ownership.Code{Realm: ownership.Lots, Text: "SETTLED"}
	_, err := d.svc.SettleOwnership(ctx, everybody, nil, func(r ownership.Reader) (ownership.Owner, []byte, error) {
		held, err := r.Holders(ctx, code, "S-9", 1)
		if err != nil {
			return ownership.Owner{}, nil, err
		}
		return ownership.Owner{Code: code, HarvestID: "S-9", ID: held[0].ID, Since: held[0].Since}, []byte(`{"lote":"SETTLED","safraId":"S-9","safraAnterior":"S-8","motivo":"contrato"}`), nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// committed commits to a version that no service made.
func committed(t testing.TB, r trace.Record) trace.Record {
	t.Helper()
	document, err := r.Document()
	if err != nil {
		t.Fatal(err)
	}
	r.Hash = ledger.Commit(r.Salt[:], document)
	return r
}

// integrate brings everything into the log.
func (d *derivedScene) integrate(t *testing.T) {
	t.Helper()
	for behind := true; behind; {
		if _, err := d.svc.Integrate(context.Background()); err != nil {
			t.Fatal(err)
		}
		var err error
		if behind, err = d.store.LogBehind(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

// verify returns everything that the verification reports: damage, and what could not be compared.
func (d *derivedScene) verify(t *testing.T) []string {
	t.Helper()
	var result proof.Verification
	err := d.store.ViewRows(context.Background(), func(r derive.Reader) (err error) {
		result, err = derive.Verify(context.Background(), r, nil)
		return err
	})
	if err != nil {
		t.Fatalf("Verify: %v", err)
	}
	return append(result.Damages, result.Unchecked...)
}

func (d *derivedScene) rebuild(t *testing.T, only ...string) derive.Rebuilt {
	t.Helper()
	done, err := derive.Rebuild(context.Background(), d.store, d.svc, only, func(derive.Rebuilt) {})
	if err != nil || len(done.Left) > 0 {
		t.Fatalf("Rebuild(%v) = %+v, %v", only, done, err)
	}
	return done
}

// copyRow puts a changed copy of a row next to it.
func copyRow(table, where, set string) func(*testing.T, *derivedScene) {
	return func(t *testing.T, d *derivedScene) {
		d.Exec(t, `CREATE TABLE aside AS SELECT * FROM `+table+` WHERE `+where)
		d.Exec(t, `UPDATE aside SET `+set)
		d.Exec(t, `INSERT INTO `+table+` SELECT * FROM aside`)
		d.Exec(t, `DROP TABLE aside`)
	}
}

func falsely(sql string) func(*testing.T, *derivedScene) {
	return func(t *testing.T, d *derivedScene) { d.Exec(t, sql) }
}

var falsified = []falsify{
	{"lot_entry: a row is deleted", falsely(`DELETE FROM lot_entry WHERE lot = 'MIX-1' AND role = 6`), `lot_entry lot "MIX-1" role 6`, "lots"},
	{"lot_entry: every row is deleted", falsely(`DELETE FROM lot_entry`), `an entry of the lot graph is missing`, "lots"},
	{"lot_entry: a row is ended", falsely(`UPDATE lot_entry SET until = 5 WHERE lot = 'MIX-1'`), `an entry of the lot graph was changed`, "lots"},
	{"lot_entry: a row is moved to another lot", falsely(`UPDATE lot_entry SET lot = 'OTHER' WHERE lot = 'A-1'`), `lot_entry lot "OTHER"`, "lots"},
	{"lot_entry: a row is added", copyRow("lot_entry", `lot = 'MIX-1'`, `lot = 'FORGED'`), `lot_entry lot "FORGED"`, "lots"},
	{"lot_mention: a row is deleted", falsely(`DELETE FROM lot_mention WHERE lot = 'MIX-1'`), `a mention of a lot is missing`, "lots"},
	{"lot_mention: a row is changed", falsely(`UPDATE lot_mention SET role = role + 1 WHERE lot = 'MIX-1' AND role = (SELECT max(role) FROM lot_mention)`), `a mention of a lot that no record makes`, "lots"},
	{"lot_mention: a row is added", copyRow("lot_mention", `lot = 'MIX-1'`, `lot = 'FORGED'`), `lot_mention lot "FORGED"`, "lots"},
	{"plot_cell: a row is deleted", falsely(`DELETE FROM plot_cell`), `a cell of the index of plots is missing`, "plots"},
	{"plot_cell: a row is changed", falsely(`UPDATE plot_cell SET west = west - 1`), `a cell of the index of plots was changed`, "plots"},
	{"plot_cell: a row is added", copyRow("plot_cell", `kind > 0`, `season = '1999'`), `plot_cell season "1999"`, "plots"},
	{"attachment: a row is deleted", falsely(`DELETE FROM attachment WHERE version = 2`), `attachment sha256 "`, "attachments"},
	{"attachment: a row is changed", falsely(`UPDATE attachment SET personal = 1 WHERE version = 2`), `a file that a record names was changed`, "attachments"},
	{"attachment: a row is added", copyRow("attachment", `version = 2`, `sha256 = 'FORGED'`), `attachment sha256 "FORGED"`, "attachments"},
	{"trade_item: a row is deleted", falsely(`DELETE FROM trade_item WHERE lot = 'MIX-1'`), `trade_item gtin "07891234567895" lot "MIX-1"`, "items"},
	{"trade_item: a row is changed", falsely(`UPDATE trade_item SET gtin = '00000000000000' WHERE lot = 'MIX-1'`), `trade_item gtin "00000000000000"`, "items"},
	{"trade_item: a row is added", copyRow("trade_item", `lot = 'MIX-1'`, `lot = 'FORGED'`), `trade_item gtin "07891234567895" lot "FORGED"`, "items"},
	{"code: a row is deleted", falsely(`DELETE FROM code WHERE code = 'FEIRA1'`), `code code "FEIRA1": a validation's code is missing`, "codes"},
	{"code: a row leads elsewhere", func(t *testing.T, d *derivedScene) {
		d.Exec(t, `UPDATE code SET id = $1 WHERE code = 'FEIRA1'`, d.ID(d.plan.ID))
	}, `code code "FEIRA1": a validation's code was changed`, "codes"},
	{"code: a row is added", copyRow("code", `code = 'FEIRA1'`, `code = 'FORGED'`), `code code "FORGED"`, "codes"},
	{"search_term: a row is deleted", falsely(`DELETE FROM search_term WHERE term = 'MIX1'`), `search_term realm 4 term "MIX1"`, "search"},
	{"search_term: a row is changed", falsely(`UPDATE search_term SET safra_id = 'OTHER' WHERE term = 'MIX1'`), `what a record is found by was changed`, "search"},
	{"search_term: a row is added", copyRow("search_term", `term = 'MIX1'`, `term = 'FORGED'`), `search_term realm 4 term "FORGED"`, "search"},
	{"trade_item: a row is of another harvest", falsely(`UPDATE trade_item SET safra_id = 'OTHER'`), `goods that a validation names was changed`, "items"},
	{"code_owner: a row is deleted", falsely(`DELETE FROM code_owner WHERE code = 'A-1'`), `code_owner realm 1 code "A-1": the owner of a lot or a GTIN is missing`, "owners"},
	{"code_owner: every row is deleted", falsely(`DELETE FROM code_owner`), `code_owner realm 2 code "07891234567895"`, "owners"},
	{"code_owner: a rival takes a lot over", falsely(`UPDATE code_owner SET safra_id = 'S-9' WHERE code = 'DISPUTED'`), `code_owner realm 1 code "DISPUTED": the owner of a lot or a GTIN was changed`, "owners"},
	{"code_owner: a decision is made up", falsely(`UPDATE code_owner SET settled = 5 WHERE code = 'A-1'`), `the owner of a lot or a GTIN was changed`, "owners"},
	{"code_owner: a decision is undone", falsely(`UPDATE code_owner SET safra_id = 'S-8', settled = 0 WHERE code = 'SETTLED'`), `code_owner realm 1 code "SETTLED": the owner of a lot or a GTIN was changed`, "owners"},
	{"code_owner: a row is of another record", falsely(`UPDATE code_owner SET id = (SELECT id FROM phase LIMIT 1) WHERE code = 'A-1'`), `the owner of a lot or a GTIN was changed`, "owners"},
	{"code_owner: a row is added", copyRow("code_owner", `code = 'A-1'`, `code = 'FORGED'`), `code_owner realm 1 code "FORGED"`, "owners"},
	{"code_holder: a row is deleted", falsely(`DELETE FROM code_holder WHERE code = 'DISPUTED' AND safra_id = 'S-9'`), `who claims a lot or a GTIN is missing`, "owners"},
	{"code_holder: every row is deleted", falsely(`DELETE FROM code_holder`), `code_holder realm 2 code "07891234567895"`, "owners"},
	{"code_holder: a claim is not counted", falsely(`UPDATE code_holder SET live = 0 WHERE code = 'A-1'`), `who claims a lot or a GTIN was changed`, "owners"},
	{"code_holder: a rival passes for the owner", falsely(`UPDATE code_holder SET against = '' WHERE code = 'DISPUTED'`), `who claims a lot or a GTIN was changed`, "owners"},
	{"code_holder: a claim is backdated", falsely(`UPDATE code_holder SET since = 5 WHERE code = 'DISPUTED' AND safra_id = 'S-9'`), `who claims a lot or a GTIN was changed`, "owners"},
	{"code_holder: a row is added", copyRow("code_holder", `code = 'A-1'`, `safra_id = 'FORGED'`), `safra_id "FORGED"`, "owners"},
	{"lot_erased: a row is deleted", falsely(`DELETE FROM lot_erased`), `an erased record that named a lot is missing`, "lots"},
	{"lot_erased: a row is changed", falsely(`UPDATE lot_erased SET mark = 'FORGED'`), `lot_erased mark "FORGED"`, "lots"},
	{"lot_erased: a row is added", falsely(`INSERT INTO lot_erased SELECT 'FORGED', id FROM lot_erased`), `an erased record that named a lot that no record makes`, "lots"},
	{"recall_harvest: a row is deleted", falsely(`DELETE FROM recall_harvest WHERE safra_id = 'S-2'`), `a harvest that a recall covers is missing`, "recalls"},
	{"recall_harvest: a row is changed", falsely(`UPDATE recall_harvest SET safra_id = 'OTHER' WHERE safra_id = 'S-2'`), `recall_harvest safra_id "OTHER"`, "recalls"},
	{"recall_harvest: a row is added", copyRow("recall_harvest", `safra_id = 'S-2'`, `safra_id = 'FORGED'`), `recall_harvest safra_id "FORGED"`, "recalls"},
	{"organization: a row is deleted", falsely(`DELETE FROM organization`), `an organisation is missing`, "organizations"},
	{"organization: a row is changed", falsely(`UPDATE organization SET name = 'FORGED'`), `an organisation was changed`, "organizations"},
	{"organization: a row is added", copyRow("organization", `version > 0`, `id = (SELECT id FROM phase LIMIT 1)`), `an organisation that no record makes`, "organizations"},
	{"organization_name: a row is deleted", falsely(`DELETE FROM organization_name`), `organization_name name "oito": a name of an organisation is missing`, "organizations"},
	{"organization_name: a row is changed", falsely(`UPDATE organization_name SET id = (SELECT id FROM phase LIMIT 1)`), `a name of an organisation was changed`, "organizations"},
	{"organization_name: a row is added", copyRow("organization_name", `name = 'oito'`, `name = 'forged'`), `organization_name name "forged"`, "organizations"},
	{"logo: a row is deleted", falsely(`DELETE FROM logo`), `a logo is missing`, "organizations"},
	{"logo: a row is changed", falsely(`UPDATE logo SET body = (SELECT hash FROM journal LIMIT 1)`), `a logo was changed`, "organizations"},
	{"logo: a row is added", copyRow("logo", `media = 'image/svg+xml'`, `sha256 = 'forged'`), `logo sha256 "forged"`, "organizations"},
	{"harvest_reach: a row is deleted", falsely(`DELETE FROM harvest_reach`), `what an organisation may do in a harvest is missing`, "organizations"},
	{"harvest_reach: a row is changed", falsely(`UPDATE harvest_reach SET level = 0`), `what an organisation may do in a harvest was changed`, "organizations"},
	{"harvest_reach: a row is added", copyRow("harvest_reach", `safra_id = 'S-8'`, `safra_id = 'S-1'`), `safra_id "S-1": what an organisation may do in a harvest that no record makes`, "organizations"},
	{"note_entry: a row is deleted", falsely(`DELETE FROM note_entry`), `a mapping of columns, an import, a statement, a webhook or a link is missing`, "imports"},
	{"note_entry: a row is changed", falsely(`UPDATE note_entry SET owner = 'FORGED'`), `a mapping of columns, an import, a statement, a webhook or a link was changed`, "imports"},
	{"note_entry: a row is added", copyRow("note_entry", `version > 0`, `id = (SELECT id FROM phase LIMIT 1), name = 'FORGED'`), `a mapping of columns, an import, a statement, a webhook or a link that no record makes`, "imports"},
	{"tally: a row is deleted", falsely(`DELETE FROM tally WHERE kind = (SELECT min(kind) FROM tally WHERE n > 0)`), `live records is missing`, "counts"},
	{"tally: a row is changed", falsely(`UPDATE tally SET n = n + 7 WHERE n > 0`), `live records was changed`, "counts"},
	{"tally: a row is added", falsely(`INSERT INTO tally (kind, shard, n) VALUES (77, 0, 5)`), `tally kind 77`, "counts"},
	{"phase: a row is deleted", falsely(`DELETE FROM phase WHERE crop = 'SOJA' AND record_number = '01'`), `an entry of the catalogue is missing`, "phases"},
	{"phase: a step is not mandatory any more", falsely(`UPDATE phase SET mandatory = 0 WHERE crop = 'SOJA'`), `an entry of the catalogue was changed`, "phases"},
	{"phase: a row is added", func(t *testing.T, d *derivedScene) {
		id, err := trace.NewID(start, "", rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		d.Exec(t, `CREATE TABLE aside AS SELECT * FROM phase WHERE crop = 'SOJA' AND record_number = '01'`)
		d.Exec(t, `UPDATE aside SET folded_name = 'forged', id = $1`, d.ID(id))
		d.Exec(t, `INSERT INTO phase SELECT * FROM aside`)
		d.Exec(t, `DROP TABLE aside`)
	}, `an entry of the catalogue that no record makes`, "phases"},
	{"journal: findings are deleted", func(t *testing.T, d *derivedScene) {
		d.Exec(t, `UPDATE journal SET findings = NULL WHERE id = $1`, d.ID(d.remarked.ID))
	}, `its findings were changed after it was written (adulterado)`, "versions"},
	{"journal: findings are added", func(t *testing.T, d *derivedScene) {
		d.Exec(t, `UPDATE journal SET findings = $2 WHERE id = $1 AND version = 1`, d.ID(d.plan.ID), []byte(`[{"severidade":"erro"}]`))
	}, `its findings were changed after it was written (adulterado)`, "versions"},
	{"journal: a record was created earlier", func(t *testing.T, d *derivedScene) {
		d.Exec(t, `UPDATE journal SET created_at = created_at - 1000 WHERE id = $1`, d.ID(d.plan.ID))
	}, `its creation time changed`, "versions"},
	{"journal: a deleted record is live again", func(t *testing.T, d *derivedScene) {
		d.Exec(t, `UPDATE journal SET until = NULL WHERE id = $1 AND version = 1`, d.ID(d.deleted.ID))
	}, `the lists show it as live or as ended, and its versions say the opposite`, "versions"},
	{"report: a review is of another harvest", falsely(`UPDATE report SET safra_id = 'OTHER'`), `a review that no validation of its harvest was made with`, "reports"},
	{"report: a review of nothing is there", copyRow("report", `safra_id = 'S-1'`, `id = (SELECT id FROM phase LIMIT 1)`), `a review that no validation of its harvest was made with`, "reports"},
	{"cover: a list of nothing is there", copyRow("cover", `id = (SELECT id FROM journal WHERE codigo = 'FEIRA-1' LIMIT 1)`, `id = (SELECT id FROM phase LIMIT 1)`), `a list of covered records that no validation has`, "reports"},
	{"log_tile: a row is added", copyRow("log_tile", `level = 0`, `num = num + 7`), `log_tile level 0 num 7: a tile that the log does not reach`, "log"},
	{"log_tile: a row of no level is added", copyRow("log_tile", `level = 0`, `level = -1`), `log_tile level -1 num 0: a tile that the log does not reach`, "log"},
	{"log_checkpoint: a kept checkpoint is gone", falsely(`DELETE FROM log_checkpoint`), `kept checkpoints were deleted`, "checkpoints"},
	{"lot_state: the graph passes for unfilled", falsely(`UPDATE lot_state SET done = 0`), `still being added`, "lots"},
}

// Derived falsifies every derived table in turn. The verification names the table, a rebuild of its
// group restores it, a second rebuild finds nothing to do, and a recall is right again.
func Derived(t *testing.T, e Engine) {
	d := newDerivedScene(t, e)
	if said := d.verify(t); len(said) > 0 {
		t.Fatalf("damaged before: %q", said)
	}
	for _, f := range falsified {
		t.Run(f.name, func(t *testing.T) {
			f.do(t, d)
			said := d.verify(t)
			if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, f.says) }) {
				t.Errorf("Verify does not say %q but %q", f.says, said)
			}
			d.rebuild(t, f.only)
			if again := d.rebuild(t); again.Rows+again.Versions+len(again.Keys) > 0 {
				t.Errorf("a second rebuild restored %+v", again)
			}
			d.recallIsRight(t)
			if said := d.verify(t); len(said) > 0 { // so the next case begins with a sound store
				t.Fatalf("after the rebuild: %q", said)
			}
		})
	}
	t.Run("findings that no commitment covers", d.olderFindings)
	t.Run("a record that was changed", d.changedRecord)
	t.Run("a record that is gone", d.lostRecord)
	t.Run("a start looks at a sample", d.sample)
	t.Run("what a rebuild restores is told as incomplete meanwhile", d.incomplete)
	t.Run("a graph of an earlier reader is derived again", d.earlierReader)
	t.Run("a graph of the reader that knew no look-alikes is derived again", d.beforeLookAlikes)
	t.Run("findings of rules that an earlier build had not", d.earlierRules)
	t.Run("a plot that an earlier build measured on a sphere", d.earlierPlots)
	t.Run("a name that is none", func(t *testing.T) {
		_, err := derive.Rebuild(context.Background(), d.store, d.svc, []string{"lot"}, func(derive.Rebuilt) {})
		if err == nil || !strings.Contains(err.Error(), `there is nothing named "lot" to rebuild: choose among lots, plots`) {
			t.Errorf("got %v", err)
		}
	})
}

func (d *derivedScene) recallIsRight(t *testing.T) {
	t.Helper()
	report, err := d.svc.Recall(context.Background(), everybody, recall.Request{Lots: []string{"A-1"}})
	if err != nil || len(report.Shipments) != 1 || len(report.Lots) != 2 || report.Truncated {
		t.Errorf("the recall has %d lots and %d shipments, cut %t, %v; want 2 and 1", len(report.Lots), len(report.Shipments), report.Truncated, err)
	}
	d.integrate(t)
}

func (d *derivedScene) sample(t *testing.T) {
	ctx := context.Background()
	if err := derive.Sample(ctx, d.store); err != nil {
		t.Fatalf("Sample of a sound store: %v", err)
	}
	for _, f := range []string{`DELETE FROM lot_entry`, `DELETE FROM code_owner`, `DELETE FROM code_holder`, `UPDATE code_holder SET against = 'FORGED'`} {
		d.Exec(t, f)
		if err := derive.Sample(ctx, d.store); !errors.Is(err, derive.ErrDerived) || !strings.Contains(fmt.Sprint(err), "rastro rebuild") {
			t.Errorf("Sample after %s: %v", f, err)
		}
		d.rebuild(t)
	}
}

// incomplete stops a rebuild half-way. Until another one completes, everything that follows lots
// reports that the graph is incomplete.
func (d *derivedScene) incomplete(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	d.Exec(t, `DELETE FROM lot_entry`)
	_, err := derive.Rebuild(ctx, d.store, d.svc, nil, func(so derive.Rebuilt) {
		if so.Rows > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a rebuild that was stopped: %v", err)
	}
	if filled, err := d.store.LotsFilled(context.Background()); filled || err != nil {
		t.Errorf("LotsFilled after a rebuild that was stopped = %t, %v", filled, err)
	}
	// At once, although the service had just seen a complete graph.
	_, err = d.svc.Recall(context.Background(), everybody, recall.Request{Lots: []string{"MIX-1"}})
	wantCode(t, "a recall after a rebuild that was stopped", err, trace.CodeLotsFilling)
	if said := d.verify(t); !named(said, "lot_entry: older records are still being added") {
		t.Errorf("Verify says %q", said)
	}
	d.rebuild(t)
	if filled, err := d.store.LotsFilled(context.Background()); !filled || err != nil {
		t.Errorf("LotsFilled after the rebuild = %t, %v", filled, err)
	}
	d.recallIsRight(t)
}

// olderFindings turns a version into one of an earlier build, which did not commit to findings:
// then they are what this build's rules find.
func (d *derivedScene) olderFindings(t *testing.T) {
	ctx := context.Background()
	r := create(t, d.svc, planting.Prefix, "S-1", `{"dataPlanto":"2025-10-05"}`)
	d.commitsToNoFindings(t, r)
	d.integrate(t)
	differ := func() (said []string) {
		err := d.store.ViewRows(ctx, func(rows derive.Reader) (err error) {
			said, _, err = derive.Differences(ctx, rows, []string{"versions"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	if said := differ(); len(said) > 0 {
		t.Errorf("as they were graded: %q", said)
	}
	d.Exec(t, `UPDATE journal SET findings = NULL WHERE id = $1`, d.ID(r.ID))
	if said := differ(); len(said) != 1 || !strings.Contains(said[0], r.ID.String()+" version 1: its findings changed (adulterado)") {
		t.Errorf("deleted: %q", said)
	}
	d.rebuild(t, "versions")
	if said := differ(); len(said) > 0 {
		t.Errorf("restored: %q", said)
	}
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("at last: %q", said)
	}
}

// commitsToNoFindings gives a version that is not in the log yet the commitment of an
// earlier build.
func (d *derivedScene) commitsToNoFindings(t *testing.T, r trace.Record) {
	t.Helper()
	document, err := r.Document()
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(document), `,"avaliacao":"`)
	if !found {
		t.Fatalf("the document does not commit to findings: %s", document)
	}
	older := ledger.Commit(r.Salt[:], []byte(before+after[65:]))
	d.Exec(t, `UPDATE journal SET hash = $2 WHERE id = $1`, d.ID(r.ID), older[:])
}
