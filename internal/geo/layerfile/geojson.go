package layerfile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// recordSeparator begins each feature of a text sequence (RFC 8142).
const recordSeparator = 0x1e

// geoJSON is a file with one collection, or one feature after the other.
type geoJSON struct{ from io.Reader }

var errFeatureSize = fmt.Errorf("a feature of the file is over %d MiB: simplify the layer, or divide its largest areas", maxFeature>>20)

// meter ends the reading of a file when its next feature exceeds the limit, before it is in memory.
type meter struct {
	from io.Reader
	left int64
}

func (m *meter) Read(p []byte) (int, error) {
	if m.left <= 0 {
		return 0, errFeatureSize
	}
	n, err := m.from.Read(p[:min(int64(len(p)), m.left)])
	m.left -= int64(n)
	for i, c := range p[:n] {
		if c == recordSeparator {
			p[i] = ' '
		}
	}
	return n, err
}

// feature holds the relevant parts of a feature.
type feature struct {
	Type        string          `json:"type"`
	Geometry    json.RawMessage `json:"geometry"`
	Properties  json.RawMessage `json:"properties"`
	Coordinates json.RawMessage `json:"coordinates"`
	Geometries  json.RawMessage `json:"geometries"`
}

// jsonReader reads a file of GeoJSON.
type jsonReader struct {
	ctx   context.Context
	in    *json.Decoder
	meter *meter
	n     int64
	fn    func(*Area) error
}

// errGiven wraps the error of the caller's function.
type errGiven struct{ error }

func (e errGiven) Unwrap() error { return e.error }

// Each implements Source.
func (g geoJSON) Each(ctx context.Context, fn func(*Area) error) error {
	m := &meter{g.from, maxFeature}
	r := jsonReader{ctx, json.NewDecoder(m), m, 0, fn}
	for {
		switch err := r.object(); {
		case err == nil:
			continue
		case errors.Is(err, errEnd):
			return nil
		default:
			if given, ok := errors.AsType[errGiven](err); ok {
				return given.error
			}
			if _, ok := errors.AsType[*systemError](err); ok || errors.Is(err, errFeatureSize) || ctx.Err() != nil {
				return err
			}
			return fmt.Errorf("the file is not valid JSON near byte %d, after %d features: export the layer again (%w)", r.in.InputOffset(), r.n, err)
		}
	}
}

var errEnd = errors.New("the file ends")

// object reads one object from the outermost level.
func (r *jsonReader) object() error {
	token, err := r.in.Token()
	if errors.Is(err, io.EOF) {
		return errEnd
	}
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return errors.New("an object was expected")
	}
	var f feature
	for r.in.More() {
		name, err := r.in.Token()
		if err != nil {
			return err
		}
		if err := r.member(&f, name.(string)); err != nil {
			return err
		}
	}
	if _, err := r.in.Token(); err != nil {
		return cut(err)
	}
	if f.Type == "FeatureCollection" {
		return nil
	}
	return r.give(&f)
}

// cut returns the error for a truncated file.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// member reads a member of such an object.
func (r *jsonReader) member(f *feature, name string) error {
	var skipped json.RawMessage
	to := any(&skipped)
	switch name {
	case "features":
		return r.features()
	case "crs":
		if err := r.in.Decode(&skipped); err != nil {
			return cut(err)
		}
		return namedSystem(skipped)
	case "type":
		to = &f.Type
	case "geometry":
		to = &f.Geometry
	case "properties":
		to = &f.Properties
	case "coordinates":
		to = &f.Coordinates
	case "geometries":
		to = &f.Geometries
	}
	return cut(r.in.Decode(to))
}

// features reads the list of a collection.
func (r *jsonReader) features() error {
	token, err := r.in.Token()
	if err != nil {
		return cut(err)
	}
	if token != json.Delim('[') {
		return errors.New("features is no list")
	}
	for r.in.More() {
		var f feature
		if err := r.in.Decode(&f); err != nil {
			if _, wrong := errors.AsType[*json.UnmarshalTypeError](err); !wrong {
				return cut(err)
			}
		}
		if err := r.give(&f); err != nil {
			return err
		}
	}
	_, err = r.in.Token()
	return cut(err)
}

// give passes a feature to the caller.
func (r *jsonReader) give(f *feature) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.n++
	r.meter.left = maxFeature
	a := NewArea(r.n, textOf(f.Properties))
	if f.Type == "Feature" {
		a.geometry(f.Geometry)
	} else {
		a.shape(f, 0)
	}
	if err := r.fn(a); err != nil {
		return errGiven{err}
	}
	return nil
}

// textOf returns a function for a feature's properties, which are read on first use.
func textOf(properties json.RawMessage) func(string) string {
	var known map[string]json.RawMessage
	return func(name string) string {
		if known == nil {
			if json.Unmarshal(properties, &known) != nil || known == nil {
				known = map[string]json.RawMessage{}
			}
		}
		for at, value := range known {
			if !strings.EqualFold(at, name) {
				continue
			}
			var s string
			if json.Unmarshal(value, &s) == nil {
				return s
			}
			return string(value)
		}
		return ""
	}
}
