package brdoc

import "strings"

// states are the codes IBGE gave them, which tax keys use as well.
const states = "11RO12AC13AM14RR15PA16AP17TO21MA22PI23CE24RN25PB26PE27AL28SE29BA31MG32ES33RJ35SP41PR42SC43RS50MS51MT52GO53DF"

// UFByCode returns the state with an IBGE code.
func UFByCode(code int) (string, bool) {
	for i := 0; i < len(states); i += 4 {
		if code == 10*int(states[i]-'0')+int(states[i+1]-'0') {
			return states[i+2 : i+4], true
		}
	}
	return "", false
}

// IsUF reports whether two capitals name a state of Brazil.
func IsUF(uf string) bool {
	_, ok := UFCode(uf)
	return ok
}

// UFCode returns the IBGE code of a state, by its two capitals.
func UFCode(uf string) (int, bool) {
	if len(uf) != 2 {
		return 0, false
	}
	for i := 0; i < len(states); i += 4 {
		if states[i+2] == uf[0] && states[i+3] == uf[1] {
			return 10*int(states[i]-'0') + int(states[i+1]-'0'), true
		}
	}
	return 0, false
}

// countries are the 249 of ISO 3166-1.
var countries = codes(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT
JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY
MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`)

// union are the members of the European Union.
var union = codes("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK")

// codeSet is a set of pairs of capitals.
type codeSet [26 * 26]bool

func codes(list string) *codeSet {
	var s codeSet
	for _, code := range strings.Fields(list) {
		s[int(code[0]-'A')*26+int(code[1]-'A')] = true
	}
	return &s
}

func (s *codeSet) has(code string) bool {
	return len(code) == 2 && class[code[0]] == upper && class[code[1]] == upper && s[int(code[0]-'A')*26+int(code[1]-'A')]
}

// IsCountry reports whether two capitals are a country's code.
func IsCountry(code string) bool { return countries.has(code) }

// InEU reports whether two capitals are the code of a member of the European Union.
func InEU(code string) bool { return union.has(code) }

// ports are the places soy and coffee leave from and go to.
var ports = map[string]string{
	"BRSSZ": "Santos", "BRPNG": "Paranaguá", "BRANT": "Antonina", "BRIQI": "Itaqui", "BRITJ": "Itajaí", "BRNVT": "Navegantes",
	"BRPEC": "Pecém", "BRSSA": "Salvador", "BRBEL": "Belém", "BRMAO": "Manaus", "BRRIG": "Rio Grande", "BRSFS": "São Francisco do Sul",
	"BRVIX": "Vitória", "BRRIO": "Rio de Janeiro", "BRSTM": "Santarém", "BRVLC": "Vila do Conde",
	"NLRTM": "Rotterdam", "NLAMS": "Amsterdam", "BEANR": "Antwerpen", "DEHAM": "Hamburg", "DEBRE": "Bremen",
	"ESBCN": "Barcelona", "ITTRS": "Trieste", "FRLEH": "Le Havre",
}

// Port returns the name of a UN/LOCODE, for the ports of this trade. A code that is
// not here may well exist.
func Port(locode string) (string, bool) {
	name, ok := ports[locode]
	return name, ok
}
