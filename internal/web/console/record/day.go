package record

import (
	"regexp"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/title"
)

// clockIn reports whether a text says a time of day: 14:20, 14h20, 14h.
var clockIn = regexp.MustCompile(`\d\s*(:|[hH])`)

// withOffset is a time of day as programs write it in Brazil, with its offset.
var withOffset = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::00(?:\.0+)?)?(-0[2345]:00)$`)

// writtenDay returns a stored day as people write it, day first in every language: that is how days
// are read.
func writtenDay(text string) string { return title.StoredDay(text, lang.PT) }

// fullDay is how most people write a day, of which nothing has to be said.
var fullDay = regexp.MustCompile(`^\d{2}/\d{2}/\d{4}\b`)

// dayNotice says how a day was read that was written short, "" for nothing to say.
func dayNotice(f *kind.Field, text string, l lang.Lang) string {
	if f.Shape != kind.Date && f.Shape != kind.DateTime || fullDay.MatchString(text) && (f.Shape == kind.DateTime || !clockIn.MatchString(text)) {
		return ""
	}
	iso := readDay(f, text, "")
	if iso == text {
		return ""
	}
	return f.Label.In(l) + ": " + recordFormTexts["dayread"].Fill(l, lang.Args{"valor": lang.Clip(text, 40), "lido": writtenDay(iso)})
}

// readDay returns a day that somebody typed in any manner, as programs write it. What cannot be read
// for sure, or is written that way already, stays as it was typed. A time of day keeps the
// offset of the one that it replaces.
func readDay(f *kind.Field, text, before string) string {
	at, reading := ptbr.Date(text)
	clock := clockIn.MatchString(text)
	switch {
	case reading != ptbr.Read, strings.HasPrefix(text, at.Format("2006-01-02")):
		return text
	case !clock, f.Shape == kind.Date: // the notice says that the time of day was left out
		return at.Format("2006-01-02")
	}
	offset := ""
	if canon.KindOf(before) == '"' {
		if was := withOffset.FindStringSubmatch(canon.Unquote(before)); was != nil {
			offset = was[1]
		}
	}
	return at.Format("2006-01-02T15:04:05") + offset
}
