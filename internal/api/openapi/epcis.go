package openapi

import (
	"strings"

	"rastro/internal/epcis/query"
)

// TagEPCIS is the group on EPCIS 2.0.
const TagEPCIS = "EPCIS 2.0"

// EPCISParameter returns the name of a parameter of the standard in the table of parameters, which has
// shorter names for our own.
func EPCISParameter(name string) string { return "EPCIS_" + name }

// compares describes how a parameter compares.
var compares = map[query.Op]string{
	query.EQ: "é um destes valores", query.GT: "é maior", query.GE: "é maior ou igual", query.LT: "é menor", query.LE: "é menor ou igual",
	query.WD: "é um destes lugares", query.MATCH: "cita um destes; um padrão termina em *", query.EXISTS: "existe",
}

// wholes say what the parameters about the whole answer do.
var wholes = map[string]string{
	"orderBy": "eventTime ou recordTime; sem ele, a ordem do log.", "orderDirection": "ASC ou DESC (o padrão); vale com orderBy.",
	"eventCountLimit": "Só os primeiros tantos eventos.", "maxEventCount": "413 se há mais eventos que isto.",
}

// epcisParameters are those of the standard, and of its pages.
func epcisParameters() object {
	param := func(key, name, text string) member {
		return member{key, object{{"name", name}, {"in", "query"}, {"required", false}, {"description", text}, {"schema", typed("string")}}}
	}
	all := object{
		{"perPage", object{{"name", "perPage"}, {"in", "query"}, {"required", false}, {"description", "Eventos por página; acima de 1000 vale 1000. Uma página pode ter menos, e ainda haver outra: veja Link."}, {"schema", typed("integer", member{"minimum", 1}, member{"default", 30})}}},
		param("nextPageToken", "nextPageToken", "Continua a consulta a partir do Link da resposta anterior, no estado do log em que ela começou. Não vence."),
	}
	for i := range query.Params {
		p := &query.Params[i]
		text := wholes[p.Name]
		if text == "" {
			text = "Só eventos em que " + strings.ReplaceAll(p.Field, "/", ".") + " " + compares[p.Op] + "."
			if p.Op == query.EQ || p.Op == query.MATCH || p.Op == query.WD {
				text += " Vários: com | ou repetido."
			}
		}
		all = append(all, param(EPCISParameter(p.Name), p.Name, text))
	}
	return all
}

func epcisSchemas() object {
	open := object{{"type", "object"}}
	return object{
		{"DocumentoEPCIS", describe(props([]string{"@context", "type", "schemaVersion", "creationDate", "epcisBody"}, object{
			{"@context", object{{"type", "array"}, {"items", object{}}}}, {"type", constant("EPCISQueryDocument")}, {"schemaVersion", textSchema}, {"creationDate", textSchema}, {"epcisBody", open},
		}), "EPCISQueryDocument (EPCIS 2.0, JSON-LD); os eventos estão em epcisBody.queryResults.resultsBody.eventList.")},
		{"ColecaoEPCIS", props([]string{"@context", "type", "member"}, object{{"@context", textSchema}, {"type", constant("Collection")}, {"member", arrayOf(textSchema)}})},
		{"ProblemaEPCIS", describe(props([]string{"type", "title", "status", "detail", "error", "requestId"}, object{
			{"type", describe(textSchema, "epcisException: e o nome da exceção do padrão.")}, {"title", textSchema}, {"status", typed("integer")}, {"detail", textSchema}, {"error", describe(textSchema, "Um nome estável.")}, {"requestId", textSchema},
		}), "Problem details (RFC 9457).")},
	}
}

// problemResponse returns the response of an error of the standard.
func problemResponse(status int) object {
	text := "Não é atendido."
	for _, e := range errorTitles {
		if e.status == status {
			text = e.text
		}
	}
	return object{{"description", text}, {"content", object{{"application/problem+json", object{{"schema", ref("ProblemaEPCIS")}}}}}}
}
