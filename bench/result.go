package main

import (
	"cmp"
	"slices"
)

// measurement is one round of one load on one system.
type measurement struct {
	Load      string  `json:"load"`
	System    string  `json:"system"`
	Records   int     `json:"records"`
	Round     int     `json:"round"`
	PerSecond float64 `json:"perSecond"`
	P50       float64 `json:"p50Millis"`
	P99       float64 `json:"p99Millis"`
	// CPU is the server's processor time per 1 000 requests; DatabaseCPU that of PostgreSQL's
	// processes.
	CPU         float64 `json:"cpuSecondsPer1000"`
	DatabaseCPU float64 `json:"databaseCpuSecondsPer1000,omitzero"`
	// Peak is the most memory the server held during the round; Anonymous is how much of its
	// memory, at the end, is its own rather than the page cache's.
	Peak           int64   `json:"peakBytes"`
	Anonymous      int64   `json:"anonymousBytes"`
	DatabaseMemory int64   `json:"databaseBytes,omitzero"`
	Requests       int64   `json:"requests"`
	AnswerBytes    float64 `json:"answerBytes"`
}

// start is what was measured when a store was opened.
type start struct {
	System  string `json:"system"`
	Records int    `json:"records"`
	// Cold is the start with nothing of the store in the page cache, Warm the
	// one after it; both up to the first answer.
	Cold         float64 `json:"coldSeconds"`
	Warm         float64 `json:"warmSeconds"`
	Idle         int64   `json:"idleBytes"`
	Disk         int64   `json:"diskBytes"`
	BodyBytes    int64   `json:"bodyBytes"`
	PayloadBytes int64   `json:"payloadBytes"`
	LoadSeconds  float64 `json:"loadSeconds"`
}

// failure is a round that gave no measurement.
type failure struct {
	Load    string `json:"load"`
	System  string `json:"system"`
	Records int    `json:"records"`
	Round   int    `json:"round"`
	Error   string `json:"error"`
}

// results is everything that was measured.
type results struct {
	Measurements []measurement `json:"measurements"`
	Starts       []start       `json:"starts"`
	Failures     []failure     `json:"failures"`
}

// rounds returns the measurements of a load on a system at a size, by round.
func (r *results) rounds(load, system string, records int) []measurement {
	var found []measurement
	for _, m := range r.Measurements {
		if m.Load == load && m.System == system && m.Records == records {
			found = append(found, m)
		}
	}
	return found
}

// median returns the median round by throughput; false if there is none.
func (r *results) median(load, system string, records int) (measurement, bool) {
	found := r.rounds(load, system, records)
	if len(found) == 0 {
		return measurement{}, false
	}
	slices.SortFunc(found, func(a, b measurement) int { return cmp.Compare(a.PerSecond, b.PerSecond) })
	return found[(len(found)-1)/2], true
}

// point is a series of rounds: a load on a system at a size.
type point struct {
	load, system string
	records      int
}

// ratio compares throughputs. The rounds of two series lie next to each other
// in time, so each is compared with its neighbour, and the middle ratio counts:
// what disturbs the machine for a while disturbs both.
func (r *results) ratio(of, to point) (float64, bool) {
	neighbours := map[int]float64{}
	for _, m := range r.rounds(to.load, to.system, to.records) {
		neighbours[m.Round] = m.PerSecond
	}
	var ratios []float64
	for _, m := range r.rounds(of.load, of.system, of.records) {
		if speed := neighbours[m.Round]; speed > 0 {
			ratios = append(ratios, m.PerSecond/speed)
		}
	}
	return middle(ratios)
}

// middle returns the median; of an even number the mean of the two in the middle.
func middle(values []float64) (float64, bool) {
	if len(values) == 0 {
		return 0, false
	}
	values = slices.Sorted(slices.Values(values))
	half := len(values) / 2
	if len(values)%2 == 1 {
		return values[half], true
	}
	return (values[half-1] + values[half]) / 2, true
}
