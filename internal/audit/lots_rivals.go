package audit

import "rastro/internal/lang"

// The rules on codes that two parties claim.
var (
	lotDisputed = &Rule{
		ID: "LOTE_DISPUTADO", Severity: Alert, Harvest: true, Kinds: []string{recNamed, recWorking, recProcess},
		Source: "house rule: a lot belongs to the harvest that first identified it",
		Message: lang.Text{
			PT: "outra safra{safra} também diz que identificou ou produziu o lote '{lote}', que é desta; o lote continua sendo seu. Se o outro registro estiver certo, corrija o seu; se não, peça ao administrador que decida",
			EN: "another harvest{safra} also says that it identified or made lot '{lote}', which belongs to this one; the lot stays yours. If the other record is right, correct yours; if not, ask the administrator to settle it",
			ES: "otra cosecha{safra} también dice que identificó o produjo el lote '{lote}', que es de esta; el lote sigue siendo suyo. Si el otro registro es correcto, corrija el suyo; si no, pida al administrador que decida",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-001"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-002"}}]`,
	}
	lotOfAnother = &Rule{
		ID: "LOTE_DE_OUTRA_SAFRA", Severity: Alert, Harvest: true, Kinds: []string{recNamed, recWorking, recProcess},
		Source: "house rule: a lot belongs to the harvest that first identified it",
		Message: lang.Text{
			PT: "o lote '{lote}' é de outra safra{safra}, que o identificou antes; aqui ele aparece só como citação. Confira o código, ou peça ao administrador que decida de quem é",
			EN: "lot '{lote}' belongs to another harvest{safra}, which identified it first; here it only counts as a reference. Check the code, or ask the administrator to settle whose it is",
			ES: "el lote '{lote}' es de otra cosecha{safra}, que lo identificó antes; aquí solo cuenta como referencia. Revise el código, o pida al administrador que decida de quién es",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-002"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}}]`,
	}
	gtinDisputed = &Rule{
		ID: "GTIN_DISPUTADO", Severity: Alert, Harvest: true, Kinds: []string{recClosing},
		Source: "house rule: a GTIN belongs to the party that first validated it",
		Message: lang.Text{
			PT: "outra safra{safra} também validou o GTIN {gtin}, que é desta; o link da embalagem continua levando à sua página. Se não reconhece, peça ao administrador que decida",
			EN: "another harvest{safra} also validated GTIN {gtin}, which belongs to this one; the link on the package still leads to your page. If you do not recognise it, ask the administrator to settle it",
			ES: "otra cosecha{safra} también validó el GTIN {gtin}, que es de esta; el enlace del envase sigue llevando a su página. Si no la reconoce, pida al administrador que decida",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891234567895"}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891000100103"}}]`,
	}
	gtinOfAnother = &Rule{
		ID: "GTIN_DE_OUTRA_SAFRA", Severity: Alert, Harvest: true, Kinds: []string{recClosing},
		Source: "house rule: a GTIN belongs to the party that first validated it",
		Message: lang.Text{
			PT: "o GTIN {gtin} é de outra safra{safra}, que o validou antes; o link da embalagem leva à página dela, não a esta. Confira o GTIN, ou peça ao administrador que decida de quem é",
			EN: "GTIN {gtin} belongs to another harvest{safra}, which validated it first; the link on the package leads to its page, not to this one. Check the GTIN, or ask the administrator to settle whose it is",
			ES: "el GTIN {gtin} es de otra cosecha{safra}, que lo validó antes; el enlace del envase lleva a su página, no a esta. Revise el GTIN, o pida al administrador que decida de quién es",
		},
		Trigger: `[{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}}]`,
		Quiet:   `[{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891000100103"}},{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}}]`,
	}
)

// checkRivals tells of the codes that another party claims as well, each once.
func (c *conferral) checkRivals() {
	if len(c.o.Claims) == 0 {
		return
	}
	by := map[int32]int32{} // the first record that claims a lot
	c.eachKnown(func(lot, rec int32) {
		if _, ok := by[lot]; !ok {
			by[lot] = rec
		}
	})
	for i := range c.o.Claims {
		claim := &c.o.Claims[i]
		rule, placeholder := c.rivalRule(claim)
		safra := ""
		if claim.Named {
			safra = " (" + claim.Harvest + ")"
		}
		var refs []Ref
		if number, ok := c.lots.index[claim.Code]; ok && !claim.GTIN {
			if rec, ok := by[number]; ok {
				refs = []Ref{c.ref(rec, c.claimField(rec))}
			}
		}
		for k := range c.closings {
			if claim.GTIN && c.closings[k].gtin == claim.Code {
				refs = c.appendRef(refs, c.closings[k].rec, "gtin")
			}
		}
		c.add(rule, refs, placeholder, claim.Code, "safra", safra)
	}
}

func (c *conferral) rivalRule(claim *RivalClaim) (*Rule, string) {
	switch {
	case claim.GTIN && claim.Owned:
		return gtinDisputed, "gtin"
	case claim.GTIN:
		return gtinOfAnother, "gtin"
	case claim.Owned:
		return lotDisputed, "lote"
	}
	return lotOfAnother, "lote"
}

// claimField is the field in which a record claims a lot.
func (c *conferral) claimField(rec int32) string {
	if c.kindOf(rec).Prefix == recNamed {
		return "codigoLote"
	}
	return c.outField(rec)
}
