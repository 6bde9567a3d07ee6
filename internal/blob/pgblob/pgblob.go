// Package pgblob keeps files in PostgreSQL, in chunks, beside the records that name them: a
// backup of the database has both.
package pgblob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/blob"
)

// chunk is how many bytes of a file a row has: enough for few rows, little enough that a reader
// holds little.
const chunk = 256 << 10

// connections is the size of the store's own pool: sending a file must not take a connection from
// requests.
const connections = 4

// Store keeps files in PostgreSQL.
type Store struct{ pool *pgxpool.Pool }

// Open opens a store. Its tables are created together with those of the records.
func Open(ctx context.Context, url string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database's address cannot be read") // it may contain a password
	}
	config.MaxConns = connections
	if config.ConnConfig.ValidateConnect == nil { // of several hosts, the leader
		config.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
	// They are rarely used, and often dead after a restart of the database, so each is tested
	// first: otherwise a readable file would be reported as unreadable.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return true }
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the store of files: %w", err)
	}
	return &Store{pool}, nil
}

// Draft implements blob.Store.
func (s *Store) Draft(context.Context) (blob.Draft, error) { return blob.NewSpool(s.keep) }

// keep writes a file whose bytes wait on disk. Of several that keep the same file at once the
// first writes it, and the others wait for that.
func (s *Store) keep(ctx context.Context, sum blob.Sum, size int64, file io.ReaderAt) (blob.Info, error) {
	info := blob.Info{Sum: sum, Size: size}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// Citus refuses now() after DO UPDATE, and 13.2 crashes where it plans that for any parameters.
		err := tx.QueryRow(ctx, `INSERT INTO blob (sha256, size, kept_at) VALUES ($1, $2, now())
			ON CONFLICT (sha256) DO UPDATE SET kept_at = excluded.kept_at RETURNING kept_at`, sum[:], size).Scan(&info.At)
		if err != nil {
			return err
		}
		// Even if the row exists, because its bytes may have been damaged.
		if _, err := tx.Exec(ctx, `DELETE FROM blob_chunk WHERE sha256 = $1`, sum[:]); err != nil {
			return err
		}
		buffer := make([]byte, chunk)
		for at := int64(0); at < size; at += chunk {
			part := buffer[:min(chunk, size-at)]
			if _, err := file.ReadAt(part, at); err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO blob_chunk (sha256, num, body) VALUES ($1, $2, $3)`, sum[:], at/chunk, part); err != nil {
				return err
			}
		}
		return nil
	})
	return info, failed(err)
}

// diskFull is PostgreSQL's code for a full disk.
const diskFull = "53100"

func failed(err error) error {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok && said.Code == diskFull {
		return fmt.Errorf("%w: %w", blob.ErrFull, err)
	}
	return err
}

// Stat implements blob.Store.
func (s *Store) Stat(ctx context.Context, sum blob.Sum) (blob.Info, error) {
	info := blob.Info{Sum: sum}
	err := s.pool.QueryRow(ctx, `SELECT size, kept_at FROM blob WHERE sha256 = $1`, sum[:]).Scan(&info.Size, &info.At)
	if errors.Is(err, pgx.ErrNoRows) {
		err = blob.ErrMissing
	}
	return info, err
}

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, sum blob.Sum) (blob.Content, error) {
	info, err := s.Stat(ctx, sum)
	if err != nil {
		return nil, err
	}
	return &content{ctx: ctx, store: s, sum: sum, size: info.Size, have: -1}, nil
}

// Delete implements blob.Store.
func (s *Store) Delete(ctx context.Context, sum blob.Sum) error {
	_, err := s.pool.Exec(ctx, `DELETE FROM blob WHERE sha256 = $1`, sum[:]) // its chunks go with it
	return err
}

// page is how many files Each reads at a time.
const page = 500

// Each implements blob.Store.
func (s *Store) Each(ctx context.Context, fn func(blob.Info) error) error {
	for after := []byte{}; ; {
		rows, err := s.pool.Query(ctx, `SELECT sha256, size, kept_at FROM blob WHERE sha256 > $1 ORDER BY sha256 LIMIT $2`, after, page)
		if err != nil {
			return err
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (info blob.Info, err error) {
			var sum []byte
			err = row.Scan(&sum, &info.Size, &info.At)
			copy(info.Sum[:], sum)
			return info, err
		})
		if err != nil {
			return err
		}
		for _, info := range found {
			if err := fn(info); err != nil {
				return err
			}
		}
		if len(found) < page {
			return nil
		}
		after = found[page-1].Sum[:]
	}
}

// Close implements blob.Store.
func (s *Store) Close() error { s.pool.Close(); return nil }

// content reads a file chunk by chunk.
type content struct {
	ctx   context.Context
	store *Store
	sum   blob.Sum
	size  int64
	at    int64
	have  int64 // the chunk in part; -1: none
	part  []byte
}

func (c *content) Size() int64 { return c.size }

func (c *content) Close() error { return nil }

// Read implements io.Reader. A chunk that is missing or too short is an error: the file is
// damaged.
func (c *content) Read(p []byte) (int, error) {
	if c.at >= c.size {
		return 0, io.EOF
	}
	if want := c.at / chunk; want != c.have {
		err := c.store.pool.QueryRow(c.ctx, `SELECT body FROM blob_chunk WHERE sha256 = $1 AND num = $2`, c.sum[:], want).Scan(&c.part)
		if errors.Is(err, pgx.ErrNoRows) {
			return 0, io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, err
		}
		c.have = want
	}
	from := c.at % chunk
	if from >= int64(len(c.part)) {
		return 0, io.ErrUnexpectedEOF
	}
	n := copy(p, c.part[from:min(int64(len(c.part)), from+c.size-c.at)])
	c.at += int64(n)
	return n, nil
}

// Seek implements io.Seeker.
func (c *content) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += c.at
	case io.SeekEnd:
		offset += c.size
	}
	if offset < 0 {
		return 0, errors.New("a place before the beginning")
	}
	c.at = offset
	return offset, nil
}
