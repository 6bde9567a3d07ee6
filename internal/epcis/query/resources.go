package query

// The top-level resources. Each lists the values of a field, and under each value are the events
// that have it.
const (
	EventTypes   = "eventTypes"
	EPCs         = "epcs"
	BizSteps     = "bizSteps"
	BizLocations = "bizLocations"
	ReadPoints   = "readPoints"
	Dispositions = "dispositions"
)

// anyThing is the field of what an event is about, in any role: a thing, or a class of things.
const anyThing = "anyThing"

// resources maps each resource to the filter that selects one of its values.
var resources = map[string]*Param{
	EventTypes: byName["eventType"], BizSteps: byName["EQ_bizStep"], BizLocations: byName["EQ_bizLocation"], ReadPoints: byName["EQ_readPoint"], Dispositions: byName["EQ_disposition"],
	EPCs: {EPCs, MATCH, anyThing, aPattern, nil},
}

// Under narrows a query to a value of a resource.
func (q *Query) Under(resource, value string) error {
	p := resources[resource]
	v, err := p.read(value)
	if err == nil {
		q.Filters = append(q.Filters, Filter{Param: p, Values: []Value{v}})
	}
	return err
}
