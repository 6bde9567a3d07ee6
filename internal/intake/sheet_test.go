package intake_test

import (
	"testing"

	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// A slip in a spreadsheet is refused with its row, as in a form; what can be read is not.
func TestSheetRowsRefuseSlips(t *testing.T) {
	for payload, field := range map[string]string{
		`{"dataHoraRecebimento":"31/02/2025"}`:        "dataHoraRecebimento",
		`{"dataHoraRecebimento":"31/02"}`:             "dataHoraRecebimento",
		`{"umidade":"140%"}`:                          "umidade",
		`{"impureza":"-1%"}`:                          "impureza",
		`{"umidade":"13,8%","volume":"36.000 kg"}`:    "",
		`{"dataHoraRecebimento":"fevereiro de 2025"}`: "",
	} {
		row := intake.SheetRow(kind.ByPrefix(kind.Receiving), sheet.Row{Line: 2, HarvestID: "S", Payload: []byte(payload)})
		switch {
		case field == "" && row.Err != nil, field != "" && row.Err == nil:
			t.Errorf("%s: %v", payload, row.Err)
		case field != "" && trace.AsError(row.Err).Problems[0].Field != field:
			t.Errorf("%s: %+v", payload, trace.AsError(row.Err).Problems)
		}
	}
}
