package standalone

import (
	"rastro/internal/lang"
	"rastro/internal/verifyfile"
)

var verdicts = map[verifyfile.Verdict]lang.Text{
	verifyfile.Holds:  {PT: "CONFERE", EN: "IT HOLDS", ES: "ES AUTÉNTICO"},
	verifyfile.Open:   {PT: "FALTA CONFERIR A CHAVE", EN: "THE KEY IS NOT CHECKED YET", ES: "FALTA VERIFICAR LA CLAVE"},
	verifyfile.Fails:  {PT: "NÃO CONFERE", EN: "IT DOES NOT HOLD", ES: "NO ES AUTÉNTICO"},
	verifyfile.Unable: {PT: "NÃO DÁ PARA CONFERIR", EN: "IT CANNOT BE CHECKED", ES: "NO SE PUEDE VERIFICAR"},
}

var (
	detail        = lang.Text{PT: "detalhe, em inglês", EN: "detail", ES: "detalle, en inglés"}
	lotOf         = lang.Text{PT: "Lote, segundo quem fez o dossiê", EN: "Lot, according to the maker of the dossier", ES: "Lote, según quien hizo el dosier"}
	notProven     = lang.Text{PT: "O que isto não prova:", EN: "What this does not prove:", ES: "Qué no prueba esto:"}
	noFile        = lang.Text{PT: "diga qual arquivo conferir: veja rastro-verify --help", EN: "name the file to check: see rastro-verify --help", ES: "diga qué archivo verificar: vea rastro-verify --help"}
	noRegularFile = lang.Text{PT: "não é um arquivo", EN: "not a file", ES: "no es un archivo"}
)

var help = lang.Text{
	PT: `rastro-verify [OPÇÕES] ARQUIVO...

Confere provas (prova.json), dossiês (dossie.zip) e estados do log (checkpoint), sem
servidor e sem rede. Diz passo a passo o que confere e o que isso não prova.

  --key CHAVE          a chave do log, que o operador publica
  --key-file ARQUIVO   o mesmo, lida de um arquivo
  --checkpoint ARQUIVO um estado do log que você guardou antes
  --witness-key CHAVE  a chave de uma testemunha em que você confia; pode repetir
  --witness-file ARQ   as chaves de testemunhas, uma por linha
  --threshold N        quantas delas precisam ter assinado; sem a opção, todas
  --lang pt|en|es      o idioma

Peça a chave por outro caminho que não o do arquivo.

Códigos de saída: 0 confere; 1 não confere; 2 não dá para conferir; 3 o arquivo
concorda consigo mesmo, mas nenhuma chave foi informada.
`,
	EN: `rastro-verify [OPTIONS] FILE...

Checks proofs (prova.json), dossiers (dossie.zip) and states of the log (checkpoint),
without a server or a network. It says step by step what holds and what that does not prove.

  --key KEY          the log's key, which its operator publishes
  --key-file FILE    the same, from a file
  --checkpoint FILE  a state of the log that you kept from before
  --witness-key KEY  the key of a witness that you trust; may be repeated
  --witness-file F   keys of witnesses, one a line
  --threshold N      how many of them must have signed; without it, all
  --lang pt|en|es    the language

Get the key by another route than the file.

Exit codes: 0 it holds; 1 it does not hold; 2 it cannot be checked; 3 the file agrees
with itself, but no key was given.
`,
	ES: `rastro-verify [OPCIONES] ARCHIVO...

Verifica pruebas (prova.json), dosieres (dossie.zip) y estados del log (checkpoint), sin
servidor y sin red. Dice paso a paso qué es correcto y qué no prueba eso.

  --key CLAVE          la clave del log, que publica el operador
  --key-file ARCHIVO   lo mismo, leída de un archivo
  --checkpoint ARCHIVO un estado del log que usted guardó antes
  --witness-key CLAVE  la clave de un testigo en el que usted confía; se puede repetir
  --witness-file ARCH  las claves de testigos, una por línea
  --threshold N        cuántos de ellos deben haber firmado; sin la opción, todos
  --lang pt|en|es      el idioma

Pida la clave por otra vía que la del archivo.

Códigos de salida: 0 es auténtico; 1 no es auténtico; 2 no se puede verificar; 3 el
archivo concuerda consigo mismo, pero no se informó ninguna clave.
`,
}
