package config

import (
	"errors"
	"io/fs"
	"regexp"
	"strconv"
	"unicode/utf8"
)

const hidden = "the value (not shown)"

// maxShown keeps a message on one line of a terminal when a whole file was
// given for a value.
const maxShown = 80

// show returns the part of a value that a message may contain: quoted, so that the message stays
// one line, and without anything that may be a password.
func (o *option) show(value string) string {
	switch {
	case o.secret:
		return hidden
	case o.conceal != nil:
		return o.conceal(value)
	}
	return quote(value)
}

// showPath does the same for a file that cannot be read: its name may be the
// secret itself, in the wrong variable.
func (o *option) showPath(path string) string {
	if shown := o.show(path); shown != hidden {
		return shown
	}
	return "the file (name not shown)"
}

// userInfo is greedy on purpose: a password may itself contain an @ or a slash.
var userInfo = regexp.MustCompile(`(?s)^([a-z]+://)?.*@`)

func quote(value string) string {
	value = userInfo.ReplaceAllString(value, "${1}…@")
	if utf8.RuneCountInString(value) > maxShown {
		value = string([]rune(value)[:maxShown]) + "…"
	}
	return strconv.Quote(value)
}

var scheme = regexp.MustCompile(`^[a-z]{2,12}:`)

// schemeOnly shows only the engine of a database. The password may be in several places of an
// address, and in a misspelled one anywhere.
func schemeOnly(value string) string {
	if found := scheme.FindString(value); found != "" {
		return strconv.Quote(found + "…")
	}
	return hidden
}

// cause is what went wrong with a file, without its name: showPath shows that, or
// does not.
func cause(err error) error {
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		return wrapped.Err
	}
	return err
}
