// Photos on the page of a record, from the window of a phone: one from the camera's input, one
// that is pasted; then one is opened and one removed. The first argument is a file with the
// server, a key, the record and two photos.
import { readFile } from 'node:fs/promises';
import { checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, expected(report, 422), { viewport: { width: 375, height: 800 }, hasTouch: true });
  await signIn(page);
  const record = `/registros/armazenamento.recebimento/${scene.record}`;
  await page.goto(at(record));
  await checkWCAG(page, 'a record without files', report);
  expect(report, 'camera', await page.getAttribute('#anexo-foto', 'capture'), 'environment');
  await page.setInputFiles('#anexo-foto', scene.photo);
  await page.click('button:text-is("Anexar")');
  await page.waitForSelector('text=O que você enviou foi anexado.');
  await page.locator('.thumb img').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('.thumb img').naturalWidth > 0);

  // A picture from the clipboard waits in the form until the button is pressed.
  await page.evaluate(async (bytes) => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(bytes)], 'colada.jpg', { type: 'image/jpeg' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true }));
  }, [...await readFile(scene.other)]);
  await page.waitForSelector('text=Prontos para anexar: 1');
  // One that is dropped joins it.
  await page.evaluate(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['{"type":"Feature","properties":{},"geometry":null}'], 'solta.geojson', { type: 'application/geo+json' }));
    document.querySelector('#anexos').dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector('text=Prontos para anexar: 2');
  await page.click('button:text-is("Anexar")');
  await page.waitForSelector('text=solta.geojson');
  expect(report, 'files', await page.locator('#anexos li').count(), 3);
  await checkWCAG(page, 'a record with files', report);
  await checkWidths(page, 'console-files', report);
  await screenshot(page, 'console-files-375', { fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await screenshot(page, 'console-files-1280', { fullPage: true });
  await page.setViewportSize({ width: 375, height: 800 });

  // A file that is not accepted is named with the reason.
  await page.setInputFiles('#anexo-arquivo', { name: 'pagina.html', mimeType: 'text/html', buffer: Buffer.from('<html></html>') });
  await page.click('button:text-is("Anexar")');
  await page.waitForSelector('text=Não é aceito: é uma página');
  await checkWCAG(page, 'a refused file', report);
  await screenshot(page, 'console-files-refused', { fullPage: true });
  await page.click('.actions a:has-text("Voltar ao registro")');

  await page.click('#anexos li:last-child a:text-is("Remover")');
  await page.waitForSelector('h1:has-text("Remover este anexo?")');
  await checkWCAG(page, 'removing a file', report);
  await screenshot(page, 'console-files-remove', { fullPage: true });
  await page.click('button:has-text("Sim, remover")');
  await page.waitForSelector('text=Anexo removido do registro.');
  expect(report, 'files left', await page.locator('#anexos li').count(), 2);
  await page.context().close();
});
