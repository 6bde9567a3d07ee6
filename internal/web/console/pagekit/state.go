package pagekit

import (
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// stateNames are the states of a validation, as every page calls them.
var stateNames = map[trace.State]lang.Text{
	trace.Revoked:  {PT: "Revogada", EN: "Revoked", ES: "Revocada"},
	trace.Tampered: {PT: "Adulterada", EN: "Tampered with", ES: "Adulterada"},
	trace.Refused:  {PT: "Não aprovada", EN: "Not approved", ES: "No aprobada"},
	trace.Expired:  {PT: "Vencida", EN: "Expired", ES: "Vencida"},
	trace.Altered:  {PT: "Alterada depois de validada", EN: "Changed since it was validated", ES: "Modificada después de validada"},
	trace.Valid:    {PT: "Válida", EN: "Valid", ES: "Válida"},
}

// StateName returns the state of a validation in words.
func StateName(s trace.State, l lang.Lang) string { return stateNames[s].In(l) }
