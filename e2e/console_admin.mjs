// Keys, phases, the audit trail and the log, as an administrator sees them. The
// first argument is a file with the server and a key.
import { checkSchemes, checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { expect, expected, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  await checkLook(browser, report);
  await checkKeys(browser, report);
  await checkPhases(browser, report);
  await checkEarlyChoices(browser, report);
  await checkWithoutScripts(browser, report);
  await checkKeyboard(browser, report);
});

// Every screen in both colours, at every width, without a finding of axe.
async function checkLook(browser, report) {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  for (const [name, path] of Object.entries({
    keys: '/chaves', 'key-new': '/chaves/nova', 'key-end': `/chaves/${scene.access}/desativar`, phases: '/fases', 'phase-new': '/fases/nova', trail: '/trilha', log: '/log',
  })) {
    await page.goto(`${origin}/console${path}`);
    await checkSchemes(page, `console-${name}`, report);
    await checkWidths(page, `console-${name}`, report);
  }
  await page.context().close();
}

async function checkKeys(browser, report) {
  const page = await openPage(browser, origin, expected(report, 409, 422));
  await signIn(page);
  await page.click('nav.menu a[href$="/chaves"]');
  await page.click('text=Nova chave');
  await page.uncheck('input[value=leitura]');
  await page.uncheck('input[value=escrita]');
  await page.fill('#nome', 'Balança 2');
  await page.click('button:has-text("Criar chave")');
  expect(report, 'no right', await page.locator('.wrong').count(), 1);
  expect(report, 'what was typed', await page.inputValue('#nome'), 'Balança 2');
  await screenshot(page, 'console-key-refused', { fullPage: true });
  await page.check('input[value=leitura]');
  await page.check('input[value="06"]');
  await page.fill('#safras', 'S-1');
  // A double click makes one key.
  await page.dblclick('button:has-text("Criar chave")');
  await page.waitForSelector('code.copy');
  const [access, secret] = await page.locator('code.copy').allInnerTexts();
  await checkWCAG(page, 'key made', report);
  await screenshot(page, 'console-key-made', { fullPage: true });
  await page.click('text=Já guardei');
  expect(report, 'keys of that name', await page.locator('tr:has-text("Balança 2")').count(), 1);
  expect(report, 'secrets in the list', (await page.content()).includes(secret), false);

  const scale = await openPage(browser, origin, report);
  await signIn(scale, access, secret);
  expect(report, 'the way to keys', await scale.locator('nav.menu a[href$="/chaves"]').count(), 0);
  await scale.context().close();

  await page.click(`tr:has-text("${access}") a:has-text("Desativar")`);
  await page.click('button:has-text("Sim, desativar")');
  expect(report, 'notice', await page.locator('.notice').innerText(), 'A chave foi desativada.');
  await page.goto(`${origin}/console/chaves/${scene.access}/desativar`);
  await page.click('button:has-text("Sim, desativar")');
  expect(report, 'last admin', (await page.locator('.wrong').innerText()).includes('última chave admin'), true);
  await screenshot(page, 'console-key-last');
  await page.context().close();
}

async function checkPhases(browser, report) {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  await page.click('nav.menu a[href$="/fases"]');
  await page.selectOption('#cultura', 'CAFE'); // htmx shows it at once
  await page.waitForSelector('h2:has-text("Café")');
  expect(report, 'address', new URL(page.url()).searchParams.get('cultura'), 'CAFE');
  await page.reload();
  await page.click('text=Nova fase');
  await page.fill('#nome', 'Prova de xícara');
  await page.selectOption('#etapa', '06');
  await page.click('button:has-text("Gravar")');
  await page.waitForSelector('tr:has-text("Prova de xícara")');
  await page.click('tr:has-text("Prova de xícara") a:has-text("Editar")');
  await page.check('input[name=obrigatoria]');
  await page.click('button:has-text("Gravar")');
  expect(report, 'mandatory', await page.locator('tr:has-text("Prova de xícara") .badge.bom').count(), 1);
  await page.click('tr:has-text("Prova de xícara") a:has-text("Excluir")');
  await page.click('button:has-text("Sim, excluir")');
  expect(report, 'after the end', await page.locator('tr:has-text("Prova de xícara")').count(), 0);
  await page.click('nav.menu a[href$="/trilha"]');
  const entry = page.locator('tr:has-text("Prova de xícara"):has-text("fase excluída")');
  for (let i = 0; i < 100 && await entry.count() === 0; i++) await page.reload(); // the log takes it in within a second
  expect(report, 'the trail tells of the end', await entry.count(), 1);
  await screenshot(page, 'console-trail-full', { fullPage: true });
  await page.context().close();
}

// What somebody chooses or types before htmx is loaded is not lost: the page shows it
// once htmx is there.
async function checkEarlyChoices(browser, report) {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  // The page before may still ask for htmx: all that ask are held, and all are let go.
  let held = [], open = false;
  await page.route(/\/arquivos\/htmx\./, async (route) => {
    if (!open) await new Promise((resolve) => { held.push(resolve); });
    await route.fallback();
  });
  for (const [path, act, shown] of [
    ['/fases', () => page.selectOption('#cultura', 'CAFE'), 'h2:has-text("Café")'],
    ['', () => page.fill('#busca', 'DEMO-CAFE'), '#list:not(:has-text("DEMO-SOJA")):has-text("DEMO-CAFE")'],
    ['/registros/producaoAgricola.plantioManejo/novo?safra=S', () => page.fill('#campo-dataPlantio', '31/02/2025'), '#achados .erro'],
  ]) {
    open = false;
    const asked = page.waitForRequest(/\/arquivos\/htmx\./);
    await page.goto(`${origin}/console${path}`, { waitUntil: 'commit' });
    await asked;
    await act();
    expect(report, `${path} before htmx`, await page.locator(shown).first().isVisible(), false);
    open = true;
    for (const resolve of held.splice(0)) resolve();
    await page.waitForSelector(shown);
  }
  await page.context().close();
}

async function checkWithoutScripts(browser, report) {
  const page = await openPage(browser, origin, report, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  await signIn(page);
  await page.goto(`${origin}/console/fases`);
  await page.selectOption('#cultura', 'MILHO');
  await page.click('button:has-text("Mostrar")');
  expect(report, 'crop', await page.locator('h2').first().innerText(), 'Milho');
  await page.goto(`${origin}/console/trilha`);
  await page.fill('#safra', 'nenhuma');
  await page.click('button:has-text("Filtrar")');
  expect(report, 'nothing', await page.locator('tbody tr').count(), 0);
  await page.click('text=Limpar');
  if (await page.locator('tbody tr').count() < 10) report('the trail is short');
  await page.context().close();
}

// From the menu to the button that makes a key, by keyboard alone.
async function checkKeyboard(browser, report) {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  await page.goto(`${origin}/console/chaves/nova`);
  const seen = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => document.activeElement.name || document.activeElement.innerText);
    seen.push(at);
    if (at === 'Criar chave') break;
  }
  for (const want of ['nome', 'organizacao', 'escopos', 'fases', 'safras', 'expiraEm', 'Criar chave']) {
    if (!seen.includes(want)) report(`keyboard: ${want} is not reached: ${seen.join(' > ')}`);
  }
  await page.context().close();
}
