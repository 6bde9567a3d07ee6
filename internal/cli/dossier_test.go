package cli_test

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"rastro/internal/attach/photo/phototest"
	"rastro/internal/demo"
	"rastro/internal/ledger"
)

// blended fills a store with the golden harvests and a lot blended of both of
// their lots, with a plot sent again and a plot of two Features.
func blended(t *testing.T, c client) {
	t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	records = append(records,
		demo.Record{Prefix: "/processamento/processamento", HarvestID: "DEMO-X", Payload: []byte(`{"lote":"MIX ção/1","blendagem":"MT25-S-001 60%; MG25-C-01 30%; W-1 10%","volume":"10 t"}`)},
		demo.Record{Prefix: "/colheitaIdentificacaoProducao/identificacaoLote", HarvestID: "DEMO-W", Payload: []byte(`{"codigoLote":"W-1"}`)},
		demo.Record{Prefix: "/cadastroPlanejamento/planoCultivo", HarvestID: "DEMO-W", Payload: []byte(`{"poligono":[-45.4512,-21.3605,-45.4494,-21.3588],"nomeProdutor":"Zé","areaPlantada":[1,2,3,4],"geojson":{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":{"ProducerName":"José \"Zé\" Ção","Area":2.50},"geometry":{"type":"Point","coordinates":[-45.123456789012345678901,-21.9999999999999999]}},
			{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-45.40,-21.36],[-45.39,-21.36],[-45.39,-21.35],[-45.40,-21.35]]]}}]}}`)})
	for i, r := range records {
		body, err := json.Marshal(map[string]any{"safraId": r.HarvestID, "safraCodigo": r.Season, "dados": json.RawMessage(r.Payload)})
		if err != nil {
			t.Fatal(err)
		}
		if status, answer, _, err := c.do(t.Context(), http.MethodPost, r.Prefix, string(body)); err != nil || status != http.StatusCreated {
			t.Fatalf("%s: %d %s, %v", r.Prefix, status, answer, err)
		} else if i >= len(records)-2 {
			attachPapers(t, c, r.Prefix, answer)
		}
	}
}

// paper is attached to two records, to one of them together with another file.
const paper = `{"type":"Feature","properties":{"talhao":"Norte"},"geometry":null}`

func attachPapers(t *testing.T, c client, prefix string, created []byte) {
	t.Helper()
	var made struct {
		Data struct{ ID string } `json:"data"`
	}
	if err := json.Unmarshal(created, &made); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{paper, `{"type":"Feature","properties":{"talhao":"` + prefix + `"},"geometry":null}`} {
		if status, answer, _, err := c.do(t.Context(), http.MethodPost, prefix+"/"+made.Data.ID+"/anexos", text); err != nil || status != http.StatusCreated {
			t.Fatalf("%s: %d %s, %v", prefix, status, answer, err)
		}
	}
	if prefix != "/cadastroPlanejamento/planoCultivo" {
		return
	}
	photo := phototest.Shot{Lat: -12.3456789, Lon: -55.7654321, TakenAt: "2025:02:10 09:30:00"}.JPEG(t)
	if status, answer, _, err := c.do(t.Context(), http.MethodPost, prefix+"/"+made.Data.ID+"/anexos", string(photo), "Content-Disposition", `attachment; filename="Casa do Tião.jpg"`); err != nil || status != http.StatusCreated || !strings.Contains(string(answer), `"lat":-12.34567`) {
		t.Fatalf("%s: %d %s, %v", prefix, status, answer, err)
	}
}

// tellsPersonal checks what a dossier says about a personal photo: if it was not requested, none of
// its files contains its name or place; otherwise both are there and match the commitment.
func tellsPersonal(t *testing.T, archive []byte, asked bool, key string) {
	t.Helper()
	members := unzip(t, archive)
	told := map[string]bool{}
	for i, m := range members {
		for _, text := range []string{"Casa do", "12.3456", "55.7654"} {
			told[text] = told[text] || strings.Contains(m.name+string(m.text), text)
		}
		if !bytes.Contains(m.text, []byte(`"revelados"`)) {
			continue
		}
		for _, change := range [][2]string{{"Casa do", "Casa da"}, {"12.3456", "12.3457"}} {
			changed := slices.Clone(members)
			changed[i].text = bytes.Replace(m.text, []byte(change[0]), []byte(change[1]), 1)
			said(t, "another detail", []string{"verify", file(t, "d.zip", relisted(t, changed)), "--key", key}, 1, "", "revelados[0] is not what the document commits to")
		}
	}
	for text, is := range told {
		if is != asked {
			t.Errorf("asked for personal files: %t; %q is told: %t", asked, text, is)
		}
	}
	want := "3 are here, each with the SHA-256 that its record says; 1 left out."
	if asked {
		want = "4 are here, each with the SHA-256 that its record says; 0 left out."
	}
	said(t, "the attached files", []string{"verify", file(t, "dossie.zip", archive), "--key", key}, 0, "Attached files that the records list: "+want, "")
}

// dossierOf fetches a dossier as soon as all of it is in the log.
func dossierOf(t *testing.T, c client, lot string) []byte {
	t.Helper()
	var dossier []byte
	until(t, func(late bool) bool {
		status, body, header, err := c.do(t.Context(), http.MethodGet, "/eudr/lote/"+lot+"/dossie.zip", "")
		if err == nil && status == http.StatusOK {
			if header.Get("Content-Type") != "application/zip" {
				t.Errorf("Content-Type %q", header.Get("Content-Type"))
			}
			dossier = body
			return true
		}
		if err != nil || status != http.StatusServiceUnavailable || late {
			t.Fatalf("dossie.zip: %d %s, %v", status, body, err)
		}
		return false
	})
	return dossier
}

// member is a file in an archive.
type member struct {
	name string
	text []byte
}

func unzip(t *testing.T, archive []byte) []member {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var all []member
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, member{f.Name, text})
	}
	return all
}

func rezip(t *testing.T, members []member) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		f, err := w.Create(m.name)
		if err == nil {
			_, err = f.Write(m.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// relisted returns an archive whose manifest was made to fit what is in it, as a
// forger would.
func relisted(t *testing.T, members []member) []byte {
	t.Helper()
	var manifest struct {
		Files []map[string]any `json:"arquivos"`
		Form  string           `json:"formato"`
		Lot   string           `json:"lote"`
	}
	last := len(members) - 1
	if err := json.Unmarshal(members[last].text, &manifest); err != nil {
		t.Fatal(err)
	}
	manifest.Files = nil
	for _, m := range members[:last] {
		sum := sha256.Sum256(m.text)
		manifest.Files = append(manifest.Files, map[string]any{"bytes": len(m.text), "nome": m.name, "sha256": hex.EncodeToString(sum[:])})
	}
	text, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	return rezip(t, append(slices.Clone(members[:last]), member{members[last].name, text}))
}

func TestDossier(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db, "--log-origin", "dossier.example/log")
			blended(t, c)
			archive := dossierOf(t, c, "mix%20%C3%A7%C3%A3o%2F1")
			again := dossierOf(t, c, "mix%20%C3%A7%C3%A3o%2F1")
			status, personal, _, err := c.do(t.Context(), http.MethodGet, "/eudr/lote/mix%20%C3%A7%C3%A3o%2F1/dossie.zip?anexosPessoais=true", "")
			if err != nil || status != http.StatusOK {
				t.Fatalf("%d, %v", status, err)
			}
			_, checkpoint, _, err := c.do(t.Context(), http.MethodGet, "/log/checkpoint", "")
			if err != nil {
				t.Fatal(err)
			}
			stop() // no server from here on
			if !bytes.Equal(archive, again) {
				t.Errorf("two dossiers of one state differ: %d and %d bytes", len(archive), len(again))
			}
			key := logKey(t, db)
			members := unzip(t, archive)
			files := map[string]string{}
			for _, m := range members {
				files[m.name] = string(m.text)
			}
			if files["log/checkpoint.txt"] != string(checkpoint) || strings.TrimSpace(files["log/chave.txt"]) != strings.TrimSpace(key) {
				t.Errorf("log: %q, %q", files["log/checkpoint.txt"], files["log/chave.txt"])
			}
			for _, name := range []string{"geojson/parte-1.geojson", "rastreio.json", "conferencia.json", "achados.json", "balanco.json"} {
				if !json.Valid([]byte(files[name])) {
					t.Errorf("%s is not JSON: %.300s", name, files[name])
				}
			}
			if !strings.Contains(files["geojson/parte-1.geojson"], `"ProducerName":"José \"Zé\" Ção"`) || !strings.Contains(files["geojson/parte-1.geojson"], `[-45.123456,-22.000000]`) {
				t.Errorf("%s", files["geojson/parte-1.geojson"])
			}
			const holds = "holds: lot MIX ÇÃO/1, 4 plots in 1 part, "
			whole := file(t, "dossie.zip", archive)
			said(t, "as answered", []string{"verify", whole, "--key", key}, 0, holds, "")
			said(t, "with its own key", []string{"verify", whole}, 0, "checked with its own key", "")
			said(t, "what is not signed", []string{"verify", whole, "--key", key}, 0, "Not signed: what else is in rastreio.json, conferencia.json, achados.json, balanco.json, leia-read/, anexos.json.", "")
			tellsPersonal(t, archive, false, key)
			tellsPersonal(t, personal, true, key)
			named := slices.Sorted(maps.Keys(files))
			named = slices.DeleteFunc(named, func(name string) bool { return !strings.HasPrefix(name, "anexos/") })
			if !slices.Equal(named, []string{"anexos/0001 anexo.geojson", "anexos/0002 anexo.geojson", "anexos/0003 anexo.geojson", "anexos/FALTAM-MISSING-FALTAN.txt"}) || !slices.Contains(slices.Collect(maps.Values(files)), paper) {
				t.Errorf("the attached files: %v", named)
			}
			said(t, "which is printed", []string{"verify", whole}, 0, strings.TrimSpace(key), "")
			said(t, "packed again", []string{"verify", file(t, "d.zip", rezip(t, members)), "--key", key}, 0, holds, "")
			said(t, "listed again", []string{"verify", file(t, "d.zip", relisted(t, members)), "--key", key}, 0, holds, "")
			if engine.name == "sqlite" {
				tampered(t, archive, members, key)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			program := exec.CommandContext(t.Context(), self, "verify", whole, "--key", strings.TrimSpace(key))
			program.Env = append(os.Environ(), asProgram+"=1")
			if _, err := program.StdinPipe(); err != nil { // held open while it runs
				t.Fatal(err)
			}
			if out, err := program.CombinedOutput(); err != nil || !strings.Contains(string(out), holds) {
				t.Errorf("the program itself: %v, %s", err, out)
			}
		})
	}
}

// tampered changes a dossier in every way; none of the results verifies.
func tampered(t *testing.T, archive []byte, members []member, key string) {
	t.Helper()
	refused := func(what string, archive []byte, errs string) {
		t.Helper()
		said(t, what, []string{"verify", file(t, "d.zip", archive), "--key", key}, 1, "", errs)
	}
	change := func(i int, text []byte) []member {
		changed := slices.Clone(members)
		changed[i].text = text
		return changed
	}
	for i, m := range members {
		flipped := bytes.Clone(m.text)
		flipped[len(flipped)/2] ^= 1
		refused("one bit of "+m.name, rezip(t, change(i, flipped)), "does not hold: manifest: ")
		refused("without "+m.name, rezip(t, slices.Delete(slices.Clone(members), i, i+1)), "does not hold: manifest: ")
		refused("twice "+m.name, rezip(t, append(slices.Clone(members), m)), "does not hold: manifest: ")
		if i == len(members)-1 {
			break
		}
		switch { // and with a manifest made to fit
		case strings.HasPrefix(m.name, "geojson/"):
			refused("a forged "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte("-45.4"), []byte("-45.5"), 1))), "does not hold: geojson: ")
			refused("another plot in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`"Area":2.5`), []byte(`"Area":3.5`), 1))), "does not hold: geojson: ")
			refused("no "+m.name, relisted(t, slices.Delete(slices.Clone(members), i, i+1)), "does not hold: geojson: ")
		case strings.HasPrefix(m.name, "registros/"):
			refused("a forged "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`"safraId":"`), []byte(`"safraId":"x`), 1))), "does not hold: commitment: "+m.name)
			refused("no "+m.name, relisted(t, slices.Delete(slices.Clone(members), i, i+1)), "does not hold: records: ")
		case m.name == "log/checkpoint.txt":
			refused("a forged "+m.name, relisted(t, change(i, flipped)), "does not hold: signature: ")
		case m.name == "log/chave.txt":
			_, other, err := ledger.NewKey(rand.Reader, "dossier.example/log")
			if err != nil {
				t.Fatal(err)
			}
			refused("another "+m.name, relisted(t, change(i, []byte(other))), "does not hold: signature: ")
			said(t, "another key given", []string{"verify", file(t, "d.zip", archive), "--key", other}, 1, "", "does not hold: signature: ")
			said(t, "no key at all", []string{"verify", file(t, "d.zip", archive), "--key", "x"}, 1, "", "not a verifier key")
		case m.name == "rastreio.json":
			refused("another lot in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`{"lote":"MIX`), []byte(`{"lote":"MAX`), 1))), "does not hold: records: ")
			refused("a plot less in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`"papel":"talhao"`), []byte(`"papel":"caminho"`), 1))), "does not hold: records: ")
			forgedTraces(t, members, refused)
			refused("a made-up lot in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`{"codigo":"MIX`), []byte(`{"codigo":"MAX`), 1))), "which no proven record names")
			refused("a made-up harvest in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`"safras":[{"safraId":"`), []byte(`"safras":[{"safraId":"X`), 1))), "of which there is no proven record")
		case m.name == "anexos/FALTAM-MISSING-FALTAN.txt": // anexos.json in words
		case strings.HasPrefix(m.name, "anexos/"):
			refused("a forged "+m.name, relisted(t, change(i, flipped)), "does not hold: files: ")
			refused("no "+m.name, relisted(t, slices.Delete(slices.Clone(members), i, i+1)), "does not hold: files: ")
			refused("a file more than "+m.name, relisted(t, slices.Insert(slices.Clone(members), i, member{"anexos/x", []byte("x")})), "does not hold: files: ")
		case m.name == "anexos.json":
			refused("no "+m.name, relisted(t, slices.Delete(slices.Clone(members), i, i+1)), "does not hold: files: ")
			refused("none in "+m.name, relisted(t, change(i, []byte(`{"anexos":[],"haMais":false}`))), "does not hold: files: ")
			refused("another size in "+m.name, relisted(t, change(i, bytes.Replace(m.text, []byte(`"bytes":`), []byte(`"bytes":1`), 1))), "does not hold: files: ")
		case strings.HasPrefix(m.name, "LEIAME"):
			refused("another "+m.name, relisted(t, change(i, append(bytes.Clone(m.text), "\nPay here."...))), "does not hold: manifest: ")
		}
	}
	for at := 4; at < len(archive); at += max(1, len(archive)/50) {
		refused("cut short", archive[:at], "does not hold: file: ")
	}
	refused("a file more", rezip(t, append(slices.Clone(members), member{"x.txt", []byte("x")})), "does not hold: manifest: ")
	refused("nothing in it", rezip(t, []member{{"a", nil}}), "does not hold: manifest: ")
	said(t, "a store besides", []string{"verify", file(t, "d.zip", archive), "--key", key, "--db", "sqlite:x"}, 1, "", "--db goes with a store")
}

// forgedTraces says less than the records do, or more, with everything else made to fit. The error
// names the contradicting record.
func forgedTraces(t *testing.T, members []member, refused func(what string, archive []byte, errs string)) {
	t.Helper()
	at := slices.IndexFunc(members, func(m member) bool { return m.name == "rastreio.json" })
	type object = map[string]any
	for _, f := range []struct {
		name string
		do   func(told object)
		errs string
	}{
		{"a lot and its harvest left out", func(told object) {
			told["lotes"] = without(told["lotes"], "codigo", "W-1")
			told["safras"] = without(told["safras"], "safraId", "DEMO-W")
			told["registros"] = without(told["registros"], "safraId", "DEMO-W")
		}, `leads to the lot "W-1", and rastreio.json leaves it out`},
		{"a harvest left out", func(told object) {
			told["safras"] = without(told["safras"], "safraId", "DEMO-W")
		}, `says that the lot "W-1" came out of the harvest "DEMO-W", and rastreio.json leaves that harvest out`},
		{"a lot of no harvest", func(told object) {
			for _, l := range told["lotes"].([]any) {
				if l := l.(object); l["codigo"] == "W-1" {
					l["safras"] = []any{}
				}
			}
		}, `says that the lot "W-1" came out of the harvest "DEMO-W", and rastreio.json leaves that out`},
		{"a lot of another harvest too", func(told object) {
			for _, l := range told["lotes"].([]any) {
				if l := l.(object); l["codigo"] == "W-1" {
					l["safras"] = []any{"DEMO-W", "DEMO-X"}
				}
			}
		}, `rastreio.json says that the lot "W-1" came out of the harvest "DEMO-X", and no proven record does`},
		{"a lot nearer than it is", func(told object) {
			for _, l := range told["lotes"].([]any) {
				l.(object)["nivel"] = 0
			}
		}, `at step 0, and the records at 1`},
		{"the records with the plots of a harvest left out", func(told object) {
			told["registros"] = slices.DeleteFunc(told["registros"].([]any), func(r any) bool {
				return r.(object)["safraId"] == "DEMO-W" && r.(object)["papel"] == "talhao"
			})
		}, `the lots came out of the harvest "DEMO-W", and no record has a plot of it`},
		{"a plot less", func(told object) { told["talhoes"] = told["talhoes"].([]any)[1:] }, "the records"},
	} {
		var told object
		if err := json.Unmarshal(members[at].text, &told); err != nil {
			t.Fatal(err)
		}
		f.do(told)
		text, err := json.Marshal(told)
		if err != nil {
			t.Fatal(err)
		}
		kept := map[string]bool{}
		for _, r := range told["registros"].([]any) {
			kept[r.(object)["arquivo"].(string)] = true
		}
		forged := slices.Clone(members)
		forged[at].text = text
		forged = slices.DeleteFunc(forged, func(m member) bool { return strings.HasPrefix(m.name, "registros/") && !kept[m.name] })
		refused(f.name, relisted(t, forged), f.errs)
	}
}

// without returns a list without the objects that have a value.
func without(list any, name, value string) []any {
	return slices.DeleteFunc(list.([]any), func(o any) bool { return o.(map[string]any)[name] == value })
}
