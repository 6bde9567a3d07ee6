package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
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
	// It is looked up first, so that the caller learns if it is gone; of two callers that
	// find it, the one whose row is gone at the end runs again, and finds nothing.
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
const credentialColumns = `person, login, password, name, organization, active`

func readCredential(rows Rows) (credential.Credential, error) {
	var c credential.Credential
	var active int64
	err := rows.Scan(&c.Person, &c.Login, &c.Password, &c.Name, &c.Organization, &active)
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
	sql := `SELECT ` + credentialColumns + ` FROM credential WHERE (name, person) > ($1, $2)`
	args := []any{q.After.Name, r.dialect.ID(q.After.Person)}
	if q.Organization != "" {
		args = append(args, q.Organization)
		sql += fmt.Sprintf(` AND organization = $%d`, len(args))
	}
	if q.Prefix != "" {
		args = append(args, q.Prefix, q.Prefix+"\U0010FFFF")
		sql += fmt.Sprintf(` AND (name >= $%[1]d AND name < $%[2]d OR login >= $%[1]d AND login < $%[2]d)`, len(args)-1, len(args))
	}
	args = append(args, int64(q.Limit))
	return queryAll(ctx, r, readCredential, sql+fmt.Sprintf(` ORDER BY name, person LIMIT $%d`, len(args)), args...)
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
	return w.later(anyRows, `INSERT INTO credential (`+credentialColumns+`) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (person) DO UPDATE SET
		login = excluded.login, password = excluded.password, name = excluded.name, organization = excluded.organization, active = excluded.active`,
		w.dialect.ID(c.Person), c.Login, c.Password, c.Name, c.Organization, bit(c.Active))
}

func (w *writer) DropCredential(ctx context.Context, person credential.PersonID) error {
	return errors.Join(w.DropTickets(ctx, person, [32]byte{}), w.later(anyRows, `DELETE FROM factor WHERE person = $1`, w.dialect.ID(person)),
		w.later(anyRows, `DELETE FROM credential WHERE person = $1`, w.dialect.ID(person)))
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

const ticketColumns = `digest, person, purpose, device, kept, created_at, last_use, expires_at`

func readTicket(rows Rows) (credential.Ticket, error) {
	var t credential.Ticket
	var digest []byte
	var purpose, created, used, expires int64
	err := rows.Scan(&digest, &t.Person, &purpose, &t.Device, &t.Kept, &created, &used, &expires)
	copy(t.Digest[:], digest)
	t.Purpose, t.CreatedAt, t.LastUse, t.ExpiresAt = credential.Purpose(purpose), instant(created), instant(used), instant(expires)
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
	return queryAll(ctx, r, readTicket, `SELECT `+ticketColumns+` FROM ticket WHERE person = $1 ORDER BY created_at DESC, digest`, r.dialect.ID(person))
}

func (w *writer) PutTicket(_ context.Context, t credential.Ticket) error {
	return w.later(anyRows, `INSERT INTO ticket (`+ticketColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		t.Digest[:], w.dialect.ID(t.Person), int64(t.Purpose), t.Device, t.Kept, millis(t.CreatedAt), millis(t.LastUse), millis(t.ExpiresAt))
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
