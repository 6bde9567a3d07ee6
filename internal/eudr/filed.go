package eudr

import (
	"context"

	"rastro/internal/filings"
	"rastro/internal/lineage"
)

// Filed lists what was filed with the EU for a lot, and for the lots that went into it.
func (d Preparer) Filed(ctx context.Context, o *lineage.Origin) ([]filings.Filing, error) {
	codes := []string{o.Lot}
	for i := range o.Lots {
		if len(codes) == filings.MaxBehind {
			break
		}
		if o.Lots[i].Code != o.Lot {
			codes = append(codes, o.Lots[i].Code)
		}
	}
	return d.Service.FilingsOf(ctx, d.By, codes)
}

// AppendFiled appends a list of statements as the wire shows it.
func AppendFiled(dst []byte, all []filings.Filing) []byte {
	dst = append(dst, `{"declaracoes":[`...)
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = all[i].AppendJSON(dst)
	}
	return append(dst, `]}`...)
}
