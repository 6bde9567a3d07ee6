// Works with records at the console. The first argument is a file that says where
// the server is, and with which key to sign in.
import { readFile } from 'node:fs/promises';
import { checkSchemes, checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, origin, signIn as enter } from './console.mjs';

const planting = '/registros/producaoAgricola.plantioManejo';
const receipt = '/registros/armazenamento.recebimento';

await run(async (browser, report) => {
  await checkEveryPage(browser, report);
  await checkTyping(browser, report);
  await checkKeyboard(browser, report);
  await checkWithoutScripts(browser, report);
  await checkTwoClerks(browser, report);
  await checkLists(browser, report);
  await checkHostile(browser, report);
});

async function signIn(browser, report, options) {
  const page = await openPage(browser, origin, report, options);
  await enter(page);
  return page;
}

// typed does something to the form and waits until that was graded: a page that is
// left while it asks would report a request that failed.
async function typed(page, act) {
  await Promise.all([page.waitForResponse((r) => r.url().endsWith('/conferir')), act()]);
}

// firstRecord is where the first link of a list leads.
async function firstRecord(page, list) {
  await page.goto(at(list));
  return new URL(await page.locator('.list tbody th a').first().getAttribute('href'), page.url()).href;
}

async function checkEveryPage(browser, report) {
  const page = await signIn(browser, report);
  const record = await firstRecord(page, receipt);
  const plot = await firstRecord(page, planting);
  const pages = {
    kinds: at('/registros'), list: at(receipt), searched: at(`${receipt}?q=caminh%C3%A3o&sort=safraId,asc`), record: plot, form: `${plot}/editar`,
    'form-new': at(`${planting}/novo`), 'form-long': at('/registros/posColheita.beneficiamento/novo?safra=X'), history: `${record}/historico`, proof: `${record}/prova`, delete: `${record}/excluir`,
  };
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // where the bar of a form covers nothing
    await checkSchemes(page, `records-${name}`, report);
    await checkWidths(page, `records-${name}`, report);
    await screenshot(page, `records-${name}-whole`, { fullPage: true });
  }
  await page.context().close();
}

// What is typed is graded as one types; a file becomes a plot; two clicks, one record.
async function checkTyping(browser, report) {
  const page = await signIn(browser, report);
  await page.goto(at(`${planting}/novo?safra=E2E-1`));
  await page.fill('#campo-dataPlantio', '31/02/2025');
  await page.locator('#achados .erro').waitFor();
  await screenshot(page, 'records-typing');
  await page.fill('#campo-dataPlantio', '05/10/2024');
  await page.locator('#achados .erro').waitFor({ state: 'detached' });
  await page.fill('#campo-quantidadeSemente', '7.200');
  await page.getByText('foi lido como 7200').waitFor();
  const outline = { type: 'Polygon', coordinates: [[[-55.720183, -12.550241], [-55.710367, -12.550241], [-55.710367, -12.540128], [-55.720183, -12.550241]]] };
  await typed(page, () => page.setInputFiles('#arquivo-campo-areaPlantada', { name: 'talhao.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify(outline)) }));
  await page.waitForFunction(() => document.getElementById('campo-areaPlantada').value.includes('Polygon'));
  await checkWCAG(page, 'typed form', report);
  await page.locator('#registro .savebar button:text-is("Gravar")').dblclick();
  await page.locator('.notice').waitFor();
  expect(report, 'notice', await page.locator('.notice').innerText(), 'Registro gravado.');
  await screenshot(page, 'records-saved', { fullPage: true });
  await page.goto(at(`${planting}?safra=E2E-1`));
  expect(report, 'records after a double click', await page.locator('.list tbody tr').count(), 1);
  await page.context().close();
}

// From the list to a saved record without a mouse.
async function checkKeyboard(browser, report) {
  const page = await signIn(browser, report);
  await page.goto(at(`${receipt}/novo`));
  const focus = async (id) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement.id) === id) {
        const outlined = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== 'none');
        if (!outlined) report(`${id} has no visible focus`);
        return;
      }
    }
    report(`the keyboard does not reach ${id}`);
  };
  await focus('safraId');
  await page.keyboard.type('E2E-TECLADO');
  await focus('campo-loteOrigem');
  await typed(page, () => page.keyboard.type('LOTE-TECLADO'));
  await page.keyboard.press('Enter');
  await page.locator('.notice').waitFor();
  expect(report, 'by keyboard', await page.locator('h1').innerText(), 'LOTE-TECLADO');
  await page.context().close();
}

// The same with scripts off: check, save, correct, delete.
async function checkWithoutScripts(browser, report) {
  const page = await signIn(browser, report, { javaScriptEnabled: false });
  await page.goto(at(`${receipt}/novo?safra=E2E-2`));
  await page.fill('#campo-dataHoraRecebimento', '31/02/2025 08:00');
  await page.getByRole('button', { name: 'Conferir' }).click();
  expect(report, 'checked without scripts', await page.locator('#achados .erro').count() > 0, true);
  expect(report, 'what was typed', await page.inputValue('#campo-dataHoraRecebimento'), '31/02/2025 08:00');
  await page.fill('#campo-dataHoraRecebimento', '28/02/2025 08:00');
  await page.fill('#campo-loteOrigem', 'LOTE-E2E');
  await page.getByRole('button', { name: 'Gravar', exact: true }).click();
  expect(report, 'saved', await page.locator('.notice').innerText(), 'Registro gravado.');
  await page.getByRole('link', { name: 'Corrigir' }).click();
  await page.getByRole('button', { name: 'Gravar', exact: true }).click();
  expect(report, 'unchanged', await page.locator('.notice').innerText(), 'Nada mudou; o registro ficou como estava.');
  await page.getByRole('link', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Sim, excluir' }).click();
  expect(report, 'deleted', (await page.locator('.notice').innerText()).startsWith('Registro excluído'), true);
  await page.context().close();
}

async function checkTwoClerks(browser, report) {
  const expected = (problem) => { if (!problem.includes('412')) report(problem); };
  const page = await signIn(browser, expected);
  const address = await firstRecord(page, '/registros/logisticaExportacao.transporteExportacao');
  await page.goto(`${address}/editar`);
  const other = await page.context().newPage();
  await other.goto(`${address}/editar`);
  await other.fill('#campo-destino', 'Porto de Santos (SP)');
  await other.fill('#campo-identificacaoTransporte', 'Navio Aurora');
  await other.locator('#registro .savebar button:text-is("Gravar")').click();
  await other.locator('.notice').waitFor();
  await typed(page, () => page.fill('#campo-destino', 'Porto de Paranaguá (PR)'));
  await page.locator('#registro .savebar button:text-is("Gravar")').click();
  await page.locator('.conflict').waitFor();
  const text = await page.locator('.conflict').innerText();
  for (const part of ['Porto de Santos (SP)', 'Porto de Paranaguá (PR)', 'Navio Aurora']) {
    if (!text.includes(part)) report(`the second clerk does not see ${part}`);
  }
  expect(report, 'mine is kept', await page.inputValue('#campo-destino'), 'Porto de Paranaguá (PR)');
  expect(report, 'theirs is taken', await page.inputValue('#campo-identificacaoTransporte'), 'Navio Aurora');
  await checkWCAG(page, 'conflict', report);
  await checkWidths(page, 'records-conflict', report);
  await screenshot(page, 'records-conflict', { fullPage: true });
  await page.locator('.conflict button').click();
  await page.locator('.notice').waitFor();
  await page.goto(`${address}/historico`);
  await screenshot(page, 'records-history-changes', { fullPage: true });
  await checkWCAG(page, 'history', report);
  await page.context().close();
}

// Search by htmx keeps the address, which survives a reload; lists are downloaded.
async function checkLists(browser, report) {
  const page = await signIn(browser, report);
  await page.goto(at(receipt));
  const before = await page.locator('.list tbody tr').count();
  await page.fill('#q', 'nada que exista');
  await page.keyboard.press('Enter');
  await page.getByText('Nenhum registro aqui.').waitFor();
  await page.waitForURL(/q=nada/);
  await page.reload();
  expect(report, 'after a reload', await page.inputValue('#q'), 'nada que exista');
  await page.goBack();
  await page.locator('.list tbody tr').first().waitFor();
  expect(report, 'after going back', await page.locator('.list tbody tr').count(), before);
  for (const [text, end] of [['CSV', '.csv'], ['Excel (XLSX)', '.xlsx']]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: text }).click()]);
    expect(report, `${text}: name`, file.suggestedFilename(), `armazenamento.recebimento${end}`);
    if ((await readFile(await file.path())).length < 100) report(`${text}: the file is empty`);
  }
  await page.context().close();
}

async function checkHostile(browser, report) {
  const page = await signIn(browser, report);
  page.on('dialog', async (d) => { report(`a script ran: ${d.message()}`); await d.dismiss(); });
  await page.goto(at(receipt));
  const links = await page.locator('.list tbody th a').evaluateAll((all) => all.filter((a) => /alert/.test(a.textContent)).map((a) => a.href));
  expect(report, 'hostile records', links.length, 3);
  for (const link of links) {
    for (const end of ['', '/editar', '/historico', '/excluir']) {
      await page.goto(link + end);
      expect(report, `${link}${end}: foreign elements`, await page.locator('main img, main script, main svg').count(), 0);
    }
  }
  await page.context().close();
}
