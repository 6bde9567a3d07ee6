// Package asking asks witnesses to cosign the checkpoints of this server's log (C2SP tlog-witness).
// Nothing waits for them: writes, proofs and the log continue without them.
package asking

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
	"rastro/internal/trace"
	"rastro/internal/witness"
)

// Place is a witness and the address below which it takes checkpoints.
type Place struct {
	Witness cosign.Witness
	Address string
}

// Log is the log that is to be cosigned.
type Log interface {
	NewestState(ctx context.Context) (trace.LogState, error)
	Consistency(ctx context.Context, tree ledger.Tree, older int64) ([]ledger.Hash, error)
	// SetCosigned notes cosigned checkpoints. A proof leads to the first that covers it.
	SetCosigned(checkpoints ...[]byte) error
}

// Vault keeps the cosigned checkpoint with the most cosignatures across a restart.
type Vault interface {
	Cosigned() []byte
	PutCosigned(checkpoint []byte) error
}

// Asker asks the witnesses of a log.
type Asker struct {
	log    Log
	vault  Vault
	places []*place
	client *http.Client
	report *slog.Logger

	waiting sync.WaitGroup
	lock    sync.Mutex // guards the fields below, and the places except for their known
	current *cosigned  // the state that witnesses are asked for
	// fullest is the newest of the states with the most cosignatures, and newest the newest of all:
	// while a witness is down, newer states have fewer, and a reader may demand more.
	fullest, newest cosigned
}

// cosigned is a state of the log that some witnesses cosigned.
type cosigned struct {
	tree       ledger.Tree
	checkpoint []byte
	by         int
}

// place is what is known of one witness.
type place struct {
	Place
	known  int64       // the size that it cosigned last; belongs to whoever is asking it
	asked  bool        // and has not answered
	tree   ledger.Tree // that it cosigned last
	failed int         // times in a row
	after  time.Time
}

// Times.
const (
	interval   = time.Second // between two rounds
	patience   = 5 * time.Second
	maxPause   = time.Minute
	maxAnswer  = 16 << 10
	maxRetries = 2
)

// New makes an Asker.
func New(log Log, vault Vault, places []Place, report *slog.Logger) *Asker {
	a := &Asker{log: log, vault: vault, report: report, client: &http.Client{
		Timeout: patience,
		// A redirect would lead to another witness.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, p := range places {
		a.places = append(a.places, &place{Place: p})
	}
	return a
}

// Run asks until the context ends.
func (a *Asker) Run(ctx context.Context) {
	if len(a.places) == 0 {
		return
	}
	if err := a.resume(); err != nil {
		a.report.Info("the kept cosigned checkpoint is of another log, and is not used", "err", err)
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	defer a.waiting.Wait()
	for {
		if err := a.Round(ctx, time.Now()); err != nil && ctx.Err() == nil {
			a.report.Warn("the log was not cosigned; it will be tried again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Round begins to ask every witness whose turn it is for the newest state. It waits for none: each
// answer is noted when it comes, whatever the others do.
func (a *Asker) Round(ctx context.Context, now time.Time) error {
	state, err := a.log.NewestState(ctx)
	if err != nil || state.Tree.Size == 0 {
		return err
	}
	signed, err := ledger.Alone(state.Verifier, state.Checkpoint)
	if err != nil {
		return err
	}
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.current == nil || a.current.tree != state.Tree {
		a.current = &cosigned{state.Tree, signed, 0}
	}
	for _, p := range a.places {
		if p.asked || p.tree == state.Tree || now.Before(p.after) {
			continue
		}
		p.asked = true
		asked := a.current
		a.waiting.Go(func() {
			line, err := a.ask(ctx, p, state.Tree, signed)
			if ctx.Err() == nil {
				a.answered(p, asked, line, err, now)
			}
		})
	}
	return nil
}

// answered notes a witness's answer. A slow witness may answer for an older state than others have
// since.
func (a *Asker) answered(p *place, asked *cosigned, line []byte, err error, now time.Time) {
	a.lock.Lock()
	defer a.lock.Unlock()
	p.asked = false
	if err != nil {
		a.postpone(p, err, now)
		return
	}
	p.failed, p.tree = 0, asked.tree
	asked.checkpoint, asked.by = slices.Concat(asked.checkpoint, line), asked.by+1
	if err := a.show(*asked); err != nil {
		a.report.Warn("a cosignature of the log could not be kept", "err", err)
	}
}

// show makes proofs lead to the states that are worth most to readers.
func (a *Asker) show(c cosigned) error {
	if size := a.newest.tree.Size; c.tree.Size > size || c.tree.Size == size && c.by >= a.newest.by {
		a.newest = c
	}
	fuller := c.by > a.fullest.by || c.by == a.fullest.by && c.tree.Size >= a.fullest.tree.Size
	if fuller {
		a.fullest = c
	}
	err := a.log.SetCosigned(a.fullest.checkpoint, a.newest.checkpoint)
	if err == nil && fuller {
		err = a.vault.PutCosigned(c.checkpoint)
	}
	return err
}

// resume shows the state that was cosigned before a restart, counting only the present witnesses.
func (a *Asker) resume() error {
	kept := a.vault.Cosigned()
	if kept == nil {
		return nil
	}
	tree, _, err := ledger.ReadCheckpoint(kept)
	if err != nil {
		return err
	}
	var witnesses []cosign.Witness
	for _, p := range a.places {
		witnesses = append(witnesses, p.Witness)
	}
	if by := len(cosign.Of(kept, witnesses)); by > 0 {
		if err = a.log.SetCosigned(kept); err == nil {
			a.fullest = cosigned{tree, kept, by}
			a.newest = a.fullest
		}
	}
	return err
}

// postpone keeps a witness that fails from being asked each time.
func (a *Asker) postpone(p *place, err error, now time.Time) {
	p.failed++
	p.after = now.Add(min(maxPause, interval<<min(p.failed, 6)))
	if p.failed == 1 || p.failed%60 == 0 {
		a.report.Warn("a witness did not cosign the log; it will be asked again", "witness", p.Witness.Name(), "err", err)
	}
}

// ask asks one witness for its cosignature line.
func (a *Asker) ask(ctx context.Context, p *place, tree ledger.Tree, signed []byte) ([]byte, error) {
	for range maxRetries {
		proof, err := a.proof(ctx, tree, p.known)
		if err != nil {
			return nil, err
		}
		request := witness.Request{Old: p.known, Proof: proof, Checkpoint: signed}
		status, body, err := a.post(ctx, p, request.Encode())
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			cosigned, err := cosign.Add(signed, body, &p.Witness)
			if err != nil {
				return nil, err
			}
			p.known = tree.Size
			return cosigned[len(signed):], nil
		case status != http.StatusConflict:
			return nil, fmt.Errorf("it answered %d", status)
		}
		known, ok := witness.ParseSize(strings.TrimSuffix(string(body), "\n"))
		switch {
		case !ok:
			return nil, errors.New("it does not say which size it knows")
		case known > tree.Size:
			return nil, fmt.Errorf("it knows %d entries of this log, which has %d: the store was set back, or another server has its name", known, tree.Size)
		case known == p.known:
			return nil, fmt.Errorf("it knows another state of this log with %d entries: the log was forked, or another server has its name", known)
		}
		p.known = known
	}
	return nil, errors.New("it keeps naming other sizes")
}

func (a *Asker) proof(ctx context.Context, tree ledger.Tree, older int64) ([]ledger.Hash, error) {
	if older == 0 || older == tree.Size {
		return nil, nil
	}
	return a.log.Consistency(ctx, tree, older)
}

func (a *Asker) post(ctx context.Context, p *place, body []byte) (int, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(p.Address, "/")+witness.Path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	answer, err := a.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return answer.StatusCode, text, err
}
