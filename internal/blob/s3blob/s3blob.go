// Package s3blob keeps files in a bucket of an S3 server.
package s3blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"rastro/internal/blob"
)

// Options are the address of the bucket, and our credentials.
type Options struct {
	Place     string // s3://BUCKET/FOLDER
	Endpoint  string // the server's address, such as https://s3.example.org; empty: Amazon's
	AccessKey string
	SecretKey string
	Region    string
	// Transport calls the server; nil is the library's own.
	Transport http.RoundTripper
	// Patience limits a short call, and a pause in a long one; 0 means the most that a server
	// needs.
	Patience time.Duration
}

// Store keeps files in a bucket.
type Store struct {
	client   *minio.Client
	bucket   string
	prefix   string
	patience time.Duration
}

// amazon is the default server.
const amazon = "https://s3.amazonaws.com"

// patience is the default time limit of a call, including the library's retries.
const patience = 15 * time.Second

// slowest is the minimum number of bytes of a file that a server takes per second.
const slowest = 128 << 10

// short bounds a call that moves little.
func (s *Store) short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, s.patience)
}

// Open opens a store. The bucket must exist.
func Open(ctx context.Context, o Options) (*Store, error) {
	place, err := url.Parse(o.Place)
	if err != nil || place.Scheme != "s3" || place.Host == "" {
		return nil, errors.New("the place of files is not s3://BUCKET/FOLDER")
	}
	if o.Endpoint == "" {
		o.Endpoint = amazon
	}
	server, err := url.Parse(o.Endpoint)
	if err != nil || server.Host == "" || server.Scheme != "https" && server.Scheme != "http" {
		return nil, errors.New("the S3 server's address is not https://HOST")
	}
	client, err := minio.New(server.Host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: server.Scheme == "https", Region: o.Region, Transport: o.Transport,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot use the S3 server: %w", err)
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	store := &Store{client, place.Host, strings.Trim(place.Path, "/"), o.Patience}
	looking, cancel := store.short(ctx)
	defer cancel()
	there, err := client.BucketExists(looking, place.Host)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the bucket %s: %w", place.Host, err)
	}
	if !there {
		return nil, fmt.Errorf("there is no bucket %s: make it, or name another", place.Host)
	}
	return store, nil
}

// name returns the object of a file.
func (s *Store) name(sum blob.Sum) string {
	text := sum.String()
	return path.Join(s.prefix, text[:2], text[2:4], text)
}

// Draft implements blob.Store.
func (s *Store) Draft(context.Context) (blob.Draft, error) { return blob.NewSpool(s.keep) }

// keep sends a file whose bytes wait on disk. An existing object is sent again: that makes it new,
// and repairs it if it was damaged.
func (s *Store) keep(ctx context.Context, sum blob.Sum, size int64, file io.ReaderAt) (blob.Info, error) {
	bounded, cancel := context.WithTimeout(ctx, s.patience+time.Duration(size/slowest)*time.Second)
	defer cancel()
	sent, err := s.client.PutObject(bounded, s.bucket, s.name(sum), io.NewSectionReader(file, 0, size), size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableMultipart: true, SendContentMd5: true, // the server compares what arrives
	})
	if err != nil {
		return blob.Info{}, failed(err)
	}
	if sent.Size != size {
		return blob.Info{}, fmt.Errorf("the S3 server kept %d bytes of %d", sent.Size, size)
	}
	return s.Stat(ctx, sum)
}

func failed(err error) error {
	switch answer := minio.ToErrorResponse(err); {
	case answer.Code == minio.NoSuchKey || answer.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: %w", blob.ErrMissing, err)
	case answer.StatusCode == http.StatusInsufficientStorage, answer.Code == "QuotaExceeded", answer.Code == "XMinioStorageFull":
		return fmt.Errorf("%w: %w", blob.ErrFull, err)
	}
	return err
}

// Stat implements blob.Store.
func (s *Store) Stat(ctx context.Context, sum blob.Sum) (blob.Info, error) {
	ctx, cancel := s.short(ctx)
	defer cancel()
	info, err := s.client.StatObject(ctx, s.bucket, s.name(sum), minio.StatObjectOptions{})
	if err != nil {
		return blob.Info{}, failed(err)
	}
	return blob.Info{Sum: sum, Size: info.Size, At: info.LastModified}, nil
}

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, sum blob.Sum) (blob.Content, error) {
	info, err := s.Stat(ctx, sum)
	if err != nil {
		return nil, err
	}
	reading := s.watch(ctx)
	object, err := s.client.GetObject(reading.ctx, s.bucket, s.name(sum), minio.GetObjectOptions{})
	if err != nil {
		reading.end()
		return nil, failed(err)
	}
	return &content{object, info.Size, reading}, nil
}

// content reads a file. A read that receives nothing for too long fails; the reader itself may
// pause.
type content struct {
	object  *minio.Object
	size    int64
	reading *watch
}

func (c *content) Size() int64 { return c.size }

func (c *content) Read(p []byte) (int, error) {
	c.reading.start()
	n, err := c.object.Read(p)
	return n, c.reading.stop(err)
}

func (c *content) Seek(offset int64, whence int) (int64, error) {
	c.reading.start()
	n, err := c.object.Seek(offset, whence)
	return n, c.reading.stop(err)
}

func (c *content) Close() error {
	defer c.reading.end()
	return c.object.Close()
}

// watch bounds the pauses of a long call.
type watch struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	patience time.Duration
}

var errStalled = errors.New("the S3 server did not answer in time")

func (s *Store) watch(ctx context.Context) *watch {
	w := &watch{patience: s.patience}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(s.patience, func() { w.cancel(errStalled) })
	w.timer.Stop()
	return w
}

// start begins a wait for the server, and stop ends it.
func (w *watch) start() { w.timer.Reset(w.patience) }

func (w *watch) stop(err error) error {
	w.timer.Stop()
	if err != nil && !errors.Is(err, io.EOF) && errors.Is(context.Cause(w.ctx), errStalled) {
		return errStalled
	}
	return err
}

func (w *watch) end() {
	w.timer.Stop()
	w.cancel(nil)
}

// Delete implements blob.Store.
func (s *Store) Delete(ctx context.Context, sum blob.Sum) error {
	ctx, cancel := s.short(ctx)
	defer cancel()
	err := failed(s.client.RemoveObject(ctx, s.bucket, s.name(sum), minio.RemoveObjectOptions{}))
	if errors.Is(err, blob.ErrMissing) {
		return nil
	}
	return err
}

// Each implements blob.Store.
func (s *Store) Each(ctx context.Context, fn func(blob.Info) error) error {
	prefix := s.prefix
	if prefix != "" {
		prefix += "/"
	}
	listing := s.watch(ctx)
	defer listing.end()
	listing.start()
	for object := range s.client.ListObjectsIter(listing.ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if err := listing.stop(object.Err); err != nil {
			return failed(err)
		}
		sum, ok := blob.ParseSum(path.Base(object.Key))
		if !ok || s.name(sum) != object.Key {
			listing.start()
			continue // somebody else's object
		}
		if err := fn(blob.Info{Sum: sum, Size: object.Size, At: object.LastModified}); err != nil {
			return err
		}
		listing.start()
	}
	return listing.stop(listing.ctx.Err())
}

// Close implements blob.Store.
func (s *Store) Close() error { return nil }
