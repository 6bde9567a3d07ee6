package admin

import (
	"math"
	"time"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/vital"
	"rastro/internal/web/console/pagekit"
)

// vitalRow is a figure as the page shows it.
type vitalRow struct{ Title, Value, Metric string }

type vitalsView struct {
	pagekit.Frame
	Rows []vitalRow
}

// ShowVitals shows whoever runs the server how it is doing. An organisation's administrator does
// not run it.
func (c *Controller) ShowVitals(on *pagekit.Call) (pagekit.Reply, error) {
	if !on.Key.Administers() {
		return pagekit.Reply{}, trace.Fail(trace.CodeLimitedKey)
	}
	v := &vitalsView{}
	for i := range c.figures {
		f := &c.figures[i]
		if f.Title == (lang.Text{}) {
			continue
		}
		v.Rows = append(v.Rows, vitalRow{f.Title.In(on.Lang), vitalText(f, on), f.Name})
	}
	return pagekit.Reply{Page: "vitals", View: v}, nil
}

// vitalText writes a figure as people read it.
func vitalText(f *vital.Figure, on *pagekit.Call) string {
	value := f.Value()
	switch {
	case f.Unit == vital.Answer && value == 1:
		return vitalTexts["yes"].In(on.Lang)
	case f.Unit == vital.Answer:
		return vitalTexts["no"].In(on.Lang)
	case f.Unit == vital.Instant && value == 0:
		return vitalTexts["never"].In(on.Lang)
	case f.Unit == vital.Instant:
		return on.Moment(time.Unix(int64(value), 0))
	case f.Unit == vital.Bytes && value < 0:
		return vitalTexts["unknown"].In(on.Lang)
	case f.Unit == vital.Bytes:
		return byteText(value, on.Lang)
	case f.Unit == vital.Span:
		return pagekit.NumberText(value, 1, on.Lang) + " s"
	}
	return pagekit.CountText(int64(value), on.Lang)
}

// byteText writes an amount of bytes with three digits or so.
func byteText(n float64, l lang.Lang) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	at := 0
	for n >= 1024 && at < len(units)-1 {
		n /= 1024
		at++
	}
	decimals := 0
	if at > 0 && n < 10 && n != math.Trunc(n) {
		decimals = 1
	}
	return pagekit.NumberText(n, decimals, l) + " " + units[at]
}
