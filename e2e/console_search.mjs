// The search, the single keys and the switches of the console in a browser: by keyboard, on a
// phone, and without scripts.
import { checkSchemes, checkWCAG, checkWidths, openPage, run } from './browser.mjs';
import { at, expect, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  await searches(page, report);
  await keys(page, report);
  await switches(page, report);
  await page.context().close();

  const phone = await openPage(browser, origin, report, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await signIn(phone);
  await phone.locator('#busca-geral').tap();
  await phone.keyboard.type('qrs9x87');
  await phone.locator('#encontrado a').first().waitFor();
  expect(report, 'the phone scrolls sideways', await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
  await phone.locator('#encontrado a').first().tap();
  await phone.waitForURL(/armazenamento\.recebimento/);
  await phone.context().close();

  const plain = await openPage(browser, origin, report, { javaScriptEnabled: false });
  await signIn(plain);
  await plain.fill('#busca-geral', 'QRS9X87');
  await plain.press('#busca-geral', 'Enter');
  await plain.waitForURL(at('/busca?q=QRS9X87'));
  expect(report, 'without scripts', await plain.locator('.hits a').count(), 1);
  await plain.click('text=Mostrar detalhes para desenvolvedores');
  await plain.goto(at('/lotes'));
  expect(report, 'the switch without scripts', await plain.locator('details.curl').count(), 1);
  await plain.context().close();
});

async function searches(page, report) {
  await page.goto(at('/safras'));
  await page.keyboard.press('/');
  await page.keyboard.type('qrs-9x');
  await page.locator('#encontrado a').first().waitFor();
  expect(report, 'the group', await page.locator('#encontrado h2').allInnerTexts(), ['Placas']);
  await checkSchemes(page, 'console-search-box', report);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/armazenamento\.recebimento/);

  await page.fill('#busca-geral', 'mt25');
  await page.locator('#encontrado a').first().waitFor();
  await page.keyboard.press('Escape');
  expect(report, 'after Escape', await page.locator('#encontrado a').count(), 0);
  await page.fill('#busca-geral', 'MT25-S');
  await page.locator('#encontrado a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/busca\?q=MT25-S/);
  expect(report, 'the page', await page.locator('.hits h2').first().innerText(), 'Lotes');
  await checkSchemes(page, 'console-search', report);
  await checkWidths(page, 'console-search', report);
  await page.click('.hits a >> nth=0');
  await page.waitForURL(/\/lotes\/MT25-S/);
}

async function keys(page, report) {
  await page.goto(at(''));
  for (const [letters, path] of [['gs', '/safras'], ['gl', '/lotes'], ['n', '/registros'], ['gt', '/trilha'], ['gr', '/registros'], ['gg', '/log']]) {
    for (const letter of letters) await page.keyboard.press(letter);
    await page.waitForURL(at(path));
  }
  await page.goto(at('/registros/armazenamento.recebimento'));
  await page.keyboard.press('n');
  await page.waitForURL(at('/registros/armazenamento.recebimento/novo'));
  await page.fill('#safraId', '');
  await page.locator('#safraId').pressSequentially('g/n?s');
  expect(report, 'typing in a field', await page.inputValue('#safraId'), 'g/n?s');
  expect(report, 'where typing stays', new URL(page.url()).pathname, '/console/registros/armazenamento.recebimento/novo');
  await page.goto(at('/lotes'));
  await page.keyboard.press('?');
  expect(report, 'the list', await page.locator('#atalhos[open] kbd').count() > 10, true);
  await checkWCAG(page, 'console-keys', report);
}

async function switches(page, report) {
  expect(report, 'calls of the API at first', await page.locator('details.curl').count(), 0);
  await page.click('text=Mostrar detalhes para desenvolvedores');
  await page.goto(at('/safras'));
  expect(report, 'calls of the API', await page.locator('details.curl').count(), 1);
  await page.click('text=Esconder detalhes para desenvolvedores');
  await page.click('text=Desligar os atalhos');
  await page.goto(at('/lotes'));
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  expect(report, 'keys that are off', await page.evaluate(() => document.activeElement.id), '');
  await page.click('text=Ligar os atalhos');
}
