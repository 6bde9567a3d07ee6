package trace

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

func parse(t *testing.T, file string) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// codes reads the Code constants out of errors.go.
func codes(t *testing.T) map[string]Code {
	t.Helper()
	found := map[string]Code{}
	ast.Inspect(parse(t, "codes.go"), func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Code" {
				value, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				found[spec.Names[0].Name] = Code(value)
			}
		}
		return true
	})
	return found
}

func TestEveryCodeHasARow(t *testing.T) {
	form := regexp.MustCompile(`^[A-Z0-9]+(_[A-Z0-9]+)*$`)
	seen := map[Code]string{}
	for name, code := range codes(t) {
		if before := seen[code]; before != "" {
			t.Errorf("%s and %s are both %q", name, before, code)
		}
		seen[code] = name
		if !form.MatchString(string(code)) {
			t.Errorf("%s is %q, which is not UPPER_SNAKE", name, code)
		}
		if _, ok := Errors[code]; !ok {
			t.Errorf("%s (%s) has no row in the table", name, code)
		}
	}
	if len(seen) == 0 || len(seen) != len(Errors) {
		t.Errorf("errors.go has %d codes, the table %d rows", len(seen), len(Errors))
	}
}

func TestTextsAreWhole(t *testing.T) {
	texts := map[string]lang.Text{}
	for code, row := range Errors {
		texts[string(code)] = row.Text
		if (row.Class == Internal) != (code == CodeInternal) {
			t.Errorf("%s is of class %d; only %s is internal", code, row.Class, CodeInternal)
		}
		for _, l := range lang.All {
			if text := row.Text.In(l); !strings.HasSuffix(text, ".") {
				t.Errorf("%s in %s is not a sentence: %q", code, l.Tag(), text)
			}
		}
	}
	for _, rule := range RequestRules {
		texts["rule "+rule.ID] = rule.In(finding.Request).Message
	}
	for name, text := range texts {
		if !text.Complete() {
			t.Errorf("%s is missing in a language: %+v", name, text)
		}
		want := slices.Sorted(slices.Values(placeholder.FindAllString(text.PT, -1)))
		for _, l := range lang.All {
			if got := slices.Sorted(slices.Values(placeholder.FindAllString(text.In(l), -1))); !slices.Equal(got, want) {
				t.Errorf("%s in %s has the placeholders %q, want %q", name, l.Tag(), got, want)
			}
		}
	}
}

// Code that fails with a code fills every placeholder of its text.
func TestFailFillsItsText(t *testing.T) {
	known, calls := codes(t), 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		ast.Inspect(parse(t, path), func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 || last(call.Fun) != "Fail" {
				return true
			}
			code, ok := known[last(call.Args[0])]
			if !ok {
				return true // a variable, or another function of that name
			}
			calls++
			given := map[string]bool{}
			for i := 1; i < len(call.Args); i += 2 {
				if name, ok := call.Args[i].(*ast.BasicLit); ok {
					given["{"+strings.Trim(name.Value, `"`)+"}"] = true
				}
			}
			for _, p := range placeholder.FindAllString(Errors[code].Text.PT, -1) {
				if !given[p] {
					t.Errorf("%s: %s without a value for %s", path, code, p)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || calls < 20 {
		t.Errorf("%d calls of Fail found, %v", calls, err)
	}
}

// last returns the name an expression ends with: Fail of trace.Fail.
func last(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func TestAsErrorAndIs(t *testing.T) {
	cause := errors.New("disk on fire")
	stale := Fail(CodeStale, "versao", "3")
	for _, tc := range []struct {
		name  string
		in    error
		code  Code
		class Class
		text  string
	}{
		{"a plain error", cause, CodeInternal, Internal, Errors[CodeInternal].Text.EN},
		{"an Error", stale, CodeStale, Stale, "The record is already at version 3; read it again before changing it."},
		{"a wrapped Error", fmt.Errorf("update: %w", stale), CodeStale, Stale, "The record is already at version 3; read it again before changing it."},
	} {
		got := AsError(tc.in)
		if got.Code != tc.code || got.Class() != tc.class || got.Text(lang.EN) != tc.text {
			t.Errorf("%s: %s of class %d: %s; want %s of class %d: %s", tc.name, got.Code, got.Class(), got.Text(lang.EN), tc.code, tc.class, tc.text)
		}
		if Is(tc.in, CodeStale) != (tc.code == CodeStale) {
			t.Errorf("%s: Is(%v, %s) = %t", tc.name, tc.in, CodeStale, Is(tc.in, CodeStale))
		}
	}
	if Is(nil, CodeStale) {
		t.Error("nil is CodeStale")
	}
	if e := AsError(cause); !errors.Is(e, cause) || !strings.Contains(e.Error(), "disk on fire") || strings.Contains(e.Text(lang.PT), "fire") {
		t.Errorf("cause %q: log %q, caller %q", cause, e, e.Text(lang.PT))
	}
}
