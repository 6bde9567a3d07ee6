package review

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/geo"
	"rastro/internal/landlayer"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Look is a review, with the data that a list of harvests keeps of it.
type Look struct {
	Result
	Book      *facts.Book
	Questions Questions
	Answers   AnswersDigest
}

// Questions are a review's questions about other harvests. They are few, so a list can repeat
// them to see whether the review of an unchanged harvest is still right.
type Questions struct {
	unknown []string // lots that the harvest names and does not identify
	seasons []string
	crop    string
	claims  []geo.Extent // of its plots
	files   []string     // that its records list
}

// Weight is roughly how many bytes it takes.
func (o *Questions) Weight() int {
	return 48*len(o.unknown) + 40*len(o.claims) + 24*len(o.seasons) + 80*len(o.files)
}

// AnswersDigest is a digest of the answers from other harvests.
type AnswersDigest [sha256.Size]byte

func questionsOf(book *facts.Book) Questions {
	unknown := book.UnknownLots()
	o := Questions{unknown: unknown[:min(len(unknown), MaxOtherLots)], seasons: book.Seasons(), crop: book.Crop(), files: filesOf(book)}
	for _, plot := range book.Claims() {
		o.claims = append(o.claims, plot.Extent())
	}
	return o
}

// Look reviews a harvest, without the codes that others claim too: a list looks these up for
// all its harvests at once. catalogue is the revision of the phases in r's snapshot. each sees
// every record.
func (s *Reviewer) Look(ctx context.Context, r Reader, by *trace.Key, harvestID string, target harvest.Target, catalogue int64, each func(*trace.Record)) (Look, error) {
	from := &reviewed{s: s, r: r, by: by, harvestID: harvestID, catalogue: catalogue, named: ValidatedLots{}, unclaimed: true}
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
	out := Look{Result: Result{found, standing}, Book: book, Questions: questionsOf(book)}
	out.hide(by)
	heard, err := s.AskOthers(ctx, r, by, []OthersQuery{{harvestID, &out.Questions}})
	if err != nil {
		return Look{}, err
	}
	out.Answers = heard[0]
	return out, nil
}

// OthersQuery is a harvest and its review's questions about others.
type OthersQuery struct {
	HarvestID string
	Questions *Questions
}

// AskOthers answers several reviews' questions about other harvests. It looks up all their lots
// together, and land and files harvest by harvest.
func (s *Reviewer) AskOthers(ctx context.Context, r Reader, by *trace.Key, all []OthersQuery) ([]AnswersDigest, error) {
	var lots []string
	for _, of := range all {
		lots = append(lots, of.Questions.unknown...)
	}
	slices.Sort(lots)
	known, err := madeAmong(ctx, r, by, slices.Compact(lots))
	if err != nil {
		return nil, err
	}
	isKnown := make(map[string]bool, len(known))
	for _, code := range known {
		isKnown[lot.Fold(code)] = true
	}
	stamp, err := landStamp(ctx, r, all)
	if err != nil {
		return nil, err
	}
	out := make([]AnswersDigest, len(all))
	for i, of := range all {
		h := sha256.New()
		if len(of.Questions.claims) > 0 {
			digest(h, stamp)
		}
		for _, code := range of.Questions.unknown {
			digest(h, isKnown[lot.Fold(code)])
		}
		if err := s.digestLand(ctx, r, by, of, h); err != nil {
			return nil, err
		}
		files, err := otherFiles(ctx, r, by, of.HarvestID, of.Questions)
		if err != nil {
			return nil, err
		}
		digest(h, files)
		out[i] = AnswersDigest(h.Sum(nil))
	}
	return out, nil
}

// landStamp identifies the state of the public layers if any of the harvests has a plot to compare
// with them. The card of a harvest without plots does not depend on the layers, and a page of such
// cards reads nothing.
func landStamp(ctx context.Context, r Reader, all []OthersQuery) (string, error) {
	if !slices.ContainsFunc(all, func(of OthersQuery) bool { return len(of.Questions.claims) > 0 }) {
		return "", nil
	}
	layers, err := r.(landlayer.Reads).LandReader().Layers(ctx, false)
	return landlayer.Stamp(layers), err
}

// digestLand adds the land of others that a review compares with the harvest's.
func (s *Reviewer) digestLand(ctx context.Context, r Reader, by *trace.Key, of OthersQuery, h hash.Hash) error {
	n := s.neighboursOf(r, by, of.HarvestID, of.Questions)
	if n.compares() {
		claims, err := n.near(ctx)
		if err != nil {
			return err
		}
		if err := n.read(ctx, claims); err != nil {
			return err
		}
		if err := n.grow(ctx); err != nil {
			return err
		}
		for i := range n.found {
			digest(h, n.found[i].Harvest, n.found[i].HarvestCode, n.found[i].Crop, n.found[i].Plot.GeoJSON())
		}
		digest(h, n.more)
	}
	hidden, err := s.hiddenLand(ctx, r, by, of.HarvestID, of.Questions)
	if err == nil {
		digest(h, hidden)
	}
	return err
}

// digest adds values to a digest, each with its length.
func digest(h hash.Hash, values ...any) {
	for _, v := range values {
		text, _ := json.Marshal(v) // texts, numbers and lists of them: cannot fail
		_ = binary.Write(h, binary.BigEndian, uint64(len(text)))
		h.Write(text)
	}
}

// LotsAndLand is what some harvests tell the reviews of others: the lots that they make, the land
// that they claim, and the files that they list.
type LotsAndLand struct {
	made   map[string]bool // folded
	claims []geo.Extent
	files  map[string]bool
}

// Add adds the facts of a harvest: the lots that it identifies or makes, its land and its files.
func (t *LotsAndLand) Add(made []string, o *Questions) {
	if t.made == nil {
		t.made, t.files = map[string]bool{}, map[string]bool{}
	}
	for _, code := range made {
		t.made[lot.Fold(code)] = true
	}
	t.claims = append(t.claims, o.claims...)
	for _, sum := range o.files {
		t.files[sum] = true
	}
}

// Concerns reports whether a review asks about any of it.
func (t *LotsAndLand) Concerns(o *Questions) bool {
	return slices.ContainsFunc(o.unknown, func(code string) bool { return t.made[lot.Fold(code)] }) ||
		slices.ContainsFunc(o.claims, func(e geo.Extent) bool { return slices.ContainsFunc(t.claims, e.Shares) }) ||
		slices.ContainsFunc(o.files, func(sum string) bool { return t.files[sum] })
}

// Empty reports whether there are no answers.
func (t *LotsAndLand) Empty() bool {
	return len(t.made) == 0 && len(t.claims) == 0 && len(t.files) == 0
}
