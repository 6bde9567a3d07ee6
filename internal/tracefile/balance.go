package tracefile

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// AppendBalance appends a balance as members of an object, its messages in one
// language.
func AppendBalance(data []byte, found *lineage.Balance, l lang.Lang) []byte {
	data = append(data, `"situacao":"`+string(found.Closing())+`","violacoes":`...)
	data = strconv.AppendInt(data, int64(found.Violations()), 10)
	data = append(data, `,"lotes":[`...)
	for i := range found.Accounts {
		if i > 0 {
			data = append(data, ',')
		}
		data = appendAccount(data, &found.Accounts[i], l)
	}
	data = append(data, `],"etapas":[`...)
	for i := range found.Steps {
		if i > 0 {
			data = append(data, ',')
		}
		data = appendStep(data, &found.Steps[i], l)
	}
	data = append(data, `],"safras":[`...)
	for i := range found.Excesses {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, `{"safraId":`...)
		data = canon.AppendString(data, found.Excesses[i].HarvestID)
		data = append(data, `,"regra":"`+found.Excesses[i].Rule+`","mensagem":`...)
		data = append(canon.AppendString(data, found.Excesses[i].Message.In(l)), '}')
	}
	data = append(data, `],"safrasNaoConferidas":`...)
	data = strconv.AppendBool(data, found.Unreviewed)
	data = append(data, `,"truncado":`...)
	data = strconv.AppendBool(data, found.Truncated)
	data = append(data, `,"restrito":`...)
	return strconv.AppendBool(data, found.Restricted)
}

// kgMembers appends members that are masses.
func kgMembers(dst []byte, members ...any) []byte {
	for i := 0; i+1 < len(members); i += 2 {
		dst = append(dst, `,"`...)
		dst = append(dst, members[i].(string)...)
		dst = append(dst, `":`...)
		dst = appendKg(dst, members[i+1].(float64))
	}
	return dst
}

func appendAccount(dst []byte, a *lot.Account, l lang.Lang) []byte {
	dst = append(dst, `{"codigo":`...)
	dst = canon.AppendString(dst, a.Lot)
	dst = append(dst, `,"nivel":`...)
	dst = strconv.AppendInt(dst, int64(a.Depth), 10)
	dst = kgMembers(dst, "produzidoKg", a.Produced, "recebidoKg", a.Received, "armazenadoKg", a.Stored, "entradaKg", a.Available,
		"perdaKg", a.Lost, "consumidoKg", a.Consumed, "embarcadoKg", a.Shipped, "saldoKg", a.Left)
	dst = appendPartial(dst, a)
	dst = append(dst, `,"situacao":"`+string(a.Closing())+`","completo":`...)
	dst = strconv.AppendBool(dst, a.Complete)
	dst = append(dst, `,"custodia":{"declarada":`...)
	dst = appendModel(dst, a.Custody)
	dst = append(dst, `,"derivada":`...)
	dst = appendModel(dst, a.Derived)
	dst = append(dst, `,"completa":`...)
	dst = strconv.AppendBool(dst, a.Traced)
	dst = append(dst, `},"violacoes":`...)
	return append(appendViolations(dst, a.Violations, l), '}')
}

// appendPartial marks the masses that leave some record out.
func appendPartial(dst []byte, a *lot.Account) []byte {
	p := &a.Partial
	for _, m := range []struct {
		name    string
		partial bool
	}{
		{"produzido", p.Produced}, {"recebido", p.Received}, {"armazenado", p.Stored}, {"entrada", p.Available}, {"perda", p.Lost}, {"consumido", p.Consumed},
		{"embarcado", p.Shipped}, {"saldo", p.Available || p.Taken()},
	} {
		if m.partial {
			dst = append(dst, `,"`+m.name+`Parcial":true`...)
		}
	}
	return dst
}

func appendModel(dst []byte, rank int8) []byte {
	if name := lot.Custody(rank); name != "" {
		return canon.AppendString(dst, name)
	}
	return append(dst, `null`...)
}

func appendStep(dst []byte, s *lot.StepBalance, l lang.Lang) []byte {
	dst = append(dst, `{"registro":`...)
	dst = appendRef(dst, lineage.RowRef(&s.Row))
	dst = append(dst, `,"de":`...)
	dst = canon.AppendStrings(dst, s.From)
	dst = append(dst, `,"para":`...)
	dst = canon.AppendStrings(dst, s.To)
	dst = kgMembers(dst, "entradaKg", s.In, "saidaKg", s.Out, "perdaKg", s.Lost, "quebraKg", s.Shrink, "esperadoKg", s.Expected, "blendagem", s.Shares)
	dst = appendDays(dst, s.Row.On)
	dst = append(dst, `,"situacao":"`+string(s.Closing())+`","violacoes":`...)
	return append(appendViolations(dst, s.Violations, l), '}')
}

func appendViolations(dst []byte, all []lot.Violation, l lang.Lang) []byte {
	dst = append(dst, '[')
	for i := range all {
		v := &all[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"regra":"`...)
		dst = append(dst, v.Rule.ID...)
		dst = append(dst, `","mensagem":`...)
		dst = append(canon.AppendString(dst, ViolationText(v, l)), '}')
	}
	return append(dst, ']')
}

// ViolationText describes a contradiction between masses in a language.
func ViolationText(v *lot.Violation, l lang.Lang) string {
	args := lang.Args{"alegado": v.Claimed, "origem": v.Derived}
	for name, value := range v.Args {
		args[name] = l.Number(value, 3)
	}
	return v.Rule.In(finding.Balance).Message.Fill(l, args)
}
