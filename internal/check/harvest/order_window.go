package harvest

import (
	"time"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/profile"
)

// SowingWindow is when soy may be sown in a state in a season. If the state's regions have windows
// of their own, it spans all of them, because records do not state their region.
type SowingWindow struct {
	UF       string
	From, To string // YYYY-MM-DD, both included
	Source   string
}

const (
	season2024 = "Portaria SDA/MAPA 1.111/2024"
	season2025 = "Portaria SDA/MAPA 1.271/2025"
)

// SowingWindows are the known windows. Each applies only to the season around it; a planting
// of any other season is not judged.
var SowingWindows = []SowingWindow{
	{"AC", "2024-09-21", "2025-01-08", season2024},
	{"AL", "2025-04-02", "2025-07-10", season2024},
	{"AM", "2024-09-11", "2024-12-21", season2024},
	{"AP", "2025-03-01", "2025-06-08", season2024},
	{"BA", "2024-09-25", "2024-12-31", season2024},
	{"CE", "2025-02-01", "2025-05-31", season2024},
	{"DF", "2024-10-01", "2025-01-08", season2024},
	{"GO", "2024-09-25", "2025-01-02", season2024},
	{"MA", "2024-10-01", "2025-03-09", season2024},
	{"MG", "2024-10-01", "2025-01-08", season2024},
	{"MS", "2024-09-16", "2024-12-31", season2024},
	{"MT", "2024-09-07", "2025-01-07", season2024},
	{"PA", "2024-09-16", "2025-03-14", season2024},
	{"PI", "2024-09-30", "2025-03-20", season2024},
	{"PR", "2024-09-01", "2025-01-19", season2024},
	{"RO", "2024-09-11", "2025-01-09", season2024},
	{"RR", "2025-03-19", "2025-06-26", season2024},
	{"RS", "2024-10-01", "2025-01-28", season2024},
	{"SC", "2024-10-02", "2025-02-10", season2024},
	{"SP", "2024-09-01", "2025-01-10", season2024},
	{"TO", "2024-10-01", "2025-01-15", season2024},
	{"CE", "2026-02-01", "2026-05-31", season2025},
	{"MA", "2025-10-01", "2026-03-30", season2025},
	{"MS", "2025-09-16", "2025-12-31", season2025},
	{"MT", "2025-09-07", "2026-01-07", season2025},
	{"PI", "2025-09-30", "2026-03-20", season2025},
	{"PR", "2025-09-01", "2026-01-20", season2025},
	{"RR", "2026-03-19", "2026-06-26", season2025},
	{"SC", "2025-09-22", "2026-02-10", season2025},
	{"SP", "2025-09-01", "2026-01-10", season2025},
}

// emptyField is how long before its window a season begins: at least the ninety days in which no
// soy may be in the field. What is sown further from the window may belong to another season.
const emptyField = 90

// season is a window in days.
type season struct {
	from, to facts.Day
	source   string
}

// checkWindows looks for soy that is sown when it may not be.
func (c *checker) checkWindows() {
	uf := c.Value(profile.State).Text
	if c.crop != "SOJA" || uf == "" {
		return
	}
	windows := c.o.Windows
	if windows == nil {
		windows = SowingWindows
	}
	seasons := seasonsOf(uf, windows)
	for i := range c.Plantings {
		f := &c.Plantings[i]
		if !f.On.Known() {
			continue
		}
		if s := missed(f.On, seasons); s != nil {
			c.add(rules.SownOutside, []finding.Ref{c.Ref(f.Rec, "dataPlantio")}, "plantio", f.On.From, "uf", uf, "inicio", s.from, "fim", s.to, "norma", s.source)
		}
	}
}

func seasonsOf(uf string, windows []SowingWindow) []season {
	var all []season
	for _, w := range windows {
		if from, to := isoDay(w.From), isoDay(w.To); w.UF == uf && from != facts.NoDay && to != facts.NoDay {
			all = append(all, season{from, to, w.Source})
		}
	}
	return all
}

// missed returns the season whose window a planting is outside of, nil if it is
// within one, or near none.
func missed(on facts.Days, seasons []season) *season {
	var near *season
	for i := range seasons {
		s := &seasons[i]
		switch {
		case on.To >= s.from && on.From <= s.to:
			return nil
		case on.To >= s.from-emptyField && on.From <= s.to+emptyField && (near == nil || s.from > near.from):
			near = s
		}
	}
	return near
}

func isoDay(s string) facts.Day {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return facts.NoDay
	}
	return facts.DayOf(t)
}
