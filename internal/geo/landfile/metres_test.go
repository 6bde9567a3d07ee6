package landfile

import (
	"math"
	"testing"
)

// Metres of UTM become the degrees that PROJ 9 has for them (gdaltransform from EPSG
// 31981, 31976, 31985 and 31980 to 4674), at the edges of zones as well.
func TestUTM(t *testing.T) {
	const within = 1.5e-9 // degrees: the ellipsoids differ by a tenth of a millimetre
	for _, c := range []struct{ meridian, north, x, y, lon, lat float64 }{
		{-57, 1e7, 200000, 8000000, -59.8340083931564, -18.0678983434389},
		{-57, 1e7, 833978.5, 6300123.25, -53.4100222198535, -33.3863094941857},
		{-51, 0, 500000, 500000, -51, 4.52356258344914},
		{-33, 1e7, 799999.9, 9999999.9, -30.304977675442, -9.03723952704292e-07},
		{-63, 1e7, 166021.4, 6250000, -66.6087565872736, -33.8375008906228},
	} {
		lon, lat := mercator{c.meridian, 0.9996, 500_000, c.north}.degrees(c.x, c.y)
		if math.Abs(lon-c.lon) > within || math.Abs(lat-c.lat) > within {
			t.Errorf("%v, %v is %.12f, %.12f; PROJ has %.12f, %.12f", c.x, c.y, lon, lat, c.lon, c.lat)
		}
	}
}
