package build

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	git := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		noted           debug.BuildInfo
		version, commit string
		want            string
	}{
		{debug.BuildInfo{GoVersion: "go1.26"}, "", "", "v0.0.0-dev (go1.26)"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "(devel)"}}, "", "", "v0.0.0-dev (go1.26)"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: git}, "", "", "v1.2.3 (commit abc-dirty, go1.26)"},
		{debug.BuildInfo{GoVersion: "go1.26", Main: debug.Module{Version: "v1.2.3"}, Settings: git[:1]}, "v1.2.4", "def", "v1.2.4 (commit def, go1.26)"},
		{debug.BuildInfo{GoVersion: "go1.26", Settings: git[:1]}, "", "", "v0.0.0-dev (commit abc, go1.26)"},
	} {
		if got := Of(&c.noted, c.version, c.commit).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The list names every module that the linker put into the program, the standard library and what
// is bundled, each once, and is the same every time.
func TestSBOMNamesEverything(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "rastro")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-ldflags", "-s -w -X rastro/internal/cli.Version=v9.8.7 -X rastro/internal/cli.Commit=abc", "-o", program, "rastro/cmd/rastro")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list := func() []byte {
		out, err := exec.CommandContext(t.Context(), program, "version", "--sbom").Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := list()
	if !bytes.Equal(first, list()) {
		t.Error("the same program gives two lists")
	}
	var doc document
	if err := json.Unmarshal(first, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Format != "CycloneDX" || doc.Spec != "1.5" || len(doc.Serial) != len("urn:uuid:")+36 || doc.Metadata.Component.Version != "v9.8.7" {
		t.Errorf("%+v", doc)
	}
	got := map[string]string{}
	refs := map[string]bool{}
	for _, c := range doc.Components {
		if _, twice := got[c.Name]; twice || c.PURL == "" || c.Ref == "" || c.Version == "" {
			t.Errorf("%+v", c)
		}
		got[c.Name], refs[c.Ref] = c.Version, true
	}
	for _, ref := range doc.Dependencies[0].On {
		if !refs[ref] {
			t.Errorf("%s is needed and not listed", ref)
		}
	}
	linked, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if len(linked.Deps) < 10 {
		t.Fatalf("the program has %d modules", len(linked.Deps))
	}
	for _, m := range linked.Deps {
		if got[m.Path] != m.Version {
			t.Errorf("%s is listed at %q, and %q is in the program", m.Path, got[m.Path], m.Version)
		}
	}
	if want := 1 + len(linked.Deps) + len(bundled); len(got) != want || "go"+got["std"] != linked.GoVersion {
		t.Errorf("%d components, want %d; std %q, want %s", len(got), want, got["std"], linked.GoVersion)
	}
}
