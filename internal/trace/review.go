package trace

import (
	"context"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
)

// DefaultHarvestLimit is the most records of a harvest that are reviewed at
// once: about a second of work, and a hundred megabytes. Few harvests have a
// hundredth of it.
const DefaultHarvestLimit = 100_000

// Review grades a whole harvest as an auditor would: every record by itself, its
// records against each other, and what is there against what the catalogue, or a
// target, asks for. A harvest that nobody has named is an empty one;
// CodeHarvestTooLarge beyond the limit.
func (s *Service) Review(ctx context.Context, by *Key, safraID string, target harvest.Target) (harvest.Review, error) {
	if err := by.Need(Read); err != nil {
		return harvest.Review{}, err
	}
	if err := by.needHarvest(safraID); err != nil {
		return harvest.Review{}, err
	}
	var out harvest.Review
	err := s.store.View(ctx, func(r Reader) error {
		var err error
		out, err = s.review(ctx, r, by, safraID, target)
		return err
	})
	return out, err
}

// ReviewEach reviews several harvests in one snapshot, one after the other.
func (s *Service) ReviewEach(ctx context.Context, by *Key, safras []string, target harvest.Target, fn func(safraID string, found harvest.Review)) error {
	if err := by.Need(Read); err != nil {
		return err
	}
	return s.store.View(ctx, func(r Reader) error {
		for _, safraID := range safras {
			if err := by.needHarvest(safraID); err != nil {
				return err
			}
			found, err := s.review(ctx, r, by, safraID, target)
			if err != nil {
				return err
			}
			fn(safraID, found)
		}
		return nil
	})
}

func (s *Service) review(ctx context.Context, r Reader, by *Key, safraID string, target harvest.Target) (harvest.Review, error) {
	return harvest.Run(ctx, &reviewed{s: s, r: r, by: by, safraID: safraID, named: validatedLots{}}, s.now().Year(), target)
}

// reviewed is a harvest as a review reads it: it implements harvest.Source.
type reviewed struct {
	s       *Service
	r       Reader
	by      *Key // who reads the review; nil is everybody who may read the harvest, and so no other
	safraID string
	// each, where it is set, sees every record, and says whether what checking it
	// alone finds is part of the review.
	each func(*Record) (remark bool)
	// made is a validation that is being made; nil for none.
	made  *Record
	named validatedLots
}

var _ harvest.Source = (*reviewed)(nil)

// Records enters the live records of the harvest, within its limit.
func (h *reviewed) Records(ctx context.Context, fn func(facts.Entry, []finding.Finding)) error {
	var claim bookClaim
	records, partition := 0, PartitionOf(h.safraID)
	err := h.r.EachOf(ctx, h.safraID, func(v *Record) error {
		if err := v.placedIn(h.safraID, partition); err != nil {
			return err
		}
		if records == h.s.harvestLimit {
			return Fail(CodeHarvestTooLarge, "max", strconv.Itoa(h.s.harvestLimit))
		}
		if !v.Kind.IsChange() { // a book takes up no other
			records++
		}
		h.named.take(v)
		var found []finding.Finding
		if h.each == nil || h.each(v) {
			found = v.Remarks()
		}
		fn(v.entry(), found)
		return claim.take(ctx, v)
	})
	if err != nil || h.made == nil {
		return err
	}
	h.named.take(h.made)
	fn(h.made.entry(), nil)
	return nil
}

func (h *reviewed) Mandatory(ctx context.Context) (map[string][]*kind.Kind, error) {
	return mandatoryKinds(ctx, h.r)
}

func (h *reviewed) OtherLots(ctx context.Context, b *facts.Book) ([]string, int, error) {
	return otherLots(ctx, h.r, b)
}

func (h *reviewed) OtherPlots(ctx context.Context, b *facts.Book) ([]harvest.OtherPlot, bool, error) {
	return h.s.otherPlots(ctx, h.r, b, h.safraID, h.by)
}

func (h *reviewed) HiddenLand(ctx context.Context, b *facts.Book) ([]harvest.HiddenLand, error) {
	return h.s.hiddenLand(ctx, h.r, b, h.safraID, h.by)
}

func (h *reviewed) Claims(ctx context.Context, b *facts.Book) ([]harvest.RivalClaim, error) {
	known := b.KnownLots()
	claims, err := h.s.rivalClaims(ctx, h.r, []claimant{{h.safraID, h.named, known[:min(len(known), maxOtherLots)]}}, h.by)
	return claims[h.safraID], err
}

// bookBytes is about what a book holds of a record beside its plot, and bookStep
// after how many of them memory is claimed: most harvests have fewer.
const (
	bookBytes = 1 << 10
	bookStep  = 256
)

// bookClaim claims the memory of a book as it takes up records.
type bookClaim struct{ records, plots int64 }

func (b *bookClaim) take(ctx context.Context, v *Record) error {
	b.records++
	large := v.Kind.HasPlot() && len(v.Dados) > admit.Free
	if large {
		b.plots += int64(len(v.Dados))
	}
	if !large && b.records%bookStep != 0 {
		return nil
	}
	return admit.From(ctx).Reach(b.records*bookBytes + b.plots)
}

// entry is the record as a review takes it up.
func (r *Record) entry() facts.Entry {
	return facts.Entry{Kind: r.Kind, ID: r.ID.String(), HarvestCode: r.SafraCodigo, Payload: r.Dados, CreatedAt: r.CreatedAt()}
}

// enter takes a record up in the book of its harvest, and what grading it found.
func (r *Record) enter(book *facts.Book) {
	book.Add(r.entry())
	book.Remark(r.Kind, r.ID.String(), r.Remarks())
}

// mandatoryKinds are the kinds that the catalogue asks of each crop.
func mandatoryKinds(ctx context.Context, r Reader) (map[string][]*kind.Kind, error) {
	phases, err := r.Phases(ctx, "")
	if err != nil {
		return nil, err
	}
	mandatory := map[string][]*kind.Kind{}
	for _, p := range phases {
		if k := p.kind(); k != nil && p.Obrigatoria && p.Ativo {
			mandatory[string(p.Cultura)] = append(mandatory[string(p.Cultura)], k)
		}
	}
	return mandatory, nil
}

// Reviewed is the review that a validation was made with, as it was then.
type Reviewed struct {
	Validation Record
	// Report is the review as JSON, in Portuguese.
	Report []byte
	// Reason is why the harvest is approved in spite of its errors; "" for none.
	Reason string
}

// Reviewed reads what was found when a live validation was made;
// CodeReportGone where the erasure of a record took it along, and
// CodeReportTampered where it is not what the validation committed to.
func (s *Service) Reviewed(ctx context.Context, by *Key, k *kind.Kind, id string) (Reviewed, error) {
	if err := by.Need(Read); err != nil {
		return Reviewed{}, err
	}
	var out Reviewed
	err := s.store.View(ctx, func(r Reader) error {
		v, err := s.get(ctx, r, by, k, id)
		if err != nil {
			return err
		}
		report, err := r.Report(ctx, v.ID)
		if Is(err, CodeRecordNotFound) {
			return Fail(CodeReportGone)
		}
		if err != nil {
			return err
		}
		seal := v.sealed()
		if !v.Intact() || len(report) < reportSalt || !matches(seal.Relatorio.Raiz, report) {
			return Fail(CodeReportTampered)
		}
		out = Reviewed{Validation: *v, Report: report[reportSalt:], Reason: seal.Justificativa}
		return nil
	})
	return out, err
}
