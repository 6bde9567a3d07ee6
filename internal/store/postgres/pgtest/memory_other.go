//go:build !linux

package pgtest

import "os"

// sharedFolder returns the folder for the shared server's files.
func sharedFolder() string { return os.TempDir() }
