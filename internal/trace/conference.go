package trace

import (
	"context"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/audit"
	"rastro/internal/kind"
)

// DefaultHarvestLimit is the most records of a harvest that are conferred at
// once: about a second of work, and a hundred megabytes. Few harvests have a
// hundredth of it.
const DefaultHarvestLimit = 100_000

// Confer grades a whole harvest as an auditor would: every record by itself, its
// records against each other, and what is there against what the catalogue, or a
// target, asks for. A harvest that nobody has named is an empty one;
// CodeHarvestTooLarge beyond the limit.
func (s *Service) Confer(ctx context.Context, by *Key, safraID string, target audit.Target) (audit.Conference, error) {
	if err := by.Need(Read); err != nil {
		return audit.Conference{}, err
	}
	if err := by.needHarvest(safraID); err != nil {
		return audit.Conference{}, err
	}
	var out audit.Conference
	err := s.store.View(ctx, func(r Reader) error {
		var err error
		out, err = s.confer(ctx, r, by, safraID, target)
		return err
	})
	return out, err
}

// ConferEach confers several harvests in one snapshot, one after the other.
func (s *Service) ConferEach(ctx context.Context, by *Key, safras []string, target audit.Target, fn func(safraID string, found audit.Conference)) error {
	if err := by.Need(Read); err != nil {
		return err
	}
	return s.store.View(ctx, func(r Reader) error {
		for _, safraID := range safras {
			if err := by.needHarvest(safraID); err != nil {
				return err
			}
			found, err := s.confer(ctx, r, by, safraID, target)
			if err != nil {
				return err
			}
			fn(safraID, found)
		}
		return nil
	})
}

func (s *Service) confer(ctx context.Context, r Reader, by *Key, safraID string, target audit.Target) (audit.Conference, error) {
	named := validatedLots{}
	book, err := s.takeUp(ctx, r, safraID, func(v *Record) bool {
		named.take(v)
		return true
	})
	if err != nil {
		return audit.Conference{}, err
	}
	return s.conferBook(ctx, r, book, named, safraID, target, by)
}

// conferBook holds what a book has taken up against what is asked of it and what
// there is beside it. by is whoever reads it; nil is everybody who may read the
// harvest, and so no other.
func (s *Service) conferBook(ctx context.Context, r Reader, book *audit.Book, named validatedLots, safraID string, target audit.Target, by *Key) (audit.Conference, error) {
	mandatory, err := mandatoryKinds(ctx, r)
	if err != nil {
		return audit.Conference{}, err
	}
	o := audit.HarvestOptions{Target: target, Mandatory: mandatory}
	if o.OtherLots, err = otherLots(ctx, r, book); err != nil {
		return audit.Conference{}, err
	}
	if o.OtherPlots, o.OtherPlotsMore, err = s.otherPlots(ctx, r, book, safraID, by); err != nil {
		return audit.Conference{}, err
	}
	if o.Hidden, err = s.hiddenLand(ctx, r, book, safraID, by); err != nil {
		return audit.Conference{}, err
	}
	known := book.KnownLots()
	claims, err := s.rivalClaims(ctx, r, []claimant{{safraID, named, known[:min(len(known), maxOtherLots)]}}, by)
	if err != nil {
		return audit.Conference{}, err
	}
	o.Claims = claims[safraID]
	return book.Confer(o), nil
}

// takeUp enters the live records of a harvest in a book. each sees every one of
// them, and tells whether what grading it by itself finds is to be entered too.
func (s *Service) takeUp(ctx context.Context, r Reader, safraID string, each func(*Record) (remark bool)) (*audit.Book, error) {
	book := audit.NewBook(s.now().Year())
	var claim bookClaim
	err := r.EachOf(ctx, safraID, func(v *Record) error {
		if book.Len() == s.harvestLimit {
			return Fail(CodeHarvestTooLarge, "max", strconv.Itoa(s.harvestLimit))
		}
		v.enter(book, each(v))
		return claim.take(ctx, v)
	})
	return book, err
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

// entry is the record as a conference takes it up.
func (r *Record) entry() audit.Entry {
	return audit.Entry{Kind: r.Kind, ID: r.ID.String(), SafraCodigo: r.SafraCodigo, Dados: r.Dados, CreatedAt: r.CreatedAt()}
}

// enter takes a record up in the book of its harvest, and what grading it found.
func (r *Record) enter(book *audit.Book, remark bool) {
	book.Add(r.entry())
	if remark && r.remarked() {
		book.Remark(r.Kind, r.ID.String(), r.Graded().Findings)
	}
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

// Conferred is the conference that a validation was made with, as it was then.
type Conferred struct {
	Validation Record
	// Report is the conference as JSON, in Portuguese.
	Report []byte
	// Reason is why the harvest is approved in spite of its errors; "" for none.
	Reason string
}

// Conferred reads what was found when a live validation was made;
// CodeReportGone where the erasure of a record took it along, and
// CodeReportTampered where it is not what the validation committed to.
func (s *Service) Conferred(ctx context.Context, by *Key, k *kind.Kind, id string) (Conferred, error) {
	if err := by.Need(Read); err != nil {
		return Conferred{}, err
	}
	var out Conferred
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
		out = Conferred{Validation: *v, Report: report[reportSalt:], Reason: seal.Justificativa}
		return nil
	})
	return out, err
}
