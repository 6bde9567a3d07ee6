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

// clockIn matches a time of day in a text: 14:20, 14h20, 14h.
var clockIn = regexp.MustCompile(`\d\s*(:|[hH])`)

// withOffset is a time of day as programs write it in Brazil, with its offset.
var withOffset = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::00(?:\.0+)?)?(-0[2345]:00)$`)

// writtenDay returns a stored day as people write it, day first in every language: that is how days
// are read.
func writtenDay(text string) string { return title.StoredDay(text, lang.PT) }

// fullDay matches the usual form of a day, which needs no notice.
var fullDay = regexp.MustCompile(`^\d{2}/\d{2}/\d{4}\b`)

// dayNotice says how an abbreviated day was read; "" for nothing to say.
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

// readDay converts a typed day to the form that programs use. A text that is uncertain, or already
// in that form, stays as typed. A time of day keeps the offset of the one that it replaces.
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
