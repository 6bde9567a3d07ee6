package board

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Page sizes of the board.
const (
	DefaultSize = 50
	MaxSize     = 200
)

// Query says which harvests a board shows, in which order and for which market.
type Query struct {
	Target harvest.Target
	Crop   string // canonical name
	Season string
	State  State
	Gate   verdict.Gate // that is shut
	Text   string       // anywhere in the harvest's names
	Sort   Sort
	Desc   bool
	Offset int
	Size   int
}

// State is the state of a harvest for the market, or of its validation.
type State string

// The states other than those of a validation.
const (
	Ready       State = "PRONTA"
	Pending     State = "PENDENTE"
	Unvalidated State = "SEM_VALIDACAO"
)

// States lists the states that a query may select.
var States = []State{
	Ready, Pending, Unvalidated,
	State(verdict.Valid), State(verdict.Altered), State(verdict.Expired), State(verdict.Refused), State(verdict.Revoked), State(verdict.Tampered),
}

// Sort is the order of rows.
type Sort string

// The sorts. ByName is the natural order of names: 2 comes before 10.
const (
	ByName   Sort = "safraId"
	ByCrop   Sort = "cultura"
	BySeason Sort = "safraCodigo"
	ByShut   Sort = "portasFechadas"
)

// Sorts lists the sorts.
var Sorts = []Sort{ByName, ByCrop, BySeason, ByShut}

// Row is a harvest on the board.
type Row struct {
	Card *harvests.Card
	// Readiness is nil if no review has seen the harvest.
	Readiness *verdict.Readiness
}

// Verdict returns the verdict on the harvest at an instant for the market of the board: the same as a
// review for that market.
func (r *Row) Verdict(now time.Time) verdict.Verdict {
	said := r.Card.Verdict(now)
	if r.Readiness == nil {
		said.Targets = nil
		return said
	}
	return said.Narrow(r.Readiness.Target)
}

// Page is a part of the board, with totals for all of it.
type Page struct {
	Rows []Row
	// Found counts the rows that the query finds; of these, how many have ready records, how
	// many of those are ready with their validation too, and how many no review has seen. Shut
	// is how many are shut at each gate.
	Found, Ready, Finished, Unreviewed int
	Shut                               map[verdict.Gate]int
	// Crops and Seasons are the values in all rows.
	Crops, Seasons []string
	// Waiting counts the harvests of all rows that are still to be reviewed. For readers without
	// limits it also counts those that will be reviewed again. More: there are harvests without a
	// row.
	Waiting int
	More    bool

	Target harvest.Target

	names []string // of the rows
}

// find looks for the rows of a query.
func (x *index) find(q Query, now time.Time) Page {
	x.sort()
	page := Page{Shut: map[verdict.Gate]int{}, More: x.more, Target: q.Target}
	if x.reader == "" { // a limited reader would see that others wrote
		page.Waiting = x.again.len()
	}
	text := lang.Fold(q.Text)
	crops, seasons := map[string]bool{}, map[string]bool{}
	var found []*row
	for _, r := range x.order {
		if r.card == nil {
			page.Waiting++
		} else {
			crops[r.card.Crop], seasons[r.card.SeasonName] = true, true
		}
		if !strings.Contains(r.text, text) || !q.accepts(r.card, now) {
			continue
		}
		found = append(found, r)
		page.count(r.card, now)
	}
	delete(crops, "")
	delete(seasons, "")
	page.Crops, page.Seasons, page.Found = slices.Sorted(maps.Keys(crops)), slices.Sorted(maps.Keys(seasons)), len(found)
	q.sort(found)
	from := min(q.Offset, len(found))
	for _, r := range found[from:min(len(found), from+q.Size)] {
		page.names = append(page.names, r.name)
	}
	return page
}

// count adds a row to the totals.
func (p *Page) count(card *harvests.Card, now time.Time) {
	of, ok := readiness(card, p.Target)
	switch {
	case !ok:
		p.Unreviewed++
	case of.Ready():
		p.Ready++
		said := card.Verdict(now)
		if level, _ := said.Phrase(true); level == verdict.Green { // as its row shows
			p.Finished++
		}
	default:
		for i := range of.Gates {
			if gate := &of.Gates[i]; gate.Passing() == verdict.Shut {
				p.Shut[gate.Gate]++
			}
		}
	}
}

// readiness returns how ready a harvest is, if a review has seen it.
func readiness(card *harvests.Card, target harvest.Target) (*verdict.Readiness, bool) {
	if card == nil {
		return nil, false
	}
	return card.Found.For(string(target))
}

// accepts reports whether a query selects a harvest. Without a review only its name is known.
func (q *Query) accepts(card *harvests.Card, now time.Time) bool {
	if q.Crop == "" && q.Season == "" && q.State == "" && q.Gate == "" {
		return true
	}
	of, ok := readiness(card, q.Target)
	if !ok || q.Crop != "" && card.Crop != q.Crop || q.Season != "" && card.SeasonName != facts.SeasonName(q.Season) {
		return false
	}
	if q.Gate != "" && !slices.ContainsFunc(of.Gates, func(p verdict.GateCheck) bool { return p.Gate == q.Gate && p.Passing() == verdict.Shut }) {
		return false
	}
	switch q.State {
	case "":
		return true
	case Ready, Pending:
		return of.Ready() == (q.State == Ready)
	case Unvalidated:
		return !card.Validation.Live()
	}
	return card.Validation != nil && State(card.Validation.At(now)) == q.State
}

// sort puts rows, which come by name, into the query's order.
func (q *Query) sort(rows []*row) {
	compare := map[Sort]func(a, b *row) int{
		ByCrop:   func(a, b *row) int { return cmp.Compare(cropOf(a), cropOf(b)) },
		BySeason: func(a, b *row) int { return cmp.Compare(seasonOf(a), seasonOf(b)) },
		ByShut:   func(a, b *row) int { return cmp.Compare(shutOf(a, q.Target), shutOf(b, q.Target)) },
	}[q.Sort]
	switch {
	case compare == nil && q.Desc:
		slices.Reverse(rows)
	case compare == nil:
	case q.Desc:
		slices.SortStableFunc(rows, func(a, b *row) int { return compare(b, a) })
	default:
		slices.SortStableFunc(rows, compare)
	}
}

func cropOf(r *row) string {
	if r.card == nil {
		return ""
	}
	return r.card.Crop
}

func seasonOf(r *row) string {
	if r.card == nil {
		return ""
	}
	return r.card.Season
}

// shutOf counts the gates that are shut; -1 if no review has seen the harvest.
func shutOf(r *row, target harvest.Target) int {
	of, ok := readiness(r.card, target)
	if !ok {
		return -1
	}
	return of.Shut()
}

// page finds a page and gets the cards of its rows, as the key may see them now. What that
// changes may change what is found, so it looks again, but not for ever.
func (x *index) page(ctx context.Context, by *trace.Key, q Query) (page Page, err error) {
	for range 3 {
		x.mu.Lock()
		page = x.find(q, x.board.now())
		x.mu.Unlock()
		changed, err := page.fill(ctx, x, by)
		if err != nil || !changed {
			return page, err
		}
	}
	return page, nil
}

// fill loads the cards of the rows. changed means that some differ from what the index knew.
func (p *Page) fill(ctx context.Context, x *index, by *trace.Key) (changed bool, err error) {
	cards := make(map[string]*harvests.Card, len(p.names))
	for names := range slices.Chunk(p.names, harvests.MaxNamed) {
		x.mu.Lock()
		b := x.begin(names)
		x.mu.Unlock()
		shown, err := b.review(ctx, by, 0)
		x.mu.Lock()
		x.settle(b, err)
		x.mu.Unlock()
		if err != nil {
			return false, err
		}
		for _, card := range shown {
			cards[card.HarvestID] = card
		}
		changed = changed || b.changed
	}
	for _, name := range p.names {
		if card := cards[name]; card != nil {
			row := Row{Card: card}
			row.Readiness, _ = readiness(card, p.Target)
			p.Rows = append(p.Rows, row)
		}
	}
	return changed, nil
}
