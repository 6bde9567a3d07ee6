// Looks at maps over tiles. The first argument is a file that says where the server is, with
// which key to sign in, and where the tiles come from.
import { checkSchemes, openPage, run, screenshot } from './browser.mjs';
import { at, expect, origin, scene, signIn } from './console.mjs';

const soy = 'DEMO-SOJA-MT-2024-25';

await run(async (browser, report) => {
  const asked = [];
  // Requests to the tiles are no problem; any other origin is.
  const page = await openPage(browser, origin, (problem) => {
    if (problem.startsWith(`request to another origin: ${scene.tiles}/`)) asked.push(problem); else report(problem);
  });
  await signIn(page);
  await page.goto(at('/registros'));
  expect(report, 'tiles on a page without a map', asked.length, 0);

  await page.goto(at(`/safras/${soy}/mapa`));
  await page.waitForLoadState('networkidle');
  if (!asked.length) report('the map of a harvest asks for no tiles');
  await page.locator('figcaption', { hasText: '© Prova & Cia' }).first().waitFor();
  await checkSchemes(page, 'tiles-map', report);
  await screenshot(page, 'tiles-map-whole', { fullPage: true });

  asked.length = 0;
  await page.goto(at(`/registros/cadastroPlanejamento.planoCultivo/novo?safra=${soy}`));
  await page.locator('.plotsheet image').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  if (!asked.length) report('the map of the form asks for no tiles');
  await page.locator('.plotcredit', { hasText: '© Prova & Cia' }).waitFor();
  await page.locator('.plotsheet svg').evaluate((svg) => svg.scrollIntoView({ block: 'center' }));
  await checkSchemes(page, 'tiles-form', report);
  await screenshot(page, 'tiles-form-1440');

  // Pages for everybody never have tiles.
  asked.length = 0;
  await page.goto(`${origin}/`).catch(() => {});
  const policy = (await page.request.get(`${origin}/v/NADA`)).headers()['content-security-policy'] ?? '';
  if (policy.includes(scene.tiles)) report(`a public page allows tiles: ${policy}`);
  expect(report, 'tiles on public pages', asked.length, 0);
  await page.context().close();
});
