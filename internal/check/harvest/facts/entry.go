package facts

import (
	"time"

	"rastro/internal/attachment"
	"rastro/internal/kind"
)

// Entry is a live record of a harvest, prepared for comparison with others.
type Entry struct {
	Kind        *kind.Kind
	ID          string
	HarvestCode string
	Payload     []byte // not kept
	CreatedAt   time.Time
	Files       []attachment.File // that the record lists
}
