package harvest

import (
	"context"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Records reads the records that pages name.
type Records interface {
	Get(ctx context.Context, by *trace.Key, k *kind.Kind, id string) (*trace.Record, error)
}

// maxNamed is how many records of a page are called by their names; what is beyond is named by
// its kind and the end of its id. Each is read by itself.
const maxNamed = 200

// names calls records as their lists do, each read once, also one that is not there.
type names struct {
	records Records
	on      *pagekit.Call
	known   map[string]string
}

func (c *Controller) names(on *pagekit.Call) *names {
	return &names{c.records, on, map[string]string{}}
}

// ref names a record and the field to look at.
func (n *names) ref(ref finding.Ref) (string, error) {
	k := kind.ByPrefix(ref.Prefix)
	if k == nil {
		return ref.ID, nil
	}
	name, err := n.record(k, ref.ID)
	if f, ok := k.Field(ref.Field); ok {
		name += ": " + f.Label.In(n.on.Lang)
	}
	return name, err
}

func (n *names) record(k *kind.Kind, id string) (string, error) {
	if name, ok := n.known[id]; ok {
		return name, nil
	}
	name := k.Title.In(n.on.Lang)
	if k == kind.Profile { // there is one
		return name, nil
	}
	if tail := len(id) - 6; tail > 0 {
		name += " (…" + id[tail:] + ")"
	}
	if len(n.known) < maxNamed {
		r, err := n.records.Get(n.on.Ctx, n.on.Key, k, id)
		switch {
		case err == nil:
			name = title.Of(n.on.Key, r, n.on.Lang).String()
		case !trace.Is(err, trace.CodeRecordNotFound) && !trace.Is(err, trace.CodeErased):
			return "", err
		}
		n.known[id] = name
	}
	return name, nil
}
