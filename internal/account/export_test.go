package account

// WatchHashes calls fn before each comparison of a password, with the hash that it is compared with.
func (k *Keeper) WatchHashes(fn func(hash string)) {
	opens := k.opens
	k.opens = func(hash, written string) bool {
		fn(hash)
		return opens(hash, written)
	}
}
