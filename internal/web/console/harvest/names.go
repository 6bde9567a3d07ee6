package harvest

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/web/console/pagekit"
)

// refName names a record and the field to look at.
func refName(called *pagekit.Titles, on *pagekit.Call, ref finding.Ref) string {
	k := kind.ByPrefix(ref.Prefix)
	if k == nil {
		return ref.ID
	}
	name := called.Of(k, ref.ID)
	if f, ok := k.Field(ref.Field); ok {
		name += ": " + f.Label.In(on.Lang)
	}
	return name
}
