package kind

import (
	"slices"

	"rastro/internal/crop"
	"rastro/internal/lang"
)

// Word returns the usual word for a known value of the field. A value that is not known is returned
// unchanged: it is what somebody wrote.
func (f *Field) Word(value string, l lang.Lang) string {
	if !slices.Contains(f.Values, value) {
		return value
	}
	word, ok := choiceWords[value]
	if !ok {
		word = crop.Crop(value).Name()
	}
	if !word.Complete() {
		return value
	}
	return word.In(l)
}

// choiceWords are the usual words for the known values of fields. A value has the same meaning in
// every field. Crops are in their own table, and names of schemes and standards need no other word.
var choiceWords = map[string]lang.Text{
	"convencional": {PT: "convencional", EN: "conventional", ES: "convencional"},
	"transgênica":  {PT: "transgênica", EN: "genetically modified", ES: "transgénica"},
	"orgânica":     {PT: "orgânica", EN: "organic", ES: "orgánica"},

	"Herbicida":    {PT: "Herbicida", EN: "Herbicide", ES: "Herbicida"},
	"Inseticida":   {PT: "Inseticida", EN: "Insecticide", ES: "Insecticida"},
	"Fungicida":    {PT: "Fungicida", EN: "Fungicide", ES: "Fungicida"},
	"Acaricida":    {PT: "Acaricida", EN: "Acaricide", ES: "Acaricida"},
	"Nematicida":   {PT: "Nematicida", EN: "Nematicide", ES: "Nematicida"},
	"Dessecante":   {PT: "Dessecante", EN: "Desiccant", ES: "Desecante"},
	"Regulador":    {PT: "Regulador de crescimento", EN: "Growth regulator", ES: "Regulador de crecimiento"},
	"Biológico":    {PT: "Biológico", EN: "Biological product", ES: "Biológico"},
	"Adjuvante":    {PT: "Adjuvante", EN: "Adjuvant", ES: "Coadyuvante"},
	"Fertilizante": {PT: "Fertilizante", EN: "Fertiliser", ES: "Fertilizante"},
	"Corretivo":    {PT: "Corretivo de solo", EN: "Soil conditioner", ES: "Corrector de suelo"},
	"Inoculante":   {PT: "Inoculante", EN: "Inoculant", ES: "Inoculante"},
	"Semente":      {PT: "Semente", EN: "Seed", ES: "Semilla"},
	"Outro":        {PT: "Outro", EN: "Other", ES: "Otro"},

	"PRE_LIMPEZA":           {PT: "Pré-limpeza", EN: "Pre-cleaning", ES: "Prelimpieza"},
	"LIMPEZA":               {PT: "Limpeza", EN: "Cleaning", ES: "Limpieza"},
	"LAVAGEM_SEPARACAO":     {PT: "Lavagem e separação", EN: "Washing and separation", ES: "Lavado y separación"},
	"DESCASCAMENTO":         {PT: "Descascamento", EN: "Hulling", ES: "Descascarado"},
	"DESPOLPAMENTO":         {PT: "Despolpamento", EN: "Pulping", ES: "Despulpado"},
	"DESMUCILAGEM":          {PT: "Desmucilagem", EN: "Mucilage removal", ES: "Desmucilaginado"},
	"FERMENTACAO":           {PT: "Fermentação", EN: "Fermentation", ES: "Fermentación"},
	"SECAGEM":               {PT: "Secagem", EN: "Drying", ES: "Secado"},
	"DESCANSO":              {PT: "Descanso", EN: "Resting", ES: "Reposo"},
	"BENEFICIO":             {PT: "Benefício", EN: "Milling", ES: "Trilla"},
	"REBENEFICIO":           {PT: "Rebenefício", EN: "Re-milling", ES: "Repaso"},
	"CLASSIFICACAO_PENEIRA": {PT: "Classificação por peneira", EN: "Sieve grading", ES: "Clasificación por criba"},
	"CATACAO_DENSIMETRICA":  {PT: "Catação densimétrica", EN: "Gravity sorting", ES: "Selección densimétrica"},
	"CATACAO_ELETRONICA":    {PT: "Catação eletrônica", EN: "Electronic sorting", ES: "Selección electrónica"},
	"PADRONIZACAO":          {PT: "Padronização", EN: "Standardisation", ES: "Estandarización"},
	"ENSAQUE":               {PT: "Ensaque", EN: "Bagging", ES: "Ensacado"},
	"EXPURGO":               {PT: "Expurgo (fumigação)", EN: "Fumigation", ES: "Fumigación"},

	"NATURAL":           {PT: "Natural", EN: "Natural", ES: "Natural"},
	"CEREJA_DESCASCADO": {PT: "Cereja descascado", EN: "Pulped natural", ES: "Cereza descascarada"},
	"DESPOLPADO":        {PT: "Despolpado", EN: "Washed (pulped)", ES: "Despulpado"},
	"DESMUCILADO":       {PT: "Desmucilado", EN: "Demucilaged", ES: "Desmucilaginado"},
	"FERMENTADO":        {PT: "Fermentado", EN: "Fermented", ES: "Fermentado"},

	"TERREIRO":           {PT: "Terreiro", EN: "Patio", ES: "Patio"},
	"TERREIRO_SUSPENSO":  {PT: "Terreiro suspenso", EN: "Raised bed", ES: "Cama africana"},
	"ESTUFA":             {PT: "Estufa", EN: "Greenhouse", ES: "Invernadero"},
	"SECADOR_ROTATIVO":   {PT: "Secador rotativo", EN: "Rotary dryer", ES: "Secador rotativo"},
	"SECADOR_VERTICAL":   {PT: "Secador vertical", EN: "Vertical dryer", ES: "Secador vertical"},
	"SECADOR_LEITO_FIXO": {PT: "Secador de leito fixo", EN: "Fixed-bed dryer", ES: "Secador de lecho fijo"},
	"SILO_SECADOR":       {PT: "Silo secador", EN: "Drying silo", ES: "Silo secador"},
	"FLUXO_CONTINUO":     {PT: "Secador de fluxo contínuo", EN: "Continuous-flow dryer", ES: "Secador de flujo continuo"},
	"MISTO":              {PT: "Misto", EN: "Mixed", ES: "Mixto"},
	"NAO_SE_APLICA":      {PT: "Não se aplica", EN: "Not applicable", ES: "No se aplica"},

	"Fora de tipo": {PT: "Fora de tipo", EN: "Below grade", ES: "Fuera de tipo"},

	"ESTRITAMENTE_MOLE": {PT: "Estritamente mole", EN: "Strictly soft", ES: "Estrictamente suave"},
	"MOLE":              {PT: "Mole", EN: "Soft", ES: "Suave"},
	"APENAS_MOLE":       {PT: "Apenas mole", EN: "Softish", ES: "Apenas suave"},
	"DURO":              {PT: "Dura", EN: "Hard", ES: "Dura"},
	"RIADO":             {PT: "Riada", EN: "Rioy", ES: "Riada"},
	"RIO":               {PT: "Rio", EN: "Rio", ES: "Río"},
	"RIO_ZONA":          {PT: "Rio zona", EN: "Rio zona", ES: "Río zona"},
	"EXCELENTE":         {PT: "Excelente", EN: "Excellent", ES: "Excelente"},
	"BOA":               {PT: "Boa", EN: "Good", ES: "Buena"},
	"REGULAR":           {PT: "Regular", EN: "Fair", ES: "Regular"},
	"ANORMAL":           {PT: "Anormal", EN: "Abnormal", ES: "Anormal"},

	"IDENTIDADE_PRESERVADA": {PT: "Identidade preservada", EN: "Identity preserved", ES: "Identidad preservada"},
	"SEGREGADO":             {PT: "Segregado", EN: "Segregated", ES: "Segregado"},
	"MISTURA_CONTROLADA":    {PT: "Mistura controlada", EN: "Controlled blending", ES: "Mezcla controlada"},
	"BALANCO_MASSA":         {PT: "Balanço de massa", EN: "Mass balance", ES: "Balance de masa"},
	"BOOK_AND_CLAIM":        {PT: "Book and claim", EN: "Book and claim", ES: "Book and claim"},
	"CONVENCIONAL":          {PT: "Convencional", EN: "Conventional", ES: "Convencional"},

	"Certificado, convencional":     {PT: "Certificado, convencional", EN: "Certified, conventional", ES: "Certificado, convencional"},
	"Certificado, orgânico":         {PT: "Certificado, orgânico", EN: "Certified, organic", ES: "Certificado, orgánico"},
	"Não certificado, convencional": {PT: "Não certificado, convencional", EN: "Not certified, conventional", ES: "No certificado, convencional"},
	"Não certificado, orgânico":     {PT: "Não certificado, orgânico", EN: "Not certified, organic", ES: "No certificado, orgánico"},

	"Orgânico": {PT: "Orgânico", EN: "Organic", ES: "Orgánico"},

	"Aprovado":  {PT: "Aprovado", EN: "Approved", ES: "Aprobado"},
	"Reprovado": {PT: "Reprovado", EN: "Rejected", ES: "Rechazado"},

	"APROVADO":  {PT: "Aprovado", EN: "Approved", ES: "Aprobado"},
	"REPROVADO": {PT: "Reprovado", EN: "Rejected", ES: "Rechazado"},
	"PENDENTE":  {PT: "Pendente", EN: "Pending", ES: "Pendiente"},

	"EUDR":       {PT: "União Europeia (EUDR)", EN: "European Union (EUDR)", ES: "Unión Europea (EUDR)"},
	"EXPORTACAO": {PT: "Exportação", EN: "Export", ES: "Exportación"},
	"INTERNO":    {PT: "Mercado interno", EN: "Domestic market", ES: "Mercado interno"},
}
