package dossierproof

import (
	"errors"
	"fmt"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// readTrace reads which records there should be.
func (v *verification) readTrace() error {
	text, err := v.read(dossierzip.TraceFile)
	if err != nil {
		return err
	}
	told := &v.told
	if err := canon.UnmarshalLenient(text, told); err != nil {
		return fmt.Errorf("%s: %w", dossierzip.TraceFile, err)
	}
	if told.Lot != v.Lot {
		return fmt.Errorf("%s is of lot %q, %s of %q", dossierzip.TraceFile, told.Lot, dossierzip.ManifestFile, v.Lot)
	}
	v.records = told.Records
	for _, l := range told.Lots {
		v.lots = append(v.lots, l.Code)
	}
	for _, h := range told.Harvests {
		v.harvests = append(v.harvests, h.HarvestID)
	}
	there := 0
	for name := range v.files {
		if strings.HasPrefix(name, dossierzip.RecordsDir) {
			there++
		}
	}
	if there != len(v.records) {
		return fmt.Errorf("%s lists %d records, there are %d", dossierzip.TraceFile, len(v.records), there)
	}
	return nil
}

// document is what a proof covers.
type document struct {
	ID        string      `json:"id"`
	Prefix    string      `json:"prefixo"`
	HarvestID string      `json:"safraId"`
	CreatedBy string      `json:"criadoPor"`
	Version   int64       `json:"versao"`
	Payload   canon.Value `json:"dados"`
}

// prove checks a record's proof, and returns the record's content.
func (v *verification) prove(r *listed) (document, error) {
	var d document
	text, err := v.read(r.File)
	if err != nil {
		return d, err
	}
	proof, err := ledger.ReadProof(text)
	if err != nil {
		return d, named(r.File, err)
	}
	if proof.Checkpoint != v.checkpoint {
		return d, fmt.Errorf("%s is proven by another checkpoint than %s", r.File, dossierzip.CheckpointFile)
	}
	if _, err := proof.Check(v.Verifier); err != nil {
		return d, named(r.File, err)
	}
	if err := canon.UnmarshalLenient(proof.Document, &d); err != nil {
		return d, fmt.Errorf("%s: %w", r.File, err)
	}
	if d.ID != r.ID || d.Prefix != r.Prefix || d.Version != r.Version || kind.ByPrefix(d.Prefix) == nil || r.File != dossierzip.RecordFile(d.Prefix, d.ID, d.Version) {
		return d, fmt.Errorf("%s is not the record that %s lists", r.File, dossierzip.TraceFile)
	}
	files, err := provenFiles(&proof)
	if err != nil {
		return d, fmt.Errorf("%s: its files cannot be read: %w", r.File, err)
	}
	for _, f := range files {
		known := v.attached[f.Sum]
		v.attached[f.Sum] = provenFile{f.Bytes, append(known.names, f.Name)}
	}
	return d, nil
}

// named adds the file to a failure, and keeps its step.
func named(file string, err error) error {
	if f, ok := errors.AsType[*ledger.Failure](err); ok {
		return &ledger.Failure{Step: f.Step, Err: fmt.Errorf("%s: %w", file, f.Err)}
	}
	return fmt.Errorf("%s: %w", file, err)
}

// checkRecords checks every proof, and gives the plots of proven records to the
// collector that makes the files again.
func (v *verification) checkRecords() error {
	seen := map[string]bool{}
	for i := range v.records {
		r := &v.records[i]
		if seen[r.File] {
			return fmt.Errorf("%s lists %s twice", dossierzip.TraceFile, r.File)
		}
		seen[r.File] = true
		d, err := v.prove(r)
		if err != nil {
			return err
		}
		id, ok := trace.ParseID(d.ID)
		record := &trace.Record{ID: id, Kind: kind.ByPrefix(d.Prefix), Operation: trace.Created, HarvestID: d.HarvestID, CreatedBy: d.CreatedBy, Version: d.Version, Payload: d.Payload}
		v.of[d.HarvestID] = true
		for _, row := range record.LotRows() {
			v.named[row.Lot] = true
		}
		v.derived.add(r, record, v.told.Rivals)
		switch {
		case r.Role == dossierzip.RoleProfile && record.Kind != kind.Profile:
			return fmt.Errorf("%s is not the profile of a harvest", r.File)
		case r.Role == dossierzip.RoleProfile:
			v.stated[d.HarvestID] = lineage.StatedIn(record)
		}
		if r.Role != dossierzip.RolePlot {
			continue
		}
		plot, has := lineage.SentPlot(record, v.stated[d.HarvestID])
		if !ok || !has {
			return fmt.Errorf("%s has no plot", r.File)
		}
		if err := v.again.Add(plot); err != nil {
			return err
		}
	}
	v.Records = len(v.records)
	return nil
}

// checkTrace compares the lots and harvests of the trace with the proven records: each must be
// named by one, and be where they say. The rest of the trace, and the other files, are not covered
// by any record.
func (v *verification) checkTrace() error {
	for _, code := range v.lots {
		if !v.named[code] {
			return fmt.Errorf("%s has the lot %q, which no proven record names", dossierzip.TraceFile, code)
		}
	}
	for _, harvest := range v.harvests {
		if !v.of[harvest] {
			return fmt.Errorf("%s has the harvest %q, of which there is no proven record", dossierzip.TraceFile, harvest)
		}
	}
	if err := v.checkEdges(); err != nil {
		return err
	}
	for _, name := range []string{dossierzip.TraceFile, dossierzip.CheckFile, dossierzip.FindingsFile, dossierzip.BalanceFile, dossierzip.IdentityFile, dossierzip.FiledFile} {
		if v.files[name] != nil {
			v.Unsigned = append(v.Unsigned, name)
		}
	}
	if v.files[dossierzip.HTMLFile] != nil { // earlier builds made no pages
		v.Unsigned = append(v.Unsigned, dossierzip.PagesDir)
	}
	return nil
}

// checkGeoJSON compares the files with those that the proven records give.
func (v *verification) checkGeoJSON() error {
	made := v.again.Finish(&lineage.Origin{Lot: v.Lot})
	there := 0
	for name := range v.files {
		if strings.HasPrefix(name, dossierzip.GeoJSONDir) {
			there++
		}
	}
	if there != len(made.Parts) {
		return fmt.Errorf("the records make %d parts, there are %d", len(made.Parts), there)
	}
	for _, part := range made.Parts {
		if v.sums[dossierzip.PartFile(part.Number)] != part.SHA256 {
			return fmt.Errorf("%s is not what the records make", dossierzip.PartFile(part.Number))
		}
	}
	if err := v.checkPlots(made); err != nil {
		return err
	}
	v.Plots, v.Parts = made.Plots, len(made.Parts)
	return nil
}
