package ledger

import "golang.org/x/mod/sumdb/tlog"

// Rolling computes the state of a log from its entries, one after the other. It holds
// a few hashes, however many entries there are. The zero value is an empty log.
type Rolling struct {
	size int64
	// roots are the hashes over the full subtrees so far, the largest first.
	roots []Hash
}

// Add takes the next entry.
func (r *Rolling) Add(entry []byte) {
	r.roots = append(r.roots, LeafHash(entry))
	for n := r.size; n&1 == 1; n >>= 1 { // two subtrees of one size are one of twice that
		last := len(r.roots) - 1
		r.roots[last-1] = tlog.NodeHash(r.roots[last-1], r.roots[last])
		r.roots = r.roots[:last]
	}
	r.size++
}

// Tree returns the state of the log with the entries so far.
func (r *Rolling) Tree() Tree {
	if r.size == 0 {
		return Empty
	}
	last := len(r.roots) - 1
	root := r.roots[last]
	for i := last - 1; i >= 0; i-- {
		root = tlog.NodeHash(r.roots[i], root)
	}
	return Tree{r.size, root}
}
