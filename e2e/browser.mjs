// What the scripts share: a browser that talks to one server only, a page that
// is watched for anything going wrong, and checks that hold for every page.
import { createRequire } from 'node:module';
import { readFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const artifacts = path.resolve(process.env.E2E_ARTIFACTS || 'artifacts');

// widths are a small phone, a tablet and a desk.
export const widths = [320, 768, 1440];

// run opens a browser, hands it to the checks and ends the process: with 1 when
// a check threw or reported a problem.
export async function run(checks) {
  await mkdir(artifacts, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
  });
  const problems = [];
  try {
    await checks(browser, (problem) => problems.push(problem));
  } catch (err) {
    problems.push(err.stack);
  } finally {
    await browser.close();
  }
  for (const problem of problems) console.log(`FAIL ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

// abandoned is what htmx logs when a page is left, or asks something newer, before the
// answer to its last question. Any script may be that quick. If the server fails instead,
// what the script waits for does not come.
const abandoned = /htmx:error: (signal is aborted|Failed to fetch)/;

// openPage gives a page that reports console errors, exceptions, violations of
// the content security policy, failed requests, and requests to anywhere but
// the server. Those find no address, since the browser knows this machine alone. To stop
// each request by itself would keep the browser from using its cache.
export async function openPage(browser, origin, report, options = {}) {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(180_000); // only a page that hangs waits so long, however busy the machine is
  const page = await context.newPage();
  readWhole(page.locator('body'));
  page.on('console', (message) => {
    if (message.type() === 'error' && !abandoned.test(message.text())) report(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (err) => report(`exception: ${err.message}`));
  page.on('response', (r) => {
    if (r.status() >= 400) report(`${r.status()} ${r.request().method()} ${r.url()}`);
  });
  // The console does not show every violation: an eval inside a try is silent.
  await page.exposeFunction('reportViolation', (text) => report(`content security policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (e) =>
      window.reportViolation(`${e.effectiveDirective} blocked ${e.blockedURI} at ${e.sourceFile}:${e.lineNumber}:${e.columnNumber}`));
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') report(`request to another origin: ${url}`);
  });
  return page;
}

// readWhole makes counting, listing and reading elements wait for the whole document. After a
// click on a link they would otherwise read as much of the next page as has arrived.
function readWhole(locator) {
  const shared = Object.getPrototypeOf(locator);
  for (const name of ['count', 'innerText', 'textContent', 'allInnerTexts', 'allTextContents', 'evaluateAll']) {
    const read = shared[name];
    if (read.whole) continue;
    shared[name] = async function (...args) {
      await this.page().waitForLoadState('domcontentloaded');
      return read.apply(this, args);
    };
    shared[name].whole = true;
  }
}

// screenshot keeps a picture of a page for people, where someone wants them. No check
// looks at it.
export async function screenshot(page, name, options = {}) {
  if (process.env.E2E_PICTURES !== 'true') return;
  await page.screenshot({ path: path.join(artifacts, `${name}.png`), ...options });
}

// checkWidths looks for sideways scrolling of the page at every width, and may keep a
// picture of each.
export async function checkWidths(page, name, report) {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const got = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));
    if (got > width) report(`${name}: ${got} px wide in a window of ${width} px`);
    await screenshot(page, `${name}-${width}`);
  }
  await page.setViewportSize(before);
}

// colours are axe's rules about colours. The dark scheme changes nothing else, so what
// was checked in the light one is checked by these alone in the other.
export const colours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

// wcag are the rules of WCAG 2.2, levels A and AA.
const wcag = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } };

// axe asks axe about a page. Of what passes, the rules are enough: naming all elements
// takes most of the time.
async function axe(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate((rules) => window.axe.run(document, { ...rules, resultTypes: ['violations'] }), rules);
}

// told says what axe found, and where.
function told(name, v) {
  const where = v.nodes.slice(0, 4).map((n) => `  ${n.target.join(' ')}: ${n.any.map((a) => a.message).join('; ')}`).join('\n');
  return `${name}: axe ${v.impact} ${v.id}, ${v.nodes.length} times: ${v.help}\n${where}`;
}

// checkAccessibility reports what axe finds serious or critical, by all of its rules or
// by some.
export async function checkAccessibility(page, name, report, rules = {}) {
  const { violations } = await axe(page, rules);
  for (const v of violations.filter((v) => ['serious', 'critical'].includes(v.impact))) report(told(name, v));
}

// checkWCAG reports everything axe finds against WCAG 2.2, levels A and AA.
export async function checkWCAG(page, name, report) {
  const { violations, passes } = await axe(page, wcag);
  for (const v of violations) report(told(name, v));
  if (passes.length < 10) report(`${name}: axe checked ${passes.length} rules only`);
}

// setScheme shows a page in a colour scheme, and waits for colours that change slowly.
export async function setScheme(page, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    const changing = document.getAnimations().filter((a) => a instanceof CSSTransition);
    await Promise.allSettled(changing.map((a) => a.finished));
  });
}

// checkSchemes is checkWCAG in both colour schemes. It leaves the page in the light one.
export async function checkSchemes(page, name, report) {
  await checkWCAG(page, `${name}, light`, report);
  await setScheme(page, 'dark');
  const { violations, passes, incomplete } = await axe(page, colours);
  for (const v of violations) report(told(`${name}, dark`, v));
  if (![...violations, ...passes, ...incomplete].some((rule) => rule.id === 'color-contrast')) report(`${name}, dark: axe checked no colours`);
  await screenshot(page, `${name}-dark`, { fullPage: true });
  await setScheme(page, 'light');
}
