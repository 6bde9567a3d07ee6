package sheet_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// TestEveryReasonIsExplained reads the reasons out of the source.
func TestEveryReasonIsExplained(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "error.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); !ok || of.Name != "Reason" {
			return true
		}
		id, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared++
		if !sheet.Reasons[sheet.Reason(id)].Complete() {
			t.Errorf("%s is not explained in every language", id)
		}
		return true
	})
	if declared != len(sheet.Reasons) {
		t.Errorf("%d reasons are declared, %d explained", declared, len(sheet.Reasons))
	}
}

// TestNoFieldIsNamedAsAColumnOfOurs: the envelope's columns share the sheet with the fields.
func TestNoFieldIsNamedAsAColumnOfOurs(t *testing.T) {
	for _, k := range kind.All {
		for _, name := range []string{"safraId", "safraCodigo", "id", "dados"} {
			if _, taken := k.Field(name); taken {
				t.Errorf("%s has a field %s", k.Prefix, name)
			}
		}
	}
}
