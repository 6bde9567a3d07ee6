package kind

import (
	"slices"
	"strings"

	"rastro/internal/lang"
)

// Phase is one phase of the chain, from planting plan to validation.
type Phase struct {
	// Code is the phase's number. The published list numbers two phases 04;
	// the second one, transport, is 05 here and still answers to 04.
	Code string
	// Published is the number in the published list.
	Published string
	// Slug is the first segment of the phase's paths.
	Slug  string
	Title lang.Text
}

// Phases lists the phases in order.
var Phases = []Phase{
	{"01", "01", "cadastroPlanejamento", lang.Text{PT: "Cadastro e planejamento da produção", EN: "Registration and production planning", ES: "Registro y planificación de la producción", More: &lang.More{DE: "Erfassung und Anbauplanung", NL: "Registratie en teeltplanning", FR: "Enregistrement et planification de la production", IT: "Registrazione e pianificazione della produzione"}}},
	{"02", "02", "producaoAgricola", lang.Text{PT: "Produção agrícola", EN: "Agricultural production", ES: "Producción agrícola", More: &lang.More{DE: "Anbau", NL: "Teelt", FR: "Production agricole", IT: "Produzione agricola"}}},
	{"03", "03", "colheitaIdentificacaoProducao", lang.Text{PT: "Colheita e identificação da produção", EN: "Harvest and production identification", ES: "Cosecha e identificación de la producción", More: &lang.More{DE: "Ernte und Kennzeichnung", NL: "Oogst en identificatie van de productie", FR: "Récolte et identification de la production", IT: "Raccolta e identificazione della produzione"}}},
	{"04", "04", "posColheita", lang.Text{PT: "Pós-colheita (secagem e beneficiamento)", EN: "Post-harvest (drying and processing)", ES: "Poscosecha (secado y beneficio)", More: &lang.More{DE: "Nacherntebehandlung (Trocknung und Aufbereitung)", NL: "Naoogst (drogen en verwerken)", FR: "Après-récolte (séchage et conditionnement)", IT: "Post-raccolta (essiccazione e lavorazione)"}}},
	{"05", "04", "transporteLogistico", lang.Text{PT: "Transporte logístico", EN: "Logistics transport", ES: "Transporte logístico", More: &lang.More{DE: "Transport", NL: "Transport", FR: "Transport", IT: "Trasporto"}}},
	{"06", "06", "armazenamento", lang.Text{PT: "Armazenamento", EN: "Storage", ES: "Almacenamiento", More: &lang.More{DE: "Lagerung", NL: "Opslag", FR: "Stockage", IT: "Stoccaggio"}}},
	{"07", "07", "processamento", lang.Text{PT: "Processamento industrial", EN: "Industrial processing", ES: "Procesamiento industrial", More: &lang.More{DE: "Industrielle Verarbeitung", NL: "Industriële verwerking", FR: "Transformation industrielle", IT: "Trasformazione industriale"}}},
	{"08", "08", "logisticaExportacao", lang.Text{PT: "Transporte logístico de exportação", EN: "Export logistics transport", ES: "Transporte logístico de exportación", More: &lang.More{DE: "Transport zur Ausfuhr", NL: "Transport voor export", FR: "Transport à l’export", IT: "Trasporto per l’esportazione"}}},
	{"09", "09", "exportacao", lang.Text{PT: "Exportação e mercado internacional", EN: "Export and international market", ES: "Exportación y mercado internacional", More: &lang.More{DE: "Ausfuhr und internationaler Markt", NL: "Export en internationale markt", FR: "Exportation et marché international", IT: "Esportazione e mercato internazionale"}}},
	{"10", "10", "validacao", lang.Text{PT: "Validação dos dados da safra", EN: "Validation of harvest data", ES: "Validación de los datos de la cosecha", More: &lang.More{DE: "Bestätigung der Erntedaten", NL: "Validatie van de oogstgegevens", FR: "Validation des données de la récolte", IT: "Convalida dei dati del raccolto"}}},
}

// PhaseByCode finds a phase by its code.
func PhaseByCode(code string) (Phase, bool) {
	i := slices.IndexFunc(Phases, func(p Phase) bool { return p.Code == code })
	if i < 0 {
		return Phase{}, false
	}
	return Phases[i], true
}

// ResolvePhases turns the spellings of a phase, its number with or without the leading zero or
// its slug in any case, into phase codes. The published number 04 means both phases with that
// number; the slug distinguishes them. An unknown text gives nil.
func ResolvePhases(written string) []string {
	written = strings.TrimSpace(written)
	if len(written) == 1 {
		written = "0" + written
	}
	var codes []string
	for _, p := range Phases {
		if p.Code == written || p.Published == written || strings.EqualFold(p.Slug, written) {
			codes = append(codes, p.Code)
		}
	}
	return codes
}
