import { base64, joined, signedBy, utf8, type Bytes } from './bytes.js';
import type { Event } from './changes.js';

/** A delivery that is not to be trusted, or keys that are none. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

const maxSignatures = 10;

/**
 * Checks a delivery and returns its event. keys are secrets (whsec_…) and public keys (whpk_…), and
 * one of them must have signed it: give both secrets while one replaces the other. body is what
 * came, byte for byte. tolerance is how many seconds its time may be from now; 300 unless given.
 */
export async function verifyWebhook(
  keys: readonly string[], headers: Headers | Readonly<Record<string, string | string[] | undefined>>, body: string | Uint8Array,
  { tolerance = 300, now = new Date() }: { tolerance?: number; now?: Date } = {},
): Promise<Event> {
  const checks = keys.map(checkOf);
  const get = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])?.toString() ?? '';
  const id = get('webhook-id'), at = get('webhook-timestamp');
  if (!id || !/^\d{1,15}$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > tolerance) {
    throw new WebhookError("the delivery's time is missing, or too far from now");
  }
  const content = typeof body === 'string' ? utf8(body) : new Uint8Array(body);
  const signed = joined(utf8(`${id}.${at}.`), content);
  for (const one of get('webhook-signature').split(' ').slice(0, maxSignatures)) {
    const comma = one.indexOf(',');
    const version = one.slice(0, comma), signature = base64(one.slice(comma + 1));
    if (!signature) continue;
    for (const check of checks) {
      if (check.version === version && await check.holds(signature, signed)) {
        return JSON.parse(new TextDecoder().decode(content)) as Event;
      }
    }
  }
  throw new WebhookError('no signature of the delivery holds');
}

interface Check {
  version: string;
  holds(signature: Bytes, signed: Bytes): Promise<boolean>;
}

function checkOf(key: string, index: number): Check {
  const secret = key.startsWith('whsec_') && base64(key.slice(6));
  const open = key.startsWith('whpk_') && base64(key.slice(5));
  if (secret && secret.length >= 24 && secret.length <= 64) {
    return { version: 'v1', holds: (signature, signed) => sealed(secret, signature, signed) };
  }
  if (open && open.length === 32) {
    return { version: 'v1a', holds: (signature, signed) => signedBy(open, signature, signed) };
  }
  throw new WebhookError(`key ${index + 1} is neither a webhook secret (whsec_…) nor a public key (whpk_…)`);
}

async function sealed(secret: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}
