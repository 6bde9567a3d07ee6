package files

import (
	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
	"rastro/internal/web/console/pagekit"
)

// texts are the words of everything about files.
var texts = pagekit.Words{
	"where":      {PT: "Você está em", EN: "You are at", ES: "Usted está en"},
	"files":      {PT: "Anexos", EN: "Attachments", ES: "Archivos adjuntos"},
	"none":       {PT: "Nenhum arquivo anexado.", EN: "No files attached.", ES: "Ningún archivo adjunto."},
	"private":    {PT: "dado pessoal", EN: "personal data", ES: "dato personal"},
	"remove":     {PT: "Remover", EN: "Remove", ES: "Quitar"},
	"ispersonal": {PT: "Os arquivos têm dados pessoais", EN: "The files contain personal data", ES: "Los archivos tienen datos personales"},
	"choose":     {PT: "Arquivos", EN: "Files", ES: "Archivos"},
	"choosehelp": {
		PT: "Fotos e documentos (" + filetype.AcceptedText() + "), até " + attachment.MaxText + " cada um. No computador, também dá para soltar os arquivos aqui ou colar uma imagem. XML e fotos com a localização já ficam como dado pessoal: só os vê quem pode ver dados pessoais.",
		EN: "Photos and documents (" + filetype.AcceptedText() + "), up to " + attachment.MaxText + " each. On a computer you can also drop files here or paste a picture. XML and photos with their location count as personal data: only people who may see personal data see them.",
		ES: "Fotos y documentos (" + filetype.AcceptedText() + "), hasta " + attachment.MaxText + " cada uno. En la computadora también puede soltar los archivos aquí o pegar una imagen. Los XML y las fotos con la ubicación quedan como dato personal: solo los ve quien puede ver datos personales.",
	},
	"taken":  {PT: "Foto tirada: {quando}", EN: "Photo taken: {quando}", ES: "Foto tomada: {quando}"},
	"camera": {PT: "Tirar uma foto", EN: "Take a photo", ES: "Tomar una foto"},
	"attach": {PT: "Anexar", EN: "Attach", ES: "Adjuntar"},
	"chosen": {PT: "Prontos para anexar: {n}", EN: "Ready to attach: {n}", ES: "Listos para adjuntar: {n}"},

	"title":   {PT: "Anexar arquivos", EN: "Attach files", ES: "Adjuntar archivos"},
	"refused": {PT: "Não foi anexado", EN: "Not attached", ES: "No se adjuntó"},
	"added":   {PT: "Anexado", EN: "Attached", ES: "Adjuntado"},
	"back":    {PT: "Voltar ao registro", EN: "Back to the record", ES: "Volver al registro"},
	"nofile":  {PT: "Nenhum arquivo foi escolhido. Escolha um arquivo ou tire uma foto, e envie de novo.", EN: "No file was chosen. Choose a file or take a photo, and send it again.", ES: "No se eligió ningún archivo. Elija un archivo o tome una foto, y envíe de nuevo."},
	"toomuch": {PT: "Os arquivos juntos passam de " + uploadText + "; o que passou não foi anexado. Envie em partes.", EN: "Together the files are over " + uploadText + "; what was over was not attached. Send them in parts.", ES: "Los archivos juntos superan " + uploadText + "; lo que pasó no se adjuntó. Envíelos en partes."},
	"toomany": {PT: "Vieram mais de " + filesText + " arquivos de uma vez; os que passaram não foram anexados. Envie-os em outra vez, ou em outro registro.", EN: "More than " + filesText + " files came at once; those over were not attached. Send them another time, or with another record.", ES: "Vinieron más de " + filesText + " archivos a la vez; los que pasaron no se adjuntaron. Envíelos en otra vez, o en otro registro."},
	"because": {PT: "Não é aceito: {motivo}. Tipos aceitos: " + filetype.AcceptedText() + ".", EN: "It is not accepted: {motivo}. Accepted types: " + filetype.AcceptedText() + ".", ES: "No se acepta: {motivo}. Tipos aceptados: " + filetype.AcceptedText() + "."},
	"sure":    {PT: "Remover este anexo?", EN: "Remove this attachment?", ES: "¿Quitar este archivo adjunto?"},
	"means":   {PT: "Ele sai do registro. As versões anteriores ainda o mostram, no histórico.", EN: "It leaves the record. Earlier versions still show it, in the history.", ES: "Sale del registro. Las versiones anteriores todavía lo muestran, en el historial."},
	"yes":     {PT: "Sim, remover", EN: "Yes, remove", ES: "Sí, quitar"},
	"no":      {PT: "Não, voltar", EN: "No, go back", ES: "No, volver"},
}
