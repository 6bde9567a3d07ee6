package guess

import (
	"regexp"
	"slices"
	"strings"

	"rastro/internal/columns"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// heading is a parsed header.
type heading struct {
	text  string
	words []string // without filler and without the unit
	whole []string // with the unit
	child []string // of a header of two rows, the lower
	unit  string   // symbol of its unit; "" for none
	other bool     // it has an unknown unit
	rate  bool     // it is a rate per area or time
	per   string   // the unit of its rate; "" for none
	// hectare: it is so much per hectare.
	hectare bool
}

// unitNames are how headers write units.
var unitNames = map[string]string{
	"kg": "kg", "kgs": "kg", "quilo": "kg", "quilos": "kg", "kilos": "kg", "quilogramas": "kg",
	"t": "t", "ton": "t", "tons": "t", "tonelada": "t", "toneladas": "t", "tn": "t", "mt": "t",
	"sc": "saca", "scs": "saca", "saca": "saca", "sacas": "saca", "sc60": "saca", "sc60kg": "saca",
	"@": "arroba", "arroba": "arroba", "arrobas": "arroba",
	"ha": "ha", "has": "ha", "hectare": "ha", "hectares": "ha", "m2": "m2",
	"%": "%", "pct": "%", "percentual": "%", "percent": "%",
	"h": "h", "hs": "h", "hr": "h", "hrs": "h", "horas": "h", "min": "min", "oc": "°C", "c": "°C",
	"l": "L", "litros": "L",
}

// plainUnits mean nothing else wherever they occur in a header.
var plainUnits = []string{"%", "kg", "kgs", "quilos", "toneladas", "sacas", "hectares", "arrobas"}

// otherUnits are units that are never converted.
var otherUnits = []string{"lb", "lbs", "bu", "bushel", "bushels", "sacos", "saco", "alq", "alqueire", "alqueires", "acre", "acres", "ac", "bags", "cx", "caixas", "fardos", "un"}

var filler = []string{"de", "da", "do", "das", "dos", "e", "em", "o", "a", "of", "the", "del", "la", "el", "para", "por", "no", "n", "nr", "nro", "num", "numero", "os"}

func newHeading(text, child string) heading {
	h := heading{text: text}
	folded := lang.Fold(text)
	h.hectare = anyPerHectare.MatchString(folded)
	h.rate = h.hectare || strings.Contains(folded, "/h)")
	h.per = rateOf(folded)
	h.whole = words(text)
	h.words = h.whole
	h.child = slices.DeleteFunc(words(child), func(w string) bool { return unitNames[w] != "" })
	if open := strings.LastIndexAny(folded, "(["); open >= 0 {
		h.take(columns.Fold(folded[open:]))
	}
	if n := len(h.whole); h.unit == "" && !h.other && n > 0 {
		if last := h.whole[n-1]; n > 1 || unitNames[last] != "" {
			h.take(last)
		}
		for _, w := range h.whole[:n-1] {
			if h.unit == "" && slices.Contains(plainUnits, w) {
				h.take(w)
			}
		}
	}
	if h.unit != "" || h.other {
		h.words = slices.DeleteFunc(slices.Clone(h.whole), func(w string) bool { return unitNames[w] != "" || slices.Contains(otherUnits, w) })
		if len(h.words) == 0 {
			h.words = h.whole
		}
	}
	if h.rate {
		h.unit = ""
	}
	return h
}

// perHectare is how headers write doses.
var perHectare = regexp.MustCompile(`(^|[^a-z])(l|ml|kg|g|t|sc)\s*(/|por)\s*ha($|[^a-z])`)

// anyPerHectare finds any amount per hectare, but not the second name in "Lote/Harvest".
var anyPerHectare = regexp.MustCompile(`(/\s*|(^|[^a-z])por )(ha|hectares?)($|[^a-z])`)

// rateOf returns the unit of a rate in a folded header, "" for none.
func rateOf(folded string) string {
	found := perHectare.FindStringSubmatch(folded)
	if found == nil {
		return ""
	}
	return map[string]string{"l": "L", "ml": "mL"}[found[2]] + map[string]string{"kg": "kg", "g": "g", "t": "t", "sc": "sc"}[found[2]] + columns.PerHectare
}

// take notes a word as the unit, if it is one.
func (h *heading) take(word string) {
	word = strings.TrimPrefix(word, "em ")
	if symbol := unitNames[strings.ReplaceAll(word, " ", "")]; symbol != "" {
		h.unit = symbol
	} else if slices.Contains(otherUnits, word) {
		h.other = true
	}
}

// papers are names that people write in one word or two: NF-e, DU-E.
var papers = strings.NewReplacer(" nf e ", " nfe ", " du e ", " due ", " ct e ", " cte ", " mdf e ", " mdfe ")

func words(s string) []string {
	all := strings.Fields(papers.Replace(" " + columns.Fold(s) + " "))
	short := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(filler, w) })
	if len(short) == 0 {
		return all
	}
	return short
}

// like returns the similarity of two words, from 0 to 1. The first may be an abbreviation.
func like(a, b string) float64 {
	switch {
	case a == b:
		return 1
	case strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") && len(a) > 2:
		return 0.98
	case len(a) >= 3 && strings.HasPrefix(b, a):
		return 0.88
	case len(a) >= 6 && len(b) >= 6 && a[0] == b[0] && max(len(a), len(b))-min(len(a), len(b)) <= 1 && lang.Edits(a, b, 2) <= 1:
		return 0.88
	}
	return 0
}

// phrase is the words of a name.
type phrase struct {
	words []string
	marks uint64 // the first letters of its words
}

// maxWords is how many words of a header count.
const maxWords = 12

func newPhrase(words []string) phrase {
	p := phrase{words: words[:min(len(words), maxWords)]}
	for _, w := range p.words {
		p.marks |= 1 << (w[0] % 64)
	}
	return p
}

// alike returns the similarity of a header and a name. Similar words begin with the same letter, so
// most names are skipped by that alone.
func alike(h, n phrase) float64 {
	if h.marks&n.marks == 0 {
		return 0
	}
	header, name := h.words, n.words
	if slices.Equal(header, name) {
		return 1
	}
	sum := 0.0
	var used [maxWords]bool
	for _, w := range name {
		best, at := 0.0, -1
		for i, h := range header {
			if s := like(h, w); !used[i] && s > best {
				best, at = s, i
			}
		}
		if at >= 0 {
			used[at] = true
			sum += best
		}
	}
	return 0.97 * 2 * sum / float64(len(header)+len(name))
}

// named is a field with the words of each of its names.
type named struct {
	field *kind.Field
	names []phrase
}

// namesOf lists the fields of a kind with their names.
func namesOf(k *kind.Kind) []named {
	fields := sheet.Fields(k)
	all := make([]named, len(fields))
	for i := range fields {
		f := &fields[i]
		all[i].field = f
		for _, name := range append([]string{spaced(f.Name), f.Label.PT, f.Label.EN, f.Label.ES}, f.Synonyms...) {
			for _, one := range [][]string{words(name), newHeading(name, "").words} {
				if !slices.ContainsFunc(all[i].names, func(had phrase) bool { return slices.Equal(had.words, one) }) {
					all[i].names = append(all[i].names, newPhrase(one))
				}
			}
		}
	}
	return all
}

// spaced divides a name of the interface into words: dataPlantio.
func spaced(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// fits returns how well a header matches one of several names.
func (h *heading) fits(names []phrase) float64 {
	best := 0.0
	words, whole, child := newPhrase(h.words), newPhrase(h.whole), newPhrase(h.child)
	for _, name := range names {
		best = max(best, alike(words, name))
		if len(h.whole) != len(h.words) {
			best = max(best, alike(whole, name))
		}
		if len(h.child) > 0 {
			best = max(best, 0.9*alike(child, name))
		}
	}
	return best
}

// others are usual columns that no field holds. A header that is closer to one of them than to a
// field is kept as an extra.
var others = func() []phrase {
	var all []phrase
	for _, name := range []string{
		"peso bruto", "bruto", "tara", "peso tara", "peso entrada balança", "peso saída balança", "1ª pesagem", "2ª pesagem", "primeira pesagem", "segunda pesagem", "gross weight", "gross", "tare", "tare weight",
		"desconto", "desc", "desconto umidade", "desc umid", "desconto impureza", "desc imp", "total descontos", "desconto total", "desconto kg", "desc umidade kg", "desc impureza kg",
		"avariados", "ardidos", "esverdeados", "quebrados", "mofados", "fermentados", "queimados", "chochos", "verdes", "picados", "partidos quebrados", "damaged", "broken", "splits",
		"motorista", "nome motorista", "cpf motorista", "condutor", "driver", "transportadora", "transportador", "carrier", "telefone", "celular", "fone", "e-mail",
		"cpf", "cnpj", "cpf cnpj", "inscrição estadual", "ie", "cliente", "destinatário", "emitente", "remetente", "razão social", "comprador", "vendedor", "customer", "buyer",
		"valor", "valor unitário", "valor total", "preço", "preço unitário", "vl total", "vlr", "frete", "custo", "price", "amount", "total", "total r$", "valor nf", "custo ha",
		"ticket", "nº ticket", "romaneio", "nº romaneio", "nº", "seq", "sequência", "item", "id", "código", "cód", "ordem", "contrato", "nº contrato", "pedido", "ticket no", "matrícula", "cód produtor", "contract",
		"hora", "hora entrada", "hora saída", "hora chegada", "time", "time in", "time out", "data saída", "hora início", "hora fim", "data emissão", "emissão", "dt emissão", "data vencimento", "vencimento",
		"produtividade", "produtividade sc ha", "média sc ha", "sc ha", "kg ha", "prod sc ha", "yield per ha", "rendimento sc ha",
		"série", "serie nf", "cfop", "ncm", "natureza operação", "cst", "unidade medida", "und", "unid", "uom", "un", "modelo",
		"produto", "mercadoria", "produto comercial", "nome comercial", "ingrediente ativo", "princípio ativo", "alvo", "praga", "estádio", "fase", "product", "commodity", "grão", "cultura",
		"produtor", "nome produtor", "cooperado", "associado", "fazenda", "propriedade", "município", "cidade", "uf", "produtor rural", "talhão", "gleba", "quadra", "variedade", "cultivar", "farm", "producer", "grower", "field", "variety",
		"observação", "observações", "obs", "remarks", "notes", "situação", "status", "usuário", "operador", "balanceiro", "classificador", "responsável", "responsável técnico", "crea", "filial", "unidade", "moega", "silo", "armazém", "máquina", "colhedora", "equipamento", "função", "cargo", "setor", "atividade", "turno", "vazão", "vento", "temperatura", "umidade relativa", "umid relativa ar", "lote semente", "carência", "safra anterior", "ph", "peso hectolitro", "test weight", "bag count", "volumes", "espaçamento", "população", "profundidade", "adubo", "adubação", "chuva", "chuva mm",
	} {
		all = append(all, newPhrase(words(name)))
	}
	return all
}()
