package facts

import (
	"time"

	"rastro/internal/attachment"
	"rastro/internal/kind"
)

// Entry is one live record of a harvest, as it is compared with the others.
type Entry struct {
	Kind        *kind.Kind
	ID          string
	HarvestCode string
	Payload     []byte // not kept
	CreatedAt   time.Time
	Files       []attachment.File // that the record lists
}
