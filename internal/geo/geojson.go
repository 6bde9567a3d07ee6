package geo

import (
	"slices"
	"strconv"
	"strings"
)

// object holds the relevant members of a GeoJSON object, as raw text.
type object struct {
	kind                                                    string
	coordinates, geometry, geometries, features, properties []byte
}

// level returns how many lists surround a number in a geometry; it is not positive for anything
// else.
func (o object) level() int {
	return slices.Index([]string{"", "Point", "MultiPoint", "Polygon", "MultiPolygon"}, o.kind)
}

// root reads the outermost object. The text must be valid JSON.
func (r *reader) root(raw []byte) error {
	r.at.form, r.p.form = geometryForm, geometryForm
	o := readObject(raw)
	switch o.kind {
	case "Feature":
		r.at.form, r.p.form = featureForm, featureForm
		return r.feature(o)
	case "FeatureCollection":
		r.at.form, r.p.form = collectionForm, collectionForm
		return each(o.features, "/features", MaxFeatures, TooManyFeatures, func(i int, value []byte) error {
			r.at.feature = int32(i)
			f := readObject(value)
			if f.kind != "Feature" {
				return failAt("/features/"+strconv.Itoa(i)+"/type", UnknownType)
			}
			return r.feature(f)
		})
	}
	return r.geometry(o)
}

func (r *reader) feature(o object) error {
	if o.geometry == nil {
		return failAt(strings.TrimSuffix(r.parent(""), "/geometry"), NoCoordinates)
	}
	if isNull(o.geometry) {
		return nil // a feature without a place, as GeoJSON allows
	}
	first := len(r.p.parts)
	if err := r.geometry(readObject(o.geometry)); err != nil {
		return err
	}
	ha, country := stated(o.properties)
	for i := first; i < len(r.p.parts); i++ {
		r.p.parts[i].statedHa, r.p.parts[i].country = max(ha, 0), country
	}
	return nil
}

func (r *reader) geometry(o object) error {
	level := o.level()
	switch {
	case o.kind == "LineString" || o.kind == "MultiLineString":
		return failAt(r.parent("/type"), LineType)
	case o.kind == "GeometryCollection" && r.at.geometry < 0:
		err := each(o.geometries, r.parent("/geometries"), MaxNumbers, TooManyNumbers, func(i int, value []byte) error {
			r.at.geometry = int32(i)
			return r.geometry(readObject(value))
		})
		r.at.geometry = -1
		return err
	case o.kind == "GeometryCollection":
		return failAt(r.parent("/geometries"), WrongNesting)
	case level <= 0:
		return failAt(r.parent("/type"), UnknownType)
	case o.coordinates == nil || isNull(o.coordinates):
		return failAt(r.parent(""), NoCoordinates)
	}
	if level == 1 && isEmpty(o.coordinates) {
		return nil
	}
	r.src, r.i, r.open = o.coordinates, 0, 0
	return r.coordinates(level)
}

// parent returns the pointer of a member of the current geometry.
func (r *reader) parent(member string) string {
	return strings.TrimSuffix(r.at.pointer(), "/coordinates") + member
}

func failAt(pointer string, reason Reason) error {
	return &Error{Reason: reason, Pointer: pointer, Vertex: -1}
}

// each calls do for each item of the list at a pointer, up to a limit.
func each(list []byte, pointer string, most int, over Reason, do func(i int, value []byte) error) error {
	if len(list) == 0 || list[0] != '[' {
		return failAt(pointer, NoCoordinates)
	}
	i := skipSpace(list, 1)
	for n := 0; list[i] != ']'; n++ {
		if n == most {
			return failAt(pointer, over)
		}
		end := skipValue(list, i)
		if err := do(n, list[i:end]); err != nil {
			return err
		}
		if i = skipSpace(list, end); list[i] == ',' {
			i = skipSpace(list, i+1)
		}
	}
	return nil
}

// readObject finds the members of an object in valid JSON text. For anything else it returns an
// object without a kind. Of two members with one name the last counts, as for most readers.
func readObject(raw []byte) (o object) {
	members(raw, func(name string, value []byte) {
		switch name {
		case "type":
			o.kind = text(value)
		case "coordinates":
			o.coordinates = value
		case "geometry":
			o.geometry = value
		case "geometries":
			o.geometries = value
		case "features":
			o.features = value
		case "properties":
			o.properties = value
		}
	})
	return o
}

// stated returns two properties of a Feature: Area, the size in hectares of the plot around its
// point, and ProducerCountry. As in the EU's system, a text is not a number and names are
// case-sensitive.
func stated(properties []byte) (ha float64, country string) {
	members(properties, func(name string, value []byte) {
		switch name {
		case "Area":
			n, err := strconv.ParseFloat(string(value), 64)
			if ha = n; err != nil {
				ha = 0
			}
		case "ProducerCountry":
			country = strings.TrimSpace(text(value))
		}
	})
	return ha, country
}
