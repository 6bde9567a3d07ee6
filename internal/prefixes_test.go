package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// A kind's prefix is spelled in internal/kind alone; other code says kind.Receiving.
// Sentences for people and examples in JSON may contain one: they do not begin with it.
func TestPrefixesSpelledOnce(t *testing.T) {
	for _, root := range []string{".", "../cmd", "../bench"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !isProduct(filepath.ToSlash(path), d) {
				return err
			}
			for _, found := range spelledPrefixes(t, path, nil) {
				t.Errorf("%s spells the prefix of a kind: use its constant in internal/kind", found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSpelledPrefixIsFound(t *testing.T) {
	for source, found := range map[string]int{
		`var a = "/armazenamento/recebimento"`:              1,
		`var a = "/validacao/qrcode/" + b`:                  1,
		`var a = []string{"/validacao", "x", "/validacao"}`: 2,
		"var a = `/exportacao/documentacaoAduaneira`":       1,
		`var a = kind.Receiving`:                            0,
		`var a = "such as /armazenamento/recebimento"`:      0,
		"var a = `[{\"prefixo\":\"/validacao\"}]`":          0,
		`var a = "/validacaoX"`:                             0,
	} {
		if got := spelledPrefixes(t, "a.go", "package a\n"+source); len(got) != found {
			t.Errorf("%s: found %v, want %d", source, got, found)
		}
	}
}

// isProduct reports whether a file is compiled into a program, and may not spell prefixes.
func isProduct(path string, d fs.DirEntry) bool {
	return !d.IsDir() && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") &&
		!strings.HasSuffix(filepath.Dir(path), "test") && !strings.HasPrefix(path, "kind/")
}

// spelledPrefixes lists where a file contains texts that begin with the prefix of a kind.
func spelledPrefixes(t *testing.T, path string, source any) (found []string) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(l.Value)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range kind.All {
			if text == k.Prefix || strings.HasPrefix(text, k.Prefix+"/") {
				found = append(found, files.Position(l.Pos()).String())
			}
		}
		return true
	})
	return found
}
