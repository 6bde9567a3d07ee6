package config

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/options.md out of the option table")

func TestMarkdown(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "options.md")
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Markdown() {
		t.Error("docs/options.md is not what the option table says; run go test ./internal/config -update and read the difference")
	}
}

func TestExample(t *testing.T) {
	c, _, err := conf(example).load(t)
	if err != nil || c.Addr != ":8080" || len(c.CORSOrigin) != 2 {
		t.Errorf("the example of the document: got %+v, error %v", c, err)
	}
}

func TestTable(t *testing.T) {
	var names []string
	for i := range options {
		o := &options[i]
		if slices.Contains(names, o.name) {
			t.Errorf("%s stands twice", o.name)
		}
		names = append(names, o.name)
		if err := o.set(new(Config), o.def); err != nil {
			t.Errorf("%s: its default %q %v", o.name, o.def, err)
		}
		// pflag reads text in backquotes as the name of the value.
		if !strings.HasSuffix(o.help, ".") || strings.ContainsAny(o.help, "`\n") || strings.Contains(o.help, ". ") {
			t.Errorf("%s: its help is not one plain sentence: %q", o.name, o.help)
		}
		if lookup(o.name) != o {
			t.Errorf("lookup(%q) is another row", o.name)
		}
	}
	for _, name := range names {
		if slices.Contains(names, name+"-file") {
			t.Errorf("the variable of %s-file is the _FILE variable of %s", name, name)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		command string
		want    string
	}{
		{serve, "access-key-header acme acme-directory acme-email acme-roots addr blobs config cors-origin db db-replicas demo eudr-client eudr-organization eudr-url eudr-user expect-existing http-addr icp-brasil log-dir log-format log-origin mail-from memory oidc-client oidc-issuer oidc-name profile-addr public-url rate-limit recall-limit s3-endpoint s3-region smtp smtp-tls smtp-user streams streams-per-key strict tiles tiles-credit time-zone tls-cert tls-key trusted-proxies visitor-rate-limit webhook-allow webhook-http witness witness-logs"},
		{key, "config db"},
	} {
		set := pflag.NewFlagSet(c.command, pflag.ContinueOnError)
		Flags(set, c.command)
		var got []string
		set.VisitAll(func(f *pflag.Flag) {
			got = append(got, f.Name)
			if o := lookup(f.Name); f.Usage != o.help || f.DefValue != o.def {
				t.Errorf("%s --%s: help %q, default %q; want the table's", c.command, f.Name, f.Usage, f.DefValue)
			}
		})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s has the flags %q, want %q", c.command, got, c.want)
		}
	}
}

func TestFlagsOfUnknownCommand(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for a command that no option names")
		}
	}()
	Flags(pflag.NewFlagSet("x", pflag.ContinueOnError), "no-such-command")
}

// TestHelp compares the help of each command with the table: it lists every option, as a flag or as
// a variable.
func TestHelp(t *testing.T) {
	for _, command := range []string{serve, key} {
		set := pflag.NewFlagSet(command, pflag.ContinueOnError)
		Flags(set, command)
		text := set.FlagUsages() + Help(command)
		for i := range options {
			o := &options[i]
			shown := "--" + o.name + " " + o.value
			if o.secret {
				shown = "  " + o.env() + " "
			}
			if got := strings.Contains(text, shown); got != o.usedBy(command) {
				t.Errorf("help of %s tells %q: %t, want %t\n%s", command, shown, got, o.usedBy(command), text)
			}
		}
	}
}
