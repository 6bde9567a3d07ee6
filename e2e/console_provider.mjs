// Signing in with an OpenID Connect provider: an invitation is accepted by it, with scripts on and
// off, and the form that somebody had filled in survives.
import { checkSchemes, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene, signIn } from './console.mjs';

await run(async (browser, report) => {
  // The provider's own pages are not ours to judge.
  const ours = (problem) => { if (!problem.includes(scene.provider) && !problem.includes('fonts.googleapis.com')) report(problem); };
  const admin = await openPage(browser, origin, report);
  await signIn(admin);
  await admin.goto(at('/pessoas/nova'));
  await admin.fill('#nome', 'Marina Couto');
  await admin.fill('#login', 'marina@coopervale.example');
  await admin.fill('#organizacao', 'Coopervale');
  await admin.check('[name=papel][value=ADMINISTRADOR]');
  await admin.click('main form button');
  const link = new URL(await admin.locator('code.copy').first().textContent()).pathname;

  const page = await openPage(browser, origin, expected(ours, 401));
  await page.goto(origin + link);
  await checkSchemes(page, 'provider-invitation', report);
  await checkWidths(page, 'provider-invitation', report);
  await page.click('text=Entrar com Coop ID');
  await atProvider(page);
  await page.waitForURL(at(''));
  expect(report, 'whose account it is', (await page.textContent('header')).includes('Marina Couto'), true);
  await page.click('header form button');
  await page.waitForURL(at('/entrar'));
  await checkSchemes(page, 'provider-door', report);
  await checkWidths(page, 'provider-door', report);
  await screenshot(page, 'provider-door');
  await carried(page, report);

  const plain = await openPage(browser, origin, expected(ours, 401), { javaScriptEnabled: false });
  await plain.goto(at('/conta'));
  await plain.click('text=Entrar com Coop ID');
  await atProvider(plain);
  await plain.waitForURL(at('/conta'));
  await plain.context().close();
});

// carried fills in a form whose session then ends. The form waits in its tab while its owner signs
// in in another.
async function carried(page, report) {
  await page.click('text=Entrar com Coop ID');
  await agree(page); // the provider still knows who it is
  await page.waitForURL(at(''));
  await page.goto(at('/registros/armazenamento.recebimento/novo'));
  await page.fill('[name=safraId]', 'E2E-PROVEDOR');
  await page.fill('[name="d.volume"]', '36 t');
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: 'rastro' });
  expect(report, 'a session there was', cookies.some((c) => c.name === 'rastro'), true);
  await page.click('#registro button:not(.unseen):has-text("Gravar")');
  await page.waitForSelector('text=Já entrei');
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click('text=Entrar com Coop ID')]);
  await agree(tab);
  await tab.waitForSelector('text=Volte à aba');
  await tab.close();
  await page.click('text=Já entrei');
  await page.click('text=Enviar o que preenchi');
  await page.waitForSelector('.notice:has-text("Registro gravado")');
}

// atProvider signs in at the provider's pages, and agrees.
async function atProvider(page) {
  await page.fill('[name=login]', 'marina');
  await page.fill('[name=password]', 'any');
  await page.click('button[type=submit]');
  await agree(page);
}

// agree lets the provider tell us who it is.
async function agree(page) {
  await page.click('form:has([name=prompt][value=consent]) button[type=submit]');
}
