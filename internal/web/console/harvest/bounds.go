package harvest

import "rastro/internal/web/console/pagekit"

// Bounds is how many versions of records are reviewed while someone waits for a
// page: of one harvest, and for a list of them.
type Bounds struct{ Harvest, List int64 }

var usualBounds = Bounds{Harvest: pagekit.ReviewedVersions, List: pagekit.ReviewedVersions}
