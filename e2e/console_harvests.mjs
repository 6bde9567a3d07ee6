// The start and the harvests of the console: from an empty store by clicking alone,
// every page at three widths, light and dark, by keyboard, and without scripts.
import { run, artifacts, openPage, screenshot, checkWidths, checkSchemes, checkWCAG } from './browser.mjs';
import { expect, expected, origin, scene, signIn } from './console.mjs';

const soy = 'DEMO-SOJA-MT-2024-25';

// write creates a record through the API.
async function write(path, safraId, dados) {
  const answer = await fetch(origin + path, {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'X-API-ACCESS-KEY': scene.access, 'X-API-SECRET-KEY': scene.secret },
    body: JSON.stringify({ safraId, safraCodigo: '2024/25', dados }),
  });
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

await run(async (browser, report) => {
  // The door answers 401, which is no fault here.
  const mind = expected(report, 401);

  // An empty store: one click fills it, without scripts.
  const first = await openPage(browser, origin, mind, { javaScriptEnabled: false });
  await signIn(first);
  if (!(await first.textContent('h1')).includes('Boas-vindas')) report('an empty store does not welcome');
  await screenshot(first, 'harvests-empty');
  await first.click('text=Carregar as safras de exemplo');
  await first.waitForSelector(`text=${soy}`);
  await first.context().close();

  await write('/producaoAgricola/plantioManejo', 'E2E-TORTA', { dataPlantio: '31/02/2025', quantidadeSemente: 7200 });
  await write('/armazenamento/recebimento', 'E2E-TORTA', { dataHoraRecebimento: '2025-02-10T14:20:00-04:00', veiculo: 'sem placa', volume: 'muito', loteOrigem: 'L-9', umidade: '99%', impureza: '0,9%' });
  const farm = (lon, lat) => ({ type: 'Polygon', coordinates: [[[lon, lat], [lon + 0.012, lat + 0.002], [lon + 0.015, lat + 0.011], [lon + 0.006, lat + 0.014], [lon - 0.002, lat + 0.008], [lon, lat]]] });
  for (const [lon, lat] of [[-55.72, -12.55], [-55.70, -12.553], [-55.71, -12.53], [-47.9, -21.2]]) {
    await write('/cadastroPlanejamento/planoCultivo', 'E2E-MAPA', { insumos: 'Semente', fazenda: 'Boa Esperança', poligono: [lon, lat, lon + 0.01, lat + 0.01], geojson: farm(lon, lat) });
  }
  const pages = {
    board: '/console', start: '/console/safras', timeline: `/console/safras/${soy}`, review: `/console/safras/${soy}/conferencia?alvo=EUDR`,
    map: `/console/safras/${soy}/mapa`, series: `/console/safras/${soy}/medidas`, validate: `/console/safras/${soy}/validar`,
    validation: '/console/validacoes/DEM0-S0JA-2025-MT01', errors: '/console/safras/E2E-TORTA', 'errors-review': '/console/safras/E2E-TORTA/conferencia',
    'errors-validate': '/console/safras/E2E-TORTA/validar', farms: '/console/safras/E2E-MAPA/mapa', fresh: '/console/safras/E2E-NOVA',
  };
  const looked = await openPage(browser, origin, mind);
  await signIn(looked);
  for (const [name, path] of Object.entries(pages)) {
    await looked.goto(origin + path);
    if (name === 'series') await looked.waitForSelector('.chart canvas');
    await checkSchemes(looked, `harvests-${name}`, report);
    await checkWidths(looked, `harvests-${name}`, report);
    await screenshot(looked, `harvests-${name}-whole`, { fullPage: true });
  }
  // A notebook shows all columns of the board.
  await looked.setViewportSize({ width: 1280, height: 800 });
  await looked.goto(`${origin}/console`);
  const cut = await looked.locator('.scroll').evaluate((e) => e.scrollWidth - e.clientWidth);
  if (cut > 0) report(`the board is cut by ${cut} px in a window of 1280 px`);
  await screenshot(looked, 'harvests-board-1280');
  await looked.context().close();

  // Searching as one types keeps the address; going back restores the list.
  const page = await openPage(browser, origin, mind);
  await signIn(page);
  await page.fill('#busca', 'DEMO-CAFE');
  await page.waitForFunction((name) => !document.querySelector('#list').textContent.includes(name), soy);
  await page.waitForURL(/busca=DEMO-CAFE/);
  await page.reload();
  if (!(await page.textContent('#list')).includes('DEMO-CAFE-MG-2025')) report('the search does not survive a reload');

  // On the board a market and a state are chosen, and a gap leads to the form that closes it.
  await page.goto(`${origin}/console`);
  await page.selectOption('#f-alvo', 'EUDR');
  await page.selectOption('#f-estado', 'PRONTA');
  await page.waitForURL(/alvo=EUDR.*estado=PRONTA/);
  await page.waitForFunction(() => !document.querySelector('#list').textContent.includes('E2E-TORTA'));
  await page.selectOption('#f-estado', 'PENDENTE');
  await page.locator('tr', { hasText: 'E2E-TORTA' }).locator('td.shut a').first().click();
  await page.waitForSelector('#registro');
  expect(report, 'the harvest of the form', await page.inputValue('[name=safraId]'), 'E2E-TORTA');

  // By keyboard alone: to the search, a harvest, its review.
  await page.goto(`${origin}/console`);
  await page.keyboard.press('Tab');
  if (!(await page.evaluate(() => document.activeElement.className)).includes('skip')) report('the first stop is not the way to the content');
  await page.focus('#busca');
  await page.keyboard.type('DEMO-SOJA');
  await page.waitForURL(/busca=DEMO-SOJA/);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  await page.focus('#list th a');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/safras/${soy}$`));
  await page.context().close();

  // A harvest is validated by clicking alone, without scripts, and its code shown.
  const plain = await openPage(browser, origin, mind, { javaScriptEnabled: false });
  await signIn(plain);
  await plain.click(`#list a >> text=${soy}`);
  await plain.click('nav.tabs >> text=Validação');
  await plain.fill('#responsavel', 'Marina Couto');
  await plain.click('form button >> text=Validar');
  await plain.waitForURL(/\/validacoes\//);
  if (!(await plain.textContent('.notice')).includes('A validação foi registrada')) report('validating says nothing');
  if (!(await plain.isVisible('.qr svg'))) report('there is no QR code');
  await (await plain.$('.qr')).screenshot({ path: `${artifacts}/harvests-qr.png` });
  for (const picture of await plain.$$('.labels img')) await picture.scrollIntoViewIfNeeded();
  await screenshot(plain, 'harvests-validated');
  // On paper a review has no menu.
  await plain.goto(`${origin}/console/safras/E2E-TORTA/conferencia`);
  await plain.emulateMedia({ media: 'print' });
  if (await plain.isVisible('header.bar')) report('the menu is printed');
  await screenshot(plain, 'harvests-print');
  await plain.context().close();
});
