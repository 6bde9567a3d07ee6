// Checks proofs, dossiers and photos in the browser: on the server's page, and in the file that a
// reader saved, which has no server. The argument is a file that says which files hold.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { artifacts, checkSchemes, checkWidths, openPage, run, screenshot } from './browser.mjs';

const scene = JSON.parse(await readFile(process.argv[2], 'utf8'));
const origin = new URL(scene.server).origin;
const verdicts = { holds: 'Confere', records: 'Os registros conferem', bare: 'O registro existe', unable: 'Não dá para conferir aqui', open: 'Falta conferir a chave', fails: 'Não confere' };

await run(async (browser, report) => {
  const saved = await checkServed(browser, report);
  await checkSaved(browser, report, saved);
  await checkWithoutScripts(browser, report);
});

// give hands a file over and returns what the page says of it.
async function give(page, { file, key, witnesses = [], need = 0 }) {
  await page.locator('#result').evaluate((e) => e.replaceChildren());
  await page.locator('#key').evaluate((e, text) => { e.value = text; }, key ?? scene.key);
  await page.locator('#witnesses').evaluate((e, text) => { e.value = text; }, witnesses.join('\n'));
  await page.locator('#need').evaluate((e, text) => { e.value = text; }, String(need));
  await page.locator('#file').setInputFiles(file);
  await page.waitForFunction(() => document.querySelector('#result .state') || (document.querySelector('#progress').textContent && !document.querySelector('#progress').textContent.includes('…')));
  const found = await page.locator('#result .state h2').count();
  return { verdict: found ? await page.locator('#result .state h2').innerText() : '', words: found ? await page.locator('.steps').innerText() : await page.locator('#progress').innerText() };
}

async function checkFiles(page, cases, where, report) {
  for (const c of cases) {
    const { verdict, words } = await give(page, c);
    if (verdict !== (verdicts[c.verdict] ?? '') || !words.includes(c.words)) report(`${where}, ${c.name}: ${JSON.stringify(verdict)}, ${JSON.stringify(words)}; want ${c.verdict} and ${JSON.stringify(c.words)}`);
  }
}

async function checkServed(browser, report) {
  const page = await openPage(browser, origin, report, { viewport: { width: 375, height: 700 }, acceptDownloads: true });
  const answer = await page.goto(`${origin}/verificar`);
  const { responseBodySize } = await answer.request().sizes();
  console.log(`the page: ${responseBodySize} bytes on the wire`);
  if (responseBodySize > 66 * 1024) report(`the page has ${responseBodySize} bytes`);
  await checkFiles(page, [...scene.cases, ...scene.witnessed, ...scene.photos], 'served', report);

  await give(page, scene.cases[0]);
  await page.getByText('O que o registro diz').click();
  if (!(await page.locator('pre').innerText()).includes(scene.invoice)) report('the document is not shown with its number of 44 digits');
  await page.getByText('Testemunhas', { exact: true }).click();
  await checkWidths(page, 'verify', report);
  await checkSchemes(page, 'verify', report);
  await screenshot(page, 'verify-holds', { fullPage: true });
  await give(page, scene.cases.find((c) => c.verdict === 'fails'));
  await checkSchemes(page, 'verify-fails', report);
  await screenshot(page, 'verify-fails', { fullPage: true });

  // Nothing leaves the page for a file: only a photo of this server's own codes asks it.
  const asked = [];
  page.on('request', (r) => asked.push(r.url()));
  await checkFiles(page, scene.cases, 'again', report);
  if (asked.length > 0) report(`checking files made requests: ${asked}`);

  // The button enters the server's key, and a key that is kept is there after a reload.
  await page.locator('#key').fill('');
  await page.getByRole('button', { name: 'Usar esta chave' }).click();
  await page.getByLabel('Guardar esta chave neste aparelho').check();
  await page.reload();
  if (await page.locator('#key').inputValue() !== scene.key) report('the pinned key is not kept');

  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Salvar esta página' }).click();
  const file = path.join(artifacts, 'rastro-verificar.html');
  await (await waiting).saveAs(file);
  await page.context().close();
  return file;
}

// The saved page works from disk, without a network.
async function checkSaved(browser, report, file) {
  const address = pathToFileURL(file).href;
  const page = await openPage(browser, 'null', report, { offline: true });
  const asked = [];
  page.on('request', (r) => { if (r.url() !== address && !/^(data|blob):/.test(r.url())) asked.push(r.url()); });
  await page.goto(address);
  await checkFiles(page, [...scene.cases, ...scene.witnessed, ...scene.elsewhere], 'saved', report);
  if (asked.length > 0) report(`the saved page asked for ${asked}`);
  if (await page.locator('nav').count() > 0) report('the saved page has links that lead nowhere');
  await screenshot(page, 'verify-saved', { fullPage: true });
  await page.context().close();
}

async function checkWithoutScripts(browser, report) {
  const page = await openPage(browser, origin, report, { javaScriptEnabled: false });
  await page.goto(`${origin}/verificar`);
  if (!(await page.locator('main').innerText()).includes('rastro verify')) report('without scripts the page does not say what to do');
  if (await page.locator('#file').isVisible()) report('without scripts the page takes files that it cannot check');
  await page.context().close();
}
