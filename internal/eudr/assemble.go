package eudr

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/filings"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/lineage"
	"rastro/internal/logo"
	"rastro/internal/lot"
	"rastro/internal/proof"
	"rastro/internal/public"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// Lots is what a desk needs from the domain; app.App documents each method.
type Lots interface {
	PlotsBehind(ctx context.Context, by *trace.Key, code string, at time.Time, begin func() func(*lineage.OriginPlot) error) (*lineage.Origin, error)
	ReviewEach(ctx context.Context, by *trace.Key, harvests []string, target harvest.Target, each func(harvestID string, found review.Result)) error
	RecordsOf(ctx context.Context, by *trace.Key, kinds []*kind.Kind, harvests []string, at time.Time) ([]trace.RecordRef, error)
	BalanceOf(ctx context.Context, by *trace.Key, code string, at time.Time) (*lineage.Balance, error)
	NewProver(ctx context.Context, by *trace.Key) (*proof.Prover, error)
	WhoValidated(ctx context.Context, by *trace.Key, id trace.ID) (public.ValidatedBy, error)
	PublicLogo(ctx context.Context, organization, sum string) (logo.Logo, error)
	// OpenAttached reads a file that is attached to a record the key may read.
	OpenAttached(ctx context.Context, by *trace.Key, sum string) (io.ReadSeekCloser, error)
	// FilingsOf lists what was filed with the EU for a lot and for those that went into it.
	FilingsOf(ctx context.Context, by *trace.Key, codes []string) ([]filings.Filing, error)
	// CheckLand compares plots with public layers.
	CheckLand(ctx context.Context, plots int, plot func(int) *geo.Plot) (landlayer.Checked, error)
	// Recalled reports whether a lot is or may be being recalled, as far as the key may know.
	Recalled(ctx context.Context, by *trace.Key, code string) (bool, error)
}

// Preparer prepares what the EU requires about a lot, for one key.
type Preparer struct {
	Service Lots
	By      *trace.Key
	// CutHoles: plots with holes are cut into parts without holes, if possible.
	CutHoles bool
	// Personal: a dossier also contains the attached files that may hold personal data.
	Personal bool
}

// Survey collects all plots behind a lot, and keeps the bytes of one part; 0 means of none. at is
// the instant as of which they are read; zero means now.
func (d Preparer) Survey(ctx context.Context, code string, keep int, at time.Time) (*Report, *lineage.Origin, error) {
	return d.Each(ctx, code, keep, at, nil)
}

// Each is Survey that also passes on each plot of the file. begin returns the function that
// receives them; if it is called again, what the previous function received is void.
func (d Preparer) Each(ctx context.Context, code string, keep int, at time.Time, begin func() func(plotfile.Given)) (*Report, *lineage.Origin, error) {
	layers, err := d.Service.CheckLand(ctx, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	var collector *plotfile.Collector
	origin, err := d.Service.PlotsBehind(ctx, d.By, code, at, func() func(*lineage.OriginPlot) error {
		collector = plotfile.NewCollector(plotfile.EU, keep)
		if len(layers.Layers) > 0 {
			collector.KeepLand()
		}
		if begin != nil {
			collector.Give(begin())
		}
		if d.CutHoles {
			collector.CutHoles()
		}
		return collector.Add
	})
	if err != nil {
		return nil, nil, err
	}
	err = collector.CheckLand(func(plots int, plot func(int) *geo.Plot) (landlayer.Checked, error) {
		return d.Service.CheckLand(ctx, plots, plot)
	})
	if err != nil {
		return nil, nil, err
	}
	return &Report{Report: *collector.Finish(origin)}, origin, nil
}

// Collect collects the plots behind a lot, and fails if the file would not be
// whole or would be refused.
func (d Preparer) Collect(ctx context.Context, code string, keep int, at time.Time) (*Report, *lineage.Origin, error) {
	report, origin, err := d.Survey(ctx, code, keep, at)
	switch {
	case err != nil:
		return nil, nil, err
	case !report.Ready():
		return nil, nil, notReady(report)
	}
	return report, origin, nil
}

// maxProblems limits how many problems of the pre-flight an error repeats.
const maxProblems = 20

func notReady(r *Report) error {
	failed := trace.Fail(trace.CodeEUDRNotReady, "lote", r.Lot, "n", strconv.Itoa(r.Summary.Errors), "caminho", Path(r.Lot))
	failed.Problems = r.Problems(maxProblems)
	return failed
}

// Problems returns the first errors of the pre-flight, up to a limit.
func (r *Report) Problems(most int) (all []trace.Problem) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity() != finding.Error || len(all) == most {
			continue
		}
		p := trace.Problem{Field: "lote", Pointer: f.Pointer, Rule: f.Rule.ID, Message: f.Text()}
		if f.Record != nil {
			p.Field = f.Record.Prefix + "/" + f.Record.ID
		}
		all = append(all, p)
	}
	return all
}

// Part returns a part of the file, 0 for the only one. It fails with CodeEUDRInParts if there are
// several, and with CodePartNotFound if there are fewer. With either error it also returns the
// report, which contains the number of parts.
func (d Preparer) Part(ctx context.Context, code string, part int) (*Report, error) {
	report, _, err := d.Collect(ctx, code, max(part, 1), time.Time{})
	if err != nil {
		return nil, err
	}
	parts := len(report.Parts)
	switch {
	case part > parts:
		return report, trace.Fail(trace.CodePartNotFound, "parte", strconv.Itoa(part), "partes", strconv.Itoa(parts))
	case part == 0 && parts > 1:
		return report, trace.Fail(trace.CodeEUDRInParts, "partes", strconv.Itoa(parts))
	}
	return report, nil
}

// Judge reviews the harvests behind a lot, and says whether they have what article 9 requires. It
// adds to the report what their records suggest for its gaps.
func (d Preparer) Judge(ctx context.Context, r *Report, o *lineage.Origin) ([]Information, []Reviewed, error) {
	harvests, err := d.Review(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	r.suggestDerived(harvests)
	if _, err := d.weigh(ctx, r, o, harvests); err != nil && !trace.Is(err, trace.CodeBalanceTooLarge) {
		return nil, nil, err
	}
	if r.Recalled, err = d.Service.Recalled(ctx, d.By, o.Lot); err != nil {
		return nil, nil, err
	}
	return Article9(r, o, harvests), harvests, nil
}

// weigh balances the lot, together with the reviews of the harvests behind it, and notes in the
// report how the balance closes.
func (d Preparer) weigh(ctx context.Context, r *Report, o *lineage.Origin, harvests []Reviewed) (*lineage.Balance, error) {
	r.Masses = lot.Unjudged
	balance, err := d.Service.BalanceOf(ctx, d.By, o.Lot, o.At)
	if err != nil {
		return nil, err
	}
	for i := range harvests {
		balance.AddReview(harvests[i].HarvestID, harvests[i].Review.Excess)
	}
	balance.Unreviewed = len(harvests) < len(o.Harvests)
	r.Masses = balance.Closing()
	return balance, nil
}

// Review reviews the harvests behind a lot, as many as one answer may.
func (d Preparer) Review(ctx context.Context, o *lineage.Origin) ([]Reviewed, error) {
	var all []Reviewed
	harvests := harvestsOf(o)
	err := d.Service.ReviewEach(ctx, d.By, harvests[:min(len(harvests), MaxReviewed)], harvest.EUDR, func(harvestID string, found review.Result) {
		all = append(all, Reviewed{HarvestID: harvestID, Review: found})
	})
	return all, err
}

func harvestsOf(o *lineage.Origin) []string {
	harvests := make([]string, len(o.Harvests))
	for i := range o.Harvests {
		harvests[i] = o.Harvests[i].HarvestID
	}
	return harvests
}

// evidenceKinds are the kinds that prove what article 9 requires, whether or not the records name a
// lot.
var evidenceKinds = []*kind.Kind{kind.ByPrefix(kind.Harvesting), kind.ByPrefix(kind.Conformity)}

// Dossier collects the dossier of a lot. Everything that can fail because of the caller or the
// records fails here, before its first byte is written.
func (d Preparer) Dossier(ctx context.Context, code string) (*Dossier, error) {
	d.CutHoles = false // the verifier rebuilds the file from the records
	var plots *gathered
	report, origin, err := d.Each(ctx, code, 1, time.Time{}, func() func(plotfile.Given) {
		plots = newGathered()
		return plots.add
	})
	if err != nil {
		return nil, err
	}
	if !report.Ready() {
		return nil, notReady(report)
	}
	tooLarge := trace.Fail(trace.CodeDossierTooLarge, "max", strconv.Itoa(dossierzip.MaxRecords))
	if origin.FactsCut {
		return nil, tooLarge
	}
	out := &Dossier{Report: report, Origin: origin, Personal: d.Personal, gathered: plots}
	if out.Harvests, err = d.Review(ctx, origin); err != nil {
		return nil, err
	}
	if !d.Personal {
		withoutFileNames(out.Harvests)
	}
	out.Article9 = Article9(report, origin, out.Harvests)
	if out.Evidence, err = d.Service.RecordsOf(ctx, d.By, evidenceKinds, harvestsOf(origin), origin.At); err != nil {
		return nil, err
	}
	if out.identity, err = d.identify(ctx, origin); err != nil {
		return nil, err
	}
	if out.filed, err = d.Filed(ctx, origin); err != nil {
		return nil, err
	}
	if out.recalled, err = d.Service.Recalled(ctx, d.By, origin.Lot); err != nil {
		return nil, err
	}
	balance, err := d.weigh(ctx, report, origin, out.Harvests)
	if err != nil {
		return nil, err
	}
	out.balance = balance
	if balance.Truncated {
		return nil, trace.Fail(trace.CodeLotsFilling)
	}
	out.Balance = append(canon.AppendString([]byte(`{"lote":`), balance.Lot), ',')
	out.Balance = append(tracefile.AppendBalance(out.Balance, balance, lang.PT), '}')

	refs := out.Refs()
	if len(refs) > dossierzip.MaxRecords {
		return nil, tooLarge
	}
	prover, err := d.Service.NewProver(ctx, d.By)
	if err != nil {
		return nil, err
	}
	if err := prover.Logged(ctx, refs); err != nil {
		return nil, err
	}
	out.Checkpoint, out.Verifier = prover.Checkpoint(), prover.Verifier()
	out.Open = d.openFile(ctx)
	out.Part = func(n int) ([]byte, error) { return d.dossierPart(ctx, report, origin, n) }
	out.Seals = func(refs []trace.RecordRef, fn func([]byte) error) error { return prover.Seals(ctx, refs, fn) }
	out.Proofs = func(refs []trace.RecordRef, fn func(*trace.RecordRef, ledger.Proof) error) error {
		return prover.Each(ctx, refs, fn)
	}
	return out, nil
}

// dossierPart is one part of the file: the first was kept, another is collected
// again as of the same instant, so that no more than one is held at a time.
func (d Preparer) dossierPart(ctx context.Context, report *Report, origin *lineage.Origin, n int) ([]byte, error) {
	if n == 1 {
		file := report.File
		report.File = nil
		return file, nil
	}
	again, _, err := d.Collect(ctx, origin.Lot, n, origin.At)
	if err != nil {
		return nil, err
	}
	return again.File, nil
}

// DossierName returns the file name of a dossier.
func DossierName(lot string) string {
	return strings.TrimSuffix(FileName(lot, 1, 1), ".geojson") + "-dossie.zip"
}
