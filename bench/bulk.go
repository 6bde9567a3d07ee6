package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

const (
	// bulkBatch is how many records share a transaction while a store is
	// filled, bulkQueue how many batches may wait for one.
	bulkBatch = 2_000
	bulkQueue = 4
	// bulkLog is how many commitments enter the log in one step.
	bulkLog = 50_000
	// firstRecord is when the first record was made, pace the interval between records: all lie in
	// the past, so that a new id is larger than any of them.
	pace = 5 * time.Millisecond
)

func firstRecord() time.Time { return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC) }

// bulk fills a store through its port, with rows that match byte for byte what the service would
// write: ids, findings, salts and commitments. It groups them in larger transactions, and that
// alone makes it faster.
type bulk struct {
	store  trace.Store
	layout layout
	lists  *lists
	out    *console
	name   string
	// writers is how many transactions run at once.
	writers int
}

// fill writes all records and brings them into the log.
func (b *bulk) fill(ctx context.Context) error {
	writing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	batches := make(chan []trace.Record, bulkQueue)
	var workers sync.WaitGroup
	workers.Go(func() {
		defer close(batches)
		if err := b.generate(writing, batches); err != nil {
			cancel(err)
		}
	})
	for range b.writers {
		workers.Go(func() {
			for batch := range batches {
				if err := b.write(writing, batch); err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	if err := context.Cause(writing); err != nil {
		return err
	}
	return b.integrate(ctx)
}

func (b *bulk) write(ctx context.Context, batch []trace.Record) error {
	return b.store.Update(ctx, func(w trace.Writer) error {
		for _, r := range batch {
			if err := w.Append(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// generate makes the records, in batches. Making one costs about as much as
// writing it, so the two run side by side.
func (b *bulk) generate(ctx context.Context, batches chan<- []trace.Record) error {
	var seed [32]byte
	if _, err := io.ReadFull(rand.Reader, seed[:]); err != nil {
		return err
	}
	random := mathrand.NewChaCha8(seed)
	k := kind.ByPrefix(recordPrefix)
	author := (&trace.Key{Name: rootName}).Author()
	for from := 0; from < b.layout.records; from += bulkBatch {
		batch := make([]trace.Record, 0, bulkBatch)
		for i := from; i < min(from+bulkBatch, b.layout.records); i++ {
			r, err := newRecord(k, author, i, b.layout.harvest(i), random)
			if err != nil {
				return err
			}
			if err := b.lists.id(i, r.ID.String()); err != nil {
				return err
			}
			batch = append(batch, r)
		}
		select {
		case batches <- batch:
		case <-ctx.Done():
			return ctx.Err()
		}
		b.out.tick(b.name+": writing", from, b.layout.records)
	}
	return nil
}

// newRecord returns a create's version as app.App would write it.
func newRecord(k *kind.Kind, author string, number, harvest int, random io.Reader) (trace.Record, error) {
	at := firstRecord().Add(time.Duration(number) * pace)
	r := trace.Record{
		Kind: k, HarvestID: harvestID(harvest), HarvestCode: season, Payload: []byte(payload(body(number, harvest))),
		Version: 1, Operation: trace.Created, UpdatedAt: at, CreatedBy: author, UpdatedBy: author,
	}
	var err error
	if r.ID, err = trace.NewID(at, r.HarvestID, random); err != nil {
		return r, err
	}
	r.Findings = record.Grade(k, r.Payload, at.Year()).Pack(nil, r.Payload)
	if _, err := io.ReadFull(random, r.Salt[:]); err != nil {
		return r, err
	}
	document, err := r.Document()
	r.Hash = ledger.Commit(r.Salt[:], document)
	return r, err
}

// integrate brings everything that is written into the log, as
// app.App.Integrate does but in larger steps.
func (b *bulk) integrate(ctx context.Context) error {
	for {
		var added []trace.Commitment
		var size int64
		err := b.store.Update(ctx, func(w trace.Writer) error {
			state, err := w.LockLog(ctx)
			if err != nil {
				return err
			}
			if added, err = w.Unlogged(ctx, bulkLog); err != nil || len(added) == 0 {
				return err
			}
			signer, err := ledger.NewSigner(state.Secret)
			if err != nil {
				return err
			}
			entries := make([][]byte, len(added))
			for i := range added {
				entries[i] = added[i].Hash[:]
			}
			tree, tiles, err := ledger.Extend(state.Tree, func(t ledger.Tile) ([]byte, error) { return w.Tile(ctx, t) }, entries)
			if err != nil {
				return err
			}
			checkpoint, err := signer.Sign(tree)
			if err != nil {
				return err
			}
			size = tree.Size
			next := trace.LogState{Tree: tree, Checkpoint: checkpoint, SignedAt: time.Now().UTC().Truncate(time.Millisecond)}
			return w.PutLog(ctx, next, tiles, state.Tree.Size, added, false)
		})
		if err != nil {
			return fmt.Errorf("bring the records into the log: %w", err)
		}
		if len(added) == 0 {
			return nil
		}
		b.out.tick(b.name+": log", int(size), b.layout.records)
	}
}
