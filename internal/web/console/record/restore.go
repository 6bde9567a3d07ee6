package record

import (
	"context"
	"strconv"

	"rastro/internal/kind"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Restorer brings earlier versions back; see records.Recorder.
type Restorer interface {
	Restore(ctx context.Context, by *trace.Key, k *kind.Kind, id string, version int64, ifMatch trace.IfMatch) (trace.Record, error)
}

// mayRestore reports whether a caller may bring versions of a record back.
func mayRestore(on *pagekit.Call, r *trace.Record) bool {
	return mayAdd(on.Key, r.Kind, r.HarvestID) && on.Key.Has(trace.Read) && on.Key.May(right.Personal) && r.Operation != trace.Erased
}

// Restore writes an earlier version of a record again.
func (c *Controller) Restore(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	version, err := strconv.ParseInt(on.Form.Get("restaura"), 10, 64)
	if err != nil {
		return pagekit.Reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	r, err := c.restorer.Restore(on.Ctx, on.Key, k, on.Path("id"), version, pagekit.FormVersion(on.Form))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done(pagekit.RecordPath(k, r.ID.String()), "registro-restaurado"), nil
}
