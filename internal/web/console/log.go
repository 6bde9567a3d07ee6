package console

import (
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

var logScreens = []screen{
	{method: http.MethodGet, path: "/log", scopes: anyone, serve: showLog},
}

var logPages = []pageRow{{"log", []words{logTexts}}}

// checkpointsShown is how many of the checkpoints that were kept a page shows.
const checkpointsShown = 20

// checkpointRow is a checkpoint as a page shows it.
type checkpointRow struct{ Size, Root, When, Stamp string }

// earlierLog is a log that a later one continues.
type earlierLog struct{ Text, Key, Lost string }

type logView struct {
	frameView
	Now        checkpointRow
	Origin     string
	Verifier   string
	Checkpoint string
	Behind     bool
	Kept       []checkpointRow
	Continues  []earlierLog // newest first
	Commands   string
}

func showLog(c *Console, on *call) (reply, error) {
	report, err := c.service.LogReport(on.ctx, checkpointsShown)
	if err != nil {
		return reply{}, err
	}
	row := func(tree ledger.Tree, at time.Time) checkpointRow {
		return checkpointRow{countText(tree.Size, on.lang), base64.StdEncoding.EncodeToString(tree.Root[:]), momentText(at, on.lang), at.UTC().Format(trace.TimeLayout)}
	}
	v := &logView{
		Now: row(report.Tree, report.SignedAt), Origin: report.Origin, Verifier: report.VerifierKey, Checkpoint: string(report.Checkpoint), Behind: report.Behind,
	}
	for _, p := range ledger.Lineage(report.Origin, report.Predecessors) {
		earlier := earlierLog{Text: logTexts["continued"].Fill(on.lang, lang.Args{"log": p.Successor, "antecessor": p.Origin, "n": countText(p.Size, on.lang)}), Key: p.Key}
		if p.SeenSize > p.Size {
			earlier.Lost = logTexts["unshared"].Fill(on.lang, lang.Args{"antecessor": p.Origin, "n": countText(p.SeenSize, on.lang), "comuns": countText(p.Size, on.lang)})
		}
		v.Continues = append(v.Continues, earlier)
	}
	for _, kept := range report.Kept {
		tree, err := report.Open(kept)
		if err != nil { // `rastro verify` says so too; here it must not hide the rest
			tree = ledger.Tree{Size: kept.Size}
		}
		v.Kept = append(v.Kept, row(tree, kept.SignedAt))
	}
	server := strings.TrimSuffix(c.publicURL.String(), "/")
	v.Commands = "curl " + shellQuoted(server+"/log/checkpoint") + " > checkpoint.txt\n" +
		"rastro verify prova.json --key " + shellQuoted(report.VerifierKey) + "\n" +
		"rastro verify --db sqlite:rastro.db --checkpoint checkpoint.txt"
	v.Curl = c.curl(http.MethodGet, "/log/checkpoint", "")
	return reply{page: "log", view: v}, nil
}
