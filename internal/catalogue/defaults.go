package catalogue

import (
	"io"
	"strconv"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// optional are the record numbers a harvest may do without, per crop. Crops
// that are not named follow soy.
var optional = map[trace.Crop]map[string]bool{
	trace.Soy:    {"04": true, "10": true, "19": true, "21": true, "28": true},
	trace.Coffee: {"19": true, "21": true, "28": true},
}

// notes are the catalogue's remarks on a step, per crop and record number.
var notes = map[trace.Crop]map[string]string{
	trace.Soy: {
		"01": "polígono e CAR",
		"03": "dessecação antes do plantio ou da colheita",
		"10": "só quando a umidade passa de 14 % ou há sujeira",
		"16": "silo",
		"18": "IN MAPA 11/2007",
		"19": "esmagamento",
		"25": "DU-E, LPCO",
		"26": "declaração de não OGM, quando alegada",
	},
	trace.Coffee: {
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

// Default returns what a new store is filled with: every record kind as a
// step of every crop.
func Default(now time.Time, random io.Reader) ([]trace.CropPhase, error) {
	var all []trace.CropPhase
	for _, crop := range trace.Crops {
		model := crop
		if optional[crop] == nil {
			model = trace.Soy
		}
		for _, k := range kind.All {
			id, err := trace.NewID(now, string(crop), random)
			if err != nil {
				return nil, err
			}
			phase, _ := kind.PhaseByCode(k.Phase)
			order, err := strconv.Atoi(k.Number)
			if err != nil {
				order = int(k.Code) // the validation has no number and comes last
			}
			all = append(all, trace.CropPhase{
				ID: id, Crop: crop, Stage: k.Phase, StageName: phase.Title.PT, Name: k.Name, Description: notes[crop][k.Number],
				Order: order, KindName: k.Name, KindNumber: k.Number, Required: !optional[model][k.Number],
				Active: true, Version: 1, CreatedAt: now, UpdatedAt: now,
			})
		}
	}
	return all, nil
}
