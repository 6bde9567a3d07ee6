package trace

import (
	"bytes"
	"context"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// exportPage is how many records an export reads at a time.
const exportPage = 500

// Importable are the kinds that can be imported: all but the validation.
func Importable() []*kind.Kind {
	var list []*kind.Kind
	for _, k := range kind.All {
		if !k.IsValidation() {
			list = append(list, k)
		}
	}
	return list
}

// Export calls fn with the live records of some kinds, kind by kind, oldest first,
// of one harvest or, for "", of all that the key may touch. It reads them a page at
// a time, each in a snapshot of its own, so that a slow fn holds nothing back: a
// record that is written meanwhile is there once or not at all.
func (s *Service) Export(ctx context.Context, by *Key, kinds []*kind.Kind, safraID string, fn func(*Record) error) error {
	if err := by.Need(Read); err != nil {
		return err
	}
	harvests := by.Safras
	if safraID != "" {
		if err := by.needHarvest(safraID); err != nil {
			return err
		}
		harvests = []string{safraID}
	}
	for _, k := range kinds {
		if err := s.exportKind(ctx, Query{Kind: k, SafraIDs: harvests, Order: OldestFirst, Limit: exportPage}, fn); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) exportKind(ctx context.Context, q Query, fn func(*Record) error) error {
	for {
		page, err := recordsOf(ctx, s.store, q)
		if Is(err, CodePageTooLarge) && q.Limit > 2 {
			q.Limit = max(2, q.Limit/8) // as large as a body may be, two fit
			continue
		}
		if err != nil {
			return err
		}
		for i := range page {
			if err := fn(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		q.After, q.Limit = Position{page[len(page)-1].ID}, exportPage
	}
}

// AppendExport appends the record as one line that an import takes: the payload as
// it was sent, and beside it what tells the record.
func (r *Record) AppendExport(dst []byte) []byte {
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, r.Kind.Prefix)
	dst = append(dst, `,"tipo":`...)
	dst = canon.AppendString(dst, r.Kind.Name)
	dst = append(dst, `,"id":"`...)
	dst = r.ID.append(dst)
	dst = append(dst, `","versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = AppendTime(dst, r.CreatedAt())
	dst = append(dst, `","atualizadoEm":"`...)
	dst = AppendTime(dst, r.UpdatedAt)
	dst = append(dst, `","atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"safraId":`...)
	dst = canon.AppendString(dst, r.SafraID)
	if r.SafraCodigo != "" {
		dst = append(dst, `,"safraCodigo":`...)
		dst = canon.AppendString(dst, r.SafraCodigo)
	}
	dst = append(dst, `,"dados":`...)
	from := len(dst)
	dst = append(dst, r.Dados...)
	for _, end := range []byte("\r\n") { // within texts there is none: they would not be JSON
		for i := bytes.IndexByte(dst[from:], end); i >= 0; i = bytes.IndexByte(dst[from:], end) {
			dst[from+i] = ' '
		}
	}
	return append(dst, "}\n"...)
}
