// The whole way of a harvest by clicking alone: from the link that the server
// prints on an empty store, through every record, to the code that a stranger
// scans; then a key for one phase. The first argument is a file that says where to
// begin and what to write.
import { artifacts, checkSchemes, checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, report);
  await page.goto(scene.invitation);
  await checkWCAG(page, 'the first account', report);
  await page.fill('#nome', 'Marina Couto');
  await page.fill('#organizacao', 'Coopervale');
  await page.fill('#login', 'marina@coopervale.example');
  await page.fill('#senha', 'três pássaros na cerca');
  await page.locator('main .actions button').click();
  await page.waitForURL(at(''));
  expect(report, 'where the link leads', new URL(page.url()).pathname, '/console');
  await checkWCAG(page, 'first visit', report);
  for (const harvest of scene.harvests) await wayOf(page, report, harvest);
  const key = await makeKey(page);
  await page.context().close();

  const used = await openPage(browser, origin, expected(report, 401, 404));
  await used.goto(scene.invitation);
  expect(report, 'the link is good once', await used.locator('#secretKey').count(), 1);
  await checkSchemes(used, 'console-door', report);
  await checkWidths(used, 'console-door', report);
  await signIn(used, key.access, key.secret);
  await used.goto(at('/nada'));
  await checkSchemes(used, 'console-error', report);
  await checkWidths(used, 'console-error', report);
  await used.context().close();
  await checkOnePhase(browser, report, key);
});

async function wayOf(page, report, { safraId, safraCodigo, records, picture }) {
  await page.click('header .brand');
  await page.fill('main input[name=id]', safraId);
  await page.click('main form:has(input[name=id]) button');
  for (const { title, dados } of records) {
    await page.locator('.kind', { has: page.getByRole('heading', { name: title, exact: true }) }).getByRole('link', { name: /Registrar/ }).click();
    await page.waitForSelector('#registro');
    expect(report, `${title}: the harvest`, await page.inputValue('[name=safraId]'), safraId);
    await page.fill('[name=safraCodigo]', safraCodigo);
    if (await page.locator('.plottext').count()) { // the script of the map folds the text of a plot away
      await page.waitForSelector('.plotmap:not([hidden])');
      await page.click('.plottext summary');
    }
    for (const [field, value] of Object.entries(dados)) await put(page, field, value);
    await page.click('#registro button:not(.unseen):has-text("Gravar")');
    await page.waitForSelector('.notice:has-text("Registro gravado")');
    await page.locator('main').getByRole('link', { name: safraId, exact: true }).first().click();
    await page.waitForURL(/\/safras\//);
  }
  await screenshot(page, `way-${picture}`, { fullPage: true });
  await page.click('nav.tabs >> text=Validação');
  await page.fill('[name=responsavel]', 'Marina Couto');
  const confirm = page.locator('#confirmo'); // where something is missing
  if (await confirm.count()) await confirm.check();
  await page.click('form button:has-text("Validar")');
  await page.waitForURL(/\/validacoes\//);
  await (await page.waitForSelector('.qr')).screenshot({ path: `${artifacts}/way-${picture}-qr.png` });
}

// put fills in a field as a clerk does: chooses, ticks, adds rows or types.
async function put(page, field, value) {
  const first = page.locator(`#campo-${field}`);
  await first.evaluate((box) => { if (box.closest('details')) box.closest('details').open = true; });
  if (await first.evaluate((box) => box.matches('select'))) {
    const known = await first.locator(`option[value="${value}"]`).count() > 0;
    await first.selectOption(known ? value : '~outro');
    if (!known) await page.fill(`[name="d.${field}.outro"]`, value);
    return;
  }
  const rows = page.locator(`[data-rows="campo-${field}"]`);
  if (await rows.count() === 0) {
    await page.fill(`[name="d.${field}"]`, written(value));
    return;
  }
  for (const item of [value].flat()) {
    const box = rows.locator(`input[type=checkbox][value="${item}"]`);
    if (typeof item === 'object') {
      for (const [column, cell] of Object.entries(item)) await rows.locator(`[name="d.${field}.${column}"]`).last().fill(written(cell));
    } else if (await box.count() > 0) {
      await box.check();
      continue;
    } else {
      await rows.locator('.row input').last().fill(written(item));
    }
    await rows.getByRole('button', { name: 'Mais uma linha' }).click();
  }
}

// written is a value as a clerk types it.
function written(value) {
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return value.join(', ');
  return value;
}

async function makeKey(page) {
  await page.click('nav.menu a[href$="/chaves"]');
  await page.click('text=Nova chave');
  await page.fill('#nome', 'Armazém');
  await page.check('input[value="06"]');
  await page.click('button:has-text("Criar chave")');
  await page.waitForSelector('code.copy');
  const [access, secret] = await page.locator('code.copy').allInnerTexts();
  return { access, secret };
}

// A key that may write phase 06 alone sees and does only that.
async function checkOnePhase(browser, report, { access, secret }) {
  const page = await openPage(browser, origin, expected(report, 401, 403));
  await signIn(page, access, secret);
  for (const closed of ['/chaves']) expect(report, `a way to ${closed}`, await page.locator(`nav.menu a[href$="${closed}"]`).count(), 0);

  await page.click('nav.menu a[href$="/registros"]');
  const open = await page.locator('main a[href$="/novo"]').evaluateAll((all) => all.map((a) => new URL(a.href).pathname.split('/')[3]));
  expect(report, 'kinds it may add', open.join(' '), 'armazenamento.recebimento armazenamento.armazenamento armazenamento.controleQualidade');
  await page.click('nav.menu a[href$="/importar"]');
  const imports = await page.locator('main .kindpicks a').evaluateAll((all) => all.length);
  expect(report, 'kinds it may import', imports, 3);
  await screenshot(page, 'way-one-phase');

  const harvest = scene.harvests[0].safraId;
  await page.goto(`${origin}/console/safras/${encodeURIComponent(harvest)}`);
  expect(report, 'add buttons of the harvest', await page.locator('.kind a:has-text("Registrar")').count(), 3);
  expect(report, 'it may not validate', await page.locator('main >> text=+ Validar').count(), 0);
  for (const closed of ['registros/producaoAgricola.plantioManejo/novo', 'chaves']) {
    expect(report, closed, (await page.goto(`${origin}/console/${closed}`)).status(), 403);
  }
  // A form made by hand is refused as well.
  const forged = await page.evaluate(async (to) => (await fetch(to, { method: 'POST', body: new URLSearchParams({ safraId: 'S', 'd.cultivacaoUtilizada': 'x' }) })).status,
    `${origin}/console/registros/producaoAgricola.plantioManejo/novo`);
  expect(report, 'a form of another phase', forged, 403);

  await page.goto(at('/registros'));
  await page.locator('main a[href$="armazenamento.recebimento/novo"]').click();
  await page.fill('[name=safraId]', harvest);
  await page.fill('[name="d.volume"]', '100 kg');
  await page.click('#registro button:not(.unseen):has-text("Gravar")');
  await page.waitForSelector('.notice:has-text("Registro gravado")');
  await page.context().close();
}
