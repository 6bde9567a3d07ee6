package eudr

import (
	"context"
	"io"
	"maps"
	"slices"

	"rastro/internal/attachment"
	"rastro/internal/finding"
)

// withoutFileNames removes the names of attached files from reviews, because some are of personal
// files.
func withoutFileNames(harvests []Reviewed) {
	for i := range harvests {
		found := slices.Clone(harvests[i].Review.Findings) // others may share the review
		for j := range found {
			f := &found[j]
			if _, names := f.Args["nome"]; names && slices.ContainsFunc(f.Records, func(r finding.Ref) bool { return r.Field == attachment.Member }) {
				f.Args = maps.Clone(f.Args)
				f.Args["nome"] = "(…)"
			}
		}
		harvests[i].Review.Findings = found
	}
}

// openFile opens an attached file that the key may read.
func (d Preparer) openFile(ctx context.Context) func(string) (io.ReadSeekCloser, error) {
	return func(sum string) (io.ReadSeekCloser, error) { return d.Service.OpenAttached(ctx, d.By, sum) }
}
