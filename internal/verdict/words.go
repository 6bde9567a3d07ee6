package verdict

import (
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// words are the parts of the sentence.
var words = map[string]lang.Text{
	"":                {PT: "Ainda não validada", EN: "Not validated yet", ES: "Aún no validada", More: &lang.More{DE: "Noch nicht bestätigt", NL: "Nog niet gevalideerd", FR: "Pas encore validée", IT: "Non ancora convalidato"}},
	string(Intact):    {PT: "Registros íntegros", EN: "Records intact", ES: "Registros íntegros", More: &lang.More{DE: "Einträge unverändert", NL: "Registraties intact", FR: "Enregistrements intacts", IT: "Registrazioni integre"}},
	string(Changed):   {PT: "Alterada depois da validação", EN: "Changed since its validation", ES: "Modificada después de la validación", More: &lang.More{DE: "Seit der Bestätigung geändert", NL: "Gewijzigd sinds de validatie", FR: "Modifiée depuis sa validation", IT: "Modificata dopo la convalida"}},
	string(Falsified): {PT: "Adulterada", EN: "Tampered with", ES: "Adulterada", More: &lang.More{DE: "Manipuliert", NL: "Vervalst", FR: "Falsifiée", IT: "Manomessa"}},
	string(Refused):   {PT: "Não aprovada", EN: "Not approved", ES: "No aprobada", More: &lang.More{DE: "Nicht genehmigt", NL: "Niet goedgekeurd", FR: "Non approuvée", IT: "Non approvata"}},
	string(Expired):   {PT: "Vencida", EN: "Expired", ES: "Vencida", More: &lang.More{DE: "Abgelaufen", NL: "Verlopen", FR: "Expirée", IT: "Scaduta"}},
	string(Revoked):   {PT: "Revogada", EN: "Revoked", ES: "Revocada", More: &lang.More{DE: "Widerrufen", NL: "Ingetrokken", FR: "Révoquée", IT: "Revocata"}},
	"overruled":       {PT: "Validação mais nova não aprovada", EN: "Newer validation not approved", ES: "Validación más nueva no aprobada", More: &lang.More{DE: "Neuere Bestätigung nicht genehmigt", NL: "Nieuwere validatie niet goedgekeurd", FR: "Validation plus récente non approuvée", IT: "Convalida più recente non approvata"}},
	"complete":        {PT: "Completa", EN: "Complete", ES: "Completa", More: &lang.More{DE: "Vollständig", NL: "Volledig", FR: "Complète", IT: "Completa"}},
	"partly":          {PT: "Só {a} de {b} etapas exigidas {a|registrada|registradas}", EN: "Only {a} of {b} required steps recorded", ES: "Solo {a} de {b} etapas exigidas {a|registrada|registradas}", More: &lang.More{DE: "Nur {a} von {b} verlangten Schritten erfasst", NL: "Slechts {a} van {b} verplichte stappen vastgelegd", FR: "Seulement {a} {a|étape requise|étapes requises} sur {b} {a|enregistrée|enregistrées}", IT: "Solo {a} {a|fase richiesta|fasi richieste} su {b} {a|registrata|registrate}"}},
	"none":            {PT: "Nenhuma das {b} etapas exigidas registrada", EN: "None of the {b} required steps recorded", ES: "Ninguna de las {b} etapas exigidas registrada", More: &lang.More{DE: "Keiner der {b} verlangten Schritte erfasst", NL: "Geen van de {b} verplichte stappen vastgelegd", FR: "Aucune des {b} étapes requises enregistrée", IT: "Nessuna delle {b} fasi richieste registrata"}},
	"errors":          {PT: "{n} {n|erro|erros}", EN: "{n} {n|error|errors}", ES: "{n} {n|error|errores}", More: &lang.More{DE: "{n} Fehler", NL: "{n} {n|fout|fouten}", FR: "{n} {n|erreur|erreurs}", IT: "{n} {n|errore|errori}"}},
	"counts":          {PT: "erros: {erros} · alertas: {alertas}", EN: "errors: {erros} · alerts: {alertas}", ES: "errores: {erros} · alertas: {alertas}", More: &lang.More{DE: "Fehler: {erros} · Hinweise: {alertas}", NL: "fouten: {erros} · meldingen: {alertas}", FR: "erreurs : {erros} · alertes : {alertas}", IT: "errori: {erros} · avvisi: {alertas}"}},
	"alerts":          {PT: "{n} {n|alerta|alertas}", EN: "{n} {n|alert|alerts}", ES: "{n} {n|alerta|alertas}", More: &lang.More{DE: "{n} {n|Hinweis|Hinweise}", NL: "{n} {n|melding|meldingen}", FR: "{n} {n|alerte|alertes}", IT: "{n} {n|avviso|avvisi}"}},
}

// Sentence returns the verdict in words: "Registros íntegros · Completa". A gap comes before the
// integrity, so that nobody takes a harvest without records for a good one.
func (v *Verdict) Sentence(l lang.Lang) string {
	var parts []string
	say := func(name string, args lang.Args) { parts = append(parts, words[name].Fill(l, args)) }
	switch v.State {
	case Refused, Expired, Revoked:
		say(string(v.State), nil)
	}
	if v.Overruled {
		say("overruled", nil)
	}
	gap := v.State != "" && !v.Complete()
	if gap {
		say(v.steps())
	}
	if v.State != Revoked {
		say(string(v.Integrity()), nil)
	}
	if !gap {
		say(v.steps())
	}
	if n := v.Summary.Errors; n > 0 {
		say("errors", lang.Args{"n": strconv.Itoa(n)})
	}
	if n := v.Summary.Alerts; n > 0 {
		say("alerts", lang.Args{"n": strconv.Itoa(n)})
	}
	return strings.Join(parts, " · ")
}

// steps returns how many of the required steps are recorded, as a part of the sentence.
func (v *Verdict) steps() (name string, args lang.Args) {
	switch {
	case v.Complete():
		return "complete", nil
	case v.Present == 0:
		return "none", lang.Args{"b": strconv.Itoa(v.Total)}
	}
	return "partly", lang.Args{"a": strconv.Itoa(v.Present), "b": strconv.Itoa(v.Total)}
}

// Counts returns the numbers of errors and alerts, including zeros.
func (v *Verdict) Counts(l lang.Lang) string {
	return words["counts"].Fill(l, lang.Args{"erros": strconv.Itoa(v.Summary.Errors), "alertas": strconv.Itoa(v.Summary.Alerts)})
}

// Text returns the sentence in every language.
func (v *Verdict) Text() lang.Text {
	return lang.InAll(v.Sentence)
}

// MarshalJSON writes the verdict in Portuguese, for answers that are the same in every
// language.
func (v Verdict) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil, lang.PT), nil }

// AppendJSON appends the verdict as the wire shows it.
func (v *Verdict) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"nivel":"`...)
	dst = append(dst, v.Level()...)
	dst = append(dst, `","frase":`...)
	dst = canon.AppendString(dst, v.Sentence(l))
	dst = append(dst, `,"integridade":`...)
	dst = canon.AppendStringOrNull(dst, string(v.Integrity()))
	dst = append(dst, `,"erros":`...)
	dst = strconv.AppendInt(dst, int64(v.Summary.Errors), 10)
	dst = append(dst, `,"alertas":`...)
	dst = strconv.AppendInt(dst, int64(v.Summary.Alerts), 10)
	dst = append(dst, `,"presentes":`...)
	dst = strconv.AppendInt(dst, int64(v.Present), 10)
	dst = append(dst, `,"total":`...)
	dst = strconv.AppendInt(dst, int64(v.Total), 10)
	if v.Targets != nil {
		dst = append(dst, `,"alvos":[`...)
		for i := range v.Targets {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = v.Targets[i].AppendJSON(dst, l)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// AppendJSON appends the readiness as the wire shows it.
func (r *Readiness) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"alvo":`...)
	dst = canon.AppendString(dst, r.Target)
	dst = append(dst, `,"pronta":`...)
	dst = strconv.AppendBool(dst, r.Ready())
	dst = append(dst, `,"portas":`...)
	return append(r.AppendGates(dst, l), '}')
}

// AppendGates appends the gates as the wire shows them.
func (r *Readiness) AppendGates(dst []byte, l lang.Lang) []byte {
	dst = append(dst, '[')
	for i := range r.Gates {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.Gates[i].AppendJSON(dst, l)
	}
	return append(dst, ']')
}

// AppendJSON appends the gate as the wire shows it.
func (p *GateCheck) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"porta":"`...)
	dst = append(dst, p.Gate...)
	dst = append(dst, `","nome":`...)
	dst = canon.AppendString(dst, p.Gate.Name().In(l))
	dst = append(dst, `,"situacao":"`...)
	dst = append(dst, p.Passing()...)
	dst = append(dst, `","faltas":[`...)
	for i := range p.Gaps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.Gaps[i].appendJSON(dst, l)
	}
	return append(dst, `]}`...)
}

func (g *Gap) appendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"motivo":`...)
	dst = canon.AppendString(dst, g.Reason.In(l))
	for _, member := range []struct{ name, value string }{
		{"acao", g.Action.In(l)}, {"quem", g.Who}, {"prefixo", g.Prefix}, {"campo", g.Field}, {"registro", g.Record},
	} {
		dst = append(dst, `,"`+member.name+`":`...)
		dst = canon.AppendStringOrNull(dst, member.value)
	}
	return append(dst, '}')
}
