package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/landlayer"
	"rastro/internal/store/hookstore"
	"rastro/internal/store/landstore"
	"rastro/internal/trace"
	"rastro/internal/webhook/progress"
)

func (r reader) Session(ctx context.Context, digest [32]byte) (trace.Session, error) {
	session := trace.Session{Digest: digest}
	var once, expires int64
	err := r.one(ctx, trace.CodeUnauthenticated, []any{&session.AccessKey, &once, &expires},
		`SELECT access_key, once, expires_at FROM session WHERE digest = $1`, digest[:])
	session.Once, session.ExpiresAt = once == 1, instant(expires)
	return session, err
}

func (w *writer) PutSession(_ context.Context, s trace.Session) error {
	return w.later(anyRows, `INSERT INTO session (digest, access_key, once, expires_at) VALUES ($1, $2, $3, $4)`,
		s.Digest[:], s.AccessKey, bit(s.Once), millis(s.ExpiresAt))
}

func (w *writer) TakeSession(ctx context.Context, digest [32]byte) error {
	// Read it first, so that the caller learns if it is gone. If two callers find it, the one that
	// can no longer delete the row runs again and finds nothing.
	if _, err := w.Session(ctx, digest); err != nil {
		return err
	}
	return w.later(1, `DELETE FROM session WHERE digest = $1`, digest[:])
}

func (w *writer) DropSessions(_ context.Context, before time.Time) error {
	return w.later(anyRows, `DELETE FROM session WHERE expires_at < $1`, millis(before))
}

// queryAll reads every row of a query.
func queryAll[T any](ctx context.Context, r reader, read func(Rows) (T, error), sql string, args ...any) (all []T, err error) {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := read(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// credentialColumns are read by readCredential, in this order.
const credentialColumns = `person, login, password, name, organization, role, active`

func readCredential(rows Rows) (credential.Credential, error) {
	var c credential.Credential
	var active int64
	err := rows.Scan(&c.Person, &c.Login, &c.Password, &c.Name, &c.Organization, &c.Role, &active)
	c.Active = active == 1
	return c, err
}

func (r reader) Credential(ctx context.Context, login string) (credential.Credential, error) {
	return r.oneCredential(ctx, trace.CodeUnauthenticated, `login = $1`, login)
}

func (r reader) CredentialOf(ctx context.Context, person credential.PersonID) (credential.Credential, error) {
	return r.oneCredential(ctx, trace.CodePersonNotFound, `person = $1`, r.dialect.ID(person))
}

func (r reader) oneCredential(ctx context.Context, missing trace.Code, where string, arg any) (credential.Credential, error) {
	found, err := queryAll(ctx, r, readCredential, `SELECT `+credentialColumns+` FROM credential WHERE `+where, arg)
	if err == nil && len(found) == 0 {
		err = trace.Fail(missing)
	}
	if err != nil {
		return credential.Credential{}, err
	}
	return found[0], nil
}

func (r reader) Credentials(ctx context.Context, q credential.Query) ([]credential.Credential, error) {
	if q.Prefix != "" {
		return r.searchCredentials(ctx, q)
	}
	sql := `SELECT ` + credentialColumns + ` FROM credential WHERE (name, person) > ($1, $2)`
	args := []any{q.After.Name, r.dialect.ID(q.After.Person)}
	if q.Organization != "" {
		args = append(args, q.Organization)
		sql += ` AND organization = $3`
	}
	args = append(args, int64(q.Limit))
	return queryAll(ctx, r, readCredential, sql+fmt.Sprintf(` ORDER BY name, person LIMIT $%d`, len(args)), args...)
}

// searchCredentials finds people by the beginning of a word or of a log-in. A person whose name
// contains it twice is found once, at the first.
func (r reader) searchCredentials(ctx context.Context, q credential.Query) (found []credential.Credential, err error) {
	type hit struct {
		credential.Credential
		tail string
	}
	read := func(rows Rows) (h hit, err error) {
		var active int64
		err = rows.Scan(&h.Person, &h.Login, &h.Password, &h.Name, &h.Credential.Organization, &h.Role, &active, &h.tail)
		h.Active = active == 1
		return h, err
	}
	tail, person := q.Prefix, q.After.Person
	if place := q.Place(&q.After); place != "" { // a record that no longer matches cannot be resumed from
		tail = place
	}
	sql := `SELECT c.person, login, password, name, c.organization, role, active, tail FROM person_tail t JOIN credential c ON c.person = t.person
		WHERE (t.tail, t.person) > ($1, $2) AND t.tail < $3`
	if q.Organization != "" {
		sql += ` AND t.organization = $5`
	}
	sql += ` ORDER BY t.tail, t.person LIMIT $4`
	for {
		args := []any{tail, r.dialect.ID(person), q.Prefix + "\U0010FFFF", int64(q.Limit)}
		if q.Organization != "" {
			args = append(args, q.Organization)
		}
		hits, err := queryAll(ctx, r, read, sql, args...)
		if err != nil {
			return nil, err
		}
		for i := range hits {
			if h := &hits[i]; h.tail == h.Tail(q.Prefix) && len(found) < q.Limit {
				found = append(found, h.Credential)
			}
		}
		if len(found) == q.Limit || len(hits) < q.Limit {
			return found, nil
		}
		tail, person = hits[len(hits)-1].tail, hits[len(hits)-1].Person
	}
}

func (r reader) HavingRole(ctx context.Context, role string, limit int) ([]credential.Credential, error) {
	return queryAll(ctx, r, readCredential, `SELECT `+credentialColumns+` FROM credential WHERE role = $1 ORDER BY role, person LIMIT $2`, role, int64(limit))
}

func readOwnRole(rows Rows) (o credential.OwnRole, err error) {
	return o, rows.Scan(&o.Organization, &o.Name, &o.ID)
}

func (r reader) OwnRoles(ctx context.Context, organizations []string, limit int) (all []credential.OwnRole, err error) {
	const columns = `SELECT organization, name, id FROM own_role `
	if len(organizations) == 0 {
		return queryAll(ctx, r, readOwnRole, columns+`WHERE (organization, name) > ('', '') ORDER BY organization, name LIMIT $1`, int64(limit))
	}
	for _, organization := range organizations {
		found, err := queryAll(ctx, r, readOwnRole, columns+`WHERE organization = $1 ORDER BY organization, name LIMIT $2`, organization, int64(limit-len(all)))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func (r reader) OwnRole(ctx context.Context, organization, name string) (o credential.OwnRole, known bool, err error) {
	found, err := queryAll(ctx, r, readOwnRole, `SELECT organization, name, id FROM own_role WHERE organization = $1 AND name = $2`, organization, name)
	if err != nil || len(found) == 0 {
		return o, false, err
	}
	return found[0], true, nil
}

func (w *writer) PutOwnRole(ctx context.Context, o credential.OwnRole) error {
	return errors.Join(w.DropOwnRole(ctx, o.ID), w.later(anyRows, `INSERT INTO own_role (organization, name, id) VALUES ($1, $2, $3)`, o.Organization, o.Name, w.dialect.ID(o.ID)))
}

func (w *writer) DropOwnRole(_ context.Context, id [16]byte) error {
	return w.later(anyRows, `DELETE FROM own_role WHERE id = $1`, w.dialect.ID(id))
}

// endsOfRecords is how many records one statement looks up.
const endsOfRecords = 50

func (r reader) NewestVersions(ctx context.Context, ids []trace.ID) (all []trace.Record, err error) {
	for some := range slices.Chunk(ids, endsOfRecords) {
		found, err := r.ends(ctx, some, `DESC`)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func (r reader) FirstAndNewest(ctx context.Context, id trace.ID) (first, newest trace.Record, known bool, err error) {
	found, err := r.ends(ctx, []trace.ID{id}, `ASC`, `DESC`)
	if err != nil || len(found) < 2 {
		return first, newest, false, err
	}
	if found[0].Version > found[1].Version {
		found[0], found[1] = found[1], found[0]
	}
	return found[0], found[1], true, nil
}

// ends reads the version at each requested end of each record, with one index step each: a record
// may have any number of versions.
func (r reader) ends(ctx context.Context, ids []trace.ID, orders ...string) ([]trace.Record, error) {
	var sql strings.Builder
	var args []any
	for _, id := range ids {
		args = append(args, r.dialect.ID(id))
		where := `id = $` + strconv.Itoa(len(args))
		if r.dialect.Part("") != "" {
			args = append(args, int16(id.Partition()))
			where += r.dialect.Part(`$` + strconv.Itoa(len(args)))
		}
		for _, order := range orders {
			if sql.Len() > 0 {
				sql.WriteString(` UNION ALL `)
			}
			sql.WriteString(`SELECT * FROM (` + r.dialect.SelectRecord() + `FROM journal WHERE ` + where + ` ORDER BY version ` + order + ` LIMIT 1) v`)
		}
	}
	if sql.Len() == 0 {
		return nil, nil
	}
	return r.records(r.context(ctx), sql.String(), args...)
}

func (w *writer) PutCredential(ctx context.Context, c credential.Credential) error {
	// It is looked up first, so that the caller learns whose the log-in is; of two transactions
	// that take one log-in, one runs again.
	switch other, err := w.Credential(ctx, c.Login); {
	case err == nil && other.Person != c.Person:
		return trace.Fail(trace.CodeLoginTaken)
	case err != nil && !trace.Is(err, trace.CodeUnauthenticated):
		return err
	}
	err := w.later(anyRows, `INSERT INTO credential (`+credentialColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (person) DO UPDATE SET
		login = excluded.login, password = excluded.password, name = excluded.name, organization = excluded.organization, role = excluded.role, active = excluded.active`,
		w.dialect.ID(c.Person), c.Login, c.Password, c.Name, c.Organization, c.Role, bit(c.Active))
	return errors.Join(err, w.dropTails(c.Person), w.putTails(&c))
}

func (w *writer) dropTails(person credential.PersonID) error {
	return w.later(anyRows, `DELETE FROM person_tail WHERE person = $1`, w.dialect.ID(person))
}

func (w *writer) putTails(c *credential.Credential) (err error) {
	for _, tail := range c.Tails() {
		err = errors.Join(err, w.later(anyRows, `INSERT INTO person_tail (organization, tail, person) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, c.Organization, tail, w.dialect.ID(c.Person)))
	}
	return err
}

func (w *writer) DropCredential(ctx context.Context, person credential.PersonID) error {
	return errors.Join(w.DropTickets(ctx, person, [32]byte{}), w.later(anyRows, `DELETE FROM factor WHERE person = $1`, w.dialect.ID(person)),
		w.dropTails(person), w.later(anyRows, `DELETE FROM credential WHERE person = $1`, w.dialect.ID(person)))
}

const factorColumns = `digest, person, kind, name, data, created_at, last_use`

func readFactor(rows Rows) (credential.Factor, error) {
	var f credential.Factor
	var digest []byte
	var kind, created, used int64
	err := rows.Scan(&digest, &f.Person, &kind, &f.Name, &f.Data, &created, &used)
	copy(f.Digest[:], digest)
	f.Kind, f.CreatedAt, f.LastUse = credential.FactorKind(kind), instant(created), instant(used)
	return f, err
}

func (r reader) Factor(ctx context.Context, digest [32]byte) (credential.Factor, error) {
	found, err := queryAll(ctx, r, readFactor, `SELECT `+factorColumns+` FROM factor WHERE digest = $1`, digest[:])
	if err == nil && len(found) == 0 {
		err = trace.Fail(trace.CodeUnauthenticated)
	}
	if err != nil {
		return credential.Factor{}, err
	}
	return found[0], nil
}

func (r reader) Factors(ctx context.Context, person credential.PersonID) ([]credential.Factor, error) {
	return queryAll(ctx, r, readFactor, `SELECT `+factorColumns+` FROM factor WHERE person = $1 ORDER BY created_at, digest`, r.dialect.ID(person))
}

func (w *writer) PutFactor(_ context.Context, f credential.Factor) error {
	// Another person's row is not changed, and a transaction that changes none runs again.
	return w.later(1, `INSERT INTO factor (`+factorColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (digest) DO UPDATE SET
		name = excluded.name, data = excluded.data, last_use = excluded.last_use WHERE factor.person = excluded.person`,
		f.Digest[:], w.dialect.ID(f.Person), int64(f.Kind), f.Name, f.Data, millis(f.CreatedAt), millis(f.LastUse))
}

func (w *writer) DropFactor(_ context.Context, digest [32]byte) error {
	return w.later(anyRows, `DELETE FROM factor WHERE digest = $1`, digest[:])
}

const ticketColumns = `digest, person, purpose, device, kept, created_at, shown_at, last_use, expires_at`

func readTicket(rows Rows) (credential.Ticket, error) {
	var t credential.Ticket
	var digest []byte
	var purpose, created, shown, used, expires int64
	err := rows.Scan(&digest, &t.Person, &purpose, &t.Device, &t.Kept, &created, &shown, &used, &expires)
	copy(t.Digest[:], digest)
	t.Purpose, t.CreatedAt, t.LastUse, t.ExpiresAt = credential.Purpose(purpose), instant(created), instant(used), instant(expires)
	if shown != 0 {
		t.ShownAt = instant(shown)
	}
	return t, err
}

func (r reader) Ticket(ctx context.Context, digest [32]byte) (credential.Ticket, error) {
	found, err := queryAll(ctx, r, readTicket, `SELECT `+ticketColumns+` FROM ticket WHERE digest = $1`, digest[:])
	if err == nil && len(found) == 0 {
		err = trace.Fail(trace.CodeUnauthenticated)
	}
	if err != nil {
		return credential.Ticket{}, err
	}
	return found[0], nil
}

func (r reader) Tickets(ctx context.Context, person credential.PersonID) ([]credential.Ticket, error) {
	return queryAll(ctx, r, readTicket, `SELECT `+ticketColumns+` FROM ticket WHERE person = $1 ORDER BY created_at DESC, digest DESC`, r.dialect.ID(person))
}

func (w *writer) PutTicket(_ context.Context, t credential.Ticket) error {
	var shown int64
	if !t.ShownAt.IsZero() {
		shown = millis(t.ShownAt)
	}
	return w.later(anyRows, `INSERT INTO ticket (`+ticketColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		t.Digest[:], w.dialect.ID(t.Person), int64(t.Purpose), t.Device, t.Kept, millis(t.CreatedAt), shown, millis(t.LastUse), millis(t.ExpiresAt))
}

func (w *writer) TakeTicket(ctx context.Context, digest [32]byte) error {
	if _, err := w.Ticket(ctx, digest); err != nil { // as TakeSession does
		return err
	}
	return w.later(1, `DELETE FROM ticket WHERE digest = $1`, digest[:])
}

func (w *writer) TouchTicket(_ context.Context, digest [32]byte, at time.Time) error {
	return w.later(anyRows, `UPDATE ticket SET last_use = $1 WHERE digest = $2 AND last_use < $1`, millis(at), digest[:])
}

func (w *writer) DropTickets(_ context.Context, person credential.PersonID, but [32]byte) error {
	return w.later(anyRows, `DELETE FROM ticket WHERE person = $1 AND digest <> $2`, w.dialect.ID(person), but[:])
}

func (w *writer) DropExpiredTickets(_ context.Context, before time.Time) error {
	return w.later(anyRows, `DELETE FROM ticket WHERE expires_at < $1`, millis(before))
}

func (r reader) HookReader() progress.Reader {
	return hookstore.Reader{Conn: r.conn, ID: r.dialect.ID, Context: r.ctx}
}
func (w *writer) HookWriter() progress.Writer {
	return hookstore.Writer{Later: w.later, ID: w.dialect.ID}
}
func (r reader) LandReader() landlayer.Reader  { return landstore.Reader{Conn: r.conn, Context: r.ctx} }
func (w *writer) LandWriter() landlayer.Writer { return landstore.On(w.LandReader(), w.later) }
