package main

import "fmt"

// check is a promise compared with a measurement.
type check struct {
	Work   string  `json:"work"`
	Of     string  `json:"of"`
	AtMost bool    `json:"atMost"` // the target is a ceiling, not a floor
	Target float64 `json:"target"`
	// Measured is nil if the run did not measure it.
	Measured *float64 `json:"measured"`
	Met      bool     `json:"met"`
}

// verdict returns the result of a check in words.
func (c check) verdict() string {
	switch {
	case c.Measured == nil:
		return "not measured"
	case c.Met:
		return "met"
	}
	return "NOT MET"
}

func (c check) target() string {
	if c.AtMost {
		return "≤ " + short(c.Target)
	}
	return "≥ " + short(c.Target)
}

// short formats a figure with its significant digits.
func short(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

func (c check) with(v float64, ok bool) check {
	if ok {
		c.Measured = &v
		c.Met = v >= c.Target
		if c.AtMost {
			c.Met = v <= c.Target
		}
	}
	return c
}

// floor is a promise about a load: Rastro's throughput relative to that of another system with as
// many records.
type floor struct {
	load, system, other string
	target              float64
	of                  string
	least               int // the smallest store it is promised on
}

// promised reports whether a floor applies at a size. Beyond a million records, the promise is to
// stay as fast as with few.
func (f floor) promised(records int) bool { return records >= f.least && records <= million }

var floors = []floor{
	{"hot", sqliteName, limitName, 0.80, "the limit", 0},
	{"hot", sqliteName, pocketbaseName, 10, "PocketBase", 0},
	{"uniform", sqliteName, limitName, 0.60, "the limit", million},
	{createLoad, sqliteName, limitName, 0.25, "the limit", 0},
	{createLoad, sqliteName, pocketbaseName, 8, "PocketBase", 0},
	{"harvest", sqliteName, pocketbaseName, 8, "PocketBase", 0},
	{"page", sqliteName, limitName, 0.50, "the limit", 0},
	{createLoad, postgresName, pgbenchName, 0.6, "pgbench", 0},
}

// steady are the loads whose speed must not depend on how much is stored.
var steady = []string{createLoad, "hot", "uniform", "harvest", "deep"}

// steadyTarget returns what share of its speed with few records a load keeps.
func steadyTarget(records int) float64 {
	if records > million {
		return 0.8
	}
	return 0.9
}

// What a store may cost, on SQLite.
const (
	memoryTarget = 200 // MiB, at the largest size
	startTarget  = 1   // seconds, at the largest size
	diskTarget   = 1.6 // times the bodies' bytes, at the largest size
)

// checks compares all promises with the results, at the requested sizes.
func (r *results) checks(sizes []int) []check {
	titles := map[string]load{}
	for _, l := range loads() {
		titles[l.name] = l
	}
	var all []check
	for _, f := range floors {
		for _, records := range sizes {
			if !f.promised(records) {
				continue
			}
			ratio, ok := r.ratio(point{f.load, f.system, records}, point{f.load, f.other, records})
			all = append(all, check{Work: fmt.Sprintf("%s, %s, at %s", titles[f.load].title, f.system, grouped(int64(records))), Of: f.of, Target: f.target}.with(ratio, ok))
		}
	}
	base := sizes[0]
	for _, records := range sizes[1:] {
		for _, system := range []string{sqliteName, postgresName} {
			for _, name := range steady {
				if records > titles[name].most {
					continue
				}
				ratio, ok := r.ratio(point{name, system, records}, point{name, system, base})
				all = append(all, check{
					Work: fmt.Sprintf("%s, %s, at %s", titles[name].title, system, grouped(int64(records))),
					Of:   "the same at " + grouped(int64(base)), Target: steadyTarget(records),
				}.with(ratio, ok))
			}
		}
	}
	return append(all, r.storeChecks(sizes)...)
}

// storeChecks are those on memory, start and disk.
func (r *results) storeChecks(sizes []int) []check {
	largest := sizes[len(sizes)-1]
	at := " at " + grouped(int64(largest))
	var all []check
	for _, s := range r.Starts {
		if s.System != sqliteName || s.Records != largest {
			continue
		}
		var peak int64
		for _, m := range r.Measurements {
			if m.System == sqliteName && m.Records == largest {
				peak = max(peak, m.Peak)
			}
		}
		all = append(all,
			check{Work: "memory, idle, rastro-sqlite," + at, Of: "MiB", AtMost: true, Target: memoryTarget}.with(mib(s.Idle), true),
			check{Work: "memory, under load, rastro-sqlite," + at, Of: "MiB", AtMost: true, Target: memoryTarget}.with(mib(peak), peak > 0),
			check{Work: "start to the first answer, rastro-sqlite," + at, Of: "s", AtMost: true, Target: startTarget}.with(max(s.Cold, s.Warm), true))
	}
	for _, s := range r.Starts { // most of a small store's size is that of an empty one
		if s.Records == largest && (s.System == sqliteName || s.System == postgresName) {
			ratio := float64(s.Disk) / float64(max(1, s.BodyBytes))
			all = append(all, check{Work: fmt.Sprintf("disk, %s, at %s", s.System, grouped(int64(s.Records))), Of: "× the JSON sent", AtMost: true, Target: diskTarget}.with(ratio, s.BodyBytes > 0))
		}
	}
	return all
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }
