package rastro

import "crypto/sha256"

// The hashes of RFC 9162, 2.1.
func leafHash(entry []byte) []byte {
	sum := sha256.Sum256(append([]byte{0}, entry...))
	return sum[:]
}

func nodeHash(left, right []byte) []byte {
	sum := sha256.Sum256(append(append([]byte{1}, left...), right...))
	return sum[:]
}

// rootOf returns the root that a path leads to (RFC 9162, 2.1.3.2). ok is false if the path does not
// fit the place.
func rootOf(node []byte, index, size int64, path [][]byte) (root []byte, ok bool) {
	last := size - 1
	if index < 0 || index > last {
		return nil, false
	}
	for _, other := range path {
		if last == 0 || len(other) != sha256.Size {
			return nil, false
		}
		if index&1 == 1 || index == last {
			node = nodeHash(other, node)
			for index != 0 && index&1 == 0 {
				index, last = index>>1, last>>1
			}
		} else {
			node = nodeHash(node, other)
		}
		index, last = index>>1, last>>1
	}
	return node, last == 0
}
