package pagekit_test

import (
	"context"
	"errors"
	"testing"

	"rastro/internal/author"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

// A page looks up all of its people at once. If it cannot, it is not sent: an id in place of a name
// would mean that the person was erased.
func TestAuthorsOfAPage(t *testing.T) {
	asked, failing := 0, false
	on := &pagekit.Call{Ctx: t.Context(), Lang: lang.PT, People: func(_ context.Context, ids []string) (map[string]string, error) {
		asked++
		if failing {
			return nil, errors.New("the store is away")
		}
		return map[string]string{"1": "Ana", "2": "Bia"}, nil
	}}
	rows := []string{author.Person("1", "Alfa"), "rk_x", author.Person("2", ""), author.Person("1", "Beta"), author.Person("3", "Alfa")}
	pagekit.KnowAuthors(on, rows, func(text *string) string { return *text })
	for i, want := range []string{"Ana (Alfa)", "rk_x", "Bia", "Ana (Beta)", "pessoa 3 (Alfa)"} {
		if got := on.Author(rows[i]); got != want {
			t.Errorf("%s: %s, want %s", rows[i], got, want)
		}
	}
	if asked != 1 || on.AuthorErr() != nil {
		t.Errorf("asked %d times, %v", asked, on.AuthorErr())
	}
	failing = true
	on.Author(author.Person("4", "Alfa"))
	if on.AuthorErr() == nil || on.AuthorErr() != nil {
		t.Error("the failure is not told, or told twice")
	}
	failing = false
	if on.Author(author.Person("4", "")); asked != 3 || on.AuthorErr() != nil {
		t.Errorf("asked %d times after it was away", asked)
	}
}
