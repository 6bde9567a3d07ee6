package web

import (
	"rastro/internal/brdoc"
	"rastro/internal/disclose"
	"rastro/internal/lang"
)

// topicNames say what a fact is about.
var topicNames = map[disclose.Topic]lang.Text{
	disclose.Farming:      {PT: "Cultivo", EN: "Farming", ES: "Cultivo"},
	disclose.Genetics:     {PT: "Transgenia", EN: "Genetic modification", ES: "Transgenia"},
	disclose.Inputs:       {PT: "Insumos aplicados", EN: "Inputs applied", ES: "Insumos aplicados"},
	disclose.Trainings:    {PT: "Treinamento de segurança", EN: "Safety training", ES: "Capacitación en seguridad"},
	disclose.Steps:        {PT: "Etapas", EN: "Steps", ES: "Etapas"},
	disclose.Pathway:      {PT: "Via", EN: "Process", ES: "Vía"},
	disclose.Drying:       {PT: "Secagem", EN: "Drying", ES: "Secado"},
	disclose.Custody:      {PT: "Cadeia de custódia", EN: "Chain of custody", ES: "Cadena de custodia"},
	disclose.Moisture:     {PT: "Umidade", EN: "Moisture", ES: "Humedad"},
	disclose.Impurity:     {PT: "Impurezas", EN: "Impurities", ES: "Impurezas"},
	disclose.Cup:          {PT: "Bebida", EN: "Cup", ES: "Taza"},
	disclose.Grade:        {PT: "Tipo (COB)", EN: "Grade (COB)", ES: "Tipo (COB)"},
	disclose.Contaminants: {PT: "Contaminantes", EN: "Contaminants", ES: "Contaminantes"},
	disclose.Inspection:   {PT: "Resultado", EN: "Result", ES: "Resultado"},
	disclose.Certificates: {PT: "Certificação", EN: "Certification", ES: "Certificación"},
	disclose.Documents:    {PT: "Documentos", EN: "Documents", ES: "Documentos"},
	disclose.Transport:    {PT: "Transporte", EN: "Transport", ES: "Transporte"},
	disclose.Destination:  {PT: "Destino", EN: "Destination", ES: "Destino"},
}

// termNames say the terms of our tables. A name that is the same everywhere, of
// a certification scheme for one, is said once.
var termNames = map[disclose.Topic]map[string]lang.Text{
	disclose.Farming: {
		"ORGANICO": {PT: "orgânico", EN: "organic", ES: "orgánico"}, "CONVENCIONAL": {PT: "convencional", EN: "conventional", ES: "convencional"},
	},
	disclose.Genetics: {
		"TRANSGENICO":     {PT: "transgênico", EN: "genetically modified", ES: "transgénico"},
		"NAO_TRANSGENICO": {PT: "declarado não transgênico", EN: "declared non-GM", ES: "declarado no transgénico"},
	},
	disclose.Inputs: {
		"HERBICIDA": {PT: "herbicida", EN: "herbicide", ES: "herbicida"}, "INSETICIDA": {PT: "inseticida", EN: "insecticide", ES: "insecticida"},
		"FUNGICIDA": {PT: "fungicida", EN: "fungicide", ES: "fungicida"}, "ACARICIDA": {PT: "acaricida", EN: "acaricide", ES: "acaricida"},
		"NEMATICIDA": {PT: "nematicida", EN: "nematicide", ES: "nematicida"}, "DESSECANTE": {PT: "dessecante", EN: "desiccant", ES: "desecante"},
		"REGULADOR": {PT: "regulador de crescimento", EN: "growth regulator", ES: "regulador de crecimiento"},
		"BIOLOGICO": {PT: "produto biológico", EN: "biological product", ES: "producto biológico"},
		"ADJUVANTE": {PT: "adjuvante", EN: "adjuvant", ES: "coadyuvante"}, "FERTILIZANTE": {PT: "fertilizante", EN: "fertiliser", ES: "fertilizante"},
		"CORRETIVO": {PT: "corretivo de solo", EN: "soil amendment", ES: "enmienda de suelo"}, "INOCULANTE": {PT: "inoculante", EN: "inoculant", ES: "inoculante"},
		"SEMENTE": {PT: "semente", EN: "seed", ES: "semilla"}, "OUTRO": {PT: "outro", EN: "other", ES: "otro"},
	},
	disclose.Trainings: {"NR-31": lang.Same("NR-31"), "NR-31.7": lang.Same("NR-31.7"), "NR-33": lang.Same("NR-33"), "NR-35": lang.Same("NR-35")},
	disclose.Steps: {
		"PRE_LIMPEZA": {PT: "pré-limpeza", EN: "pre-cleaning", ES: "prelimpieza"}, "LIMPEZA": {PT: "limpeza", EN: "cleaning", ES: "limpieza"},
		"LAVAGEM_SEPARACAO": {PT: "lavagem e separação", EN: "washing and sorting", ES: "lavado y separación"},
		"DESCASCAMENTO":     {PT: "descascamento", EN: "hulling", ES: "descascarillado"}, "DESPOLPAMENTO": {PT: "despolpamento", EN: "pulping", ES: "despulpado"},
		"DESMUCILAGEM": {PT: "desmucilagem", EN: "demucilaging", ES: "desmucilaginado"}, "FERMENTACAO": {PT: "fermentação", EN: "fermentation", ES: "fermentación"},
		"SECAGEM": {PT: "secagem", EN: "drying", ES: "secado"}, "DESCANSO": {PT: "descanso", EN: "resting", ES: "reposo"},
		"BENEFICIO": {PT: "benefício", EN: "milling", ES: "beneficio"}, "REBENEFICIO": {PT: "rebenefício", EN: "re-milling", ES: "rebeneficio"},
		"CLASSIFICACAO_PENEIRA": {PT: "classificação por peneira", EN: "screen grading", ES: "clasificación por zaranda"},
		"CATACAO_DENSIMETRICA":  {PT: "catação densimétrica", EN: "density sorting", ES: "selección densimétrica"},
		"CATACAO_ELETRONICA":    {PT: "catação eletrônica", EN: "electronic sorting", ES: "selección electrónica"},
		"PADRONIZACAO":          {PT: "padronização", EN: "standardising", ES: "estandarización"},
		"ENSAQUE":               {PT: "ensaque", EN: "bagging", ES: "ensacado"}, "EXPURGO": {PT: "expurgo", EN: "fumigation", ES: "fumigación"},
	},
	disclose.Pathway: {
		"NATURAL": lang.Same("natural"), "CEREJA_DESCASCADO": {PT: "cereja descascado", EN: "pulped natural", ES: "cereza despulpada"},
		"DESPOLPADO": {PT: "despolpado", EN: "washed", ES: "lavado"}, "DESMUCILADO": {PT: "desmucilado", EN: "demucilaged", ES: "desmucilaginado"},
		"FERMENTADO": {PT: "fermentado", EN: "fermented", ES: "fermentado"},
	},
	disclose.Drying: {
		"TERREIRO":           {PT: "terreiro", EN: "drying yard", ES: "patio"},
		"TERREIRO_SUSPENSO":  {PT: "terreiro suspenso", EN: "raised beds", ES: "camas elevadas"},
		"ESTUFA":             {PT: "estufa", EN: "greenhouse", ES: "invernadero"},
		"SECADOR_ROTATIVO":   {PT: "secador rotativo", EN: "rotary dryer", ES: "secador rotativo"},
		"SECADOR_VERTICAL":   {PT: "secador vertical", EN: "column dryer", ES: "secador vertical"},
		"SECADOR_LEITO_FIXO": {PT: "secador de leito fixo", EN: "fixed-bed dryer", ES: "secador de lecho fijo"},
		"SILO_SECADOR":       {PT: "silo secador", EN: "drying silo", ES: "silo secador"},
		"FLUXO_CONTINUO":     {PT: "fluxo contínuo", EN: "continuous flow", ES: "flujo continuo"},
		"MISTO":              {PT: "misto", EN: "mixed", ES: "mixto"},
	},
	disclose.Custody: {
		"IDENTIDADE_PRESERVADA": {PT: "identidade preservada", EN: "identity preserved", ES: "identidad preservada"},
		"SEGREGADO":             {PT: "segregado", EN: "segregated", ES: "segregado"},
		"MISTURA_CONTROLADA":    {PT: "mistura controlada", EN: "controlled blending", ES: "mezcla controlada"},
		"BALANCO_MASSA":         {PT: "balanço de massa", EN: "mass balance", ES: "balance de masas"},
		"BOOK_AND_CLAIM":        lang.Same("book and claim"),
		"CONVENCIONAL":          {PT: "convencional", EN: "conventional", ES: "convencional"},
	},
	disclose.Cup: {
		"ESTRITAMENTE_MOLE": {PT: "estritamente mole", EN: "strictly soft", ES: "estrictamente suave"}, "MOLE": {PT: "mole", EN: "soft", ES: "suave"},
		"APENAS_MOLE": {PT: "apenas mole", EN: "softish", ES: "apenas suave"}, "DURO": {PT: "dura", EN: "hard", ES: "dura"},
		"RIADO": {PT: "riada", EN: "rioyish", ES: "riada"}, "RIO": {PT: "rio", EN: "rioy", ES: "rio"}, "RIO_ZONA": {PT: "rio zona", EN: "strong rioy", ES: "rio zona"},
		"EXCELENTE": {PT: "excelente", EN: "excellent", ES: "excelente"}, "BOA": {PT: "boa", EN: "good", ES: "buena"},
		"REGULAR": {PT: "regular", EN: "fair", ES: "regular"}, "ANORMAL": {PT: "anormal", EN: "abnormal", ES: "anormal"},
	},
	disclose.Grade: {"2": lang.Same("2"), "3": lang.Same("3"), "4": lang.Same("4"), "5": lang.Same("5"), "6": lang.Same("6"), "7": lang.Same("7"), "8": lang.Same("8")},
	disclose.Contaminants: {
		disclose.None:        {PT: "nenhum registrado", EN: "none recorded", ES: "ninguno registrado"},
		disclose.NotDetected: {PT: "nenhum detectado", EN: "none detected", ES: "ninguno detectado"},
		disclose.Recorded:    {PT: "há observação registrada", EN: "a remark is recorded", ES: "hay una observación registrada"},
	},
	disclose.Inspection: {
		"APROVADO":              {PT: "aprovado", EN: "approved", ES: "aprobado"},
		"APROVADO_COM_RESSALVA": {PT: "aprovado com ressalva", EN: "approved with reserves", ES: "aprobado con reservas"},
		"REPROVADO":             {PT: "reprovado", EN: "rejected", ES: "rechazado"},
		"PENDENTE":              {PT: "pendente", EN: "pending", ES: "pendiente"},
	},
	disclose.Certificates: {
		"RAINFOREST": lang.Same("Rainforest Alliance"), "UTZ": lang.Same("UTZ"), "4C": lang.Same("4C"), "RTRS": lang.Same("RTRS"), "ISCC": lang.Same("ISCC"),
		"PROTERRA": lang.Same("ProTerra"), "FAIRTRADE": lang.Same("Fairtrade"), "ORGANICO": {PT: "orgânico", EN: "organic", ES: "orgánico"},
		"IBD": lang.Same("IBD"), "NUCOFFEE": lang.Same("Nucoffee"), "CERTIFICA_MINAS": lang.Same("Certifica Minas"), "GLOBALGAP": lang.Same("GLOBALG.A.P."),
	},
	disclose.Documents: {
		"RECEITUARIO":           {PT: "receituário agronômico", EN: "agronomic prescription", ES: "receta agronómica"},
		"PAGAMENTO":             {PT: "comprovante de pagamento", EN: "proof of payment", ES: "comprobante de pago"},
		"LIMPEZA":               {PT: "registro de limpeza", EN: "cleaning record", ES: "registro de limpieza"},
		"NOTA_FISCAL":           {PT: "nota fiscal", EN: "invoice", ES: "factura"},
		"SEGREGACAO":            {PT: "declaração de segregação", EN: "segregation declaration", ES: "declaración de segregación"},
		"ORIGEM":                {PT: "certificado de origem", EN: "certificate of origin", ES: "certificado de origen"},
		"FITOSSANITARIO":        {PT: "certificado fitossanitário", EN: "phytosanitary certificate", ES: "certificado fitosanitario"},
		"DECLARACAO_EXPORTACAO": {PT: "declaração de exportação", EN: "export declaration", ES: "declaración de exportación"},
		"LICENCA":               {PT: "licença de exportação", EN: "export licence", ES: "licencia de exportación"},
		"CONFORMIDADE":          {PT: "comprovante de conformidade", EN: "proof of conformity", ES: "comprobante de conformidad"},
	},
	disclose.Transport: {
		"MARITIMO": {PT: "marítimo", EN: "by sea", ES: "marítimo"}, "CONTEINER": {PT: "contêiner", EN: "container", ES: "contenedor"},
		"AEREO": {PT: "aéreo", EN: "by air", ES: "aéreo"}, "RODOVIARIO": {PT: "rodoviário", EN: "by road", ES: "por carretera"},
		"FERROVIARIO": {PT: "ferroviário", EN: "by rail", ES: "ferroviario"}, "FLUVIAL": {PT: "fluvial", EN: "by river", ES: "fluvial"},
	},
}

// termName returns the name of a term. A port has its name and country; a term that is not in the
// table is shown as it is, since it is still one of ours.
func termName(topic disclose.Topic, term string, l lang.Lang) string {
	if topic == disclose.Destination {
		return portName(term)
	}
	if name, ok := termNames[topic][term]; ok {
		return name.In(l)
	}
	return term
}

func portName(locode string) string {
	if name, ok := brdoc.Port(locode); ok {
		return name + " (" + locode[:2] + ")"
	}
	return locode
}
