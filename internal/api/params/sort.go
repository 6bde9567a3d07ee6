package params

import (
	"strings"

	"rastro/internal/catalogue"
	"rastro/internal/trace"
)

// SortTerm is a field in a sort parameter.
type SortTerm struct {
	Name string
	Desc bool
}

// maxSortTerms bounds the fields of a sort.
const maxSortTerms = 10

// Sort reads the values of the sort parameter in each form that clients send: "campo,desc" (Spring;
// a direction applies to the fields before it), "-campo" and "+campo" (Quarkus), "campo:desc".
// Empty parts and Spring's "ignorecase" are ignored.
func Sort(values []string) ([]SortTerm, error) {
	var terms []SortTerm
	for _, value := range values {
		undirected := len(terms)
		for part := range strings.SplitSeq(value, ",") {
			part = strings.TrimSpace(part)
			switch strings.ToLower(part) {
			case "", "ignorecase":
				continue
			case "asc", "desc":
				for i := undirected; i < len(terms); i++ {
					terms[i].Desc = strings.EqualFold(part, "desc")
				}
				undirected = len(terms)
				continue
			}
			term := SortTerm{Name: part}
			if name, direction, ok := strings.Cut(part, ":"); ok {
				if !strings.EqualFold(direction, "asc") && !strings.EqualFold(direction, "desc") {
					return nil, trace.BadParameter("sort", "campo:asc, campo:desc")
				}
				term = SortTerm{strings.TrimSpace(name), strings.EqualFold(direction, "desc")}
			}
			if name, ok := strings.CutPrefix(term.Name, "-"); ok {
				term = SortTerm{name, !term.Desc}
			} else {
				term.Name = strings.TrimPrefix(term.Name, "+")
			}
			if terms = append(terms, term); len(terms) > maxSortTerms {
				return nil, trace.BadParameter("sort", "1–10 campos")
			}
		}
	}
	return terms, nil
}

// Resolve finds a sort field by name, in any case, in a table of names.
func (t SortTerm) Resolve(names []string) (int, error) {
	for i, name := range names {
		if strings.EqualFold(name, t.Name) {
			return i, nil
		}
	}
	return 0, trace.Fail(trace.CodeBadSort, "campo", Clip(t.Name), "campos", strings.Join(names, ", "))
}

// RecordOrder turns the sort parameter into an order of records.
func RecordOrder(values []string, otherwise trace.Order) (trace.Order, error) {
	terms, err := Sort(values)
	if err != nil || len(terms) == 0 {
		return otherwise, err
	}
	names := make([]string, len(trace.SortFields))
	for i, f := range trace.SortFields {
		names[i] = f.Name
	}
	var order []trace.Term
	for _, t := range terms {
		i, err := t.Resolve(names)
		if err != nil {
			return nil, err
		}
		order = append(order, trace.Term{Field: trace.SortFields[i].Field, Desc: t.Desc})
	}
	return trace.NewOrder(order), nil
}

// PhaseOrder turns the sort parameter into an order of catalogue entries.
func PhaseOrder(values []string) ([]catalogue.PhaseOrder, error) {
	terms, err := Sort(values)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(catalogue.SortFields))
	for i, f := range catalogue.SortFields {
		names[i] = f.Name
	}
	var order []catalogue.PhaseOrder
	for _, t := range terms {
		i, err := t.Resolve(names)
		if err != nil {
			return nil, err
		}
		order = append(order, catalogue.PhaseOrder{Compare: catalogue.SortFields[i].Compare, Desc: t.Desc})
	}
	return order, nil
}
