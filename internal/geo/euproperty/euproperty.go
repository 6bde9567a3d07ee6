// Package euproperty names the properties of a GeoJSON Feature that the European Union's
// system reads, and finds them.
package euproperty

import (
	"slices"
	"strings"

	"rastro/internal/canon"
)

// The properties, as the system spells them.
const (
	Producer = "ProducerName"
	Country  = "ProducerCountry"
	Place    = "ProductionPlace"
	Area     = "Area"
)

// Names lists the properties.
var Names = []string{Producer, Country, Place, Area}

// Meant returns the property that a name means, in any case; "" for none.
func Meant(name string) string {
	if at := slices.IndexFunc(Names, func(own string) bool { return strings.EqualFold(own, name) }); at >= 0 {
		return Names[at]
	}
	return ""
}

// Each calls fn with each property of a Feature, as JSON.
func Each(feature string, fn func(name, value string)) {
	properties := ""
	canon.Each(feature, func(name, value string) bool {
		if name == "properties" {
			properties = value
		}
		return name != ""
	})
	canon.Each(properties, func(name, value string) bool {
		fn(name, value)
		return true
	})
}

// Text returns the text of a property, "" if it is blank or no text.
func Text(value string) string {
	if canon.KindOf(value) != '"' {
		return ""
	}
	return strings.TrimSpace(canon.Unquote(value))
}

// NamesProducers reports whether GeoJSON has Features, and each names its producer.
func NamesProducers(geojson string) bool {
	features, named := 0, 0
	one := func(feature string) {
		features++
		Each(feature, func(name, value string) {
			if name == Producer && Text(value) != "" {
				named++
			}
		})
	}
	if all, isCollection := Features(geojson); isCollection {
		canon.Each(all, func(_, feature string) bool {
			one(feature)
			return true
		})
	} else {
		one(geojson)
	}
	return named > 0 && named == features
}

// Features finds the features of a FeatureCollection.
func Features(geojson string) (features string, isCollection bool) {
	canon.Each(geojson, func(name, value string) bool {
		switch name {
		case "type":
			isCollection = canon.Unquote(value) == "FeatureCollection"
		case "features":
			features = value
		}
		return name != ""
	})
	return features, isCollection
}
