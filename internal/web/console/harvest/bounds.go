package harvest

// Bounds is how many versions of records are reviewed while someone waits for a
// page: of one harvest, and for a list of them. One takes 20 to 60 microseconds.
type Bounds struct{ Harvest, List int64 }

var usualBounds = Bounds{Harvest: 500, List: 500}
