package console

import (
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// kindSlug is a kind's name in the console's addresses: its prefix with dots.
func kindSlug(k *kind.Kind) string {
	return strings.ReplaceAll(strings.TrimPrefix(k.Prefix, "/"), "/", ".")
}

// kindOf finds the kind that an address names.
func kindOf(slug string) (*kind.Kind, error) {
	for _, k := range kind.All {
		if kindSlug(k) == slug {
			return k, nil
		}
	}
	return nil, trace.Fail(trace.CodePathNotFound)
}

// recordsPath is where the records of a kind are listed, and recordPath where one
// is shown, below /console.
func recordsPath(k *kind.Kind) string           { return "/registros/" + kindSlug(k) }
func recordPath(k *kind.Kind, id string) string { return recordsPath(k) + "/" + id }

// kindView is a kind as pages show it.
type kindView struct {
	Slug, Title, About, Number string
	Path                       string // of its list, below /console
}

func viewKind(k *kind.Kind, l lang.Lang) kindView {
	return kindView{Slug: kindSlug(k), Title: k.Title.In(l), About: k.About.In(l), Number: k.Number, Path: recordsPath(k)}
}
