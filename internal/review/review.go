package review

import (
	"context"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/attachment"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// DefaultHarvestLimit is the largest number of records in a reviewed harvest: about a second of
// work, and a hundred megabytes. Few harvests have a hundredth of it.
const DefaultHarvestLimit = 100_000

// Review grades a whole harvest as an auditor would: each record alone, its records against each
// other, and all of them against the requirements of the catalogue or a target. An unknown
// harvest is empty; CodeHarvestTooLarge beyond the limit.
func (s *Reviewer) Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (Result, error) {
	if err := by.Need(trace.Read); err != nil {
		return Result{}, err
	}
	if err := by.NeedHarvest(harvestID); err != nil {
		return Result{}, err
	}
	var out Result
	err := s.store.View(ctx, func(r Readers) error {
		catalogue, err := r.Catalogue.PhaseRevision(ctx)
		if err != nil {
			return err
		}
		out, err = s.review(ctx, r.Reader, by, harvestID, target, catalogue)
		return err
	})
	return out, err
}

// ReviewEach reviews several harvests in one snapshot, one after the other.
func (s *Reviewer) ReviewEach(ctx context.Context, by *trace.Key, harvests []string, target harvest.Target, fn func(harvestID string, found Result)) error {
	if err := by.Need(trace.Read); err != nil {
		return err
	}
	return s.store.View(ctx, func(r Readers) error {
		catalogue, err := r.Catalogue.PhaseRevision(ctx)
		if err != nil {
			return err
		}
		for _, harvestID := range harvests {
			if err := by.NeedHarvest(harvestID); err != nil {
				return err
			}
			found, err := s.review(ctx, r.Reader, by, harvestID, target, catalogue)
			if err != nil {
				return err
			}
			fn(harvestID, found)
		}
		return nil
	})
}

func (s *Reviewer) review(ctx context.Context, r Reader, by *trace.Key, harvestID string, target harvest.Target, catalogue int64) (Result, error) {
	from := &reviewed{s: s, r: r, by: by, harvestID: harvestID, catalogue: catalogue, named: ValidatedLots{}}
	book, standing, err := from.collect(ctx)
	if err != nil {
		return Result{}, err
	}
	found, err := harvest.Compare(ctx, from, book, target)
	out := Result{found, standing}
	out.hide(by)
	return out, err
}

// reviewed is a harvest as a review reads it: it implements harvest.Source.
type reviewed struct {
	s         *Reviewer
	r         Reader
	by        *trace.Key // the reader; nil: everyone who may read this harvest, but no other
	harvestID string
	catalogue int64 // the revision of the phases; 0 if unknown, or not committed yet
	// each, if set, sees every record, and says whether what grading finds in it is part
	// of the review.
	each func(*trace.Record) (remark bool)
	// made is a validation that is being made; nil for none.
	made  *trace.Record
	named ValidatedLots
	// unclaimed: without the codes that others claim too.
	unclaimed bool
}

var _ harvest.Source = (*reviewed)(nil)

// collect enters the records in a book, and compares them with the newest validation in the
// same pass.
func (h *reviewed) collect(ctx context.Context) (*facts.Book, *LastValidation, error) {
	v, err := newestValidation(ctx, h.r, h.harvestID)
	if err != nil {
		return nil, nil, err
	}
	var check *trace.StateCheck
	if v != nil {
		if check, err = trace.CheckState(ctx, h.r, v, h.s.now()); err != nil {
			return nil, nil, err
		}
		each := h.each
		h.each = func(live *trace.Record) bool {
			check.Take(live)
			return each == nil || each(live)
		}
	}
	book, err := harvest.Collect(ctx, h, h.s.now().Year())
	if err != nil {
		return book, nil, err
	}
	if v == nil {
		standing, err := lastRevoked(ctx, h.r, h.harvestID, h.s.now())
		return book, standing, err
	}
	standing, err := lastValidationOf(ctx, v, check)
	return book, standing, err
}

// Records adds the live records of the harvest, within its limit.
func (h *reviewed) Records(ctx context.Context, fn func(facts.Entry, []finding.Finding)) error {
	var claim BookClaim
	records, partition := 0, trace.PartitionOf(h.harvestID)
	err := h.r.EachOf(ctx, h.harvestID, func(v *trace.Record) error {
		if err := v.PlacedIn(h.harvestID, partition); err != nil {
			return err
		}
		if records == h.s.harvestLimit {
			return trace.Fail(trace.CodeHarvestTooLarge, "max", strconv.Itoa(h.s.harvestLimit))
		}
		if !v.Kind.IsChange() { // notes do not belong in a book
			records++
		}
		h.named.Take(v)
		var found []finding.Finding
		if h.each == nil || h.each(v) {
			found = v.Remarks()
		}
		entry := EntryOf(v)
		entry.Files = personal.Files(h.by, entry.Files) // files that the reader may not see cause no findings
		fn(entry, found)
		return claim.Take(ctx, v)
	})
	if err != nil || h.made == nil {
		return err
	}
	h.named.Take(h.made)
	fn(EntryOf(h.made), nil)
	return nil
}

func (h *reviewed) Mandatory(ctx context.Context) (map[string][]*kind.Kind, error) {
	return h.s.mandatory.read(ctx, h.r, h.catalogue)
}

func (h *reviewed) OtherLots(ctx context.Context, b *facts.Book) ([]string, int, error) {
	return otherLots(ctx, h.r, h.by, b.UnknownLots(), len(b.KnownLots()))
}

func (h *reviewed) OtherPlots(ctx context.Context, b *facts.Book) ([]harvest.OtherPlot, bool, error) {
	return h.s.otherPlots(ctx, h.r, b, h.harvestID, h.by)
}

func (h *reviewed) HiddenLand(ctx context.Context, b *facts.Book) ([]harvest.HiddenLand, error) {
	o := questionsOf(b)
	return h.s.hiddenLand(ctx, h.r, h.by, h.harvestID, &o)
}

func (h *reviewed) OtherFiles(ctx context.Context, b *facts.Book) ([]harvest.OtherFile, error) {
	return otherFiles(ctx, h.r, h.by, h.harvestID, &Questions{files: filesOf(b)})
}

func (h *reviewed) Land(ctx context.Context, b *facts.Book) (harvest.Land, error) {
	plots, refs := b.ClaimedPlots()
	checked, err := landlayer.Check(ctx, h.r.(landlayer.Reads).LandReader(), len(plots), func(i int) *geo.Plot { return plots[i] })
	if err != nil || len(checked.Layers) == 0 {
		return harvest.Land{}, err // a failed check stores no result
	}
	checked.Unchecked += b.Unoutlined()
	return harvest.Land{Checked: checked, Refs: refs}, nil
}

func (h *reviewed) Claims(ctx context.Context, b *facts.Book) ([]harvest.RivalClaim, error) {
	if h.unclaimed {
		return nil, nil
	}
	known := b.KnownLots()
	claims, err := h.s.RivalClaims(ctx, h.r, []Claimant{{h.harvestID, h.named, known[:min(len(known), MaxOtherLots)]}}, h.by)
	return claims[h.harvestID], err
}

// bookBytes is roughly what a book keeps of a record in addition to its plot. Memory is claimed in
// steps of bookStep records; most harvests have fewer.
const (
	bookBytes = 1 << 10
	bookStep  = 256
)

// BookClaim claims the memory of a growing book.
type BookClaim struct{ records, plots int64 }

// Take claims the memory that a record takes in a review.
func (b *BookClaim) Take(ctx context.Context, v *trace.Record) error {
	b.records++
	large := v.Kind.HasPlot() && len(v.Payload) > admit.Free
	if large {
		b.plots += int64(len(v.Payload))
	}
	if !large && b.records%bookStep != 0 {
		return nil
	}
	return admit.From(ctx).Reach(b.records*bookBytes + b.plots)
}

// EntryOf returns the record as an entry of a review.
func EntryOf(r *trace.Record) facts.Entry {
	return facts.Entry{Kind: r.Kind, ID: r.ID.String(), HarvestCode: r.HarvestCode, Payload: r.Payload, CreatedAt: r.CreatedAt(), Files: attachment.List(r.Seal)}
}

// Reviewed is the review on which a validation was based, unchanged.
type Reviewed struct {
	Validation trace.Record
	// Report is the review as JSON, in Portuguese.
	Report []byte
	// Reason is why the harvest is approved despite its errors; "" for none.
	Reason string
}

// Reviewed reads the review that a live validation was made with;
// CodeReportGone if the erasure of a record removed it, and
// CodeReportTampered if it is not what the validation committed to.
func (s *Reviewer) Reviewed(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (Reviewed, error) {
	if err := by.Need(trace.Read); err != nil {
		return Reviewed{}, err
	}
	if err := personal.Need(by); err != nil { // what a validation committed to is not masked
		return Reviewed{}, err
	}
	var out Reviewed
	err := s.store.View(ctx, func(r Readers) error {
		v, err := trace.LiveRecord(ctx, r, by, k, id)
		if err != nil {
			return err
		}
		report, err := r.Report(ctx, v.ID)
		if trace.Is(err, trace.CodeRecordNotFound) {
			return trace.Fail(trace.CodeReportGone)
		}
		if err != nil {
			return err
		}
		seal := v.Sealed()
		if !v.Intact() || len(report) < trace.ReportSalt || !trace.Matches(seal.Report.Root, report) {
			return trace.Fail(trace.CodeReportTampered)
		}
		out = Reviewed{Validation: *v, Report: report[trace.ReportSalt:], Reason: seal.Justification}
		return nil
	})
	return out, err
}
