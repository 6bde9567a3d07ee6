package finding

import "rastro/internal/lang"

// Severity is the weight of a finding.
type Severity string

// The severities, lightest first. An Error is wrong beyond doubt, an Alert very
// likely; Info is what would be better. In strict mode an Error refuses the write.
const (
	Info  Severity = "info"
	Alert Severity = "alerta"
	Error Severity = "erro"
)

// Label returns what people call a severity, on every page.
func (s Severity) Label() lang.Text { return labels[s] }

var labels = map[Severity]lang.Text{
	Error: {PT: "erro", EN: "error", ES: "error"},
	Alert: {PT: "alerta", EN: "alert", ES: "alerta"},
	Info:  {PT: "sugestão", EN: "suggestion", ES: "sugerencia"},
}

// Summary counts findings by severity.
type Summary struct{ Errors, Alerts, Infos int }

// Count adds a finding.
func (s *Summary) Count(severity Severity) { s.CountMany(severity, 1) }

// CountMany adds several findings of one severity.
func (s *Summary) CountMany(severity Severity, n int) {
	switch severity {
	case Error:
		s.Errors += n
	case Alert:
		s.Alerts += n
	default:
		s.Infos += n
	}
}

// All returns the number of findings.
func (s Summary) All() int { return s.Errors + s.Alerts + s.Infos }

// Add adds the counts of another summary.
func (s *Summary) Add(more Summary) {
	s.Errors, s.Alerts, s.Infos = s.Errors+more.Errors, s.Alerts+more.Alerts, s.Infos+more.Infos
}

// Worst returns the highest severity; "" without findings.
func (s Summary) Worst() Severity {
	switch {
	case s.Errors > 0:
		return Error
	case s.Alerts > 0:
		return Alert
	case s.Infos > 0:
		return Info
	}
	return ""
}

// rank orders severities, the worst first.
func (s Severity) rank() int {
	switch s {
	case Error:
		return 0
	case Alert:
		return 1
	}
	return 2
}
