package web

import (
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// stateTexts say a state to a stranger: its name, and what it means.
var stateTexts = map[trace.State][2]lang.Text{
	trace.Valid: {
		{PT: "Válida", EN: "Valid", ES: "Válida"},
		{PT: "Os registros desta safra estão como foram validados.", EN: "The records of this harvest are as they were validated.", ES: "Los registros de esta cosecha están como fueron validados."}},
	trace.Altered: {
		{PT: "Alterada depois da validação", EN: "Changed since its validation", ES: "Modificada después de la validación"},
		{PT: "Há registros incluídos, alterados ou excluídos depois da validação.", EN: "Records were added, changed or deleted after the validation.", ES: "Hay registros agregados, modificados o eliminados después de la validación."}},
	trace.Tampered: {
		{PT: "Adulterada", EN: "Tampered with", ES: "Adulterada"},
		{PT: "O que está guardado não confere com o que foi registrado. Não confie nestes dados.", EN: "What is stored does not match what was recorded. Do not trust this data.", ES: "Lo guardado no coincide con lo registrado. No confíe en estos datos."}},
	trace.Refused: {
		{PT: "Não aprovada", EN: "Not approved", ES: "No aprobada"},
		{PT: "O responsável não aprovou a safra, ou havia erros sem justificativa.", EN: "The person responsible did not approve the harvest, or it had errors without a reason.", ES: "El responsable no aprobó la cosecha, o había errores sin justificación."}},
	trace.Expired: {
		{PT: "Vencida", EN: "Expired", ES: "Vencida"},
		{PT: "O prazo desta validação terminou.", EN: "This validation has expired.", ES: "El plazo de esta validación terminó."}},
	trace.Revoked: {
		{PT: "Revogada", EN: "Revoked", ES: "Revocada"},
		{PT: "Quem validou retirou esta validação.", EN: "The validator withdrew this validation.", ES: "Quien validó retiró esta validación."}},
}

// publicTexts are the other words of the page of a validation.
var publicTexts = map[string]lang.Text{
	"title":       {PT: "Validação de safra", EN: "Harvest validation", ES: "Validación de cosecha"},
	"certificate": {PT: "Certificado de validação de safra", EN: "Certificate of harvest validation", ES: "Certificado de validación de cosecha"},
	"language":    {PT: "Idioma", EN: "Language", ES: "Idioma"},
	"skip":        {PT: "Ir para o conteúdo", EN: "Skip to the content", ES: "Ir al contenido"},
	"home":        {PT: "Início", EN: "Home", ES: "Inicio"},
	"gaps.steps": {PT: "Os registros estão como foram validados, mas a safra não está completa.", EN: "The records are as they were validated, but the harvest is not complete.",
		ES: "Los registros están como fueron validados, pero la cosecha no está completa."},
	"gaps.errors": {PT: "Os registros estão como foram validados, mas a conferência achou erros.", EN: "The records are as they were validated, but the checks found errors.",
		ES: "Los registros están como fueron validados, pero la revisión encontró errores."},
	"gaps.both": {PT: "Os registros estão como foram validados, mas a safra não está completa e tem erros.", EN: "The records are as they were validated, but the harvest is not complete and has errors.",
		ES: "Los registros están como fueron validados, pero la cosecha no está completa y tiene errores."},
	"overruled": {PT: "Válida, mas a validação mais nova não foi aprovada", EN: "Valid, but the newer validation was not approved", ES: "Válida, pero la validación más nueva no fue aprobada"},
	"standingApproved": {PT: "A validação mais nova desta safra que não foi retirada é a {codigo}, de {mes}: aprovada.", EN: "The newest validation of this harvest that was not withdrawn is {codigo}, of {mes}: approved.",
		ES: "La validación más nueva de esta cosecha que no fue retirada es la {codigo}, de {mes}: aprobada."},
	"standingRefused": {PT: "A validação mais nova desta safra que não foi retirada é a {codigo}, de {mes}: não aprovada.", EN: "The newest validation of this harvest that was not withdrawn is {codigo}, of {mes}: not approved.",
		ES: "La validación más nueva de esta cosecha que no fue retirada es la {codigo}, de {mes}: no aprobada."},
	"seeStanding":   {PT: "Ver essa validação", EN: "See that validation", ES: "Ver esa validación"},
	"newerApproved": {PT: "Há uma validação mais nova desta safra, de {mes}: aprovada.", EN: "This harvest has a newer validation, of {mes}: approved.", ES: "Hay una validación más nueva de esta cosecha, de {mes}: aprobada."},
	"newerRefused":  {PT: "Há uma validação mais nova desta safra, de {mes}: não aprovada.", EN: "This harvest has a newer validation, of {mes}: not approved.", ES: "Hay una validación más nueva de esta cosecha, de {mes}: no aprobada."},
	"newer":         {PT: "Ver a validação mais nova", EN: "See the newer validation", ES: "Ver la validación más nueva"},
	"checked":       {PT: "Conferida em {quando}, registro por registro.", EN: "Checked on {quando}, record by record.", ES: "Comprobada el {quando}, registro por registro."},
	"documents":     {PT: "{n} {n|anexado|anexados} aos registros; só quem tem acesso à safra {n|o|os} abre", EN: "{n} attached to the records; only those with access to the harvest can open {n|it|them}", ES: "{n} {n|adjunto|adjuntos} a los registros; solo quien tiene acceso a la cosecha {n|lo|los} abre"},
	"statements":    {PT: "Declaração à UE (EUDR)", EN: "Statement to the EU (EUDR)", ES: "Declaración a la UE (EUDR)"},
	"documentsName": {PT: "Documentos", EN: "Documents", ES: "Documentos"},
	"divergences":   {PT: "Registros que diferem do que foi validado: {n}.", EN: "Records that differ from what was validated: {n}.", ES: "Registros que difieren de lo validado: {n}."},
	"overridden": {PT: "A conferência achou erros ({n}), e quem validou aprovou mesmo assim:", EN: "The checks found errors ({n}), and the validator approved it all the same:",
		ES: "La revisión encontró errores ({n}) y quien validó aprobó de todos modos:"},
	"because": {PT: "A conferência achou erros ({n}) que ninguém justificou.", EN: "The checks found errors ({n}) without a stated reason.", ES: "La revisión encontró errores ({n}) que nadie justificó."},

	"product":   {PT: "Produto e safra", EN: "Product and harvest", ES: "Producto y cosecha"},
	"code":      {PT: "Código", EN: "Code", ES: "Código"},
	"crop":      {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"harvest":   {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"origin":    {PT: "Origem", EN: "Origin", ES: "Origen"},
	"otherLots": {PT: "Lotes citados, de outra parte", EN: "Lots named, of another party", ES: "Lotes citados, de otra parte"},
	"lots":      {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"until":     {PT: "Vale até", EN: "Valid until", ES: "Vale hasta"},
	"complete":  {PT: "Etapas na validação", EN: "Steps at validation", ES: "Etapas en la validación"},
	"of":        {PT: "{presentes} de {total} ({percentual} %), em {mes}", EN: "{presentes} of {total} ({percentual} %), in {mes}", ES: "{presentes} de {total} ({percentual} %), en {mes}"},
	"checks":    {PT: "Conferência na validação", EN: "Checks at validation", ES: "Revisión en la validación"},
	"reason":    {PT: "Por que vale apesar dos erros, segundo quem validou", EN: "Why it is valid despite the errors, as stated by the validator", ES: "Por qué vale a pesar de los errores, según quien validó"},

	"story":   {PT: "Do campo ao destino", EN: "From the field to its destination", ES: "Del campo al destino"},
	"record":  {PT: "1 registro", EN: "1 record", ES: "1 registro"},
	"records": {PT: "{n} registros", EN: "{n} records", ES: "{n} registros"},

	"where":   {PT: "Onde foi produzida", EN: "Where it was grown", ES: "Dónde se produjo"},
	"map":     {PT: "Mapa do Brasil com {lugar} assinalado", EN: "Map of Brazil with {lugar} marked", ES: "Mapa de Brasil con {lugar} señalado"},
	"mapPlot": {PT: "Mapa do Brasil com o lugar aproximado do talhão", EN: "Map of Brazil with the approximate place of the plot", ES: "Mapa de Brasil con el lugar aproximado de la parcela"},
	"plots": {PT: "Talhão perto de {onde} (arredondado a cerca de 1 km, como pede a LGPD).", EN: "Plot near {onde} (rounded to about 1 km, for privacy).",
		ES: "Parcela cerca de {onde} (redondeado a cerca de 1 km, por privacidad)."},
	"manyPlots": {PT: "{n} talhões, os pontos do mapa (arredondados a cerca de 1 km, como pede a LGPD).", EN: "{n} plots, the dots on the map (rounded to about 1 km, for privacy).",
		ES: "{n} parcelas, los puntos del mapa (redondeados a cerca de 1 km, por privacidad)."},
	"nowhere": {PT: "O lugar não está nos registros.", EN: "The place is not in the records.", ES: "El lugar no está en los registros."},

	"chain":     {PT: "Caminho dos lotes", EN: "Path of the lots", ES: "Recorrido de los lotes"},
	"field":     {PT: "Campo", EN: "Field", ES: "Campo"},
	"noLots":    {PT: "Nenhum lote foi registrado.", EN: "No lot was recorded.", ES: "No se registró ningún lote."},
	"moreLots":  {PT: "e mais {n} lotes", EN: "and {n} more lots", ES: "y {n} lotes más"},
	"madeOf":    {PT: "{lote}: feito de {de}", EN: "{lote}: made of {de}", ES: "{lote}: hecho de {de}"},
	"ofOther":   {PT: "lote de outra parte", EN: "lot of another party", ES: "lote de otra parte"},
	"isOfOther": {PT: "{lote}: lote de outra parte, citado aqui", EN: "{lote}: lot of another party, named here", ES: "{lote}: lote de otra parte, citado aquí"},
	"goesTo":    {PT: "{lote}: embarcado para {para}", EN: "{lote}: shipped to {para}", ES: "{lote}: embarcado hacia {para}"},

	"missing":      {PT: "O que se pede hoje e não está registrado", EN: "What is asked today and not recorded", ES: "Lo que se pide hoy y no está registrado"},
	"nothing":      {PT: "Não falta nenhum registro exigido.", EN: "No required record is missing.", ES: "No falta ningún registro exigido."},
	"notTold":      {PT: "Nomes e documentos de pessoas e o lugar exato nunca aparecem aqui (LGPD).", EN: "People's names and documents and the exact place are never shown here (data protection).", ES: "Los nombres y documentos de personas y el lugar exacto nunca aparecen aquí (protección de datos)."},
	"who":          {PT: "Quem validou, e quando", EN: "Who validated it, and when", ES: "Quién validó, y cuándo"},
	"validator":    {PT: "Validada em {mes} por quem tem chave de escrita em {log}.", EN: "Validated in {mes} by a holder of a writing key at {log}.", ES: "Validada en {mes} por quien tiene clave de escritura en {log}."},
	"personHidden": {PT: "O nome da pessoa está no registro, não nesta página.", EN: "The person's name is in the record, not on this page.", ES: "El nombre de la persona está en el registro, no en esta página."},
	"nameHidden":   {PT: "O nome está no registro, não nesta página.", EN: "The name is in the record, not on this page.", ES: "El nombre está en el registro, no en esta página."},

	"check": {PT: "Confira você mesmo", EN: "Check it yourself", ES: "Compruébelo usted mismo"},
	"how": {PT: "O log público só cresce e é assinado. A prova mostra que esta validação está nele; não é preciso usar este servidor para conferi-la.",
		EN: "The public log only grows, and is signed. The proof shows that this validation is in it; you do not need this server to check it.",
		ES: "El log público solo crece y está firmado. La prueba muestra que esta validación está en él; no hace falta usar este servidor para comprobarla."},
	"verify":     {PT: "Conferir a prova no navegador", EN: "Check the proof in the browser", ES: "Verificar la prueba en el navegador"},
	"proof":      {PT: "Baixar a prova", EN: "Download the proof", ES: "Descargar la prueba"},
	"waiting":    {PT: "A prova estará aqui em um segundo: recarregue a página.", EN: "The proof will be here in a second: reload the page.", ES: "La prueba estará aquí en un segundo: recargue la página."},
	"pdf":        {PT: "Certificado em PDF", EN: "Certificate as PDF", ES: "Certificado en PDF"},
	"json":       {PT: "Estes dados como JSON", EN: "This data as JSON", ES: "Estos datos como JSON"},
	"command":    {PT: "Depois, em qualquer computador com o programa:", EN: "Then, on any computer with the program:", ES: "Luego, en cualquier computadora con el programa:"},
	"commitment": {PT: "Compromisso desta validação (SHA-256)", EN: "Commitment of this validation (SHA-256)", ES: "Compromiso de esta validación (SHA-256)"},
	"frozen":     {PT: "Raiz da lista de registros validados (SHA-256)", EN: "Root of the list of validated records (SHA-256)", ES: "Raíz de la lista de registros validados (SHA-256)"},
	"entry":      {PT: "Lugar no log público", EN: "Place in the public log", ES: "Lugar en el log público"},
	"entryOf":    {PT: "entrada {indice} de {tamanho}", EN: "entry {indice} of {tamanho}", ES: "entrada {indice} de {tamanho}"},
	"root":       {PT: "Raiz do log público", EN: "Root of the public log", ES: "Raíz del log público"},
	"checkpoint": {PT: "Ponto de controle assinado", EN: "Signed checkpoint", ES: "Punto de control firmado"},
	"signed":     {PT: "assinado em {quando}", EN: "signed on {quando}", ES: "firmado el {quando}"},
	"continues":  {PT: "Log anterior", EN: "Earlier log", ES: "Log anterior"},
	"continued":  {PT: "{log} continua {antecessor} a partir da entrada {n}; as provas de {antecessor} conferem com a chave:", EN: "{log} continues {antecessor} from entry {n} on; the proofs of {antecessor} check against the key:", ES: "{log} continúa {antecessor} desde la entrada {n}; las pruebas de {antecessor} se verifican con la clave:"},
	"key":        {PT: "Chave que confere a assinatura", EN: "Key that verifies the signature", ES: "Clave que verifica la firma"},
	"scan":       {PT: "Leia o código para ver o estado de agora.", EN: "Scan the code to see the current state.", ES: "Escanee el código para ver el estado actual."},

	"unknown": {PT: "Código desconhecido", EN: "Unknown code", ES: "Código desconocido"},
	"retry": {PT: "Confira o código impresso e digite de novo. Se ele estiver certo, este servidor não é o que o emitiu.",
		EN: "Compare with the printed code and type it again. If it is right, this server did not issue it.",
		ES: "Compare con el código impreso y escríbalo de nuevo. Si es correcto, este servidor no lo emitió."},
	"careful": {PT: "Um código que ninguém emitiu não prova nada: não aceite a mercadoria por ele.", EN: "A code that was not issued here proves nothing: do not accept goods because of it.",
		ES: "Un código que nadie emitió no prueba nada: no acepte la mercancía por él."},
	"down":    {PT: "Não foi possível consultar agora. Tente de novo em instantes.", EN: "It cannot be looked up right now. Try again shortly.", ES: "No se puede consultar ahora. Intente de nuevo en instantes."},
	"lookup":  {PT: "Código da etiqueta", EN: "Code on the label", ES: "Código de la etiqueta"},
	"look":    {PT: "Consultar", EN: "Look up", ES: "Consultar"},
	"example": {PT: "por exemplo 7K2M-9QXD-4TRA-0B3C", EN: "for example 7K2M-9QXD-4TRA-0B3C", ES: "por ejemplo 7K2M-9QXD-4TRA-0B3C"},
}

// startTexts are the words of the start page that are not on the other.
var startTexts = map[string]lang.Text{
	"head": {PT: "De onde veio, e por onde passou", EN: "Where it came from, and the path it took", ES: "De dónde vino, y por dónde pasó"},
	"what": {PT: "Este servidor guarda os registros de safras, do plano de cultivo ao embarque. Cada um deixa sua marca para sempre em um log público assinado: nenhuma alteração passa despercebida.",
		EN: "This server keeps the records of harvests, from the crop plan to shipment. Each leaves a permanent mark in a signed public log: no change goes unnoticed.",
		ES: "Este servidor guarda los registros de cosechas, del plan de cultivo al embarque. Cada uno deja su marca para siempre en un log público firmado: ningún cambio pasa inadvertido."},
	"enter":   {PT: "Entrar", EN: "Sign in", ES: "Entrar"},
	"api":     {PT: "Para programas", EN: "For programs", ES: "Para programas"},
	"apiText": {PT: "Referência da API", EN: "API reference", ES: "Referencia de la API"},
	"apiHint": {PT: "todas as operações, com exemplos", EN: "every operation, with examples", ES: "todas las operaciones, con ejemplos"},
	"openapi": {PT: "documento OpenAPI", EN: "OpenAPI document", ES: "documento OpenAPI"},
	"log":     {PT: "O log público agora", EN: "The public log now", ES: "El log público ahora"},
	"entries": {PT: "Entradas", EN: "Entries", ES: "Entradas"},
	"empty":   {PT: "Ainda sem entradas.", EN: "No entries yet.", ES: "Aún sin entradas."},
	"name":    {PT: "Nome", EN: "Name", ES: "Nombre"},
	"find":    {PT: "Consulte um produto", EN: "Look a product up", ES: "Consulte un producto"},
	"findHint": {PT: "Leia o QR code da etiqueta com o celular, ou digite o código que está ao lado dele.", EN: "Scan the QR code on the label with a phone, or type the code next to it.",
		ES: "Escanee el código QR de la etiqueta con el teléfono, o escriba el código que está al lado."},
	"logDown": {PT: "O log público não pode ser lido agora.", EN: "The public log cannot be read right now.", ES: "El log público no se puede leer ahora."},
}
