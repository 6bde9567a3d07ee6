package certificate

import "rastro/internal/lang"

// words are what a certificate says apart from the state.
var words = map[string]lang.Text{
	"title": {PT: "Certificado de validação de safra", EN: "Certificate of harvest validation", ES: "Certificado de validación de cosecha"},
	"at":    {PT: "Estado em {em}, quando este documento foi emitido.", EN: "Status on {em}, when this document was issued.", ES: "Estado el {em}, cuando se emitió este documento."},
	"change": {
		PT: "O estado pode mudar depois disso, e este papel não muda com ele. Veja o atual pelo QR code ou em {link}",
		EN: "The state may change after that, and this paper does not change with it. See the present one by the QR code or at {link}",
		ES: "El estado puede cambiar después, y este papel no cambia con él. Vea el actual con el código QR o en {link}"},
	"scan":       {PT: "Leia para ver o estado atual", EN: "Scan to see the present state", ES: "Escanee para ver el estado actual"},
	"code":       {PT: "Código", EN: "Code", ES: "Código"},
	"crop":       {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"harvest":    {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"when":       {PT: "Validada em", EN: "Validated in", ES: "Validada en"},
	"until":      {PT: "Vale até", EN: "Valid until", ES: "Vale hasta"},
	"otherLots":  {PT: "Citados, de outros", EN: "Named, of others", ES: "Citados, de otros"},
	"lots":       {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"complete":   {PT: "Na validação", EN: "At validation", ES: "En la validación"},
	"share":      {PT: "{n} de {total} etapas ({percentual} %)", EN: "{n} of {total} steps ({percentual} %)", ES: "{n} de {total} etapas ({percentual} %)"},
	"records":    {PT: "Registros por fase", EN: "Records by phase", ES: "Registros por fase"},
	"check":      {PT: "Confira você mesmo", EN: "Check it yourself", ES: "Compruébelo usted mismo"},
	"hash":       {PT: "Hash da validação", EN: "Hash of the validation", ES: "Hash de la validación"},
	"root":       {PT: "Raiz do que ela cobre", EN: "Root of what it covers", ES: "Raíz de lo que cubre"},
	"log":        {PT: "Log público", EN: "Public log", ES: "Log público"},
	"checkpoint": {PT: "Estado do log", EN: "State of the log", ES: "Estado del log"},
	"tree":       {PT: "{n} entradas, raiz {raiz}", EN: "{n} entries, root {raiz}", ES: "{n} entradas, raiz {raiz}"},
	"key":        {PT: "Chave do log", EN: "Key of the log", ES: "Clave del log"},
	"earlier":    {PT: "Log anterior", EN: "Earlier log", ES: "Log anterior"},
	"continued":  {PT: "até a entrada {n}: {chave}", EN: "up to entry {n}: {chave}", ES: "hasta la entrada {n}: {chave}"},
	"step state": {PT: "1. O estado atual, calculado de novo a cada consulta:", EN: "1. The present state, recomputed on every request:", ES: "1. El estado actual, calculado de nuevo en cada consulta:"},
	"step log": {
		PT: "2. O log público, assinado: só cresce, e deve conter ao menos as entradas acima:",
		EN: "2. The public log, signed: it only grows, and must have at least the entries above:",
		ES: "2. El log público, firmado: solo crece, y debe tener al menos las entradas de arriba:"},
	"step proof": {
		PT: "3. A prova (o endereço de 1, com /prova no fim, gravado em prova.json), sem servidor e sem rede:",
		EN: "3. The proof (the address of 1 with /prova at its end, saved as prova.json), without a server or a network:",
		ES: "3. La prueba (la dirección de 1 con /prova al final, guardada en prova.json), sin servidor y sin red:"},
	"footer": {
		PT: "Feito só do que qualquer pessoa pode ver desta validação. Sem nomes nem documentos de pessoas, placas ou lavouras.",
		EN: "Contains only what anyone may see of this validation. No people's names or documents, plates or plots.",
		ES: "Hecho solo de lo que cualquiera puede ver de esta validación. Sin nombres ni documentos de personas, placas ni parcelas."},
}
