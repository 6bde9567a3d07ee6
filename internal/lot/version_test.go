package lot_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// rowsOfVersion are the digests of the rows that each version of the reader makes of the
// texts below and of the golden harvests.
var rowsOfVersion = map[int]string{7: "49c6c10d506ca1916ffd6759b68583a3"}

// Stores derive their lot graph again when Version rises, and only then: rows that change
// without it stay wrong in every store, and fail 'rastro verify'.
func TestRowsChangeOnlyWithVersion(t *testing.T) {
	sum := sha256.New()
	add := func(prefix string, payload []byte) {
		reading := lot.Read(kind.ByPrefix(prefix), payload)
		rows := append(reading.Rows(), reading.Suspects()...)
		for i := range rows {
			addRow(sum, &rows[i])
		}
	}
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		add(r.Prefix, r.Payload)
	}
	for _, text := range []string{
		"A-1", "A-1, A-2", "31100002,31100001", "AB-17 50%", "AB-17 50%; AB-18 (50%)", "L1\tL2", "L1 & L2", "L1 / L2", `"L1"`, "[L1][L2]", "lote MT25-S-001 e MT25-S-002",
		"MT25-S-001 MT25-S-002", "10 t de A-1", "2025/001", "safra 2025/26", "ação-1", "A-1 a A-3", "A1;A1;a1", "L1/L2", "L1 ou L2", "1.000 kg", "Maria", "",
		"\uff28\uff27\uff21\uff13\uff13\uff0d\uff17\uff21", "HG\u041033-7A", "HGA33-\u0667A", "HGA33\u22127A", "A-1 e seguintes", "A-1, etc.", "A\ufe0f-1", "\u2116 45/2025",
		"lotes A-1 e A-2 unidos no lote M-1", "M-1 formado pelos lotes A-1 e A-2", "M-1 = A-1 60% + A-2 40%", "GAMA = ALFA + BETA", "lote A-1, segregado dos lotes B-1 e B-2",
	} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		add("/armazenamento/recebimento", fmt.Appendf(nil, `{"loteOrigem":%s}`, quoted))
		add("/processamento/processamento", fmt.Appendf(nil, `{"lote":"X-1","volume":"1 t","blendagem":%s}`, quoted))
		add("/processamento/processamento", fmt.Appendf(nil, `{"lote":%s,"volume":"1 t"}`, quoted))
		add("/armazenamento/controleQualidade", fmt.Appendf(nil, `{"identificacao":%s}`, quoted))
	}
	for _, text := range []string{"600 sacos", "meia tonelada", "36 toneladas e 500 kg", "duas carretas de 36 t", "16 % antes da secagem; 13 % depois", "1º/10/2024", "20241005", "20 t aprox.", "36 t, umidade aprox. 13%"} {
		add("/armazenamento/recebimento", fmt.Appendf(nil, `{"loteOrigem":"A-1","volume":%q,"dataHoraRecebimento":%q}`, text, text))
		add("/posColheita/beneficiamento", fmt.Appendf(nil, `{"loteEntrada":"A-1","loteSaida":"A-2","umidadeEntrada":%q,"umidadeSaida":%q}`, text, text))
	}
	for _, out := range []string{"A-1", "A-1, A-2", "A-2"} {
		add("/posColheita/beneficiamento", fmt.Appendf(nil, `{"loteEntrada":"A-1","loteSaida":%q,"pesoEntrada":38000,"pesoSaida":37000}`, out))
	}
	if got := hex.EncodeToString(sum.Sum(nil)[:16]); rowsOfVersion[lot.Version] != got {
		t.Errorf("version %d makes other rows, of digest %s: raise lot.Version and add its digest to rowsOfVersion", lot.Version, got)
	}
}

func addRow(sum hash.Hash, r *lot.Row) {
	fmt.Fprintf(sum, "%q %d %x\n", r.Lot, r.Role, r.Fact.Append(nil))
}
