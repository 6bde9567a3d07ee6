package sqlstore

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Reaches returns the condition that a row hr of harvest_reach lets an organisation reach its
// harvest. It is written only here, for both engines: two reads must never differ in it.
func Reaches(organization string) string {
	return `hr.organization = ` + organization + ` AND hr.level > 0`
}

// Reached returns the condition that an organisation reaches the harvest of a column.
func Reached(organization, column string) string {
	return `EXISTS (SELECT 1 FROM harvest_reach hr WHERE ` + Reaches(organization) + ` AND hr.safra_id = ` + column + `)`
}

// An organisation with more harvests than this, and with so few live records of a kind, has them
// all read and a page picked from them. Reading in the order of the kind's index would go through
// everybody else's records.
const (
	fewReachedHarvests = 2_000
	fewReachedRecords  = 5_000
)

// reachesFew reports whether a list belongs to an organisation with few of the kind's records.
func (r reader) reachesFew(ctx context.Context, q trace.Query, live string) (bool, error) {
	byHarvest := slices.ContainsFunc(q.Order, func(t trace.Term) bool { return t.Field == trace.ByHarvest })
	if r.dialect.LiveReached == nil || q.Organization == (reach.ID{}) || len(q.HarvestIDs) > 0 || q.Kind == nil || byHarvest || live != isLive {
		return false, nil
	}
	bounded := func(b *builder, from string, most int64) (bool, error) {
		n, err := r.number(r.context(ctx), `SELECT count(*) FROM (SELECT 1 FROM `+from+` LIMIT `+b.bind(most+1)+`) bounded`, b.args...)
		return n <= most, err
	}
	b := &builder{dialect: r.dialect}
	few, err := bounded(b, `harvest_reach hr WHERE `+Reaches(b.bind(r.dialect.ID(q.Organization))), fewReachedHarvests)
	if err != nil || !few {
		return false, err
	}
	organization := q.Organization
	q.Organization = reach.ID{}
	b = r.conditions(q, live)
	return bounded(b, r.dialect.LiveReached(b.where(), b.bind(r.dialect.ID(organization))), fewReachedRecords)
}

func (r reader) Grant(ctx context.Context, organization reach.ID, harvestID string) (reach.Grant, error) {
	g := reach.Grant{Organization: organization, HarvestID: harvestID}
	var level int64
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&level, &g.Note}, `SELECT level, id FROM harvest_reach WHERE organization = $1 AND safra_id = $2`, r.dialect.ID(organization), harvestID)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return g, nil
	}
	g.Level = reach.Level(level)
	return g, err
}

func (r reader) Grants(ctx context.Context, harvestID string) ([]reach.Grant, error) {
	return queryAll(ctx, r, func(rows Rows) (reach.Grant, error) {
		g := reach.Grant{HarvestID: harvestID}
		var level int64
		err := rows.Scan(&g.Organization, &level, &g.Note)
		g.Level = reach.Level(level)
		return g, err
	}, `SELECT organization, level, id FROM harvest_reach WHERE safra_id = $1 ORDER BY organization`, harvestID)
}

// kindCodes is a table expression of the kinds that records of a harvest can have.
var kindCodes = func() string {
	codes := []string{`SELECT ` + strconv.Itoa(int(kind.Profile.Code)) + ` AS code`}
	for _, k := range kind.All {
		codes = append(codes, `SELECT `+strconv.Itoa(int(k.Code)))
	}
	return `(` + strings.Join(codes, ` UNION ALL `) + `) k`
}()

// Claim finds a harvest's oldest id with one index step per kind. Sorting all records of the
// harvest would take time in proportion to its size.
func (r reader) Claim(ctx context.Context, harvestID string) (found reach.Claim, err error) {
	ctx = r.context(ctx)
	owners, err := r.number(ctx, `SELECT count(*) FROM harvest_reach WHERE safra_id = $1 AND level = 3`, harvestID)
	if err != nil {
		return found, err
	}
	found.Owned = owners > 0
	b := r.conditions(trace.Query{Reach: trace.Only(harvestID)}, `kind = k.code`)
	first := func(live string) string {
		return `SELECT (SELECT id FROM journal WHERE ` + b.where() + ` AND ` + live + ` ORDER BY id LIMIT 1) AS id FROM ` + kindCodes
	}
	var id [16]byte
	err = r.one(ctx, trace.CodeRecordNotFound, []any{&id}, `SELECT id FROM (`+first(`until IS NULL`)+` UNION ALL `+first(`until IS NOT NULL`)+`) f WHERE id IS NOT NULL ORDER BY id LIMIT 1`, b.args...)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	err = r.one(ctx, trace.CodeRecordNotFound, []any{&found.Author}, `SELECT coalesce(nullif(created_by, ''), updated_by) FROM journal WHERE id = $1 ORDER BY version LIMIT 1`, r.dialect.ID(id))
	return found, err
}

func (r reader) UnownedHarvests(ctx context.Context, after string, look int) (names []string, last string, err error) {
	type harvest struct {
		name  string
		owned int64
	}
	seen, err := queryAll(ctx, r, func(rows Rows) (h harvest, err error) { return h, rows.Scan(&h.name, &h.owned) },
		`SELECT safra_id, (SELECT count(*) FROM harvest_reach g WHERE g.safra_id = h.safra_id AND g.level = 3) FROM (`+r.dialect.HarvestsAfter+`) h`, after, int64(look))
	// The names are taken in order, but the outer query does not guarantee its own order.
	slices.SortFunc(seen, func(a, b harvest) int { return strings.Compare(a.name, b.name) })
	for _, h := range seen {
		if h.owned == 0 {
			names = append(names, h.name)
		}
	}
	if len(seen) == look {
		last = seen[look-1].name
	}
	return names, last, err
}

// claimingMark returns the row of meta that is there while an organisation lacks earlier harvests.
func claimingMark(organization reach.ID) string { return "claiming " + trace.ID(organization).String() }

func (r reader) Claiming(ctx context.Context, organization reach.ID) (bool, error) {
	n, err := r.number(r.context(ctx), `SELECT count(*) FROM meta WHERE name = $1`, claimingMark(organization))
	return n > 0, err
}

func (w *writer) SetClaiming(_ context.Context, organization reach.ID, claiming bool) error {
	if claiming {
		return w.later(anyRows, `INSERT INTO meta (name, value) VALUES ($1, 1) ON CONFLICT (name) DO NOTHING`, claimingMark(organization))
	}
	return w.later(anyRows, `DELETE FROM meta WHERE name = $1`, claimingMark(organization))
}

func (r reader) ShareRevision(ctx context.Context) (int64, error) {
	return r.number(r.context(ctx), `SELECT value FROM meta WHERE name = 'share_revision'`)
}

const organizationColumns = `SELECT id, version, name, body FROM organization`

func (r reader) Organizations(ctx context.Context, after reach.StoredOrganization, limit int) ([]reach.StoredOrganization, error) {
	return r.organizations(ctx, organizationColumns+` WHERE (name, id) > ($1, $2) ORDER BY name, id LIMIT $3`, after.Name, r.dialect.ID(after.ID), int64(limit))
}

func (r reader) Organization(ctx context.Context, id reach.ID) (reach.StoredOrganization, bool, error) {
	found, err := r.organizations(ctx, organizationColumns+` WHERE id = $1`, r.dialect.ID(id))
	if err != nil || len(found) == 0 {
		return reach.StoredOrganization{}, false, err
	}
	return found[0], true, nil
}

func (r reader) OrganizationNamed(ctx context.Context, folded string) (reach.StoredOrganization, bool, error) {
	found, err := r.organizations(ctx, organizationColumns+` WHERE id = (SELECT id FROM organization_name WHERE name = $1)`, folded)
	if err != nil || len(found) == 0 {
		return reach.StoredOrganization{}, false, err
	}
	return found[0], true, nil
}

func (r reader) Logo(ctx context.Context, sum string) (reach.Logo, bool, error) {
	l := reach.Logo{Sum: sum}
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&l.Media, &l.Body, &l.Note}, `SELECT media, body, id FROM logo WHERE sha256 = $1`, sum)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return l, false, nil
	}
	return l, err == nil, err
}

func (r reader) organizations(ctx context.Context, sql string, args ...any) ([]reach.StoredOrganization, error) {
	return queryAll(ctx, r, func(rows Rows) (o reach.StoredOrganization, err error) {
		return o, rows.Scan(&o.ID, &o.Version, &o.Name, &o.Body)
	}, sql, args...)
}

func (r reader) OrganizationNames(ctx context.Context) ([]reach.OrganizationName, error) {
	return queryAll(ctx, r, func(rows Rows) (n reach.OrganizationName, err error) {
		return n, rows.Scan(&n.Folded, &n.Organization, &n.Current)
	},
		`SELECT n.name, n.id, o.name FROM organization_name n JOIN organization o ON o.id = n.id ORDER BY n.id, n.name`)
}

func (w *writer) PutOrganization(_ context.Context, o reach.StoredOrganization, folded []string) error {
	id := w.dialect.ID(o.ID)
	err := w.later(1, `INSERT INTO organization (id, version, name, body) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, body = excluded.body WHERE organization.version = excluded.version - 1`,
		id, o.Version, o.Name, o.Body)
	if err == nil {
		err = w.later(anyRows, `DELETE FROM organization_name WHERE id = $1`, id)
	}
	for _, name := range folded {
		if err == nil {
			err = w.later(anyRows, `INSERT INTO organization_name (name, id) VALUES ($1, $2)`, name, id)
		}
	}
	return err
}

func (w *writer) PutLogo(_ context.Context, l reach.Logo) error {
	return w.later(1, `INSERT INTO logo (sha256, media, body, id) VALUES ($1, $2, $3, $4)`, l.Sum, l.Media, l.Body, w.dialect.ID(l.Note))
}

func (w *writer) PutGrant(_ context.Context, g reach.Grant) error {
	return w.later(anyRows, `INSERT INTO harvest_reach (organization, safra_id, level, id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (organization, safra_id) DO UPDATE SET level = excluded.level, id = excluded.id`,
		w.dialect.ID(g.Organization), g.HarvestID, int64(g.Level), w.dialect.ID(g.Note))
}

func (w *writer) ChangeShares(context.Context) error {
	return w.later(1, `UPDATE meta SET value = value + 1 WHERE name = 'share_revision'`)
}

// reaches returns the condition that an organisation reaches the harvest that a column names.
func (b *builder) reaches(column string, organization reach.ID) string {
	return Reached(b.bind(b.dialect.ID(organization)), column)
}

// ofHarvests begins a query of the versions of some harvests, harvest by harvest. It must be
// the first to bind values.
func (b *builder) ofHarvests(within trace.Reach) string {
	if within.Organization == (reach.ID{}) {
		b.bind(b.dialect.Lots.List(within.HarvestIDs))
		return b.dialect.Lots.OfHarvests
	}
	organization := b.dialect.ID(within.Organization)
	if len(within.HarvestIDs) == 0 {
		return `FROM journal WHERE ` + b.dialect.Reached(b.bind(organization))
	}
	b.bind(b.dialect.Lots.List(within.HarvestIDs))
	return b.dialect.Lots.OfHarvests + ` AND ` + b.dialect.ReachedInOrder(b.bind(organization))
}

// heldRows passes rows of the lot graph on. Those that an organisation asks for wait until all
// are read: a row has the name of its harvest in its body, and the connection cannot look the
// name up while it reads.
type heldRows struct {
	fn    func(*lot.Row) error
	waits bool
	rows  []lot.Row
}

func (h *heldRows) take(row *lot.Row) error {
	if !h.waits {
		return h.fn(row)
	}
	h.rows = append(h.rows, *row)
	return nil
}

// emit passes on the buffered rows of harvests that the organisation reaches.
func (h *heldRows) emit(ctx context.Context, r reader, organization reach.ID) error {
	if len(h.rows) == 0 {
		return nil
	}
	asked := map[string]bool{}
	for i := range h.rows {
		asked[h.rows[i].HarvestID] = true
	}
	reached := map[string]bool{}
	for names := range slices.Chunk(slices.Sorted(maps.Keys(asked)), maxReached) {
		found, err := r.conn.Query(r.context(ctx), `SELECT hr.safra_id FROM harvest_reach hr WHERE `+Reaches(`$1`)+` AND `+r.dialect.Owners.IsAny(`hr.safra_id`, `$2`),
			r.dialect.ID(organization), r.dialect.Lots.List(names))
		if err != nil {
			return err
		}
		for found.Next() {
			var name string
			if err := found.Scan(&name); err != nil {
				found.Close()
				return err
			}
			reached[name] = true
		}
		found.Close()
		if err := found.Err(); err != nil {
			return err
		}
	}
	for i := range h.rows {
		if !reached[h.rows[i].HarvestID] {
			continue
		}
		if err := h.fn(&h.rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// maxReached is how many harvests one statement looks up.
const maxReached = 500
