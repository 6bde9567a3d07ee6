// Package bounded provides caches with a limited number or weight of values.
package bounded

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// Cache keeps values by their keys, and drops some when it is full. It is safe for
// concurrent use. It is an interface because a struct with a field of a generic type
// makes each package that uses the struct compile all methods of that type again: for
// otter's cache thousands of functions, in every package above the one with the field.
type Cache[K comparable, V any] interface {
	GetIfPresent(key K) (V, bool)
	// ComputeIfAbsent stores the result of compute, unless it cancels, if the key has no value.
	ComputeIfAbsent(key K, compute func() (value V, cancel bool)) (V, bool)
	// Set replaces a value. It returns the value that the key has now or, with false, had.
	Set(key K, value V) (V, bool)
	Invalidate(key K) (V, bool)
	InvalidateAll()

	// CleanUp drops the excess now; otherwise that happens a little later.
	CleanUp()
	EstimatedSize() int
}

// ByWeight returns a cache with a maximum total weight.
func ByWeight[K comparable, V any](most uint64, weigh func(K, V) uint32) (Cache[K, V], error) {
	return cache(&otter.Options[K, V]{MaximumWeight: most, Weigher: weigh})
}

// ByCount makes a cache of at most that many values, which drops values unused for a time.
func ByCount[K comparable, V any](most int, unused time.Duration) (Cache[K, V], error) {
	return cache(&otter.Options[K, V]{MaximumSize: most, ExpiryCalculator: otter.ExpiryAccessing[K, V](unused)})
}

// cache returns a nil interface, instead of a nil pointer in one, after an error.
func cache[K comparable, V any](o *otter.Options[K, V]) (Cache[K, V], error) {
	made, err := otter.New(o)
	if err != nil {
		return nil, err
	}
	return made, nil
}
