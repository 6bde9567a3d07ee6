package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

// areTaxDocuments reports whether files are XML or ZIP by their names.
func areTaxDocuments(names []string) bool {
	for _, name := range names {
		if ext := strings.ToLower(filepath.Ext(name)); ext != ".xml" && ext != ".zip" {
			return false
		}
	}
	return len(names) > 0
}

// importTaxDocuments is `rastro import` of tax documents.
func (in *importer) importTaxDocuments(cmd *cobra.Command, names []string) error {
	create, ok := taxdocs.Creates[in.create]
	switch {
	case !ok:
		return fmt.Errorf("--create: %q is not a choice: write notas or todos", in.create)
	case in.refusals != "":
		return errors.New("--refused is for files of rows: tax documents are told one by one")
	}
	leave, ok := taxdocs.Suspects[in.suspect]
	if !ok {
		return fmt.Errorf("--suspect: %q is not a choice: write ignorar or criar", in.suspect)
	}
	for _, name := range names {
		switch info, err := os.Stat(name); {
		case err != nil:
			return fmt.Errorf("cannot read the file: %w", err)
		case info.IsDir():
			return errors.New(name + " is a folder")
		}
	}
	o := taxdocs.Options{DryRun: in.dryRun, HarvestID: in.harvest, Create: create, LeaveSuspect: leave, Source: "cli"}
	o.Alone = len(names) == 1 && strings.EqualFold(filepath.Ext(names[0]), ".xml")
	return in.env.onStore(in.uses(), func(ctx context.Context, s *app.App, _ []string) error {
		by, err := in.author(s)
		if err != nil {
			return err
		}
		count, err := s.TaxDocuments.Import(ctx, by, filesNamed(names), o, in.tellDocument)
		return in.concludeDocuments(ctx, count, err)
	})(cmd, names)
}

// filesNamed reads files one by one, including those inside archives.
func filesNamed(names []string) iter.Seq2[fiscal.File, error] {
	return func(yield func(fiscal.File, error) bool) {
		for _, name := range names {
			content, err := readBounded(name)
			if err != nil {
				yield(fiscal.File{Name: name}, err)
				return
			}
			files, err := taxdocs.Files(taxdocs.InMemory(fiscal.File{Name: name, Content: content}))
			if err != nil && !yield(fiscal.File{Name: name}, err) {
				return
			}
			if err != nil {
				continue
			}
			for file, err := range files {
				if !yield(file, err) {
					return
				}
			}
		}
	}
}

// readBounded reads a file, a byte more than is accepted at most.
func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(f, fiscal.MaxZipBytes+1))
}

// outcomes are the names of outcomes in the table of results.
var outcomes = map[taxdocs.Outcome]string{
	taxdocs.Created: "created", taxdocs.Valid: "would be created", taxdocs.Existing: "already there", taxdocs.Linked: "linked",
	taxdocs.Homeless: "no harvest", taxdocs.Unlinked: "no invoice", taxdocs.Unwritten: "no record", taxdocs.Refused: "refused", taxdocs.LeftOut: "left out",
}

// tellDocument prints the outcome of a document in one line, followed by its problems.
func (in *importer) tellDocument(r *taxdocs.Result) error {
	parts := []string{outcomes[r.Outcome]}
	if r.Document != nil {
		parts = append(parts, taxdocs.TypeName(r.Document)+" "+r.Document.Key)
		if r.HarvestID != "" {
			parts = append(parts, "harvest "+r.HarvestID)
		}
		if len(r.Lots) > 0 {
			parts = append(parts, "lots "+strings.Join(r.Lots, ", "))
		}
		parts = append(parts, taxdocs.SignatureText(&r.Report.Signature).EN)
	}
	lines := []string{r.File + ": " + strings.Join(parts, "; ")}
	for _, f := range r.Report.Findings {
		in.findings++
		lines = append(lines, fmt.Sprintf("  %s %s: %s", f.Rule.Severity, f.Rule.ID, f.Message(lang.EN)))
	}
	if r.Err != nil {
		failed := trace.AsError(r.Err)
		said := failed.Text(lang.EN)
		for _, p := range failed.Problems {
			said = p.Message.Fill(lang.EN, p.Args)
		}
		lines = append(lines, "  "+string(failed.Code)+": "+said)
	}
	if r.Advice.EN != "" {
		lines = append(lines, "  "+r.Advice.EN)
	}
	for i := range r.Proposals {
		p := &r.Proposals[i]
		line := fmt.Sprintf("  %s: %s", cmp.Or(outcomes[p.Outcome], "proposed"), p.Kind().Title.EN)
		if len(p.Missing) > 0 {
			line += ", without " + strings.Join(p.Missing, ", ")
		}
		lines = append(lines, line)
	}
	_, err := fmt.Fprintln(in.env.stdout, strings.Join(lines, "\n"))
	return err
}

// concludeDocuments reports the result.
func (in *importer) concludeDocuments(ctx context.Context, c taxdocs.Count, failed error) error {
	created := "created"
	if c.DryRun {
		created = "would be created"
	}
	sum := fmt.Sprintf("%s: %d %s, %d already there, %d linked, %d left, %d refused", counted(c.Total, "document", "documents"), c.Created, created, c.Existing, c.Linked, c.Waiting, c.Refused)
	if c.Left > 0 {
		sum += fmt.Sprintf(", %d left out", c.Left)
	}
	if c.DryRun {
		sum += fmt.Sprintf(", %s; nothing was written", counted(in.findings, "finding", "findings"))
	}
	switch {
	case failed != nil && ctx.Err() != nil:
		return &exitError{exitInterrupted, "interrupted: " + sum + "; run the same command again to resume"}
	case failed != nil:
		return fmt.Errorf("%w (%s; once that is fixed, run the same command again to resume)", failed, sum)
	}
	if _, err := fmt.Fprintln(in.env.stdout, sum); err != nil {
		return err
	}
	if n := c.Refused + c.Waiting + c.Left; n > 0 {
		return &exitError{exitRefused, fmt.Sprintf("%d of %s not imported", n, counted(c.Total, "document was", "documents were"))}
	}
	return nil
}

// Limits of the folder of certificates.
const (
	maxRootFiles = 1000
	maxRootBytes = 1 << 20
)

// readRoots reads the certificates of a folder; none for "".
func readRoots(folder string) (trust xmlsig.Trust, err error) {
	if folder == "" {
		return trust, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return trust, fmt.Errorf("icp-brasil: cannot read the folder: %w", err)
	}
	for _, entry := range entries[:min(len(entries), maxRootFiles)] {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxRootBytes {
			continue
		}
		file, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return trust, fmt.Errorf("icp-brasil: %w", err)
		}
		_ = trust.Add(file) // a folder may have other files too
	}
	if trust.Roots == nil {
		return trust, fmt.Errorf("icp-brasil: the folder %s has no certificates: put the roots of ICP-Brasil there, PEM or DER", folder)
	}
	return trust, nil
}
