// Shows the OpenAPI document named by #reference with Swagger UI, in
// Portuguese, in the colours the reader's system asks for, and with a list of
// its sections next to it.
'use strict';

// What Swagger UI writes in English. It has no translations of its own.
const words = {
  'Add ': 'Adicionar ',
  'Add string item': 'Adicionar texto',
  'Additional properties': 'Outras propriedades',
  'All of': 'Todos estes',
  'Any of': 'Qualquer destes',
  'Apply credentials': 'Autorizar com a chave',
  'Authorize': 'Autorizar',
  'Authorized': 'Autorizado',
  'Available authorizations': 'Autorizações',
  'Available values': 'Valores possíveis',
  'Callbacks': 'Retornos',
  'Cancel': 'Cancelar',
  'Clear': 'Limpar',
  'Close': 'Fechar',
  'Code': 'Código',
  'Collapse all': 'Recolher tudo',
  'Collapse operation': 'Recolher a operação',
  'Collapse': 'Recolher',
  'Computed URL:': 'URL calculada:',
  'Const': 'Constante',
  'Contains': 'Contém',
  'Controls ': 'Define o cabeçalho ',
  ' header.': '.',
  'Copy path to clipboard': 'Copiar o caminho',
  'Copy to clipboard': 'Copiar',
  'Curl': 'curl',
  'Default value': 'Valor padrão',
  'Default': 'Padrão',
  'Deprecated:': 'Obsoleto:',
  ' Warning: Deprecated': 'Atenção: obsoleta',
  'Warning: Deprecated': 'Atenção: obsoleta',
  'Description': 'Descrição',
  'Details': 'Detalhes',
  'Download file': 'Baixar o arquivo',
  'Download': 'Baixar',
  'Edit Value': 'Editar o valor',
  'Edit': 'Editar',
  'Enum': 'Valores',
  'Errors': 'Erros',
  'Example Description': 'Descrição do exemplo',
  'Example Value': 'Exemplo',
  'Example': 'Exemplo',
  'Examples': 'Exemplos',
  'Examples: ': 'Exemplos: ',
  'Execute': 'Executar',
  'Expand all': 'Expandir tudo',
  'Expand operation': 'Expandir a operação',
  'Expand': 'Expandir',
  'Extensions': 'Extensões',
  'External documentation': 'Documentação externa',
  'Failed to load API definition.': 'Não foi possível carregar o documento da API.',
  'Filter by tag or path': 'Filtrar por seção, caminho ou resumo',
  'Find more details': 'Mais detalhes',
  'Headers:': 'Cabeçalhos:',
  'Hide': 'Ocultar',
  'In: ': 'Em: ',
  'Items': 'Itens',
  'License': 'Licença',
  'Links': 'Ligações',
  'Loading': 'Carregando',
  'Logout': 'Esquecer a chave',
  'Media Type': 'Tipo de mídia',
  'Media type': 'Tipo de mídia',
  'Name': 'Nome',
  'Name: ': 'Nome: ',
  'No callbacks': 'Sem retornos',
  'No links': 'Sem ligações',
  'No parameters': 'Sem parâmetros',
  'Not': 'Exceto',
  'One of': 'Um destes',
  'Parameter content type': 'Tipo de conteúdo do parâmetro',
  'Parameters': 'Parâmetros',
  'Please correct the following validation errors and try again.': 'Corrija estes erros e tente de novo.',
  'Property names': 'Nomes das propriedades',
  'Remove authorization': 'Esquecer a chave',
  'Request URL': 'URL da requisição',
  'Request body': 'Corpo da requisição',
  'Request content type': 'Tipo de conteúdo da requisição',
  'Request duration': 'Duração da requisição',
  'Reset': 'Restaurar',
  'Response body': 'Corpo da resposta',
  'Response content type': 'Tipo de conteúdo da resposta',
  'Response headers': 'Cabeçalhos da resposta',
  'Responses': 'Respostas',
  'Schema': 'Esquema',
  'Schemas': 'Esquemas',
  'Send empty value': 'Enviar vazio',
  'Server response': 'Resposta do servidor',
  'Server variables': 'Variáveis do servidor',
  'Servers': 'Servidores',
  'Show': 'Mostrar',
  'Terms of service': 'Termos de serviço',
  'Try it out ': 'Experimentar',
  'Type': 'Tipo',
  'Undocumented ': 'Não documentada',
  ' Undocumented ': 'Não documentada',
  'Unrecognized response type; displaying content as text.': 'Tipo de resposta desconhecido, mostrado como texto.',
  'Unrecognized response type; unable to display.': 'Tipo de resposta desconhecido, impossível de mostrar.',
  'Value:': 'Valor:',
  'Webhooks': 'Webhooks',
  'authorization button locked': 'Autorização: com chave',
  'authorization button unlocked': 'Autorização: sem chave',
  'empty array': 'lista vazia',
  'empty object': 'objeto vazio',
  'required': 'obrigatório',
};

const spoken = ['title', 'aria-label', 'ariaLabel', 'placeholder'];

function translate(text) {
  return Object.hasOwn(words, text) ? words[text] : text;
}

function translateProps(props) {
  if (!props) return props;
  const changed = {};
  for (const name of spoken) {
    if (typeof props[name] === 'string') changed[name] = translate(props[name]);
  }
  // Two controls that have no name for a screen reader.
  if (props.placeholder === 'Filter by tag or path') changed['aria-label'] = changed.placeholder;
  if (props.id === 'servers') changed['aria-label'] = words.Servers;
  if (typeof props.source === 'string') {
    changed.source = props.source.replace(/^<i>([^<]+)<\/i> :/, (_, word) => `<i>${translate(word)}</i>:`);
  }
  if (/^json-schema-2020-12-keyword /.test(props.className) && typeof props.name === 'string') {
    changed.name = translate(props.name);
  }
  return Object.assign({}, props, changed);
}

// A long example scrolls inside its box; a keyboard can scroll only what it can
// reach.
function reachable(type, props) {
  return type === 'pre' && props?.tabIndex === undefined ? Object.assign({}, props, { tabIndex: 0 }) : props;
}

// Every element passes through React.createElement, so this is the one place
// where the words can be replaced before they are drawn.
function portuguese({ React }) {
  const create = React.createElement;
  React.createElement = (type, props, ...children) =>
    create(type, reachable(type, translateProps(props)), ...children.map((child) => (typeof child === 'string' ? translate(child) : child)));
  return {};
}

// The path in an operation's heading. Swagger UI puts a link here, inside the
// button that opens the operation, and neither keyboards nor screen readers
// can tell the two apart.
function operationPath({ React }) {
  const OperationSummaryPath = ({ operationProps }) => {
    const path = operationProps.get('path');
    const parts = path.split(/(?=\/)/).flatMap((part, i) => [React.createElement('wbr', { key: i }), part]);
    const className = operationProps.get('deprecated') ? 'opblock-summary-path__deprecated' : 'opblock-summary-path';
    return React.createElement('span', { className, 'data-path': path }, parts);
  };
  return { components: { OperationSummaryPath } };
}

function plain(text) {
  return String(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

// Swagger UI filters by section and path; people also remember what an
// operation is called, and seldom type its accents.
function filterOperations(sections, phrase) {
  const wanted = plain(phrase);
  return sections
    .map((section, name) => {
      if (plain(name).includes(wanted)) return section;
      return section.update('operations', (operations) =>
        operations.filter((o) =>
          [o.get('path'), o.getIn(['operation', 'summary'], '')].some((text) => plain(text).includes(wanted))));
    })
    .filter((section) => section.get('operations').size > 0);
}

// Of a long document only what is near the window is in the page; the viewer
// scrolls to the rest.
function showSection(ui, name) {
  const key = ['operations-tag', name];
  ui.layoutActions.show(key, true);
  const heading = document.querySelector(`.opblock-tag[data-tag="${CSS.escape(name)}"]`);
  if (heading) heading.scrollIntoView();
  else ui.layoutActions.scrollToVirtualizedOperation(key);
}

function listSections(ui) {
  const nav = document.getElementById('sections');
  const names = ui.specSelectors.taggedOperations().keySeq().toArray();
  const list = document.createElement('ul');
  for (const name of names) {
    const link = document.createElement('a');
    link.href = '#/' + encodeURIComponent(name);
    link.textContent = name;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      showSection(ui, name);
    });
    list.append(document.createElement('li'));
    list.lastChild.append(link);
  }
  nav.replaceChildren(list);
  nav.hidden = names.length < 2;
}

function followColourScheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

followColourScheme();
const reference = document.getElementById('reference');
const ui = SwaggerUIBundle({
  domNode: reference,
  url: reference.dataset.openapi,
  plugins: [portuguese, operationPath, () => ({ fn: { opsFilter: filterOperations } })],
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The key lives as long as the page: nothing is written to the browser.
  persistAuthorization: false,
  // No document leaves for an outside validator.
  validatorUrl: null,
  onComplete: () => listSections(ui),
});
