package ptbr_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/ptbr"
)

func TestMass(t *testing.T) {
	for _, tc := range []struct {
		in      string
		want    float64
		reading ptbr.Reading
	}{
		{"30.000 kg", 30000, ptbr.Read},
		{"1.234,56 kg", 1234.56, ptbr.Read},
		{"32,5 t", 32500, ptbr.Read},
		{"32.5 ton", 32500, ptbr.Read},
		{"1.500 t", 1500000, ptbr.Ambiguous},
		{"500 sacas", 30000, ptbr.Read},
		{"120 sacas de 59 kg", 7080, ptbr.Read},
		{"500 sc 60kg", 30000, ptbr.Read},
		{"320", 320, ptbr.Bare},
		{"13,5%", 0, ptbr.Unreadable},
		{"dois caminhões", 0, ptbr.Unreadable},
		{"-5 kg", -5, ptbr.Impossible},
		{"isento", 0, ptbr.Absent},
	} {
		if got, reading := ptbr.Mass(tc.in); got != tc.want || reading != tc.reading {
			t.Errorf("Mass(%q) = %v, %v, want %v, %v", tc.in, got, reading, tc.want, tc.reading)
		}
	}
}

func TestCustom(t *testing.T) {
	rice := ptbr.Custom{Saca: 50, Alqueire: 2.42}
	for _, tc := range []struct {
		read    func(string) (float64, ptbr.Reading)
		in      string
		want    float64
		reading ptbr.Reading
	}{
		{rice.Mass, "100 sacas", 5000, ptbr.Read},
		{rice.Mass, "100 sacas de 60 kg", 6000, ptbr.Read}, // what the text states has priority
		{rice.Mass, "100 sacas (5.000 kg)", 5000, ptbr.Read},
		{rice.Mass, "5 t", 5000, ptbr.Read},
		{rice.Area, "10 alqueires", 24.2, ptbr.Read},
		{rice.Area, "10 alqueires mineiros", 48.4, ptbr.Read},
		{ptbr.Area, "10 alqueires", 0, ptbr.Unreadable},
		{ptbr.Area, "10 alqueires do norte", 27.225, ptbr.Read},
		{ptbr.Area, "1 alqueire baiano", 9.68, ptbr.Read},
	} {
		if got, reading := tc.read(tc.in); math.Abs(got-tc.want) > 1e-9 || reading != tc.reading {
			t.Errorf("%q = %v, %v, want %v, %v", tc.in, got, reading, tc.want, tc.reading)
		}
	}
}

// Each quantity is found at its position.
func TestQuantities(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"umidade 13,8%; densidade 720 g/L", "[13,8%] [720 g/L]"},
		{"não OGM, <0,9%", "[0,9%]"},
		{"120 sacas de 59 kg na tulha 2", "[120 sacas de 59 kg]"},
		{"12 a 13 % de umidade", "[12 a 13 %]"},
		{"tipo 4, 24 defeitos", "[4] [24]"},
		{"- 2 °C, depois -3 °C", "[2 °C] [-3 °C]"},
		{"temp. da noite: -3 °C", "[-3 °C]"},
		{"nota 1234, R$ 10,00, 10/02/2025, 7:30, T-07, 2,4-D, 1/2", ""},
		{"", ""},
	} {
		var got []string
		for _, f := range ptbr.Quantities(tc.in) {
			got = append(got, "["+tc.in[f.Start:f.End]+"]")
		}
		if got := strings.Join(got, " "); got != tc.want {
			t.Errorf("Quantities(%q) are %s, want %s", tc.in, got, tc.want)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, tc := range []struct {
		in        string
		low, high float64
		bound     ptbr.Bound
	}{
		{"13%", 13, 13, ptbr.Exact},
		{"12 a 13%", 12, 13, ptbr.Within},
		{"entre 12 e 13%", 12, 13, ptbr.Within},
		{"12% - 13%", 12, 13, ptbr.Within},
		{"até 14%", 14, 14, ptbr.AtMost},
		{"≤ 14%", 14, 14, ptbr.AtMost},
		{"<=14%", 14, 14, ptbr.AtMost},
		{"no mínimo 14%", 14, 14, ptbr.AtLeast},
		{"≈ 14%", 14, 14, ptbr.About},
		{"+-14%", 14, 14, ptbr.About},
		{"tolerância de 14%", 14, 14, ptbr.Limit},
		{"14% ± 0,5", 14, 14, ptbr.Exact},
	} {
		got := ptbr.Quantities(tc.in)
		if len(got) == 0 || got[0].Low != tc.low || got[0].Value != tc.high || got[0].Bound != tc.bound {
			t.Errorf("Quantities(%q) = %+v, want %v to %v, bound %v first", tc.in, got, tc.low, tc.high, tc.bound)
		}
	}
}

func TestBase(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want float64
		ok   bool
	}{
		{"2 t", 2000, true},
		{"500 g", 0.5, true},
		{"500 mL/ha", 0.5, true},
		{"2 t/ha", 2000, true},
		{"720 g/L", 0.72, true},
		{"72 kg/hL", 0.72, true},
		{"10 L/alqueire paulista", 10 / 2.42, true},
		{"10 L/alqueire", 10, false},
		{"90 min", 1.5, true},
		{"2 meses", 2, false},
		{"20 ppm", 0.002, true},
		{"7", 7, false},
	} {
		q := ptbr.Quantities(tc.in)[0]
		if got, ok := q.Base(); math.Abs(got-tc.want) > 1e-12 || ok != tc.ok {
			t.Errorf("%q in base units = %v, %v, want %v, %v", tc.in, got, ok, tc.want, tc.ok)
		}
	}
}

// The same mass in any unit is the same mass.
func TestMassScales(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kg := rapid.Uint64Range(1, 10_000_000).Draw(t, "kg")
		for _, u := range []struct {
			unit   string
			factor uint64
		}{{"t", 1_000}, {"ton", 1_000}, {"sacas", 60}, {"sc", 60}, {"@", 15}} {
			text := written(kg, "", ".") + " " + u.unit
			got, reading := ptbr.Mass(text)
			if got != float64(kg*u.factor) || reading != ptbr.Read && reading != ptbr.Ambiguous {
				t.Fatalf("Mass(%q) = %v, %v, want %d", text, got, reading, kg*u.factor)
			}
		}
		grams := written(kg/1000, leftPad(kg%1000), ".") + " kg"
		if got, _ := ptbr.Mass(grams); math.Abs(got*1000-float64(kg)) > 1e-6 {
			t.Fatalf("Mass(%q) = %v, want %d g", grams, got, kg)
		}
	})
}

func leftPad(n uint64) string {
	return string([]byte{byte('0' + n/100), byte('0' + n/10%10), byte('0' + n%10)})
}

// Whatever the text, quantities lie within it, in order, and are finite; the readers are
// deterministic; no reader returns a value that it does not support.
func FuzzQuantity(f *testing.F) {
	for _, e := range corpus(f) {
		f.Add(e.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, q := range ptbr.Quantities(s) {
			if q.Start < end || q.End <= q.Start || q.End > len(s) {
				t.Fatalf("Quantities(%q): %d to %d after %d", s, q.Start, q.End, end)
			}
			end = q.End
			if math.IsNaN(q.Value) || math.IsInf(q.Value, 0) || q.Low > q.Value || q.Low != q.Value && q.Bound != ptbr.Within {
				t.Fatalf("Quantities(%q): %+v", s, q)
			}
			if q.Reading == ptbr.Read && q.Unit == nil || q.Reading == ptbr.Bare && q.Unit != nil || q.Reading == ptbr.Absent {
				t.Fatalf("Quantities(%q): %+v is %v", s, q, q.Reading)
			}
		}
		for name, read := range readers {
			if again := read(s); again != read(s) {
				t.Fatalf("%s of %q is not always the same", name, s)
			}
		}
		for _, read := range []func(string) (float64, ptbr.Reading){ptbr.Mass, ptbr.Area, ptbr.Percent, ptbr.GramsPerLitre, ptbr.Hours} {
			v, reading := read(s)
			if (v != 0) && (reading == ptbr.Absent || reading == ptbr.Unreadable) || v < 0 && reading != ptbr.Impossible && reading != ptbr.Ambiguous {
				t.Fatalf("%q is %v, %v", s, v, reading)
			}
		}
	})
}

// People write numbers in words, a mass in two units, and sacks of 60 kg.
func TestMassAsClerksWriteIt(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"meia tonelada", "500"},
		{"uma tonelada e meia", "1500"},
		{"trinta e seis toneladas", "36000"},
		{"mil e duzentas sacas", "72000"},
		{"trinta e seis mil e quinhentos quilos", "36500"},
		{"36 mil e 500 kg", "36500"},
		{"uma ou duas toneladas", "unreadable"},
		{"treze vírgula oito toneladas", "unreadable"},
		{"um lote de soja", "unreadable"},
		{"600 sacos", "36000"},
		{"600 sacos de soja", "36000"},
		{"600 sacos 60kg", "36000"},
		{"600 sacos (36.000 kg)", "36000"},
		{"600 sacos de 50 kg", "30000"},
		{"10 sacos de 1.000 kg", "10000"},
		{"30 sacos de adubo", "unreadable"},
		{"600 sacos (20.000 kg)", "unreadable"},
		{"600 big bags", "unreadable"},
		{"36 toneladas e 500 kg", "36500"},
		{"36 t 500 kg", "36500"},
		{"600 sacas e 20 kg de café", "36020"},
		{"36 t e 1.500 kg", "unreadable"},
		{"28 t e 500 kg de óleo", "unreadable"}, // two products
		{"28 t de farelo e 500 kg de óleo", "unreadable"},
		{"duas carretas de 36 t", "72000"},
		{"12 (doze) carretas de 36 t", "432000"},
		{"36 (trinta e seis) toneladas", "36000"},
		{"12 containers of 25 t", "300000"},
		{"600 bags of 60 kg", "36000"},
		{"três caminhões com 30 t cada", "90000"},
		{"uma carreta de 36 t", "36000"},
		{"dois caminhões", "unreadable"},
		{"meia carga", "unreadable"},
	} {
		if got := readers["mass"](c.text); got != c.want {
			t.Errorf("Mass(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// The present moisture of the product is the one after drying; that of what went into the dryer is
// the one before.
func TestPercentBeforeAndAfterDrying(t *testing.T) {
	for _, c := range []struct{ text, after, before string }{
		{"16 % antes da secagem; 13 % depois", "13", "16"},
		{"16% antes, 13% depois", "13", "16"},
		{"antes 16%, depois 13%", "13", "16"},
		{"antes da secagem: 16%; depois: 13%", "13", "16"},
		{"umidade 16% antes da secagem; 13% depois", "13", "16"},
		{"13% (era 16% antes de secar)", "13", "16"},
		{"de 18% para 13%", "13", "18"},
		{"secou de 18% p/ 13%", "13", "18"},
		{"18% -> 13%", "13", "18"},
		{"entrou com 18% e saiu com 13%", "13", "18"},
		{"umidade 16% antes da secagem, impureza 1% depois", "16", "16"},
		{"16%, depois secou até 13%", "13", "16"},
		{"16% e 13%", "unreadable", "unreadable"},
		{"umidade 16 antes da secagem; 13 depois", "unreadable", "unreadable"}, // no sign: not the unit
		{"13,5% depois da secagem", "13.5", "13.5"},
		{"12 ou 13 %", "unreadable", "unreadable"},
		{"13 vírgula 8 %", "unreadable", "unreadable"},
	} {
		if got := readers["umidade"](c.text); got != c.after {
			t.Errorf("PercentOf(%q) = %s, want %s", c.text, got, c.after)
		}
		if got := value(ptbr.FirstPercentOf(c.text, ptbr.Moisture)); got != c.before {
			t.Errorf("FirstPercentOf(%q) = %s, want %s", c.text, got, c.before)
		}
	}
}

// A mass that was returned, is missing or is only part of another is not read, and the net weight
// has priority over the gross one wherever its label stands.
func TestMassThatIsNotSimplyThere(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"36 t (líquido), 37 t (bruto)", "36000"},
		{"37 t (bruto), 36 t (liq.)", "36000"},
		{"36 t (peso líquido da balança), 37 t (nota)", "36000"},
		{"37 t (bruto)", "ambiguous 37000"},
		{"37 t (bruto) - 1 t (tara)", "ambiguous 37000"},
		{"peso bruto 37 t, tara 1 t", "ambiguous 37000"},
		{"bruto 52 t menos tara 16 t = 36 t", "36000"},
		{"bruto 52 t menos 16 t de tara, líquido 36 t", "36000"},
		{"metade de 36 t", "unreadable"},
		{"a metade da carga de 36 t", "unreadable"},
		{"um terço de 36 t", "unreadable"},
		{"1/3 de 36 t", "unreadable"},
		{"½ de 36 t", "unreadable"},
		{"50% de 36 t", "unreadable"},
		{"o dobro de 36 t", "unreadable"},
		{"duas vezes 36 t", "72000"},
		{"lote 12/2024 de 36 t", "36000"},
		{"36 t devolvidas", "unreadable"},
		{"36 devolvidas", "unreadable"},
		{"600 sacos devolvidos", "unreadable"},
		{"devolução de 36 t", "unreadable"},
		{"36 t recusadas", "unreadable"},
		{"36 t de soja rejeitadas", "unreadable"},
		{"faltaram 2 t", "unreadable"},
		{"2 t a menos", "unreadable"},
		{"36 t, 2 eixos a menos", "36000"},
		{"36 t menos 500 kg de quebra", "unreadable"},
		{"menos 500 kg de quebra", "unreadable"},
		{"36 t com quebra de 500 kg", "36000"},
		{"mais ou menos 36 t", "36000"},
		{"não recebemos 36 t", "unreadable"},
		{"36 t não transgênica", "36000"},
		{"36 t a receber", "unreadable"},
		{"36 t na nota, 35,8 t na balança", "unreadable"},
		{"36 t (36.220 kg)", "36220"},
		{"36 t x 2", "unreadable"},
		{"duas de 36 t", "unreadable"},
		{"uma de 36 t", "36000"},
		{"mais 2 t", "unreadable"},
		{"quebra de 1% sobre 36 t", "unreadable"},
		{"36 t na ida e 36 t na volta", "unreadable"},
		{"36 t negativo", "unreadable"},
		{"silo de 5.000 t", "unreadable"},
		{"contrato de 36 t", "unreadable"},
		{"36 t no silo 3", "36000"},
		{"silo 3, 36 t", "36000"},
		{"lote de 36 t", "36000"},
		{"36 t, nada mais", "36000"},
		{"retirada de 36 t", "unreadable"},
		{"36 t não pesadas", "unreadable"},
	} {
		if got := readers["mass"](c.text); got != c.want {
			t.Errorf("Mass(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

// A list of numbers is not an amount, however long it is and wherever reading stops.
func TestAmountIsNotAList(t *testing.T) {
	for _, entry := range []string{"100", "1000", "10"} {
		for n := 3; n < 60; n++ {
			text := strings.Repeat(entry+",", n-1) + entry + " kg"
			if _, unit, end := ptbr.Amount(text); unit != nil || end != 0 {
				t.Errorf("%d times %s: %d bytes of it are an amount", n, entry, end)
			}
		}
	}
	for n := 60; n < 70; n++ {
		if value, unit, _ := ptbr.Amount(strings.Repeat("1", n) + " kg"); unit != nil {
			t.Errorf("%d digits: %v %v", n, value, unit)
		}
	}
}
