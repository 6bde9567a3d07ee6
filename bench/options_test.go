package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadOptions(t *testing.T) {
	o, err := readOptions([]string{"-sizes", "1000000, 10000", "-loads", "create,hot", "-only", "limit,rastro-sqlite", "-seconds", "3s", "-rounds", "1"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{10_000, million}; !slices.Equal(o.sizes, want) {
		t.Errorf("sizes %d, want %d: in order", o.sizes, want)
	}
	if want := []string{"hot", createLoad}; !slices.Equal(o.loads, want) {
		t.Errorf("loads %q, want %q: creates last", o.loads, want)
	}
	if want := []string{sqliteName, limitName}; !slices.Equal(o.systems, want) {
		t.Errorf("systems %q, want %q: the limit after the one whose answers it repeats", o.systems, want)
	}
	if o.measure != 3*time.Second || o.rounds != 1 {
		t.Errorf("%d rounds of %s, want 1 of 3s", o.rounds, o.measure)
	}
	if o.whole || o.out != o.data {
		t.Errorf("a partial run is published: whole %t, to %s", o.whole, o.out)
	}
}

func TestWholeRunIsPublished(t *testing.T) {
	o, err := readOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !o.whole || !strings.HasSuffix(o.out, "benchmarks") {
		t.Errorf("whole %t, to %s; want true, to docs/benchmarks", o.whole, o.out)
	}
}

func TestBadOptions(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-sizes", "10"}, "is not a size"},
		{[]string{"-sizes", "many"}, "is not a size"},
		{[]string{"-loads", "cold"}, "is not a known load"},
		{[]string{"-only", "mysql"}, "is not a known system"},
		{[]string{"-only", "limit"}, "measure both"},
		{[]string{"-only", "pgbench,rastro-sqlite"}, "measure both"},
		{[]string{"-rounds", "0"}, "0 rounds"},
		{[]string{"-seconds", "500ms"}, "whole seconds"},
		{[]string{"-seconds", "1h"}, "at most"},
		{[]string{"now"}, "unexpected argument"},
	} {
		if _, err := readOptions(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q in it", c.args, err, c.want)
		}
	}
}
