package cosign

import (
	"bytes"
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"rastro/internal/ledger"
)

func checkpointOf(t *testing.T, size int64) (checkpoint []byte, key string) {
	t.Helper()
	secret, key, err := ledger.NewKey(rand.Reader, "cosign.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	if checkpoint, err = signer.Sign(ledger.Tree{Size: size, Root: ledger.Hash{1}}); err != nil {
		t.Fatal(err)
	}
	return checkpoint, key
}

func newWitness(t *testing.T, name string) (Witness, string) {
	t.Helper()
	secret, vkey, err := NewKey(rand.Reader, name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Parse(vkey)
	if err != nil {
		t.Fatal(err)
	}
	return w, secret
}

func TestCosign(t *testing.T) {
	checkpoint, key := checkpointOf(t, 7)
	other, _ := checkpointOf(t, 8)
	w, secret := newWitness(t, "witness.example/w1")
	stranger, strange := newWitness(t, "witness.example/w2")
	line, err := Sign(secret, checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := Sign(strange, checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	noise := append([]byte("— nobody AAAAAAA=\nrubbish\n"), wrong...)
	cosigned, err := Add(checkpoint, append(noise, line...), &w)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(cosigned, append(bytes.Clone(checkpoint), line...)) {
		t.Errorf("more than the cosignature was added: %s", cosigned)
	}
	got := Of(cosigned, []Witness{w, stranger})
	if len(got) != 1 || got[0].Witness != w.Name() || time.Since(got[0].At).Abs() > time.Hour {
		t.Errorf("%+v", got)
	}
	if tree, err := ledger.OpenUnder(key, cosigned); err != nil || tree.Size != 7 {
		t.Errorf("the log's own signature: %v, %v", tree, err)
	}
	for name, answer := range map[string][]byte{
		"nothing": nil, "of another checkpoint": nil, "another's": wrong, "no newline": bytes.TrimSpace(line), "too long": append(bytes.Repeat([]byte("x"), maxLines), line...),
		"one bit": append(append(bytes.Clone(line[:len(line)-6]), line[len(line)-6]^1), line[len(line)-5:]...),
	} {
		of := checkpoint
		if name == "of another checkpoint" {
			of, answer = other, line
		}
		if _, err := Add(of, answer, &w); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func TestParse(t *testing.T) {
	_, vkey, err := NewKey(rand.Reader, "witness.example/w1")
	if err != nil {
		t.Fatal(err)
	}
	_, plain, err := ledger.NewKey(rand.Reader, "witness.example/w3") // as some witnesses publish theirs
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseAll([]string{vkey, plain + "\n"}); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "a", "a+b+c", vkey[1:], vkey[:len(vkey)-4], strings.Replace(vkey, "+", "+0", 1)} {
		if _, err := Parse(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
	if _, err := ParseAll([]string{vkey, vkey}); err == nil {
		t.Error("one key counts twice")
	}
	if _, err := ParseAll(make([]string, MaxWitnesses+1)); err == nil {
		t.Error("there is no limit")
	}
}
