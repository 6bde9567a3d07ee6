// Package demo provides two complete demonstration harvests, soy from Mato Grosso and coffee from
// Minas Gerais, with every record kind. They fill an empty store for a first look, and tests use
// them as data without findings. All people and companies are fictitious.
package demo

import (
	"embed"
	"fmt"

	"rastro/internal/canon"
)

//go:embed soy.json coffee.json
var files embed.FS

// Record is a record to create.
type Record struct {
	Prefix, HarvestID, Season string
	// Payload is one JSON object without white space, its numbers
	// and texts as written in the file.
	Payload []byte
}

type harvest struct {
	HarvestID string `json:"safraId"`
	Season    string `json:"safraCodigo"`
	Records   []struct {
		Prefix  string      `json:"prefixo"`
		Payload canon.Value `json:"dados"`
	} `json:"registros"`
}

// Harvests returns the records of both harvests, soy first, each in the order
// in which they would be written: from the crop plan to the validation. The
// caller owns the result.
func Harvests() ([]Record, error) {
	var records []Record
	for _, name := range []string{"soy.json", "coffee.json"} {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read demo harvest: %w", err)
		}
		var h harvest
		if err := canon.Unmarshal(text, &h); err != nil {
			return nil, fmt.Errorf("decode demo harvest %s: %w", name, err)
		}
		for _, r := range h.Records {
			if err := r.Payload.Compact(); err != nil {
				return nil, fmt.Errorf("compact %s of demo harvest %s: %w", r.Prefix, name, err)
			}
			records = append(records, Record{r.Prefix, h.HarvestID, h.Season, r.Payload})
		}
	}
	return records, nil
}
