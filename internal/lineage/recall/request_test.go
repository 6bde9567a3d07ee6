package recall

import (
	"strings"
	"testing"

	"rastro/internal/trace"
)

// Others' pages show the reason, so nothing in it may be invisible or turn the text round.
func TestReasonIsSeen(t *testing.T) {
	for reason, want := range map[string]bool{
		`Umidade alta na carga.\nLigue para a cooperativa.`: true,
		`Recall encerrado \u202ede exe.`:                    false,
		`Salm\u200bonela`:                                   false,
		`\u001b[31mSalmonela`:                               false,
	} {
		_, err := ReadRequest([]byte(`{"lotes":["A-1"],"motivo":"` + reason + `"}`))
		if (err == nil) != want || err != nil && !strings.Contains(trace.AsError(err).Problems[0].Rule, "INVISIVEIS") {
			t.Errorf("%s: %v", reason, err)
		}
	}
}
