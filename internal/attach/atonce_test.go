package attach_test

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// atOnce attaches a file of each server's own to one record, all at the same moment, and returns
// the results.
func atOnce(servers []*bench, id, name string, ifMatch trace.IfMatch) []error {
	var ready, done sync.WaitGroup
	begin, failed := make(chan struct{}), make([]error, len(servers))
	for i, b := range servers {
		file := b.receive(attach.Upload{Body: bytes.NewReader(table(fmt.Sprint(name, i)))})
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-begin
			_, failed[i] = b.app.Files.Attach(b.Context(), everybody, receipt, id, file, ifMatch, nil)
		})
	}
	ready.Wait()
	close(begin)
	done.Wait()
	return failed
}

// If several attach to one record at once, all files are listed, or the sender is told that the
// record changed if it asked for the version that it saw. They use two servers, each with its own
// connections, so that their transactions meet in the database and not only in one server's queue.
func TestAttachAtOnce(t *testing.T) {
	const people = 8
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		one := newBench(t, d)
		other := newBench(t, d)
		var all []*bench
		for range people / 2 {
			all = append(all, one, other)
		}
		id := one.create("S")
		for i, err := range atOnce(all, id, "qualquer", trace.AnyVersion) {
			if err != nil {
				t.Errorf("file %d: %v", i, err)
			}
		}
		if files, version, err := other.app.Files.Attachments(t.Context(), everybody, receipt, id); len(files) != people || version != people+1 || err != nil {
			t.Errorf("%d files, version %d, %v", len(files), version, err)
		}
		won := 0
		for i, err := range atOnce(all, id, "vista", trace.IfMatch{people + 1}) {
			switch {
			case err == nil:
				won++
			case !trace.Is(err, trace.CodeStale):
				t.Errorf("file %d: %v", i, err)
			}
		}
		if won != 1 {
			t.Errorf("%d replaced the same version", won)
		}
		if files, version, err := one.app.Files.Attachments(t.Context(), everybody, receipt, id); len(files) != people+1 || version != people+2 || err != nil {
			t.Errorf("%d files, version %d, %v", len(files), version, err)
		}
		one.whole(people + 1)
	})
}
