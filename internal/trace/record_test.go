package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// sample returns a second version of a planting record, with every member set.
func sample() Record {
	id, _ := ParseID("019a853d-a17b-791d-bfff-ffffffffffff")
	return Record{
		ID: id, Kind: PlantingKind, HarvestID: "S-2025-001", HarvestCode: "2024/25",
		Payload: []byte(`{ "quantidadeSemente":7200.0, "dataPlantio":"2024-10-05","areaPlantada":[-55.720000,-12.55] }`),
		Version: 2, Operation: Updated, UpdatedAt: time.Date(2025, 11, 14, 23, 5, 0, 456e6, time.FixedZone("", -3*3600)),
		CreatedBy: "Cooperativa X", UpdatedBy: "Armazém <Y> & Filhos",
		Salt: [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	}
}

// independent computes a commitment with the standard library alone, from the
// description: SHA-256 of the salt and of the sorted, compact JSON.
func independent(t *testing.T, salt [16]byte, members map[string]any) string {
	t.Helper()
	var doc bytes.Buffer
	enc := json.NewEncoder(&doc)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(members); err != nil { // sorts the names
		t.Fatal(err)
	}
	sum := sha256.Sum256(append(salt[:], bytes.TrimSuffix(doc.Bytes(), []byte("\n"))...))
	return hex.EncodeToString(sum[:])
}

func TestCommitment(t *testing.T) {
	members := map[string]any{
		"id": "019a853d-a17b-791d-bfff-ffffffffffff", "prefixo": "/producaoAgricola/plantioManejo",
		"safraId": "S-2025-001", "safraCodigo": "2024/25", "operacao": "alteracao", "versao": 2,
		"atualizadoEm": "2025-11-15T02:05:00.456Z", "criadoPor": "Cooperativa X", "atualizadoPor": "Armazém <Y> & Filhos",
		"dados": map[string]any{"dataPlantio": "2024-10-05", "areaPlantada": []float64{-55.72, -12.55}, "quantidadeSemente": 7200},
	}
	r := sample()
	if err := r.commit(); err != nil {
		t.Fatal(err)
	}
	got := hex.EncodeToString(r.Hash[:])
	// Computed outside this program, as earlier builds committed: without the
	// findings. What was once handed out must verify forever.
	const earlier = "d30b692be7b8a3c2b6f443f3a9e18f118b1042e99fd7526567583932c2c62e61"
	if want := independent(t, r.Salt, members); want != earlier {
		t.Errorf("the standard library computes %s, want %s", want, earlier)
	}
	old := r
	if _, err := hex.Decode(old.Hash[:], []byte(earlier)); err != nil || !old.Intact() || old.CommitsToFindings() {
		t.Errorf("an earlier commitment is intact: %t, commits to findings: %t, %v", old.Intact(), old.CommitsToFindings(), err)
	}
	if document, err := old.Document(); err != nil || bytes.Contains(document, []byte("avaliacao")) {
		t.Errorf("the document of an earlier commitment is %s, %v", document, err)
	}
	members["avaliacao"] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" // SHA-256 of nothing
	if want := independent(t, r.Salt, members); got != want {
		t.Errorf("hash of the sample record is %s, computed with the standard library %s", got, want)
	}
	if r.Findings = []byte(`[{}]`); r.Intact() {
		t.Error("findings that were put in later are taken for sound")
	}
	r.Findings = nil

	members["selo"] = map[string]any{"cobertura": map[string]any{"registros": 3, "raiz": "ab"}, "completude": map[string]any{}}
	r.Seal = []byte(`"cobertura":{"registros":3,"raiz":"ab"},"completude":{}`)
	if err := r.commit(); err != nil {
		t.Fatal(err)
	}
	if got, want := hex.EncodeToString(r.Hash[:]), independent(t, r.Salt, members); got != want {
		t.Errorf("hash of a sealed record is %s, want %s", got, want)
	}
}

func TestCommitmentCoversEveryMember(t *testing.T) {
	base := sample()
	if err := base.commit(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		change func(*Record)
		same   bool
	}{
		{"id", func(r *Record) { r.ID[15] ^= 1 }, false},
		{"creation time", func(r *Record) { r.ID[5] ^= 1 }, false},
		{"kind", func(r *Record) { r.Kind = kind.ByPrefix("/validacao") }, false},
		{"kind of the same name", func(r *Record) { r.Kind = kind.ByPrefix("/processamento/controleQualidade") }, false},
		{"safraId", func(r *Record) { r.HarvestID += "x" }, false},
		{"safraCodigo", func(r *Record) { r.HarvestCode = "" }, false},
		{"names swapped", func(r *Record) { r.HarvestID, r.HarvestCode = r.HarvestCode, r.HarvestID }, false},
		{"dados", func(r *Record) { r.Payload = []byte(`{}`) }, false},
		{"version", func(r *Record) { r.Version++ }, false},
		{"operation", func(r *Record) { r.Operation = Deleted }, false},
		{"updatedAt", func(r *Record) { r.UpdatedAt = r.UpdatedAt.Add(time.Millisecond) }, false},
		{"createdBy", func(r *Record) { r.CreatedBy += "x" }, false},
		{"updatedBy", func(r *Record) { r.UpdatedBy += "x" }, false},
		{"salt", func(r *Record) { r.Salt[0] ^= 1 }, false},
		{"seal", func(r *Record) { r.Seal = []byte(`"cobertura":{}`) }, false},
		{"findings", func(r *Record) { r.Findings = []byte(`[{}]`) }, false},

		// The same facts in another form, and members derived from others.
		{"zone of updatedAt", func(r *Record) { r.UpdatedAt = r.UpdatedAt.UTC() }, true},
		{"order and form of the payload", func(r *Record) {
			r.Payload = []byte(`{"dataPlantio":"2024-10-05","quantidadeSemente":7.2e3,"areaPlantada":[-55.72,-12.55]}`)
		}, true},
	} {
		r := sample()
		tc.change(&r)
		if err := r.commit(); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		} else if (r.Hash == base.Hash) != tc.same {
			t.Errorf("%s: hash the same %t, want %t", tc.name, r.Hash == base.Hash, tc.same)
		}
	}
}

// A fiscal key has 44 digits and may be sent as a number: the last one counts.
func TestCommitmentCoversLongIntegers(t *testing.T) {
	a, b := sample(), sample()
	a.Payload = []byte(`{"x":35250312345678000195550010000012341000012345}`)
	b.Payload = []byte(`{"x":35250312345678000195550010000012341000012346}`)
	if errA, errB := a.commit(), b.commit(); errA != nil || errB != nil || a.Hash == b.Hash {
		t.Errorf("%s and %s: %v, %v, the same hash %t", a.Payload, b.Payload, errA, errB, a.Hash == b.Hash)
	}
}

// names lists the top-level members of a JSON object in their order.
func names(t *testing.T, object []byte) []string {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(object))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		t.Fatalf("%s is not an object: %v", object, err)
	}
	var list []string
	for dec.More() {
		name, err := dec.Token()
		var value json.RawMessage
		if err == nil {
			err = dec.Decode(&value)
		}
		if err != nil {
			t.Fatalf("%s: %v", object, err)
		}
		list = append(list, name.(string))
	}
	return list
}

func TestRecordAppendJSON(t *testing.T) {
	r := sample()
	r.Hash = [32]byte{0xab}
	const head = `{"id":"019a853d-a17b-791d-bfff-ffffffffffff","tipo":"plantioManejo","prefixo":"/producaoAgricola/plantioManejo","fase":"02","safraId":"S-2025-001",`
	const tail = `"dados":{ "quantidadeSemente":7200.0, "dataPlantio":"2024-10-05","areaPlantada":[-55.720000,-12.55] },"versao":2,` +
		`"criadoEm":"2025-11-15T02:00:00.123Z","atualizadoEm":"2025-11-15T02:05:00.456Z","criadoPor":"Cooperativa X","atualizadoPor":"Armazém <Y> & Filhos",` +
		`"hash":"ab00000000000000000000000000000000000000000000000000000000000000","avisos":[],"identificadores":[]`
	for _, l := range lang.All {
		if got, want := string(r.AppendJSON(nil, l)), head+`"safraCodigo":"2024/25",`+tail+`}`; got != want {
			t.Errorf("in %s:\n got %s\nwant %s", l.Tag(), got, want)
		}
	}
	r.HarvestCode = ""
	if got, want := string(r.AppendJSON([]byte("x"), lang.PT)), "x"+head+`"safraCodigo":null,`+tail+`}`; got != want {
		t.Errorf("without a code:\n got %s\nwant %s", got, want)
	}
}

func TestRecordMembers(t *testing.T) {
	plain := []string{"id", "tipo", "prefixo", "fase", "safraId", "safraCodigo", "dados", "versao", "criadoEm", "atualizadoEm", "criadoPor", "atualizadoPor", "hash", "avisos", "identificadores"}
	sealed := append(slices.Insert(slices.Clone(plain), 6, "codigo"), "cobertura", "completude", "relatorio")
	r := sample()
	r.HarvestID, r.CreatedBy = "a\"b\\\n", "\u2028<script>"
	if got := names(t, r.AppendJSON(nil, lang.PT)); !slices.Equal(got, plain) {
		t.Errorf("members of a record:\n got %q\nwant %q", got, plain)
	}
	r.Kind, r.ValidationCode, r.Seal = kind.ByPrefix("/validacao"), "MT25-001", []byte(`"cobertura":{},"completude":{},"relatorio":{}`)
	if got := names(t, r.AppendJSON(nil, lang.PT)); !slices.Equal(got, sealed) {
		t.Errorf("members of a validation:\n got %q\nwant %q", got, sealed)
	}
}

func TestRecordFindingsSpeakTheCallersLanguage(t *testing.T) {
	r := sample()
	r.Payload = []byte(`{"dataPlanto":"x"}`)
	r.Findings = record.Grade(r.Kind, r.Payload, 2026).AppendMembers(nil, lang.PT)
	for l, want := range map[lang.Lang]string{
		lang.PT: "campo desconhecido 'dataPlanto'; talvez 'dataPlantio'",
		lang.EN: "unknown field 'dataPlanto'; maybe 'dataPlantio'",
		lang.ES: "campo desconocido 'dataPlanto'; tal vez 'dataPlantio'",
	} {
		var got struct {
			Avisos []struct{ Regra, Mensagem string }
		}
		if err := json.Unmarshal(r.AppendJSON(nil, l), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Avisos) != 1 || got.Avisos[0].Regra != "CAMPO_DESCONHECIDO" || got.Avisos[0].Mensagem != want {
			t.Errorf("findings in %s: %+v, want %q", l.Tag(), got.Avisos, want)
		}
	}
}

// Stored results of grading are copied, and versions without stored identifiers are read as well.
func TestRecordShowsWhatGradingGave(t *testing.T) {
	const findingAnswer = `{"regra":"X","campo":"a","ponteiro":"/dados/a","severidade":"info","mensagem":"m"}`
	for stored, want := range map[string]string{
		``:                        `"avisos":[],"identificadores":[]`,
		`[` + findingAnswer + `]`: `"avisos":[` + findingAnswer + `],"identificadores":[]`,
		`"avisos":[` + findingAnswer + `],"identificadores":[{"tipo":"CAR"}]`: `"avisos":[` + findingAnswer + `],"identificadores":[{"tipo":"CAR"}]`,
	} {
		r := sample()
		r.Findings = []byte(stored)
		if got := string(r.AppendJSON(nil, lang.PT)); !strings.HasSuffix(got, `",`+want+`}`) {
			t.Errorf("stored %q is shown as %s, want %s at its end", stored, got, want)
		}
	}
}

// A document's year is compared with the year the version was written in, however
// long after it is read.
func TestRecordIsGradedInItsYear(t *testing.T) {
	r := sample()
	r.Kind, r.Payload = kind.ByPrefix("/exportacao/documentacaoAduaneira"), []byte(`{"licencasExportacao":"LPCO E2600012345"}`)
	r.Findings = []byte(`"avisos":[]`) // so that another language grades again
	for year, want := range map[int]int{2025: 1, 2026: 0} {
		r.UpdatedAt = time.Date(year, time.June, 1, 0, 0, 0, 0, time.UTC)
		var got struct{ Avisos, Identificadores []struct{ Tipo string } }
		if err := json.Unmarshal(r.AppendJSON(nil, lang.EN), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Avisos) != want || len(got.Identificadores) != 1 || got.Identificadores[0].Tipo != "LPCO" {
			t.Errorf("written in %d: %+v, want %d findings", year, got, want)
		}
	}
}

func TestAppendTime(t *testing.T) {
	for _, at := range []time.Time{
		{}, time.UnixMilli(0), time.Date(999, 12, 31, 23, 59, 59, 999_999_999, time.UTC), time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 15, 2, 3, 4, 5_006_007, time.FixedZone("", -4*3600)), time.Date(2024, 2, 29, 23, 59, 59, 999_000_000, time.UTC),
	} {
		if got, want := string(AppendTime(nil, at)), at.UTC().Format(TimeLayout); got != want {
			t.Errorf("AppendTime gives %s, want %s", got, want)
		}
	}
}

// A kept record gives the same JSON as the original, in every language, and after it changes.
func TestKept(t *testing.T) {
	r := Record{Kind: kind.All[1], HarvestID: "S", Payload: []byte(`{ "dataPlanto" : 1 }`), Version: 3, CreatedBy: "x", UpdatedBy: "y", Findings: []byte(`[{"regra":"X"}]`)}
	kept := r.Kept()
	if string(kept.Payload) != string(r.Payload) {
		t.Errorf("kept %s", kept.Payload)
	}
	for _, l := range lang.All {
		if got, want := string(kept.AppendJSON(nil, l)), string(r.AppendJSON(nil, l)); got != want {
			t.Errorf("%v: kept gives %s\nwant %s", l, got, want)
		}
	}
	if r.Weight() <= 0 || kept.Weight() < len(kept.AppendJSON(nil, lang.PT)) {
		t.Errorf("weights %d and %d", r.Weight(), kept.Weight())
	}
}
