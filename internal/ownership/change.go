package ownership

import "slices"

// Change returns which codes of a realm a version gains and loses, given what it
// claims and what the version before it claimed. Both are sorted. A code that both
// claim is neither: an update that leaves a lot as it is does not claim it again.
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
