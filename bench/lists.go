package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
)

// The lists of what the loads request, each a file of items of equal length without separators.
const (
	idsFile      = "ids"      // all, or a sample of them evenly over the store
	hotFile      = "hot"      // a few of them
	harvestsFile = "harvests" // those that have all their records
	bodiesFile   = "bodies"   // what the create load sends
	cursorsFile  = "cursors"  // where deep pages begin
	codesFile    = "codes"    // of validations
)

// lists writes the lists of ids while a store is filled.
type lists struct {
	layout   layout
	ids, hot *bufio.Writer
	files    []*os.File
}

func newLists(dir string, l layout) (*lists, error) {
	all := &lists{layout: l}
	for _, list := range []struct {
		name string
		to   **bufio.Writer
	}{{idsFile, &all.ids}, {hotFile, &all.hot}} {
		file, err := os.Create(filepath.Join(dir, list.name))
		if err != nil {
			return nil, errors.Join(err, all.close())
		}
		all.files = append(all.files, file)
		*list.to = bufio.NewWriterSize(file, 1<<20)
	}
	return all, nil
}

// id notes the id of a record if a load requests it.
func (l *lists) id(record int, id string) error {
	var err error
	if record%l.layout.sample() == 0 {
		_, err = l.ids.WriteString(id)
	}
	if every := max(1, l.layout.records/hotIDs); err == nil && record%every == 0 && record/every < hotIDs {
		_, err = l.hot.WriteString(id)
	}
	return err
}

func (l *lists) close() error {
	var err error
	for _, w := range []*bufio.Writer{l.ids, l.hot} {
		if w != nil {
			err = errors.Join(err, w.Flush())
		}
	}
	for _, f := range l.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// bodyVariants is how many different bodies the create load begins with; each
// request then gets its own number.
const bodyVariants = 4 * seasonHarvests

// writeRest writes the lists that do not depend on ids. shape turns a body into
// what a system is sent.
func writeRest(dir string, l layout, shape func(body string) string) error {
	var harvests, bodies []byte
	for h := range l.full() {
		harvests = append(harvests, harvestID(h)...)
	}
	for i := range bodyVariants {
		bodies = append(bodies, shape(body(l.records+i, l.open()+i%seasonHarvests))...)
	}
	return errors.Join(
		os.WriteFile(filepath.Join(dir, harvestsFile), harvests, 0o644),
		os.WriteFile(filepath.Join(dir, bodiesFile), bodies, 0o644))
}
