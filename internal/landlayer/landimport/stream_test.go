package landimport_test

import (
	"context"
	"io"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/geo/layerfile"
)

// endless is a collection of n features, generated while it is read.
type endless struct {
	head, one string
	features  int64
}

func (e endless) size() int64 {
	return int64(len(e.head)) + e.features*int64(len(e.one)) + 2
}

func (e endless) ReadAt(p []byte, at int64) (int, error) {
	n := 0
	for n < len(p) {
		here := at + int64(n)
		from := here - int64(len(e.head))
		switch {
		case here >= e.size():
			return n, io.EOF
		case from < 0:
			n += copy(p[n:], e.head[here:])
		case from/int64(len(e.one)) < e.features:
			n += copy(p[n:], e.one[from%int64(len(e.one)):])
		default:
			n += copy(p[n:], "]}"[from-e.features*int64(len(e.one)):])
		}
	}
	return n, nil
}

// A file of any size is read with little memory.
func TestLargeFileIsStreamed(t *testing.T) {
	one := feature(half, `"nome":"`+strings.Repeat("x", 3000)+`"`)
	file := endless{`{"type":"FeatureCollection","features":[` + one, "," + one, 20_000} // 64 MB
	from, err := layerfile.Open(file, file.size())
	if err != nil {
		t.Fatal(err)
	}
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, most := int64(0), uint64(0)
	err = from.Each(context.Background(), func(a *layerfile.Area) error {
		if _, fault := a.Land(); fault != "" {
			t.Fatal(fault)
		}
		if n++; n%4_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
		}
		return nil
	})
	if err != nil || n != file.features+1 {
		t.Errorf("%d features, %v", n, err)
	}
	if held := int64(most) - int64(before.HeapAlloc); held > 4<<20 {
		t.Errorf("%d bytes are held of a file of %d", held, file.size())
	}
	// A feature without an end is refused before it fills the memory.
	long := endless{`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"nome":"`, strings.Repeat("x", 1<<20), 100}
	if from, err = layerfile.Open(long, long.size()); err == nil {
		err = from.Each(context.Background(), func(*layerfile.Area) error { return nil })
	}
	if err == nil || !strings.Contains(err.Error(), "over 64 MiB") {
		t.Errorf("an endless feature: %v", err)
	}
}
