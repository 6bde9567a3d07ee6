package web

import (
	"rastro/internal/brdoc"
	"rastro/internal/disclose"
	"rastro/internal/lang"
)

// topicNames are the names of the topics of facts.
var topicNames = map[disclose.Topic]lang.Text{
	disclose.Quantity:     {PT: "Quantidade colhida", EN: "Quantity harvested", ES: "Cantidad cosechada", More: &lang.More{DE: "Erntemenge", NL: "Geoogste hoeveelheid", FR: "Quantité récoltée", IT: "Quantità raccolta"}},
	disclose.Farming:      {PT: "Cultivo", EN: "Farming", ES: "Cultivo", More: &lang.More{DE: "Anbauweise", NL: "Teeltwijze", FR: "Mode de culture", IT: "Coltivazione"}},
	disclose.Genetics:     {PT: "Transgenia", EN: "Genetic modification", ES: "Transgenia", More: &lang.More{DE: "Gentechnik", NL: "Genetische modificatie", FR: "Modification génétique", IT: "Modificazione genetica"}},
	disclose.Inputs:       {PT: "Insumos aplicados", EN: "Inputs applied", ES: "Insumos aplicados", More: &lang.More{DE: "Ausgebrachte Mittel", NL: "Toegepaste middelen", FR: "Intrants appliqués", IT: "Mezzi tecnici applicati"}},
	disclose.Trainings:    {PT: "Treinamento de segurança", EN: "Safety training", ES: "Capacitación en seguridad", More: &lang.More{DE: "Sicherheitsschulung", NL: "Veiligheidstraining", FR: "Formation à la sécurité", IT: "Formazione sulla sicurezza"}},
	disclose.Steps:        {PT: "Etapas", EN: "Steps", ES: "Etapas", More: &lang.More{DE: "Schritte", NL: "Stappen", FR: "Étapes", IT: "Fasi"}},
	disclose.Pathway:      {PT: "Via", EN: "Process", ES: "Vía", More: &lang.More{DE: "Verfahren", NL: "Verwerkingswijze", FR: "Procédé", IT: "Metodo"}},
	disclose.Drying:       {PT: "Secagem", EN: "Drying", ES: "Secado", More: &lang.More{DE: "Trocknung", NL: "Droging", FR: "Séchage", IT: "Essiccazione"}},
	disclose.Custody:      {PT: "Cadeia de custódia", EN: "Chain of custody", ES: "Cadena de custodia", More: &lang.More{DE: "Lieferkettenmodell", NL: "Handelsketen (chain of custody)", FR: "Chaîne de contrôle", IT: "Catena di custodia"}},
	disclose.Moisture:     {PT: "Umidade", EN: "Moisture", ES: "Humedad", More: &lang.More{DE: "Feuchtigkeit", NL: "Vocht", FR: "Humidité", IT: "Umidità"}},
	disclose.Impurity:     {PT: "Impurezas", EN: "Impurities", ES: "Impurezas", More: &lang.More{DE: "Verunreinigungen", NL: "Onzuiverheden", FR: "Impuretés", IT: "Impurità"}},
	disclose.Cup:          {PT: "Bebida", EN: "Cup", ES: "Taza", More: &lang.More{DE: "Tasse", NL: "Kopkwaliteit", FR: "Tasse", IT: "Tazza"}},
	disclose.Grade:        {PT: "Tipo (COB)", EN: "Grade (COB)", ES: "Tipo (COB)", More: &lang.More{DE: "Klasse (COB)", NL: "Klasse (COB)", FR: "Grade (COB)", IT: "Grado (COB)"}},
	disclose.Contaminants: {PT: "Contaminantes", EN: "Contaminants", ES: "Contaminantes", More: &lang.More{DE: "Kontaminanten", NL: "Contaminanten", FR: "Contaminants", IT: "Contaminanti"}},
	disclose.Inspection:   {PT: "Resultado", EN: "Result", ES: "Resultado", More: &lang.More{DE: "Ergebnis", NL: "Resultaat", FR: "Résultat", IT: "Risultato"}},
	disclose.Certificates: {PT: "Certificação", EN: "Certification", ES: "Certificación", More: &lang.More{DE: "Zertifizierung", NL: "Certificering", FR: "Certification", IT: "Certificazione"}},
	disclose.Documents:    {PT: "Documentos", EN: "Documents", ES: "Documentos", More: &lang.More{DE: "Dokumente", NL: "Documenten", FR: "Documents", IT: "Documenti"}},
	disclose.Transport:    {PT: "Transporte", EN: "Transport", ES: "Transporte", More: &lang.More{DE: "Transport", NL: "Transport", FR: "Transport", IT: "Trasporto"}},
	disclose.Destination:  {PT: "Destino", EN: "Destination", ES: "Destino", More: &lang.More{DE: "Ziel", NL: "Bestemming", FR: "Destination", IT: "Destinazione"}},
}

// termNames are the names of the terms in our tables. A name that is the same everywhere, such as
// that of a certification scheme, is stated once.
var termNames = map[disclose.Topic]map[string]lang.Text{
	disclose.Farming: {
		"ORGANICO": {PT: "orgânico", EN: "organic", ES: "orgánico", More: &lang.More{DE: "ökologisch", NL: "biologisch", FR: "biologique", IT: "biologico"}}, "CONVENCIONAL": {PT: "convencional", EN: "conventional", ES: "convencional", More: &lang.More{DE: "konventionell", NL: "conventioneel", FR: "conventionnel", IT: "convenzionale"}},
	},
	disclose.Genetics: {
		"TRANSGENICO":     {PT: "transgênico", EN: "genetically modified", ES: "transgénico", More: &lang.More{DE: "gentechnisch verändert", NL: "genetisch gemodificeerd", FR: "génétiquement modifié", IT: "geneticamente modificato"}},
		"NAO_TRANSGENICO": {PT: "declarado não transgênico", EN: "declared non-GM", ES: "declarado no transgénico", More: &lang.More{DE: "als gentechnikfrei erklärt", NL: "verklaard als niet-ggo", FR: "déclaré non OGM", IT: "dichiarato non OGM"}},
	},
	disclose.Inputs: {
		"HERBICIDA": {PT: "herbicida", EN: "herbicide", ES: "herbicida", More: &lang.More{DE: "Herbizid", NL: "herbicide", FR: "herbicide", IT: "erbicida"}}, "INSETICIDA": {PT: "inseticida", EN: "insecticide", ES: "insecticida", More: &lang.More{DE: "Insektizid", NL: "insecticide", FR: "insecticide", IT: "insetticida"}},
		"FUNGICIDA": {PT: "fungicida", EN: "fungicide", ES: "fungicida", More: &lang.More{DE: "Fungizid", NL: "fungicide", FR: "fongicide", IT: "fungicida"}}, "ACARICIDA": {PT: "acaricida", EN: "acaricide", ES: "acaricida", More: &lang.More{DE: "Akarizid", NL: "acaricide", FR: "acaricide", IT: "acaricida"}},
		"NEMATICIDA": {PT: "nematicida", EN: "nematicide", ES: "nematicida", More: &lang.More{DE: "Nematizid", NL: "nematicide", FR: "nématicide", IT: "nematocida"}}, "DESSECANTE": {PT: "dessecante", EN: "desiccant", ES: "desecante", More: &lang.More{DE: "Sikkationsmittel", NL: "loofdoder", FR: "défanant", IT: "disseccante"}},
		"REGULADOR": {PT: "regulador de crescimento", EN: "growth regulator", ES: "regulador de crecimiento", More: &lang.More{DE: "Wachstumsregler", NL: "groeiregulator", FR: "régulateur de croissance", IT: "regolatore di crescita"}},
		"BIOLOGICO": {PT: "produto biológico", EN: "biological product", ES: "producto biológico", More: &lang.More{DE: "biologisches Mittel", NL: "biologisch middel", FR: "produit de biocontrôle", IT: "prodotto biologico"}},
		"ADJUVANTE": {PT: "adjuvante", EN: "adjuvant", ES: "coadyuvante", More: &lang.More{DE: "Zusatzstoff", NL: "hulpstof", FR: "adjuvant", IT: "coadiuvante"}}, "FERTILIZANTE": {PT: "fertilizante", EN: "fertiliser", ES: "fertilizante", More: &lang.More{DE: "Dünger", NL: "meststof", FR: "engrais", IT: "concime"}},
		"CORRETIVO": {PT: "corretivo de solo", EN: "soil amendment", ES: "enmienda de suelo", More: &lang.More{DE: "Bodenverbesserer", NL: "bodemverbeteraar", FR: "amendement du sol", IT: "ammendante"}}, "INOCULANTE": {PT: "inoculante", EN: "inoculant", ES: "inoculante", More: &lang.More{DE: "Impfmittel", NL: "inoculant", FR: "inoculant", IT: "inoculo"}},
		"SEMENTE": {PT: "semente", EN: "seed", ES: "semilla", More: &lang.More{DE: "Saatgut", NL: "zaaizaad", FR: "semence", IT: "seme"}}, "OUTRO": {PT: "outro", EN: "other", ES: "otro", More: &lang.More{DE: "anderes", NL: "overig", FR: "autre", IT: "altro"}},
	},
	disclose.Trainings: {"NR-31": lang.Same("NR-31"), "NR-31.7": lang.Same("NR-31.7"), "NR-33": lang.Same("NR-33"), "NR-35": lang.Same("NR-35")},
	disclose.Steps: {
		"PRE_LIMPEZA": {PT: "pré-limpeza", EN: "pre-cleaning", ES: "prelimpieza", More: &lang.More{DE: "Vorreinigung", NL: "voorreiniging", FR: "prénettoyage", IT: "prepulitura"}}, "LIMPEZA": {PT: "limpeza", EN: "cleaning", ES: "limpieza", More: &lang.More{DE: "Reinigung", NL: "reiniging", FR: "nettoyage", IT: "pulitura"}},
		"LAVAGEM_SEPARACAO": {PT: "lavagem e separação", EN: "washing and sorting", ES: "lavado y separación", More: &lang.More{DE: "Waschen und Sortieren", NL: "wassen en sorteren", FR: "lavage et tri", IT: "lavaggio e cernita"}},
		"DESCASCAMENTO":     {PT: "descascamento", EN: "hulling", ES: "descascarillado", More: &lang.More{DE: "Schälen", NL: "pellen", FR: "décorticage", IT: "decorticazione"}}, "DESPOLPAMENTO": {PT: "despolpamento", EN: "pulping", ES: "despulpado", More: &lang.More{DE: "Entpulpen", NL: "ontpulpen", FR: "dépulpage", IT: "spolpatura"}},
		"DESMUCILAGEM": {PT: "desmucilagem", EN: "demucilaging", ES: "desmucilaginado", More: &lang.More{DE: "Entschleimen", NL: "ontslijmen", FR: "démucilagination", IT: "demucillaginazione"}}, "FERMENTACAO": {PT: "fermentação", EN: "fermentation", ES: "fermentación", More: &lang.More{DE: "Fermentation", NL: "fermentatie", FR: "fermentation", IT: "fermentazione"}},
		"SECAGEM": {PT: "secagem", EN: "drying", ES: "secado", More: &lang.More{DE: "Trocknung", NL: "droging", FR: "séchage", IT: "essiccazione"}}, "DESCANSO": {PT: "descanso", EN: "resting", ES: "reposo", More: &lang.More{DE: "Ruhezeit", NL: "rusten", FR: "repos", IT: "riposo"}},
		"BENEFICIO": {PT: "benefício", EN: "milling", ES: "beneficio", More: &lang.More{DE: "Trockenaufbereitung", NL: "droge bewerking", FR: "usinage à sec", IT: "lavorazione a secco"}}, "REBENEFICIO": {PT: "rebenefício", EN: "re-milling", ES: "rebeneficio", More: &lang.More{DE: "erneute Trockenaufbereitung", NL: "tweede droge bewerking", FR: "second usinage à sec", IT: "seconda lavorazione a secco"}},
		"CLASSIFICACAO_PENEIRA": {PT: "classificação por peneira", EN: "screen grading", ES: "clasificación por zaranda", More: &lang.More{DE: "Siebsortierung", NL: "zeefsortering", FR: "calibrage au crible", IT: "selezione al crivello"}},
		"CATACAO_DENSIMETRICA":  {PT: "catação densimétrica", EN: "density sorting", ES: "selección densimétrica", More: &lang.More{DE: "Dichtesortierung", NL: "dichtheidssortering", FR: "tri densimétrique", IT: "selezione densimetrica"}},
		"CATACAO_ELETRONICA":    {PT: "catação eletrônica", EN: "electronic sorting", ES: "selección electrónica", More: &lang.More{DE: "elektronische Sortierung", NL: "elektronische sortering", FR: "tri électronique", IT: "selezione elettronica"}},
		"PADRONIZACAO":          {PT: "padronização", EN: "standardising", ES: "estandarización", More: &lang.More{DE: "Standardisierung", NL: "standaardisering", FR: "standardisation", IT: "standardizzazione"}},
		"ENSAQUE":               {PT: "ensaque", EN: "bagging", ES: "ensacado", More: &lang.More{DE: "Absacken", NL: "in zakken verpakken", FR: "ensachage", IT: "insacco"}}, "EXPURGO": {PT: "expurgo", EN: "fumigation", ES: "fumigación", More: &lang.More{DE: "Begasung", NL: "ontsmetting met gas", FR: "fumigation", IT: "fumigazione"}},
	},
	disclose.Pathway: {
		"NATURAL": lang.Same("natural"), "CEREJA_DESCASCADO": {PT: "cereja descascado", EN: "pulped natural", ES: "cereza despulpada", More: &lang.More{DE: "Pulped Natural", NL: "pulped natural", FR: "pulped natural (cerise dépulpée)", IT: "pulped natural"}},
		"DESPOLPADO": {PT: "despolpado", EN: "washed", ES: "lavado", More: &lang.More{DE: "gewaschen", NL: "gewassen", FR: "lavé", IT: "lavato"}}, "DESMUCILADO": {PT: "desmucilado", EN: "demucilaged", ES: "desmucilaginado", More: &lang.More{DE: "entschleimt", NL: "ontslijmd", FR: "démucilaginé", IT: "demucillaginato"}},
		"FERMENTADO": {PT: "fermentado", EN: "fermented", ES: "fermentado", More: &lang.More{DE: "fermentiert", NL: "gefermenteerd", FR: "fermenté", IT: "fermentato"}},
	},
	disclose.Drying: {
		"TERREIRO":           {PT: "terreiro", EN: "drying yard", ES: "patio", More: &lang.More{DE: "Trockenplatz", NL: "droogvloer", FR: "aire de séchage", IT: "aia di essiccazione"}},
		"TERREIRO_SUSPENSO":  {PT: "terreiro suspenso", EN: "raised beds", ES: "camas elevadas", More: &lang.More{DE: "Hochbeete", NL: "droogbedden op poten", FR: "lits surélevés", IT: "letti rialzati"}},
		"ESTUFA":             {PT: "estufa", EN: "greenhouse", ES: "invernadero", More: &lang.More{DE: "Gewächshaus", NL: "kas", FR: "serre", IT: "serra"}},
		"SECADOR_ROTATIVO":   {PT: "secador rotativo", EN: "rotary dryer", ES: "secador rotativo", More: &lang.More{DE: "Trommeltrockner", NL: "trommeldroger", FR: "séchoir rotatif", IT: "essiccatoio rotativo"}},
		"SECADOR_VERTICAL":   {PT: "secador vertical", EN: "column dryer", ES: "secador vertical", More: &lang.More{DE: "Schachttrockner", NL: "kolomdroger", FR: "séchoir vertical", IT: "essiccatoio verticale"}},
		"SECADOR_LEITO_FIXO": {PT: "secador de leito fixo", EN: "fixed-bed dryer", ES: "secador de lecho fijo", More: &lang.More{DE: "Festbetttrockner", NL: "vastbeddroger", FR: "séchoir à lit fixe", IT: "essiccatoio a letto fisso"}},
		"SILO_SECADOR":       {PT: "silo secador", EN: "drying silo", ES: "silo secador", More: &lang.More{DE: "Trocknungssilo", NL: "droogsilo", FR: "silo sécheur", IT: "silo essiccatore"}},
		"FLUXO_CONTINUO":     {PT: "fluxo contínuo", EN: "continuous flow", ES: "flujo continuo", More: &lang.More{DE: "Durchlauftrocknung", NL: "continudroging", FR: "flux continu", IT: "flusso continuo"}},
		"MISTO":              {PT: "misto", EN: "mixed", ES: "mixto", More: &lang.More{DE: "gemischt", NL: "gemengd", FR: "mixte", IT: "misto"}},
	},
	disclose.Custody: {
		"IDENTIDADE_PRESERVADA": {PT: "identidade preservada", EN: "identity preserved", ES: "identidad preservada", More: &lang.More{DE: "Identität gewahrt (IP)", NL: "identiteit behouden (IP)", FR: "identité préservée", IT: "identità preservata"}},
		"SEGREGADO":             {PT: "segregado", EN: "segregated", ES: "segregado", More: &lang.More{DE: "getrennt geführt", NL: "gescheiden gehouden", FR: "ségrégué", IT: "segregato"}},
		"MISTURA_CONTROLADA":    {PT: "mistura controlada", EN: "controlled blending", ES: "mezcla controlada", More: &lang.More{DE: "kontrollierte Mischung", NL: "gecontroleerde menging", FR: "mélange contrôlé", IT: "miscelazione controllata"}},
		"BALANCO_MASSA":         {PT: "balanço de massa", EN: "mass balance", ES: "balance de masa", More: &lang.More{DE: "Massenbilanz", NL: "massabalans", FR: "bilan massique", IT: "bilancio di massa"}},
		"BOOK_AND_CLAIM":        lang.Same("book and claim"),
		"CONVENCIONAL":          {PT: "convencional", EN: "conventional", ES: "convencional", More: &lang.More{DE: "konventionell", NL: "conventioneel", FR: "conventionnel", IT: "convenzionale"}},
	},
	disclose.Cup: {
		"ESTRITAMENTE_MOLE": {PT: "estritamente mole", EN: "strictly soft", ES: "estrictamente suave", More: &lang.More{DE: "strictly soft", NL: "strictly soft", FR: "strictly soft", IT: "strictly soft"}}, "MOLE": {PT: "mole", EN: "soft", ES: "suave", More: &lang.More{DE: "soft", NL: "soft", FR: "soft", IT: "soft"}},
		"APENAS_MOLE": {PT: "apenas mole", EN: "softish", ES: "apenas suave", More: &lang.More{DE: "softish", NL: "softish", FR: "softish", IT: "softish"}}, "DURO": {PT: "dura", EN: "hard", ES: "dura", More: &lang.More{DE: "hard", NL: "hard", FR: "hard", IT: "hard"}},
		"RIADO": {PT: "riada", EN: "rioyish", ES: "riada", More: &lang.More{DE: "rioyish", NL: "rioyish", FR: "rioyish", IT: "rioyish"}}, "RIO": {PT: "rio", EN: "rioy", ES: "rio", More: &lang.More{DE: "rioy", NL: "rioy", FR: "rioy", IT: "rioy"}}, "RIO_ZONA": {PT: "rio zona", EN: "strong rioy", ES: "rio zona", More: &lang.More{DE: "strong rioy", NL: "strong rioy", FR: "strong rioy", IT: "strong rioy"}},
		"EXCELENTE": {PT: "excelente", EN: "excellent", ES: "excelente", More: &lang.More{DE: "ausgezeichnet", NL: "uitstekend", FR: "excellente", IT: "eccellente"}}, "BOA": {PT: "boa", EN: "good", ES: "buena", More: &lang.More{DE: "gut", NL: "goed", FR: "bonne", IT: "buona"}},
		"REGULAR": {PT: "regular", EN: "fair", ES: "regular", More: &lang.More{DE: "mäßig", NL: "matig", FR: "moyenne", IT: "discreta"}}, "ANORMAL": {PT: "anormal", EN: "abnormal", ES: "anormal", More: &lang.More{DE: "fehlerhaft", NL: "afwijkend", FR: "anormale", IT: "anomala"}},
	},
	disclose.Grade: {"2": lang.Same("2"), "3": lang.Same("3"), "4": lang.Same("4"), "5": lang.Same("5"), "6": lang.Same("6"), "7": lang.Same("7"), "8": lang.Same("8")},
	disclose.Contaminants: {
		disclose.None:        {PT: "nenhum registrado", EN: "none recorded", ES: "ninguno registrado", More: &lang.More{DE: "keine erfasst", NL: "geen vastgelegd", FR: "aucun enregistré", IT: "nessuno registrato"}},
		disclose.NotDetected: {PT: "nenhum detectado", EN: "none detected", ES: "ninguno detectado", More: &lang.More{DE: "keine nachgewiesen", NL: "geen aangetoond", FR: "aucun détecté", IT: "nessuno rilevato"}},
		disclose.Recorded:    {PT: "há observação registrada", EN: "a remark is recorded", ES: "hay una observación registrada", More: &lang.More{DE: "eine Bemerkung ist erfasst", NL: "er is een opmerking vastgelegd", FR: "une remarque est enregistrée", IT: "è registrata un’osservazione"}},
	},
	disclose.Inspection: {
		"APROVADO":              {PT: "aprovado", EN: "approved", ES: "aprobado", More: &lang.More{DE: "genehmigt", NL: "goedgekeurd", FR: "approuvé", IT: "approvato"}},
		"APROVADO_COM_RESSALVA": {PT: "aprovado com ressalva", EN: "approved with reserves", ES: "aprobado con reservas", More: &lang.More{DE: "mit Vorbehalt genehmigt", NL: "goedgekeurd onder voorbehoud", FR: "approuvé avec réserves", IT: "approvato con riserva"}},
		"REPROVADO":             {PT: "reprovado", EN: "rejected", ES: "rechazado", More: &lang.More{DE: "abgelehnt", NL: "afgekeurd", FR: "refusé", IT: "respinto"}},
		"PENDENTE":              {PT: "pendente", EN: "pending", ES: "pendiente", More: &lang.More{DE: "offen", NL: "in behandeling", FR: "en attente", IT: "in sospeso"}},
	},
	disclose.Certificates: {
		"RAINFOREST": lang.Same("Rainforest Alliance"), "UTZ": lang.Same("UTZ"), "4C": lang.Same("4C"), "RTRS": lang.Same("RTRS"), "ISCC": lang.Same("ISCC"),
		"PROTERRA": lang.Same("ProTerra"), "FAIRTRADE": lang.Same("Fairtrade"), "ORGANICO": {PT: "orgânico", EN: "organic", ES: "orgánico", More: &lang.More{DE: "ökologisch", NL: "biologisch", FR: "biologique", IT: "biologico"}},
		"IBD": lang.Same("IBD"), "NUCOFFEE": lang.Same("Nucoffee"), "CERTIFICA_MINAS": lang.Same("Certifica Minas"), "GLOBALGAP": lang.Same("GLOBALG.A.P."),
	},
	disclose.Documents: {
		"RECEITUARIO":           {PT: "receituário agronômico", EN: "agronomic prescription", ES: "receta agronómica", More: &lang.More{DE: "Pflanzenschutzverordnung", NL: "gewasbeschermingsrecept", FR: "ordonnance agronomique", IT: "prescrizione agronomica"}},
		"PAGAMENTO":             {PT: "comprovante de pagamento", EN: "proof of payment", ES: "comprobante de pago", More: &lang.More{DE: "Zahlungsnachweis", NL: "betalingsbewijs", FR: "preuve de paiement", IT: "prova di pagamento"}},
		"LIMPEZA":               {PT: "registro de limpeza", EN: "cleaning record", ES: "registro de limpieza", More: &lang.More{DE: "Reinigungsnachweis", NL: "reinigingsverslag", FR: "registre de nettoyage", IT: "registro di pulizia"}},
		"NOTA_FISCAL":           {PT: "nota fiscal", EN: "invoice", ES: "factura", More: &lang.More{DE: "Rechnung", NL: "factuur", FR: "facture", IT: "fattura"}},
		"SEGREGACAO":            {PT: "declaração de segregação", EN: "segregation declaration", ES: "declaración de segregación", More: &lang.More{DE: "Trennungserklärung", NL: "scheidingsverklaring", FR: "déclaration de ségrégation", IT: "dichiarazione di segregazione"}},
		"ORIGEM":                {PT: "certificado de origem", EN: "certificate of origin", ES: "certificado de origen", More: &lang.More{DE: "Ursprungszeugnis", NL: "certificaat van oorsprong", FR: "certificat d’origine", IT: "certificato di origine"}},
		"FITOSSANITARIO":        {PT: "certificado fitossanitário", EN: "phytosanitary certificate", ES: "certificado fitosanitario", More: &lang.More{DE: "Pflanzengesundheitszeugnis", NL: "fytosanitair certificaat", FR: "certificat phytosanitaire", IT: "certificato fitosanitario"}},
		"DECLARACAO_EXPORTACAO": {PT: "declaração de exportação", EN: "export declaration", ES: "declaración de exportación", More: &lang.More{DE: "Ausfuhranmeldung", NL: "exportaangifte", FR: "déclaration d’exportation", IT: "dichiarazione di esportazione"}},
		"LICENCA":               {PT: "licença de exportação", EN: "export licence", ES: "licencia de exportación", More: &lang.More{DE: "Ausfuhrgenehmigung", NL: "exportvergunning", FR: "licence d’exportation", IT: "licenza di esportazione"}},
		"CONFORMIDADE":          {PT: "comprovante de conformidade", EN: "proof of conformity", ES: "comprobante de conformidad", More: &lang.More{DE: "Konformitätsnachweis", NL: "conformiteitsbewijs", FR: "preuve de conformité", IT: "prova di conformità"}},
	},
	disclose.Transport: {
		"MARITIMO": {PT: "marítimo", EN: "by sea", ES: "marítimo", More: &lang.More{DE: "auf See", NL: "over zee", FR: "par mer", IT: "via mare"}}, "CONTEINER": {PT: "contêiner", EN: "container", ES: "contenedor", More: &lang.More{DE: "Container", NL: "container", FR: "conteneur", IT: "container"}},
		"AEREO": {PT: "aéreo", EN: "by air", ES: "aéreo", More: &lang.More{DE: "per Luftfracht", NL: "door de lucht", FR: "par avion", IT: "via aerea"}}, "RODOVIARIO": {PT: "rodoviário", EN: "by road", ES: "por carretera", More: &lang.More{DE: "auf der Straße", NL: "over de weg", FR: "par route", IT: "su strada"}},
		"FERROVIARIO": {PT: "ferroviário", EN: "by rail", ES: "ferroviario", More: &lang.More{DE: "auf der Schiene", NL: "per spoor", FR: "par rail", IT: "su rotaia"}}, "FLUVIAL": {PT: "fluvial", EN: "by river", ES: "fluvial", More: &lang.More{DE: "auf dem Fluss", NL: "over de rivier", FR: "par voie fluviale", IT: "via fiume"}},
	},
}

// termName returns the name of a term. A port has its name and country. A term that is not in the
// table is shown unchanged, because it is still one of ours.
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
