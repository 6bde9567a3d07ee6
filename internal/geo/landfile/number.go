package landfile

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// jsonNumber matches a number that is valid JSON as written.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,20})?$`)

// numberOf returns a number of a file as JSON, with the digits that it has there.
func numberOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	if jsonNumber.MatchString(text) {
		return text, nil
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return "", failed(BadNumber, plain(text))
	}
	return degreesOf(value)
}

// degreesOf writes a double to the ninth decimal, a tenth of a millimetre.
func degreesOf(value float64) (string, error) {
	if math.IsNaN(value) || math.Abs(value) > 1e9 {
		return "", failed(BadNumber, strconv.FormatFloat(value, 'g', 6, 64))
	}
	text := strconv.FormatFloat(value, 'f', 9, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		text = "0"
	}
	return text, nil
}
