package eudr

import (
	"maps"
	"slices"
	"strconv"

	"rastro/internal/check/harvest"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Situation is the state of a required piece of information.
type Situation string

// The situations.
const (
	There      Situation = "PRESENTE"
	Missing    Situation = "FALTA"
	Elsewhere  Situation = "FORA_DO_RASTRO" // not in any record: it is entered into the statement by hand
	Unexamined Situation = "NAO_CONFERIDO"  // there are more harvests than were reviewed
)

// Reviewed is the review of a harvest behind the lot.
type Reviewed struct {
	HarvestID string
	Review    review.Result
}

// MaxReviewed bounds the harvests that are looked at for one answer.
const MaxReviewed = 500

// Information is a piece of information that article 9(1) of the regulation requires.
type Information struct {
	Item      string
	Article   string
	Situation Situation
	Message   lang.Text
	Args      lang.Args
	// Harvests are those that it is missing in, at most maxNamed, and Count how many
	// there are.
	Harvests []string
	Count    int
	// Partial: only some of it is there.
	Partial bool
}

// Text returns the situation in a language.
func (i *Information) Text(l lang.Lang) string {
	args := plotfile.Spoken(i.Args, l)
	if name := trace.Crop(args["cultura"]).Name().In(l); name != "" { // people read its name, not its code
		args = maps.Clone(args)
		args["cultura"] = name
	}
	return i.Message.Fill(l, args)
}

const maxNamed = 20

// evidence is the basis for judging the items.
type evidence struct {
	report   *Report
	origin   *lineage.Origin
	harvests []Reviewed
	unlooked bool
}

// item is a row of article 9(1).
type item struct {
	id, article    string
	judge          func(*evidence, *Information)
	found, missing lang.Text
	topic          harvest.Topic // judged by the harvests, if set
	prefix         string        // the kind of record that the topic is about
}

// Article9 reports which information of article 9 is there. The reviews are those of the harvests
// behind the lot, for harvest.EUDR; if there are fewer of them than harvests, the rest is unknown.
func Article9(r *Report, o *lineage.Origin, harvests []Reviewed) []Information {
	e := &evidence{report: r, origin: o, harvests: harvests, unlooked: len(harvests) < len(o.Harvests)}
	all := make([]Information, 0, len(items))
	foreign := plotfile.ForeignLots(o)[o.Lot]
	for i := range items {
		it := &items[i]
		info := Information{Item: it.id, Article: it.article, Situation: There, Harvests: []string{}}
		if foreign {
			info.Situation, info.Message = Elsewhere, ownerSays
			all = append(all, info)
			continue
		}
		if it.topic != "" {
			e.ask(it, &info)
		} else {
			it.judge(e, &info)
		}
		if info.Message == (lang.Text{}) {
			info.Message = it.found
			if info.Situation == Missing {
				info.Message = it.missing
			}
		}
		if info.Situation == Unexamined {
			info.Message = notExamined
		}
		all = append(all, info)
	}
	return all
}

var noPlots = lang.Text{
	PT: "nenhum registro diz de que talhão veio o lote",
	EN: "no record says which plot the lot came from",
	ES: "ningún registro dice de qué parcela vino el lote",
}

var loosePlots = lang.Text{
	PT: "o arquivo seria aceito, mas em {n} {n|safra|safras} há talhão sem localização, ou acima de 4 ha sem o polígono desenhado; envie o polígono no plano de cultivo",
	EN: "the file would be accepted, but in {n} {n|harvest|harvests} a plot has no location, or is over 4 ha without its polygon drawn; send the polygon in the crop plan",
	ES: "el archivo sería aceptado, pero en {n} {n|cosecha|cosechas} hay parcelas sin ubicación, o de más de 4 ha sin el polígono dibujado; envíe el polígono en el plan de cultivo",
}

var notExamined = lang.Text{
	PT: "há mais safras por trás do lote do que se confere de uma vez; confira cada uma em /safras/{id}/conferencia?alvo=EUDR",
	EN: "there are more harvests behind the lot than are examined at once; examine each at /safras/{id}/conferencia?alvo=EUDR",
	ES: "hay más cosechas detrás del lote de las que se revisan de una vez; revise cada una en /safras/{id}/conferencia?alvo=EUDR",
}

var shippedInPart = lang.Text{
	PT: "pelo menos {kg} kg embarcados deste lote, mas a soma não está completa: há embarque sem massa, ou com uma só massa para vários lotes; informe a massa de cada lote em cada embarque",
	EN: "at least {kg} kg of this lot were shipped, but the sum is not complete: a shipment states no mass, or one mass for several lots; state the mass of each lot in each shipment",
	ES: "al menos {kg} kg embarcados de este lote, pero la suma no está completa: hay un embarque sin masa, o con una sola masa para varios lotes; indique la masa de cada lote en cada embarque",
}

var ownerSays = lang.Text{
	PT: "o lote é de outra parte, e quem informa isto é ela; aqui não há nada a corrigir",
	EN: "the lot belongs to another party, and they provide this; there is nothing to correct here",
	ES: "el lote es de otra parte, y es ella quien indica esto; aquí no hay nada que corregir",
}

var noHarvest = lang.Text{
	PT: "não se sabe de que safra veio o lote, então não há onde procurar",
	EN: "it is unknown which harvest the lot came from, so there is nowhere to look",
	ES: "no se sabe de qué cosecha vino el lote, así que no hay dónde buscar",
}

// ask judges an item by what the harvests lack.
func (e *evidence) ask(it *item, info *Information) {
	for i := range e.harvests {
		h := &e.harvests[i]
		lacks := func(s harvest.Step) bool { return s.Topic == it.topic || s.Topic == "" && s.Kind.Prefix == it.prefix }
		if slices.ContainsFunc(h.Review.Completeness.Missing, lacks) {
			info.Situation = Missing
			if info.Count++; len(info.Harvests) < maxNamed {
				info.Harvests = append(info.Harvests, h.HarvestID)
			}
		}
	}
	if info.Situation == There && len(e.harvests) == 0 {
		info.Situation, info.Message = Missing, noHarvest
	}
	if info.Situation == There && e.unlooked {
		info.Situation = Unexamined
	}
	info.Args = lang.Args{"n": strconv.Itoa(info.Count)}
}

// headings are the crops of annex I that are grown here, by the heading of the
// Harmonized System of what is shipped first.
var headings = map[string]string{"SOJA": "1201", "CAFE": "0901", "CACAU": "1801", "DENDE": "1511", "SERINGUEIRA": "4001"}

// Product returns the one crop of annex I that the harvests grew, and its heading of the Harmonized
// System; the heading is "" if they do not say one.
func Product(harvests []Reviewed) (crop, heading string) {
	for i := range harvests {
		now := harvests[i].Review.Crop
		if now == "" || crop != "" && now != crop {
			return "", ""
		}
		crop = now
	}
	return crop, headings[crop]
}

func (e *evidence) product(info *Information) {
	crop, heading := Product(e.harvests)
	if heading == "" {
		info.Situation = Missing
		return
	}
	if e.unlooked {
		info.Situation = Unexamined
		return
	}
	info.Args = lang.Args{"cultura": crop, "sh": heading}
}

func (e *evidence) quantity(info *Information) {
	kg := e.origin.ShippedKg
	if !(kg > 0) { // or unknown
		info.Situation = Missing
		return
	}
	info.Args = lang.Args{"kg": strconv.FormatFloat(kg, 'f', -1, 64)}
	if e.origin.ShippedPartial {
		info.Situation, info.Message, info.Partial = Missing, shippedInPart, true
	}
}

func (e *evidence) country(info *Information) {
	switch {
	case e.report.Plots == 0:
		info.Situation, info.Message = Missing, noPlots
	case e.report.BadCountries() > 0:
		info.Situation = Missing
	}
}

// plots judges the file, and the plots as the harvests' own reviews do.
func (e *evidence) plots(info *Information) {
	if e.report.Ready() {
		e.ask(&item{topic: harvest.AboutPlots, prefix: kind.Plan}, info)
		if info.Situation == Missing {
			info.Message = loosePlots
		}
		if info.Situation != There {
			return
		}
	}
	info.Args = lang.Args{"n": strconv.Itoa(e.report.Plots), "erros": strconv.Itoa(e.report.Summary.Errors)}
	if !e.report.Ready() {
		info.Situation = Missing
	}
}

func (e *evidence) supplier(info *Information) {
	info.Situation = Elsewhere
	switch n := e.report.AssumedProducers(); {
	case e.report.Plots == 0:
		info.Situation, info.Message = Missing, noPlots
	case n > 0:
		info.Situation = Missing
		info.Args = lang.Args{"n": strconv.Itoa(n)}
	}
}

func (e *evidence) customer(info *Information) { info.Situation = Elsewhere }

// items are the rows of article 9(1), in its order.
var items = []item{
	{id: "PRODUTO", article: "9(1)(a)", judge: (*evidence).product,
		found:   lang.Text{PT: "{cultura}: posição {sh} do Sistema Harmonizado para o grão; confira a do produto embarcado", EN: "{cultura}: heading {sh} of the Harmonized System for the grain; check that of the product shipped", ES: "{cultura}: partida {sh} del Sistema Armonizado para el grano; revise la del producto embarcado"},
		missing: lang.Text{PT: "os registros não indicam uma só cultura do anexo I; informe a cultura", EN: "the records do not point to one crop of annex I; state the crop", ES: "los registros no indican un solo cultivo del anexo I; indique el cultivo"}},
	{id: "QUANTIDADE", article: "9(1)(b)", judge: (*evidence).quantity,
		found:   lang.Text{PT: "{kg} kg embarcados deste lote", EN: "{kg} kg of this lot were shipped", ES: "{kg} kg embarcados de este lote"},
		missing: lang.Text{PT: "falta a massa líquida em kg: registre o embarque do lote com o peso", EN: "the net mass in kg is missing: record the shipment of the lot with its weight", ES: "falta la masa neta en kg: registre el embarque del lote con el peso"}},
	{id: "PAIS", article: "9(1)(c)", judge: (*evidence).country,
		found:   lang.Text{PT: "todo talhão tem país de produção", EN: "every plot has its country of production", ES: "toda parcela tiene país de producción"},
		missing: lang.Text{PT: "há talhão sem país de produção válido; informe o país (BR)", EN: "a plot has no valid country of production; give the country (BR)", ES: "hay parcelas sin país de producción válido; indique el país (BR)"}},
	{id: "GEOLOCALIZACAO", article: "9(1)(d)", judge: (*evidence).plots,
		found:   lang.Text{PT: "todos os talhões são aceitáveis ({n})", EN: "all plots are acceptable ({n})", ES: "todas las parcelas son aceptables ({n})"},
		missing: lang.Text{PT: "a geolocalização tem {erros} {erros|pendência|pendências}; veja os detalhes", EN: "the geolocation has {erros} {erros|error|errors}; see the details", ES: "la geolocalización tiene {erros} {erros|pendiente|pendientes}; vea los detalles"}},
	{id: "PERIODO", article: "9(1)(d)", topic: harvest.AboutDate, prefix: kind.Harvesting,
		found:   lang.Text{PT: "toda safra tem data de produção", EN: "every harvest has its date of production", ES: "toda cosecha tiene fecha de producción"},
		missing: lang.Text{PT: "falta a data da colheita em {n} {n|safra|safras}; informe-a no registro da colheita", EN: "the date of harvest is missing in {n} {n|harvest|harvests}; give it in the harvest record", ES: "falta la fecha de cosecha en {n} {n|cosecha|cosechas}; indíquela en el registro de cosecha"}},
	{id: "FORNECEDOR", article: "9(1)(e)", judge: (*evidence).supplier,
		found:   lang.Text{PT: "os produtores estão identificados; endereço e e-mail do fornecedor não ficam nos registros: informe-os na declaração", EN: "the producers are named; postal address and e-mail of the supplier are in no record: give them in the statement", ES: "los productores están identificados; dirección y correo del proveedor no están en los registros: indíquelos en la declaración"},
		missing: lang.Text{PT: "falta o produtor de {n} {n|talhão|talhões}; informe o produtor no perfil da safra, ou junto com o talhão", EN: "the producer of {n} {n|plot|plots} is not stated; give the producer in the profile of the harvest, or with the plot", ES: "falta el productor de {n} {n|parcela|parcelas}; indique el productor en el perfil de la cosecha, o junto con la parcela"}},
	{id: "CLIENTE", article: "9(1)(f)", judge: (*evidence).customer,
		found:   lang.Text{PT: "nome, endereço e e-mail do comprador não ficam nos registros: informe-os na declaração", EN: "name, postal address and e-mail of the buyer are in no record: give them in the statement", ES: "nombre, dirección y correo del comprador no están en los registros: indíquelos en la declaración"},
		missing: lang.Text{PT: "nome, endereço e e-mail do comprador não ficam nos registros: informe-os na declaração", EN: "name, postal address and e-mail of the buyer are in no record: give them in the statement", ES: "nombre, dirección y correo del comprador no están en los registros: indíquelos en la declaración"}},
	{id: "DESMATAMENTO", article: "9(1)(g)", topic: harvest.AboutForest, prefix: kind.Conformity,
		found:   lang.Text{PT: "toda safra tem prova de não desmatamento", EN: "every harvest has proof of no deforestation", ES: "toda cosecha tiene prueba de no deforestación"},
		missing: lang.Text{PT: "falta prova de não desmatamento após 31/12/2020 em {n} {n|safra|safras}; registre o certificado de conformidade", EN: "proof of no deforestation after 2020-12-31 is missing in {n} {n|harvest|harvests}; record the certificate of conformity", ES: "falta prueba de no deforestación después del 31/12/2020 en {n} {n|cosecha|cosechas}; registre el certificado de conformidad"}},
	{id: "LEGALIDADE", article: "9(1)(h)", topic: harvest.AboutLaw, prefix: kind.Conformity,
		found:   lang.Text{PT: "toda safra tem prova de produção legal", EN: "every harvest has proof of legal production", ES: "toda cosecha tiene prueba de producción legal"},
		missing: lang.Text{PT: "falta prova de produção legal (CAR) em {n} {n|safra|safras}; registre o certificado de conformidade", EN: "proof of legal production (CAR) is missing in {n} {n|harvest|harvests}; record the certificate of conformity", ES: "falta prueba de producción legal (CAR) en {n} {n|cosecha|cosechas}; registre el certificado de conformidad"}},
}
