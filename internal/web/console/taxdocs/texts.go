package taxdocs

import (
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/web/console/pagekit"
)

// outcomeTexts say what becomes of a document.
var outcomeTexts = map[taxdocs.Outcome]lang.Text{
	taxdocs.Created:   {PT: "gravada", EN: "written", ES: "guardada"},
	taxdocs.Valid:     {PT: "pronta para gravar", EN: "ready to be written", ES: "lista para guardar"},
	taxdocs.Existing:  {PT: "já está aqui", EN: "already here", ES: "ya está aquí"},
	taxdocs.Linked:    {PT: "ligada à nota", EN: "linked to its invoice", ES: "ligada a la factura"},
	taxdocs.Homeless:  {PT: "falta a safra", EN: "harvest needed", ES: "falta la cosecha"},
	taxdocs.Unlinked:  {PT: "falta a nota", EN: "invoice needed", ES: "falta la factura"},
	taxdocs.Unwritten: {PT: "não vira registro", EN: "becomes no record", ES: "no genera registro"},
	taxdocs.Refused:   {PT: "não foi lida", EN: "not read", ES: "no se leyó"},
}

// levels are the badges of outcomes.
var levels = map[taxdocs.Outcome]string{
	taxdocs.Created: "bom", taxdocs.Valid: "bom", taxdocs.Linked: "bom", taxdocs.Existing: "info", taxdocs.Homeless: "alerta", taxdocs.Unlinked: "alerta", taxdocs.Unwritten: "info", taxdocs.Refused: "erro",
}

var texts = pagekit.Words{
	"title":       {PT: "Notas fiscais", EN: "Tax documents", ES: "Facturas"},
	"about":       {PT: "Envie os XML de NF-e, CT-e, MDF-e e eventos, ou um zip com muitos. Antes de gravar, você vê o que cada um diz e se a assinatura confere. A mesma nota de novo não grava nada duas vezes.", EN: "Send the XML of NF-e, CT-e, MDF-e and events, or a zip of many. Before anything is written you see what each says and whether its signature holds. The same invoice again writes nothing twice.", ES: "Envíe los XML de NF-e, CT-e, MDF-e y eventos, o un zip con muchos. Antes de guardar, usted ve lo que dice cada uno y si la firma es correcta. La misma factura otra vez no guarda nada dos veces."},
	"file":        {PT: "Arquivos XML ou zip", EN: "XML or zip files", ES: "Archivos XML o zip"},
	"limits":      {PT: "Escolha ou solte aqui um ou mais arquivos: até 32 MiB e 10.000 documentos. Eles ficam no servidor por até uma hora, só para esta sessão.", EN: "Choose or drop one or more files here: up to 32 MiB and 10,000 documents. They stay on the server for up to an hour, only for this session.", ES: "Elija o suelte aquí uno o más archivos: hasta 32 MiB y 10.000 documentos. Quedan en el servidor hasta una hora, solo para esta sesión."},
	"harvest":     {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"harvesthelp": {PT: "Deixe em branco para achar a safra pelos lotes de cada nota.", EN: "Leave it empty to find the harvest by the lots of each invoice.", ES: "Déjelo vacío para encontrar la cosecha por los lotes de cada factura."},
	"check":       {PT: "Conferir (nada é gravado)", EN: "Check (nothing is written)", ES: "Revisar (no se guarda nada)"},
	"see":         {PT: "Propostas de uma safra", EN: "Proposals of a harvest", ES: "Propuestas de una cosecha"},
	"seehelp":     {PT: "Recebimentos e aplicações que as notas já importadas propõem.", EN: "Arrivals and applications that imported invoices propose.", ES: "Recepciones y aplicaciones que proponen las facturas ya importadas."},
	"open":        {PT: "Ver propostas", EN: "See the proposals", ES: "Ver propuestas"},
	"nofile":      {PT: "Escolha um arquivo XML ou zip.", EN: "Choose an XML or zip file.", ES: "Elija un archivo XML o zip."},
	"toolarge":    {PT: "Os arquivos passam de 32 MiB; divida-os e envie as partes.", EN: "The files are over 32 MiB; divide them and send the parts.", ES: "Los archivos superan 32 MiB; divídalos y envíe las partes."},
	"full":        {PT: "Há muitos arquivos à espera; tente de novo em alguns minutos. Nada foi gravado.", EN: "Too many files are waiting; try again in a few minutes. Nothing was written.", ES: "Hay muchos archivos en espera; intente de nuevo en unos minutos. No se guardó nada."},
	"gone":        {PT: "Estes arquivos não estão mais aqui: passou uma hora, o servidor reiniciou, ou eles são de outra sessão. Envie-os de novo; o que já foi gravado não se repete.", EN: "These files are no longer here: an hour has passed, the server was restarted, or they belong to another session. Send them again; what was already written is not repeated.", ES: "Estos archivos ya no están aquí: pasó una hora, el servidor se reinició, o son de otra sesión. Envíelos de nuevo; lo ya guardado no se repite."},

	"checked":   {PT: "Conferência das notas", EN: "Check of the documents", ES: "Revisión de las facturas"},
	"written":   {PT: "Notas importadas", EN: "Documents imported", ES: "Facturas importadas"},
	"total":     {PT: "documentos", EN: "documents", ES: "documentos"},
	"ready":     {PT: "prontas para gravar", EN: "ready to be written", ES: "listas para guardar"},
	"created":   {PT: "gravadas", EN: "written", ES: "guardadas"},
	"existing":  {PT: "já estão aqui", EN: "already here", ES: "ya están aquí"},
	"linked":    {PT: "ligadas a notas", EN: "linked to invoices", ES: "ligadas a facturas"},
	"waiting":   {PT: "dependem de você", EN: "need you", ES: "dependen de usted"},
	"refused":   {PT: "não lidas", EN: "not read", ES: "no leídas"},
	"write":     {PT: "Gravar", EN: "Write", ES: "Guardar"},
	"writehelp": {PT: "As notas viram documentação da carga, com o XML anexado. O resto fica proposto.", EN: "Invoices become the papers of loads, with the XML attached. The rest is proposed.", ES: "Las facturas se vuelven documentación de la carga, con el XML adjunto. El resto queda propuesto."},
	"andall":    {PT: "Gravar também os recebimentos que as notas propõem, se estiverem completos e sem erro ou alerta na nota", EN: "Also write the arrivals that invoices propose, if complete and without an error or alert in the invoice", ES: "Guardar también las recepciones que proponen las facturas, si están completas y sin error ni alerta en la factura"},
	"forall":    {PT: "Safra das notas que não dizem a sua", EN: "Harvest of the documents that do not tell theirs", ES: "Cosecha de las facturas que no dicen la suya"},
	"forone":    {PT: "Safra desta nota", EN: "Harvest of this document", ES: "Cosecha de esta factura"},
	"more":      {PT: "Só os primeiros 200 documentos aparecem aqui; todos foram lidos e contados.", EN: "Only the first 200 documents are shown here; all were read and counted.", ES: "Aquí aparecen solo los primeros 200 documentos; todos se leyeron y contaron."},
	"again":     {PT: "Enviar outros arquivos", EN: "Send other files", ES: "Enviar otros archivos"},
	"proposed":  {PT: "Propõe", EN: "Proposes", ES: "Propone"},
	"goto":      {PT: "Ver propostas da safra", EN: "See the proposals of harvest", ES: "Ver propuestas de la cosecha"},
	"says":      {PT: "O que a nota diz", EN: "What the invoice says", ES: "Lo que dice la factura"},
	"record":    {PT: "Registro", EN: "Record", ES: "Registro"},

	"key":         {PT: "Chave", EN: "Key", ES: "Clave"},
	"issuer":      {PT: "Emitente", EN: "Issuer", ES: "Emisor"},
	"recipient":   {PT: "Destinatário", EN: "Recipient", ES: "Destinatario"},
	"issued":      {PT: "Emissão", EN: "Issued", ES: "Emisión"},
	"product":     {PT: "Produto", EN: "Product", ES: "Producto"},
	"weight":      {PT: "Peso", EN: "Weight", ES: "Peso"},
	"plates":      {PT: "Placas", EN: "Plates", ES: "Matrículas"},
	"carries":     {PT: "Leva", EN: "Carries", ES: "Lleva"},
	"invoices":    {PT: "{n} {n|documento|documentos}", EN: "{n} {n|document|documents}", ES: "{n} {n|documento|documentos}"},
	"lots":        {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"signature":   {PT: "Assinatura", EN: "Signature", ES: "Firma"},
	"signers":     {PT: "Quem assinou", EN: "Who signed", ES: "Quién firmó"},
	"person":      {PT: "uma pessoa física", EN: "a natural person", ES: "una persona física"},
	"certificate": {PT: "{titular}, certificado por {autoridade}, válido até {ate}", EN: "{titular}, certified by {autoridade}, valid until {ate}", ES: "{titular}, certificado por {autoridade}, válido hasta {ate}"},

	"proposals":      {PT: "Propostas das notas", EN: "Proposals of the documents", ES: "Propuestas de las facturas"},
	"proposalsabout": {PT: "O que as notas desta safra dizem além da carga. Confira com a balança e o campo antes de aceitar; o que você aceita vira registro.", EN: "What the documents of this harvest say besides the load. Compare it with the weighbridge and the field before you accept it; what you accept becomes a record.", ES: "Lo que dicen las facturas de esta cosecha además de la carga. Compárelo con la balanza y el campo antes de aceptar; lo que acepta se vuelve registro."},
	"none":           {PT: "Nenhuma proposta espera nesta safra.", EN: "No proposal waits in this harvest.", ES: "Ninguna propuesta espera en esta cosecha."},
	"accept":         {PT: "Aceitar", EN: "Accept", ES: "Aceptar"},
	"acceptone":      {PT: "Aceitar: {tipo}, {nota}", EN: "Accept: {tipo}, {nota}", ES: "Aceptar: {tipo}, {nota}"},
	"acceptall":      {PT: "Aceitar todos", EN: "Accept all", ES: "Aceptar todos"},
	"acceptallhelp":  {PT: "Aceita as propostas completas cujas notas não têm alertas, também as das outras páginas (até {max} notas por vez).", EN: "Accepts the complete proposals of invoices without alerts, also on the other pages (up to {max} invoices at a time).", ES: "Acepta las propuestas completas cuyas facturas no tienen alertas, también las de las otras páginas (hasta {max} facturas por vez)."},
	"there":          {PT: "Já registrado em", EN: "Already registered in", ES: "Ya registrado en"},
	"therehelp":      {PT: "O registro fala da mesma carga. Ligue a nota a ele; aceite à parte só se a carga for outra.", EN: "The record is about the same load. Link the invoice to it; accept the proposal only if it is another load.", ES: "El registro habla de la misma carga. Ligue la factura a él; acepte aparte solo si la carga es otra."},
	"thereas":        {PT: "{tipo} (já registrado: {registro})", EN: "{tipo} (already registered: {registro})", ES: "{tipo} (ya registrado: {registro})"},
	"linkto":         {PT: "Ligar a nota a este registro", EN: "Link the invoice to this record", ES: "Ligar la factura a este registro"},
	"acceptother":    {PT: "É outra carga: aceitar", EN: "It is another load: accept", ES: "Es otra carga: aceptar"},
	"dismiss":        {PT: "Dispensar", EN: "Dismiss", ES: "Descartar"},
	"unsure":         {PT: "confira", EN: "check", ES: "revise"},
	"missing":        {PT: "Preencha o que falta antes de aceitar.", EN: "Fill in what is missing before you accept.", ES: "Complete lo que falta antes de aceptar."},
	"doubted":        {PT: "A conferência achou algo nesta nota (acima). Aceite só se você conferiu a carga por outro meio.", EN: "The check found something in this invoice (above). Accept only if you checked the load in another way.", ES: "La revisión encontró algo en esta factura (arriba). Acepte solo si verificó la carga por otro medio."},
	"records":        {PT: "registros gravados ao todo", EN: "records written in all", ES: "registros guardados en total"},
	"undo":           {PT: "Ver esta importação, ou desfazer", EN: "See this import, or undo it", ES: "Ver esta importación, o deshacerla"},
	"users":          {PT: "Registros", EN: "Records", ES: "Registros"},
	"done":           {PT: "aceita:", EN: "accepted:", ES: "aceptada:"},
	"next":           {PT: "Próximas", EN: "Next", ES: "Siguientes"},
}
