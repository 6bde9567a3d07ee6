package derive

import (
	"slices"
	"testing"
)

// The help of 'rastro rebuild' lists each group once.
func TestGroupsAreListedOnce(t *testing.T) {
	groups := Groups()
	seen := slices.Clone(groups)
	slices.Sort(seen)
	if once := slices.Compact(slices.Clone(seen)); len(once) != len(groups) {
		t.Errorf("the groups are %q", groups)
	}
}
