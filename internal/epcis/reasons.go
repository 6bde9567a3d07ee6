package epcis

import (
	"rastro/internal/canon"
	"rastro/internal/lang"
)

// reasons explain why a text is not readable JSON.
var reasons = map[canon.Reason]lang.Text{
	canon.Empty:        {PT: "está vazio", EN: "it is empty", ES: "está vacío"},
	canon.InvalidUTF8:  {PT: "não está em UTF-8", EN: "it is not in UTF-8", ES: "no está en UTF-8"},
	canon.Truncated:    {PT: "acaba antes do fim", EN: "it ends too early", ES: "termina antes del final"},
	canon.DuplicateKey: {PT: "um objeto tem o mesmo nome duas vezes", EN: "an object has the same name twice", ES: "un objeto tiene el mismo nombre dos veces"},
	canon.NotJSON:      {PT: "não é JSON", EN: "it is not JSON", ES: "no es JSON"},
	canon.TooDeep:      {PT: "tem valores demais um dentro do outro", EN: "too many values are inside each other", ES: "tiene demasiados valores uno dentro de otro"},
	canon.NUL:          {PT: "um texto tem o caractere NUL", EN: "a text has the character NUL", ES: "un texto tiene el carácter NUL"},
	canon.TwoValues:    {PT: "há mais de um documento no mesmo texto", EN: "there is more than one document in the text", ES: "hay más de un documento en el mismo texto"},
}
