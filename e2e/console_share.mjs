// Shares a lot with a buyer: makes a link, opens it in another browser without scripts, reads when
// it was opened, and revokes it.
import { run, openPage, screenshot, checkWidths, checkSchemes } from './browser.mjs';
import { at, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  const expect = (ok, what) => { if (!ok) report(what); };
  const page = await openPage(browser, origin, report);
  await signIn(page);
  await page.goto(at(`/lotes/${scene.lot}/eudr`));
  await page.click('text="Compartilhar com um comprador"');
  await page.waitForURL(at(`/lotes/${scene.lot}/links`));
  await checkSchemes(page, 'share-links', report);
  await checkWidths(page, 'share-links', report);
  await page.fill('#para', 'Koffie BV');
  await page.fill('#limite', '3');
  await page.click('button:text("Criar o link")');
  const address = await page.locator('#l-c').innerText();
  expect(/\/c\/[A-Za-z0-9_-]{64}$/.test(address), `the address is ${address}`);
  await screenshot(page, 'share-made', { fullPage: true });
  const link = new URL(new URL(address).pathname, origin).href;

  // The buyer, on a phone, without scripts.
  const buyer = await openPage(browser, origin, report, { javaScriptEnabled: false, locale: 'en-US', viewport: { width: 375, height: 700 } });
  const door = await buyer.goto(link);
  expect(door.status() === 200 && !(await buyer.content()).includes(scene.lot), 'the door tells of the lot');
  expect(door.headers()['cache-control'] === 'no-store' && door.headers()['referrer-policy'] === 'no-referrer', 'the door may be kept');
  await screenshot(buyer, 'share-door', { fullPage: true });
  await buyer.click('text="See the lot"');
  expect((await buyer.content()).includes(scene.lot), 'the page does not show the lot');
  expect((await buyer.context().cookies()).length === 0, 'a cookie was set');
  await screenshot(buyer, 'share-lot-375', { fullPage: true });
  await buyer.setViewportSize({ width: 1280, height: 900 });
  await screenshot(buyer, 'share-lot-1280', { fullPage: true });
  const [file] = await Promise.all([buyer.waitForEvent('download'), buyer.click('text="Download the dossier"')]);
  expect(file.suggestedFilename().endsWith('-dossie.zip'), `the file is ${file.suggestedFilename()}`);

  const seen = await openPage(browser, origin, report);
  await signIn(seen);
  await seen.goto(at(`/lotes/${scene.lot}/links`));
  await seen.click('text="Koffie BV"');
  expect(await seen.locator('tbody tr').count() === 2, 'the views are not listed');
  await checkSchemes(seen, 'share-views', report);
  await checkWidths(seen, 'share-views', report);
  await seen.click('button:text("Revogar")');
  await seen.waitForURL(/\/links(\?|$)/);
  expect((await seen.content()).includes('Revogado'), 'the link is not revoked');

  const closed = await openPage(browser, origin, () => {}, { javaScriptEnabled: false });
  const gone = await closed.goto(link);
  expect(gone.status() === 404, `a revoked link is ${gone.status()}`);
  await screenshot(closed, 'share-closed', { fullPage: true });
});
