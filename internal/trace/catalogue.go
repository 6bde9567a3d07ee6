package trace

import (
	"io"
	"strconv"
	"time"

	"rastro/internal/kind"
)

// maxCatalogue bounds the catalogue, which is read whole.
const maxCatalogue = 10_000

// optional are the record numbers a harvest may do without, per crop. Crops
// that are not named follow soy.
var optional = map[Crop]map[string]bool{
	Soy:    {"04": true, "10": true, "19": true, "21": true, "28": true},
	Coffee: {"19": true, "21": true, "28": true},
}

// notes are what the catalogue says of a step, per crop and record number.
var notes = map[Crop]map[string]string{
	Soy: {
		"01": "polígono e CAR",
		"03": "dessecação antes do plantio ou da colheita",
		"10": "só quando a umidade passa de 14 % ou há sujeira",
		"16": "silo",
		"18": "IN MAPA 11/2007",
		"19": "esmagamento",
		"25": "DU-E, LPCO",
		"26": "declaração de não OGM, quando alegada",
	},
	Coffee: {
		"01": "polígono e CAR",
		"02": "data = ano de implantação da lavoura",
		"04": "colheita manual",
		"16": "armazém de sacaria",
		"18": "COB, IN MAPA 8/2003",
		"19": "rebenefício, torra, solúvel",
		"25": "DU-E, LPCO",
		"26": "certificado OIC (ICO)",
	},
}

// defaultCatalogue is what a new store is filled with: every record kind as a
// step of every crop.
func defaultCatalogue(now time.Time, random io.Reader) ([]CropPhase, error) {
	var all []CropPhase
	for _, crop := range Crops {
		model := crop
		if optional[crop] == nil {
			model = Soy
		}
		for _, k := range kind.All {
			id, err := NewID(now, string(crop), random)
			if err != nil {
				return nil, err
			}
			phase, _ := kind.PhaseByCode(k.Phase)
			order, err := strconv.Atoi(k.Number)
			if err != nil {
				order = int(k.Code) // the validation has no number and comes last
			}
			all = append(all, CropPhase{
				ID: id, Cultura: crop, Etapa: k.Phase, EtapaNome: phase.Title.PT, Nome: k.Name, Descricao: notes[crop][k.Number],
				Ordem: order, TipoRegistro: k.Name, NumeroRegistro: k.Number, Obrigatoria: !optional[model][k.Number],
				Ativo: true, Version: 1, CriadoEm: now, AtualizadoEm: now,
			})
		}
	}
	return all, nil
}
