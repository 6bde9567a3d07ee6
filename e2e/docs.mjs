// Opens the API reference of the server given as the first argument. It takes
// what it expects to see from the server's own /openapi.json.
import { checkAccessibility, checkWidths, colours, openPage, run, screenshot, setScheme } from './browser.mjs';

const origin = new URL(process.argv[2]).origin;

// english are words of the viewer that the page must have translated.
const english = ['Authorize', 'Servers', 'Parameters', 'No parameters', 'Request body', 'Responses', 'Server response', 'Response body',
  'Response headers', 'Request duration', 'Code', 'Description', 'Links', 'No links', 'Media type', 'Example Value', 'Schema', 'Schemas',
  'Expand all', 'Collapse all', 'Try it out', 'Execute', 'Clear', 'Cancel', 'Close', 'Download', 'Loading', 'required', 'Name', 'Type', 'Enum'];

await run(async (browser, report) => {
  const spec = await (await fetch(`${origin}/openapi.json`)).json();
  const operations = listOperations(spec);

  // Drawing the reference takes most of the time, so all checks share a page. It is
  // drawn in the dark, since a script gives it its colours.
  const page = await openPage(browser, origin, report, { colorScheme: 'dark' });
  await page.goto(`${origin}/docs`);
  await blockOf(page, operations[0]).getByText(operations[0].summary, { exact: true }).waitFor();
  await checkLook(page, 'docs', report);

  const written = operations.find((o) => o.body) ?? operations[0];
  await open(page, written);
  await page.locator('.opblock.is-open').getByRole('tab', { name: 'Esquema' }).first().click();
  await checkLook(page, 'docs-operation', report);
  await page.evaluate(() => window.scrollTo(0, 0));
  await screenshot(page, 'docs-operation-whole', { fullPage: true });
  await checkTranslated(page, report);
  await checkUse(page, report, spec, operations);
  await page.context().close();

  await checkWithoutScript(browser, report);
});

// checkLook checks a page in the dark and in the light, and leaves it in the light.
async function checkLook(page, name, report) {
  await setScheme(page, 'dark');
  await checkAccessibility(page, `${name}, dark`, report, colours);
  await screenshot(page, `${name}-dark`);
  await setScheme(page, 'light');
  await checkAccessibility(page, `${name}, light`, report);
  await checkWidths(page, name, report);
}

// checkUse uses the reference: each check leaves the page as it found it.
async function checkUse(page, report, spec, operations) {
  await filterFor(page, '');
  await checkSections(page, report);
  await checkFilter(page, operations);
  if (spec.components?.securitySchemes) await checkKeyDialog(page, report);
  await checkCall(page, report, operations);
}

// listOperations flattens the document to what the checks need.
function listOperations(spec) {
  const found = [];
  for (const [path, item] of Object.entries(spec.paths)) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
      const operation = item[method];
      if (!operation?.summary) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const security = operation.security ?? spec.security ?? [];
      found.push({
        path, method, summary: operation.summary, body: 'requestBody' in operation,
        // Anyone may call it with nothing filled in.
        free: method === 'get' && !path.includes('{') && security.length === 0 && !parameters.some((p) => p.required || p.$ref),
        json: Object.values(operation.responses ?? {}).some((r) => r.content?.['application/json']),
      });
    }
  }
  if (found.length === 0) throw new Error('the document has no operation with a summary');
  return found;
}

// filterFor puts an operation on the screen: of a long document the page holds
// only what is near the window.
async function filterFor(page, phrase) {
  await page.getByLabel('Filtrar por seção, caminho ou resumo').fill(phrase);
}

function blockOf(page, operation) {
  return page.locator(`.opblock-${operation.method}, .opblock-deprecated`, { has: page.locator(`[data-path="${operation.path}"]`) }).first();
}

async function open(page, operation) {
  await filterFor(page, operation.path);
  // A click while the filter takes effect would hit what moved below it.
  await page.waitForFunction((path) => {
    const shown = [...document.querySelectorAll('.opblock [data-path]')];
    return shown.length > 0 && shown.every((e) => e.dataset.path.includes(path));
  }, operation.path);
  const block = blockOf(page, operation);
  const body = block.locator('.opblock-body');
  // What is near the window may be all of one path before the filter takes
  // effect, which then draws it anew and closed: open it again.
  for (let tries = 1; ; tries++) {
    if (!(await body.isVisible())) await block.locator('.opblock-summary-control').click();
    try {
      await body.waitFor({ timeout: 5000 });
      return block;
    } catch (err) {
      if (tries === 40) throw err;
    }
  }
}

async function checkTranslated(page, report) {
  const left = await page.evaluate((words) => {
    const seen = new Set();
    const walker = document.createTreeWalker(document.getElementById('reference'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.nodeValue.trim();
      if (words.includes(text)) seen.add(text);
    }
    return [...seen];
  }, english);
  if (left.length > 0) report(`still in English: ${left.join(', ')}`);
}

// The filter takes a part of a summary, without its accents.
async function checkFilter(page, operations) {
  const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [first, wanted] = [operations[0], operations.at(-1)];
  const phrase = plain(wanted.summary).slice(4);
  await page.evaluate(() => window.scrollTo(0, 0));
  await blockOf(page, first).waitFor();
  await filterFor(page, phrase);
  await blockOf(page, wanted).waitFor();
  if (!plain(first.summary).includes(phrase)) await blockOf(page, first).waitFor({ state: 'detached' });
  await filterFor(page, '');
  await blockOf(page, first).waitFor();
}

// Every section is reached from the list beside the reference.
async function checkSections(page, report) {
  const links = page.getByRole('navigation', { name: 'Seções da referência' }).getByRole('link');
  await links.first().waitFor();
  for (const name of await links.allTextContents()) {
    await links.getByText(name, { exact: true }).click();
    const heading = page.getByRole('heading', { level: 3 }).filter({ has: page.getByText(name, { exact: true }) });
    await heading.waitFor();
    const { y } = await heading.boundingBox();
    if (Math.round(y) < -4 || y > 900) report(`section ${name}: its heading is at ${y} px of the window`);
  }
}

// A call from the page reaches the server under the policy.
async function checkCall(page, report, operations) {
  const operation = operations.find((o) => o.free && o.json);
  if (!operation) {
    console.log('no operation of the document can be called without a key: calling is not checked');
    return;
  }
  const block = await open(page, operation);
  await block.getByRole('button', { name: 'Experimentar' }).click();
  await block.getByRole('button', { name: 'Executar' }).click();
  await block.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  await checkTranslated(page, report);
  await checkAccessibility(page, 'docs-call', report);
  await page.evaluate(() => window.scrollTo(0, 0));
  await screenshot(page, 'docs-call', { fullPage: true });
}

// A key can be given and forgotten: its form works though the policy forbids
// forms to be sent.
async function checkKeyDialog(page, report) {
  await page.locator('.auth-wrapper .btn.authorize').click();
  await page.locator('.modal-ux').waitFor();
  await checkTranslated(page, report);
  await checkWidths(page, 'docs-key', report);
  await page.getByLabel('Valor:').first().fill('chave-de-teste');
  await page.getByRole('button', { name: 'Autorizar com a chave' }).first().click();
  await page.getByText('Autorizado', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Esquecer a chave' }).first().click();
  await page.getByLabel('Valor:').first().waitFor();
  await page.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await page.locator('.modal-ux').waitFor({ state: 'detached' });
}

async function checkWithoutScript(browser, report) {
  const page = await openPage(browser, origin, report, { javaScriptEnabled: false });
  await page.goto(`${origin}/docs`);
  if (!(await page.locator('noscript').innerText()).includes('/openapi.json')) report('without JavaScript the page does not say where the document is');
  await screenshot(page, 'docs-noscript');
  await page.context().close();
}
