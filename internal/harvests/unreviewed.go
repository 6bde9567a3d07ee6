package harvests

import (
	"net/url"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// unreviewed says why only a harvest's name is shown.
var unreviewed = map[Unreviewed]lang.Text{
	HarvestTooLarge: {
		PT: "A safra tem mais de {max} versões de registros; peça a conferência dela em /safras/{id}/conferencia.",
		EN: "The harvest has more than {max} versions of records; ask for its review at /safras/{id}/conferencia.",
		ES: "La cosecha tiene más de {max} versiones de registros; pida su revisión en /safras/{id}/conferencia.",
	},
	HarvestPostponed: {
		PT: "Esta resposta já conferiu registros suficientes; peça a lista de novo, ou a conferência em /safras/{id}/conferencia.",
		EN: "This answer has reviewed enough records; ask for the list again, or for the review at /safras/{id}/conferencia.",
		ES: "Esta respuesta ya revisó registros suficientes; pida la lista de nuevo, o la revisión en /safras/{id}/conferencia.",
	},
	HarvestDamaged: {
		PT: "Os registros desta safra estão danificados no banco de dados. Avise quem mantém o servidor.",
		EN: "The records of this harvest are damaged in the database. Tell the server's operator.",
		ES: "Los registros de esta cosecha están dañados en la base de datos. Avise a quien mantiene el servidor.",
	},
}

// AppendSituation appends whether the harvest was reviewed, and why not, as members of an
// object.
func (c *Card) AppendSituation(dst []byte, l lang.Lang) []byte {
	if c.Unreviewed == "" {
		return append(dst, `,"situacao":"CONFERIDA","motivo":null`...)
	}
	dst = append(dst, `,"situacao":`...)
	dst = canon.AppendString(dst, string(c.Unreviewed))
	dst = append(dst, `,"motivo":`...)
	return canon.AppendString(dst, c.Reason(l))
}

// Reason says why the harvest was not reviewed; "" if it was.
func (c *Card) Reason(l lang.Lang) string {
	return unreviewed[c.Unreviewed].Fill(l, lang.Args{"max": strconv.FormatInt(c.Limit, 10), "id": url.PathEscape(c.HarvestID)})
}
