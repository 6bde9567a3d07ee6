package api

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// harvestSorts are the fields that harvests are sorted by: any other would have
// to be computed for all of them first.
var harvestSorts = []string{"safraId"}

// maxSearch bounds the search text: as long as a harvest's name may be.
const maxSearch = 100

// listHarvests answers with the harvests and their state.
func listHarvests(a *API, c *call) (reply, error) {
	query := c.query()
	target, err := target(query)
	if err != nil {
		return reply{}, err
	}
	asked := harvests.Query{Target: target, Prefix: strings.TrimLeft(query.Get("busca"), " ")}
	if !utf8.ValidString(asked.Prefix) || utf8.RuneCountInString(asked.Prefix) > maxSearch || strings.IndexByte(asked.Prefix, 0) >= 0 {
		return reply{}, params.Bad("busca", "0–"+strconv.Itoa(maxSearch)+" caracteres")
	}
	terms, err := params.Sort(query["sort"])
	if err != nil {
		return reply{}, err
	}
	for _, t := range terms {
		if _, err := t.Resolve(harvestSorts); err != nil {
			return reply{}, err
		}
		asked.Desc = terms[0].Desc // a repeated field counts once
	}
	p, err := params.PagingWithin(query, harvests.DefaultPage, harvests.MaxHarvestPage)
	if err != nil {
		return reply{}, err
	}
	p.Total = false // counting them would read all
	page, err := a.service.Harvests(c.ctx, c.key, asked, p, a.cards)
	if err != nil {
		return reply{}, err
	}
	now := a.service.Now()
	return list(c.r, p, 0, page.Next, 1024*len(page.Cards), func(dst []byte) []byte {
		for i, card := range page.Cards {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendCard(dst, card, c.lang, now)
		}
		return dst
	}), nil
}

// target reads the target that a harvest is compared with.
func target(query url.Values) (harvest.Target, error) {
	target, ok := harvest.ParseTarget(query.Get("alvo"))
	if !ok {
		return "", params.Bad("alvo", "EUDR, EXPORTACAO, INTERNO")
	}
	return target, nil
}

// unreviewed says why a harvest is only named.
var unreviewed = map[harvests.Unreviewed]lang.Text{
	harvests.HarvestTooLarge: {
		PT: "A safra tem mais de {max} versões de registros; peça a conferência dela em /safras/{id}/conferencia.",
		EN: "The harvest has more than {max} versions of records; ask for its review at /safras/{id}/conferencia.",
		ES: "La cosecha tiene más de {max} versiones de registros; pida su revisión en /safras/{id}/conferencia.",
	},
	harvests.HarvestPostponed: {
		PT: "Esta resposta já conferiu registros demais; peça a lista de novo, ou a conferência em /safras/{id}/conferencia.",
		EN: "This answer has reviewed enough records; ask for the list again, or for the review at /safras/{id}/conferencia.",
		ES: "Esta respuesta ya revisó registros suficientes; pida la lista de nuevo, o la revisión en /safras/{id}/conferencia.",
	},
	harvests.HarvestDamaged: {
		PT: "Os registros desta safra estão danificados no banco de dados. Avise quem mantém o servidor.",
		EN: "The records of this harvest are damaged in the database. Tell the server's operator.",
		ES: "Los registros de esta cosecha están dañados en la base de datos. Avise a quien mantiene el servidor.",
	},
}

func appendCard(dst []byte, card *harvests.Card, l lang.Lang, now time.Time) []byte {
	dst = append(dst, `{"safraId":`...)
	dst = canon.AppendString(dst, card.HarvestID)
	if card.Unreviewed != "" {
		dst = append(dst, `,"situacao":`...)
		dst = canon.AppendString(dst, string(card.Unreviewed))
		dst = append(dst, `,"motivo":`...)
		dst = canon.AppendString(dst, unreviewed[card.Unreviewed].Fill(l, lang.Args{"max": strconv.FormatInt(card.Limit, 10), "id": url.PathEscape(card.HarvestID)}))
		return append(dst, `,"safraCodigo":null,"cultura":null,"periodo":null,"criadoEm":null,"atualizadoEm":null,"registros":null,"completude":null,"resumo":null,"pior":null}`...)
	}
	dst = append(dst, `,"situacao":"CONFERIDA","motivo":null,"safraCodigo":`...)
	dst = appendTextOrNull(dst, card.Season)
	dst = append(dst, `,"cultura":`...)
	dst = appendTextOrNull(dst, card.Crop)
	dst = append(dst, `,"periodo":{"de":"`...)
	dst = card.From.AppendFormat(dst, time.DateOnly)
	dst = append(dst, `","ate":"`...)
	dst = card.To.AppendFormat(dst, time.DateOnly)
	dst = append(dst, `"},"criadoEm":"`...)
	dst = trace.AppendTime(dst, card.CreatedAt)
	dst = append(dst, `","atualizadoEm":"`...)
	dst = trace.AppendTime(dst, card.ChangedAt)
	dst = append(dst, `","registros":{"total":`...)
	dst = strconv.AppendInt(dst, int64(card.Total), 10)
	dst = append(dst, `,"porTipo":[`...)
	for i, of := range card.Kinds {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"prefixo":`...)
		dst = canon.AppendString(dst, of.Kind.Prefix)
		dst = append(dst, `,"tipo":`...)
		dst = canon.AppendString(dst, of.Kind.Name)
		dst = append(dst, `,"fase":`...)
		dst = canon.AppendString(dst, of.Kind.Phase)
		dst = append(dst, `,"total":`...)
		dst = strconv.AppendInt(dst, int64(of.Count), 10)
		dst = append(dst, '}')
	}
	dst = append(dst, `]},"completude":{"alvo":`...)
	dst = appendTextOrNull(dst, string(card.Target))
	dst = append(dst, `,"percentual":`...)
	dst = strconv.AppendInt(dst, int64(card.Found.Percent()), 10)
	dst = append(dst, `,"presentes":`...)
	dst = strconv.AppendInt(dst, int64(card.Found.Present), 10)
	dst = append(dst, `,"faltantes":`...)
	dst = strconv.AppendInt(dst, int64(card.Found.Total-card.Found.Present), 10)
	dst = append(dst, `},"resumo":`...)
	dst = card.Found.Summary.AppendJSON(dst)
	dst = append(dst, `,"pior":`...)
	if card.Worst == nil {
		dst = append(dst, `null`...)
	} else {
		dst = harvest.AppendFinding(dst, card.Worst, l)
	}
	said := card.Verdict(now)
	dst = append(dst, `,"veredito":`...)
	dst = said.AppendJSON(dst, l)
	return append(dst, '}')
}

func appendTextOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, `null`...)
	}
	return canon.AppendString(dst, s)
}

// review answers with the review of a harvest.
func review(a *API, c *call) (reply, error) {
	target, err := target(c.query())
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.Review(c.ctx, c.key, c.path("id"), target)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"safraId":`...)
	data = canon.AppendString(data, c.path("id"))
	rest := found.AppendVerdict(nil, c.lang, a.service.Now())
	return reply{data: append(append(data, ','), rest[1:]...)}, nil
}

// reviewed answers with the review that a validation was made with, word for word.
func reviewed(a *API, c *call) (reply, error) {
	found, err := a.service.Reviewed(c.ctx, c.key, c.route.Kind, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	v := &found.Validation
	data := append([]byte(nil), `{"validacaoId":"`...)
	data = append(data, v.ID.String()...)
	data = append(data, `","codigo":`...)
	data = canon.AppendString(data, v.ValidationCode)
	data = append(data, `,"conferidaEm":"`...)
	data = trace.AppendTime(data, v.CreatedAt())
	data = append(data, `","justificativa":`...)
	if found.Reason == "" {
		data = append(data, `null`...)
	} else {
		data = canon.AppendString(data, found.Reason)
	}
	data = append(data, `,"safraId":`...)
	data = canon.AppendString(data, v.HarvestID)
	return reply{data: append(append(data, ','), found.Report[1:]...)}, nil
}
