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
      '--disable-component-update', '--disable-sync'],
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

// openPage gives a page that reports console errors, exceptions, violations of
// the content security policy, failed requests, and requests to anywhere but
// the server. Those are stopped as well.
export async function openPage(browser, origin, report, options = {}) {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(180_000); // only a page that hangs waits so long, however busy the machine is
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
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
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === origin || url.protocol === 'data:' || (url.protocol === 'blob:' && url.origin === origin)) return route.continue();
    report(`request to another origin: ${url}`);
    return route.abort();
  });
  return page;
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

// checkAccessibility prints what axe finds serious or critical and reports it,
// save for the rules in tolerated: a map from a rule's id to the reason.
export async function checkAccessibility(page, name, report, tolerated = {}) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const v of violations.filter((v) => ['serious', 'critical'].includes(v.impact))) {
    const where = v.nodes.slice(0, 4).map((n) => `  ${n.target.join(' ')}: ${n.any.map((a) => a.message).join('; ')}`).join('\n');
    const text = `${name}: axe ${v.impact} ${v.id}, ${v.nodes.length} times: ${v.help}\n${where}`;
    if (v.id in tolerated) console.log(`known, ${tolerated[v.id]}: ${text}`);
    else report(text);
  }
}

// checkWCAG reports everything axe finds against WCAG 2.2, levels A and AA.
export async function checkWCAG(page, name, report) {
  await page.evaluate(axeSource);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  // Of what passes, the rules are enough: naming all elements takes most of the time.
  const { violations, passes } = await page.evaluate(
    (values) => window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }), tags);
  for (const v of violations) {
    report(`${name}: axe ${v.impact} ${v.id}, ${v.nodes.length} times: ${v.help}\n` +
      v.nodes.slice(0, 4).map((n) => `  ${n.target.join(' ')}: ${n.any.map((a) => a.message).join('; ')}`).join('\n'));
  }
  if (passes.length < 10) report(`${name}: axe checked ${passes.length} rules only`);
}
