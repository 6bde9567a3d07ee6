package verdict

import "rastro/internal/lang"

// The parts of Phrase.
var (
	pending  = lang.Text{PT: "Pendente", EN: "Not ready", ES: "Pendiente"}
	finished = lang.Text{PT: "Pronta", EN: "Ready", ES: "Lista"}
	// phrases are the phrases for complete records, by the state of the validation.
	phrases = map[State]lang.Text{
		"":       {PT: "Dados prontos; falta validar", EN: "Data ready; not validated yet", ES: "Datos listos; falta validar"},
		Altered:  {PT: "Dados prontos; valide de novo: alterada depois da validação", EN: "Data ready; validate again: changed since its validation", ES: "Datos listos; valide de nuevo: modificada después de la validación"},
		Expired:  {PT: "Dados prontos; valide de novo: a validação venceu", EN: "Data ready; validate again: the validation expired", ES: "Datos listos; valide de nuevo: la validación venció"},
		Refused:  {PT: "Dados prontos, mas a validação não foi aprovada", EN: "Data ready, but the validation was not approved", ES: "Datos listos, pero la validación no fue aprobada"},
		Revoked:  {PT: "Dados prontos; a validação foi revogada", EN: "Data ready; the validation was revoked", ES: "Datos listos; la validación fue revocada"},
		Tampered: {PT: "Não confie: registros adulterados", EN: "Do not trust it: records were tampered with", ES: "No confíe: registros adulterados"},
	}
)

// Phrase returns a single phrase for the records and their validation, so that no page says "ready"
// next to "changed since its validation". ready reports whether the records are complete for their
// purpose; for a market it comes from its Readiness.
func (v *Verdict) Phrase(ready bool) (Level, lang.Text) {
	switch {
	case v.State == Tampered:
		return Red, phrases[Tampered]
	case !ready:
		return Amber, pending
	case v.State == Valid && v.Diverged:
		return Amber, phrases[Altered]
	case v.State == Valid:
		return Green, finished
	case v.State == Refused || v.State == Revoked:
		return Red, phrases[v.State]
	}
	return Amber, phrases[v.State]
}

// Sound reports whether the records are complete, without errors, and ready for some market.
func (v *Verdict) Sound() bool {
	return v.Complete() && v.Summary.Errors == 0 && (len(v.Targets) == 0 || len(v.ReadyFor()) > 0)
}

// ReadyFor lists the markets for which the harvest is ready, as the wire spells them.
func (v *Verdict) ReadyFor() []string {
	var ready []string
	for i := range v.Targets {
		if v.Targets[i].Ready() {
			ready = append(ready, v.Targets[i].Target)
		}
	}
	return ready
}
