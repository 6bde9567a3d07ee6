package pagekit

import (
	"strings"

	"rastro/internal/lang"
)

var nearlyText = lang.Text{PT: "Há safra com nome quase igual: {safras}. É a mesma?", EN: "There is a harvest with nearly the same name: {safras}. Is it the same?", ES: "Hay una cosecha con un nombre casi igual: {safras}. ¿Es la misma?"}

// NearlySame names the harvests that a new one may be a slip for.
func NearlySame(like []string, l lang.Lang) string {
	return nearlyText.Fill(l, lang.Args{"safras": strings.Join(like, ", ")})
}
