package config

import (
	"errors"
	"unicode/utf8"

	"rastro/internal/tiles"
)

// parseTiles calls package tiles at start, so that an error names the option.
func parseTiles(value string) (tiles.Source, error) {
	if value == "" {
		return tiles.Source{}, nil
	}
	return tiles.Parse(value)
}

func parseCredit(value string) (string, error) {
	const most = 200 // of one line below a map
	if utf8.RuneCountInString(value) > most {
		return "", errors.New("is too long for one line below a map; write up to 200 characters, for instance © OpenStreetMap contributors")
	}
	return value, nil
}
