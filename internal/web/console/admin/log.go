package admin

import (
	"encoding/base64"
	"net/http"
	"time"

	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// checkpointsShown is how many of the kept checkpoints a page shows.
const checkpointsShown = 20

// checkpointRow is a checkpoint as a page shows it.
type checkpointRow struct{ Size, Root, When, Stamp string }

// earlierLog is a log that a later one continues.
type earlierLog struct{ Text, Key, Lost string }

type logView struct {
	pagekit.Frame
	Now        checkpointRow
	Origin     string
	Verifier   string
	Checkpoint string
	Behind     bool
	Kept       []checkpointRow
	Continues  []earlierLog // newest first
	Commands   string
}

func (c *Controller) ShowLog(on *pagekit.Call) (pagekit.Reply, error) {
	report, err := c.service.LogReport(on.Ctx, checkpointsShown)
	if err != nil {
		return pagekit.Reply{}, err
	}
	row := func(tree ledger.Tree, at time.Time) checkpointRow {
		return checkpointRow{pagekit.CountText(tree.Size, on.Lang), base64.StdEncoding.EncodeToString(tree.Root[:]), on.Moment(at), at.UTC().Format(trace.TimeLayout)}
	}
	v := &logView{
		Now: row(report.Tree, report.SignedAt), Origin: report.Origin, Verifier: report.VerifierKey, Checkpoint: string(report.Checkpoint), Behind: report.Behind,
	}
	for _, p := range ledger.Lineage(report.Origin, report.Predecessors) {
		earlier := earlierLog{Text: logTexts["continued"].Fill(on.Lang, lang.Args{"log": p.Successor, "antecessor": p.Origin, "n": pagekit.CountText(p.Size, on.Lang)}), Key: p.Key}
		if p.SeenSize > p.Size {
			earlier.Lost = logTexts["unshared"].Fill(on.Lang, lang.Args{"antecessor": p.Origin, "n": pagekit.CountText(p.SeenSize, on.Lang), "comuns": pagekit.CountText(p.Size, on.Lang)})
		}
		v.Continues = append(v.Continues, earlier)
	}
	for _, kept := range report.Kept {
		tree, err := report.Open(kept)
		if err != nil { // `rastro verify` reports it too; here it must not hide the rest
			tree = ledger.Tree{Size: kept.Size}
		}
		v.Kept = append(v.Kept, row(tree, kept.SignedAt))
	}
	server := on.PublicURL
	v.Commands = "curl " + pagekit.ShellQuoted(server+"/log/checkpoint") + " > checkpoint.txt\n" +
		"rastro verify prova.json --key " + pagekit.ShellQuoted(report.VerifierKey) + "\n" +
		"rastro verify --db sqlite:rastro.db --checkpoint checkpoint.txt"
	v.Curl = on.Curl(http.MethodGet, "/log/checkpoint", "")
	return pagekit.Reply{Page: "log", View: v}, nil
}
