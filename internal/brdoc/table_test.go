package brdoc

import (
	"regexp"
	"slices"
	"testing"
)

var wireName = regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)

func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, typ := range All.List() {
		row := &rows[typ]
		if !wireName.MatchString(row.wire) || seen[row.wire] || typ.String() != row.wire {
			t.Errorf("type %d is called %q on the wire", typ, row.wire)
		}
		seen[row.wire] = true
		if !typ.Name().Complete() || typ.Checked() == "" || row.check == nil {
			t.Errorf("%s: the row is not complete", typ)
		}
		if row.shapes == "" && !Keys.Has(typ) {
			t.Errorf("%s is never found", typ)
		}
		if len(vectors[typ]) == 0 && !slices.Contains([]Type{NFCe, CTeOS, DFe, Duimp, CFO, CFOC}, typ) {
			t.Errorf("%s has no vectors", typ)
		}
		labelled := false
		for _, slot := range labels.slots {
			labelled = labelled || slot.means.Has(typ)
		}
		if !labelled {
			t.Errorf("%s has no label", typ)
		}
	}
	if len(seen) != int(typeCount)-1 {
		t.Errorf("%d types in All, %d in the table", len(seen), typeCount-1)
	}
	if Type(0).String() != "?" || typeCount.String() != "?" {
		t.Error("what is no type has a name")
	}
}

func TestWhatIsKeptFromThePublic(t *testing.T) {
	var personal, secret, needy []string
	for _, typ := range All.List() {
		if typ.Personal() {
			personal = append(personal, typ.String())
		}
		if typ.Secret() {
			secret = append(secret, typ.String())
		}
		if typ.NeedsLabel() {
			needy = append(needy, typ.String())
		}
	}
	if want := []string{"ESOCIAL_EVENTO", "ESOCIAL_RECIBO", "PLACA", "CPF"}; !slices.Equal(personal, want) {
		t.Errorf("personal: %q, want %q", personal, want)
	}
	if want := []string{"DDS_VERIFICACAO"}; !slices.Equal(secret, want) {
		t.Errorf("secret: %q, want %q", secret, want)
	}
	for _, bare := range []string{"CAR", "CPF", "CNPJ", "DUE", "RUC", "LPCO", "PLACA", "CONTAINER", "DDS", "LOCODE"} {
		if slices.Contains(needy, bare) {
			t.Errorf("%s is found only after a label", bare)
		}
	}
}

func TestReasons(t *testing.T) {
	for r := Length; r < reasonCount; r++ {
		if !r.Text().Complete() {
			t.Errorf("reason %d is not said in every language", r)
		}
	}
	if Reason(0).Text().PT != "" || alien.Text().PT != "" {
		t.Error("no reason has words")
	}
}

func TestCertain(t *testing.T) {
	for _, tc := range []struct {
		t     Type
		value string
		want  bool
	}{
		{CPF, "52998224726", true}, {CPF, "52998224725", false}, {CNPJ, "11222333000182", true}, {NFe, keyMT[:43] + "1", true},
		{NFe, "43180300012345678900555020001870971471388767", false}, // only the issuer
		{DUE, "25BR0012345678", false}, {NIRF, "00000018", false}, {IBGE, "5107926", false},
		{CAR, "MT-3550308-0123456789ABCDEF0123456789ABCDEF", false}, {CAR, "MT-5107925-0123456789ABCDEF0123456789ABCDE", true},
		{ICO, "003/1961/0978", false}, {Country, "UK", false}, {Container, "CSQU3054384", true}, {IMO, "9074728", true},
	} {
		if got := Check(tc.t, tc.value, thisYear).Certain(); got != tc.want {
			t.Errorf("%s %s is wrong for certain: %t, want %t", tc.t, tc.value, got, tc.want)
		}
	}
}

func TestSet(t *testing.T) {
	s := Types(CPF, NFe) | Types(DUE)
	if got, want := s.List(), []Type{NFe, DUE, CPF}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if s.Has(CNPJ) || !s.Has(CPF) || Types().List() == nil || len(Types().List()) != 0 {
		t.Errorf("set %b", s)
	}
}
