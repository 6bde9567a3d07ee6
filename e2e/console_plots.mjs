// Draws plots on the map of a form. The first argument is a file that says where the server is,
// and with which key to sign in.
import { checkSchemes, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, origin, scene, signIn as enter } from './console.mjs';

const plan = '/registros/cadastroPlanejamento.planoCultivo';
const soy = 'DEMO-SOJA-MT-2024-25';
const field = '#campo-poligono', sheet = '.plotsheet svg';

async function open(browser, report, options, query = `?safra=${soy}`) {
  const page = await openPage(browser, origin, report, options);
  await enter(page);
  await page.goto(at(`${plan}/novo${query}`));
  await page.locator(`${sheet} .bar path`).first().waitFor({ state: 'attached' });
  return page;
}

const press = (page, name) => page.click(`.plotmap [data-do=${name}]`);
const value = (page) => page.inputValue(field);
const drawn = async (page) => JSON.parse(await value(page));
const said = (page, text) => page.locator('.plotsays', { hasText: text }).waitFor();

// inView scrolls to the sheet: what a mouse or a finger hits has to be on the screen.
const inView = (page) => page.locator(sheet).evaluate((svg) => {
  const box = svg.getBoundingClientRect();
  if (box.top < 0 || box.bottom > window.innerHeight) svg.scrollIntoView({ block: 'center' });
});

// spot is a place on the sheet, in fractions of it, on the screen.
async function spot(page, x, y) {
  await inView(page);
  const box = await page.locator(sheet).boundingBox();
  return [box.x + box.width * x, box.y + box.height * y];
}

// handle is where a vertex is on the screen.
async function handle(page, which) {
  await inView(page);
  const box = await page.locator(`${sheet} [data-at="${which}"] circle`).last().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function corners(page, points, click) {
  for (const [x, y] of points) await click(...(await spot(page, x, y)));
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

const square = [[0.3, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]];

// hectares reads the area that the map says.
const hectares = async (page) => Number((await page.textContent('.plotmap output')).replace(' ha', '').replaceAll('.', '').replace(',', '.'));

// By mouse: an area is drawn, changed, cut, found wrong, undone and saved; nobody sees JSON.
async function checkMouse(browser, report) {
  const page = await open(browser, report);
  const click = (x, y) => page.mouse.click(x, y);
  expect(report, 'the text is folded away', await page.isVisible(field), false);
  await page.locator(`${sheet} .neighbour path`).first().waitFor({ state: 'attached' }); // plots of the same harvest
  await press(page, 'draw');
  await corners(page, square, click);
  await press(page, 'finish');
  const first = await drawn(page), [ring] = first.coordinates;
  expect(report, 'what is drawn', [first.type, first.coordinates.length, ring.length, ring[0]], ['Polygon', 1, 5, ring[4]]);
  if (!/^\{"type":"Polygon","coordinates":\[\[(\[-\d+\.\d{6},-\d+\.\d{6}\],?)+\]\]\}$/.test(await value(page))) report(`not six decimals: ${await value(page)}`);
  await page.locator('.plotfindings .bom').waitFor();
  const ha = await hectares(page);
  const checked = await page.evaluate(async (poligono) => (await (await fetch('../../talhao/conferir', { method: 'POST', body: new URLSearchParams({ poligono }) })).json()).area, await value(page));
  const served = Number(checked.replace(' ha', '').replaceAll('.', '').replace(',', '.'));
  if (!(Math.abs(ha - served) <= served / 10_000 + 0.01)) report(`the map says ${ha} ha, the server ${served}`);
  await screenshot(page, 'plots-mouse', { fullPage: true });

  const before = await value(page);
  await drag(page, await handle(page, 'v,0,0,2'), await spot(page, 0.8, 0.75)); // a vertex
  const moved = await drawn(page);
  expect(report, 'others stay when one is moved', moved.coordinates[0].filter((p, i) => JSON.stringify(p) !== JSON.stringify(ring[i])).length, 1);
  await drag(page, await handle(page, 's,0,0,0'), await spot(page, 0.5, 0.2)); // the middle of a side
  expect(report, 'a vertex more', (await drawn(page)).coordinates[0].length, 6);
  await press(page, 'unpoint');
  expect(report, 'a vertex less', (await drawn(page)).coordinates[0].length, 5);
  for (let i = 0; i < 3; i++) await press(page, 'undo');
  expect(report, 'three times undone', await value(page), before);
  await press(page, 'redo');
  expect(report, 'redone', await drawn(page), moved);
  await press(page, 'undo');

  await drag(page, await handle(page, 'v,0,0,2'), await spot(page, 0.2, 0.5)); // across a side
  await page.locator('.plotfindings .erro, .plotfindings .alerta', { hasText: 'cruza' }).waitFor();
  await press(page, 'undo');
  await page.locator('.plotfindings .bom').waitFor();

  await press(page, 'hole');
  await corners(page, [[0.45, 0.45], [0.55, 0.45], [0.5, 0.55]], click);
  await press(page, 'finish');
  expect(report, 'a hole', (await drawn(page)).coordinates.map((r) => r.length), [5, 4]);
  if (!((await hectares(page)) < ha)) report('a hole takes nothing off the area');
  await press(page, 'draw');
  await corners(page, [[0.8, 0.3], [0.9, 0.3], [0.9, 0.4]], click);
  await press(page, 'finish');
  const several = await drawn(page);
  expect(report, 'two areas', [several.type, several.coordinates.map((p) => p.length)], ['MultiPolygon', [2, 1]]);
  await page.locator('#registro .actions button').first().click();
  await page.waitForURL(/feito=registro-gravado|planoCultivo\/[0-9a-f-]{36}/);
  const record = page.url().split('?')[0];
  await page.goto(`${record}/editar`);
  await page.locator(`${sheet} .land path`).first().waitFor({ state: 'attached' });
  expect(report, 'what was stored', JSON.parse(await value(page)), several);
  await page.locator('#registro .actions button').first().click(); // nothing was touched, nothing is written
  await page.waitForURL((url) => !url.pathname.endsWith('/editar'));
  expect(report, 'the record draws its plot', [await page.isVisible('.plotdrawing .land'), await page.isVisible('dd .plot')], [true, false]);
  await checkSchemes(page, 'plots-record', report);
  await checkWidths(page, 'plots-record', report);
  await page.goto(`${record}/historico`);
  expect(report, 'versions', await page.locator('text=/^versão 2/i').count(), 0);
  await page.context().close();
}

// Whatever a plot was sent as, its digits stay but for what somebody moves, and undoing gives
// the same text back.
async function checkDigits(browser, report) {
  const sent = { type: 'FeatureCollection', name: 'talhões', features: [
    { type: 'Feature', properties: { ProductionPlace: 'T-1 "a"', Area: 1 }, geometry: { type: 'Polygon', coordinates: ['R0', 'R1'] } },
    { type: 'Feature', properties: null, geometry: { type: 'Point', coordinates: 'P' } }] };
  const text = JSON.stringify(sent)
    .replace('"R0"', '[[-55.7200123456789,-12.550000],[-55.71000,-12.5500100],[-55.7100,-12.54],[-55.7200123456789,-12.550000]]')
    .replace('"R1"', '[[-55.7150,-12.5490],[-55.7140,-12.5480],[-55.7140,-12.5490],[-55.7150,-12.5490]]').replace('"P"', '[-55.70,-12.530,310.50]');
  const page = await open(browser, report);
  await page.click('.plottext summary');
  await page.fill(field, text);
  await page.locator(`${sheet} .land path`).first().waitFor({ state: 'attached' });
  expect(report, 'what is typed stays', await value(page), text);
  await page.focus(sheet);
  for (const key of ['PageDown', 'PageDown', 'ArrowRight']) await page.keyboard.press(key);
  const changed = await value(page);
  for (const kept of ['[-55.7200123456789,-12.550000]', '[-55.7100,-12.54]', '[-55.7150,-12.5490]', '[-55.70,-12.530,310.50]', '"ProductionPlace":"T-1 \\"a\\""', '"Area":1', '"name":"talhões"', '"properties":null']) {
    if (!changed.includes(kept)) report(`${kept} is gone: ${changed}`);
  }
  if (changed.includes('-55.71000,') || changed === text) report(`nothing was moved: ${changed}`);
  await page.keyboard.press('Control+z');
  expect(report, 'undone', await value(page), text);

  // lists of numbers, latitude first, rectangles and points
  for (const [typed, kept, vertices] of [
    ['-55.720, -12.550\n-55.7100, -12.5500\n-55.71, -12.540', ['-55.720', '-12.540'], 4],
    ['-12.5501,-55.7201,-12.5402,-55.7102', ['[-12.5501,-55.7201]'], 5],
    ['[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.540],[-55.720,-12.540]]', ['-55.720', '-12.540'], 5],
  ]) {
    await page.fill(field, typed);
    await page.focus(sheet);
    for (const key of ['PageDown', 'PageDown', 'Shift+ArrowUp']) await page.keyboard.press(key);
    const now = await value(page), parsed = JSON.parse(now);
    expect(report, `${typed}: type and vertices`, [parsed.type, parsed.coordinates[0].length], ['Polygon', vertices]);
    for (const digits of kept) if (!now.includes(digits)) report(`${typed}: ${digits} is gone: ${now}`);
  }
  await page.fill(field, 'isto não é um talhão');
  await said(page, 'não consegue ler');
  await page.context().close();
}

// By touch, on a small phone: taps draw, a finger moves a vertex, two fingers zoom.
async function checkTouch(browser, report) {
  const page = await open(browser, report, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await page.locator(sheet).scrollIntoViewIfNeeded();
  await page.tap('.plotmap [data-do=draw]');
  await inView(page);
  await corners(page, square, (x, y) => page.touchscreen.tap(x, y));
  await said(page, 'Pontos: 4');
  await page.tap('.plotmap [data-do=finish]');
  const before = await drawn(page);
  expect(report, 'drawn by touch', before.coordinates[0].length, 5);
  await inView(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const from = await handle(page, 'v,0,0,0'), to = [from[0] - 30, from[1] - 40];
  await send('touchStart', from);
  await send('touchMove', [from[0] - 10, from[1] - 20]);
  await send('touchMove', to);
  await send('touchEnd');
  const after = await drawn(page);
  expect(report, 'moved by touch', after.coordinates[0].filter((p, i) => JSON.stringify(p) !== JSON.stringify(before.coordinates[0][i])).length, 2); // the first is also the last
  const bar = () => page.locator(`${sheet} .bar text`).first().textContent();
  const far = await bar(), [x, y] = await spot(page, 0.5, 0.5);
  await send('touchStart', [x - 20, y], [x + 20, y]);
  for (const wide of [40, 80, 120]) await send('touchMove', [x - wide, y], [x + wide, y]);
  await send('touchEnd');
  await page.locator(`${sheet} .bar text`, { hasText: far }).first().waitFor({ state: 'detached' });
  expect(report, 'two fingers change nothing', await drawn(page), after);
  await inView(page);
  await screenshot(page, 'plots-touch-375');
  const small = await page.$$eval('.plotmap button:not([hidden])', (all) => all.filter((b) => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 44)).map((b) => b.textContent));
  expect(report, 'buttons too small for a thumb', small, []);
  await page.context().close();
}

// With the keyboard alone: an area is drawn, a point moved, deleted, and all of it undone.
async function checkKeyboard(browser, report) {
  const page = await open(browser, report);
  const keys = async (...all) => { for (const key of all) await page.keyboard.press(key); };
  const focused = () => page.evaluate(() => document.activeElement.dataset.do || document.activeElement.tagName);
  await page.focus('#safraCodigo');
  for (let i = 0; i < 12 && (await focused()) !== 'draw'; i++) await keys('Tab');
  await keys('Enter');
  expect(report, 'the map has the focus', await focused(), 'svg');
  const right = Array(4).fill('ArrowRight'), down = Array(4).fill('ArrowDown'), left = Array(4).fill('ArrowLeft');
  await keys('Enter', ...right, 'Enter', ...down, 'Enter', ...left, 'Enter', 'f');
  await said(page, 'Área fechada com 4 pontos');
  const before = await value(page);
  await keys('PageDown', 'PageDown');
  await said(page, 'Ponto 2 de 4');
  await keys('Shift+ArrowRight', 'ArrowUp');
  if ((await value(page)) === before) report('arrows do not move the point that is held');
  await keys('Enter', 'ArrowDown'); // let go: the cross moves alone
  await keys('PageDown', 'Insert');
  expect(report, 'inserted', (await drawn(page)).coordinates[0].length, 6);
  await keys('Delete');
  expect(report, 'deleted', (await drawn(page)).coordinates[0].length, 5);
  for (let i = 0; i < 4; i++) await keys('Control+z');
  expect(report, 'undone', await value(page), before);
  await keys('+', '-', 'Escape', 'Tab');
  if ((await focused()) === 'svg') report('Tab does not leave the map');
  // a point by its coordinates, and a municipality by its name
  await page.focus('.plotgo input');
  await page.keyboard.type('Sorriso');
  await keys('Enter');
  await page.locator(`${sheet} .town text`, { hasText: 'Sorriso' }).waitFor({ state: 'attached' });
  await page.fill('.plotgo input', '-12,5450; -55,7150');
  await press(page, 'put');
  await said(page, 'Pontos: 1');
  await page.focus(sheet);
  await keys('Escape');
  expect(report, 'what was cancelled is gone', await value(page), before);
  await page.context().close();
}

// walked goes around a square of 200 m from a corner on, in steps.
function* walked() {
  const [west, south, side] = [-55.7, -12.5, 0.0018];
  const way = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]];
  for (let i = 0; i + 1 < way.length; i++) {
    for (let k = 0; k < 8; k++) yield [0, 1].map((axis) => way[i][axis] + (way[i + 1][axis] - way[i][axis]) * k / 8);
  }
  return [west, south, side];
}
const located = ([x, y], accuracy = 4) => ({ longitude: -55.7 + x * 0.0018, latitude: -12.5 + y * 0.0018, accuracy });

// With an emulated GPS: a walk is recorded, paused, thinned and closed, and nothing leaves the
// phone until it is saved.
async function checkWalk(browser, report) {
  const page = await open(browser, report, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, permissions: ['geolocation'], geolocation: located([0, 0]) });
  await page.locator(`${sheet} .neighbour path`).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const left = [];
  page.on('request', (r) => left.push(`${r.method()} ${r.url()} ${r.postData() ?? ''}`));
  await page.tap('.plotmap [data-do=walk]');
  await said(page, 'precisão ±4 m');
  let n = 0;
  for (const at of walked()) {
    await page.context().setGeolocation(located(at));
    await page.locator('.plotsays', { hasText: n ? `${n + 1} pontos` : 'pontos' }).waitFor();
    n++;
    if (n === 10) {
      await page.tap('.plotmap [data-do=pause]');
      await said(page, 'Pausado: 10 pontos');
      await page.tap('.plotmap [data-do=go]');
      await said(page, '10 pontos, precisão');
    }
  }
  await page.context().setGeolocation(located([0.5, 0.5], 60)); // a bad fix is not taken
  await said(page, 'Sinal fraco, ±60 m');
  await screenshot(page, 'plots-walk-375');
  await page.tap('.plotmap [data-do=arrive]');
  await said(page, 'no contorno');
  const [ring] = (await drawn(page)).coordinates;
  expect(report, 'corners of the walk', ring.length, 5);
  const ha = await hectares(page);
  if (!(ha > 3.7 && ha < 4.1)) report(`the walk has ${ha} ha`);
  await page.fill('#safraCodigo', '2024/25'); // the form asks the server about the rest
  await page.locator('#achados .findings, #achados .good').first().waitFor();
  expect(report, 'requests during and after a walk', left.filter((r) => !r.includes('planoCultivo/conferir ') || r.includes('poligono')), []);
  await screenshot(page, 'plots-walked-375', { fullPage: true });
  await page.locator('#registro .actions button').first().tap();
  await page.waitForURL(/planoCultivo\/[0-9a-f-]{36}/);
  if (!(await page.textContent('main')).includes(String(ring[0][0]).slice(0, 8))) report('the walk was not saved');
  await page.context().close();

  const denied = await open(browser, report, { permissions: [] });
  await press(denied, 'walk');
  await said(denied, 'não pode usar a localização');
  await denied.context().close();
  const plain = await openPage(browser, origin, report);
  await plain.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await enter(plain);
  await plain.goto(at(`${plan}/novo`));
  await plain.locator('.plotinsecure', { hasText: 'https' }).waitFor();
  expect(report, 'walking without https', await plain.isDisabled('.plotmap [data-do=walk]'), true);
  await plain.context().close();
}

// A page that is closed in the middle of a walk offers it again, and so for a drawing; what was
// saved is not offered. Signing out clears both.
async function checkDrafts(browser, report) {
  const page = await open(browser, report, { permissions: ['geolocation'], geolocation: located([0, 0]) });
  await press(page, 'walk');
  let n = 0;
  for (const at of walked()) {
    if (n === 20) break;
    await page.context().setGeolocation(located(at));
    await page.locator('.plotsays', { hasText: n ? `${n + 1} pontos` : 'pontos' }).waitFor();
    n++;
  }
  await page.goto(at('/registros'));
  await page.goto(at(`${plan}/novo?safra=${soy}`));
  await page.locator('.plotdraft', { hasText: 'não salvo' }).waitFor();
  await press(page, 'resume');
  await said(page, 'Pausado: 20 pontos');
  await press(page, 'arrive');
  await said(page, 'no contorno');
  expect(report, 'a walk that nobody checked yet', await page.locator('.plotfindings li').count(), 0);
  await press(page, 'check');
  await page.locator('.plotfindings li').first().waitFor();
  await page.context().setOffline(true);
  await page.locator('#registro .actions button').first().click();
  await said(page, 'Sem conexão');
  await page.context().setOffline(false);
  await page.goto(at(`${plan}/novo?safra=${soy}`));
  await page.locator('.plotmap:not([hidden])').waitFor(); // what was checked is in the form, whose draft brings it back
  expect(report, 'the drawing is back', (await drawn(page)).type, 'Polygon');
  await page.locator('#registro .actions button').first().click();
  await page.waitForURL(/planoCultivo\/[0-9a-f-]{36}/);
  await page.goto(at(`${plan}/novo?safra=${soy}`));
  await page.locator(`${sheet} .bar path`).first().waitFor({ state: 'attached' });
  expect(report, 'no draft of what was saved', await page.isVisible('.plotdraft'), false);

  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('rastro-')).length);
  await page.context().setGeolocation(located([0, 0]));
  await press(page, 'walk');
  await page.locator('.plotsays', { hasText: 'pontos' }).waitFor();
  await page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith('rastro-rascunho:')));
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.waitForURL(at('/entrar'));
  expect(report, 'walks after signing out', await drafts(), 0);
  await page.context().close();
}

// A drawing or a walk that nobody finished is closed when the form is saved; with too few points
// nothing is sent. A reload loses neither.
async function checkUnfinished(browser, report) {
  const page = await open(browser, report, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true, permissions: ['geolocation'], geolocation: located([0, 0]) });
  const save = () => page.locator('#registro .actions button').first().tap();
  const tap = (points) => corners(page, points, (x, y) => page.touchscreen.tap(x, y));
  await page.tap('.plotmap [data-do=draw]');
  await tap(square.slice(0, 2));
  await said(page, 'Pontos: 2');
  await save();
  await said(page, 'menos de três pontos');
  expect(report, 'two points are not sent', new URL(page.url()).pathname.endsWith('/novo'), true);
  await page.reload();
  await page.tap('.plotmap [data-do=resume]');
  await said(page, 'Pontos: 2');
  await tap([[0.9, 0.9], [0.1, 0.9]]);
  await said(page, 'Pontos: 4');
  await save();
  await page.waitForURL(/planoCultivo\/[0-9a-f-]{36}/);
  expect(report, 'the unfinished drawing is saved', await page.isVisible('.plotdrawing .land'), true);
  await page.goto(at(`${plan}/novo?safra=${soy}`));
  await page.locator(`${sheet} .bar path`).first().waitFor({ state: 'attached' });
  expect(report, 'drafts of what was saved', [await page.isVisible('.plotdraft'), await page.isVisible('.drafted')], [false, false]);

  await page.tap('.plotmap [data-do=walk]');
  let n = 0;
  for (const at of walked()) {
    await page.context().setGeolocation(located(at));
    await page.locator('.plotsays', { hasText: n ? `${n + 1} pontos` : 'pontos' }).waitFor();
    n++;
  }
  await save();
  await page.waitForURL(/planoCultivo\/[0-9a-f-]{36}/);
  expect(report, 'the unfinished walk is saved', await page.isVisible('.plotdrawing .land'), true);
  await page.context().close();
}

// The pages with a map pass axe in both schemes, and fit every width.
async function checkPages(browser, report) {
  const page = await open(browser, report);
  await press(page, 'draw');
  await corners(page, square, (x, y) => page.mouse.click(x, y));
  await press(page, 'finish');
  await page.locator('.plotfindings li').first().waitFor();
  await checkSchemes(page, 'plots-form', report);
  await checkWidths(page, 'plots-form', report);
  await page.setViewportSize({ width: 1280, height: 900 });
  await inView(page);
  await screenshot(page, 'plots-form-1280');
  await page.goto(at(`/safras/${soy}/mapa`));
  await checkSchemes(page, 'plots-map', report);
  await checkWidths(page, 'plots-map', report);
  await screenshot(page, 'plots-map-whole', { fullPage: true });
  await page.click('text=Desenhar um talhão');
  await page.locator(`${sheet} .bar path`).first().waitFor({ state: 'attached' });
  await page.context().close();
}

// Without scripts there is the text, the file, and the drawing of the harvest.
async function checkWithoutScripts(browser, report) {
  const page = await openPage(browser, origin, report, { javaScriptEnabled: false });
  await page.goto(at('/entrar'));
  await page.click('details.withkey summary');
  await page.fill('#accessKey', scene.access);
  await page.fill('#secretKey', scene.secret);
  await page.press('#secretKey', 'Enter');
  await page.goto(at(`${plan}/novo?safra=${soy}`));
  expect(report, 'the text', [await page.isVisible(field), await page.isVisible('.plotmap')], [true, false]);
  await page.goto(at(`/safras/${soy}/mapa`));
  expect(report, 'the drawing', await page.isVisible('.plots-map .land'), true);
  if (!/ ha/.test(await page.textContent('.plots-map'))) report('no area beside the plots');
  await page.context().close();
}

await run(async (browser, report) => {
  await checkMouse(browser, report);
  await checkDigits(browser, report);
  await checkTouch(browser, report);
  await checkKeyboard(browser, report);
  await checkWalk(browser, report);
  await checkDrafts(browser, report);
  await checkUnfinished(browser, report);
  await checkPages(browser, report);
  await checkWithoutScripts(browser, report);
});
