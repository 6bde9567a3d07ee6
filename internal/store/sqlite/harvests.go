package sqlite

import (
	"context"
	"fmt"
	"sync"
)

// harvests remembers which names the harvests' numbers stand for, for every
// connection. A number never changes its name.
type harvests struct {
	mu    sync.RWMutex
	names map[int64]string
}

// maxHarvests bounds the names remembered: about 10 MiB.
const maxHarvests = 100_000

// name reads the name of a number, on the connection that met it.
func (h *harvests) name(c *conn, number int64) (string, error) {
	h.mu.RLock()
	name, ok := h.names[number]
	h.mu.RUnlock()
	if ok {
		return name, nil
	}
	found, err := c.Query(context.Background(), `SELECT safra_id FROM harvest WHERE num = $1`, number)
	if err != nil {
		return "", err
	}
	defer found.Close()
	if !found.Next() {
		return "", fmt.Errorf("harvest %d has no name: %w", number, found.Err())
	}
	if err := found.Scan(&name); err != nil {
		return "", err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.names) >= maxHarvests {
		clear(h.names)
	}
	h.names[number] = name
	return name, nil
}
