// An organisation's name, colour and logo, from the console's form to the public page and the
// certificate. The first argument is a file with the server and a key.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { artifacts, checkSchemes, checkWCAG, checkWidths, openPage, run, screenshot } from './browser.mjs';
import { at, expect, expected, origin, scene, signIn } from './console.mjs';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><script>document.title="taken"</script><rect width="120" height="60" rx="8" fill="#1a7f37" onload="alert(1)"/><circle cx="30" cy="30" r="18" fill="#ffd23f"/><path d="M60 44c10-30 40-30 50-8-14-4-30-2-50 8z" fill="#fff"/></svg>';

await run(async (browser, report) => {
  const id = await checkForm(browser, report);
  await validate(report);
  await checkPage(browser, report);
  await checkPicture(browser, report, id);
});

// The whole form with scripts off, as far as possible by keyboard.
async function checkForm(browser, report) {
  const page = await openPage(browser, origin, expected(report, 422), { javaScriptEnabled: false, viewport: { width: 375, height: 800 } });
  await signIn(page);
  await page.goto(at('/organizacoes/nova'));
  await page.focus('#nome');
  for (const text of ['Cooperativa São João', 'Cooperativa Agrícola São João Ltda.', '11.222.333/0001-81', 'saojoao.example', '#ffcc00', 'Do campo ao porto, com nome.', 'From field to port, by name.', 'Del campo al puerto, con nombre.']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const wrong = await page.locator('[id="cor-h"] .bad').innerText();
  expect(report, 'a colour that cannot be read', /contraste de 1,\d:1.*#[0-9a-f]{6}/.test(wrong), true);
  await page.fill('#cor', wrong.match(/#[0-9a-f]{6}/)[0]);
  await page.click('button:has-text("Salvar")');
  await page.click('text=Cooperativa São João');
  await page.fill('#cor', '#14532d');
  await page.click('button:has-text("Salvar")');
  expect(report, 'notice', await page.locator('.notice').innerText(), 'A organização foi salva.');
  await page.setInputFiles('#logo', { name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await page.click('button:has-text("Salvar")');
  expect(report, 'no picture', (await page.locator('#logo-h .bad').innerText()), 'O arquivo não é PNG nem SVG');
  await page.setInputFiles('#logo', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await page.click('button:has-text("Salvar")');
  expect(report, 'notice', await page.locator('.notice').innerText(), 'A organização foi salva.');
  await screenshot(page, 'console-brand-375', { fullPage: true });
  await page.context().close();
  const scripted = await openPage(browser, origin, report);
  await signIn(scripted);
  await scripted.goto(at('/organizacoes'));
  await scripted.click('text=Cooperativa São João');
  expect(report, 'the preview', await scripted.locator('img[alt="O logo de agora"]').evaluate((e) => e.naturalWidth > 0), true);
  await scripted.fill('#cor', 'ffcc00');
  await scripted.waitForSelector('#cor-amostra .bad:has-text("contraste de 1,5:1")');
  await scripted.fill('#cor', '#14532d');
  await scripted.waitForSelector('#cor-amostra:has-text("contraste de 9,1:1. Dá para ler bem")');
  expect(report, 'the colour', await scripted.locator('#cor-amostra rect').getAttribute('fill'), '#14532d');
  await scripted.setInputFiles('#logo', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await scripted.waitForSelector('#logo-amostra img');
  expect(report, 'the picture before it is sent', await scripted.locator('#logo-amostra img').evaluate((e) => e.naturalWidth > 0), true);
  expect(report, 'a script of the picture', await scripted.title(), 'Cooperativa São João · Rastro');
  await scripted.setInputFiles('#logo', []);
  expect(report, 'no picture', await scripted.locator('#logo-amostra').isHidden(), true);
  await scripted.setInputFiles('#logo', { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) });
  await screenshot(scripted, 'console-brand-preview', { fullPage: true });
  await checkSchemes(scripted, 'console-brand', report);
  await checkWidths(scripted, 'console-brand', report);
  await checkWCAG(scripted, 'brand', report);
  const id = new URL(scripted.url()).pathname.split('/').pop();
  await scripted.context().close();
  return id;
}

async function call(report, method, route, body, access, secret) {
  const answer = await fetch(origin + route, { method, body, headers: { 'X-API-ACCESS-KEY': access, 'X-API-SECRET-KEY': secret } });
  if (!answer.ok) report(`${method} ${route}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

// A key of the organisation validates a harvest.
async function validate(report) {
  const made = await call(report, 'POST', '/apikey', JSON.stringify({ nome: 'Balança', organizacao: 'Cooperativa São João', escopos: ['leitura', 'escrita'] }), scene.access, scene.secret);
  const { accessKey, secretKey } = made.data;
  await call(report, 'POST', '/producaoAgricola/plantioManejo', JSON.stringify({ safraId: 'BRAND-1', safraCodigo: '2025/26', dados: { cultura: 'soja' } }), accessKey, secretKey);
  await call(report, 'POST', '/validacao', JSON.stringify({ safraId: 'BRAND-1', safraCodigo: '2025/26', dados: { codigo: 'BRAND-1', cultura: 'SOJA', status: 'APROVADO', lotes: ['BR-1'] } }), accessKey, secretKey);
}

async function checkPage(browser, report) {
  for (const [locale, line, sentence] of [
    ['pt-BR', /^Validada por Cooperativa São João \(CNPJ 11\.222\.333\/0001-81\) em \d\d\/\d\d\/\d{4}$/, 'Do campo ao porto, com nome.'],
    ['en-US', /^Validated by Cooperativa São João \(CNPJ 11\.222\.333\/0001-81\) on \d+ \w+ \d{4}$/, 'From field to port, by name.'],
    ['es-AR', /^Validada por Cooperativa São João \(CNPJ 11\.222\.333\/0001-81\) el \d\d\/\d\d\/\d{4}$/, 'Del campo al puerto, con nombre.'],
  ]) {
    const page = await openPage(browser, origin, report, { locale, viewport: { width: 375, height: 800 } });
    const answer = await page.goto(`${origin}/v/BRAND-1`);
    const { responseBodySize, responseHeadersSize } = await answer.request().sizes();
    if (responseBodySize + responseHeadersSize > 30 * 1024) report(`${locale}: ${responseBodySize + responseHeadersSize} bytes`);
    expect(report, `${locale}: who`, line.test(await page.locator('.by .meaning').innerText()), true);
    expect(report, `${locale}: sentence`, (await page.locator('.by').innerText()).includes(sentence), true);
    expect(report, `${locale}: logo`, await page.locator('.by img').evaluate((e) => e.naturalWidth > 0), true);
    expect(report, `${locale}: colour`, await page.locator('.by').evaluate((e) => getComputedStyle(e).backgroundColor), 'rgb(20, 83, 45)');
    await screenshot(page, `public-brand-375-${locale}`, { fullPage: true });
    await checkSchemes(page, `public-brand-${locale}`, report);
    await checkWidths(page, `public-brand-${locale}`, report);
    await page.context().close();
  }
}

// The logo alone runs nothing, and a PNG is on the certificate.
async function checkPicture(browser, report, id) {
  const page = await openPage(browser, origin, report);
  await page.goto(`${origin}/v/BRAND-1`);
  const src = await page.locator('.by img').evaluate((e) => e.src);
  await page.goto(src);
  expect(report, 'a script', await page.evaluate(() => document.querySelectorAll('script,[onload]').length), 0);
  await page.goto(`${origin}/v/BRAND-1`);
  const png = await page.locator('.by img').screenshot();
  await call(report, 'PUT', `/organizacoes/${id}/logo`, png, scene.access, scene.secret);
  const answer = await fetch(`${origin}/v/BRAND-1.pdf`);
  expect(report, 'certificate', answer.status, 200);
  await writeFile(path.join(artifacts, 'certificate-brand.pdf'), Buffer.from(await answer.arrayBuffer()));
  await page.context().close();
}
