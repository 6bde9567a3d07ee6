package certificate

import "rastro/internal/lang"

// words are a certificate's texts apart from the state.
var words = map[string]lang.Text{
	"title": {PT: "Certificado de validação de safra", EN: "Certificate of harvest validation", ES: "Certificado de validación de cosecha", More: &lang.More{DE: "Zertifikat der Erntebestätigung", NL: "Certificaat van oogstvalidatie", FR: "Certificat de validation de récolte", IT: "Certificato di convalida del raccolto"}},
	"at":    {PT: "Estado em {em}, quando este documento foi emitido.", EN: "Status on {em}, when this document was issued.", ES: "Estado el {em}, cuando se emitió este documento.", More: &lang.More{DE: "Stand am {em}, als dieses Dokument ausgestellt wurde.", NL: "Stand op {em}, toen dit document werd afgegeven.", FR: "État le {em}, lors de l’émission de ce document.", IT: "Stato il {em}, quando è stato emesso questo documento."}},
	"change": {
		PT:   "O estado pode mudar depois disso, e este papel não muda com ele. Veja o atual pelo QR code ou em {link}",
		EN:   "The status may change after that, and this paper does not change with it. See the current one with the QR code or at {link}",
		ES:   "El estado puede cambiar después, y este papel no cambia con él. Vea el actual con el código QR o en {link}",
		More: &lang.More{DE: "Der Stand kann sich danach ändern, dieses Papier ändert sich nicht mit. Den aktuellen sehen Sie über den QR-Code oder unter {link}", NL: "De stand kan daarna veranderen, en dit papier verandert niet mee. Zie de huidige via de QR-code of op {link}", FR: "L’état peut changer ensuite, et ce papier ne change pas avec lui. Voyez l’état actuel par le QR code ou sur {link}", IT: "Lo stato può cambiare in seguito, e questa carta non cambia con esso. Quello attuale si vede con il codice QR o su {link}"}},
	"scan":       {PT: "Escaneie para ver o estado atual", EN: "Scan to see the current status", ES: "Escanee para ver el estado actual", More: &lang.More{DE: "Scannen für den aktuellen Stand", NL: "Scan voor de huidige stand", FR: "Scanner pour voir l’état actuel", IT: "Scansionare per lo stato attuale"}},
	"code":       {PT: "Código", EN: "Code", ES: "Código", More: &lang.More{DE: "Code", NL: "Code", FR: "Code", IT: "Codice"}},
	"crop":       {PT: "Cultura", EN: "Crop", ES: "Cultivo", More: &lang.More{DE: "Kultur", NL: "Gewas", FR: "Culture", IT: "Coltura"}},
	"harvest":    {PT: "Safra", EN: "Harvest", ES: "Cosecha", More: &lang.More{DE: "Ernte", NL: "Oogst", FR: "Récolte", IT: "Raccolto"}},
	"when":       {PT: "Validada em", EN: "Validated in", ES: "Validada en", More: &lang.More{DE: "Bestätigt im", NL: "Gevalideerd in", FR: "Validée en", IT: "Convalidata nel"}},
	"origin":     {PT: "Origem", EN: "Origin", ES: "Origen", More: &lang.More{DE: "Herkunft", NL: "Herkomst", FR: "Origine", IT: "Origine"}},
	"statements": {PT: "Referência UE", EN: "EU reference", ES: "Referencia UE", More: &lang.More{DE: "EU-Referenz", NL: "EU-referentie", FR: "Référence UE", IT: "Riferimento UE"}},
	"until":      {PT: "Vale até", EN: "Valid until", ES: "Vale hasta", More: &lang.More{DE: "Gültig bis", NL: "Geldig tot", FR: "Valable jusqu’à", IT: "Valida fino a"}},
	"otherLots":  {PT: "Lotes de terceiros", EN: "Others' lots", ES: "Lotes de terceros", More: &lang.More{DE: "Von anderen", NL: "Van anderen", FR: "Cités, de tiers", IT: "Citati, di altri"}},
	"lots":       {PT: "Lotes", EN: "Lots", ES: "Lotes", More: &lang.More{DE: "Partien", NL: "Partijen", FR: "Lots", IT: "Lotti"}},
	"complete":   {PT: "Na validação", EN: "At validation", ES: "En la validación", More: &lang.More{DE: "Bei der Bestätigung", NL: "Bij de validatie", FR: "À la validation", IT: "Alla convalida"}},
	"share":      {PT: "{n} de {total} etapas ({percentual} %)", EN: "{n} of {total} steps ({percentual} %)", ES: "{n} de {total} etapas ({percentual} %)", More: &lang.More{DE: "{n} von {total} Schritten ({percentual} %)", NL: "{n} van {total} stappen ({percentual} %)", FR: "{n} étapes sur {total} ({percentual} %)", IT: "{n} fasi su {total} ({percentual} %)"}},
	"records":    {PT: "Registros por fase", EN: "Records by phase", ES: "Registros por fase", More: &lang.More{DE: "Einträge nach Phase", NL: "Registraties per fase", FR: "Enregistrements par phase", IT: "Registrazioni per fase"}},
	"check":      {PT: "Confira você mesmo", EN: "Check it yourself", ES: "Compruébelo usted mismo", More: &lang.More{DE: "Prüfen Sie selbst", NL: "Controleer het zelf", FR: "Vérifiez vous-même", IT: "Verificate voi stessi"}},
	"hash":       {PT: "Hash da validação", EN: "Hash of the validation", ES: "Hash de la validación", More: &lang.More{DE: "Hash der Bestätigung", NL: "Hash van de validatie", FR: "Hash de la validation", IT: "Hash della convalida"}},
	"root":       {PT: "Raiz do que ela cobre", EN: "Root of what it covers", ES: "Raíz de lo que cubre", More: &lang.More{DE: "Wurzel des Umfangs", NL: "Wortel van de inhoud", FR: "Racine de ce qu’elle couvre", IT: "Radice di ciò che copre"}},
	"log":        {PT: "Log público", EN: "Public log", ES: "Log público", More: &lang.More{DE: "Öffentliches Log", NL: "Openbaar log", FR: "Journal public", IT: "Registro pubblico"}},
	"checkpoint": {PT: "Estado do log", EN: "State of the log", ES: "Estado del log", More: &lang.More{DE: "Stand des Logs", NL: "Stand van het log", FR: "État du journal", IT: "Stato del registro"}},
	"tree":       {PT: "{n} entradas, raiz {raiz}", EN: "{n} entries, root {raiz}", ES: "{n} entradas, raiz {raiz}", More: &lang.More{DE: "{n} Einträge, Wurzel {raiz}", NL: "{n} vermeldingen, wortel {raiz}", FR: "{n} entrées, racine {raiz}", IT: "{n} voci, radice {raiz}"}},
	"key":        {PT: "Chave do log", EN: "Key of the log", ES: "Clave del log", More: &lang.More{DE: "Schlüssel des Logs", NL: "Sleutel van het log", FR: "Clé du journal", IT: "Chiave del registro"}},
	"earlier":    {PT: "Log anterior", EN: "Earlier log", ES: "Log anterior", More: &lang.More{DE: "Früheres Log", NL: "Eerder log", FR: "Journal précédent", IT: "Registro precedente"}},
	"continued":  {PT: "até a entrada {n}: {chave}", EN: "up to entry {n}: {chave}", ES: "hasta la entrada {n}: {chave}", More: &lang.More{DE: "bis Eintrag {n}: {chave}", NL: "tot vermelding {n}: {chave}", FR: "jusqu’à l’entrée {n} : {chave}", IT: "fino alla voce {n}: {chave}"}},
	"step state": {PT: "1. O estado atual, calculado de novo a cada consulta:", EN: "1. The current status, recomputed on every request:", ES: "1. El estado actual, calculado de nuevo en cada consulta:", More: &lang.More{DE: "1. Der aktuelle Stand, bei jeder Abfrage neu berechnet:", NL: "1. De huidige stand, bij elk verzoek opnieuw berekend:", FR: "1. L’état actuel, recalculé à chaque demande :", IT: "1. Lo stato attuale, ricalcolato a ogni richiesta:"}},
	"step log": {
		PT:   "2. O log público, assinado: só cresce, e deve conter ao menos as entradas acima:",
		EN:   "2. The public log, signed: it only grows, and must have at least the entries above:",
		ES:   "2. El log público, firmado: solo crece, y debe tener al menos las entradas de arriba:",
		More: &lang.More{DE: "2. Das öffentliche Log, signiert: Es wächst nur und muss mindestens die obigen Einträge haben:", NL: "2. Het openbare log, ondertekend: het groeit alleen en moet minstens de vermeldingen hierboven hebben:", FR: "2. Le journal public, signé : il ne fait que grandir et doit avoir au moins les entrées ci-dessus :", IT: "2. Il registro pubblico, firmato: cresce soltanto e deve avere almeno le voci sopra:"}},
	"step proof": {
		PT:   "3. A prova (o endereço de 1, com /prova no fim, gravado em prova.json), sem servidor e sem rede:",
		EN:   "3. The proof (the address of 1 with /prova at its end, saved as prova.json), without a server or a network:",
		ES:   "3. La prueba (la dirección de 1 con /prova al final, guardada en prova.json), sin servidor y sin red:",
		More: &lang.More{DE: "3. Der Nachweis (die Adresse aus 1 mit /prova am Ende, gespeichert als prova.json), ohne Server und ohne Netz:", NL: "3. Het bewijs (het adres van 1 met /prova erachter, opgeslagen als prova.json), zonder server en zonder netwerk:", FR: "3. La preuve (l’adresse de 1 suivie de /prova, enregistrée dans prova.json), sans serveur ni réseau :", IT: "3. La prova (l’indirizzo del punto 1 con /prova alla fine, salvata come prova.json), senza server e senza rete:"}},
	"footer": {
		PT:   "Feito só com o que qualquer pessoa pode ver desta validação. Sem nomes nem documentos de pessoas, placas ou lavouras.",
		EN:   "Contains only what anyone may see of this validation. No people's names or documents, plates or plots.",
		ES:   "Hecho solo con lo que cualquiera puede ver de esta validación. Sin nombres ni documentos de personas, placas ni parcelas.",
		More: &lang.More{DE: "Enthält nur, was jeder von dieser Bestätigung sehen darf. Keine Namen oder Ausweise von Personen, Kennzeichen oder Flächen.", NL: "Bevat alleen wat iedereen van deze validatie mag zien. Geen namen of documenten van personen, kentekens of percelen.", FR: "Ne contient que ce que chacun peut voir de cette validation. Ni noms ni documents de personnes, ni plaques, ni parcelles.", IT: "Contiene solo ciò che chiunque può vedere di questa convalida. Nessun nome o documento di persone, targa o appezzamento."}},
}
