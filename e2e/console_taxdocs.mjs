// A ZIP of invoices on its way to linked records, by keyboard alone: checked, the harvest of one
// chosen by hand, written, and what they propose accepted. The first argument is a file with the
// server, a key and the ZIP.
import { checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, report, { viewport: { width: 1280, height: 900 } });
  await signIn(page);
  await page.focus('nav.menu a[href$="/notas"]');
  await page.keyboard.press('Enter');
  await page.waitForURL(at('/notas'));
  await checkWCAG(page, 'tax documents', report);
  await checkWidths(page, 'console-taxdocs', report);
  await page.setInputFiles('#arquivo', scene.zip);
  await press(page, 'button:has-text("Conferir")');
  await page.waitForSelector('h1:has-text("Conferência das notas")');
  expect(report, 'checked', await figures(page), ['4', '1', '1', '0', '1', '1']);
  await checkWCAG(page, 'checked', report);
  await checkWidths(page, 'console-taxdocs-checked', report);
  await screenshot(page, 'console-taxdocs-checked', { fullPage: true });
  await page.focus('input[name=safraDe]');
  await page.locator('datalist option[value="SOJA-25"]').first().waitFor({ state: 'attached' });
  await page.keyboard.type('SOJA-25');
  await press(page, 'button:text-is("Gravar")');
  await page.waitForSelector('h1:has-text("Notas importadas")');
  expect(report, 'written', await figures(page), ['4', '2', '1', '0', '0', '1', '2']);
  await checkWCAG(page, 'written', report);
  await screenshot(page, 'console-taxdocs-written', { fullPage: true });
  await press(page, 'a:has-text("Ver propostas da safra")');
  await page.waitForSelector('h1:has-text("Propostas das notas")');
  await checkWCAG(page, 'proposals', report);
  await checkWidths(page, 'console-taxdocs-proposals', report);
  await page.setViewportSize({ width: 375, height: 800 });
  await screenshot(page, 'console-taxdocs-proposals-375', { fullPage: true });
  await press(page, 'button:has-text("Aceitar todos")');
  await page.waitForSelector('text=As propostas completas foram aceitas');
  await page.focus('input[name=lote]');
  await page.keyboard.type('MT25-S-001');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Nenhuma proposta pendente');
  await page.goto(at('/registros/armazenamento.recebimento'));
  expect(report, 'loads', await page.locator('text=36.000 kg').count() > 0, true);
  await page.context().close();
});

// figures are the numbers of the page: documents, written, linked, there, waiting, not read, and
// once they are written the records in all.
function figures(page) { return page.locator('.figures b').allInnerTexts(); }

// press presses a button or a link by keyboard.
async function press(page, selector) {
  await page.focus(selector);
  await page.keyboard.press('Enter');
}
