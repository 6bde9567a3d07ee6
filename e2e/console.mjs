// What the scripts of the console share: what they were told, the door, and how
// they hold what they find against what it should be.
import { readFile } from 'node:fs/promises';

// scene is the file that the first argument names: where the server is, with which
// key to sign in, and whatever else a script needs.
export const scene = JSON.parse(await readFile(process.argv[2], 'utf8'));
export const origin = new URL(scene.server).origin;

// at is the address of a page.
export const at = (path) => `${origin}/console${path}`;

export function expect(report, what, got, want) {
  if (JSON.stringify(got) !== JSON.stringify(want)) report(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

// expected lets a page answer some statuses without that being a problem.
export function expected(report, ...statuses) {
  return (problem) => {
    if (!statuses.some((s) => problem.startsWith(`${s} `) || problem.includes(`status of ${s}`))) report(problem);
  };
}

// signIn signs in with a key, by keyboard.
export async function signIn(page, access = scene.access, secret = scene.secret) {
  await page.goto(at('/entrar'));
  await page.click('details.withkey summary');
  await page.fill('#accessKey', access);
  await page.fill('#secretKey', secret);
  await page.press('#secretKey', 'Enter');
  await page.waitForURL(at(''));
}
