package plot

import (
	"rastro/internal/personal"
	"rastro/internal/tiles"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Editor is the map of one field. A page shows it with {{template "ploteditor" .}}, loads the
// script Files.PlotMap, and sets Map in its reply. The field is a textarea on the same page. It
// contains a plot in any form that can be sent, and the map changes it only when somebody draws.
type Editor struct {
	// Field is the id of the textarea.
	Field string
	// Harvest names the harvest whose other plots are shown around; "" until the form says it in
	// HarvestField, the id of an input.
	Harvest, HarvestField string
	// Record is the record that is being changed, which is not its own neighbour; "" for a new one.
	Record string

	Sees  bool // the person may read plots, and so may see the surrounding ones
	Root  string
	Draft string // names, in the browser, the drafts of one person
	Tiles tiles.Source
	T     map[string]string
}

// NewEditor returns the map of a field.
func NewEditor(on *pagekit.Call, field string) *Editor {
	return &Editor{Field: field, Sees: on.Key.Has(trace.Read) && !personal.Hidden(on.Key), Root: pagekit.Root(on.Request), Draft: on.DraftOwner(), Tiles: on.Tiles, T: pagekit.TextsIn(on.Lang, texts)}
}
