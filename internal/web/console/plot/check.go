package plot

import (
	"strings"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// checked is the result for a plot that somebody is drawing.
type checked struct {
	Area     string    `json:"area"` // "" if it has none
	Findings []remarks `json:"achados"`
}

type remarks struct {
	Severity string `json:"gravidade"`
	Word     string `json:"palavra"`
	Text     string `json:"texto"`
}

// Check returns what grading would say about a record with this plot, using the code that grades
// records.
func (c *Controller) Check(on *pagekit.Call) (pagekit.Reply, error) {
	k, field := trace.PlanKind, trace.PlanKind.PlotField()
	sent := strings.TrimSpace(on.Form.Get("poligono"))
	if canon.Validate([]byte(sent)) != nil {
		return pagekit.Reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	said := checked{Findings: []remarks{}}
	add := func(severity finding.Severity, text string) {
		said.Findings = append(said.Findings, remarks{string(severity), severities[severity].In(on.Lang), text})
	}
	payload := append(canon.AppendString([]byte{'{'}, field), ":"+sent+"}"...)
	body := append(append([]byte(`{"safraId":"x","dados":`), payload...), '}')
	if _, err := trace.ReadEnvelope(k, body); err != nil {
		for _, p := range trace.AsError(err).Problems {
			add(finding.Error, p.Message.Fill(on.Lang, p.Args))
		}
		return answer(said), nil
	}
	graded := c.plots.Grade(k, payload)
	for _, f := range graded.Findings {
		if f.Field == field {
			add(f.Rule.Severity, f.Message(on.Lang))
		}
	}
	if p := graded.Plot; p != nil && p.AreaHa > 0 {
		said.Area = pagekit.NumberText(p.AreaHa, 2, on.Lang) + " ha"
	}
	return answer(said), nil
}

var severities = map[finding.Severity]lang.Text{
	finding.Error: {PT: "Erro", EN: "Error", ES: "Error"},
	finding.Alert: {PT: "Alerta", EN: "Alert", ES: "Alerta"},
	finding.Info:  {PT: "Sugestão", EN: "Suggestion", ES: "Sugerencia"},
}
