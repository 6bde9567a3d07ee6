// Package params reads the parameters and headers of API requests. It returns values of the
// domain, or an error that shows the expected form.
package params

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Clip bounds how much of a caller's text a message repeats.
func Clip(s string) string { return lang.Clip(strings.ToValidUTF8(s, ""), 40) }

// Number reads a whole number within bounds.
func Number(query url.Values, name string, absent, least, most int) (int, error) {
	if !query.Has(name) {
		return absent, nil
	}
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < least || n > most {
		return 0, trace.BadParameter(name, strconv.Itoa(least)+"–"+strconv.Itoa(most))
	}
	return n, nil
}

// Ordinal reads a number that counts from 1, such as a version; 0 if it is absent.
func Ordinal(query url.Values, name string) (int, error) {
	if !query.Has(name) {
		return 0, nil
	}
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < 1 {
		return 0, trace.BadParameter(name, "1, 2 …")
	}
	return n, nil
}

// OneOf reads a parameter with one of several values; if absent, the default.
func OneOf[T any](query url.Values, name, otherwise string, values map[string]T) (T, error) {
	asked := query.Get(name)
	if asked == "" {
		asked = otherwise
	}
	value, ok := values[asked]
	if !ok {
		return value, trace.BadParameter(name, strings.Join(slices.Sorted(maps.Keys(values)), ", "))
	}
	return value, nil
}

// Format is a format of an answer, with its name in ?formato.
type Format struct{ Name, Media string }

// Media picks the form of an answer: ?formato, else by Accept, else the first.
func Media(query url.Values, accept string, formats []Format) (string, error) {
	names, offered := make([]string, len(formats)), make([]string, len(formats))
	written := query.Get("formato")
	for i, f := range formats {
		if strings.EqualFold(written, f.Name) {
			return f.Media, nil
		}
		names[i], offered[i] = f.Name, f.Media
	}
	if written != "" {
		return "", trace.Fail(trace.CodeFormatUnsupported, "formato", Clip(written), "formatos", strings.Join(names, ", "))
	}
	return Accepted(accept, offered...), nil
}
