package cli

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/testkit"
)

func TestFirstKey(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	s := serve(t, db)
	if n := len(firstKey.FindAllString(s.stderr.String(), -1)); n != 1 {
		t.Fatalf("the first start printed %d keys: %s", n, s.stderr)
	}
	first := s.keyPair
	s.create("S")
	s.stop()
	if said := s.stdout.String() + s.stderr.String(); strings.Count(said, first.secret) != 2 { // the pair and the curl
		t.Errorf("the secret was printed %d times: %s", strings.Count(said, first.secret), said)
	}

	s = serve(t, db)
	if said := s.stdout.String() + s.stderr.String(); strings.Contains(said, "rs_") || strings.Contains(said, "curl") {
		t.Errorf("the second start printed a key: %s", said)
	}
	if got := s.as(first).total(planting); got != 1 {
		t.Errorf("with the first key after a restart: %d records, want 1", got)
	}
}

func TestRootKeyFromOutside(t *testing.T) {
	root := keyPair{"admin", "correct-horse-battery-staple"}
	environ := []string{"RASTRO_ROOT_ACCESS_KEY=" + root.access, "RASTRO_ROOT_SECRET_KEY=" + root.secret}
	s := serveWith(t, environ, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
	s.as(root).create("S")
	said := s.stdout.String() + s.stderr.String()
	if strings.Contains(said, root.secret) || strings.Contains(said, "rs_") {
		t.Errorf("a secret was printed: %s", said)
	}
	if !strings.Contains(said, "The first key, admin, was made of the pair in the environment.") {
		t.Errorf("it is not said where the first key is from: %s", said)
	}
}

// TestFirstKeyOutlivesAFailure: a key that is made is shown, whatever happens
// next: the next start would show none.
func TestFirstKeyOutlivesAFailure(t *testing.T) {
	model := filepath.Join(t.TempDir(), "model.db")
	serve(t, "sqlite:"+model).stop()

	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	var stdout, stderr testkit.Transcript
	args := []string{"serve", "--addr", "127.0.0.1:0", "--demo", "--db", fmt.Sprintf("%s?_pragma=max_page_count(%d)", db, pages(t, model)+3)}
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
	defer cancel()
	if code := Run(ctx, args, nil, &stdout, &stderr); code != 1 || stdout.String() != "" {
		t.Fatalf("serve without room for the demonstration: %d, %s%s", code, &stdout, &stderr)
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "rastro: writing the demonstration harvest") {
		t.Errorf("the last line is %q, want what went wrong", last)
	}
	first := announced(stderr.String())
	if first == nil {
		t.Fatalf("the key was made and not shown: %s", &stderr)
	}
	serve(t, db).as(*first).create("S")
}

var pasted = regexp.MustCompile(`(?s)\n(curl .*?)\n\n`)

// TestPastedCurl runs the command that the first start suggests.
func TestPastedCurl(t *testing.T) {
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"))
	found := pasted.FindStringSubmatch(s.stderr.String())
	if found == nil {
		t.Fatalf("no curl in %s", s.stderr)
	}
	var body string
	if _, err := exec.LookPath("curl"); err == nil {
		out, err := exec.Command("bash", "-c", strings.Replace(found[1], "curl ", "curl --silent --show-error --fail-with-body ", 1)).CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v: %s", found[1], err, out)
		}
		body = string(out)
	} else {
		body = sendAsCurl(t, found[1])
	}
	if !strings.HasPrefix(body, `{"status":"success","message":"Registro criado.","data":{"id":"`) {
		t.Errorf("answered %s", body)
	}
	if got := s.total(planting + "/safra/S-2025-001"); got != 1 {
		t.Errorf("%d records after it, want 1", got)
	}
}

// sendAsCurl sends a curl command's request, if there is no curl.
func sendAsCurl(t *testing.T, text string) string {
	t.Helper()
	line := regexp.MustCompile(`^curl -X (\S+) (\S+) \\\n`).FindStringSubmatch(text)
	data := regexp.MustCompile(`-d '([^']*)'`).FindStringSubmatch(text)
	if line == nil || data == nil {
		t.Fatalf("cannot read %q", text)
	}
	r, err := http.NewRequest(line[1], line[2], strings.NewReader(data[1]))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range regexp.MustCompile(`-H '([^:']*): ([^']*)'`).FindAllStringSubmatch(text, -1) {
		r.Header.Set(h[1], h[2])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatal(fmt.Errorf("%s: %s, %w", resp.Status, body, err))
	}
	return string(body)
}

// A restart before the first link was used prints another.
func TestFirstLinkAgain(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	serve(t, db).stop()
	if s := serve(t, db); !strings.Contains(s.stderr.String(), "Nobody has an account yet.") || !strings.Contains(s.stderr.String(), "/console/convite/") {
		t.Errorf("the second start says %s", s.stderr)
	}
}

// The link of the first start leads to where people reach the server.
func TestFirstLinkIsPublic(t *testing.T) {
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"), "--public-url", "https://rastro.example")
	if !strings.Contains(s.stderr.String(), "\n  https://rastro.example/console/convite/") {
		t.Errorf("the first start says %s", s.stderr)
	}
}
