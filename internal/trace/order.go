package trace

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"
)

// Position is a place in an order: one value per term, an ID for ByID, an
// int64 for times and kinds, a string for the rest.
type Position []any

// Limits returns the harvests that a key is limited to, for the scope of its cursors.
func (k *Key) Limits() string {
	set := k.Reach()
	return set.Text()
}

// Page sizes. A request for more than the maximum gets the maximum.
const (
	DefaultPageSize = 20
	MaxPageSize     = 1000
	// maxOffset bounds reading by page number, whose cost grows with the page.
	maxOffset = 1_000_000
)

// Paging selects a page of a list.
type Paging struct {
	Size   int
	Number int64
	Cursor string    // if set, Number is ignored
	Total  bool      // also count the whole list
	At     time.Time // as of then; zero: now. A list as of an instant is not counted.
}

// Offset returns how many items the page skips; CodeTooFar beyond the limit.
func (p Paging) Offset() (int64, error) {
	if p.Number > maxOffset/int64(p.Size) {
		return 0, Fail(CodeTooFar, "max", strconv.Itoa(maxOffset))
	}
	return p.Number * int64(p.Size), nil
}

// SortField is a field records can be sorted by.
type SortField uint8

// The sort fields. ByKind is only for the store's own scans, so it has no name.
const (
	ByID SortField = iota + 1
	ByCreated
	ByUpdated
	ByHarvest
	ByHarvestCode
	ByKind
)

// SortFields names them as the wire does.
var SortFields = []struct {
	Name  string
	Field SortField
}{
	{"criadoEm", ByCreated}, {"atualizadoEm", ByUpdated}, {"safraId", ByHarvest}, {"safraCodigo", ByHarvestCode}, {"id", ByID},
}

// Term is one level of an order.
type Term struct {
	Field SortField
	Desc  bool
}

// Order is a total order of records: its last term is always ByID.
type Order []Term

// The orders used if the caller requests none.
var (
	NewestFirst = Order{{ByID, true}}
	OldestFirst = Order{{ByID, false}}
)

// NewOrder returns a total order from the requested fields: a repeated field counts once, and ByID
// ends the list; if it is missing, it is added in the direction of the last term. Creation time
// is part of an id, so sorting by it and then by id is sorting by id.
func NewOrder(terms []Term) Order {
	var order Order
	seen := map[SortField]bool{}
	for _, t := range terms {
		if seen[t.Field] {
			continue
		}
		seen[t.Field] = true
		order = append(order, t)
		if t.Field == ByID {
			break
		}
	}
	if !seen[ByID] {
		desc := len(order) > 0 && order[len(order)-1].Desc
		order = append(order, Term{ByID, desc})
	}
	if n := len(order); n >= 2 && order[n-2].Field == ByCreated && order[n-2].Desc == order[n-1].Desc {
		order = append(order[:n-2], order[n-1])
	}
	return order
}

// String returns the order as a text; equal orders give equal texts.
func (o Order) String() string {
	var b strings.Builder
	for _, t := range o {
		b.WriteByte('a' + byte(t.Field))
		if t.Desc {
			b.WriteByte('-')
		}
	}
	return b.String()
}

// Position returns the place of a record in the order: a value for every term.
func (o Order) Position(r *Record) Position {
	p := make(Position, len(o))
	for i, t := range o {
		switch t.Field {
		case ByID:
			p[i] = r.ID
		case ByCreated:
			p[i] = r.CreatedAt().UnixMilli()
		case ByUpdated:
			p[i] = r.UpdatedAt.UnixMilli()
		case ByHarvest:
			p[i] = r.HarvestID
		case ByHarvestCode:
			p[i] = r.HarvestCode
		case ByKind:
			p[i] = int64(r.Kind.Code)
		}
	}
	return p
}

// Compare compares two records in the order.
func (o Order) Compare(a, b Record) int {
	pa, pb := o.Position(&a), o.Position(&b)
	for i, t := range o {
		var c int
		switch va := pa[i].(type) {
		case ID:
			vb := pb[i].(ID)
			c = bytes.Compare(va[:], vb[:])
		case int64:
			c = cmp.Compare(va, pb[i].(int64))
		case string:
			c = strings.Compare(va, pb[i].(string))
		}
		if t.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}
