package record

import (
	"os"
	"strings"
	"testing"
)

// Versions of earlier builds do not commit to their findings. They are graded again by the rules of
// their time, which are all rules not marked Later. So no rule may be added to those. The list is
// frozen; there is no -update for it.
func TestEveryNewRecordRuleIsLater(t *testing.T) {
	file, err := os.ReadFile("testdata/rules_not_later.txt")
	if err != nil {
		t.Fatal(err)
	}
	frozen := map[string]bool{}
	for _, id := range strings.Fields(string(file)) {
		frozen[id] = true
	}
	for _, r := range Rules {
		if r.Later == frozen[r.ID] {
			t.Errorf("%s: Later is %t; set Later on every new rule, and never change it", r.ID, r.Later)
		}
		delete(frozen, r.ID)
	}
	for id := range frozen {
		t.Errorf("%s is gone: records that it was found on would verify as changed", id)
	}
}
