// A stranger's spreadsheet, from drop to validated harvest: what each column is, the check, the
// records, the validation, and an undo that is refused after it. The first argument is a file
// with the server, a key and the spreadsheet.
import { checkSchemes, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  await checkWide(browser, report);
  await checkPhone(browser, report);
  await checkEnter(browser, report);
});

async function drop(page) {
  await page.goto(at('/importar'));
  await page.setInputFiles('#arquivo', scene.sheet);
  await page.click('button:has-text("Conferir")');
}

async function checkWide(browser, report) {
  const page = await openPage(browser, origin, expected(report, 409), { viewport: { width: 1280, height: 900 } });
  await signIn(page);
  await page.goto(at('/importar'));
  await checkSchemes(page, 'drop', report);
  await screenshot(page, 'columns-drop-1280', { fullPage: true });
  await drop(page);
  await page.waitForSelector('h1:has-text("O que é cada coluna?")');
  await checkSchemes(page, 'columns', report);
  await screenshot(page, 'columns-1280', { fullPage: true });
  await page.reload(); // axe leaves empty styles behind, which htmx would copy
  expect(report, 'kind', await page.locator('#tipo').inputValue(), 'armazenamento.recebimento');
  // By keyboard alone: harvests that there are are offered, the preview follows, and the focus
  // stays where it is.
  await page.focus('#f-safraId');
  await page.locator('#safras option[value="DEMO-SOJA-MT-2024-25"]').waitFor({ state: 'attached' });
  await page.keyboard.type('E2E-COL');
  await page.keyboard.press('Tab');
  await page.waitForSelector('td:has-text("E2E-COL")');
  expect(report, 'focus', await page.evaluate(() => document.activeElement.id), 'f-safraCodigo');
  await page.keyboard.type('2024/25');
  await page.focus('#nome');
  await page.keyboard.type('Romaneio da Coop X');
  await page.keyboard.press('Tab');
  await page.waitForSelector('td:has-text("2024/25")');
  await page.focus('button[value=conferir]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.figures');
  expect(report, 'checked', (await page.locator('.figures b').allInnerTexts()).slice(0, 4), ['2', '2', '0', '0']);
  await page.click('button:has-text("Gravar registros")');
  await page.waitForSelector('.figures li:has-text("Gravadas")');
  await checkSchemes(page, 'written', report);
  await screenshot(page, 'columns-written-1280', { fullPage: true });

  await page.goto(at('/safras/E2E-COL/validar'));
  await page.selectOption('#status', 'APROVADO');
  const reason = page.locator('[name=justificativa]');
  if (await reason.count()) await reason.fill('Conferido com o romaneio em papel.');
  const confirm = page.locator('#confirmo');
  if (await confirm.count()) await confirm.check();
  await page.locator('section:has(#form) button').click();
  await page.waitForURL(/\/validacoes\//);
  await page.goto(at('/importar/feitas'));
  await checkSchemes(page, 'done', report);
  await screenshot(page, 'columns-done-1280', { fullPage: true });
  await page.click('button:has-text("Desfazer")');
  await page.waitForSelector('.wrong:has-text("já não pode ser desfeita")');
  await page.context().close();
}

// press presses a button as slowly as a person, so that the server could answer meanwhile.
async function press(page, button) {
  await button.hover();
  await page.mouse.down();
  await page.evaluate(() => fetch(location.href).then((r) => r.text()));
  await page.mouse.up();
}

// The next file of the layout asks only what belongs to each file; on a phone the columns stay within the page.
async function checkPhone(browser, report) {
  const page = await openPage(browser, origin, report, { viewport: { width: 375, height: 740 } });
  await signIn(page);
  await drop(page);
  await page.waitForSelector('.notice:has-text("Romaneio da Coop X")');
  expect(report, 'harvest of the file before', await page.locator('#f-safraId').inputValue(), '');
  await checkSchemes(page, 'known layout', report);
  await screenshot(page, 'columns-known-375', { fullPage: true });
  await page.reload(); // axe leaves empty styles behind, which htmx would copy
  await page.fill('#f-safraId', 'E2E-COL-2');
  await press(page, page.locator('button[value=conferir]'));
  await page.waitForSelector('dd:has-text("E2E-COL-2")');
  await checkSchemes(page, 'checked on a phone', report);
  await screenshot(page, 'columns-checked-375', { fullPage: true });
  await page.click('a:has-text("Mudar as colunas")');
  await page.click('summary:has-text("Ver ou mudar as colunas")');
  expect(report, 'width', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await checkSchemes(page, 'columns on a phone', report);
  await screenshot(page, 'columns-375', { fullPage: true });
  await page.context().close();
}

// Somebody who types another name for the layout and presses Enter replaces nothing.
async function checkEnter(browser, report) {
  const page = await openPage(browser, origin, expected(report, 409), { viewport: { width: 1280, height: 900 } });
  await signIn(page);
  await page.goto(at('/importar'));
  await page.setInputFiles('#arquivo', { name: 'outra.csv', mimeType: 'text/csv', buffer: Buffer.from('Data;Placa;Peso (kg)\n17/02/2025;ABC1C34;36.200,5\n18/02/2025;ABC1C35;35.000,5\n') });
  await page.click('button:has-text("Conferir")');
  await page.waitForSelector('h1:has-text("O que é cada coluna?")');
  await page.fill('#f-safraId', 'E2E-COL-3');
  await page.fill('#f-safraCodigo', '2024/25');
  await page.fill('#nome', 'Romaneio da Coop X');
  await press(page, page.locator('button[value=conferir]'));
  await page.waitForSelector('#outro');
  await checkSchemes(page, 'name taken', report);
  await page.fill('#outro', 'Romaneio da Coop Y');
  await page.press('#outro', 'Enter');
  await page.waitForSelector('.figures');
  expect(report, 'kept as another', await page.locator('text=fica guardado como “Romaneio da Coop Y”').count(), 1);
  await page.context().close();
}
