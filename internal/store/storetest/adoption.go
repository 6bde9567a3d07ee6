package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/logkey"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// killedVault does not get to promote a key.
type killedVault struct{ *logkey.Files }

func (killedVault) Promote([]byte) error { return errKilled }

// adoptedLog renames a log twice, once with a crash before the last step, and checks what strangers
// are told.
func adoptedLog(t *testing.T, s trace.Store) {
	ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
	svc := startServer(t, s, files)
	made, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	drain(t, s, svc, 1)
	first := svc.VerifierKey()
	oldProof, err := svc.Prove(ctx, everybody, planting, made.Record.ID.String(), 0)
	if err != nil || oldProof.Predecessors != nil {
		t.Fatalf("proof %+v, %v", oldProof, err)
	}
	if _, err := serverOn(t, s, files).AdoptLog(ctx, "", false); err == nil || !strings.Contains(err.Error(), "nothing to adopt") {
		t.Errorf("AdoptLog of a sound log = %v", err)
	}
	adopted, err := serverOn(t, s, files).AdoptLog(ctx, "second.example/log", true)
	if err != nil || adopted.Origin != "second.example/log" || adopted.Predecessor.Size != 1 || adopted.Predecessor.Key != first {
		t.Fatalf("AdoptLog = %+v, %v", adopted, err)
	}
	if _, err := svc.Checkpoint(ctx); !trace.Is(err, trace.CodeLogForked) { // it runs on with the old key
		t.Errorf("a server with the old key serves: %v", err)
	}
	if _, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil); !trace.Is(err, trace.CodeLogForked) {
		t.Errorf("a server with the old key writes: %v", err)
	}
	if _, err := serverOn(t, s, files).AdoptLog(ctx, adopted.Predecessor.Origin, true); err == nil || !strings.Contains(err.Error(), "choose another name") {
		t.Errorf("AdoptLog under a name of before = %v", err)
	}
	if _, err := serverOn(t, s, killedVault{files}).AdoptLog(ctx, "third.example/log", true); !errors.Is(err, errKilled) {
		t.Fatalf("AdoptLog = %v", err)
	}
	svc = startServer(t, s, files) // which finishes it
	createSome(t, svc, 1)
	drain(t, s, svc, 4) // two records and two notes
	if !strings.HasPrefix(svc.VerifierKey(), "third.example/log+") {
		t.Errorf("the log is %s", svc.VerifierKey())
	}
	proven, err := svc.Prove(ctx, everybody, planting, made.Record.ID.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if p := proven.Predecessors; len(p) != 2 || p[0].Key != first || p[0].Size != 1 || p[1].Origin != "second.example/log" || p[1].Size < 1 || proven.Index != oldProof.Index {
		t.Errorf("the proof names %+v", p)
	}
	holds := func(name, key string, proven ledger.Proof, want ledger.Step) {
		t.Helper()
		verifier, err := ledger.NewVerifier(key)
		if err != nil {
			t.Fatal(err)
		}
		_, err = proven.Check(verifier)
		failed, _ := errors.AsType[*ledger.Failure](err)
		if want == "" && err != nil || want != "" && (failed == nil || failed.Step != want) {
			t.Errorf("%s: %v, want step %q", name, err, want)
		}
	}
	holds("the new proof", svc.VerifierKey(), proven, "")
	holds("the old proof under the old key", first, oldProof, "")
	holds("the old proof under the new key", svc.VerifierKey(), oldProof, ledger.StepSignature)
	forged := proven
	forged.Predecessors = append([]ledger.Predecessor(nil), proven.Predecessors...)
	forged.Predecessors[1].Size++
	holds("a proof with another size", svc.VerifierKey(), forged, ledger.StepPredecessor)
	result, err := proof.VerifyStore(ctx, s, []byte(oldProof.Checkpoint))
	if err != nil || len(result.Damages) > 0 || len(result.Continues) != 2 {
		t.Errorf("VerifyStore = %+v, %v", result, err)
	}
	notes := 0
	if err := s.EachLogged(ctx, 0, 10, func(r *trace.Record) error {
		if r.Kind == kind.LogChange {
			notes++
		}
		return nil
	}); err != nil || notes != 2 {
		t.Errorf("%d notes in the journal, %v; want 2", notes, err)
	}
}
