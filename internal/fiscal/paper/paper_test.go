package paper_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/fiscal/paper"
)

const key = "51250211222333000181550010000123451123456780"

// Written lines can be read back, and nothing else is accepted.
func TestLines(t *testing.T) {
	at := time.Date(2025, 2, 12, 0, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		line            paper.Line
		want            string
		code, documents string
	}{
		{paper.Line{Type: "NF-e", Key: key}, "NF-e " + key, "", ""},
		{paper.Line{Event: paper.Cancellation, Type: "NF-e", Key: key, Registered: true, At: at, Protocol: "151250000000009"}, "Cancelamento de NF-e " + key + ", em 12/02/2025, protocolo 151250000000009", paper.Cancellation, "NF-e"},
		{paper.Line{Event: paper.Cancellation, Type: "CT-e", Key: key, Registered: true}, "Cancelamento de CT-e " + key, paper.Cancellation, "CT-e"},
		{paper.Line{Event: paper.Cancellation, Type: "CT-e OS", Key: key, Registered: true}, "Cancelamento de CT-e OS " + key, paper.Cancellation, "CT-e OS"},
		{paper.Line{Event: paper.Cancellation, Type: "NF-e", Key: key}, "Cancelamento (sem registro) de NF-e " + key, "", ""},
		{paper.Line{Event: paper.Cancellation, Type: "NF-e", Key: key, Unconfirmed: true}, "Cancelamento (não confirmado) de NF-e " + key, "", ""},
		{paper.Line{Event: paper.Substitution, Type: "NF-e", Key: key, Registered: true}, "Cancelamento por substituição de NF-e " + key, paper.Substitution, "NF-e"},
		{paper.Line{Event: paper.Substitution, Type: "MDF-e", Key: key, Registered: true}, "Encerramento de MDF-e " + key, "", ""},
		{paper.Line{Event: paper.NotDone, Type: "NF-e", Key: key, Registered: true, Sequence: "2"}, "Operação não realizada de NF-e " + key + ", nº 2", paper.NotDone, "NF-e"},
		{paper.Line{Event: "110140", Type: "NF-e", Key: key, Registered: true}, "Evento 110140 de NF-e " + key, "", ""},
	} {
		text := tc.line.Text()
		code, about, ok := paper.ReadEvent(text)
		if text != tc.want || code != tc.code || about != tc.documents || ok != (tc.code != "") {
			t.Errorf("%q, read as %q of %q (%t); want %q", text, code, about, ok, tc.want)
		}
		if code, about, ok := paper.ReadUnconfirmed(text); ok != tc.line.Unconfirmed || ok && (code != tc.line.Event || about != tc.line.Type) {
			t.Errorf("%q is read as the unconfirmed %q of %q", text, code, about)
		}
	}
	for _, text := range []string{"", "Cancelamento de frete combinado", "Cancelamento de", strings.ToLower("Cancelamento de NF-e " + key)} {
		if code, _, ok := paper.ReadEvent(text); ok {
			t.Errorf("%q is read as %s", text, code)
		}
	}
}
