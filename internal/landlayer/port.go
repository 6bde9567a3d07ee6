package landlayer

import (
	"context"

	"rastro/internal/geo"
)

// Piece is an area of a layer, or a part of one, as stored: see geo.Land.
type Piece struct {
	Layer   int64
	Num     int64 // in the layer
	Polygon int64 // in the file, from 1: pieces of one area have the same
	Name    string
	Day     string // of the area itself; "" if the file has none
	Extent  geo.Extent
	Shape   []byte
}

// Query selects pieces by their cells.
type Query struct {
	Layers []int64
	Cells  []geo.Cell
	Within geo.Extent
	Limit  int
}

// Reader reads layers.
type Reader interface {
	// Layers returns the layers, by the order of Kinds and then by name; only those in one
	// state unless every is set.
	Layers(ctx context.Context, every bool) ([]Layer, error)
	// EachPiece calls fn with the pieces that overlap a rectangle, up to a limit; a piece may be
	// passed once for each of its cells. fn must not use the reader.
	EachPiece(ctx context.Context, q Query, fn func(*Piece) error) error
	// LastPiece returns the highest number of a piece of a layer; 0 if it has none.
	LastPiece(ctx context.Context, layer int64) (int64, error)
}

// Writer writes layers in a transaction.
type Writer interface {
	Reader
	// AddLayer adds a layer; if two transactions take the same number at once, one of them runs
	// again.
	AddLayer(ctx context.Context, l *Layer) error
	// AddPiece adds a piece under a cell.
	AddPiece(ctx context.Context, p *Piece, cell geo.Cell) error
	// MoveLayer gives a layer another state and its counts; the transaction runs again if it is no
	// longer in the previous state.
	MoveLayer(ctx context.Context, l *Layer, before State) error
	// DropPieces deletes the pieces of a layer up to a number.
	DropPieces(ctx context.Context, layer, upTo int64) error
	// DropLayer deletes a layer without pieces.
	DropLayer(ctx context.Context, layer int64) error
}

// Store is the part of a store's snapshot or transaction: Reads in both, Writes in the second.
type (
	Reads  interface{ LandReader() Reader }
	Writes interface{ LandWriter() Writer }
)
