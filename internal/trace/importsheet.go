package trace

import (
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
)

// SheetRow makes a row of what a spreadsheet's row says. It is held against the
// same rules as a request's body; problems are those of its cells.
func SheetRow(line int64, k *kind.Kind, safraID, safraCodigo string, dados []byte, problems []Problem) ImportRow {
	row := ImportRow{Line: line, Kind: k}
	body := canon.AppendString([]byte(`{"safraId":`), safraID)
	body = append(body, `,"safraCodigo":`...)
	body = canon.AppendString(body, safraCodigo)
	body = append(body, `,"dados":`...)
	body = append(append(body, dados...), '}')
	row.Envelope, row.Err = ReadEnvelope(k, body)
	if len(problems) > 0 {
		all := problems
		if row.Err != nil {
			all = append(all[:len(all):len(all)], AsError(row.Err).Problems...)
		}
		row.Err = &Error{Code: CodeInvalid, Problems: all}
	}
	return row
}

// Remarks is what grading finds in the record.
func (r *Record) Remarks() []finding.Finding {
	if !r.remarked() {
		return nil
	}
	return r.Graded().Findings
}
