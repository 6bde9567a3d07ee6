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
	for _, c := range []struct{ prefix, payload, field string }{
		{kind.Receiving, `{"dataHoraRecebimento":"31/02/2025"}`, "dataHoraRecebimento"},
		{kind.Receiving, `{"dataHoraRecebimento":"31/02"}`, "dataHoraRecebimento"},
		{kind.Receiving, `{"umidade":"140%"}`, "umidade"},
		{kind.Receiving, `{"impureza":"-1%"}`, "impureza"},
		{kind.Receiving, `{"umidade":"13,8%","volume":"36.000 kg"}`, ""},
		{kind.Receiving, `{"dataHoraRecebimento":"fevereiro de 2025"}`, ""},
		{kind.Planting, `{"dataPlantio":"2015","cultura":"SOJA"}`, "dataPlantio"}, // only a year
		{kind.Planting, `{"dataPlantio":"1985","cultura":"SOJA"}`, "dataPlantio"},
		{kind.Planting, `{"dataPlantio":"2015","cultura":"CAFE"}`, ""},
		{kind.Planting, `{"dataPlantio":"2015","cultura":"CACAU"}`, ""},
		{kind.Planting, `{"dataPlantio":"2015"}`, ""},
	} {
		field := c.field
		row := intake.SheetRow(kind.ByPrefix(c.prefix), sheet.Row{Line: 2, HarvestID: "S", Payload: []byte(c.payload)})
		switch {
		case field == "" && row.Err != nil, field != "" && row.Err == nil:
			t.Errorf("%s: %v", c.payload, row.Err)
		case field != "" && trace.AsError(row.Err).Problems[0].Field != field:
			t.Errorf("%s: %+v", c.payload, trace.AsError(row.Err).Problems)
		}
	}
}
