package publiccache

import (
	"fmt"

	"rastro/internal/bounded"
)

// Drawn caches pages and pictures made from facts while the facts are the same. It is safe for
// concurrent use.
type Drawn[K comparable, V any] struct {
	kept bounded.Cache[K, drawn[V]]
}

type drawn[V any] struct {
	of    *Facts
	value V
}

// NewDrawn returns a cache of at most that many bytes; weigh returns the size of a value.
func NewDrawn[K comparable, V any](most uint64, weigh func(K, V) uint32) (*Drawn[K, V], error) {
	kept, err := bounded.ByWeight(most, func(k K, d drawn[V]) uint32 { return weigh(k, d.value) })
	if err != nil {
		return nil, fmt.Errorf("the memory of what is drawn: %w", err)
	}
	return &Drawn[K, V]{kept}, nil
}

// Get returns the cached result for a key, or what draw makes from the facts now.
func (d *Drawn[K, V]) Get(key K, of *Facts, draw func() (V, error)) (V, error) {
	if k, ok := d.kept.GetIfPresent(key); ok && k.of == of {
		return k.value, nil
	}
	value, err := draw()
	if err == nil {
		d.kept.Set(key, drawn[V]{of, value})
	}
	return value, err
}
