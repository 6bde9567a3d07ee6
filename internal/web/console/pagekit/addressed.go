package pagekit

import (
	"maps"
	"slices"
	"strings"

	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Whoever uses the console either holds a key or is a person with an account. A text about what a
// key may do has a second version for people, under its name with this suffix. Only this file
// chooses between them.
const toPeople = ".pessoa"

// Text returns a text from a table, in the version for the caller.
func (on *Call) Text(table Words, key string) lang.Text {
	if said, both := table[key+toPeople]; both && on.Person != nil {
		return said
	}
	return table[key]
}

// ForPeople returns the words of a page as they address people.
func ForPeople(words map[string]string) map[string]string {
	said := maps.Clone(words)
	for name, text := range words {
		if plain, ok := strings.CutSuffix(name, toPeople); ok {
			said[plain] = text
		}
	}
	return said
}

// scopeNames are the scopes of keys in words.
var scopeNames = map[string]lang.Text{
	string(trace.Read):  {PT: "leitura", EN: "read", ES: "lectura"},
	string(trace.Write): {PT: "escrita", EN: "write", ES: "escritura"},
	string(trace.Admin): {PT: "admin", EN: "admin", ES: "admin"},
}

var (
	roleText     = lang.Text{PT: "O seu papel, {papel}, não permite isto. Se precisar, peça a {quem}.", EN: "Your role, {papel}, does not allow this. If you need it, ask {quem}.", ES: "Su rol, {papel}, no permite esto. Si lo necesita, pídalo a {quem}."}
	readOnlyText = lang.Text{PT: "A sua organização pode ler esta safra, mas não registrar nela. Se precisar, peça à organização que a compartilhou.", EN: "Your organisation may read this harvest, but not write in it. If you need to, ask the organisation that shared it.", ES: "Su organización puede leer esta cosecha, pero no registrar en ella. Si lo necesita, pídalo a la organización que la compartió."}
	serverText   = lang.Text{PT: "quem administra este servidor", EN: "whoever administers this server", ES: "quien administra este servidor"}
)

// NotTheirs is the answer for a harvest that a person cannot access, whether or not it exists.
var NotTheirs = lang.Text{
	PT: "Esta safra não existe, ou não foi compartilhada com você. Se ela é de outra organização, só a dona pode compartilhá-la; fale com {quem}.",
	EN: "This harvest does not exist, or it was not shared with you. If it belongs to another organisation, only its owner can share it; talk to {quem}.",
	ES: "Esta cosecha no existe, o no se compartió con usted. Si es de otra organización, solo la dueña puede compartirla; hable con {quem}.",
}

// errorsToPeople are versions for people of errors that mention a key.
var errorsToPeople = map[trace.Code]lang.Text{
	trace.CodeForbiddenScope:   roleText,
	trace.CodeForbiddenRight:   roleText,
	trace.CodeForbiddenPhase:   roleText,
	trace.CodeForbiddenHarvest: NotTheirs,
	trace.CodeLimitedKey:       {PT: "Isto vale para todas as safras do servidor. Se precisar, peça a quem administra este servidor.", EN: "This affects every harvest of the server. If you need it, ask whoever administers this server.", ES: "Esto vale para todas las cosechas del servidor. Si lo necesita, pídalo a quien administra este servidor."},
	trace.CodeLotNotFound:      {PT: "Nenhum registro que você possa ler cita o lote '{lote}'; confira o código.", EN: "No record that you may read names lot '{lote}'; check the code.", ES: "Ningún registro que usted pueda leer cita el lote '{lote}'; revise el código."},
	trace.CodeRecallLimit: {
		PT: "Você chegou ao limite de relatórios de recall por hora ({max}; um relatório grande conta mais); nada foi registrado. Um recall leva até {lotes} lotes: junte-os em um só, ou espere.",
		EN: "You have recorded as many recall reports as you may in an hour ({max}; a large report counts more); nothing was recorded. One recall takes up to {lotes} lots: put them in one, or wait.",
		ES: "Usted llegó al límite de informes de retiro por hora ({max}; un informe grande cuenta más); no se registró nada. Un retiro lleva hasta {lotes} lotes: júntelos en uno solo, o espere.",
	},
}

// errorsOnPages are versions for pages of errors that mention the interface: on a page, the items
// of "errors" in an answer appear next to the sentence.
var errorsOnPages = map[trace.Code]lang.Text{
	trace.CodeInvalid:          {PT: "Há campos que não podem ser aceitos; corrija o que está indicado.", EN: "Some fields cannot be accepted; correct what is indicated.", ES: "Hay campos que no se pueden aceptar; corrija lo que se indica."},
	trace.CodeRefused:          {PT: "A conferência achou erros, e este servidor não grava registros com erro; corrija o que está indicado.", EN: "The check found errors, and this server does not save records with errors; correct what is indicated.", ES: "La revisión encontró errores, y este servidor no guarda registros con error; corrija lo que se indica."},
	trace.CodeAmbiguous:        {PT: "A safra tem mais de um registro deste tipo; abra o que quer mudar.", EN: "The harvest has more than one record of this kind; open the one to change.", ES: "La cosecha tiene más de un registro de este tipo; abra el que quiere cambiar."},
	trace.CodeBeyondKey:        {PT: "Uma chave não pode criar outra que possa mais do que ela; o excesso está indicado.", EN: "A key cannot create one that may do more than itself; the excess is indicated.", ES: "Una clave no puede crear otra que pueda más que ella; el exceso está indicado."},
	trace.CodeBadGTIN:          {PT: "Isto não é um GTIN; confira os 8, 12, 13 ou 14 dígitos impressos.", EN: "This is not a GTIN; check the 8, 12, 13 or 14 digits that are printed.", ES: "Esto no es un GTIN; revise los 8, 12, 13 o 14 dígitos impresos."},
	trace.CodeFileType:         {PT: "Este arquivo não é aceito. Tipos aceitos: {tipos}.", EN: "This file is not accepted. Accepted types: {tipos}.", ES: "Este archivo no se acepta. Tipos aceptados: {tipos}."},
	trace.CodeEUDRNotReady:     {PT: "O arquivo do lote '{lote}' não sairia completo, ou seria recusado pela UE: {n} {n|pendência|pendências}. A página UE do lote mostra todas.", EN: "The file of lot '{lote}' would be incomplete, or would be rejected by the EU: {n} {n|error|errors}. The lot's EU page shows all of them.", ES: "El archivo del lote '{lote}' no saldría completo, o sería rechazado por la UE: {n} {n|pendiente|pendientes}. La página UE del lote los muestra todos."},
	trace.CodeDDSIncomplete:    {PT: "A declaração do lote '{lote}' não pode ser entregue à UE: {n} {n|pendência|pendências}. A página UE do lote diz o que fazer.", EN: "The statement of lot '{lote}' cannot be filed with the EU: {n} {n|problem|problems}. The lot's EU page says what to do.", ES: "La declaración del lote '{lote}' no puede presentarse a la UE: {n} {n|pendiente|pendientes}. La página UE del lote dice qué hacer."},
	trace.CodeEURefused:        {PT: "O sistema da UE recusou a declaração. Corrija o que ele apontou e envie de novo.", EN: "The EU's system rejected the statement. Correct what it pointed out and send it again.", ES: "El sistema de la UE rechazó la declaración. Corrija lo que señaló y envíela de nuevo."},
	trace.CodeImportRefused:    {PT: "Nada foi gravado: {recusados} de {total} linhas não podem ser aceitas. Corrija-as, ou grave só as outras.", EN: "Nothing was written: {recusados} of {total} rows cannot be accepted. Correct them, or write only the others.", ES: "No se guardó nada: {recusados} de {total} filas no se pueden aceptar. Corríjalas, o guarde solo las otras."},
	trace.CodeBadXML:           {PT: "O XML não pode ser lido. Nada foi gravado.", EN: "The XML cannot be read. Nothing was written.", ES: "El XML no se puede leer. No se guardó nada."},
	trace.CodeXMLWithDTD:       {PT: "O XML tem uma declaração DTD, que não é aceita. Nada foi gravado.", EN: "The XML has a DTD declaration, which is not accepted. Nothing was written.", ES: "El XML tiene una declaración DTD, que no se acepta. No se guardó nada."},
	trace.CodeUnknownDocument:  {PT: "O arquivo não é um documento fiscal que o Rastro lê. Nada foi gravado.", EN: "The file is not a tax document that can be read. Nothing was written.", ES: "El archivo no es un documento fiscal que Rastro sepa leer. No se guardó nada."},
	trace.CodeDocumentTooLarge: {PT: "O arquivo é grande demais. Nada foi gravado.", EN: "The file is too large. Nothing was written.", ES: "El archivo es demasiado grande. No se guardó nada."},
	trace.CodeBadZip:           {PT: "O zip não pode ser lido. Nada foi gravado.", EN: "The zip cannot be read. Nothing was written.", ES: "El zip no se puede leer. No se guardó nada."},
	trace.CodeWebhookForbidden: {PT: "O webhook não pode ir para este endereço; o motivo está indicado.", EN: "The webhook cannot go to this address; the reason is shown.", ES: "El webhook no puede ir a esta dirección; el motivo está indicado."},
	trace.CodeNoOrganization:   {PT: "Nenhuma organização deste servidor tem este nome ou CNPJ. Confira com ela como está cadastrada.", EN: "No organisation on this server has this name or CNPJ. Ask them how they are registered.", ES: "Ninguna organización de este servidor tiene este nombre o CNPJ. Confirme con ella cómo está registrada."},
	trace.CodePathNotFound:     {PT: "Esta página não existe. Confira o endereço, ou volte ao início.", EN: "There is no such page. Check the address, or go back to the start.", ES: "Esta página no existe. Revise la dirección, o vuelva al inicio."},
}

// ErrorText returns an error's text in the version for the caller.
func (on *Call) ErrorText(failed *trace.Error) string {
	args := maps.Clone(failed.Args)
	scope, named := args["escopo"]
	if named {
		args["escopo"] = scopeNames[scope].In(on.Lang)
	}
	if text, ok := errorsOnPages[failed.Code]; ok {
		return text.Fill(on.Lang, args)
	}
	text, differs := errorsToPeople[failed.Code]
	if on.Person == nil || !differs {
		return trace.Errors[failed.Code].Text.Fill(on.Lang, args)
	}
	if named && on.Key.Has(trace.Scope(scope)) { // the role would allow it, the harvest does not
		text = readOnlyText
	}
	if args == nil {
		args = lang.Args{}
	}
	args["papel"], args["quem"] = on.Person.Role.Title.In(on.Lang), on.personToAsk(failed)
	return text.Fill(on.Lang, args)
}

// personToAsk returns whom to ask for what was refused: people of the same organisation who can do it
// themselves, else its administrators, else whoever administers the server.
func (on *Call) personToAsk(failed *trace.Error) string {
	own := on.Organization(on.Person.Organization)
	if own == "" || on.Helpers == nil {
		return serverText.In(on.Lang)
	}
	names, err := on.Helpers(on.Ctx, own, on.needed(failed), on.Person.ID, maxHelpers)
	if err != nil || len(names) == 0 { // the answer is a refusal in any case
		return serverText.In(on.Lang)
	}
	return anyOf(names, on.Lang) + " (" + own + ")"
}

// Whom returns whom to ask for what was refused: a person asks people of their organisation, a key
// whoever administers the server.
func (on *Call) Whom(failed *trace.Error) string {
	if on.Person == nil {
		return serverText.In(on.Lang)
	}
	return on.personToAsk(failed)
}

// maxHelpers is how many people a page names to ask.
const maxHelpers = 3

// needed returns what an error refused: what the page needs, and what the error names.
func (on *Call) needed(failed *trace.Error) account.Need {
	need := account.Need{Any: on.Scopes, Scope: trace.Scope(failed.Args["escopo"]), Phase: failed.Args["fase"], Rights: slices.Clone(on.Rights)}
	if failed.Code == trace.CodeForbiddenHarvest { // only an owner grants access; within an organisation, those who may share know whom to ask
		need.Rights = append(need.Rights, right.Share)
	}
	if x := right.Right(failed.Args["direito"]); right.Known(x) {
		need.Rights = append(need.Rights, x)
	}
	return need
}

// anyOf lists names, any one of which is enough.
func anyOf(names []string, l lang.Lang) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + orText.In(l) + names[last]
}

var orText = lang.Text{PT: " ou ", EN: " or ", ES: " o "}
