package tracefile

import (
	"io"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lineage"
)

// geoWriter writes the plots of a trace.
type geoWriter struct {
	out io.Writer
	n   int
}

func newGeoJSON(out io.Writer) *geoWriter {
	_, _ = io.WriteString(out, `{"type":"FeatureCollection","features":[`) // the buffer keeps the error
	return &geoWriter{out: out}
}

// Node implements lineage.Sink.
func (t *geoWriter) Node(n *lineage.Node) error {
	if n.Plot == nil || n.Plot.Shape == nil {
		return nil
	}
	var f []byte
	if t.n > 0 {
		f = append(f, ',')
	}
	t.n++
	f = append(f, `{"type":"Feature","id":"`...)
	f = append(f, n.Code...)
	f = append(f, `","geometry":`...)
	f = append(f, n.Plot.Shape.GeoJSON()...)
	f = append(f, `,"properties":{"tipo":"talhao","safraId":`...)
	f = canon.AppendString(f, n.Plot.Record.HarvestID)
	f = append(f, `,"produtor":`...)
	f = canon.AppendString(f, n.Plot.Producer.Name)
	f = append(f, `,"areaHa":`...)
	f = strconv.AppendFloat(f, n.AreaHa, 'f', 4, 64)
	_, err := t.out.Write(append(f, `}}`...))
	return err
}

// Edge implements lineage.Sink.
func (t *geoWriter) Edge(*lineage.Edge) error { return nil }

// End implements Writer.
func (t *geoWriter) End(e lineage.End) error {
	tail := strconv.AppendBool([]byte(`],"truncado":`), e.Truncated)
	tail = append(tail, `,"next":`...)
	if e.Next == "" {
		tail = append(tail, `null}`...)
	} else {
		tail = append(canon.AppendString(tail, e.Next), '}')
	}
	_, err := t.out.Write(append(tail, '\n'))
	return err
}
