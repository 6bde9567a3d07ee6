// Opens the pages for strangers. The first argument is a file that says where
// they are: the server, the address that a scanned code holds, and a code for
// every state a validation can be in.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { artifacts, checkSchemes, checkWidths, openPage, run, screenshot, setScheme } from './browser.mjs';

const scene = JSON.parse(await readFile(process.argv[2], 'utf8'));
const origin = new URL(scene.server).origin;
const languages = { 'pt-BR': 'Válida', 'en-US': 'Valid', 'es-AR': 'Válida' };

await run(async (browser, report) => {
  await checkScanned(browser, report);
  await checkFold(browser, report);
  await checkStates(browser, report);
  await checkAccess(browser, report);
  await checkSwitch(browser, report);
  await checkKeyboard(browser, report);
  await checkHostile(browser, report);
  await checkPrint(browser, report);
});

function expect(report, what, got, want) {
  if (got !== want) report(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

// From the scanned code to the page, without scripts, in the browser's language:
// one request, no cookie, nothing kept.
async function checkScanned(browser, report) {
  for (const [locale, state] of Object.entries(languages)) {
    const page = await openPage(browser, origin, report, { locale, javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    let requests = 0;
    page.on('request', (r) => { if (!r.url().startsWith('data:')) requests++; });
    const answer = await page.goto(scene.scanned);
    expect(report, `${locale}: status`, answer.status(), 200);
    expect(report, `${locale}: requests`, requests, 1);
    expect(report, `${locale}: cookies`, (await page.context().cookies()).length, 0);
    expect(report, `${locale}: language`, await page.locator('html').getAttribute('lang'), locale.startsWith('pt') ? 'pt-BR' : locale.slice(0, 2));
    expect(report, `${locale}: state`, await page.locator('h1').innerText(), state);
    const { y, height } = await page.locator('h1').boundingBox();
    if (y + height > 640) report(`${locale}: the state is below the first screen of a small phone`);
    const { responseBodySize, responseHeadersSize } = await answer.request().sizes();
    if (responseBodySize + responseHeadersSize > 30 * 1024) report(`${locale}: ${responseBodySize + responseHeadersSize} bytes on the wire`);
    console.log(`${locale}: ${responseBodySize} bytes and ${responseHeadersSize} of headers on the wire`);
    await screenshot(page, `public-scanned-${locale}`, { fullPage: true });
    await page.context().close();
  }
}

// On a phone, without scripts: who, what, from where, how it stands and the map come first, the
// phases open one by one, and no language is wider than the screen.
async function checkFold(browser, report) {
  const width = 375, height = 667;
  for (const language of ['pt', 'en', 'es', 'de', 'nl', 'fr', 'it']) {
    const page = await openPage(browser, origin, report, { javaScriptEnabled: false, viewport: { width, height } });
    await page.goto(`${scene.scanned}?lang=${language}`);
    for (const part of ['.state h1', '.state .meaning', '.front .crop', '.front .from', '.front .map', '.front div p:last-child']) {
      const box = await page.locator(part).first().boundingBox();
      if (!box || box.y + box.height > height) report(`${language}: ${part} ends at ${box && Math.round(box.y + box.height)}, below the first screen of a phone`);
    }
    await screenshot(page, `fold-${language}`);
    const phase = page.locator('.time details').first();
    if (await phase.locator('.kind').first().isVisible()) report(`${language}: a phase is open before anybody opened it`);
    await phase.locator('summary').click();
    if (!await phase.locator('.kind').first().isVisible()) report(`${language}: a phase does not open without scripts`);
    await page.context().close();
  }
}

// Every state says itself in words, colour and shape, and no two look alike.
async function checkStates(browser, report) {
  const seen = new Map();
  // The valid one first: no other may have its colour.
  for (const [state, code] of Object.entries(scene.states).sort(([a], [b]) => (b === 'VALIDA') - (a === 'VALIDA'))) {
    const page = await openPage(browser, origin, state === 'DESCONHECIDA' ? () => {} : report, { viewport: { width: 768, height: 900 } });
    await page.goto(`${origin}/v/${encodeURIComponent(code)}?lang=en`);
    const banner = page.locator('.state');
    expect(report, `${code}: class`, (await banner.getAttribute('class')).split(' ')[1], state.toLowerCase());
    for (const colorScheme of ['dark', 'light']) {
      await setScheme(page, colorScheme);
      const look = await banner.evaluate((e) => ({
        words: e.querySelector('h1').innerText, shape: e.querySelector('svg').innerHTML, colour: getComputedStyle(e).backgroundColor,
      }));
      for (const part of ['words', 'shape']) {
        const other = seen.get(part + look[part]);
        if (other && other !== state) report(`${state} and ${other} have the same ${part}`);
        seen.set(part + look[part], state);
      }
      if (state === 'VALIDA') seen.set('good' + look.colour, state);
      else if (seen.has('good' + look.colour)) report(`${state} has the colour of a valid one`);
    }
    // Its link to another validation is read on each colour.
    if (state !== 'DESCONHECIDA') expect(report, `${code}: links to another validation`, await banner.locator('a').count(), 1);
    await checkSchemes(page, `state-${state.toLowerCase()}`, report);
    await screenshot(page, `state-${state.toLowerCase()}`);
    await page.context().close();
  }
  const page = await openPage(browser, origin, report);
  await page.goto(`${origin}/v/${scene.overruled}?lang=en`);
  expect(report, 'overruled', await page.locator('.state.ressalva h1').innerText(), 'Valid, but the newer validation was not approved');
  await checkSchemes(page, 'state-overruled', report);
  await screenshot(page, 'state-overruled');
  await page.goto(`${origin}/v/${scene.justified}?lang=pt`);
  expect(report, 'reason', await page.locator('blockquote').innerText(), scene.reason);
  await screenshot(page, 'state-justified');
  await page.context().close();
}

// Both pages whole, in both schemes and three widths.
async function checkAccess(browser, report) {
  for (const [name, url] of Object.entries({ start: `${origin}/`, public: scene.scanned, coffee: `${origin}/v/${scene.coffee}` })) {
    const page = await openPage(browser, origin, report);
    await page.goto(url);
    await checkWidths(page, name, report);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await checkSchemes(page, `${name}-${width}`, report);
      await screenshot(page, `${name}-${width}-whole`, { fullPage: true });
    }
    // Twice the letters, as people with poor sight set them, and still no scrolling sideways.
    await page.setViewportSize({ width: 640, height: 900 });
    await page.evaluate(() => { document.documentElement.style.fontSize = '200%'; });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 640) report(`${name}: ${wide} px wide with large letters in a window of 640 px`);
    await page.context().close();
  }
}

// The switch leads to each language and stays where one was, without scripts.
async function checkSwitch(browser, report) {
  for (const url of [scene.scanned, `${origin}/`]) {
    const page = await openPage(browser, origin, report, { javaScriptEnabled: false, locale: 'en-US' });
    await page.goto(url);
    const titles = new Set();
    for (const name of ['Español', 'Português', 'English']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.locator(`nav a[aria-current="true"]`, { hasText: name }).waitFor();
      expect(report, `switch on ${url}`, new URL(page.url()).pathname, new URL(url).pathname);
      titles.add(await page.title());
    }
    if (titles.size < 2) report(`${url}: the switch changes nothing`);
    await page.context().close();
  }
}

// By keyboard alone: everything that can be used is reached, seen, and works.
async function checkKeyboard(browser, report) {
  const page = await openPage(browser, origin, report, { locale: 'en-US' });
  await page.goto(scene.scanned);
  const links = await page.locator('a, button, summary, input:not([type=hidden]), pre[tabindex]').count();
  const reached = [];
  for (let i = 0; i < links; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
      return { name: e.innerText || e.id, tag: e.tagName, visible: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left >= 0, outlined: style.outlineStyle !== 'none' };
    });
    if (!at.visible || !at.outlined) report(`the focus on ${JSON.stringify(at)} cannot be seen`);
    reached.push(at.name);
  }
  expect(report, 'reached by Tab', new Set(reached).size, links);
  expect(report, 'first stop', reached[0], 'Skip to the content');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the proof' }).focus();
  await page.keyboard.press('Enter');
  const file = await download;
  expect(report, 'proof file', file.suggestedFilename(), 'prova.json');
  await file.saveAs(path.join(artifacts, 'prova.json'));

  await page.goto(`${origin}/`);
  for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement.id) !== 'codigo'; i++) await page.keyboard.press('Tab');
  await page.keyboard.type(scene.coffee.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await page.locator('.state.valida').waitFor();
  expect(report, 'the language stays', await page.locator('html').getAttribute('lang'), 'en');
  await page.context().close();

  // An unknown code is answered by a page on which one can try again.
  const lost = await openPage(browser, origin, () => {}, { locale: 'es-ES' });
  await lost.goto(`${origin}/v/NADA-NADA`);
  await lost.getByLabel('Código de la etiqueta').fill(scene.coffee);
  await lost.keyboard.press('Enter');
  await lost.locator('.state.valida').waitFor();
  await lost.context().close();
}

// Texts that are meant to break out of the page run nothing, with scripts on.
async function checkHostile(browser, report) {
  for (const code of scene.hostile) {
    const page = await openPage(browser, origin, report);
    let ran = false;
    page.on('dialog', (d) => { ran = true; return d.dismiss(); });
    await page.goto(`${origin}/v/${encodeURIComponent(code)}`);
    await page.locator('.state').waitFor();
    expect(report, `${code}: scripts that ran`, ran, false);
    expect(report, `${code}: scripts and pictures on the page`, await page.locator('script, img, iframe, object, embed').count(), 0);
    await page.context().close();
  }
}

// Printed it is a certificate; the caller looks at the paper.
async function checkPrint(browser, report) {
  for (const [name, url] of Object.entries({ valid: scene.scanned, refused: `${origin}/v/${scene.states.REPROVADA}` })) {
    const page = await openPage(browser, origin, report, { locale: 'pt-BR', colorScheme: 'dark' });
    await page.goto(url);
    await page.pdf({ path: path.join(artifacts, `print-${name}.pdf`), preferCSSPageSize: true, printBackground: false });
    await page.context().close();
  }
}
