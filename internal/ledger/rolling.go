package ledger

import "golang.org/x/mod/sumdb/tlog"

// Rolling computes the state of a log from its entries, one at a time. However many entries there
// are, it keeps only a few hashes. The zero value is an empty log.
type Rolling struct {
	size int64
	// roots are the hashes of the full subtrees so far, the largest first.
	roots []Hash
}

// Add appends an entry.
func (r *Rolling) Add(entry []byte) {
	r.roots = append(r.roots, LeafHash(entry))
	for n := r.size; n&1 == 1; n >>= 1 { // two subtrees of one size merge into one of twice the size
		last := len(r.roots) - 1
		r.roots[last-1] = tlog.NodeHash(r.roots[last-1], r.roots[last])
		r.roots = r.roots[:last]
	}
	r.size++
}

// Tree returns the state of the log after the entries so far.
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
