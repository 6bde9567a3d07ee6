package trace

import (
	"context"
	"errors"
	"hash/maphash"
	"maps"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// A recall is signed, so the rows of the lot graph that it used are held against the
// journal first: somebody may have changed or deleted some under the running server.

// rowSum is a digest of a set of rows, in whatever order they come. Nobody can
// foresee its seed, so nobody can make two sets alike.
type rowSum struct {
	seed maphash.Seed
	n    int64
	sum  uint64
	buf  []byte
}

func (s *rowSum) add(row *lot.Row) {
	s.buf = append(s.buf[:0], row.Lot...)
	s.buf = append(s.buf, 0, byte(row.Role), byte(row.Kind), byte(row.Kind>>8))
	s.buf = append(s.buf, row.ID[:]...)
	for shift := 0; shift < 64; shift += 8 {
		s.buf = append(s.buf, byte(row.Version>>shift), byte(row.Since>>shift))
	}
	s.buf = row.Fact.Append(s.buf)
	s.n++
	s.sum += maphash.Bytes(s.seed, s.buf)
}

// errManyNameLots: more records name lots than a recall holds against its rows.
var errManyNameLots = errors.New("many records name lots")

// check holds the rows that were used against what the journal says of the lots that
// were met, and notes in the report how far it looked. It fails with CodeLotsDiffer.
// How many records name lots it finds out by reading them: a kept count could be
// falsified like the rows.
func (c *recalling) check(ctx context.Context, s *Service, r Reader, by *Key, met *lot.Seen) error {
	said := rowSum{seed: c.used.seed}
	take := func(v *Record) error {
		rows := v.LotRows()
		for i := range rows {
			if !rows[i].Role.Light() && met.Has(rows[i].Lot) {
				said.add(&rows[i])
			}
		}
		return ctx.Err()
	}
	c.Conferidas = &RecallCheck{Todas: true, Safras: []string{}}
	left := s.lots.Checked
	err := eachNamingLots(ctx, r, by.Safras, func(v *Record) error {
		if left--; left < 0 {
			return errManyNameLots
		}
		return take(v)
	})
	if errors.Is(err, errManyNameLots) {
		said, err = rowSum{seed: c.used.seed}, nil
		c.Conferidas = &RecallCheck{Safras: slices.AppendSeq([]string{}, maps.Keys(c.harvests))}
		slices.Sort(c.Conferidas.Safras)
		for _, safra := range c.Conferidas.Safras {
			if err = eachNamingLots(ctx, r, []string{safra}, take); err == nil {
				err = c.weigh(len(safra) + textWeight)
			}
			if err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	if said.n == c.used.n && said.sum == c.used.sum {
		return nil
	}
	s.log.Error("the lot graph is not what the journal says: a recall was refused; run 'rastro verify' to see what was changed, then 'rastro rebuild --only lots', and find out who changed the database",
		"lots", strings.Join(c.Iniciais[:min(len(c.Iniciais), 5)], ", "), "rows", c.used.n, "journal", said.n)
	return Fail(CodeLotsDiffer)
}

// lotKinds are the kinds whose records make the rows that a walk follows.
var lotKinds = func() (kinds []*kind.Kind) {
	for _, k := range kind.All {
		if k.NamesLots() && !k.IsValidation() {
			kinds = append(kinds, k)
		}
	}
	return kinds
}()

// eachNamingLots calls fn with the live records of some harvests that may name lots,
// in pages; no harvests are all.
func eachNamingLots(ctx context.Context, r Reader, safras []string, fn func(*Record) error) error {
	for _, k := range lotKinds {
		q := Query{Kind: k, SafraIDs: safras, Order: OldestFirst, Limit: recordChunk}
		for more := true; more; {
			page, err := r.Records(ctx, q)
			if err != nil {
				return err
			}
			for i := range page {
				if err := fn(&page[i]); err != nil {
					return err
				}
			}
			if more = len(page) == q.Limit; more {
				q.After = q.Order.position(&page[len(page)-1])
			}
		}
	}
	return nil
}
