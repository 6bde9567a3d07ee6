package api_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/demo"
)

const elsewhere = "TALHAO_EM_OUTRA_SAFRA"

// told returns what the review of a harvest says about other harvests on its land.
func (c client) told(harvestID string) (messages []string) {
	c.t.Helper()
	for _, f := range c.review(harvestID, "").Avisos {
		if f.Regra == elsewhere {
			messages = append(messages, f.Mensagem)
		}
	}
	return messages
}

// coded returns an entity with the code of a season.
func coded(harvestID, code, payload string) string {
	return fmt.Sprintf(`{"safraId":%q,"safraCodigo":%q,"dados":%s}`, harvestID, code, payload)
}

// When two harvests of one season and crop claim the same land, both are told, once; other
// neighbours are not mentioned.
func TestPlotsOfOtherHarvests(t *testing.T) {
	t.Parallel()
	type claim struct{ prefix, code, payload string }
	soy := func(plot string) claim {
		return claim{planning, "2024/25", `{"cultura":"SOJA","poligono":` + plot + `}`}
	}
	// Each pair has its own place: %d is its longitude.
	const plot, beside, on, within = `[-%[1]d.72,-12.55,-%[1]d.71,-12.54]`, `[-%[1]d.71,-12.55,-%[1]d.70,-12.54]`,
		`[-%[1]d.718,-12.55,-%[1]d.708,-12.54]`, `[[-%[1]d.718,-12.549],[-%[1]d.712,-12.549],[-%[1]d.715,-12.541]]`
	cases := []struct {
		name  string
		other []claim
		want  int
	}{
		{"half of it", []claim{soy(on)}, 1},
		{"the same land", []claim{soy(plot)}, 1},
		{"a polygon within", []claim{soy(within)}, 1},
		{"years in other words", []claim{{planning, "safra 2024/2025", `{"cultura":"soja","poligono":` + on + `}`}}, 1},
		{"of a planting", []claim{{planning, "2024/25", `{"cultura":"SOJA"}`}, {planting, "2024/25", `{"areaPlantada":` + on + `}`}}, 1},
		{"of plan and planting", []claim{soy(on), {planting, "2024/25", `{"areaPlantada":` + on + `}`}}, 1},
		{"two plots", []claim{soy(on), soy(`[-%[1]d.719,-12.55,-%[1]d.709,-12.54]`)}, 1},
		{"the crop in a validation", []claim{{planning, "2024/25", `{"poligono":` + on + `}`}, {validations, "2024/25", `{"cultura":"SOJA"}`}}, 1},
		{"a validation says another crop", []claim{soy(on), {validations, "2024/25", `{"cultura":"MILHO"}`}}, 0},
		{"another crop", []claim{{planning, "2024/25", `{"cultura":"MILHO","poligono":` + on + `}`}}, 0},
		{"no crop", []claim{{planning, "2024/25", `{"poligono":` + on + `}`}}, 0},
		{"two crops", []claim{soy(on), {planning, "2024/25", `{"cultura":"MILHO"}`}}, 0},
		{"the season before", []claim{{planning, "2023/24", `{"cultura":"SOJA","poligono":` + plot + `}`}}, 0},
		{"no season", []claim{{planning, "T-07", `{"cultura":"SOJA","poligono":` + plot + `}`}}, 0},
		{"a border shared", []claim{soy(beside)}, 0},
		{"a strip of the border", []claim{soy(`[-%[1]d.7105,-12.55,-%[1]d.7005,-12.54]`)}, 0},
		{"a corner of the rectangle around", []claim{soy(`[[-%[1]d.715,-12.545],[-%[1]d.70,-12.545],[-%[1]d.70,-12.53],[-%[1]d.7148,-12.5448]]`)}, 1},
		{"only the rectangles meet", []claim{soy(`[[-%[1]d.70,-12.56],[-%[1]d.70,-12.53],[-%[1]d.72,-12.53]]`)}, 0},
		{"a point", []claim{soy(`[-%[1]d.715,-12.545]`)}, 0},
		{"no place", []claim{soy(`[1,2,3,4]`)}, 0},
		{"half a state", []claim{soy(`[-%[1]d.9,-14,-%[1]d.1,-11]`)}, 0},
	}
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		for i, tc := range cases {
			at := func(text string) string {
				if !strings.Contains(text, "%[1]d") {
					return text
				}
				return fmt.Sprintf(text, 41+i)
			}
			own, other := fmt.Sprintf("S-%d", i), fmt.Sprintf("V-%d", i)
			c.create(planning, own, at(soy(plot).payload))
			var made []record
			for _, claim := range tc.other {
				made = append(made, c.post(claim.prefix, coded(other, claim.code, at(claim.payload))).ok(201).record())
			}
			found := c.told(own)
			if len(found) != tc.want {
				t.Errorf("%s, %s: %q, want %d", engine, tc.name, found, tc.want)
				continue
			}
			if tc.want == 0 {
				continue
			}
			if !strings.Contains(found[0], "("+other+")") || !strings.Contains(found[0], "safras sobre ele: 1.") {
				t.Errorf("%s, %s: %s", engine, tc.name, found[0])
			}
			if back := c.told(other); len(back) == 0 {
				t.Errorf("%s, %s: the other harvest is told nothing", engine, tc.name)
			}
			for n, claim := range tc.other { // one is deleted, the next erased
				if n%2 == 0 {
					c.delete(claim.prefix + "/" + made[n].ID).ok(200)
				} else {
					c.post(claim.prefix+"/"+made[n].ID+"/expurgo", `{"motivo":"pedido"}`).ok(200)
				}
			}
			if found := c.told(own); len(found) != 0 {
				t.Errorf("%s, %s: after they are gone %q", engine, tc.name, found)
			}
		}
	}
}

// A record under another season's code does not remove a harvest from the comparison of land, on
// either side; nor do many.
func TestOddSeasonIsStillCompared(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		for _, harvest := range []string{"S", "V"} {
			c.post(planning, coded(harvest, "2024/25", `{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}`)).ok(201)
			c.post(planting, coded(harvest, "2024/25", `{"dataPlantio":"2024-10-05"}`)).ok(201)
		}
		for year := 2000; year < 2020; year++ {
			c.post(planting, coded("S", fmt.Sprintf("%d/%d", year, year+1), `{"dataPlantio":"2024-10-05"}`)).ok(201)
			if own, other := c.told("S"), c.told("V"); len(own) != 1 || len(other) != 1 {
				t.Fatalf("%s: with a record of %d the harvest is told %q, and the other %q", engine, year, own, other)
			}
		}
	}
}

// A key that may not read a harvest does not learn its name. The report of a validation names no
// other harvest, whoever made it.
func TestOtherHarvestsAreNotNamed(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		const payload = `{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}`
		c.create(planning, "S-1", payload)
		hidden := c.create(planning, "Fazenda do Vizinho", payload)
		for keyed, named := range map[string]bool{`{}`: true, `{"safras":["S-1"]}`: false, `{"safras":["S-1","Fazenda do Vizinho"]}`: true} {
			key := c.newKey(keyed)
			for _, language := range []string{"pt", "en", "es"} {
				answer := string(key.get("/safras/S-1/conferencia", "Accept-Language: "+language).ok(200).Data)
				if !strings.Contains(answer, elsewhere) || strings.Contains(answer, "Vizinho") != named || strings.Contains(answer, hidden.ID) {
					t.Errorf("%s, key %s: %s", engine, keyed, answer)
				}
			}
		}
		v := c.create(validations, "S-1", `{"status":"APROVADO"}`)
		report := string(c.get(validations + "/" + v.ID + "/conferencia").ok(200).Data)
		if !strings.Contains(report, elsewhere) || strings.Contains(report, "Vizinho") || strings.Contains(report, hidden.ID) {
			t.Errorf("%s: the report of a validation: %s", engine, report)
		}
		if seal := string(c.get(validations + "/" + v.ID).ok(200).Data); !strings.Contains(seal, elsewhere) || strings.Contains(seal, "Vizinho") {
			t.Errorf("%s: the seal: %s", engine, seal)
		}
	}
}

// A cached card stays correct whatever other harvests write: its counts match the review, and it is
// made again when others change their claims on its land.
func TestCardsFollowOtherHarvests(t *testing.T) {
	t.Parallel()
	c := start(t)
	const payload = `{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}`
	c.create(planning, "S-1", payload)
	list := func() string { return string(c.get("/safras?busca=S-1").ok(200).Data) }
	before := list()
	other := c.create(planning, "V-1", payload)
	if after := list(); after == before {
		t.Errorf("the card does not count another harvest on its land:\n%s", after)
	}
	if len(c.told("S-1")) != 1 {
		t.Error("the review does not tell of it")
	}
	c.delete(planning + "/" + other.ID).ok(200)
	if after := list(); after != before {
		t.Errorf("the card still counts it:\n%s\n%s", before, after)
	}
}

// The golden harvests grow next to each other, whatever their codes say.
func TestGoldenHarvestsTogether(t *testing.T) {
	t.Parallel()
	c := start(t)
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	harvests := map[string]bool{}
	for _, r := range records {
		c.post(r.Prefix, coded(r.HarvestID, r.Season, string(r.Payload))).ok(201)
		harvests[r.HarvestID] = true
	}
	for harvestID := range harvests {
		if got := c.review(harvestID, ""); got.Resumo.Erro+got.Resumo.Alerta > 0 {
			t.Errorf("%s: %+v", harvestID, got.Avisos)
		}
	}
}
