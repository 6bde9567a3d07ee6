package intake

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

var receiptKind = kind.ByPrefix("/armazenamento/recebimento")

// rowsIn reads a document's rows: each as its line and the error's code, and how it
// ended.
func rowsIn(t *testing.T, text string, k *kind.Kind) string {
	t.Helper()
	code := func(err error) string {
		if err == nil {
			return "ok"
		}
		return string(trace.AsError(err).Code)
	}
	reader, err := NewRowReader(iotest.HalfReader(strings.NewReader(text)), k)
	if err != nil {
		return code(err)
	}
	var rows []string
	for {
		row, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(rows, " ")
		}
		if err != nil {
			return strings.Join(append(rows, "end:"+code(err)), " ")
		}
		rows = append(rows, fmt.Sprintf("%d%s:%s", row.Line, row.At, code(row.Err)))
	}
}

func TestRowReader(t *testing.T) {
	const good = `{"safraId":"S","dados":{}}`
	long := `{"safraId":"S","dados":{"observacao":"` + strings.Repeat("x", 2<<20) + `"}}`
	for _, c := range []struct {
		name, text string
		kind       *kind.Kind
		want       string
	}{
		{"nothing", "", receiptKind, "CORPO_VAZIO"},
		{"only space", " \r\n\n\t", receiptKind, "CORPO_VAZIO"},
		{"only a mark of order", "\xef\xbb\xbf", receiptKind, "CORPO_VAZIO"},
		{"lines", good + "\n" + good + "\n", receiptKind, "1:ok 2:ok"},
		{"no end of line", good + "\r\n\n  \n" + good, receiptKind, "1:ok 4:ok"},
		{"empty lines first", "\n\n" + good, receiptKind, "3:ok"},
		{"a mark of order", "\xef\xbb\xbf" + good, receiptKind, "1:ok"},
		{"not JSON", good + "\nsafraId;dados\n" + good, receiptKind, "1:ok 2:JSON_INVALIDO 3:ok"},
		{"cut short", good + "\n" + `{"safraId":"S`, receiptKind, "1:ok 2:JSON_INCOMPLETO"},
		{"two on a line", good + good, receiptKind, "1:JSON_COM_SOBRA"},
		{"doubled names", `{"safraId":"S","safraId":"T","dados":{}}`, receiptKind, "1:CAMPO_REPETIDO"},
		{"not UTF-8", "{\"safraId\":\"\xff\",\"dados\":{}}\n" + good, receiptKind, "1:UTF8_INVALIDO 2:ok"},
		{"NUL", `{"safraId":"\u0000","dados":{}}`, receiptKind, "1:CARACTERE_NULO"},
		{"too deep", `{"safraId":"S","dados":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, receiptKind, "1:JSON_PROFUNDO"},
		{"no object", "1\n[]\n" + good, receiptKind, "1:OBJETO_ESPERADO 2:OBJETO_ESPERADO 3:ok"},
		{"wrong shape", `{"safraId":"S","dados":{"veiculo":[]}}`, receiptKind, "1:DADOS_INVALIDOS"},
		{"a long line", long + "\n" + good, receiptKind, "1:LINHA_GRANDE 2:ok"},
		{"a long last line", good + "\n" + long, receiptKind, "1:ok 2:LINHA_GRANDE"},
		{"long, of a kind with a plot: a text that long", long + "\n" + good, trace.PlantingKind, "1:DADOS_INVALIDOS 2:ok"},
		{"long, where the row says a kind without a plot", strings.Replace(long, `{`, `{"tipo":"recebimento",`, 1), nil, "1:LINHA_GRANDE"},

		{"a list", " [" + good + ",\n" + good + "]\n", receiptKind, "1/0:ok 2/1:ok"},
		{"an empty list", "[]", receiptKind, ""},
		{"a list in a list", "[[" + good + "]," + good + "]", receiptKind, "1/0:OBJETO_ESPERADO 2/1:ok"},
		{"a list that ends", "[" + good + ",", receiptKind, "1/0:ok end:JSON_INCOMPLETO"},
		{"a list with doubled names", "[" + good + `,{"a":1,"a":2}]`, receiptKind, "1/0:ok end:CAMPO_REPETIDO"},
		{"a list and more", "[" + good + "]" + good, receiptKind, "1/0:ok end:JSON_COM_SOBRA"},
		{"a long item", "[" + long + "]", receiptKind, "end:LINHA_GRANDE"},

		{"kinds by prefix and name", `{"prefixo":"/processamento/controleQualidade","tipo":"controleQualidade","safraId":"S","dados":{}}` + "\n" + `{"tipo":"colheita","safraId":"S","dados":{}}`, nil, "1:ok 2:ok"},
		{"no kind", good, nil, "1:TIPO_DESCONHECIDO"},
		{"a kind nobody knows", `{"tipo":"pesca","safraId":"S","dados":{}}`, nil, "1:TIPO_DESCONHECIDO"},
		{"a name that two kinds have", `{"tipo":"controleQualidade","safraId":"S","dados":{}}`, nil, "1:TIPO_DESCONHECIDO"},
		{"another kind", `{"tipo":"colheita","safraId":"S","dados":{}}`, receiptKind, "1:TIPO_DIVERGENTE"},
		{"the kind, said again", `{"tipo":"recebimento","prefixo":"/armazenamento/recebimento","safraId":"S","dados":{}}`, receiptKind, "1:ok"},
		{"a field of that name", `{"safraId":"S","dados":{"tipo":"colheita"}}`, receiptKind, "1:ok"},
	} {
		if got := rowsIn(t, c.text, c.kind); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// FuzzRowReader checks that the reader terminates, that line numbers only grow, and that rows are
// either read or refused.
func FuzzRowReader(f *testing.F) {
	for _, seed := range []string{"", "[", "[{}]", "{\n}", `{"safraId":"S","dados":{}}`, `[{"tipo":"colheita","safraId":1,"dados":{}},[]]`, "\xef\xbb\xbf\n[]"} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, named bool) {
		k := receiptKind
		if named {
			k = nil
		}
		reader, err := NewRowReader(strings.NewReader(string(text)), k)
		if err != nil {
			return
		}
		last := int64(0)
		for {
			row, err := reader.Next()
			if err != nil {
				return
			}
			if row.Line <= last {
				t.Fatalf("line %d after %d", row.Line, last)
			}
			if last = row.Line; row.Err == nil && (row.Kind == nil || row.Envelope.HarvestID == "" || row.Envelope.Payload == nil) {
				t.Fatalf("row %d is read and is %+v", row.Line, row)
			}
		}
	})
}

// Every kind that can be imported is one that a row can name, and the other way round.
func TestImportableKindsAreThoseOfRows(t *testing.T) {
	importable := map[*kind.Kind]bool{}
	for _, k := range Importable() {
		importable[k] = true
	}
	for _, k := range append([]*kind.Kind{kind.Profile}, kind.All...) {
		if got := namedKind(k.Prefix); got != k {
			t.Errorf("%s names %v", k.Prefix, got)
		}
		if importable[k] == k.IsValidation() {
			t.Errorf("%s: importable is %t", k.Prefix, importable[k])
		}
	}
}
