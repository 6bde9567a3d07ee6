package changes

import (
	"net/url"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Narrow reads which events are requested from the parameters of an address.
func (q *Query) Narrow(query url.Values) (err error) {
	if text := query.Get("tipo"); text != "" {
		if q.Types, err = ParseTypes(text); err != nil {
			return err
		}
	}
	if text := query.Get("prefixo"); text != "" {
		if q.Kind = kind.Named(text); q.Kind == nil && text == kind.Profile.Prefix {
			q.Kind = kind.Profile
		}
		if q.Kind == nil {
			return trace.BadParameter("prefixo", kind.Receiving)
		}
	}
	if _, ok := kind.PhaseByCode(q.Phase); q.Phase != "" && !ok {
		return trace.BadParameter("fase", "01, 02, 03 …")
	}
	if text := query.Get("lote"); text != "" {
		if q.Lot = lot.Fold(text); q.Lot == "" {
			return trace.BadParameter("lote", "MT25-S-001")
		}
	}
	return nil
}
