package tiles

import "math"

// MaxZoom is the closest zoom that is requested: a pixel is about a metre in Brazil. Few sources
// have more detailed pictures, and none of them everywhere.
const MaxZoom = 17

// maxLatitude is the northern and southern end of the map of tiles: it is a square.
const maxLatitude = 85.0511

// Tile is a tile and the land that it shows, in degrees.
type Tile struct {
	Zoom, X, Y               int
	West, South, East, North float64
}

// Cover returns the tiles that show a stretch of land, in degrees, at the closest zoom with at most
// that many; none for a stretch without an extent or off the map.
func Cover(west, south, east, north float64, most int) []Tile {
	if !(west < east && south < north && west >= -180 && east <= 180 && south >= -maxLatitude && north <= maxLatitude) {
		return nil // not a number is nowhere, too
	}
	for zoom := MaxZoom; zoom >= 0; zoom-- {
		left, top := at(zoom, west, north)
		right, bottom := at(zoom, east, south)
		if (right-left+1)*(bottom-top+1) > most {
			continue
		}
		var all []Tile
		for y := top; y <= bottom; y++ {
			for x := left; x <= right; x++ {
				all = append(all, Tile{zoom, x, y, longitude(zoom, x), latitude(zoom, y+1), longitude(zoom, x+1), latitude(zoom, y)})
			}
		}
		return all
	}
	return nil
}

// at returns the tile that shows a place.
func at(zoom int, lon, lat float64) (x, y int) {
	n := float64(int(1) << zoom)
	sin := math.Sin(lat * math.Pi / 180)
	fx, fy := (lon+180)/360*n, (0.5-math.Log((1+sin)/(1-sin))/(4*math.Pi))*n
	most := int(n) - 1
	return min(max(int(math.Floor(fx)), 0), most), min(max(int(math.Floor(fy)), 0), most)
}

func longitude(zoom, x int) float64 { return float64(x)/float64(int(1)<<zoom)*360 - 180 }

func latitude(zoom, y int) float64 {
	return math.Atan(math.Sinh(math.Pi*(1-2*float64(y)/float64(int(1)<<zoom)))) * 180 / math.Pi
}
