package ownership

import "slices"

// Change returns which codes of a realm a version gains and loses, given its claims and those of
// the previous version. Both are sorted. A code in both is in neither result: an update that keeps
// a lot does not claim it again.
func Change(realm Realm, before, now []string) (gained, lost []Code) {
	for _, code := range now {
		if _, had := slices.BinarySearch(before, code); !had {
			gained = append(gained, Code{realm, code})
		}
	}
	for _, code := range before {
		if _, has := slices.BinarySearch(now, code); !has {
			lost = append(lost, Code{realm, code})
		}
	}
	return gained, lost
}
