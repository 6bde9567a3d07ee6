package storetest

import (
	"fmt"
	"strings"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

// LotWorld makes the records of a world of lots, for measuring: chains of lots
// that are dried twelve times over, blends of sixteen chains, blends of five
// hundred and one of those, and one chain in a hundred that runs in a circle.
// Eight chains come out of one harvest, which has one plot.
type LotWorld struct {
	// Lots is the approximate number of lots.
	Lots int
}

const (
	chainLots     = 12
	harvestChains = 8
	blendChains   = 16
	grandChains   = 500
	wholeBlends   = 17
	circleEvery   = 100
)

func (w LotWorld) chains() int { return w.Lots / chainLots }

// Blends returns how many blends of sixteen there are; a trace back from one has about
// two hundred nodes.
func (w LotWorld) Blends() int { return w.chains() / blendChains }

// Blend returns the code of a blend.
func (w LotWorld) Blend(i int) string { return fmt.Sprintf("B%d", i) }

// Whole returns the code of a lot with a hundred thousand behind it, "" if the world
// is too small for one.
func (w LotWorld) Whole() string {
	if w.chains() < wholeBlends*grandChains {
		return ""
	}
	return "W1"
}

func chainLot(chain, step int) string { return fmt.Sprintf("C%d%c", chain, 'A'+step) }

// Each calls fn with every record, in an order in which they could have been written.
func (w LotWorld) Each(fn func(demo.Record) error) error {
	add := func(prefix string, harvest int, payload string) error {
		return fn(demo.Record{Prefix: prefix, HarvestID: fmt.Sprintf("LM-%d", harvest), Season: "2024/25", Payload: []byte(payload)})
	}
	for c := range w.chains() {
		harvest := c / harvestChains
		if c%harvestChains == 0 {
			lon, lat := -60+float64(harvest%1000)*0.02, -20+float64(harvest/1000%500)*0.02
			plot := fmt.Sprintf(`{"poligono":[%.6f,%.6f,%.6f,%.6f],"soja":"convencional"}`, lon, lat, lon+0.01, lat+0.01)
			if err := add(kind.Plan, harvest, plot); err != nil {
				return err
			}
		}
		if err := add(kind.LotIdentification, harvest, fmt.Sprintf(`{"codigoLote":"%s"}`, chainLot(c, 0))); err != nil {
			return err
		}
		for step := 1; step < chainLots; step++ {
			if err := add(kind.PostHarvest, harvest, dryingOf(chainLot(c, step-1), chainLot(c, step))); err != nil {
				return err
			}
		}
		if c%circleEvery == 0 {
			if err := add(kind.PostHarvest, harvest, dryingOf(chainLot(c, chainLots-1), chainLot(c, 3))); err != nil {
				return err
			}
		}
	}
	blend := func(code string, from, n int) error {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = chainLot(from+i, chainLots-1)
		}
		return add(kind.Processing, from/harvestChains, fmt.Sprintf(`{"lote":"%s","volume":"500 t","blendagem":"%s"}`, code, strings.Join(parts, ";")))
	}
	for i := range w.Blends() {
		if err := blend(w.Blend(i), i*blendChains, blendChains); err != nil {
			return err
		}
	}
	if w.Whole() == "" {
		return nil
	}
	grand := make([]string, wholeBlends)
	for i := range grand {
		grand[i] = fmt.Sprintf("G%d", i)
		if err := blend(grand[i], i*grandChains, grandChains); err != nil {
			return err
		}
	}
	return add(kind.Processing, 0, fmt.Sprintf(`{"lote":"%s","blendagem":"%s"}`, w.Whole(), strings.Join(grand, ";")))
}

func dryingOf(from, to string) string {
	return fmt.Sprintf(`{"loteEntrada":"%s","loteSaida":"%s","pesoEntrada":36270,"pesoSaida":36000,"dataInicio":"2025-02-08","dataFim":"2025-02-09"}`, from, to)
}
