package artwork

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/logo"
)

// paper is the side of a logo on a certificate, in pixels.
const paper = 520

func many(n int, one string) string { return strings.Repeat(one, n) }

func cleaned(t testing.TB, name, drawing string) *logo.Logo {
	t.Helper()
	l, err := logo.Clean([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">` + drawing + `</svg>`))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return &l
}

// meter is a context that measures what is in memory each time that a drawing looks at it.
type meter struct {
	context.Context
	most  uint64
	looks int
}

func inUse() (live, made uint64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, m.TotalAlloc
}

func (m *meter) Err() error {
	if m.looks++; m.looks < 4 || m.looks%40 == 0 { // collecting garbage takes longer than drawing
		live, _ := inUse()
		m.most = max(m.most, live)
	}
	return m.Context.Err()
}

const zigzags = 14_000

// endless are drawings that would take minutes or gigabytes, or that are meaningless.
var endless = map[string]struct {
	drawing string
	stopped string // by which limit; "" for none
	work    int    // at most, of one that is drawn
}{
	"a zigzag":          {`<path d="M0 0` + many(zigzags, "L100 99 0 1") + `"/>`, "work", maxWork},
	"a thick zigzag":    {`<path stroke="red" stroke-width="90" stroke-linejoin="round" stroke-linecap="round" fill="none" d="M0 0` + many(zigzags, "L100 99 0 1") + `"/>`, "points", maxWork},
	"many full ones":    {many(4_900, `<rect width="100" height="100"/>`), "work", maxWork},
	"many gradients":    {`<radialGradient id="a"><stop/><stop offset="1" stop-color="red"/></radialGradient>` + many(3_000, `<rect width="100" height="100" fill="url(#a)"/>`), "work", maxWork},
	"many clips":        {`<clipPath id="c">` + many(1_000, `<rect width="100" height="100"/>`) + `</clipPath>` + many(3_000, `<path clip-path="url(#c)" d="M0 0h9v9z"/>`), "work", maxWork},
	"many curves":       {`<path d="M0 0` + many(6_000, `C9e5-9e5 9e5 9e5 1 1`) + `"/>`, "points", maxWork},
	"rings":             {`<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/><clipPath id="d"><path clip-path="url(#d)" d="M0 0h9v9z"/></clipPath><rect width="9" height="9" clip-path="url(#d)"/>`, "", 20_000},
	"far numbers":       {`<path d="M1e300 -1e300L1e30 1e30 9e6-9e6zm1e-300 0h1e7v9999999"/><circle cx="1e6" r="1e6"/><g transform="scale(1e6) scale(1e6) scale(1e6) rotate(1e9)"><rect width="1e6" height="1e6" stroke="red"/></g>`, "", 500_000},
	"no place":          {`<g transform="scale(0)"><rect width="9" height="9" stroke="red" fill="url(#no)"/></g><g transform="matrix(1 2)"><path d="q"/><path d="M"/><path d="Z"/><polygon points="1"/></g>`, "", 1_000},
	"a large text":      {`<text font-size="1e6" x="1">` + many(10_000, "W") + `</text>`, "", 1_000_000},
	"sheets":            {`<style>` + many(3_000, `.a,.b,#c{fill:red}`) + `</style>` + many(2_000, `<path class="a b" d="M0 0h9v9z"/>`), "work", maxWork},
	"groups in chain":   {many(45, `<g opacity=".9" clip-path="url(#c)">`) + `<rect width="9" height="9"/>` + many(45, `</g>`) + `<clipPath id="c"><rect width="9" height="9"/></clipPath>`, "", 500_000},
	"round joins":       {`<path stroke="red" stroke-width="90" stroke-linejoin="round" fill="none" d="M0 0` + many(22_000, "l1 1 1-1") + `"/>`, "points", maxWork},
	"round dots":        {`<path stroke="red" stroke-width="90" stroke-linecap="round" fill="none" d="` + many(35_000, "M1 1z") + `"/>`, "points", maxWork},
	"pens put down":     {`<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="` + many(40_000, "M1 1") + `"/></clipPath>` + boxes(400, `clip-path="url(#c)"`), "points", maxWork},
	"ends":              {`<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0h1v1` + many(100_000, "z") + `"/></clipPath>` + boxes(1_000, `clip-path="url(#c)"`), "work", maxWork},
	"a long turn":       {`<clipPath id="c" transform="` + many(10_000, "scale(1)") + `"><path d="M0 0h9v9z"/></clipPath>` + many(1_500, `<path clip-path="url(#c)" d="M0 0h9v9z"/>`), "", 5_000_000},
	"a turned gradient": {`<linearGradient id="a" gradientTransform="` + many(10_000, "scale(1)") + `"><stop/><stop offset="1" stop-color="red"/></linearGradient>` + many(1_500, `<path fill="url(#a)" d="M0 0h9v9z"/>`), "", 16_000_000},
	"many stops":        {`<linearGradient id="a">` + many(maxStops+1, `<stop/>`) + `</linearGradient><rect width="9" height="9" fill="url(#a)"/>`, "stops", maxWork},
	"all stops":         {`<linearGradient id="a">` + many(maxStops, `<stop/>`) + `</linearGradient>` + many(1_000, `<rect width="1" height="1" fill="url(#a)"/>`), "", 1_000_000},
	"clips of parts":    {`<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M0 0h1v1z"/></clipPath>` + boxes(1_000, `clip-path="url(#c)"`), "work", maxWork},
	"one clip":          {`<clipPath id="c"><path d="M0 0h99v99z"/></clipPath>` + many(1_000, `<path clip-path="url(#c)" d="M0 0h1v1z"/>`), "", 1_000_000},
	"clips in clips":    {`<clipPath id="c"><path d="M0 0h99v99z"/></clipPath>` + many(48, `<g clip-path="url(#c)">`) + `<rect width="9" height="9"/>` + many(48, `</g>`), "clips", maxWork},
	"many classes":      {`<style>` + many(30_000, `.a,`) + `.b{fill:red}</style><g class="` + many(499, "c ") + `c">` + many(90, `<path class="`+many(499, "c ")+`c" d="M0 0h9v9z"/>`) + `</g>`, "work", maxWork},
	"written styles":    {`<clipPath id="c" clipPathUnits="objectBoundingBox"><path style="` + many(10_000, "fill:red;") + `" d="M0 0h1v1z"/></clipPath>` + boxes(1_000, `clip-path="url(#c)"`), "work", maxWork},
	"as many curves":    {`<path d="M0 0` + many(2_300, `C9e4-9e4 9e4 9e4 1 1`) + `"/>`, "work", maxWork},
	"as many joins":     {`<path stroke="red" stroke-width="90" stroke-linejoin="round" fill="none" d="M0 0` + many(600, "l1 1 1-1") + `"/>`, "", 18_000_000},
	"as many shapes":    {`<path stroke="red" stroke-linecap="square" fill="none" d="` + many(20_000, "M1 1z") + `"/>`, "", 5_000_000},
	"as many of all":    {`<clipPath id="c" clipPathUnits="objectBoundingBox"><path d="M.98 0H1v1H0v-.02h.98z"/></clipPath>` + boxes(31, `clip-path="url(#c)"`) + `<path d="M0 0` + many(2_250, `C9e4-9e4 9e4 9e4 1 1`) + `"/>`, "work", maxWork},
}

// boxes returns elements of the size of the picture, each slightly different.
func boxes(n int, attributes string) string {
	var all strings.Builder
	for i := range n {
		all.WriteString(`<path ` + attributes + ` d="M0 0h99.` + many(i%40+1, "1") + `v99z"/>`)
	}
	return all.String()
}

// Drawings that would take minutes, or are meaningless, are drawn within limits or left out. It
// measures memory, so no other test of this package runs at the same time.
func TestAttackEndlessDrawings(t *testing.T) {
	for name, tc := range endless {
		l := cleaned(t, name, tc.drawing)
		before, made := inUse()
		watch := &meter{Context: t.Context()}
		c, err := draw(watch, l, paper)
		live, madeNow := inUse()
		most, all := max(live, watch.most)-min(before, live), madeNow-made
		t.Logf("%-18s %v, %d steps, %d points, %d bytes of clips, %d looks, %d KiB at once, %d KiB in all", name, err, c.work, c.points, c.clipBytes, watch.looks, most>>10, all>>10)
		past := map[string]bool{"": err == nil, "work": c.work > maxWork, "points": c.points > maxPoints, "clips": c.clipBytes > maxClips, "stops": strings.Count(tc.drawing, "<stop") > maxStops}
		if !past[tc.stopped] || tc.stopped != "" && !errors.Is(err, errTooMuch) || tc.stopped == "" && c.work > tc.work {
			t.Errorf("%s: %v, %d steps, %d points, %d bytes of clips, want stopped by %q", name, err, c.work, c.points, c.clipBytes, tc.stopped)
		}
		// What was freed meanwhile counts in all, so that a peak between two looks shows too.
		if most > Memory || all > 3*Memory {
			t.Errorf("%s: %d bytes at once, %d in all, of %d", name, most, all, Memory)
		}
		if c.work > lookEvery && watch.looks < 2 {
			t.Errorf("%s: looked %d times whether anybody waits", name, watch.looks)
		}
	}
}

// A drawing that takes too much gives no picture and no error.
func TestTooMuchIsNoPicture(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"many stops", "round joins", "clips in clips", "one clip", "all stops"} {
		tc := endless[name]
		file, err := Raster(t.Context(), cleaned(t, name, tc.drawing), paper)
		if err != nil || (file == nil) != (tc.stopped != "") {
			t.Errorf("%s: %d bytes, %v", name, len(file), err)
		}
	}
}

// hungUp is a context that ends after a number of checks.
type hungUp struct {
	context.Context
	looks int
}

func (h *hungUp) Err() error {
	if h.looks--; h.looks < 0 {
		return context.Canceled
	}
	return nil
}

// Drawing ends soon after nobody waits for it.
func TestDrawingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	l := cleaned(t, "many full ones", endless["many full ones"].drawing)
	c, err := draw(&hungUp{t.Context(), 3}, l, paper)
	if !errors.Is(err, context.Canceled) || c.work > 5*lookEvery {
		t.Errorf("%v after %d steps", err, c.work)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if file, err := Raster(ended, l, paper); !errors.Is(err, context.Canceled) || file != nil {
		t.Errorf("%d bytes, %v", len(file), err)
	}
}
