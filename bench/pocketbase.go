package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// pocketbaseVersion is the peer's version in peers/go.mod.
const pocketbaseVersion = "0.38.0"

const (
	pocketbaseRecords = "/api/collections/registros/records"
	pocketbaseID      = 15 // characters
)

// pocketbaseSystem is PocketBase with its defaults and one collection of the same shape; see peers.
type pocketbaseSystem struct {
	binary string
	cache  cache
	work   string
}

func (pocketbaseSystem) name() string { return pocketbaseName }

func (s pocketbaseSystem) prepare(ctx context.Context, out *console, records int) (*stored, error) {
	return s.cache.store(pocketbaseName, pocketbaseVersion, records, out, func(made *stored) error {
		l := layout{records}
		if err := s.load(ctx, out, made, l); err != nil {
			return err
		}
		made.meta.BodyBytes = int64(l.records) * bodyBytes
		made.meta.PayloadBytes = int64(l.records) * int64(len(payload(body(0, 0))))
		if err := spread(made.dir, l); err != nil {
			return err
		}
		return writeRest(made.dir, l, pocketbaseBody)
	})
}

// load sends the records to peers, which writes them.
func (s pocketbaseSystem) load(ctx context.Context, out *console, made *stored, l layout) error {
	cmd := exec.CommandContext(ctx, s.binary, "load", "-dir", made.database(), "-ids", filepath.Join(made.dir, idsFile))
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	w := bufio.NewWriterSize(pipe, 1<<20)
	for i := range l.records {
		h := l.harvest(i)
		if _, err = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", harvestID(h), season, recordPrefix, payload(body(i, h))); err != nil {
			break
		}
		out.tick(pocketbaseName+" "+grouped(int64(l.records))+": writing", i, l.records)
	}
	err = errors.Join(err, w.Flush(), pipe.Close())
	if waited := cmd.Wait(); waited != nil {
		return fmt.Errorf("fill PocketBase: %w\n%s", waited, said.String())
	}
	return err
}

// spread cuts the list of ids down to the sample, and picks the hot ones.
func spread(dir string, l layout) error {
	all, err := os.ReadFile(filepath.Join(dir, idsFile))
	if err != nil {
		return err
	}
	lists, err := newLists(dir, l)
	if err != nil {
		return err
	}
	for i := range l.records {
		if err := lists.id(i, string(all[i*pocketbaseID:(i+1)*pocketbaseID])); err != nil {
			return errors.Join(err, lists.close())
		}
	}
	return lists.close()
}

// pocketbaseBody returns a create's body with the kind in it, which Rastro has in
// the path.
func pocketbaseBody(body string) string {
	return strings.Replace(body, `"dados":`, `"tipo":"`+recordPrefix+`","dados":`, 1)
}

func (s pocketbaseSystem) start(ctx context.Context, made *stored, dir string, _ int) (*running, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	id, err := firstItem(made, hotFile, pocketbaseID)
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	child, err := startChild(childSpec{
		name: pocketbaseName, path: s.binary, log: filepath.Join(s.work, fmt.Sprintf("%s-%d.log", pocketbaseName, port)), out: write,
		args: []string{"serve", "-dir", dir, "-addr", loopback(port)},
	})
	write.Close()
	if err != nil {
		return nil, errors.Join(err, read.Close())
	}
	r := &running{child: child, base: "http://" + loopback(port), pid: child.pid()}
	lines := bufio.NewReader(read)
	token, err := lines.ReadString('\n')
	go func() {
		defer read.Close()
		_, _ = io.Copy(io.Discard, lines) // a program whose output nobody reads would block
	}()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("PocketBase gave no token: %w\n%s", err, child.said()), r.stop())
	}
	r.headers = []string{"Authorization: " + strings.TrimSpace(token)}
	if err := r.awaitAnswer(ctx, request{path: pocketbaseRecords + "/" + id, want: http.StatusOK}); err != nil {
		return nil, err
	}
	r.took = time.Since(began)
	return r, nil
}
