// Fills in the forms of records as people do: each by keyboard alone on a phone, rows added
// and removed, a draft that survives a closed tab and ends with a sign-out. The first
// argument is a file that says where the server is, and with which key to sign in.
import { checkAccessibility, checkSchemes, openPage, run, screenshot, colours, setScheme } from './browser.mjs';
import { at, expect, origin, scene, signIn } from './console.mjs';

const mill = '/registros/posColheita.beneficiamento';
const receipt = '/registros/armazenamento.recebimento';
const phone = { viewport: { width: 375, height: 740 } };
const save = '#registro .savebar button:text-is("Gravar")';

await run(async (browser, report) => {
  await checkEveryForm(browser, report);
  await checkRows(browser, report);
  await checkWriting(browser, report);
  await checkDraft(browser, report);
  await checkHistory(browser, report);
  await checkLoad(browser, report);
});

// A load that is registered already is named at its field, which has the focus.
async function checkLoad(browser, report) {
  const page = await enter(browser, (problem) => { if (!/\b422\b/.test(problem)) report(problem); }, phone);
  const fill = async () => {
    await page.goto(at(`${receipt}/novo?safra=E2E-SEM-REDE`));
    await page.fill('#campo-dataHoraRecebimento', '10/02/2025 14:20');
    await page.fill('#campo-veiculo', 'ABC1C34');
    await page.fill('#campo-volume', '36.000 kg');
  };
  await fill();
  await page.click(save);
  await page.waitForURL(/recebimento\/[0-9a-f-]{36}/);
  await fill();
  await page.click(save);
  await page.locator('input[name=carga]').waitFor();
  expect(report, 'the field of a load that is there', await page.evaluate(() => document.activeElement.id), 'campo-veiculo');
  await checkAccessibility(page, 'a load that is there', report);
  await screenshot(page, 'forms-load', { fullPage: true });
  await page.goto(at(`${receipt}?safra=E2E-SEM-REDE`));
  expect(report, 'records of the load', await page.locator('text=36.000 kg').count(), 1);
  await page.context().close();
}

async function enter(browser, report, options) {
  const page = await openPage(browser, origin, report, options);
  await signIn(page);
  return page;
}

// typed does something to the form and waits until that was graded.
async function typed(page, act) {
  await Promise.all([page.waitForResponse((r) => r.url().endsWith('/conferir')), act()]);
}

// Every form on a phone: nothing scrolls sideways, the button to save is in reach, axe finds
// nothing in either scheme, and the keyboard alone reaches every field and saves.
async function checkEveryForm(browser, report) {
  const page = await enter(browser, report, phone);
  for (const slug of JSON.parse(scene.kinds)) {
    await page.goto(at(`/registros/${slug}/novo?safra=E2E-TECLADO`));
    const name = `form ${slug}`;
    expect(report, `${name}: width`, await page.evaluate(() => document.documentElement.scrollWidth), 375);
    expect(report, `${name}: the button to save is on the screen`, await page.locator(save).evaluate((b) => b.getBoundingClientRect().bottom <= innerHeight), true);
    expect(report, `${name}: columns`, await page.locator('.fieldgrid').first().evaluate((g) => getComputedStyle(g).gridTemplateColumns.split(' ').length), 1);
    await checkAccessibility(page, name, report);
    await setScheme(page, 'dark');
    await checkAccessibility(page, `${name}, dark`, report, colours);
    await setScheme(page, 'light');
    await screenshot(page, `forms-${slug}`, { fullPage: true });
    await byKeyboard(page, name, report);
  }
  await page.context().close();
}

// byKeyboard walks through a form with Tab, opens what is folded, writes into the first field,
// and saves with Enter.
async function byKeyboard(page, name, report) {
  const wanted = new Set(await page.locator('#registro [id^="campo-"]').evaluateAll((all) => all.filter((e) => !e.closest('[hidden]')).map((e) => e.id)));
  const here = () => page.evaluate(() => {
    const e = document.activeElement;
    return { id: e.id, folded: e.matches('summary') && !e.parentElement.open, save: e.matches('.savebar button'), ring: getComputedStyle(e).outlineStyle !== 'none', covered: e.id.startsWith('campo-') && e.getBoundingClientRect().top > document.querySelector('.savebar').getBoundingClientRect().top };
  });
  const first = page.locator('#registro input[id^="campo-"]:visible, #registro textarea[id^="campo-"]:visible').first();
  await first.fill(/^campo-data/.test(await first.getAttribute('id')) ? '05/10/2024' : '1');
  await page.locator('#safraCodigo').focus();
  let steps = 0;
  for (let end = false; !end && steps < 200; steps++) {
    await page.keyboard.press('Tab');
    const is = await here();
    if (is.folded) await page.keyboard.press('Enter');
    if (wanted.delete(is.id)) {
      if (!is.ring) report(`${name}: ${is.id} has no visible focus`);
      if (is.covered) report(`${name}: ${is.id} is behind the bar when it has the focus`);
    }
    end = is.save;
  }
  if (wanted.size > 0) report(`${name}: the keyboard does not reach ${[...wanted].join(', ')}`);
  await page.keyboard.press('Enter');
  await page.locator('.notice').waitFor();
}

// Rows are added and removed in place, choices are words, and the record says the same.
async function checkRows(browser, report) {
  const page = await enter(browser, report);
  await page.goto(at(`${mill}/novo?safra=E2E-LINHAS`));
  await page.click('summary:has-text("resíduos")');
  const rows = page.locator('[data-rows="campo-residuos"]');
  await rows.locator('input:visible').nth(0).fill('CASCA');
  await rows.locator('input:visible').nth(1).fill('4,2 t');
  await rows.getByRole('button', { name: 'Mais uma linha' }).click();
  await page.keyboard.type('PÓ');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await rows.getByRole('button', { name: 'Mais uma linha' }).click();
  await page.keyboard.type('Engano');
  await typed(page, () => rows.getByRole('button', { name: 'Tirar' }).last().click());
  await page.getByLabel('Secagem', { exact: true }).first().check();
  await page.click('summary:has-text("Classificação")');
  await page.selectOption('#campo-bebida', { label: 'Dura' });
  expect(report, 'another choice is asked for only if it is chosen', await page.locator('[name="d.bebida.outro"]').isVisible(), false);
  await typed(page, () => page.selectOption('#campo-tipoCob', { label: 'Outro' }));
  await typed(page, () => page.keyboard.type('4/5'));
  await checkSchemes(page, 'form with rows', report);
  await screenshot(page, 'forms-rows', { fullPage: true });
  await page.click(save);
  await page.locator('.notice').waitFor();
  const said = await page.locator('main').innerText();
  for (const part of ['CASCA, 4,2 t; PÓ', 'Secagem', 'Dura', '4/5']) if (!said.includes(part)) report(`the record does not say ${part}`);
  if (said.includes('Engano')) report('a row that was removed is there');
  await page.context().close();
}

// Formats while one types, units, lots that are completed, the last values, and one after the
// other.
async function checkWriting(browser, report) {
  const page = await enter(browser, report);
  await page.goto(at(`${receipt}/novo?safra=E2E-ESCRITA`));
  await page.press('#safraId', 'Enter');
  expect(report, 'Enter in the first field leads to', await page.evaluate(() => document.activeElement.id), 'safraCodigo');
  await page.locator('#safra-nova', { hasText: 'Safra nova' }).waitFor();
  await page.fill('#campo-veiculo', 'abc-1c34');
  await page.fill('#campo-dataHoraRecebimento', '10/2/25 14h20');
  expect(report, 'the plate as it is written', await page.inputValue('#campo-veiculo'), 'ABC1C34');
  await page.getByText('foi lido como 10/02/2025 14:20').waitFor();
  await page.fill('#campo-volume', '36.000');
  await page.fill('#campo-loteOrigem', 'MT25');
  await page.locator('#lotes option[value^="MT25"]').first().waitFor({ state: 'attached' });
  await typed(page, () => page.fill('#campo-loteOrigem', 'LOTE-ESCRITO'));
  await page.getByRole('button', { name: 'Gravar e novo' }).click();
  await page.locator('.notice').waitFor();
  expect(report, 'the harvest is carried over', await page.inputValue('#safraId'), 'E2E-ESCRITA');
  expect(report, 'the rest is empty', await page.inputValue('#campo-volume'), '');
  expect(report, 'no draft of what was saved', await page.locator('.drafted').isVisible(), false);
  await page.getByRole('button', { name: 'Usar os últimos valores' }).click();
  await page.waitForFunction(() => document.getElementById('campo-loteOrigem').value !== '');
  expect(report, 'what the last lorry alone had', [await page.inputValue('#campo-volume'), await page.inputValue('#campo-veiculo'), await page.inputValue('#campo-dataHoraRecebimento')], ['', '', '']);
  await page.goto(at(`${receipt}?safra=E2E-ESCRITA`));
  expect(report, 'title', await page.locator('.list tbody th a').first().innerText(), '10/02/2025 · ABC1C34 · 36.000 kg');
  await page.context().close();
}

// What was typed is there again after the tab was closed, can be discarded, and is gone after
// it was saved and after its author signed out.
async function checkDraft(browser, report) {
  const page = await enter(browser, report);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('rastro-rascunho')).length);
  const type = async (kind, field, text) => {
    await page.goto(at(`${kind}/novo?safra=E2E-RASCUNHO`));
    await typed(page, () => page.fill(field, text));
  };
  await type(mill, '#campo-loteSaida', 'RASCUNHO-1');
  await page.getByLabel('Secagem', { exact: true }).first().check();
  await typed(page, () => page.locator('[data-rows="campo-tipoProcesso"] .row input').fill('Secagem ao sol'));
  await page.goto(at('/registros'));
  await typed(page, () => page.goto(at(`${mill}/novo?safra=E2E-RASCUNHO`)));
  await page.locator('.drafted').waitFor();
  expect(report, 'the text is back', await page.inputValue('#campo-loteSaida'), 'RASCUNHO-1');
  expect(report, 'the row is back', await page.locator('[data-rows="campo-tipoProcesso"] .row input').first().inputValue(), 'Secagem ao sol');
  expect(report, 'the box is ticked', await page.getByLabel('Secagem', { exact: true }).first().isChecked(), true);
  await checkAccessibility(page, 'recovered draft', report);
  await screenshot(page, 'forms-draft', { fullPage: true });
  await page.getByRole('button', { name: 'Descartar o rascunho' }).click();
  await page.waitForFunction(() => document.getElementById('campo-loteSaida').value === '');
  expect(report, 'drafts after discarding', await drafts(), 0);

  await type(receipt, '#campo-loteOrigem', 'RASCUNHO-2');
  expect(report, 'drafts while typing', await drafts(), 1);
  await page.click(save);
  await page.locator('.notice').waitFor();
  expect(report, 'drafts after saving', await drafts(), 0);

  await type(receipt, '#campo-veiculo', 'ABC1C34');
  expect(report, 'drafts before signing out', await drafts(), 1);
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.waitForURL(at('/entrar'));
  expect(report, 'drafts after signing out', await drafts(), 0);
  await page.context().close();
}

// An earlier version, and a deleted record, come back from the history.
async function checkHistory(browser, report) {
  const page = await enter(browser, report);
  await page.goto(at(`${receipt}/novo?safra=E2E-VOLTA`));
  await typed(page, () => page.fill('#campo-loteOrigem', 'VOLTA-1'));
  await page.click(save);
  await page.locator('.notice').waitFor();
  const one = page.url().split('?')[0];
  await page.goto(`${one}/editar`);
  await typed(page, () => page.fill('#campo-loteOrigem', 'VOLTA-2'));
  await page.click(save);
  await page.locator('.notice').waitFor();
  await page.goto(`${one}/historico`);
  await checkSchemes(page, 'history with versions to restore', report);
  await page.getByRole('button', { name: 'Restaurar esta versão' }).click();
  await page.locator('.notice').waitFor();
  expect(report, 'restored', await page.locator('h1').innerText(), 'VOLTA-1');
  await page.getByRole('link', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Sim, excluir' }).click();
  await page.locator('.notice').waitFor();
  await page.goto(`${one}/historico`);
  await screenshot(page, 'forms-history', { fullPage: true });
  await page.getByRole('button', { name: 'Desfazer a exclusão' }).click();
  await page.locator('.notice').waitFor();
  expect(report, 'undeleted', await page.locator('h1').innerText(), 'VOLTA-1');
  await page.context().close();
}
