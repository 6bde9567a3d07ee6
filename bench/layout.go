package main

import "fmt"

// The layout of a store's records. It is the same at every size, so that what grows is the store
// and not the work of a request: every harvest has exactly as many records as a read by harvest
// returns.
//
// A season is the harvests that are being written at the same time. Its records alternate, so those
// of one harvest are scattered over the season, as they would be after months of work; seasons
// follow one another.
const (
	harvestRecords = 50    // of each harvest, all of one kind
	seasonHarvests = 5_000 // written to at the same time, by the create load too

	// layoutVersion is part of a cached store's name: raise it when anything here, in payload.go or
	// in what a loader writes changes.
	layoutVersion = 4
)

// layout places a number of records.
type layout struct{ records int }

// active returns how many harvests a season has: fewer where there are not enough
// records to fill one.
func (l layout) active() int { return max(1, min(seasonHarvests, l.records/harvestRecords)) }

func (l layout) seasonRecords() int { return l.active() * harvestRecords }

// harvest returns the number of the harvest that a record belongs to.
func (l layout) harvest(record int) int {
	season, turn := record/l.seasonRecords(), record%l.seasonRecords()
	return season*l.active() + turn%l.active()
}

// full returns how many harvests have all their records.
func (l layout) full() int { return l.records / l.seasonRecords() * l.active() }

// open returns the first of the harvests that the create load writes to: those of the newest
// season, of which a small store has only a part.
func (l layout) open() int { return (max(1, l.full()) - 1) / seasonHarvests * seasonHarvests }

// harvestID names a harvest; all names are equally long.
func harvestID(number int) string { return fmt.Sprintf("S-2025-%06d", number) }

// sample returns the distance between the records whose ids the read loads request: all of them, up
// to a number far beyond the capacity of any cache here.
func (l layout) sample() int { return max(1, l.records/maxSample) }

const (
	maxSample    = 1_000_000
	hotIDs       = 1_000
	maxValidated = 200 // harvests that are validated
	maxCursors   = 50  // places that deep pages begin at
	pageSize     = 20
	deepPage     = 100_000
)

// validated returns how many harvests are validated, for the loads that read
// validations.
func (l layout) validated() int { return min(maxValidated, l.full()) }

// deep returns how many records a deep page skips.
func (l layout) deep() int { return min(deepPage, l.records/10*9) }

// cursors returns how many different deep pages are requested.
func (l layout) cursors() int { return min(maxCursors, l.deep()/pageSize) }
