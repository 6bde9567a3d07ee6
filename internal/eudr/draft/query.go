package draft

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/eudr/dds"
	"rastro/internal/trace"
)

// The names of parameters for what no record states. ParamLot is repeated for each further lot;
// ParamGroup takes reference numbers, separated by commas or repeated, or "anotadas".
const (
	ParamLot          = "lote"
	ParamActivity     = "atividade"
	ParamCountry      = "pais"
	ParamBorder       = "fronteira"
	ParamHeading      = "hs"
	ParamMass         = "quantidadeKg"
	ParamDescription  = "descricao"
	ParamReference    = "referencia"
	ParamConfidential = "confidencial"
	ParamExamined     = "conferidas"
	ParamGroup        = "agrupar"
	ParamPart         = "parte"
)

// Activities are those that a statement of goods from outside the Union can have.
var Activities = []dds.Activity{dds.Import, dds.Export}

// Read reads a query's request about a lot.
func Read(lot string, query url.Values) (*Request, error) {
	r := &Request{Lots: append([]string{lot}, query[ParamLot]...), Activity: dds.Import}
	if len(r.Lots) > MaxLots {
		return nil, trace.BadParameter(ParamLot, "1–"+strconv.Itoa(MaxLots))
	}
	if asked := dds.Activity(query.Get(ParamActivity)); asked != "" {
		if r.Activity = asked; !slices.Contains(Activities, asked) {
			return nil, trace.BadParameter(ParamActivity, string(dds.Import)+", "+string(dds.Export))
		}
	}
	for name, into := range map[string]*string{
		ParamCountry: &r.Country, ParamBorder: &r.Border, ParamHeading: &r.Heading, ParamDescription: &r.Description, ParamReference: &r.Reference,
	} {
		*into = strings.TrimSpace(query.Get(name))
	}
	r.Country, r.Border = strings.ToUpper(r.Country), strings.ToUpper(r.Border)
	for name, into := range map[string]*bool{ParamConfidential: &r.Confidential, ParamExamined: &r.Examined} {
		said, known := switches[query.Get(name)]
		if !known {
			return nil, trace.BadParameter(name, strings.Join(slices.Sorted(maps.Keys(switches))[1:], ", "))
		}
		*into = said
	}
	return r, r.numbers(query)
}

// switches are the ways to say yes or no.
var switches = map[string]bool{"": false, "sim": true, "true": true, "nao": false, "false": false}

// numbers reads the mass, the part and the numbers of earlier statements.
func (r *Request) numbers(query url.Values) error {
	if text := query.Get(ParamMass); text != "" {
		kg, err := strconv.ParseFloat(text, 64)
		if err != nil || !(kg > 0 && kg < maxKg) {
			return trace.BadParameter(ParamMass, "19200.5")
		}
		r.NetKg = kg
	}
	if query.Has(ParamPart) {
		part, err := strconv.Atoi(query.Get(ParamPart))
		if err != nil || part < 1 {
			return trace.BadParameter(ParamPart, "1, 2 …")
		}
		r.Part = part
	}
	for _, text := range query[ParamGroup] {
		for _, one := range strings.Split(text, ",") {
			reference := strings.ToUpper(strings.TrimSpace(one))
			if reference == groupNoted {
				r.GroupNoted = true
				continue
			}
			if !dds.IsReference(reference) || len(r.Group) == dds.V3.Grouped {
				return trace.BadParameter(ParamGroup, "26FRYUI34JTQKB,26FRLSCV861ZVV; anotadas")
			}
			r.Group = append(r.Group, reference)
		}
	}
	return nil
}

// groupNoted groups the statements that are noted for the lots.
const groupNoted = "ANOTADAS"

// maxKg is more than ships carry, and far less than a number in the message can hold.
const maxKg = 1e9
