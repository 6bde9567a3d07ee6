package witness

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
)

// Vault keeps what a witness must not forget.
type Vault interface {
	// Key returns the signing key, made with make if there is none yet.
	Key(make func() (string, error)) (string, error)
	// Change replaces the states in one step, which is durable when it returns. nil changes nothing.
	Change(change func(states []byte) ([]byte, error)) error
}

// MaxLogs bounds the logs of a witness.
const MaxLogs = 32

// Witness cosigns the checkpoints of some logs. It is safe for concurrent use, also by several
// processes with one vault.
type Witness struct {
	vault  Vault
	secret string
	key    string
	logs   map[string]*ledger.Verifier // by origin
}

// New makes the witness of a name for the logs of some verifier keys.
func New(vault Vault, random io.Reader, name string, logs []string) (*Witness, error) {
	if len(logs) > MaxLogs {
		return nil, fmt.Errorf("a witness serves at most %d logs", MaxLogs)
	}
	w := &Witness{vault: vault, logs: map[string]*ledger.Verifier{}}
	for _, key := range logs {
		v, err := ledger.NewVerifier(key)
		if err != nil {
			return nil, err
		}
		if w.logs[v.Origin()] != nil {
			return nil, fmt.Errorf("the log %s has two keys", v.Origin())
		}
		w.logs[v.Origin()] = v
	}
	var err error
	w.secret, err = vault.Key(func() (string, error) {
		secret, _, err := cosign.NewKey(random, name)
		return secret, err
	})
	if err != nil {
		return nil, err
	}
	w.key, err = cosign.PublicKey(w.secret)
	return w, err
}

// Key is the key with which others check the witness's cosignatures.
func (w *Witness) Key() string { return w.key }

// answer is what a request gets: a status, and a body where the specification has one.
type answer struct {
	status int
	media  string
	body   []byte
}

// add decides on a request, and notes the state that it cosigns before it signs.
func (w *Witness) add(body []byte) (answer, error) {
	r, err := ReadRequest(body)
	if err != nil {
		return answer{status: http.StatusBadRequest}, nil
	}
	origin, _, _ := strings.Cut(string(r.Checkpoint), "\n")
	log := w.logs[origin]
	if log == nil {
		return answer{status: http.StatusNotFound}, nil
	}
	tree, err := log.Open(r.Checkpoint)
	switch {
	case err != nil:
		return answer{status: http.StatusForbidden}, nil
	case r.Old > tree.Size:
		return answer{status: http.StatusBadRequest}, nil
	}
	refused := answer{}
	err = w.vault.Change(func(states []byte) ([]byte, error) {
		kept := map[string]string{}
		if err := json.Unmarshal(states, &kept); err != nil {
			return nil, fmt.Errorf("the states of the witness cannot be read: %w", err)
		}
		known := ledger.Empty
		if text, ok := kept[origin]; ok {
			if known, err = log.Open([]byte(text)); err != nil {
				return nil, fmt.Errorf("the state of the log %s that the witness kept: %w", origin, err)
			}
		}
		if refused = judge(&r, tree, known); refused.status != 0 {
			return nil, nil
		}
		if tree == known {
			return nil, nil
		}
		signed, err := log.Alone(r.Checkpoint)
		if err != nil {
			return nil, err
		}
		kept[origin] = string(signed)
		return json.Marshal(kept)
	})
	if err != nil || refused.status != 0 {
		return refused, err
	}
	line, err := cosign.Sign(w.secret, r.Checkpoint)
	return answer{http.StatusOK, "text/plain; charset=utf-8", line}, err
}

// judge refuses what does not extend the state that the witness knows; a zero answer refuses nothing.
func judge(r *Request, tree, known ledger.Tree) answer {
	switch {
	case r.Old != known.Size, tree.Size == known.Size && tree != known:
		return answer{http.StatusConflict, SizeType, append(strconv.AppendInt(nil, known.Size, 10), '\n')}
	case r.Old == 0 || tree == known:
		if len(r.Proof) > 0 {
			return answer{status: http.StatusUnprocessableEntity}
		}
	case ledger.CheckConsistency(r.Proof, tree, known) != nil:
		return answer{status: http.StatusUnprocessableEntity}
	}
	return answer{}
}

// ServeHTTP answers add-checkpoint. fail receives the errors of the server itself.
func (w *Witness) ServeHTTP(out http.ResponseWriter, r *http.Request, fail func(error)) {
	body, err := io.ReadAll(http.MaxBytesReader(out, r.Body, MaxRequest))
	if err != nil {
		out.WriteHeader(http.StatusBadRequest)
		return
	}
	a, err := w.add(body)
	if err != nil {
		fail(err)
		a = answer{status: http.StatusInternalServerError}
	}
	if a.media != "" {
		out.Header().Set("Content-Type", a.media)
	}
	out.WriteHeader(a.status)
	if _, err := out.Write(a.body); err != nil {
		return // the log asks again
	}
}
