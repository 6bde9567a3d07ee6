package grade

import (
	"math"
	"strconv"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/lang"
)

// headings map the first digits of an NCM to crops, except for soy and coffee, which brdoc has in
// full.
var headings = map[string]crop.Crop{
	"1005": "MILHO", "1102200": "MILHO", "5201": "ALGODAO", "5202": "ALGODAO", "5203": "ALGODAO", "12072": "ALGODAO",
	"121293": "CANA_DE_ACUCAR", "1701": "CANA_DE_ACUCAR", "1001": "TRIGO", "1101": "TRIGO", "1006": "ARROZ", "07133": "FEIJAO",
	"1007": "SORGO", "1202": "AMENDOIM", "1206": "GIRASSOL", "120740": "GERGELIM", "1205": "CANOLA", "1004": "AVEIA",
	"1003": "CEVADA", "1002": "CENTEIO", "100860": "TRITICALE", "12073": "MAMONA", "071410": "MANDIOCA", "0701": "BATATA",
	"1801": "CACAU", "1802": "CACAU", "080510": "LARANJA", "0806": "UVA", "0803": "BANANA", "080810": "MACA",
	"2401": "FUMO", "0903": "ERVA_MATE", "12071": "DENDE", "1511": "DENDE", "4001": "SERINGUEIRA", "0904": "PIMENTA_DO_REINO",
	"08013": "CASTANHA_DE_CAJU",
}

// CropOf returns the crop to which goods belong by their NCM; "" for other goods, such as inputs.
func CropOf(ncm string) crop.Crop {
	ncm = strings.ReplaceAll(ncm, ".", "")
	if g, ok := brdoc.Goods(ncm); ok {
		return crop.Crop(g.Crop)
	}
	for n := min(len(ncm), 7); n >= 4; n-- {
		if c, ok := headings[ncm[:n]]; ok {
			return c
		}
	}
	switch { // codes that are not, or no longer, in the table of goods
	case strings.HasPrefix(ncm, "1201"):
		return crop.Soy
	case strings.HasPrefix(ncm, "0901"):
		return crop.Coffee
	}
	return ""
}

// goods compares the items with the crop of the harvest.
func (r *Report) goods(d *fiscal.Document, of crop.Crop) {
	if of == "" || of == crop.Other || len(d.Items) == 0 {
		return
	}
	ours, others := false, 0
	for _, item := range d.Items {
		c := CropOf(item.NCM)
		ours = ours || c == of
		if c != "" && c != of {
			if others++; others <= maxItems {
				r.find(found.OtherCrop, "item", item.Number, "ncm", item.NCM, "outra", c.Name(), "cultura", of.Name())
			}
		}
	}
	if !ours && others == 0 {
		r.find(found.NoCrop, "cultura", of.Name())
	}
}

// maxItems is how many items of one invoice a rule names.
const maxItems = 5

// direction compares each CFOP with the invoice's own data. The first digit gives the direction (1,
// 2, 3 in; 5, 6, 7 out) and the reach: within the state, between states, abroad.
func (r *Report) direction(d *fiscal.Document) {
	told := 0
	for _, item := range d.Items {
		if len(item.CFOP) != 4 || told == maxItems {
			continue
		}
		if why, ok := contradicts(item.CFOP[0], d); ok {
			told++
			r.find(found.WrongWay, "cfop", item.CFOP, "item", item.Number, "motivo", why)
		}
	}
}

var (
	whyIn     = lang.Text{PT: "é de entrada, e a nota é de saída", EN: "it is for goods coming in, and the invoice is for goods going out", ES: "es de entrada, y la factura es de salida"}
	whyOut    = lang.Text{PT: "é de saída, e a nota é de entrada", EN: "it is for goods going out, and the invoice is for goods coming in", ES: "es de salida, y la factura es de entrada"}
	whyReach  = lang.Text{PT: "o destino da operação, na nota, é outro", EN: "the destination that the invoice states is another", ES: "el destino de la operación, en la factura, es otro"}
	whyInland = lang.Text{PT: "é de exportação, e o destinatário é do Brasil", EN: "it is for exports, and the recipient is in Brazil", ES: "es de exportación, y el destinatario es de Brasil"}
)

func contradicts(first byte, d *fiscal.Document) (lang.Text, bool) {
	in, out := first >= '1' && first <= '3', first >= '5' && first <= '7'
	reach := map[byte]string{'1': "1", '5': "1", '2': "2", '6': "2", '3': "3", '7': "3"}[first]
	h := &d.Header
	switch {
	case in && h.Direction == "1":
		return whyIn, true
	case out && h.Direction == "0":
		return whyOut, true
	case first == '7' && d.Recipient.UF != "" && d.Recipient.UF != "EX":
		return whyInland, true
	case reach != "" && h.Reach != "" && h.Reach != reach:
		return whyReach, true
	}
	return lang.Text{}, false
}

// tolerance is the accepted difference between two weights of the same goods.
const tolerance = 0.01

// weight compares the mass of the items with the net weight in transport.
func (r *Report) weight(d *fiscal.Document) {
	items, ok := d.Kilos()
	net, stated := d.NetWeight()
	switch {
	case !ok || !stated || items == 0 || Near(items, net):
	case Near(items, net*1000):
		r.find(found.InTonnes, "transporte", written(net))
	default:
		r.find(found.OtherWeight, "itens", written(items), "transporte", written(net))
	}
}

// Near reports whether two weights may be of the same goods.
func Near(a, b float64) bool { return math.Abs(a-b) <= tolerance*math.Max(a, b) }

// written returns a number as messages have it, with three decimals at most.
func written(v float64) lang.Text {
	plain := strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
	comma := strings.ReplaceAll(plain, ".", ",")
	return lang.Text{PT: comma, EN: plain, ES: comma}
}

// lots compares the sum of an item's lots with its quantity.
func (r *Report) lots(d *fiscal.Document) {
	told := 0
	for _, item := range d.Items {
		quantity, ok := item.Quantity.Float()
		sum := 0.0
		for _, lot := range item.Lots {
			q, read := lot.Quantity.Float()
			sum, ok = sum+q, ok && read
		}
		// Quantities of lots have three decimals, those of items four.
		slack := 0.001 * float64(len(item.Lots))
		if !ok || len(item.Lots) == 0 || math.Abs(sum-quantity) <= slack+1e-9 || told == maxItems {
			continue
		}
		told++
		r.find(found.OtherLots, "item", item.Number, "lotes", written(sum), "quantidade", written(quantity))
	}
}
