package storetest

import (
	"bytes"
	"context"
	"testing"
	"time"

	"rastro/internal/trace"
)

// erase writes the version that ends a record for good, and destroys the data
// of all before it.
func erase(tb testing.TB, s trace.Store, newest trace.Record, deleted bool) trace.Record {
	tb.Helper()
	ctx := context.Background()
	last := next(newest, trace.Erased)
	last.Payload = []byte(`{"motivo":"pedido do titular","versoesExpurgadas":1}`)
	last.Findings, last.Seal, last.ValidationCode = nil, nil, ""
	last.AfterEnd = deleted
	update(tb, s, func(w trace.Writer) error {
		if err := w.Append(ctx, last); err != nil {
			return err
		}
		return w.Erase(ctx, last.ID, last.Version-1, last.Kind.Prefix+"/"+last.ID.String())
	})
	last.AfterEnd = false // is not stored
	return last
}

// destroyed returns a version as an erasure leaves it.
func destroyed(r trace.Record) trace.Record {
	r.Payload, r.Salt, r.Findings, r.Seal, r.ValidationCode, r.HarvestCode = nil, [16]byte{}, nil, nil, "", ""
	return r
}

var erasureCases = []namedCase{
	{"destroys the data of every version and keeps what was committed to", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		v1 := record(t, validationKind(), "S", 1)
		v1.Findings, v1.Seal, v1.ValidationCode = []byte(`[{"regra":"X"}]`), []byte(`"cobertura":{}`), "ABC"
		v1.Salt, v1.Hash = [16]byte{1, 2, 3}, [32]byte{4, 5, 6}
		v2 := next(v1, trace.Updated)
		v2.Hash = [32]byte{7, 8, 9}
		other := record(t, planting, "S", 2)
		write(t, s, v1, other)
		write(t, s, v2)
		location := v1.Kind.Prefix + "/" + v1.ID.String()
		kept := trace.Reply{AccessKey: "rk", Name: "other", Location: other.Kind.Prefix + "/" + other.ID.String(), Data: []byte(`{"o":1}`), ExpiresAt: start.Add(trace.ReplyLifetime)}
		update(t, s, func(w trace.Writer) error {
			for _, name := range []string{"one", "two"} {
				r := trace.Reply{AccessKey: "rk", Name: name, Location: location, Data: []byte(`{"cpf":"529.982.247-25"}`), ExpiresAt: kept.ExpiresAt}
				if err := w.PutReply(ctx, r); err != nil {
					return err
				}
			}
			return w.PutReply(ctx, kept)
		})
		v3 := erase(t, s, v2, false)

		got, err := s.Versions(ctx, v1.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]trace.Record{destroyed(v1), destroyed(v2), v3}, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		for i := range got {
			if gone := got[i].Gone(); gone != (i < 2) {
				t.Errorf("version %d: Gone = %t", i+1, gone)
			}
		}
		_, err = s.Record(ctx, v1.ID)
		wantCode(t, "Record", err, trace.CodeErased)
		if data := trace.AsError(err).Data; !bytes.Contains(data, []byte("pedido do titular")) || !bytes.Contains(data, []byte(v1.ID.String())) {
			t.Errorf("the receipt is %s", data)
		}
		for _, name := range []string{"one", "two"} {
			reply, err := s.Reply(ctx, "rk", name)
			if err != nil || !reply.Erased() || reply.Request != [32]byte{} || reply.Location != location || !reply.ExpiresAt.Equal(kept.ExpiresAt) {
				t.Errorf("the answer kept as %s: %+v, %v; want its name and nothing of its data", name, reply, err)
			}
		}
		if reply, err := s.Reply(ctx, "rk", "other"); err != nil || !bytes.Equal(reply.Data, kept.Data) {
			t.Errorf("the answer about another record: %s, %v", reply.Data, err)
		}
		if r, err := s.Record(ctx, other.ID); err != nil || diff(&other, r) != "" {
			t.Errorf("the other record: %v\n%s", err, diff(&other, r))
		}
	}},
	{"a code stays taken, and its text goes", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		v := record(t, validationKind(), "S", 1)
		v.ValidationCode = "SITIO-DA-MARIA"
		write(t, s, v)
		reserve := func(id trace.ID) error {
			return s.Update(ctx, func(w trace.Writer) error { return w.ReserveCode(ctx, trace.FoldCode(v.ValidationCode), id) })
		}
		if err := reserve(v.ID); err != nil {
			t.Fatal(err)
		}
		erase(t, s, v, false)
		wantCode(t, "the same code again", reserve(record(t, validationKind(), "S", 2).ID), trace.CodeCodeTaken)
		if owner, err := s.CodeOwner(ctx, trace.FoldCode(v.ValidationCode)); owner != v.ID || err != nil {
			t.Errorf("CodeOwner = %s, %v; want %s", owner, err, v.ID)
		}
	}},
	{"counts right, whether it lived or was deleted", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		living, dead, kept := record(t, planting, "S", 1), record(t, planting, "S", 2), record(t, planting, "S", 3)
		write(t, s, living, dead, kept)
		ended := next(dead, trace.Deleted)
		write(t, s, ended)
		count := func(when string, want int64) {
			t.Helper()
			for _, harvests := range [][]string{nil, {"S"}} {
				if n, err := s.Count(ctx, trace.Query{Kind: planting, Reach: trace.Only(harvests...)}); n != want || err != nil {
					t.Errorf("Count in %q %s = %d, %v; want %d", harvests, when, n, err, want)
				}
			}
		}
		count("before", 2)
		erase(t, s, ended, true)
		count("after the deleted one was erased", 2)
		erase(t, s, living, false)
		count("after the living one was erased", 1)
		got, err := s.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 10})
		if d := diff(ids([]trace.Record{kept}), ids(got)); d != "" || err != nil {
			t.Errorf("Records, %v: -want +got:\n%s", err, d)
		}
		// The state at that time is still readable, without the data.
		got, err = s.Records(ctx, trace.Query{Kind: planting, At: start.Add(4 * time.Second), Order: trace.OldestFirst, Limit: 10})
		if d := diff([]trace.Record{destroyed(living), destroyed(dead), kept}, got); d != "" || err != nil {
			t.Errorf("Records as of before, %v: -want +got:\n%s", err, d)
		}
	}},
	{"follows a deletion only where it says so, and once", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		r := record(t, planting, "S", 1)
		ended := next(r, trace.Deleted)
		write(t, s, r, ended)
		last := next(ended, trace.Erased)
		err := s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, last) })
		wantCode(t, "an end after an end that does not say so", err, trace.CodeContended)
		erase(t, s, ended, true)
		last.AfterEnd = true
		err = s.Update(ctx, func(w trace.Writer) error { return w.Append(ctx, last) })
		wantCode(t, "the same version again", err, trace.CodeContended)
		if n, err := s.Count(ctx, trace.Query{Kind: planting}); n != 0 || err != nil {
			t.Errorf("Count = %d, %v; want 0", n, err)
		}
	}},
	{"an erasure that fails destroys nothing", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		r := record(t, planting, "S", 1)
		write(t, s, r)
		err := s.Update(ctx, func(w trace.Writer) error {
			if err := w.Erase(ctx, r.ID, 1, "/x"); err != nil {
				return err
			}
			return errOwn
		})
		if err == nil {
			t.Error("Update: no error")
		}
		if got, err := s.Record(ctx, r.ID); err != nil || diff(&r, got) != "" {
			t.Errorf("the record after: %v\n%s", err, diff(&r, got))
		}
	}},
}
