package qr

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"rsc.io/qr/coding"
)

// The kind of text most codes carry.
const ticket = "https://rastro.example/v/7K2M-9QXA-0TRE-4HBZ"

func TestEncodeVersion(t *testing.T) {
	tests := []struct {
		name string
		text string
		want coding.Version
	}{
		{"one byte", "a", 1},
		{"last of 1", strings.Repeat("a", 14), 1},
		{"first of 2", strings.Repeat("a", 15), 2},
		{"last of 3", strings.Repeat("a", 42), 3},
		{"our links", ticket, 4},
		{"our links in capitals", strings.ToUpper(ticket), 3},
		{"last of 9, whose length takes 8 bits", strings.Repeat("a", 180), 9},
		{"first of 10, whose length takes 16 bits", strings.Repeat("a", 181), 10},
		{"last of 26", strings.Repeat("a", 1059), 26},
		{"largest", strings.Repeat("a", byteMode.limit()), 40},
		{"digits, last of 1", strings.Repeat("7", 34), 1},
		{"digits, first of 2", strings.Repeat("7", 35), 2},
		{"digits, largest", strings.Repeat("7", numericMode.limit()), 40},
		{"alphanumeric, last of 1", strings.Repeat("Z", 20), 1},
		{"alphanumeric, first of 2", strings.Repeat("$", 21), 2},
		{"alphanumeric, largest", strings.Repeat(":", alphanumericMode.limit()), 40},
		{"every alphanumeric", alphanumeric, 3},
		{"UTF-8, last of 1", "São João é", 1},
		{"UTF-8, first of 2", "São João é!", 2},
		{"UTF-8, largest", strings.Repeat("é", utf8Mode.limit()/2), 40},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Encode(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if c.version != tt.want {
				t.Errorf("version %d, want %d", c.version, tt.want)
			}
			if got, want := c.Size(), 17+4*int(tt.want); got != want {
				t.Errorf("size %d, want %d", got, want)
			}
		})
	}
}

func TestEncodeRefuses(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		want  error
		limit string
	}{
		{"empty", "", ErrEmpty, ""},
		{"bytes", strings.Repeat("a", 2332), ErrTooLong, "2331"},
		{"UTF-8", strings.Repeat("é", 1166), ErrTooLong, "2330"},
		{"alphanumeric", strings.Repeat("A", 3392), ErrTooLong, "3391"},
		{"digits", strings.Repeat("1", 5597), ErrTooLong, "5596"},
		{"huge", strings.Repeat("1", 10<<20), ErrTooLong, "5596"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Encode(tt.text)
			if !errors.Is(err, tt.want) || c != nil {
				t.Fatalf("got %v, %v, want %v", c, err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.limit) {
				t.Errorf("%q does not name the limit %s", err, tt.limit)
			}
		})
	}
}

func TestModeOf(t *testing.T) {
	for text, want := range map[string]mode{
		"0123456789": numericMode, "12A": alphanumericMode, "12 3": alphanumericMode,
		alphanumeric: alphanumericMode, "ABc": byteMode, "A_B": byteMode, "A\x00": byteMode, "É": utf8Mode, "\xc9": byteMode,
	} {
		if got := modeOf(text); got != want {
			t.Errorf("modeOf(%q) = %d, want %d", text, got, want)
		}
	}
}

// Scratch memory is shared between calls, which must not affect a symbol.
func TestEncodeConcurrent(t *testing.T) {
	texts := []string{"1", ticket, strings.Repeat("b", 400), strings.Repeat("C", 1000)}
	var want []string
	for _, text := range texts {
		want = append(want, picture(t, text))
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 8 {
				k := (i + j) % len(texts)
				if got := picture(t, texts[k]); got != want[k] {
					t.Errorf("text %d differs under load", k)
				}
			}
		})
	}
	wg.Wait()
}

// picture returns a code as PNG and SVG.
func picture(t *testing.T, text string) string {
	c, err := Encode(text)
	if err != nil {
		t.Errorf("Encode: %v", err)
		return ""
	}
	png, err := c.PNG(1)
	if err != nil {
		t.Errorf("PNG: %v", err)
	}
	return string(png) + string(c.SVG())
}
