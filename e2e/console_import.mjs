// A spreadsheet on its way in: checked, decided on, written, and sent once more.
// The first argument is a file with the server, a key and the files to send.
import { checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { expect, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  await checkThreeBad(browser, report);
  await checkLong(browser, report);
  await checkWithoutScripts(browser, report);
});

// figures are the numbers of an import's page: rows, good, there, refused, remarked.
function figures(page) { return page.locator('.figures b').allInnerTexts(); }

async function send(page, file) {
  const menu = page.locator('.fold summary').first();
  if (await menu.isVisible()) await menu.click(); // on a phone
  await page.click('nav.menu a[href$="/importar"]');
  await page.click('a:has-text("Aplicação de insumo")');
  await page.setInputFiles('#arquivo', file);
  await page.click('button:has-text("Conferir")');
  await page.waitForURL(/importar\/[\w-]+$/);
}

async function checkThreeBad(browser, report) {
  for (const colorScheme of ['light', 'dark']) {
    const page = await openPage(browser, origin, report, { colorScheme });
    await signIn(page);
    await page.click('nav.menu a[href$="/importar"]');
    await checkWCAG(page, `kinds ${colorScheme}`, report);
    if (colorScheme === 'light') await checkWidths(page, 'console-import-kinds', report);
    await page.click('a:has-text("Aplicação de insumo")');
    await checkWCAG(page, `file ${colorScheme}`, report);
    await screenshot(page, `console-import-file-${colorScheme}`, { fullPage: true });
    const [template] = await Promise.all([page.waitForEvent('download'), page.click('text=Baixar modelo XLSX')]);
    expect(report, 'template', template.suggestedFilename(), 'rastro-producaoAgricola.aplicacaoInsumo.xlsx');
    await send(page, scene.bad);
    await page.waitForSelector('.figures');
    if (colorScheme === 'light') {
      expect(report, 'checked', await figures(page), ['500', '497', '0', '3', (await figures(page))[4]]);
      expect(report, 'bad lines', await page.locator('section:has(h2:has-text("Linhas recusadas")) tbody td:first-child').allInnerTexts(), ['12', '251', '501']);
      await checkWidths(page, 'console-import-checked', report);
      await page.check('input[value=tudo]');
      await page.click('button:has-text("Gravar registros")');
      await page.waitForSelector('.wrong:has-text("Nada foi gravado")');
      await screenshot(page, 'console-import-nothing', { fullPage: true });
      await page.check('input[value=validas]');
      await page.dblclick('button:has-text("Gravar registros")');
      await page.waitForSelector('.figures li:has-text("Gravadas")');
      expect(report, 'written', (await figures(page)).slice(0, 4), ['500', '497', '0', '3']);
    } else {
      expect(report, 'again', (await figures(page)).slice(0, 4), ['500', '0', '497', '3']);
      expect(report, 'nothing to write', await page.locator('button:has-text("Gravar registros")').count(), 0);
    }
    await checkWCAG(page, `import ${colorScheme}`, report);
    await screenshot(page, `console-import-done-${colorScheme}`, { fullPage: true });
    await page.context().close();
  }
}

// A long file shows how far it is; a reload loses nothing.
async function checkLong(browser, report) {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  await send(page, scene.long);
  await page.waitForSelector('progress');
  await checkWCAG(page, 'progress', report);
  await screenshot(page, 'console-import-progress');
  await page.reload();
  await page.waitForSelector('.figures', { timeout: 120_000 }); // by htmx alone
  expect(report, 'too many for all or nothing', await page.locator('input[value=tudo]').isDisabled(), true);
  await page.click('button:has-text("Gravar registros")');
  await page.waitForSelector('progress');
  await page.waitForFunction(() => document.querySelector('progress')?.value > 0 || document.querySelector('.figures'), null, { timeout: 60_000 });
  await screenshot(page, 'console-import-writing');
  await page.waitForSelector('.figures li:has-text("Gravadas")', { timeout: 180_000 });
  expect(report, 'written', (await figures(page))[1], '60.000');
  await page.context().close();
}

async function checkWithoutScripts(browser, report) {
  const page = await openPage(browser, origin, report, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await signIn(page);
  await send(page, scene.broken);
  expect(report, 'not a spreadsheet', (await page.locator('.wrong').innerText()).includes('não é uma planilha'), true);
  await screenshot(page, 'console-import-broken-320', { fullPage: true });
  await send(page, scene.bad);
  await page.waitForSelector('.figures'); // the page asks again by itself
  expect(report, 'again', (await figures(page)).slice(0, 4), ['500', '0', '497', '3']);
  await page.context().close();
}
