// Passkeys, with Chromium's virtual authenticator: make one, sign out, sign in with it, demand it,
// confirm with it, and what is there without scripts.
import { checkSchemes, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene } from './console.mjs';

const login = 'marina@coopervale.example';
const password = 'três pássaros na cerca';

await run(async (browser, report) => {
  const page = await openPage(browser, origin, expected(report, 401));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.goto(scene.invitation);
  for (const [field, value] of [['nome', 'Marina Couto'], ['organizacao', 'Coopervale'], ['login', login], ['senha', password]]) {
    await page.fill(`#${field}`, value);
  }
  await page.click('main .actions button');
  await page.waitForURL(at(''));

  await page.goto(at('/conta'));
  await page.click('text=Adicionar passkey');
  await checkSchemes(page, 'passkey-new', report);
  await checkWidths(page, 'passkey-new', report);
  await page.click('text=Criar passkey');
  await page.waitForSelector('.notice:has-text("A passkey foi criada")');
  await checkSchemes(page, 'passkey-account', report);
  await checkWidths(page, 'passkey-account', report);
  await screenshot(page, 'passkey-account', { fullPage: true });

  await signOut(page);
  await checkSchemes(page, 'passkey-door', report);
  await checkWidths(page, 'passkey-door', report);
  await screenshot(page, 'passkey-door');
  await page.goto(at('/conta')); // the door, on the way there
  await byKeyboard(page);
  await page.waitForURL(at('/conta'));
  await page.click('text=Exigir passkey');
  await page.waitForSelector('text=Deixar de exigir');

  await signOut(page);
  await page.fill('#login', login);
  await page.fill('#senha', password);
  await page.press('#senha', 'Enter');
  await page.waitForSelector('[role=alert]:has-text("só abre com passkey")');
  await page.click('text=/^Entrar com passkey$/');
  await page.waitForURL(at(''));

  await signOut(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }); // a wrong finger
  await page.click('text=/^Entrar com passkey$/');
  await page.waitForSelector('[data-failed]:visible');
  await checkSchemes(page, 'passkey-failed', report);

  const plain = await openPage(browser, origin, expected(report, 401), { javaScriptEnabled: false });
  await plain.goto(at('/entrar'));
  expect(report, 'a button that needs scripts', await plain.locator('[data-passkey]').isVisible(), false);
  await plain.context().close();
});

async function signOut(page) {
  await page.click('header form button');
  await page.waitForURL(at('/entrar'));
}

// byKeyboard reaches the button of the passkey from the password, and presses it.
async function byKeyboard(page) {
  await page.focus('#senha');
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => Boolean(document.activeElement.closest('[data-passkey]')))) break;
  }
  await page.keyboard.press('Enter');
}
