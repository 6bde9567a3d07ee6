package api

import (
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/api/params"
	"rastro/internal/board"
	"rastro/internal/boardfile"
	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// harvestSorts are the fields that harvests are sorted by: any other would have
// to be computed for all of them first.
var harvestSorts = []string{"safraId"}

// maxSearch limits the search text to the longest name of a harvest.
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
		return reply{}, trace.BadParameter("busca", "0–"+strconv.Itoa(maxSearch)+" caracteres")
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

// boardFormats are the values of ?formato of the board, JSON first.
var boardFormats = []params.Format{{Name: "json", Media: mediaJSON}, {Name: "xlsx", Media: sheet.XLSX.MediaType()}}

// showBoard answers with the board: which harvests are ready for a market.
func showBoard(a *API, c *call) (reply, error) {
	query := c.query()
	asked, err := boardfile.ReadQuery(query)
	if err != nil {
		return reply{}, err
	}
	p, err := params.PagingWithin(query, board.DefaultSize, board.MaxSize)
	if err != nil {
		return reply{}, err
	}
	media, err := c.media(boardFormats)
	if err != nil {
		return reply{}, err
	}
	now := a.service.Now()
	if media != mediaJSON {
		page, err := a.service.WholeBoard(c.ctx, c.key, asked)
		if err != nil {
			return reply{}, err
		}
		c.w.Header().Set("Content-Disposition", `attachment; filename="`+boardfile.FileName+`"`)
		out := stream{c: c, media: media}
		if err := boardfile.WriteXLSX(&out, &page, c.lang, now); err != nil {
			return reply{}, err
		}
		return reply{sent: true}, out.close()
	}
	if asked.Size = p.Size; p.Number > math.MaxInt32 {
		return reply{}, trace.Fail(trace.CodeTooFar, "max", strconv.Itoa(math.MaxInt32))
	}
	asked.Offset = int(p.Number) * p.Size
	page, err := a.service.BoardPage(c.ctx, c.key, asked)
	if err != nil {
		return reply{}, err
	}
	names := make([]string, len(page.Rows))
	for i := range page.Rows {
		names[i] = page.Rows[i].Card.HarvestID
	}
	notices, err := a.service.Notices(c.ctx, c.key, names)
	if err != nil {
		return reply{}, err
	}
	recalls := recallsByHarvest(notices)
	answer := list(c.r, p, int64(page.Found), "", 4096*len(page.Rows), func(dst []byte) []byte {
		for i := range page.Rows {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = boardfile.AppendRow(dst, &page.Rows[i], recalls[names[i]], c.lang, now)
		}
		return dst
	})
	answer.data = append(answer.data[:len(answer.data)-1], `,"resumo":`...)
	answer.data = append(boardfile.AppendSummary(answer.data, &page, c.lang), '}')
	return answer, nil
}

// recallsByHarvest returns the recalls of each harvest that notices name.
func recallsByHarvest(notices []recall.Notice) map[string][]boardfile.Recall {
	found := map[string][]boardfile.Recall{}
	for i := range notices {
		n := &notices[i]
		if n.Unread { // the newest are enough here
			continue
		}
		for _, harvestID := range n.Harvests {
			found[harvestID] = append(found[harvestID], boardfile.Recall{ID: n.ID, At: n.At, Reason: n.Reason})
		}
	}
	return found
}

// target reads the target that a harvest is compared with.
func target(query url.Values) (harvest.Target, error) {
	target, ok := harvest.ParseTarget(query.Get("alvo"))
	if !ok {
		return "", trace.BadParameter("alvo", harvest.TargetNames())
	}
	return target, nil
}

func appendCard(dst []byte, card *harvests.Card, l lang.Lang, now time.Time) []byte {
	dst = append(dst, `{"safraId":`...)
	dst = canon.AppendString(dst, card.HarvestID)
	dst = card.AppendSituation(dst, l)
	if card.Unreviewed != "" {
		return append(dst, `,"safraCodigo":null,"cultura":null,"periodo":null,"criadoEm":null,"atualizadoEm":null,"registros":null,"completude":null,"resumo":null,"pior":null}`...)
	}
	dst = append(dst, `,"safraCodigo":`...)
	dst = canon.AppendStringOrNull(dst, card.Season)
	dst = append(dst, `,"cultura":`...)
	dst = canon.AppendStringOrNull(dst, card.Crop)
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
	dst = canon.AppendStringOrNull(dst, string(card.Target))
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
	data = canon.AppendStringOrNull(data, found.Reason)
	data = append(data, `,"safraId":`...)
	data = canon.AppendString(data, v.HarvestID)
	return reply{data: append(append(data, ','), found.Report[1:]...)}, nil
}
