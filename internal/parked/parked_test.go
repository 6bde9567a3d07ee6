package parked

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestPlaceIsBounded(t *testing.T) {
	gone := 0
	p := New[int](100, time.Minute)
	put := func(owner, name string, bytes, value int) bool {
		return p.Put(owner, name, bytes, value, func() { gone++ })
	}
	for _, c := range []struct {
		owner, name string
		bytes       int
		want        bool
		held        int
	}{
		{"a", "a1", 30, true, 30},
		{"a", "a2", 30, true, 30}, // a1 made room
		{"a", "a3", 51, false, 0}, // more than one owner may have
		{"a", "a4", 50, true, 50},
		{"b", "b1", 40, true, 90},
		{"c", "c1", 20, false, 90}, // no owner makes room for another
		{"c", "c2", 10, true, 100},
		{"b", "b1", 20, true, 80}, // in the place of the older one
	} {
		if got := put(c.owner, c.name, c.bytes, 7); got != c.want || p.Bytes() != c.held {
			t.Errorf("%s: %v, %d bytes, want %v, %d", c.name, got, p.Bytes(), c.want, c.held)
		}
	}
	if _, ok := p.Take("a", "b1"); ok {
		t.Error("somebody else's was taken")
	}
	if v, ok := p.See("a", "a4"); !ok || v != 7 || len(p.Of("a")) == 0 {
		t.Errorf("a4 is seen as %d, %v, among %v", v, ok, p.Of("a"))
	}
	if _, ok := p.See("b", "a4"); ok || slices.Contains(p.Of("nobody"), 7) {
		t.Error("somebody else's is seen")
	}
	for _, name := range []string{"a4", "b1", "c2"} {
		if v, ok := p.Take(name[:1], name); !ok || v != 7 {
			t.Errorf("%s: %d, %v", name, v, ok)
		}
		if _, ok := p.Take(name[:1], name); ok {
			t.Errorf("%s was taken twice", name)
		}
	}
	for i := range 2 * perOwner {
		put("a", fmt.Sprint(i), 1, i)
	}
	if p.Bytes() != perOwner {
		t.Errorf("%d things of one owner", p.Bytes())
	}
	if gone != 8+perOwner {
		t.Errorf("%d are gone", gone)
	}
}

func TestWhatNobodyTakesIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gone atomic.Int32
		p := New[string](100, time.Minute)
		p.Put("a", "x", 10, "older", func() { gone.Add(1) })
		<-time.After(40 * time.Second)
		p.Put("a", "x", 20, "newer", func() { gone.Add(1) })
		<-time.After(40 * time.Second)
		synctest.Wait()
		if p.Bytes() != 20 || gone.Load() != 1 {
			t.Fatalf("%d bytes, %d gone: the older one's time is not the newer one's", p.Bytes(), gone.Load())
		}
		<-time.After(21 * time.Second)
		synctest.Wait()
		if _, ok := p.Take("a", "x"); ok || p.Bytes() != 0 || gone.Load() != 2 {
			t.Errorf("%v, %d bytes, %d gone", ok, p.Bytes(), gone.Load())
		}
	})
}
