package draft

import (
	"strconv"

	"rastro/internal/eudr"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

const source = "Regulation (EU) 2023/1115, articles 4 and 9"

// Rules on what prevents filing a statement, apart from the file of plots.
var (
	article9 = &finding.Rule{ID: "DDS_ARTIGO9", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "lote {lote}: {oque}", EN: "lot {lote}: {oque}", ES: "lote {lote}: {oque}",
	}}
	unexamined = &finding.Rule{ID: "DDS_NAO_CONFERIDO", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "lote {lote}: há mais safras por trás dele do que se confere de uma vez; confira cada uma em /safras/…/conferencia?alvo=EUDR e peça de novo com conferidas=sim",
		EN: "lot {lote}: there are more harvests behind it than are examined at once; examine each at /safras/…/conferencia?alvo=EUDR and ask again with conferidas=sim",
		ES: "lote {lote}: hay más cosechas detrás de él de las que se revisan de una vez; revise cada una en /safras/…/conferencia?alvo=EUDR y pida de nuevo con conferidas=sim",
	}}
	recalled = &finding.Rule{ID: "DDS_LOTE_EM_RECALL", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "o lote {lote} está em recall; resolva o recall antes de declarar",
		EN: "lot {lote} is being recalled; settle the recall before you file",
		ES: "el lote {lote} está en retiro; resuelva el retiro antes de declarar",
	}}
	masses = &finding.Rule{ID: "DDS_MASSAS", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "as massas do lote {lote} se contradizem; veja /rastreio/lote/{lote}/balanco e corrija os registros",
		EN: "the masses of lot {lote} contradict each other; see /rastreio/lote/{lote}/balanco and correct the records",
		ES: "las masas del lote {lote} se contradicen; vea /rastreio/lote/{lote}/balanco y corrija los registros",
	}}
	severalCrops = &finding.Rule{ID: "DDS_VARIAS_CULTURAS", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "os lotes são de culturas diferentes: o código SH e a massa valem para uma só; tire-os, ou declare cada cultura à parte",
		EN: "the lots are of different crops: the HS code and the mass are for one alone; leave them out, or file each crop by itself",
		ES: "los lotes son de cultivos diferentes: el código SA y la masa valen para uno solo; quítelos, o declare cada cultivo aparte",
	}}
	otherProduct = &finding.Rule{ID: "DDS_SH_DE_OUTRO_PRODUTO", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "o código {sh} não é de um produto de {cultura} no anexo I do regulamento; corrija-o, ou tire-o",
		EN: "code {sh} is not of a product of {cultura} in annex I of the regulation; correct it, or leave it out",
		ES: "el código {sh} no es de un producto de {cultura} en el anexo I del reglamento; corríjalo, o quítelo",
	}}
)

// nothingToGroup: the caller wants to group the noted statements, and there are none.
var nothingToGroup = &finding.Rule{ID: "DDS_NADA_A_AGRUPAR", Severity: finding.Error, Source: source, Message: lang.Text{
	PT: "nenhuma declaração disponível (AVAILABLE) está anotada para os lotes nem para o que entrou neles; anote os números delas, ou informe-os em 'agrupar'",
	EN: "no available statement (AVAILABLE) is noted for the lots or for what went into them; note their numbers, or give them in 'agrupar'",
	ES: "ninguna declaración disponible (AVAILABLE) está anotada para los lotes ni para lo que entró en ellos; anote sus números, o indíquelos en 'agrupar'",
}}

// Rules are the rules, in the order in which they are found.
var Rules = []*finding.Rule{article9, unexamined, recalled, masses, severalCrops, otherProduct, nothingToGroup}

// maxProblems limits the problems in one answer; all are counted.
const maxProblems = 50

// problems are what prevents filing a statement.
type problems struct {
	kept  []trace.Problem
	count int
}

func (all *problems) add(p trace.Problem) {
	if all.count++; len(all.kept) < maxProblems {
		all.kept = append(all.kept, p)
	}
}

func (all *problems) found(field string, f finding.Finding) {
	all.add(trace.Problem{Field: field, Pointer: f.Pointer, Rule: f.Rule.ID, Message: f.Text()})
}

// whole notes a problem of all lots. The arguments are pairs.
func (all *problems) whole(rule *finding.Rule, args ...string) {
	f := finding.Finding{Rule: rule}
	for i := 0; i+1 < len(args); i += 2 {
		f.Say(args[i], args[i+1])
	}
	all.found("lote", f)
}

// statement notes what the EU's system would refuse in the message.
func (all *problems) statement(f finding.Finding) {
	field := "dds"
	if name := parameters[f.Pointer]; name != "" {
		field = name
	}
	all.found(field, f)
}

// parameters maps members of the message to the parameters that set them.
var parameters = map[string]string{
	"/statement/borderCrossCountry": "fronteira", "/statement/countryOfActivity": "pais", "/statement/internalReferenceNumber": "referencia",
	"/statement/commodities/0/descriptors/descriptionOfGoods": "descricao", "/statement/commodities/0/hsHeading": "hs",
	"/statement/commodities/0/descriptors/goodsMeasure/netWeight": "quantidadeKg",
}

// quantity is the item of article 9 that the caller can give.
const quantity = "QUANTIDADE"

// lot notes what keeps a lot from being filed: its file, what article 9 asks, its masses, a
// recall. The papers of a harvest's own sales do not: a blend is shipped by others.
func (all *problems) lot(ask *Request, r *eudr.Report, items []eudr.Information) {
	for _, p := range r.Problems(maxProblems) {
		all.add(p)
	}
	all.count += max(0, r.Summary.Errors-maxProblems)
	skipped := false
	for i := range items {
		item := &items[i]
		switch {
		case item.Situation == eudr.Unexamined:
			skipped = true
		case item.Situation == eudr.Missing && !(item.Item == quantity && ask.NetKg > 0):
			f := finding.Finding{Rule: article9}
			f.Say("lote", r.Lot)
			f.Say("oque", lang.Text{PT: item.Text(lang.PT), EN: item.Text(lang.EN), ES: item.Text(lang.ES)})
			all.found("lote", f)
		}
	}
	if skipped && !ask.Examined {
		all.whole(unexamined, "lote", r.Lot)
	}
	if r.Recalled {
		all.whole(recalled, "lote", r.Lot)
	}
	if r.Masses == lot.Differs {
		all.whole(masses, "lote", r.Lot)
	}
}

// err returns the error for the problems found so far.
func (all *problems) err(lot string) error {
	if all.count == 0 {
		return nil
	}
	failed := trace.Fail(trace.CodeDDSIncomplete, "lote", lot, "n", strconv.Itoa(all.count), "caminho", eudr.Path(lot))
	failed.Problems = all.kept
	return failed
}
