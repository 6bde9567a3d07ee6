package record

import "rastro/internal/sheet"

// What the tests of the pages look at.
var (
	GenPayload = genPayload
	Mark       = mark
)

// ExportFormats returns the formats of a download by their names in addresses.
func ExportFormats() map[string]sheet.Format {
	formats := map[string]sheet.Format{}
	for _, f := range exportFormats {
		formats[f.name] = f.format
	}
	return formats
}
