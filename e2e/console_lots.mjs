// Follows lots in the console: search, graph, balance, recall, the EU's file.
import { run, openPage, screenshot, checkWidths, checkSchemes, checkWCAG } from './browser.mjs';
import { at, origin, scene, signIn } from './console.mjs';

const screens = {
  lots: '/lotes', lot: `/lotes/${scene.lot}`, blend: `/lotes/${scene.blend}`, circle: `/lotes/${scene.circle}`, balance: `/lotes/${scene.blend}/balanco`, 'balance-demo': `/lotes/${scene.lot}/balanco`,
  eudr: `/lotes/${scene.lot}/eudr`, 'eudr-bad': `/lotes/${scene.bad}/eudr`, harvest: `/safras/${scene.harvest}/rastreio`, recall: `/recall?lote=${scene.field}`,
};

await run(async (browser, report) => {
  const page = await openPage(browser, origin, report);
  await signIn(page);
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(at(path));
    await checkSchemes(page, `console-lots-${name}`, report);
    await checkWidths(page, `console-lots-${name}`, report);
    await screenshot(page, `console-lots-${name}-whole`, { fullPage: true });
  }

  const expect = (ok, what) => { if (!ok) report(what); };

  // Search by typing and the keyboard alone; the address keeps it.
  await page.goto(at('/lotes'));
  await page.focus('#busca');
  await page.keyboard.type('mt25');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('busca=mt25') && document.querySelectorAll('#resultado tbody tr').length === 2);
  await page.reload();
  expect(await page.locator('#resultado tbody tr').count() === 2, 'the search does not survive a reload');
  await page.goto(at('/lotes?busca=MT25-S-0O1'));
  await page.click(`text="${scene.lot}"`);
  await page.waitForURL(at(`/lotes/${scene.lot}`));

  // The drawing: keys, drag, links, focus.
  await page.goto(at(`/lotes/${scene.blend}`));
  const size = async () => Number(await page.getAttribute('svg.graph', 'width'));
  await page.focus('.canvas');
  const before = await size();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect(await size() > before * 1.4, 'the plus key does not zoom');
  await page.keyboard.press('0');
  await page.click('.zooms [data-zoom="200"]');
  expect(await size() === Math.round(2 * Number(await page.getAttribute('svg.graph', 'data-width'))), 'a link does not zoom');
  expect(!page.url().includes('zoom'), 'a link to zoom loads the page');
  const scrolled = () => page.evaluate(() => document.querySelector('.canvas').scrollLeft);
  const left = await scrolled();
  const box = await page.locator('.canvas').boundingBox();
  await page.mouse.move(box.x + 500, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 350, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(await scrolled() !== left, 'dragging does not move the drawing');
  await page.locator('svg.graph a.node.lote').first().focus();
  await screenshot(page, 'console-lots-focus');
  await page.click('.zooms [data-zoom="0"]');
  await page.locator('svg.graph a.node.lote:not(.start)').first().press('Enter');
  await page.waitForURL((url) => url.pathname.includes('/lotes/FAZ-'));
  await page.selectOption('#direcao', 'origem');
  await page.click('.filters button');
  await page.waitForURL((url) => url.searchParams.get('direcao') === 'origem');
  expect(await page.locator('.node.embarque').count() === 0, 'shipments on the way back');

  // A download of each form.
  for (const format of ['JSON', 'CSV', 'Mermaid', 'Graphviz', 'GeoJSON']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`a[download]:text-is("${format}")`)]);
    expect(/^rastreio-FAZ-/.test(download.suggestedFilename()), `${format}: ${download.suggestedFilename()}`);
  }

  // A recall, previewed and made.
  await page.goto(at(`/recall?lote=${scene.good}`));
  await page.fill('#motivo', 'Resíduo acima do limite');
  await page.click('button:not(.unseen):text-is("Ver o que é afetado")');
  await page.waitForSelector('#previa');
  await checkWCAG(page, 'recall preview', report);
  await screenshot(page, 'console-lots-recall-preview', { fullPage: true });
  await page.click('text="Registrar o recall"');
  await page.waitForURL((url) => /\/recall\/[0-9a-f-]{36}/.test(url.pathname));
  await checkWCAG(page, 'recall report', report);
  await checkWidths(page, 'console-lots-recall-report', report);
  await screenshot(page, 'console-lots-recall-report', { fullPage: true });
  const [signed] = await Promise.all([page.waitForEvent('download'), page.click('text="Baixar o texto assinado"')]);
  expect(/^recall-.*\.txt$/.test(signed.suggestedFilename()), signed.suggestedFilename());
  await page.context().close();

  // All of it without scripts.
  const plain = await openPage(browser, origin, report, { javaScriptEnabled: false });
  await signIn(plain);
  await plain.goto(at('/lotes'));
  await plain.fill('#busca', scene.blend);
  await plain.click('main button');
  await plain.click(`text="${scene.blend}"`);
  await plain.waitForURL(at(`/lotes/${scene.blend}`));
  const usual = Number(await plain.getAttribute('svg.graph', 'width'));
  await plain.click('.zooms [data-zoom="50"]');
  expect(Math.abs(Number(await plain.getAttribute('svg.graph', 'width')) - usual / 2) <= 1, 'without scripts the links do not zoom');
  await screenshot(plain, 'console-lots-noscript', { fullPage: true });
  await plain.goto(at(`/recall?lote=${scene.good}`));
  await plain.click('button:not(.unseen):text-is("Ver o que é afetado")');
  await plain.click('text="Registrar o recall"');
  await plain.waitForURL((url) => /\/recall\/[0-9a-f-]{36}/.test(url.pathname));
  await plain.context().close();
});
