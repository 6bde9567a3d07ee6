package reach

import "testing"

// Two sets have the same text only if they are the same: cursors and caches are bound to it.
func TestSetText(t *testing.T) {
	one, two := ID{1}, ID{2}
	sets := []Set{
		{}, Only("A"), Only("A", "B"), Only("AB"), Only("B", "A"), {Organization: one}, {Organization: two},
		{HarvestIDs: []string{"A"}, Organization: one}, {HarvestIDs: []string{"A"}, Organization: two}, {HarvestIDs: []string{"A", "B"}, Organization: one},
	}
	seen := map[string]int{}
	for i := range sets {
		text := sets[i].Text()
		if other, ok := seen[text]; ok {
			t.Errorf("%+v and %+v have the text %q", sets[i], sets[other], text)
		}
		seen[text] = i
		if all := sets[i].All(); all != (i == 0) {
			t.Errorf("%+v is all: %t", sets[i], all)
		}
	}
}

func TestLevelNames(t *testing.T) {
	for level := None; level <= Owner; level++ {
		if got, ok := LevelNamed(level.String()); got != level || !ok {
			t.Errorf("%s is read as %v, %t", level, got, ok)
		}
	}
	if got, ok := LevelNamed("tudo"); got != None || ok {
		t.Errorf("an unknown name is %v, %t", got, ok)
	}
}

// A harvest is free if nobody owns it, and only the organisation itself may have begun it.
func TestMayClaim(t *testing.T) {
	m := Member{Names: []string{"norte", "norte antigo"}}
	same := func(s string) string { return s }
	for _, c := range []struct {
		found Claim
		want  bool
	}{
		{Claim{}, true}, {Claim{Author: "norte"}, true}, {Claim{Author: "norte antigo"}, true}, {Claim{Author: "sul"}, false},
		{Claim{Owned: true}, false}, {Claim{Owned: true, Author: "norte"}, false},
	} {
		if got := m.MayClaim(c.found, same); got != c.want {
			t.Errorf("%+v: %t", c.found, got)
		}
	}
}
