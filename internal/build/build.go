// Package build describes the running binary: its version, the commit it was built
// from, and every software component in it (SBOM).
package build

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Unreleased is the version of a build without a tag.
const Unreleased = "v0.0.0-dev"

// Info is a binary's description of itself.
type Info struct {
	Version string // semantic, with its v
	Commit  string // "" if unknown; ends in -dirty if files were changed
	Go      string
	Modules []Module // the linked modules, by path
}

// Module is a Go module in a binary.
type Module struct {
	Path, Version string
	Sum           string // as in go.sum
}

// Read describes this binary. version and commit are set by the linker; if they are empty, what go
// build recorded is used.
func Read(version, commit string) Info {
	noted, ok := debug.ReadBuildInfo()
	if !ok {
		noted = &debug.BuildInfo{}
	}
	return Of(noted, version, commit)
}

// Of is the same for the notes of any binary.
func Of(noted *debug.BuildInfo, version, commit string) Info {
	revision, dirty := "", ""
	for _, s := range noted.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	if revision != "" {
		revision += dirty
	}
	stamped := noted.Main.Version
	if stamped == "(devel)" {
		stamped = ""
	}
	info := Info{Version: cmp.Or(version, stamped, Unreleased), Commit: cmp.Or(commit, revision), Go: cmp.Or(noted.GoVersion, runtime.Version())}
	for _, m := range noted.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		info.Modules = append(info.Modules, Module{m.Path, m.Version, m.Sum})
	}
	slices.SortFunc(info.Modules, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return info
}

// String returns the line that a person reads: version, commit and compiler.
func (i Info) String() string {
	if i.Commit == "" {
		return i.Version + " (" + i.Go + ")"
	}
	return i.Version + " (commit " + i.Commit + ", " + i.Go + ")"
}
