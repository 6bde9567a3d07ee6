package record

import (
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// proofView is the page of a version's proof.
type proofView struct {
	pagekit.Frame
	Kind             pagekit.KindView
	Name             string // see package title
	ID, Path         string
	Version          string
	Waiting          bool // it has no place in the log yet
	Origin           string
	Hash             string
	Place, Size      string
	Steps            string // hashes from the entry up to the root
	Checkpoint       string
	Download, Reload string
	File             string
	Verify           string // what to run
}

func (c *Controller) Proof(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	id, query := on.Path("id"), on.Request.URL.Query()
	var version int64
	if query.Has("versao") {
		if version, err = strconv.ParseInt(query.Get("versao"), 10, 64); err != nil || version < 1 {
			return pagekit.Reply{}, trace.BadParameter("versao", "1, 2 …")
		}
	}
	v := &proofView{Kind: pagekit.ViewKind(k, on.Lang), ID: id, Path: pagekit.RecordPath(k, id)}
	versions, err := c.service.Versions(on.Ctx, on.Key, k, id)
	if err != nil {
		return pagekit.Reply{}, err
	}
	named := title.Of(on.Key, &versions[len(versions)-1], on.Lang)
	v.Name = named.Name()
	v.Title = recordHistoryTexts["proof"].In(on.Lang) + " · " + named.String()
	here, asked := v.Path+"/prova", "/prova"
	if version > 0 {
		v.Version = strconv.FormatInt(version, 10)
		here, asked = here+"?versao="+v.Version, asked+"?versao="+v.Version
	}
	v.Reload = here
	v.Curl = on.Curl(http.MethodGet, k.Prefix+"/"+id+asked, "")
	proof, err := c.service.Prove(on.Ctx, on.Key, k, id, version)
	if trace.Is(err, trace.CodeNotLogged) {
		v.Waiting = true
		return pagekit.Reply{Page: "record_proof", View: v}, nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.File = "prova-" + id + ".json"
	if query.Get("formato") == "json" {
		body, err := canon.Marshal(proof)
		return download(v.File, "application/json", body), err
	}
	verifier, err := c.service.LogVerifier(on.Ctx)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Verify = "rastro verify " + v.File + " --key " + pagekit.ShellQuoted(verifier)
	v.Origin, v.Hash, v.Checkpoint = proof.Origin, proof.Hash, proof.Checkpoint
	v.Place, v.Steps = pagekit.CountText(proof.Index, on.Lang), strconv.Itoa(len(proof.Hashes))
	v.Size = checkpointSize(proof.Checkpoint)
	if size, err := strconv.ParseInt(v.Size, 10, 64); err == nil {
		v.Size = pagekit.CountText(size, on.Lang)
	}
	v.Download = here + mark(here) + "formato=json"
	return pagekit.Reply{Page: "record_proof", View: v}, nil
}

// checkpointSize returns a checkpoint's second line: how many entries the log had.
func checkpointSize(checkpoint string) string {
	_, rest, _ := strings.Cut(checkpoint, "\n")
	size, _, _ := strings.Cut(rest, "\n")
	return size
}

// mark returns the separator before another parameter.
func mark(address string) string {
	if strings.Contains(address, "?") {
		return "&"
	}
	return "?"
}
