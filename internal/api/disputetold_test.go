package api_test

import (
	"slices"
	"strings"
	"testing"
)

// disputedLot makes a lot of harvest VIT that a party in ATK claims as well, and that
// a third party in REF received.
func disputedLot(root client) (victim, rival, third client) {
	victim, rival, third = root.newKey(`{"nome":"dona","safras":["VIT"]}`), root.newKey(`{"nome":"rival","safras":["ATK"]}`), root.newKey(`{"nome":"terceira","safras":["REF"]}`)
	victim.grown("VIT", "VIT-L-9", "Ana", 1, 2)
	rival.create(naming, "ATK", `{"codigoLote":"VIT-L-9"}`)
	third.create("/armazenamento/recebimento", "REF", `{"loteOrigem":"VIT-L-9"}`)
	return victim, rival, third
}

// The EU's pre-flight tells a rival that the lot belongs to another party, and whom to ask. It
// requests no plot or record, and reveals nothing about the owner.
func TestRivalsPreflightAsksNothingOfTheRival(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		victim, rival, third := disputedLot(root)
		const foreign = "EUDR_LOTE_DE_OUTRA_PARTE"
		check := func(when, says string) {
			t.Helper()
			report := rival.preflight("VIT-L-9")
			if got := report.rules("erro"); report.Pronto || !slices.Equal(got, []string{foreign}) {
				t.Errorf("%s: the rival gets the errors %v, ready %t", when, got, report.Pronto)
			}
			for _, f := range report.Achados {
				if f.Regra == foreign && (!strings.Contains(f.Mensagem, "Peça o arquivo a ela") || !strings.Contains(f.Mensagem, says)) || f.Regra == "EUDR_LOTE_DISPUTADO" {
					t.Errorf("%s: the rival is told %s: %s", when, f.Regra, f.Mensagem)
				}
			}
			if got := report.situation("GEOLOCALIZACAO"); got != "FORA_DO_RASTRO" {
				t.Errorf("%s: the geolocation is %s to the rival", when, got)
			}
			body := string(rival.get("/eudr/lote/VIT-L-9/conferencia").body) + string(rival.get("/eudr/lote/VIT-L-9").fails(409, "EUDR_COM_PENDENCIAS").body)
			for _, secret := range []string{`"VIT"`, "(VIT)", "Ana", "dona"} {
				if strings.Contains(body, secret) {
					t.Errorf("%s: the rival reads %q of the owner", when, secret)
				}
			}
			if got := victim.preflight("VIT-L-9"); !got.Pronto || slices.Contains(got.rules("erro"), foreign) {
				t.Errorf("%s: the owner's file is not ready", when)
			}
		}
		check("open", "Se o lote é seu, peça a um administrador que decida")
		root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"contrato"}`).ok(201)
		check("decided", "Decisão de um administrador em")
		// Advice that suits someone who only received the lot.
		for _, f := range third.preflight("VIT-L-9").Achados {
			if f.Regra == "EUDR_SEM_TALHOES" && !strings.Contains(f.Mensagem, "se veio de outra parte, peça o arquivo a ela") {
				t.Errorf("the receiver is told %q", f.Mensagem)
			}
		}
	})
}

// Only the two parties of a dispute learn about it, not everyone who names the lot.
func TestDisputeIsNotToldToThirdParties(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		victim, rival, third := disputedLot(root)
		for name, c := range map[string]client{"owner": victim, "rival": rival, "third": third} {
			told := false
			for _, n := range c.trace("/rastreio/lote/VIT-L-9?direcao=origem").Nos {
				told = told || n.Disputa
			}
			for _, f := range c.preflight("VIT-L-9").Achados {
				told = told || f.Regra == "EUDR_LOTE_DISPUTADO" || f.Regra == "EUDR_LOTE_DE_OUTRA_PARTE"
			}
			if told != (name != "third") {
				t.Errorf("the %s is told of the dispute: %t", name, told)
			}
		}
	})
}

// Both parties are told the same about a decision: its day, that an administrator made it, and
// nothing about who, why or the other harvest.
func TestBothPartiesAreToldTheDecision(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		victim, rival, _ := disputedLot(root)
		root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"romaneio conferido"}`).ok(201)
		const decision = "Decisão de um administrador em 15/11/2026."
		for rule, said := range map[string]string{"DISPUTA_DECIDIDA": victim.claimsIn("VIT")["DISPUTA_DECIDIDA"], "LOTE_DE_OUTRA_SAFRA": rival.claimsIn("ATK")["LOTE_DE_OUTRA_SAFRA"]} {
			if !strings.Contains(said, decision) || strings.Contains(said, "romaneio") || strings.Contains(said, rootAccess) {
				t.Errorf("%s: %q", rule, said)
			}
		}
	})
}

// An administrator is not advised to ask an administrator.
func TestAdviceFitsWhoReadsIt(t *testing.T) {
	t.Parallel()
	root := start(t)
	victim, rival, _ := disputedLot(root)
	victim.create(validations, "VIT", `{"gtin":"7891234567895","cultura":"SOJA"}`)
	rival.create(validations, "ATK", `{"gtin":"7891234567895","cultura":"SOJA"}`)
	told := func(c client, harvest string) string {
		var all []string
		for _, said := range c.claimsIn(harvest) {
			all = append(all, said)
		}
		for _, f := range c.preflight("VIT-L-9").Achados {
			if strings.HasPrefix(f.Regra, "EUDR_LOTE") {
				all = append(all, f.Mensagem)
			}
		}
		return strings.Join(all, "\n")
	}
	for harvest, party := range map[string]client{"VIT": victim, "ATK": rival} {
		for _, phase := range []string{"open", "decided"} {
			if phase == "decided" {
				root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"m"}`).ok(201)
			}
			if got := told(root, harvest); strings.Contains(got, "um administrador que") || strings.Contains(got, "com um administrador") || got == "" {
				t.Errorf("%s, %s: root is told\n%s", harvest, phase, got)
			}
			if got := told(party, harvest); !strings.Contains(got, "um administrador que") && !strings.Contains(got, "com um administrador") {
				t.Errorf("%s, %s: the party is told\n%s", harvest, phase, got)
			}
		}
	}
}

// Only a dispute can be settled, and repeating a decision changes nothing.
func TestSettlingNeedsADispute(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		victim, _, _ := disputedLot(root)
		victim.create(naming, "VIT", `{"codigoLote":"SOLO-1"}`)
		victim.create(validations, "VIT", `{"gtin":"7891234567895","cultura":"SOJA"}`)
		for _, harvest := range []string{"VIT", "S-2"} { // one party in several harvests is in no dispute with itself
			root.create(naming, harvest, `{"codigoLote":"SILO-3"}`)
		}
		limited := root.newKey(`{"nome":"limitada","escopos":["admin","leitura"],"safras":["VIT"]}`)
		for _, path := range []string{"/lotes/SOLO-1/titular", "/gtin/7891234567895/titular", "/lotes/SILO-3/titular"} {
			for _, c := range []client{root, limited} { // whether or not the other harvest exists
				c.post(path, `{"safraId":"VIT","motivo":"m"}`).fails(409, "SEM_DISPUTA")
			}
		}
		first := root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"contrato"}`).ok(201)
		again := root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"contrato"}`, "Idempotency-Key: outra").ok(201)
		if string(first.Data) != string(again.Data) {
			t.Errorf("first %s, again %s", first.Data, again.Data)
		}
		root.post("/lotes/VIT-L-9/titular", `{"safraId":"ATK","motivo":"contrato"}`, "Idempotency-Key: outra").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		other := root.post("/lotes/VIT-L-9/titular", `{"safraId":"VIT","motivo":"outro contrato"}`).ok(201)
		if string(first.Data) == string(other.Data) {
			t.Error("another reason is another decision, and it was not noted")
		}
	})
}

// The refusal says what is needed to settle a dispute, and nothing about the other side.
func TestLimitedAdminIsToldWhatSettlingTakes(t *testing.T) {
	t.Parallel()
	root := start(t)
	disputedLot(root)
	for _, limits := range []string{`"safras":["ATK"]`, `"fases":["03"]`} {
		c := root.newKey(`{"nome":"limitada","escopos":["admin","leitura"],` + limits + `}`)
		refused := c.post("/lotes/VIT-L-9/titular", `{"safraId":"ATK","motivo":"m"}`).fails(403, "DISPUTA_ALEM_DA_CHAVE")
		if !strings.Contains(refused.Message, "todas as partes da disputa") || strings.Contains(refused.Message, "VIT.") || strings.Contains(string(refused.body), `"VIT"`) {
			t.Errorf("%s: %s", limits, refused.Message)
		}
	}
}
