package intake

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// SheetRow makes a row from a spreadsheet's row. The rules are those of a request's body;
// problems are those of its cells.
func SheetRow(line int64, k *kind.Kind, harvestID, season string, payload []byte, problems []trace.Problem) Row {
	row := Row{Line: line, Kind: k}
	body := canon.AppendString([]byte(`{"safraId":`), harvestID)
	body = append(body, `,"safraCodigo":`...)
	body = canon.AppendString(body, season)
	body = append(body, `,"dados":`...)
	body = append(append(body, payload...), '}')
	row.Envelope, row.Err = trace.ReadEnvelope(k, body)
	if len(problems) > 0 {
		all := problems
		if row.Err != nil {
			all = append(all[:len(all):len(all)], trace.AsError(row.Err).Problems...)
		}
		row.Err = &trace.Error{Code: trace.CodeInvalid, Problems: all}
	}
	return row
}
