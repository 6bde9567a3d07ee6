package author_test

import (
	"testing"

	"rastro/internal/author"
)

func TestPerson(t *testing.T) {
	const id = "0198aaaa-0000-7000-8000-000000000001"
	for _, organization := range []string{"Cooperativa X", "", "a@b"} {
		gotID, gotOrganization, ok := author.Parse(author.Person(id, organization))
		if !ok || gotID != id || gotOrganization != organization {
			t.Errorf("%q: %q, %q, %t", organization, gotID, gotOrganization, ok)
		}
	}
	for _, text := range []string{"", "Cooperativa X", "pessoa:", "pessoa:@X", "pessoa:" + id, "rk_abc"} {
		if id, _, ok := author.Parse(text); ok {
			t.Errorf("%q is the person %q", text, id)
		}
	}
	if !author.Reserved(" pessoa:x") || author.Reserved("Pessoal de campo") {
		t.Error("Reserved is not what it says")
	}
}
