package right_test

import (
	"testing"

	"rastro/internal/lang"
	"rastro/internal/right"
)

func TestSets(t *testing.T) {
	all := right.Everything()
	few := right.Set{right.Import, right.Export}
	if len(all) != len(right.All) || !all.Has(right.Erase) || few.Has(right.Erase) {
		t.Errorf("sets have the wrong rights: %v, %v", all, few)
	}
	if !right.Known(right.Invite) || right.Known("tudo") {
		t.Error("Known is not what it says")
	}
}

// Administrators have the rights that they can give to others.
func TestDelegated(t *testing.T) {
	for _, r := range right.Delegated {
		if !right.Everything().Has(r) || r == right.Erase {
			t.Errorf("%s is delegated", r)
		}
	}
}

func TestTitles(t *testing.T) {
	for _, row := range right.All {
		for _, l := range lang.All {
			if row.Right.Title(l) == string(row.Right) || row.Right.Title(l) == "" {
				t.Errorf("%s has no title in %s", row.Right, l.Code())
			}
		}
	}
	if right.Right("x").Title(lang.EN) != "x" {
		t.Error("an unknown right is not its own name")
	}
}
