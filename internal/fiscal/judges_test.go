package fiscal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/lang"
)

// Sample documents from others are read, or refused with a reason. They are not part of this
// project: RASTRO_JUDGES says where they are, and without it there is nothing to read.
func TestSamplesOfOthers(t *testing.T) {
	folder := os.Getenv("RASTRO_JUDGES")
	if folder == "" {
		t.Log("RASTRO_JUDGES is not set")
		return
	}
	refused := map[string]fiscal.Code{ // questions to the tax authority, not documents
		"01010101010-ped-cons-mdfe-naoenc.xml":                     fiscal.Unknown,
		"310000007934162-ped-rec.xml":                              fiscal.Unknown,
		"41080676472349000430550010000001041671821888-ped-inu.xml": fiscal.Unknown,
	}
	names, err := filepath.Glob(filepath.Join(folder, "nfe", "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no samples in %s (%v)", folder, err)
	}
	for _, name := range names {
		base := filepath.Base(name)
		if !strings.EqualFold(filepath.Ext(name), ".xml") {
			continue
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := fiscal.Read(file)
		var failure *fiscal.Error
		if want := refused[base]; want != "" || err != nil {
			if !errors.As(err, &failure) || failure.Code != want {
				t.Errorf("%s: %v, want %q", base, err, want)
			} else {
				t.Logf("%s: %s", base, failure.Message(lang.EN))
			}
			continue
		}
		report := grade.Check(d, grade.Context{Year: 2026, Crop: "SOJA"})
		if d.Key == "" || d.Issuer.CNPJ+d.Issuer.CPF == "" {
			t.Errorf("%s: read as %+v", base, d)
		}
		t.Logf("%s: %s %s, %d items, signature %d/%d", base, d.Root, d.Key, len(d.Items), report.Signature.State, report.Signature.Reason)
		for _, f := range report.Findings {
			t.Logf("    %s: %s", f.Rule.ID, f.Message(lang.EN))
		}
	}
}
