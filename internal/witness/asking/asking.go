// Package asking asks witnesses to cosign the checkpoints of this server's log (C2SP tlog-witness).
// Nothing waits for them: writes, proofs and the log go on without.
package asking

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
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
	SetCosigned(checkpoint []byte) error
}

// Vault keeps the last cosigned checkpoint across a restart.
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
}

// place is what is known of one witness.
type place struct {
	Place
	known  int64 // the size that it cosigned last
	tree   ledger.Tree
	line   []byte // its cosignature of that state
	failed int    // times in a row
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
	if kept := a.vault.Cosigned(); kept != nil {
		if err := a.log.SetCosigned(kept); err != nil {
			a.report.Info("the kept cosigned checkpoint is of another log, and is not used", "err", err)
		}
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
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

// Round asks every witness whose turn it is for the newest state, and notes what came of it. It ends
// after a bounded time, whatever they do.
func (a *Asker) Round(ctx context.Context, now time.Time) error {
	state, err := a.log.NewestState(ctx)
	if err != nil || state.Tree.Size == 0 {
		return err
	}
	signed, err := ledger.Alone(state.Verifier, state.Checkpoint)
	if err != nil {
		return err
	}
	failures := make([]error, len(a.places))
	var asking sync.WaitGroup
	asked := false
	for i, p := range a.places {
		if p.tree != state.Tree && !now.Before(p.after) {
			asking.Go(func() { failures[i] = a.ask(ctx, p, state.Tree, signed) })
			asked = true
		}
	}
	asking.Wait()
	if !asked {
		return nil
	}
	cosigned := signed
	for i, p := range a.places {
		a.note(p, failures[i], now)
		if p.tree == state.Tree {
			cosigned = append(cosigned, p.line...)
		}
	}
	if len(cosigned) == len(signed) {
		return nil
	}
	return a.show(cosigned)
}

// show makes proofs lead to a cosigned state. Fewer cosignatures on a newer state replace more on an
// older one: witnesses come and go.
func (a *Asker) show(cosigned []byte) error {
	if err := a.log.SetCosigned(cosigned); err != nil {
		return err
	}
	return a.vault.PutCosigned(cosigned)
}

// note keeps a witness that fails from being asked each time.
func (a *Asker) note(p *place, err error, now time.Time) {
	if err == nil {
		if now.Before(p.after) { // it was not asked
			return
		}
		p.failed = 0
		return
	}
	p.failed++
	p.after = now.Add(min(maxPause, interval<<min(p.failed, 6)))
	if p.failed == 1 || p.failed%60 == 0 {
		a.report.Warn("a witness did not cosign the log; it will be asked again", "witness", p.Witness.Name(), "err", err)
	}
}

// ask asks one witness for its cosignature line.
func (a *Asker) ask(ctx context.Context, p *place, tree ledger.Tree, signed []byte) error {
	for range maxRetries {
		proof, err := a.proof(ctx, tree, p.known)
		if err != nil {
			return err
		}
		request := witness.Request{Old: p.known, Proof: proof, Checkpoint: signed}
		status, body, err := a.post(ctx, p, request.Encode())
		switch {
		case err != nil:
			return err
		case status == http.StatusOK:
			cosigned, err := cosign.Add(signed, body, &p.Witness)
			if err != nil {
				return err
			}
			p.known, p.tree, p.line = tree.Size, tree, cosigned[len(signed):]
			return nil
		case status != http.StatusConflict:
			return fmt.Errorf("it answered %d", status)
		}
		known, ok := witness.ParseSize(strings.TrimSuffix(string(body), "\n"))
		switch {
		case !ok:
			return errors.New("it does not say which size it knows")
		case known > tree.Size:
			return fmt.Errorf("it knows %d entries of this log, which has %d: the store was set back, or another server has its name", known, tree.Size)
		case known == p.known:
			return fmt.Errorf("it knows another state of this log with %d entries: the log was forked, or another server has its name", known)
		}
		p.known = known
	}
	return errors.New("it keeps naming other sizes")
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
