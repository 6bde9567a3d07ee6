package harvest

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/board"
	"rastro/internal/boardfile"
	"rastro/internal/check/harvest"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// boardView is the first page: which harvests are ready for a market.
type boardView struct {
	pagekit.Frame
	todoList
	About   string
	Offers  []pagekit.Link
	Writes  bool
	Target  string // as the wire spells it
	Search  string
	Sorted  string // the order, "" for the usual
	Filters []filterView
	Summary string
	Gates   []gateHead
	Columns int // in addition to the harvest's
	Rows    []boardRow
	Sorts   []harvestTab // the columns that can be sorted by
	// Waiting: harvests are still being reviewed, and Reload is where to ask again. More: there are
	// harvests without a row.
	Waiting, Reload, More string
	Filtered              bool
	Download              string
	First, Last           string // pages before and after, "" for none
	Range                 string
}

// filterView is a choice of what to show.
type filterView struct {
	Name, Label string
	Choices     []choiceView
}

type choiceView struct {
	Value, Text string
	Chosen      bool
}

// gateHead is the head of a gate's column. Href shows only the harvests that are shut there.
type gateHead struct{ Name, Count, Href string }

// boardRow is a harvest.
type boardRow struct {
	HarvestID, Href, About string
	Crop                   cropView
	Note                   string // in the place of the rest
	Verdict                verdictView
	Ready                  verdictView
	Cells                  []boardCell
	Recalls                []pagekit.Link
}

// boardCell is the state of a gate.
type boardCell struct {
	Gate         string // its name
	Passes, Shut bool
	Text, Href   string // what to do first, and where
	Why          string
	More         string // gaps after the first, MoreOf is the word for them, and Report leads to them
	MoreOf       string
	Report       string
}

// Board shows the board, or the start of a store without harvests, or what a key that does not
// read may do.
func (c *Controller) Board(on *pagekit.Call) (pagekit.Reply, error) {
	if !on.Key.Has(trace.Read) {
		return c.Start(on)
	}
	query := on.Request.URL.Query()
	asked, err := boardfile.ReadQuery(query)
	if err != nil {
		return pagekit.Reply{}, err
	}
	page, number, err := c.boardPage(on, &asked)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &boardView{Writes: pagekit.WritesSomewhere(on), Target: string(asked.Target), Search: asked.Text, Sorted: boardQuery(&asked).Get("sort")}
	v.Filtered = asked.Crop != "" || asked.Season != "" || asked.State != "" || asked.Gate != "" || asked.Text != ""
	if page.Found == 0 && page.Waiting == 0 && !v.Filtered {
		switch empty, err := c.service.Empty(on.Ctx, on.Key); {
		case err != nil:
			return pagekit.Reply{}, err
		case empty:
			return c.Start(on)
		}
	}
	v.Title, v.About = boardTexts["title"].In(on.Lang), boardTexts[advice("about", v.Writes)].In(on.Lang)
	v.Offers = offersFor(on, false)
	if onlyReads(on.Key) && !v.Filtered && !on.Partial() { // what others find on forms
		if err := c.todo(on, &v.todoList); err != nil {
			return pagekit.Reply{}, err
		}
	}
	v.Curl = on.Curl("GET", "/painel?"+boardQuery(&asked).Encode(), "")
	v.head(on, &asked, &page)
	v.Columns = 1 + len(v.Gates)
	for i := range page.Rows {
		v.Rows = append(v.Rows, c.viewRow(on, &page.Rows[i]))
	}
	if err := c.markRecalledRows(on, v); err != nil {
		return pagekit.Reply{}, err
	}
	v.turn(on, &asked, &page, number)
	return pagekit.Reply{Page: "board", View: v, Block: "list"}, nil
}

// markRecalledRows marks the rows that are being recalled.
func (c *Controller) markRecalledRows(on *pagekit.Call, v *boardView) error {
	told := map[string]*[]pagekit.Link{}
	for i := range v.Rows {
		told[v.Rows[i].HarvestID] = &v.Rows[i].Recalls
	}
	return c.tell(on, told)
}

// tell adds the recalls of harvests to their views, with a single look-up if there are none.
func (c *Controller) tell(on *pagekit.Call, told map[string]*[]pagekit.Link) error {
	recalls, err := c.boards.Notices(on.Ctx, on.Key, slices.Sorted(maps.Keys(told)))
	for i := range recalls {
		link := recallLink(on, &recalls[i])
		for _, harvestID := range recalls[i].Harvests {
			*told[harvestID] = append(*told[harvestID], link)
		}
	}
	return err
}

// maxBoardPage bounds the number of a page.
const maxBoardPage = 1_000_000

// boardPage returns the requested page, or the last one if there are fewer.
func (c *Controller) boardPage(on *pagekit.Call, asked *board.Query) (page board.Page, number int, err error) {
	number, err = strconv.Atoi(on.Request.URL.Query().Get("pagina"))
	if err != nil || number < 1 || number > maxBoardPage {
		number = 1
	}
	for {
		asked.Offset = (number - 1) * asked.Size
		page, err = c.boards.BoardPage(on.Ctx, on.Key, *asked)
		if err != nil || asked.Offset < page.Found || number == 1 {
			return page, number, err
		}
		number = max(1, (page.Found+asked.Size-1)/asked.Size)
	}
}

// boardQuery returns the parameters of a query, without its page.
func boardQuery(q *board.Query) url.Values {
	values := url.Values{"alvo": {string(q.Target)}}
	for name, value := range map[string]string{"cultura": q.Crop, "safra": q.Season, "estado": string(q.State), "porta": string(q.Gate), "busca": q.Text} {
		if value != "" {
			values.Set(name, value)
		}
	}
	switch {
	case q.Desc:
		values.Set("sort", "-"+string(q.Sort))
	case q.Sort != board.ByName:
		values.Set("sort", string(q.Sort))
	}
	return values
}

// boardHref leads to the board with a query that differs in some way.
func boardHref(q board.Query, change func(*board.Query)) string {
	change(&q)
	return "?" + boardQuery(&q).Encode()
}

// head returns what is above the rows.
func (v *boardView) head(on *pagekit.Call, q *board.Query, page *board.Page) {
	l := on.Lang
	for _, gate := range verdict.Gates {
		head := gateHead{Name: gate.Name().In(l), Href: boardHref(*q, func(q *board.Query) { q.Gate = gate })}
		if n := page.Shut[gate]; n > 0 {
			head.Count = pagekit.Counted(boardTexts, "shut", l, int64(n))
		}
		v.Gates = append(v.Gates, head)
	}
	for _, by := range board.Sorts {
		down := q.Sort == by && !q.Desc
		text := boardTexts["sort."+string(by)].In(l)
		if q.Sort == by {
			text += map[bool]string{true: " ↓", false: " ↑"}[q.Desc]
		}
		v.Sorts = append(v.Sorts, harvestTab{Href: boardHref(*q, func(q *board.Query) { q.Sort, q.Desc = by, down }), Text: text, Current: q.Sort == by})
	}
	v.filters(l, q, page)
	v.Summary = pagekit.Fill(boardTexts, "summary", l, "n", pagekit.CountText(int64(page.Found), l), "prontas", pagekit.CountText(int64(page.Finished), l),
		"dados", pagekit.CountText(int64(page.Ready-page.Finished), l), "pendentes", pagekit.CountText(int64(page.Found-page.Ready-page.Unreviewed), l))
	if page.Waiting > 0 {
		v.Waiting, v.Reload = pagekit.Counted(boardTexts, "waiting", l, int64(page.Waiting)), "?"+on.Request.URL.RawQuery
	}
	if page.More {
		v.More = boardTexts["toomany"].In(l)
	}
	v.Download = pagekit.Root(on.Request) + "console/" + boardfile.FileName + "?" + boardQuery(q).Encode()
}

// filters are the choices above the rows. What is chosen stays a choice even if no harvest has
// it.
func (v *boardView) filters(l lang.Lang, q *board.Query, page *board.Page) {
	all := func(key string) []choiceView { return []choiceView{{"", boardTexts["all."+key].In(l), false}} }
	var targets []choiceView
	for _, t := range []harvest.Target{harvest.Export, harvest.EUDR, harvest.Domestic} {
		targets = append(targets, choiceView{string(t), profileTexts["target."+string(t)].In(l), t == q.Target})
	}
	crops := all("crop")
	for _, crop := range with(page.Crops, q.Crop) {
		crops = append(crops, choiceView{crop, trace.Crop(crop).Name().In(l), crop == q.Crop})
	}
	seasons := all("season")
	for _, season := range with(page.Seasons, q.Season) {
		seasons = append(seasons, choiceView{season, season, season == q.Season})
	}
	states := all("state")
	for _, state := range board.States {
		text := pagekit.StateName(trace.State(state), l)
		if own, ok := boardTexts["state."+string(state)]; ok {
			text = own.In(l)
		}
		states = append(states, choiceView{string(state), text, state == q.State})
	}
	gates := all("gate")
	for _, gate := range verdict.Gates {
		gates = append(gates, choiceView{string(gate), gate.Name().In(l), gate == q.Gate})
	}
	for _, f := range []filterView{{"alvo", "market", targets}, {"cultura", "crop", crops}, {"safra", "season", seasons}, {"estado", "state", states}, {"porta", "gate", gates}} {
		f.Label = boardTexts["filter."+f.Label].In(l)
		v.Filters = append(v.Filters, f)
	}
}

// with adds a text to a list, unless the text is empty or the list already has it.
func with(some []string, one string) []string {
	for _, s := range some {
		if s == one {
			return some
		}
	}
	if one == "" {
		return some
	}
	return append(some, one)
}

// viewRow puts a row into words.
func (c *Controller) viewRow(on *pagekit.Call, r *board.Row) boardRow {
	l := on.Lang
	card := viewCard(on, r.Card, c.service.Now())
	v := boardRow{HarvestID: card.HarvestID, Href: card.Href, Note: card.Note, Crop: card.Crop}
	if r.Readiness == nil {
		return v
	}
	said := r.Verdict(c.service.Now())
	v.Verdict = viewVerdict(&said, l)
	v.About = joinText(card.Crop.Name, r.Card.Season, r.Card.Name, r.Card.Producer, r.Card.Town)
	level, standing := boardfile.Phrase(r, l, c.service.Now())
	v.Ready = verdictView{levelClasses[level], pagekit.Fill(boardTexts, "steps", l, "como", standing, "a", pagekit.CountText(int64(r.Readiness.Present), l), "b", pagekit.CountText(int64(r.Readiness.Total), l))}
	report := card.Href + "/conferencia?alvo=" + r.Readiness.Target
	for i := range r.Readiness.Gates {
		v.Cells = append(v.Cells, viewGate(on, r.Card.HarvestID, &r.Readiness.Gates[i], report))
	}
	return v
}

// joinText joins the non-empty texts.
func joinText(parts ...string) (text string) {
	for _, part := range parts {
		if part != "" && text != "" {
			text += " · "
		}
		text += part
	}
	return text
}

// Limits on the texts of a cell.
const (
	maxGapAction = 60
	maxGapReason = 120
)

// viewGate puts a gate into words. Its link leads to the form that closes the first gap, or to
// the review if the key may not write it.
func viewGate(on *pagekit.Call, harvestID string, gate *verdict.GateCheck, report string) boardCell {
	l := on.Lang
	v := boardCell{Gate: gate.Gate.Name().In(l), Passes: gate.Passing() == verdict.Open, Shut: gate.Passing() == verdict.Shut, Report: report}
	if !v.Shut {
		return v
	}
	gap := &gate.Gaps[0]
	v.Text, v.Why = lang.Clip(gap.Action.In(l), maxGapAction), lang.Clip(gap.Reason.In(l), maxGapReason)
	if v.Text == "" {
		v.Text, v.Why = v.Why, ""
	}
	if v.Href = pagekit.FixHref(on, harvestID, gap); v.Href == "" {
		v.Href = report
		if !pagekit.MayFix(on, harvestID, gap) && v.Why != "" { // nobody is told to do what they may not
			v.Text, v.Why = v.Why, ""
		}
	}
	if n := int64(len(gate.Gaps) - 1); n > 0 {
		v.More, v.MoreOf = pagekit.Fill(boardTexts, "more", l, "n", pagekit.CountText(n, l)), pagekit.Fill(boardTexts, "moreof", l, "n", pagekit.CountText(n, l))
	}
	return v
}

// turn says which rows are shown, and links to the others.
func (v *boardView) turn(on *pagekit.Call, q *board.Query, page *board.Page, number int) {
	to := func(number int) string {
		values := boardQuery(q)
		values.Set("pagina", strconv.Itoa(number))
		return "?" + values.Encode()
	}
	if number > 1 {
		v.First = to(number - 1)
	}
	if q.Offset+q.Size < page.Found {
		v.Last = to(number + 1)
	}
	if v.First != "" || v.Last != "" {
		count := func(n int) string { return pagekit.CountText(int64(n), on.Lang) }
		v.Range = pagekit.Fill(boardTexts, "range", on.Lang, "a", count(min(q.Offset+1, page.Found)), "b", count(min(q.Offset+q.Size, page.Found)), "n", count(page.Found))
	}
}

// DownloadBoard sends all rows that a query finds as a workbook.
func (c *Controller) DownloadBoard(on *pagekit.Call) (pagekit.Reply, error) {
	asked, err := boardfile.ReadQuery(on.Request.URL.Query())
	if err != nil {
		return pagekit.Reply{}, err
	}
	page, err := c.boards.WholeBoard(on.Ctx, on.Key, asked)
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		pagekit.SaveAs(w.Header(), sheet.XLSX.MediaType(), boardfile.FileName)
		return boardfile.WriteXLSX(w, &page, on.Lang, c.service.Now())
	}}, nil
}
