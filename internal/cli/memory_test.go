package cli

import (
	"strings"
	"testing"
)

// A budget that the machine does not have is reported, with one that it has.
func TestMoreMemoryThanThereIs(t *testing.T) {
	for _, c := range []struct {
		memory, available int64
		want              string
	}{
		{128 << 20, 512 << 20, ""},
		{256 << 20, 640 << 20, ""},
		{256 << 20, 512 << 20, "write at most 208MiB"},
		{64 << 30, 512 << 20, "--memory is 65536 MiB, and this machine or its control group has 512 MiB"},
		{128 << 20, 256 << 20, "write at most 128MiB, or give it more memory"},
	} {
		if got := overcommitted(c.memory, c.available); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d of %d: %q, want %q", c.memory, c.available, got, c.want)
		}
	}
}

// Descriptors limit the connections, even if there are very few.
func TestConnectionsLeaveDescriptors(t *testing.T) {
	for _, c := range []struct {
		memory      int64
		files, want int
	}{{128 << 20, 0, 1024}, {1 << 20, 0, 256}, {128 << 20, 256, 128}, {128 << 20, 1024, 512}, {1 << 40, 1 << 20, 50_000}} {
		if got := connectionsWithin(c.memory, c.files); got != c.want {
			t.Errorf("%d bytes, %d descriptors: %d connections, want %d", c.memory, c.files, got, c.want)
		}
	}
}
