package qr

import (
	"strings"
	"unicode/utf8"

	"rsc.io/qr/coding"
)

// level is M: about 15 % of the symbol may be dirty or torn. A label on a bag
// needs more than L, and Q would cost a version more.
const level = coding.M

// mode is the encoding of a text. One mode per symbol is enough: changing modes within a text saves
// nothing for our texts. Methods switch on it instead of using coding.Encoding, whose values would
// be allocated for every call.
type mode uint8

const (
	byteMode mode = iota
	utf8Mode
	alphanumericMode
	numericMode
)

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

// Bytes are ISO 8859-1 unless a symbol says otherwise, and readers that guess
// guess wrong: without this mark zbar takes "São João" for Chinese.
const (
	eciMark = 0b0111 // an extended channel interpretation follows
	eciUTF8 = 26
	eciBits = 4 + 8
)

// limit returns the maximum number of bytes in this mode, those of version 40.
func (m mode) limit() int {
	return [...]int{byteMode: 2331, utf8Mode: 2330, alphanumericMode: 3391, numericMode: 5596}[m]
}

// modeOf returns the most compact mode for the whole text. A text of any length may be passed;
// anything beyond the longest mode is not read.
func modeOf(text string) mode {
	text = text[:min(len(text), numericMode.limit()+1)]
	m := numericMode
	for i := range len(text) {
		if c := text[i]; c < '0' || c > '9' {
			if strings.IndexByte(alphanumeric, c) < 0 {
				return byteModeOf(text)
			}
			m = alphanumericMode
		}
	}
	return m
}

func byteModeOf(text string) mode {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			if utf8.ValidString(text) {
				return utf8Mode
			}
			break
		}
	}
	return byteMode
}

// fit finds the smallest version that holds the text in this mode.
func (m mode) fit(text string) (coding.Version, bool) {
	for v := coding.Version(coding.MinVersion); v <= coding.MaxVersion; v++ {
		if m.size(text, v) <= 8*v.DataBytes(level) {
			return v, true
		}
	}
	return 0, false
}

// size returns the number of bits the text takes, with mode and length in front.
func (m mode) size(text string, v coding.Version) int {
	switch m {
	case numericMode:
		return coding.Num(text).Bits(v)
	case alphanumericMode:
		return coding.Alpha(text).Bits(v)
	case utf8Mode:
		return eciBits + coding.String(text).Bits(v)
	default:
		return coding.String(text).Bits(v)
	}
}

// write appends those bits.
func (m mode) write(b *coding.Bits, text string, v coding.Version) {
	switch m {
	case numericMode:
		coding.Num(text).Encode(b, v)
	case alphanumericMode:
		coding.Alpha(text).Encode(b, v)
	case utf8Mode:
		b.Write(eciMark, 4)
		b.Write(eciUTF8, 8)
		coding.String(text).Encode(b, v)
	default:
		coding.String(text).Encode(b, v)
	}
}
