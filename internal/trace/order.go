package trace

import (
	"bytes"
	"cmp"
	"strings"
)

// SortField is a field records can be sorted by.
type SortField uint8

// The sort fields. ByKind is for the store's own walks and has no name.
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

// The orders used where the caller asks for none.
var (
	NewestFirst = Order{{ByID, true}}
	OldestFirst = Order{{ByID, false}}
)

// NewOrder makes a total order of what a caller asked for: a repeated field
// counts once, ByID ends the list and is added, in the direction of the term
// before it, where it is missing. Creation time is part of an id, so sorting
// by it and then by id is sorting by id.
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

// String is the order in a form that is the same for the same order.
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

// position is where a record stands in an order: a value for every term.
func (o Order) position(r *Record) Position {
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
			p[i] = r.SafraID
		case ByHarvestCode:
			p[i] = r.SafraCodigo
		case ByKind:
			p[i] = int64(r.Kind.Code)
		}
	}
	return p
}

// Compare tells which of two records comes first.
func (o Order) Compare(a, b Record) int {
	pa, pb := o.position(&a), o.position(&b)
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
