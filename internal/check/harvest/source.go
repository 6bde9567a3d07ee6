package harvest

import (
	"context"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
)

// Source is the port of a review: the records of a harvest, and the other data that the review
// needs. The package that keeps the records implements it, and decides what the review's reader may
// learn about other harvests.
type Source interface {
	// Records calls fn with every record of the harvest, and with what checking
	// that record alone found.
	Records(ctx context.Context, fn func(facts.Entry, []finding.Finding)) error
	// Mandatory returns the kinds that the phase catalogue requires for each crop.
	Mandatory(ctx context.Context) (map[string][]*kind.Kind, error)
	// OtherLots returns which of the book's unknown lots are identified or made by a record of
	// another harvest. left is how many of the book's lots were not looked up.
	OtherLots(ctx context.Context, b *facts.Book) (found []string, left int, err error)
	// OtherPlots returns the plots of other harvests that overlap the book's. more reports that
	// there may be others.
	OtherPlots(ctx context.Context, b *facts.Book) (found []OtherPlot, more bool, err error)
	// HiddenLand returns the land near the book's that the reader may not read.
	HiddenLand(ctx context.Context, b *facts.Book) ([]HiddenLand, error)
	// OtherFiles returns which records of other harvests list those files too.
	OtherFiles(ctx context.Context, b *facts.Book) ([]OtherFile, error)
	// Land compares the plots with public layers.
	Land(ctx context.Context, b *facts.Book) (Land, error)
	// Claims returns the lots and GTINs that the harvest and another party claim.
	Claims(ctx context.Context, b *facts.Book) ([]RivalClaim, error)
}

// Run reviews the harvest that the source reads. The year is the current one.
func Run(ctx context.Context, from Source, year int, target Target) (Review, error) {
	book, err := Collect(ctx, from, year)
	if err != nil {
		return Review{}, err
	}
	return Compare(ctx, from, book, target)
}

// Collect enters the records of the harvest in a book. The year is the current one.
func Collect(ctx context.Context, from Source, year int) (*facts.Book, error) {
	book := facts.NewBook(year)
	err := from.Records(ctx, func(e facts.Entry, findings []finding.Finding) {
		book.Add(e)
		book.Remark(e.Kind, e.ID, findings)
	})
	return book, err
}

// Compare reviews a harvest whose records are in the book.
func Compare(ctx context.Context, from Source, book *facts.Book, target Target) (Review, error) {
	o := Options{Target: target}
	var err error
	if o.Mandatory, err = from.Mandatory(ctx); err != nil {
		return Review{}, err
	}
	if o.OtherLots, o.LotsLeft, err = from.OtherLots(ctx, book); err != nil {
		return Review{}, err
	}
	if o.OtherPlots, o.OtherPlotsMore, err = from.OtherPlots(ctx, book); err != nil {
		return Review{}, err
	}
	if o.Hidden, err = from.HiddenLand(ctx, book); err != nil {
		return Review{}, err
	}
	if o.OtherFiles, err = from.OtherFiles(ctx, book); err != nil {
		return Review{}, err
	}
	if o.Land, err = from.Land(ctx, book); err != nil {
		return Review{}, err
	}
	if o.Claims, err = from.Claims(ctx, book); err != nil {
		return Review{}, err
	}
	return Check(book, o), nil
}
