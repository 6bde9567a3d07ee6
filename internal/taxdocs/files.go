package taxdocs

import (
	"bytes"
	"iter"

	"rastro/internal/fiscal"
)

// Files are the documents in some files, each an XML or a ZIP of many. A single file that is a
// ZIP nobody can open is an error; one of several is only itself refused.
func Files(list ...fiscal.File) (iter.Seq2[fiscal.File, error], error) {
	if len(list) == 1 && fiscal.IsZip(list[0].Content) {
		archive, err := open(list[0])
		if err != nil {
			return nil, Unreadable(err)
		}
		return archive.All(), nil
	}
	return func(yield func(fiscal.File, error) bool) {
		for _, file := range list {
			if !each(file, yield) {
				return
			}
		}
	}, nil
}

func open(file fiscal.File) (*fiscal.Archive, error) {
	return fiscal.OpenZip(bytes.NewReader(file.Content), int64(len(file.Content)))
}

// each passes on the documents of one file, and reports whether to go on.
func each(file fiscal.File, yield func(fiscal.File, error) bool) bool {
	if !fiscal.IsZip(file.Content) {
		return yield(file, nil)
	}
	archive, err := open(file)
	if err != nil {
		return yield(fiscal.File{Name: file.Name}, err)
	}
	for one, err := range archive.All() {
		if !yield(one, err) {
			return false
		}
	}
	return true
}
