package httpkit

import "testing"

func TestAccepts(t *testing.T) {
	tests := []struct {
		header []string
		want   bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"br"}, true},
		{[]string{"BR"}, true},
		{[]string{"gzip, deflate, br, zstd"}, true},
		{[]string{"gzip", "br"}, true},
		{[]string{"gzip;q=1.0, br;q=0.5"}, true},
		{[]string{"br; Q=0.001"}, true},
		{[]string{"br;q=0"}, false},
		{[]string{"br;q=0.000"}, false},
		{[]string{"br;q=x"}, false},
		{[]string{"brotli, gzip"}, false},
		{[]string{"*"}, false},
	}
	for _, tt := range tests {
		if got := Accepts(tt.header, "br"); got != tt.want {
			t.Errorf("Accepts(%q) = %t, want %t", tt.header, got, tt.want)
		}
	}
}
