package api_test

import (
	"net/url"
	"testing"
)

// The crop of a harvest: stated by its newest validation, else by its records, else mentioned in
// them.
func TestCropOfAHarvest(t *testing.T) {
	t.Parallel()
	c := start(t)
	const plan = "/cadastroPlanejamento/planoCultivo"
	type step struct{ prefix, payload string }
	for _, tc := range []struct {
		name, want string
		steps      []step
	}{
		{"nothing said", "", []step{{planting, `{}`}}},
		{"stated in a plan", "CAFE", []step{{plan, `{"cultura":"Café arábica"}`}}},
		{"stated in a plan, another word elsewhere", "CAFE", []step{{plan, `{"cultura":"CAFE"}`}, {planting, `{"cultivacaoUtilizada":"soja na entrelinha"}`}}},
		{"stated in a validation", "MILHO", []step{{planting, `{}`}, {validations, `{"cultura":"milho safrinha"}`}}},
		{"a validation over a plan", "SOJA", []step{{plan, `{"cultura":"CAFE"}`}, {validations, `{"cultura":"SOJA"}`}}},
		{"the newest validation", "CAFE", []step{{validations, `{"cultura":"SOJA"}`}, {validations, `{"cultura":"SOJA"}`}, {validations, `{"cultura":"café"}`}}},
		{"one that states none", "SOJA", []step{{validations, `{"cultura":"SOJA"}`}, {validations, `{}`}}},
		{"spoken of", "SOJA", []step{{plan, `{"soja":"soja convencional"}`}, {planting, `{"cultivacaoUtilizada":"soja precoce, plantio direto"}`}}},
		{"another crop, in so many words", "OUTRA", []step{{plan, `{"cultura":"outra"}`}}},
		{"no crop", "", []step{{plan, `{"cultura":"pedra"}`}}},
	} {
		harvestID := "S-" + tc.name
		escaped := "S-" + url.PathEscape(tc.name)
		for _, s := range tc.steps {
			c.create(s.prefix, harvestID, s.payload)
		}
		got := ""
		if crop := decode[struct{ Cultura *string }](t, tc.name, c.get("/safras/"+escaped+"/conferencia").ok(200).Data).Cultura; crop != nil {
			got = *crop
		}
		sealed := c.create(validations, harvestID, `{}`).Completude.Cultura
		want := tc.want
		if want == "" {
			want = "OUTRA" // required for a harvest without a stated crop
		}
		if got != tc.want || sealed != want {
			t.Errorf("%s: the review says %q, a validation %q; want %q and %q", tc.name, got, sealed, tc.want, want)
		}
	}
}
