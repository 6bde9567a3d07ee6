package board

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// maxTouched is how many versions are looked at to find the harvests that were written in.
// Where more were written, every row is asked for again.
const maxTouched = 20_000

// chunk is how many harvests are reviewed between two looks at the budget.
const chunk = 25

// index is the rows that some readers may see.
type index struct {
	board  *Board
	by     *trace.Key
	reader string
	held   int // rows, as the board counts them
	names  *collate.Collator
	keys   collate.Buffer
	turn   chan struct{} // held while it is used

	place trace.Place
	year  int
	more  bool // there are harvests without a row
	rows  map[string]*row
	order []*row // by name, 2 before 10; nil: to be made again

	// unseen are the harvests that no review has seen as they are, again those that others
	// may have made wrong.
	unseen, again queue
	// touched are the harvests that were written in, with their cards from before; nil if
	// they had none.
	touched map[string]*harvests.Card
	moment  int // counts the writes that were followed
}

// row is one harvest.
type row struct {
	name string
	key  []byte // sorts it
	text string // folded, to search in
	// card is nil until a review has seen the harvest as it is.
	card    *harvests.Card
	state   harvests.State
	touched int // the moment it was last written in
}

func newIndex(b *Board, by *trace.Key, reader string) *index {
	return &index{
		board: b, by: by, reader: reader, names: collate.New(language.BrazilianPortuguese, collate.Numeric), turn: make(chan struct{}, 1),
		rows: map[string]*row{}, touched: map[string]*harvests.Card{},
	}
}

func (x *index) lock(ctx context.Context) error {
	select {
	case x.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *index) unlock() { <-x.turn }

// left is how many harvests are still to be reviewed or asked for again.
func (x *index) left() int { return x.unseen.len() + x.again.len() }

// put gives a row its card.
func (x *index) put(r *row, card *harvests.Card) {
	r.card, r.text = card, lang.Fold(strings.Join([]string{card.HarvestID, card.Name, card.Season, card.Crop, card.Producer, card.Farm, card.Town, card.UF}, "\n"))
}

// follow takes up what was written since it was last called.
func (x *index) follow(ctx context.Context) error {
	year := x.board.now().Year()
	found, err := x.board.changes.Touched(ctx, x.place, maxTouched)
	if err != nil {
		return err
	}
	switch {
	case x.place == "" || found.All || year != x.year:
		if err := x.load(ctx); err != nil {
			return err
		}
	case found.Catalogue:
		x.askAgain()
	}
	for _, name := range found.Harvests {
		x.touch(name)
	}
	x.place, x.year = found.Next, year
	return nil
}

// load lists the harvests, and has all asked for again: a card whose harvest did not change is
// kept.
func (x *index) load(ctx context.Context) error {
	names, more, err := x.board.lister.Names(ctx, x.by, x.board.limits.Rows)
	if err != nil {
		return err
	}
	x.more, x.order = more, nil
	kept := make(map[string]*row, len(names))
	for _, name := range names {
		if kept[name] = x.rows[name]; kept[name] == nil {
			kept[name] = x.newRow(name)
		}
	}
	x.rows = kept
	x.unseen, x.again = queue{}, queue{}
	clear(x.touched)
	x.sort()
	for _, r := range x.order { // those that are shown first come first
		if r.card == nil {
			x.unseen.add(r.name)
		} else {
			x.again.add(r.name)
		}
	}
	return nil
}

func (x *index) newRow(name string) *row {
	defer x.keys.Reset()
	return &row{name: name, key: bytes.Clone(x.names.KeyFromString(&x.keys, name)), text: lang.Fold(name)}
}

func (x *index) sort() {
	if x.order != nil {
		return
	}
	x.order = make([]*row, 0, len(x.rows))
	for _, r := range x.rows {
		x.order = append(x.order, r)
	}
	slices.SortFunc(x.order, func(a, b *row) int { return cmp.Or(bytes.Compare(a.key, b.key), strings.Compare(a.name, b.name)) })
}

// touch notes that a harvest was written in.
func (x *index) touch(name string) {
	if !x.by.Reaches(name) {
		x.askAgain() // what it tells others is not known here
		return
	}
	r := x.rows[name]
	switch {
	case r == nil && len(x.rows) >= x.board.limits.Rows:
		x.more = true
		return
	case r == nil:
		r = x.newRow(name)
		x.rows[name], x.order = r, nil
		x.touched[name] = nil
	case r.card != nil:
		x.touched[name] = r.card
	default:
		if _, known := x.touched[name]; !known {
			x.askAgain() // what it told before is not known
			x.touched[name] = nil
		}
	}
	x.moment++
	r.card, r.touched = nil, x.moment
	x.unseen.add(name)
}

// askAgain has every row that was reviewed asked for again: one that is still right stays.
func (x *index) askAgain() {
	for name, r := range x.rows {
		if r.card != nil {
			x.again.add(name)
		}
	}
}

// advance reviews harvests as far as the budget goes; 0 is what a list reviews, of a few.
func (x *index) advance(ctx context.Context, budget int64) error {
	for left := budget; x.left() > 0; {
		d := x.begin(x.next())
		if err := d.draw(ctx, left); err != nil {
			x.putBack(d.names)
			return err
		}
		left -= d.spent
		if full := x.settle(d); full || left <= 0 {
			return nil
		}
	}
	return nil
}

// next takes harvests that are to be reviewed.
func (x *index) next() []string {
	if names := x.unseen.take(chunk); len(names) > 0 {
		return names
	}
	return x.again.take(chunk)
}

// putBack has harvests that were taken wait again.
func (x *index) putBack(names []string) {
	for _, name := range names {
		switch r := x.rows[name]; {
		case r == nil:
		case r.card == nil:
			x.unseen.add(name)
		default:
			x.again.add(name)
		}
	}
}

// settle takes up what was drawn. full: some harvests were postponed.
func (x *index) settle(d *drawing) (full bool) {
	var told harvests.Told
	for _, name := range d.names {
		r, card := x.rows[name], d.cards[name]
		switch {
		case r == nil || r.touched > d.began: // it was written in meanwhile, and waits again
			continue
		case card != nil && card.Unreviewed == harvests.HarvestPostponed:
			full = true
			x.putBack([]string{name})
			continue
		case card == nil: // it has no record any more
			delete(x.rows, name)
			x.order = nil
		default:
			r.state = d.states[name]
			x.put(r, card)
		}
		x.unseen.drop(name)
		x.again.drop(name)
		if before, touched := x.touched[name]; touched {
			delete(x.touched, name)
			told.Add(before)
			told.Add(card)
		}
	}
	x.tell(&told)
	return full
}

// tell asks again for the rows that may not be right any more, because of what other harvests
// told before or tell now.
func (x *index) tell(told *harvests.Told) {
	if told.Nothing() {
		return
	}
	for name, r := range x.rows {
		if r.card != nil && told.Concerns(r.card) {
			x.again.add(name)
		}
	}
}

// work reviews some of what is left, and reports whether there is more. Requests go on
// meanwhile.
func (x *index) work(ctx context.Context) bool {
	if x.lock(ctx) != nil {
		return false
	}
	d := x.begin(x.next())
	x.unlock()
	err := d.draw(ctx, 0)
	_ = x.lock(context.WithoutCancel(ctx)) // a request holds it briefly
	defer x.unlock()
	if err != nil {
		x.putBack(d.names)
		return false
	}
	x.settle(d)
	return x.left() > 0
}

// queue holds names, each once, in the order in which they came.
type queue struct {
	names []string
	in    map[string]bool // those that were not dropped
}

func (q *queue) len() int { return len(q.in) }

func (q *queue) add(name string) {
	if q.in[name] {
		return
	}
	if q.in == nil {
		q.in = map[string]bool{}
	}
	q.in[name] = true
	q.names = append(q.names, name)
}

// take removes the first few.
func (q *queue) take(few int) (taken []string) {
	for len(q.names) > 0 && len(taken) < few {
		name := q.names[0]
		if q.names = q.names[1:]; q.in[name] {
			taken = append(taken, name)
			delete(q.in, name)
		}
	}
	return taken
}

func (q *queue) drop(name string) { delete(q.in, name) }
