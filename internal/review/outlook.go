package review

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/geo"
	"rastro/internal/trace"
)

// Look is a review, with what a list of harvests keeps of it.
type Look struct {
	Result
	Book    *facts.Book
	Outlook Outlook
	Surroundings
}

// Outlook is what a review asks about other harvests. It is small, so that a list can ask
// again whether a review of a harvest that did not change is still right.
type Outlook struct {
	unknown []string // lots that the harvest names and does not identify
	known   int      // how many it identifies
	seasons []string
	crop    string
	claims  []geo.Extent // of its plots
}

// Weight is about how many bytes it takes.
func (o *Outlook) Weight() int { return 48*len(o.unknown) + 40*len(o.claims) + 24*len(o.seasons) }

// Surroundings is a digest of what other harvests answer.
type Surroundings [sha256.Size]byte

func outlookOf(book *facts.Book) Outlook {
	o := Outlook{unknown: book.UnknownLots(), known: len(book.KnownLots()), seasons: book.Seasons(), crop: book.Crop()}
	for _, plot := range book.Claims() {
		o.claims = append(o.claims, plot.Extent())
	}
	return o
}

// Look reviews a harvest, without the codes that others claim too: a list looks these up for
// all its harvests at once. each sees every record.
func (s *Reviewer) Look(ctx context.Context, r Reader, by *trace.Key, harvestID string, target harvest.Target, each func(*trace.Record)) (Look, error) {
	from := &reviewed{s: s, r: r, by: by, harvestID: harvestID, named: ValidatedLots{}, unclaimed: true}
	from.each = func(v *trace.Record) bool {
		each(v)
		return true
	}
	book, standing, err := from.collect(ctx)
	if err != nil {
		return Look{}, err
	}
	found, err := harvest.Compare(ctx, from, book, target)
	if err != nil {
		return Look{}, err
	}
	out := Look{Result: Result{found, standing}, Book: book, Outlook: outlookOf(book)}
	out.Surroundings, err = s.Surroundings(ctx, r, by, harvestID, &out.Outlook)
	return out, err
}

// Surroundings asks other harvests what a review asked them.
func (s *Reviewer) Surroundings(ctx context.Context, r Reader, by *trace.Key, harvestID string, o *Outlook) (out Surroundings, err error) {
	h := sha256.New()
	lots, left, err := otherLots(ctx, r, o.unknown, o.known)
	if err != nil {
		return out, err
	}
	digest(h, left, lots)
	n := s.neighboursOf(r, by, harvestID, o)
	if n.compares() && len(o.claims) > 0 {
		claims, err := n.near(ctx)
		if err != nil {
			return out, err
		}
		if err := n.read(ctx, claims); err != nil {
			return out, err
		}
		if err := n.grow(ctx); err != nil {
			return out, err
		}
		for i := range n.found {
			digest(h, n.found[i].Harvest, n.found[i].HarvestCode, n.found[i].Crop, n.found[i].Plot.GeoJSON())
		}
		digest(h, n.more)
	}
	hidden, err := s.hiddenLand(ctx, r, by, harvestID, o)
	if err != nil {
		return out, err
	}
	digest(h, hidden)
	return Surroundings(h.Sum(nil)), nil
}

// digest adds values to a digest, each with its length.
func digest(h hash.Hash, values ...any) {
	for _, v := range values {
		text, _ := json.Marshal(v) // texts, numbers and lists of them: it cannot fail
		_ = binary.Write(h, binary.BigEndian, uint64(len(text)))
		h.Write(text)
	}
}
