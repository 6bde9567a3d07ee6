//go:build !unix

package logkey

import "os"

// On other systems, permissions do not say who can read a file, and one server has the files to
// itself.
const private = false

// give leaves a file with the user who wrote it.
func (*Files) give(*os.File) error { return nil }

func whose(_ string, err error, _ int) error { return err }

func (*Files) lock() (unlock func(), err error) { return func() {}, nil }

// Serve and Alone do nothing here: one server uses the files alone, and nothing reports whether it
// is running.
func (*Files) Serve() (release func(), err error) { return func() {}, nil }

func (*Files) Alone() (release func(), ok bool, err error) { return func() {}, true, nil }
