package intake

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/records"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// SheetRow converts a row of a spreadsheet. The rules are those of a request's body; problems come
// with the addresses of their cells.
func SheetRow(k *kind.Kind, from sheet.Row) Row {
	row := Row{Line: int64(from.Line), Kind: k, Notices: cellProblems(from.Notices)}
	body := canon.AppendString([]byte(`{"safraId":`), from.HarvestID)
	body = append(body, `,"safraCodigo":`...)
	body = canon.AppendString(body, from.HarvestCode)
	body = append(body, `,"dados":`...)
	body = append(append(body, from.Payload...), '}')
	row.Envelope, row.Err = trace.ReadEnvelope(k, body)
	if all := cellProblems(from.Problems); len(all) > 0 {
		if row.Err != nil {
			all = append(all, trace.AsError(row.Err).Problems...)
		}
		row.Err = &trace.Error{Code: trace.CodeInvalid, Problems: all}
	}
	if row.Err == nil {
		if slips := records.Slips(k, row.Envelope.Payload); len(slips) > 0 {
			row.Err = &trace.Error{Code: trace.CodeInvalid, Problems: slips}
		}
	}
	return row
}

// cellProblems returns the problems of cells, with their addresses.
func cellProblems(of []sheet.Problem) []trace.Problem {
	var list []trace.Problem
	for _, p := range of {
		list = append(list, trace.Problem{Field: p.Field + " (" + p.Cell + ")", Rule: string(p.Reason), Message: sheet.Reasons[p.Reason], Args: p.Args})
	}
	return list
}

// SheetRows returns the rows of a spreadsheet for an import.
func SheetRows(k *kind.Kind, from interface{ Next() (sheet.Row, error) }) Source {
	return sheetRows{k, from}
}

type sheetRows struct {
	kind *kind.Kind
	from interface{ Next() (sheet.Row, error) }
}

// Next implements Source.
func (s sheetRows) Next() (Row, error) {
	row, err := s.from.Next()
	if err != nil {
		return Row{}, err
	}
	return SheetRow(s.kind, row), nil
}
