package api

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/eudr"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// evidenceKinds are the records of a harvest that prove what article 9 asks,
// whether or not they name a lot.
var evidenceKinds = []*kind.Kind{
	kind.ByPrefix("/colheitaIdentificacaoProducao/colheita"),
	kind.ByPrefix("/exportacao/certificadoConformidade"),
}

// eudrDossier answers with the dossier of a lot. Everything that can fail for the
// caller's or the records' sake fails before the first byte.
func eudrDossier(a *API, c *call) (reply, error) {
	d, err := a.dossier(c)
	if err != nil {
		return reply{}, err
	}
	name := strings.TrimSuffix(eudr.FileName(d.Report.Lot, 1, 1), ".geojson")
	const disposition = "Content-Disposition"
	c.w.Header()[disposition] = []string{`attachment; filename="` + name + `-dossie.zip"`}
	out := &stream{c: c, media: mediaZip}
	err = d.Write(out)
	if err == nil {
		err = out.close()
	}
	if err != nil {
		c.w.Header().Del(disposition)
		return out.fail(a, err)
	}
	return sent, nil
}

func (a *API) dossier(c *call) (*eudr.Dossier, error) {
	report, origin, err := a.collect(c, 1, time.Time{})
	if err != nil {
		return nil, err
	}
	d := &eudr.Dossier{Report: report, Origin: origin}
	if d.Harvests, err = a.conferHarvests(c, origin); err != nil {
		return nil, err
	}
	d.Article9 = eudr.Article9(report, origin, d.Harvests)
	if d.Evidence, err = a.service.RecordsOf(c.ctx, c.key, evidenceKinds, harvestsOf(origin), origin.At); err != nil {
		return nil, err
	}
	balance, err := a.service.BalanceOf(c.ctx, c.key, origin.Lot, origin.At)
	if err != nil {
		return nil, err
	}
	d.Balance = append(canon.AppendString([]byte(`{"lote":`), balance.Lot), ',')
	d.Balance = append(appendBalance(d.Balance, balance, lang.PT), '}')

	refs := d.Refs()
	if len(refs) > eudr.MaxDossierRecords {
		return nil, trace.Fail(trace.CodeDossierTooLarge, "max", strconv.Itoa(eudr.MaxDossierRecords))
	}
	prover, err := a.service.NewProver(c.ctx, c.key)
	if err != nil {
		return nil, err
	}
	if err := prover.Logged(c.ctx, refs); err != nil {
		return nil, err
	}
	d.Checkpoint, d.Verifier = prover.Checkpoint(), prover.Verifier()
	d.Part = func(n int) ([]byte, error) { return a.dossierPart(c, report, origin, n) }
	d.Proofs = func(refs []trace.RecordRef, fn func(*trace.RecordRef, ledger.Proof) error) error {
		return prover.Each(c.ctx, refs, fn)
	}
	return d, nil
}

// dossierPart is one part of the file: the first was kept, another is collected
// anew as of the same instant, so that no more than one is held at a time.
func (a *API) dossierPart(c *call, report *eudr.Report, origin *trace.Origin, n int) ([]byte, error) {
	if n == 1 {
		file := report.File
		report.File = nil
		return file, nil
	}
	again, _, err := a.collect(c, n, origin.At)
	if err != nil {
		return nil, err
	}
	return again.File, nil
}
