package lot

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/kind"
)

// same compares facts. An unknown number (NaN) does not equal itself.
func same(a, b Fact) bool {
	plain := func(f Fact) Fact {
		for _, v := range []*float64{&f.MoistureIn, &f.MoistureOut, &f.ImpurityIn, &f.ImpurityOut} {
			if *v != *v {
				*v = -1
			}
		}
		others := []Other(nil)
		for _, o := range f.Others {
			if o.Kg != o.Kg {
				o.Kg = -1
			}
			others = append(others, o)
		}
		f.Others = others
		f.Among = max(f.Among, 1)
		return f
	}
	return reflect.DeepEqual(plain(a), plain(b))
}

func TestFactsAreReadAsTheyWereWritten(t *testing.T) {
	number := rapid.OneOf(rapid.Just(math.NaN()), rapid.Float64Range(0, 1e9), rapid.Just(0.0))
	mass := rapid.Custom(func(t *rapid.T) Mass {
		m := Mass{State: MassState(rapid.IntRange(0, 3).Draw(t, "state"))}
		if m.State == Exact || m.State == Bare {
			m.Value, m.Bags = rapid.Float64Range(0, 1e9).Draw(t, "kg"), rapid.Bool().Draw(t, "bags")
		}
		return m
	})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 30, 120)
		want := Fact{
			HarvestID: text.Draw(t, "safra"), By: text.Draw(t, "by"), Kg: mass.Draw(t, "kg"), Among: rapid.IntRange(1, 900).Draw(t, "among"),
			In: mass.Draw(t, "in"), Out: mass.Draw(t, "out"), Lost: mass.Draw(t, "lost"),
			MoistureIn: number.Draw(t, "mi"), MoistureOut: number.Draw(t, "mo"), ImpurityIn: number.Draw(t, "ii"), ImpurityOut: number.Draw(t, "io"),
			Share: rapid.Float64Range(0, 100).Draw(t, "share"), On: NoDays,
			Place: text.Draw(t, "place"), Carrier: text.Draw(t, "carrier"), Destination: text.Draw(t, "to"), Product: text.Draw(t, "product"), Paper: text.Draw(t, "paper"),
			Verdict: Verdict(rapid.IntRange(0, 4).Draw(t, "verdict")), Custody: int8(rapid.IntRange(-1, 5).Draw(t, "custody")),
			Errors: rapid.Byte().Draw(t, "errors"), Alerts: rapid.Byte().Draw(t, "alerts"),
		}
		if rapid.Bool().Draw(t, "dated") {
			want.On.From = Day(rapid.IntRange(-30000, 50000).Draw(t, "from"))
			want.On.To = want.On.From + Day(rapid.IntRange(0, 400).Draw(t, "days"))
		}
		for range rapid.IntRange(0, 5).Draw(t, "others") {
			want.Others = append(want.Others, Other{text.Draw(t, "lot"), number.Draw(t, "lotKg"), rapid.Float64Range(0, 100).Draw(t, "lotShare")})
		}
		var got Fact
		if err := got.Decode(string(want.Append(nil))); err != nil || !same(got, want) {
			t.Fatalf("%+v: read as %+v, %v", want, got, err)
		}
	})
}

// FuzzDecode checks that corrupt data gives an error and never a crash.
func FuzzDecode(f *testing.F) {
	for _, payload := range []string{`{"lote":"MIX-9","volume":"60 t","blendagem":"L-1 70%; L-2 30%"}`, `{"lote":"A-1","produtoFinal":"lote B-1"}`} {
		for _, row := range Read(kind.ByPrefix(processing), []byte(payload)).Rows() {
			f.Add(string(row.Fact.Append(nil)))
		}
	}
	f.Fuzz(func(t *testing.T, body string) {
		var fact Fact
		if fact.Decode(body) != nil {
			return
		}
		var again Fact
		if err := again.Decode(string(fact.Append(nil))); err != nil || !same(again, fact) {
			t.Errorf("%q: %+v, written and read again %+v, %v", body, fact, again, err)
		}
	})
}

func BenchmarkReadReceipt(b *testing.B) {
	k := kind.ByPrefix(receiving)
	payload := []byte(`{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%","impureza":"0,9%","tipoCafe":"não se aplica","observacao":"000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}`)
	b.ReportAllocs()
	for b.Loop() {
		for _, row := range Read(k, payload).Rows() {
			row.HarvestID, row.By = "S-2025-001", "Cooperativa X"
			_ = row.Fact.Append(make([]byte, 0, 96))
		}
	}
}
