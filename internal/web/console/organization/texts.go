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
	"contato.help":     {PT: "Site, e-mail ou telefone.", EN: "Website, e-mail or phone.", ES: "Sitio, correo o teléfono."},
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
