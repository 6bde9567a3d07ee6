package pagekit

import (
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// KindSlug returns a kind's name in the console's addresses: its prefix with dots.
func KindSlug(k *kind.Kind) string {
	return strings.ReplaceAll(strings.TrimPrefix(k.Prefix, "/"), "/", ".")
}

// KindOf finds the kind that an address names: one of all kinds, or the profile.
func KindOf(slug string) (*kind.Kind, error) {
	for _, k := range append(kind.All[:len(kind.All):len(kind.All)], kind.Profile) {
		if KindSlug(k) == slug {
			return k, nil
		}
	}
	return nil, trace.Fail(trace.CodePathNotFound)
}

// RecordsPath returns where the records of a kind are listed, and recordPath where one
// is shown, below /console.
func RecordsPath(k *kind.Kind) string           { return "/registros/" + KindSlug(k) }
func RecordPath(k *kind.Kind, id string) string { return RecordsPath(k) + "/" + id }

// KindView is a kind as pages show it.
type KindView struct {
	Slug, Title, About, Number string
	Path                       string // of its list, below /console
}

func ViewKind(k *kind.Kind, l lang.Lang) KindView {
	return KindView{Slug: KindSlug(k), Title: k.Title.In(l), About: k.About.In(l), Number: k.Number, Path: RecordsPath(k)}
}
