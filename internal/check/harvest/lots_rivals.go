package harvest

import (
	"slices"
	"strings"

	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// advice says what to do about a claim, for those who ask someone else to settle it and for those
// who settle it themselves.
type advice struct{ asks, decides lang.Text }

var (
	lotTaken = advice{
		asks: lang.Text{
			PT: "Se o outro registro estiver certo, corrija o seu; se não, peça a um administrador que decida",
			EN: "If the other record is right, correct yours; if not, ask an administrator to settle it",
			ES: "Si el otro registro es correcto, corrija el suyo; si no, pida a un administrador que decida",
		},
		decides: lang.Text{
			PT: "Compare os registros e decida de quem é, em Disputas",
			EN: "Compare the records and decide who owns it, in Disputes",
			ES: "Compare los registros y decida de quién es, en Disputas",
		},
	}
	gtinTaken = advice{
		asks: lang.Text{
			PT: "Se não reconhece quem o usou, peça a um administrador que decida",
			EN: "If you do not recognise who used it, ask an administrator to settle it",
			ES: "Si no reconoce quién lo usó, pida a un administrador que decida",
		},
		decides: lotTaken.decides,
	}
	lotNamed = advice{
		asks: lang.Text{
			PT: "Se você não entregou esse lote a ninguém, avise um administrador",
			EN: "If you delivered that lot to no one, tell an administrator",
			ES: "Si usted no entregó ese lote a nadie, avise a un administrador",
		},
		decides: lang.Text{
			PT: "Se o lote não foi entregue a ninguém, peça a quem validou que corrija a validação",
			EN: "If that lot was delivered to no one, ask those who validated it to correct the validation",
			ES: "Si el lote no se entregó a nadie, pida a quien validó que corrija la validación",
		},
	}
	settledForAnother = advice{
		asks: lang.Text{
			PT: "Corrija o seu registro, ou fale com um administrador se a decisão estiver errada",
			EN: "Correct your record, or talk to an administrator if the decision is wrong",
			ES: "Corrija su registro, o hable con un administrador si la decisión es incorrecta",
		},
		decides: lang.Text{
			PT: "O registro desta safra precisa ser corrigido; se apareceu algo novo, você pode decidir de novo, em Disputas",
			EN: "The record of this harvest needs to be corrected; if something new has come up, you can settle it again, in Disputes",
			ES: "El registro de esta cosecha debe corregirse; si apareció algo nuevo, puede decidir otra vez, en Disputas",
		},
	}
	lotCameFirst = advice{
		asks: lang.Text{
			PT: "Ela o identificou antes: confira o código, ou peça a um administrador que decida de quem é",
			EN: "They identified it first: check the code, or ask an administrator to decide who owns it",
			ES: "Ella lo identificó antes: revise el código, o pida a un administrador que decida de quién es",
		},
		decides: lang.Text{
			PT: "Ela o identificou antes: confira o código, ou decida de quem é, em Disputas",
			EN: "They identified it first: check the code, or decide who owns it, in Disputes",
			ES: "Ella lo identificó antes: revise el código, o decida de quién es, en Disputas",
		},
	}
	lotNamedFirst = advice{
		asks: lang.Text{
			PT: "Ela o identificou antes: confira o código. Se o lote é seu, identifique-o, e peça a um administrador que decida",
			EN: "They identified it first: check the code. If the lot is yours, identify it, and ask an administrator to settle it",
			ES: "Ella lo identificó antes: revise el código. Si el lote es suyo, identifíquelo, y pida a un administrador que decida",
		},
		decides: lang.Text{
			PT: "Ela o identificou antes: confira o código que a validação cita",
			EN: "They identified it first: check the code that the validation names",
			ES: "Ella lo identificó antes: revise el código que cita la validación",
		},
	}
	gtinCameFirst = advice{
		asks: lang.Text{
			PT: "Ela o validou antes: confira o GTIN, ou peça a um administrador que decida de quem é",
			EN: "They validated it first: check the GTIN, or ask an administrator to decide who owns it",
			ES: "Ella lo validó antes: revise el GTIN, o pida a un administrador que decida de quién es",
		},
		decides: lang.Text{
			PT: "Ela o validou antes: confira o GTIN, ou decida de quem é, em Disputas",
			EN: "They validated it first: check the GTIN, or decide who owns it, in Disputes",
			ES: "Ella lo validó antes: revise el GTIN, o decida de quién es, en Disputas",
		},
	}
)

// situation describes the dispute, and what to do about it.
func (r *RivalClaim) situation() lang.Text {
	if r.Settled && r.Owned && !r.Cited {
		return r.Decision
	}
	told := r.advice()
	text := told.asks
	if r.Decides {
		text = told.decides
	}
	if r.Settled && !r.Owned {
		return lang.Text{PT: r.Decision.PT + " " + text.PT, EN: r.Decision.EN + " " + text.EN, ES: r.Decision.ES + " " + text.ES}
	}
	return text
}

func (r *RivalClaim) advice() *advice {
	switch {
	case r.Owned && r.Cited:
		return &lotNamed
	case r.Owned && r.GTIN:
		return &gtinTaken
	case r.Owned:
		return &lotTaken
	case r.Settled:
		return &settledForAnother
	case r.GTIN:
		return &gtinCameFirst
	case r.Cited: // the dispute has not arisen yet
		return &lotNamedFirst
	}
	return &lotCameFirst
}

// checkRivals reports the codes that another party claims as well, each once.
func (c *checker) checkRivals() {
	if len(c.o.Claims) == 0 {
		return
	}
	by := map[int32]int32{} // the first record that claims a lot
	c.EachKnown(func(lot, rec int32) {
		if _, ok := by[lot]; !ok {
			by[lot] = rec
		}
	})
	for i := range c.o.Claims {
		claim := &c.o.Claims[i]
		rule, placeholder := claim.rule()
		var refs []finding.Ref
		if number, ok := c.Lots.Index[claim.Code]; ok && !claim.GTIN {
			if rec, ok := by[number]; ok {
				refs = []finding.Ref{c.Ref(rec, c.claimField(rec))}
			}
		}
		if claim.Cited && !claim.Owned {
			refs = c.citations(claim.Code)
		}
		for k := range c.Validations {
			if claim.GTIN && c.Validations[k].Gtin == claim.Code {
				refs = c.appendRef(refs, c.Validations[k].Rec, "gtin")
			}
		}
		c.add(rule, refs, claim.args(placeholder)...)
		c.summary.CountMany(rule.Severity, claim.Alike)
	}
}

// args returns what a finding says about the claim.
func (r *RivalClaim) args(placeholder string) []any {
	return []any{placeholder, r.Code, "safra", r.names(), "situacao", r.situation()}
}

// names returns the other harvests for a finding; empty if it may name none.
func (r *RivalClaim) names() lang.Text {
	if len(r.Harvests) == 0 {
		return lang.Text{}
	}
	clipped := make([]string, len(r.Harvests))
	for i, name := range r.Harvests {
		clipped[i] = lang.Clip(name, finding.MaxQuoted)
	}
	list := " (" + strings.Join(clipped, ", ")
	if r.More {
		return lang.Text{PT: list + " e outras)", EN: list + " and others)", ES: list + " y otras)"}
	}
	return lang.Text{PT: list + ")", EN: list + ")", ES: list + ")"}
}

// Disputes returns the findings that some claims make, the worst first, for callers without
// a book of the harvest: they name no record. counted also counts those that are not
// listed one by one.
func Disputes(claims []RivalClaim) (all []finding.Finding, counted finding.Summary) {
	for i := range claims {
		rule, placeholder := claims[i].rule()
		f := finding.Finding{Rule: rule}
		sayAll(&f, claims[i].args(placeholder))
		all = append(all, f)
		counted.CountMany(rule.Severity, 1+claims[i].Alike)
	}
	slices.SortStableFunc(all, compare)
	return all, counted
}

// citations returns the validations that name a lot.
func (c *checker) citations(code string) (refs []finding.Ref) {
	number, ok := c.Lots.Index[code]
	if !ok {
		return nil
	}
	for i := range c.Validations {
		if slices.Contains(c.Lots.Of(c.Validations[i].Lots), number) {
			refs = c.appendRef(refs, c.Validations[i].Rec, "lotes")
		}
	}
	return refs
}

// rule returns the rule that the claim is a finding of, and what it calls the code.
func (r *RivalClaim) rule() (*finding.Rule, string) {
	switch {
	case r.Owned && r.Settled && !r.Cited:
		return rules.ClaimSettled, "codigo"
	case r.GTIN && r.Owned:
		return rules.GtinDisputed, "gtin"
	case r.GTIN:
		return rules.GtinOfAnother, "gtin"
	case r.Owned && r.Cited:
		return rules.LotCited, "lote"
	case r.Owned:
		return rules.LotDisputed, "lote"
	}
	return rules.LotOfAnother, "lote"
}

// claimField returns the field in which a record claims a lot.
func (c *checker) claimField(rec int32) string {
	if c.KindOf(rec).Prefix == kind.LotIdentification {
		return "codigoLote"
	}
	return c.outField(rec)
}
