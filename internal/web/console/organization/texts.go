package organization

import "rastro/internal/web/console/pagekit"

var listTexts = pagekit.Words{
	"title":  {PT: "Organizações", EN: "Organisations", ES: "Organizaciones"},
	"about":  {PT: "As pessoas e chaves de uma organização veem as safras dela, e nenhuma outra. Uma safra é da organização que primeiro registra nela.", EN: "The people and keys of an organisation see its harvests and no others. A harvest belongs to the organisation that first writes in it.", ES: "Las personas y claves de una organización ven sus cosechas, y ninguna otra. Una cosecha es de la organización que primero registra en ella."},
	"new":    {PT: "Nova organização", EN: "New organisation", ES: "Nueva organización"},
	"none":   {PT: "Nenhuma organização. Sem elas, todos veem todas as safras.", EN: "No organisation. Without any, everyone sees all harvests.", ES: "Ninguna organización. Sin ellas, todos ven todas las cosechas."},
	"name":   {PT: "Nome", EN: "Name", ES: "Nombre"},
	"legal":  {PT: "Razão social", EN: "Legal name", ES: "Razón social"},
	"cnpj":   {PT: "CNPJ", EN: "CNPJ", ES: "CNPJ"},
	"more":   {PT: "Mais organizações", EN: "More organisations", ES: "Más organizaciones"},
	"back":   {PT: "Voltar às organizações", EN: "Back to the organisations", ES: "Volver a las organizaciones"},
	"cancel": {PT: "Cancelar", EN: "Cancel", ES: "Cancelar"},
}

var formTexts = pagekit.Words{
	"nome":             {PT: "Nome", EN: "Name", ES: "Nombre"},
	"nome.help":        {PT: "Como as pessoas a conhecem. Chaves e pessoas com este nome passam a ser dela.", EN: "What people call it. Keys and people with this name become its own.", ES: "Como la conocen las personas. Las claves y personas con este nombre pasan a ser suyas."},
	"razaoSocial":      {PT: "Razão social", EN: "Legal name", ES: "Razón social"},
	"razaoSocial.help": {PT: "Como está no CNPJ.", EN: "As in its CNPJ registration.", ES: "Como está en el CNPJ."},
	"cnpj":             {PT: "CNPJ", EN: "CNPJ", ES: "CNPJ"},
	"cnpj.help":        {PT: "Com ou sem pontuação.", EN: "With or without punctuation.", ES: "Con o sin puntuación."},
	"contato":          {PT: "Contato", EN: "Contact", ES: "Contacto"},
	"contato.help":     {PT: "Site, e-mail ou telefone. Fica público.", EN: "Website, e-mail or phone. It is public.", ES: "Sitio, correo o teléfono. Queda público."},
	"public":           {PT: "O que aparece nas páginas públicas, nos certificados, nas etiquetas e nos dossiês do que a organização valida", EN: "What the public pages, certificates, labels and dossiers of what the organisation validates show", ES: "Lo que muestran las páginas públicas, los certificados, las etiquetas y los expedientes de lo que la organización valida"},
	"cor":              {PT: "Cor", EN: "Colour", ES: "Color"},
	"cor.help":         {PT: "Como #1a7f37. Sobre ela se escreve em branco, então precisa ser escura o bastante.", EN: "Such as #1a7f37. Text on it is white, so it has to be dark enough.", ES: "Como #1a7f37. Sobre él se escribe en blanco, así que debe ser bastante oscuro."},
	"frase.pt":         {PT: "Uma frase, em português", EN: "A sentence, in Portuguese", ES: "Una frase, en portugués"},
	"frase.pt.help":    {PT: "O que a organização diz de si, em até 160 caracteres.", EN: "What the organisation says of itself, in up to 160 characters.", ES: "Lo que la organización dice de sí, en hasta 160 caracteres."},
	"frase.en":         {PT: "A mesma frase, em inglês", EN: "The same sentence, in English", ES: "La misma frase, en inglés"},
	"frase.en.help":    {PT: "Se ficar vazia, vale a de outra língua.", EN: "If it is empty, that of another language is shown.", ES: "Si queda vacía, vale la de otro idioma."},
	"frase.es":         {PT: "A mesma frase, em espanhol", EN: "The same sentence, in Spanish", ES: "La misma frase, en español"},
	"frase.es.help":    {PT: "Se ficar vazia, vale a de outra língua.", EN: "If it is empty, that of another language is shown.", ES: "Si queda vacía, vale la de otro idioma."},
	"logo":             {PT: "Logo", EN: "Logo", ES: "Logotipo"},
	"logo.help":        {PT: "PNG ou SVG, até 200 KB. De um SVG fica só o desenho: scripts, links, imagens e fontes de fora são tirados. No certificado em PDF sai o logo em PNG.", EN: "PNG or SVG, up to 200 KB. Of an SVG only the drawing stays: scripts, links, pictures and outside fonts are taken out. The PDF certificate shows PNG logos.", ES: "PNG o SVG, hasta 200 KB. De un SVG queda solo el dibujo: scripts, enlaces, imágenes y fuentes de fuera se quitan. En el certificado en PDF sale el logotipo en PNG."},
	"logo.now":         {PT: "O logo de agora", EN: "The present logo", ES: "El logotipo actual"},
	"logo.none":        {PT: "Ainda não há logo.", EN: "There is no logo yet.", ES: "Aún no hay logotipo."},
	"logo.send":        {PT: "Enviar logo", EN: "Send logo", ES: "Enviar logotipo"},
	"logo.remove":      {PT: "Tirar o logo", EN: "Remove the logo", ES: "Quitar el logotipo"},
	"sample":           {PT: "Como fica", EN: "How it looks", ES: "Cómo queda"},
	"former":           {PT: "Nomes anteriores", EN: "Former names", ES: "Nombres anteriores"},
	"save":             {PT: "Salvar", EN: "Save", ES: "Guardar"},
}

var shareTexts = pagekit.Words{
	"title":         {PT: "Compartilhar", EN: "Share", ES: "Compartir"},
	"about":         {PT: "Outra organização pode ler esta safra, ou também registrar nela, até você revogar.", EN: "Another organisation may read this harvest, or also write in it, until you revoke that.", ES: "Otra organización puede leer esta cosecha, o también registrar en ella, hasta que usted lo revoque."},
	"who":           {PT: "Quem alcança a safra", EN: "Who reaches the harvest", ES: "Quién alcanza la cosecha"},
	"organization":  {PT: "Organização", EN: "Organisation", ES: "Organización"},
	"level":         {PT: "Pode", EN: "May", ES: "Puede"},
	"action":        {PT: "Ação", EN: "Action", ES: "Acción"},
	"level.leitura": {PT: "ler", EN: "read", ES: "leer"},
	"level.escrita": {PT: "ler e registrar", EN: "read and write", ES: "leer y registrar"},
	"level.dona":    {PT: "é dona", EN: "owns it", ES: "es dueña"},
	"none":          {PT: "Esta safra não é de nenhuma organização.", EN: "This harvest belongs to no organisation.", ES: "Esta cosecha no es de ninguna organización."},
	"with":          {PT: "Compartilhar com", EN: "Share with", ES: "Compartir con"},
	"withhelp":      {PT: "O nome da organização, como está registrado neste servidor.", EN: "The organisation's name, as it is registered on this server.", ES: "El nombre de la organización, como está registrado en este servidor."},
	"share":         {PT: "Compartilhar", EN: "Share", ES: "Compartir"},
	"revoke":        {PT: "Revogar", EN: "Revoke", ES: "Revocar"},
	"back":          {PT: "Voltar à safra", EN: "Back to the harvest", ES: "Volver a la cosecha"},
}
