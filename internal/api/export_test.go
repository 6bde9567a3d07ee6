package api

// What the tests see of the inside.
const InterfaceRoutes = interfaceRoutes

// SortField is one field of a sort parameter as it was read.
type SortField struct {
	Name string
	Desc bool
}

// ParseSort shows the tests what parseSort reads.
func ParseSort(values []string) ([]SortField, error) {
	terms, err := parseSort(values)
	var fields []SortField
	for _, t := range terms {
		fields = append(fields, SortField{t.name, t.desc})
	}
	return fields, err
}

// Paging reads the paging parameters.
var Paging = paging
