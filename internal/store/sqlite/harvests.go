package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"rastro/internal/store/sqlstore"
)

// harvests remembers the names behind the harvests' numbers, for all connections. The name of a
// number never changes.
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

// harvest returns the number of a harvest, and assigns one if it has none.
func (w *writer) harvest(ctx context.Context, harvestID string) (int64, error) {
	if num, ok := w.harvests[harvestID]; ok {
		return num, nil
	}
	if num, ok := w.pending[harvestID]; ok {
		return num, nil
	}
	// Looked up first: after a start most are there, and an insert that finds its row
	// would write that row's page.
	for _, statement := range []string{`SELECT num FROM harvest WHERE safra_id = $1`, `INSERT INTO harvest (safra_id) VALUES ($1) RETURNING num`} {
		num, ok, err := w.numbered(ctx, statement, harvestID)
		if err != nil {
			return 0, fmt.Errorf("numbering a harvest: %w", err)
		}
		if ok {
			w.pending[harvestID] = num
			return num, nil
		}
	}
	return 0, errors.New("numbering a harvest: it got no number")
}

// numbered reads the number of a harvest with a statement; ok is false if it finds none.
func (w *writer) numbered(ctx context.Context, statement, harvestID string) (num int64, ok bool, err error) {
	found, err := w.Query(ctx, statement, harvestID)
	if err != nil {
		return 0, false, err
	}
	defer found.Close()
	if !found.Next() {
		return 0, false, found.Err()
	}
	err = found.Scan(&num)
	return num, err == nil, err
}

// harvestPage walks the index of the harvests' names and looks for one live
// record of each. A harvest whose records were all deleted costs that one look.
func harvestPage(r sqlstore.HarvestRange, selecting string) string {
	where := r.Where(`safra_id`)
	if r.Names != nil {
		where += ` AND safra_id IN (` + strings.Join(r.Names, ", ") + `)`
	}
	if r.Organization != "" && r.Names == nil { // an organisation may have few of all harvests
		return selecting + `(SELECT harvest.num AS num, hr.safra_id AS safra_id FROM harvest_reach hr CROSS JOIN harvest ON harvest.safra_id = hr.safra_id
			WHERE ` + sqlstore.Reaches(r.Organization) + ` AND ` + r.Where(`hr.safra_id`) + `
			AND EXISTS (SELECT 1 FROM journal WHERE journal.harvest = harvest.num AND until IS NULL)` + r.Order(`hr.safra_id`) + r.Page + `) page`
	}
	return selecting + `(SELECT num, safra_id FROM harvest WHERE ` + where + r.Reached(`harvest.safra_id`) + `
		AND EXISTS (SELECT 1 FROM journal WHERE journal.harvest = harvest.num AND until IS NULL)` + r.Order(`safra_id`) + r.Page + `) page`
}
