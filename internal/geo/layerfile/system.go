package layerfile

import (
	"encoding/json"
	"fmt"
	"regexp"

	"rastro/internal/lang"
)

// systemError means that a file is in an unsupported coordinate system.
type systemError struct{ said string }

func (e *systemError) Error() string {
	return fmt.Sprintf("the coordinates are in the system '%s'; layers are read in degrees of WGS 84 (EPSG:4326) or SIRGAS 2000 (EPSG:4674) alone: export the layer in one of these", lang.Clip(e.said, 80))
}

// OtherSystem is the error of a file in a system that is not read.
func OtherSystem(name string) error { return &systemError{name} }

// ours matches the names of the supported systems.
var ours = regexp.MustCompile(`(?i)(^|[:/])(CRS84|(EPSG:[0-9.]*:|EPSG:|EPSG/0/)?(4326|4674))$`)

// namedSystem refuses the "crs" of a file if it is another system.
func namedSystem(raw json.RawMessage) error {
	var crs struct {
		Properties struct {
			Name string `json:"name"`
		} `json:"properties"`
	}
	if string(raw) == "null" {
		return nil
	}
	if json.Unmarshal(raw, &crs) != nil || !ours.MatchString(crs.Properties.Name) {
		return OtherSystem(crs.Properties.Name)
	}
	return nil
}
