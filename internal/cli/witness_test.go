package cli_test

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
)

// Two servers, one on each engine, cosign each other's logs. Their checkpoints and proofs show it, and
// a reader who demands it gets what was asked for.
func TestTwoServersWitnessEachOther(t *testing.T) {
	var logs, dbs []string
	both := engines
	if len(both) == 1 {
		both = append(both, both[0])
	}
	for i, engine := range both[:2] {
		db := engine.db(t)
		_, stop := serve(t, db, "--log-origin", []string{"one", "two", "three"}[i]+".example/log")
		stop()
		dbs, logs = append(dbs, db), append(logs, strings.TrimSpace(logKey(t, db)))
	}
	one, stopOne := serve(t, dbs[0], "--witness-logs", logs[1])
	keyOfOne := witnessKey(t, one)
	two, stopTwo := serve(t, dbs[1], "--witness-logs", logs[0], "--witness", keyOfOne+" "+one.url+"/witness")
	keyOfTwo := witnessKey(t, two)
	stopOne()
	one, stopOne = serve(t, dbs[0], "--witness-logs", logs[1], "--witness", keyOfTwo+" "+two.url+"/witness,"+deadWitness(t))
	if again := witnessKey(t, one); again != keyOfOne {
		t.Errorf("the witness has another key after a restart")
	}
	r := create(t, one, `{"quantidadeSemente":7200}`)
	proof := cosignedProof(t, one, r.Data.ID, "two.example/log/witness")
	_, checkpoint, _, err := one.do(t.Context(), http.MethodGet, "/log/checkpoint", "")
	if err != nil || !strings.Contains(string(checkpoint), "two.example/log/witness") {
		t.Errorf("%s, %v", checkpoint, err)
	}
	stopOne()
	stopTwo()
	path := file(t, "prova.json", proof)
	said(t, "with the witness", []string{"verify", path, "--key", logs[0], "--witness-key", keyOfTwo}, 0, "The witness two.example/log/witness cosigned", "")
	said(t, "without it", []string{"verify", path, "--key", logs[0]}, 0, "holds", "")
	said(t, "with another", []string{"verify", path, "--key", logs[0], "--witness-key", keyOfOne}, 1, "", "does not hold: witness: ")
	said(t, "one of two", []string{"verify", path, "--key", logs[0], "--witness-key", keyOfOne, "--witness-key", keyOfTwo, "--threshold", "1"}, 0, "holds", "")
	said(t, "a store", []string{"verify", "--db", dbs[0], "--witness-key", keyOfOne}, 1, "", "witnesses go with a file")
	whole := file(t, "checkpoint.txt", checkpoint)
	said(t, "the checkpoint", []string{"verify", whole, "--key", logs[0], "--witness-key", keyOfTwo}, 0, "a state of the log one.example/log", "")
}

// A third-party witness cosigns the log as it grows.
func TestThirdPartyWitness(t *testing.T) {
	program := filepath.Join(t.TempDir(), "witness")
	build := exec.CommandContext(t.Context(), "go", "build", "-C", "../../bench/peers/witness", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Skipf("the witness could not be built: %v\n%s", err, out)
	}
	db := engines[0].db(t)
	_, stop := serve(t, db, "--log-origin", "witnessed.example/log")
	stop()
	key := strings.TrimSpace(logKey(t, db))
	secret, vkey, err := cosign.NewKey(rand.Reader, "third.example/w")
	if err != nil {
		t.Fatal(err)
	}
	running := exec.CommandContext(t.Context(), program, secret, key)
	out, err := running.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Process.Kill(); _ = running.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	c, stop := serve(t, db, "--witness", vkey+" http://"+strings.TrimSpace(address))
	var proof []byte
	for range 3 { // the second and the third need a proof that the log only grew
		r := create(t, c, `{"quantidadeSemente":7200}`)
		proof = cosignedProof(t, c, r.Data.ID, "third.example/w")
	}
	stop()
	said(t, "the witness", []string{"verify", file(t, "prova.json", proof), "--key", key, "--witness-key", vkey}, 0, "The witness third.example/w cosigned", "")
}

// cosignedProof is the proof of a record as soon as a witness cosigned a state with it.
func cosignedProof(t *testing.T, c client, id, witness string) (proof []byte) {
	t.Helper()
	until(t, func(late bool) bool {
		proof = proofOf(t, c, id)
		var answer struct{ Data ledger.Proof }
		if err := json.Unmarshal(proof, &answer); err != nil {
			t.Fatal(err)
		}
		cosigned := strings.Contains(answer.Data.Checkpoint, "— "+witness+" ")
		if late && !cosigned {
			t.Fatalf("nobody cosigned: %s", answer.Data.Checkpoint)
		}
		return cosigned
	})
	return proof
}

// witnessKey is the key that a server cosigns with.
func witnessKey(t *testing.T, c client) string {
	t.Helper()
	status, key, _, err := c.do(t.Context(), http.MethodGet, "/witness/key", "")
	if err != nil || status != http.StatusOK {
		t.Fatalf("%d %s, %v", status, key, err)
	}
	return strings.TrimSpace(string(key))
}

// deadWitness is a witness that nobody runs.
func deadWitness(t *testing.T) string {
	t.Helper()
	_, vkey, err := cosign.NewKey(rand.Reader, "dead.example")
	if err != nil {
		t.Fatal(err)
	}
	return vkey + " http://127.0.0.1:1/"
}
