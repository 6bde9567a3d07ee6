package trace

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"io"
	"strings"
	"time"

	"rastro/internal/lang"
)

// Idempotency makes a repeated request write only once: the caller's
// Idempotency-Key, and what distinguishes this request from another under the same key.
type Idempotency struct {
	Name    string
	Request [32]byte
	// Lang is the language the kept answer is written in.
	Lang lang.Lang
	// Secret is the caller's own secret. An answer that contains a secret is encrypted
	// with it, so that the store alone does not reveal it.
	Secret string
}

// ReplyLifetime is how long an answer is kept for a repeated request.
const ReplyLifetime = 24 * time.Hour

// Replay looks for an earlier answer to the same request; nil, nil if there is none.
// Another request under the same name is CodeReplayMismatch.
func (o *Idempotency) Replay(ctx context.Context, r ReplayReader, by *Key, now time.Time) (*Reply, error) {
	reply, err := o.kept(ctx, r, by, now)
	switch {
	case reply == nil || err != nil:
		return nil, err
	case reply.Erased():
		return nil, erasedReply(ctx, r, by, reply)
	case reply.Request != o.Request:
		return nil, Fail(CodeReplayMismatch)
	}
	return reply, nil
}

// ReplayReport is Replay for the report of a recall. An erasure keeps the rest of a report, so it
// can still be answered, although the request is no longer known.
func (o *Idempotency) ReplayReport(ctx context.Context, r ReplayReader, by *Key, now time.Time) (*Reply, error) {
	reply, err := o.kept(ctx, r, by, now)
	if err == nil && reply != nil && reply.Erased() && strings.HasPrefix(reply.Location, RecallPlace) {
		return reply, nil
	}
	return o.Replay(ctx, r, by, now)
}

// kept returns what is kept under the name; nil if nothing is, or it has expired.
func (o *Idempotency) kept(ctx context.Context, r ReplyReader, by *Key, now time.Time) (*Reply, error) {
	if o == nil {
		return nil, nil
	}
	reply, err := r.Reply(ctx, by.AccessKey, o.Name)
	switch {
	case Is(err, CodeRecordNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case !now.Before(reply.ExpiresAt):
		return nil, nil
	}
	return &reply, nil
}

// erasedReply is the error for a retry of a request whose record was erased since:
// writing it again would bring back what was destroyed on purpose. A key
// that may read the record gets the receipt.
func erasedReply(ctx context.Context, r VersionReader, by *Key, reply *Reply) error {
	id, ok := ParseID(reply.Location[strings.LastIndexByte(reply.Location, '/')+1:])
	if !ok {
		return Fail(CodeReplayErased)
	}
	versions, err := r.Versions(ctx, id)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return Fail(CodeReplayErased)
	}
	last := &versions[len(versions)-1]
	if last.Operation != Erased || by.MayRead(last.HarvestID) != nil {
		return Fail(CodeReplayErased)
	}
	return ErasedError(last)
}

// Remember keeps an answer, in the transaction that it describes.
func (o *Idempotency) Remember(ctx context.Context, w ReplyWriter, by *Key, now time.Time, location string, data []byte) error {
	if o == nil {
		return nil
	}
	return w.PutReply(ctx, Reply{
		AccessKey: by.AccessKey, Name: o.Name, Request: o.Request,
		Location: location, Data: data, ExpiresAt: now.Add(ReplyLifetime),
	})
}

// Mark stores only that a request was answered. A repeated request computes the response again,
// so that a large one is not stored twice and erased data is not shown again.
func (o *Idempotency) Mark(ctx context.Context, w ReplyWriter, by *Key, now time.Time, location string) error {
	return o.Remember(ctx, w, by, now, location, []byte("{}"))
}

// Seal encrypts data under the caller's secret (AES-256-GCM).
func (o *Idempotency) Seal(data []byte, random io.Reader) ([]byte, error) {
	aead, err := o.aead()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, data, o.Request[:]), nil
}

// Open decrypts what Seal encrypted.
func (o *Idempotency) Open(sealed []byte) ([]byte, error) {
	aead, err := o.aead()
	if err != nil {
		return nil, err
	}
	if len(sealed) < aead.NonceSize() {
		return nil, io.ErrUnexpectedEOF
	}
	return aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], o.Request[:])
}

func (o *Idempotency) aead() (cipher.AEAD, error) {
	key := sha256.Sum256([]byte("rastro idempotency\x00" + o.Name + "\x00" + o.Secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
