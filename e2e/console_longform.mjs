// Follows the advice that the door gives about a form which is too long for it: sign
// in in another tab, reload, send again. The first argument is a file that says where
// the server is, and with which key to sign in.
import { openPage, run } from './browser.mjs';
import { at, expect, expected, origin, signIn } from './console.mjs';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, expected(report, 401, 422));
  await signIn(page);
  const long = 'x'.repeat(68 << 10);
  await page.goto(at('/registros/producaoAgricola.plantioManejo/novo?safra=E2E-LONGA'));
  await page.evaluate((text) => { document.getElementById('campo-dataPlantio').value = text; }, long);
  await page.context().clearCookies();
  await page.locator('#registro .actions button').first().click();
  await page.getByText('atualize esta página').waitFor();

  const tab = await page.context().newPage();
  await signIn(tab);
  await tab.close();
  const [sent] = await Promise.all([page.waitForRequest((r) => r.isNavigationRequest()), page.reload()]);
  expect(report, 'the reload sends the form', [sent.method(), (sent.postData() ?? '').includes(long)], ['POST', true]);
});
