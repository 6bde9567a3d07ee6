package pagekit

import (
	"net/http"
	"strings"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// WrongForm is shown above a form with mistakes.
var WrongForm = lang.Text{PT: "Nada foi gravado. Corrija o que está marcado e envie de novo.", EN: "Nothing was saved. Correct what is marked and send it again.", ES: "No se guardó nada. Corrija lo marcado y envíe de nuevo."}

// RefuseForm answers a form that cannot be accepted: with what was typed, and the problem next to
// each field.
func RefuseForm(on *Call, v View, byField map[string]string, wrong *string, err error, page string) (Reply, error) {
	status := http.StatusUnprocessableEntity
	*wrong = WrongForm.In(on.Lang)
	if err != nil {
		failed := trace.AsError(err)
		if len(failed.Problems) == 0 {
			*wrong = on.ErrorText(failed)
		}
		if failed.Class() == trace.Internal || failed.Class() == trace.Unavailable {
			return Reply{}, err
		}
		if status = httpkit.Status(failed.Class()); status == http.StatusBadRequest {
			status = http.StatusUnprocessableEntity // the form was read, but its content is wrong
		}
		for _, p := range failed.Problems {
			field, _, _ := strings.Cut(p.Field, "[")
			byField[field] = p.Message.Fill(on.Lang, p.Args)
		}
	}
	return Reply{Page: page, View: v, Status: status}, nil
}
