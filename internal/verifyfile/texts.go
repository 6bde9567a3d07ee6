package verifyfile

import (
	"rastro/internal/eudr/dossierproof"
	"rastro/internal/lang"
	"rastro/internal/ledger"
)

// What the steps say.
var (
	proofRead = lang.Text{PT: "O arquivo é uma prova completa.", EN: "The file is a complete proof.", ES: "El archivo es una prueba completa."}
	proofBare = lang.Text{PT: "O arquivo não traz o documento: ele prova que o registro existe, não o que está escrito nele.", EN: "The document is not in the file: it proves that the record exists, not what it says.",
		ES: "El archivo no trae el documento: prueba que el registro existe, no lo que dice."}
	proofCommitted = lang.Text{PT: "O documento é, letra por letra, o que foi registrado.", EN: "The document is, letter by letter, what was recorded.", ES: "El documento es, letra por letra, el que se registró."}
	proofIncluded  = lang.Text{PT: "O registro está no log: entrada {entrada} de um log de {tamanho}.", EN: "The record is in the log: entry {entrada} of a log of {tamanho}.", ES: "El registro está en el log: entrada {entrada} de un log de {tamanho}."}
	signed         = lang.Text{PT: "O log {log} foi assinado com a chave que você informou.", EN: "The log {log} was signed with the key that you gave.", ES: "El log {log} fue firmado con la clave que usted indicó."}
	noKey          = lang.Text{PT: "A assinatura do log {log} não foi conferida: informe a chave.", EN: "The signature of the log {log} was not checked: give its key.", ES: "No se verificó la firma del log {log}: indique la clave."}
	ownKey         = lang.Text{PT: "A assinatura confere com a chave que veio no próprio arquivo. Compare-a com a que o operador publica: {chave}", EN: "The signature matches the key that came in the file itself. Compare it with the one that the operator publishes: {chave}",
		ES: "La firma coincide con la clave que vino en el propio archivo. Compárela con la que publica el operador: {chave}"}
	continues = lang.Text{PT: "O log {log} continua o log {outro} a partir da entrada {tamanho}.", EN: "The log {log} continues the log {outro} from entry {tamanho} on.", ES: "El log {log} continúa el log {outro} a partir de la entrada {tamanho}."}
	unlinked  = lang.Text{PT: "Este log diz que continua outro. Sem a chave, isso não foi conferido.", EN: "This log says that it continues another one. Without the key that was not checked.", ES: "Este log dice que continúa otro. Sin la clave, eso no se verificó."}
	stateOf   = lang.Text{PT: "O arquivo é um estado do log, com {tamanho} {tamanho|entrada|entradas}.", EN: "The file is a state of the log, with {tamanho} {tamanho|entry|entries}.", ES: "El archivo es un estado del log, con {tamanho} {tamanho|entrada|entradas}."}

	recordsHold = lang.Text{PT: "{n|O registro é o que foi gravado, e está no log.|Os registros são os que foram gravados, e todos estão no log.} Registros: {n}. Os lotes e as safras do rastreio são os citados neles.",
		EN: "{n|The record is what was recorded, and it is in the log.|The records are what was recorded, and all are in the log.} Number of records: {n}. The lots and harvests of the trace are those that they name.",
		ES: "{n|El registro es el que se guardó, y está en el log.|Los registros son los que se guardaron, y todos están en el log.} Registros: {n}. Los lotes y las cosechas del rastreo son los que citan."}
	filesHold = lang.Text{PT: "Os anexos são os que os registros listam: {n} no dossiê, {faltam} fora dele.", EN: "The attached files are those that the records list: {n} in the dossier, {faltam} left out.", ES: "Los archivos adjuntos son los que listan los registros: {n} en el dosier, {faltam} fuera de él."}
	mapHolds  = lang.Text{PT: "O mapa foi refeito a partir dos registros e é o mesmo. Talhões: {n}.", EN: "The map was made again from the records and is the same. Plots: {n}.", ES: "El mapa se rehízo a partir de los registros y es el mismo. Parcelas: {n}."}

	witnessed = lang.Text{PT: "A testemunha {testemunha} viu este estado do log ({data}).", EN: "The witness {testemunha} saw this state of the log ({data}).", ES: "El testigo {testemunha} vio este estado del log ({data})."}
	keptSame  = lang.Text{PT: "É o mesmo estado do log que você guardou, com {tamanho} {tamanho|entrada|entradas}.", EN: "It is the same state of the log that you kept, with {tamanho} {tamanho|entry|entries}.", ES: "Es el mismo estado del log que usted guardó, con {tamanho} {tamanho|entrada|entradas}."}
	keptOther = lang.Text{PT: "O estado que você guardou tem {tamanho} {tamanho|entrada|entradas}: é outro, e só o log inteiro mostra se um continua o outro.", EN: "The state that you kept has {tamanho} {tamanho|entry|entries}: it is another one, and only the whole log shows whether one continues the other.",
		ES: "El estado que usted guardó tiene {tamanho} {tamanho|entrada|entradas}: es otro, y solo el log entero muestra si uno continúa el otro."}
	unable = lang.Text{PT: "O arquivo não pôde ser conferido. Isso não diz nada sobre ele.", EN: "The file could not be checked. This says nothing about it.", ES: "El archivo no se pudo verificar. Esto no dice nada sobre él."}
)

// passedSteps say what was valid in a dossier before another step failed.
var passedSteps = map[ledger.Step]lang.Text{
	ledger.StepFile:           {PT: "O arquivo é um ZIP inteiro, que todos os programas leem do mesmo modo.", EN: "The file is a whole ZIP, which all programs read in the same way.", ES: "El archivo es un ZIP entero, que todos los programas leen del mismo modo."},
	dossierproof.StepManifest: {PT: "Os arquivos do dossiê são os que o manifesto lista.", EN: "The files of the dossier are those that its manifest lists.", ES: "Los archivos del dosier son los que lista su manifiesto."},
	ledger.StepSignature:      {PT: "O estado do log está assinado.", EN: "The state of the log is signed.", ES: "El estado del log está firmado."},
	dossierproof.StepRecords:  {PT: "Os registros são os que foram gravados, e todos estão no log.", EN: "The records are what was recorded, and all are in the log.", ES: "Los registros son los que se guardaron, y todos están en el log."},
	dossierproof.StepFiles:    {PT: "Os anexos são os que os registros listam.", EN: "The attached files are those that the records list.", ES: "Los archivos adjuntos son los que listan los registros."},
}

// brokenSteps say what is invalid.
var brokenSteps = map[ledger.Step]lang.Text{
	ledger.StepFile:           {PT: "O arquivo está incompleto ou danificado, ou não é uma prova nem um dossiê.", EN: "The file is incomplete or damaged, or is neither a proof nor a dossier.", ES: "El archivo está incompleto o dañado, o no es una prueba ni un dosier."},
	ledger.StepCommitment:     {PT: "O documento não é o que foi registrado: alguma coisa foi alterada.", EN: "The document is not what was recorded: something was changed.", ES: "El documento no es el que se registró: algo fue alterado."},
	ledger.StepSignature:      {PT: "O estado do log não foi assinado com a chave que você informou.", EN: "The state of the log was not signed with the key that you gave.", ES: "El estado del log no fue firmado con la clave que usted indicó."},
	ledger.StepInclusion:      {PT: "O registro não está no log.", EN: "The record is not in the log.", ES: "El registro no está en el log."},
	ledger.StepPredecessor:    {PT: "O log não declarou que continua o outro desta forma.", EN: "The log did not state that it continues the other one in this way.", ES: "El log no declaró que continúa el otro de esta forma."},
	dossierproof.StepManifest: {PT: "Os arquivos do dossiê não são os que o manifesto lista.", EN: "The files of the dossier are not those that its manifest lists.", ES: "Los archivos del dosier no son los que lista su manifiesto."},
	dossierproof.StepRecords:  {PT: "Os registros do dossiê não são os que o rastreio lista, ou dizem outra coisa.", EN: "The records of the dossier are not those that its trace lists, or say something else.", ES: "Los registros del dosier no son los que lista el rastreo, o dicen otra cosa."},
	dossierproof.StepFiles:    {PT: "Os anexos não são os que os registros listam.", EN: "The attached files are not those that the records list.", ES: "Los archivos adjuntos no son los que listan los registros."},
	dossierproof.StepGeoJSON:  {PT: "O mapa não é o que sai dos registros.", EN: "The map is not the one from the records.", ES: "El mapa no es el que resulta de los registros."},
	StepWitness:               {PT: "Poucas das testemunhas que você informou assinaram este estado do log.", EN: "Too few of the witnesses that you named cosigned this state of the log.", ES: "Pocos de los testigos que usted indicó firmaron este estado del log."},
	StepKept:                  {PT: "O log assinou dois estados diferentes do mesmo tamanho: mostrou outra história a você antes.", EN: "The log signed two different states of the same size: it showed you another history before.", ES: "El log firmó dos estados distintos del mismo tamaño: antes le mostró otra historia."},
}

// brokenOwnSignature is for a reader who gave no key.
var brokenOwnSignature = lang.Text{PT: "O estado do log que está no arquivo está incompleto, ou a assinatura dele está errada.", EN: "The state of the log in the file is incomplete, or its signature is wrong.",
	ES: "El estado del log que está en el archivo está incompleto, o su firma es incorrecta."}

// What a check does not prove.
var (
	notTrue   = lang.Text{PT: "Que o que foi escrito é verdade: prova que foi escrito assim, e que ninguém mudou depois.", EN: "That what was written is true: it proves that it was written like this, and that nobody changed it later.", ES: "Que lo escrito sea verdad: prueba que se escribió así, y que nadie lo cambió después."}
	notLatest = lang.Text{PT: "Que esta é a versão mais nova, ou que a validação ainda vale hoje: para isso, consulte a página do código.", EN: "That this is the newest version, or that the validation is still valid today: for that, open the page of the code.",
		ES: "Que esta sea la versión más nueva, o que la validación siga vigente hoy: para eso, consulte la página del código."}
	notBare  = lang.Text{PT: "O que o registro diz, e a que código ou etiqueta ele pertence: o documento não está neste arquivo.", EN: "What the record says, and which code or label it belongs to: the document is not in this file.", ES: "Lo que dice el registro, y a qué código o etiqueta pertenece: el documento no está en este archivo."}
	notWhole = lang.Text{PT: "Que nada ficou de fora. O balanço, as conferências, os achados e as páginas para ler são declarações de quem fez o dossiê.", EN: "That nothing was left out. The balance, the checks, the findings and the pages to read are statements by the maker of the dossier.",
		ES: "Que nada quedó fuera. El balance, las verificaciones, los hallazgos y las páginas para leer son declaraciones de quien hizo el dosier."}
	notEntries = lang.Text{PT: "O que há no log: um estado só diz quantas entradas ele tem, e fixa quais são.", EN: "What is in the log: a state only says how many entries it has, and fixes which they are.", ES: "Qué hay en el log: un estado solo dice cuántas entradas tiene, y fija cuáles son."}
)

// NotProven returns what a valid file does not prove.
func (r *Result) NotProven() []lang.Text {
	return append(map[Kind][]lang.Text{Bare: {notBare}, Dossier: {notWhole}, Checkpoint: {notEntries}}[r.Kind], notTrue, notLatest)
}
