package lot

import (
	"rastro/internal/brdoc"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// Mode is the means of transport of a lot. A cargo that goes to the port by lorry and on by ship
// has a record of each, and must not be counted twice.
type Mode uint8

// The modes. Modes is their number.
const (
	OtherMode Mode = iota
	ByRoad
	BySea
	ByContainer
	ByAir
	Modes
)

var vehicles = brdoc.Types(brdoc.Container, brdoc.IMO, brdoc.Plate, brdoc.Flight)

// ModeOf returns the mode that a text about the vehicle names. The year is the current one.
func ModeOf(text string, year int) Mode {
	for _, id := range brdoc.Scan(text, vehicles, year) {
		switch id.Type {
		case brdoc.IMO:
			return BySea
		case brdoc.Container:
			return ByContainer
		case brdoc.Flight:
			return ByAir
		case brdoc.Plate:
			return ByRoad
		}
	}
	term, reading := words.Transports.One(text)
	if reading != ptbr.Read {
		return OtherMode
	}
	switch term {
	case "MARITIMO", "FLUVIAL":
		return BySea
	case "AEREO":
		return ByAir
	case "RODOVIARIO":
		return ByRoad
	}
	return OtherMode
}
