package api

import (
	"strings"

	"rastro/internal/trace"
)

// sortTerm is one field of a sort parameter.
type sortTerm struct {
	name string
	desc bool
}

// maxSortTerms bounds the fields of a sort.
const maxSortTerms = 10

// parseSort reads the values of the sort parameter in each of the forms that
// clients send: "campo,desc" (Spring; a direction holds for the fields before
// it), "-campo" and "+campo" (Quarkus), "campo:desc". Empty parts count for
// nothing, and so does Spring's "ignorecase".
func parseSort(values []string) ([]sortTerm, error) {
	var terms []sortTerm
	for _, value := range values {
		undirected := len(terms)
		for part := range strings.SplitSeq(value, ",") {
			part = strings.TrimSpace(part)
			switch strings.ToLower(part) {
			case "", "ignorecase":
				continue
			case "asc", "desc":
				for i := undirected; i < len(terms); i++ {
					terms[i].desc = strings.EqualFold(part, "desc")
				}
				undirected = len(terms)
				continue
			}
			term := sortTerm{name: part}
			if name, direction, ok := strings.Cut(part, ":"); ok {
				if !strings.EqualFold(direction, "asc") && !strings.EqualFold(direction, "desc") {
					return nil, badParameter("sort", "campo:asc, campo:desc")
				}
				term = sortTerm{strings.TrimSpace(name), strings.EqualFold(direction, "desc")}
			}
			if name, ok := strings.CutPrefix(term.name, "-"); ok {
				term = sortTerm{name, !term.desc}
			} else {
				term.name = strings.TrimPrefix(term.name, "+")
			}
			if terms = append(terms, term); len(terms) > maxSortTerms {
				return nil, badParameter("sort", "1–10 campos")
			}
		}
	}
	return terms, nil
}

// resolve finds a sort field by name, in any case, in a table of names.
func (t sortTerm) resolve(names []string) (int, error) {
	for i, name := range names {
		if strings.EqualFold(name, t.name) {
			return i, nil
		}
	}
	return 0, trace.Fail(trace.CodeBadSort, "campo", clip(t.name), "campos", strings.Join(names, ", "))
}

// recordOrder turns the sort parameter into an order of records.
func recordOrder(values []string, otherwise trace.Order) (trace.Order, error) {
	terms, err := parseSort(values)
	if err != nil || len(terms) == 0 {
		return otherwise, err
	}
	names := make([]string, len(trace.SortFields))
	for i, f := range trace.SortFields {
		names[i] = f.Name
	}
	var order []trace.Term
	for _, t := range terms {
		i, err := t.resolve(names)
		if err != nil {
			return nil, err
		}
		order = append(order, trace.Term{Field: trace.SortFields[i].Field, Desc: t.desc})
	}
	return trace.NewOrder(order), nil
}

// phaseOrder turns the sort parameter into an order of catalogue entries.
func phaseOrder(values []string) ([]trace.PhaseOrder, error) {
	terms, err := parseSort(values)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(trace.PhaseSortFields))
	for i, f := range trace.PhaseSortFields {
		names[i] = f.Name
	}
	var order []trace.PhaseOrder
	for _, t := range terms {
		i, err := t.resolve(names)
		if err != nil {
			return nil, err
		}
		order = append(order, trace.PhaseOrder{Compare: trace.PhaseSortFields[i].Compare, Desc: t.desc})
	}
	return order, nil
}
