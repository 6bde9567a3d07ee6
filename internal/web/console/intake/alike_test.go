package intake_test

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
)

// Two spellings of a harvest are two harvests: whoever imports them is told, whether the other one is
// in the file or in the store.
func TestNearlyTheSameHarvest(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nsoja-25;1\nSOJA-25;2\nmilho-25;3\n")).Has(200, "quase iguais: “soja-25” e “SOJA-25”. ").Lacks("“milho-25”")
		s.Create(kind.InputApplication, "SOJA-25", `{"dose":"1 L/ha"}`)
		s.Integrate()
		b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nsoja 25;1\n")).Has(200, "Safra nova", "“soja 25” e “SOJA-25”")
		b.Upload(consoletest.Inputs, "a.csv", []byte("safraId;dose\nSOJA-25;1\nSOJA-26;1\n")).Has(200).Lacks("quase iguais")
	})
}
