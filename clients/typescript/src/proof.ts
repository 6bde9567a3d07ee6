import { base64, fromHex, sha256, signedBy, toHex, utf8, type Bytes } from './bytes.js';
import { items, members } from './source.js';

/** What a proof proves: that the log has an entry, and what it commits to. */
export interface Proof {
  /** The place of the entry; the first is 0. */
  index: number;
  /** The length of the log when it was signed. */
  size: number;
  /** Everything that one version of a record says, as JSON; undefined in a public proof. */
  document: string | undefined;
}

class ProofError extends Error {
  override name = 'ProofError';
}

function ensure(holds: unknown, what: string): asserts holds {
  if (!holds) throw new ProofError(what);
}

/**
 * Checks a proof without asking anyone: key is what the server's operator prints with
 * 'rastro log key', text the answer of …/prova as it came, not parsed and written again.
 */
export async function verifyProof(key: string, text: string): Promise<Proof> {
  JSON.parse(text); // it is JSON
  const answer = members(text);
  const proof = answer.has('data') ? members(answer.get('data')!) : answer;
  const said = (name: string): unknown => (proof.has(name) ? JSON.parse(proof.get(name)!) : undefined);
  const entry = fromHex(String(said('hash')));
  const index = said('indice'), path = said('prova'), checkpoint = said('checkpoint');
  ensure(entry?.length === 32 && typeof index === 'number' && Number.isSafeInteger(index) && Array.isArray(path) && typeof checkpoint === 'string', 'not a proof');
  const document = proof.get('documento');
  if (document !== undefined || proof.has('sal')) {
    ensure(document !== undefined && same(await committed(said('sal'), document), entry), 'the document is not the one that the log has');
    for (const part of items(proof.get('revelados') ?? '[]')) {
      await ensureRevealed(document, members(part));
    }
  }
  const { size, root } = await openCheckpoint(key, checkpoint);
  const others = path.map((hash) => base64(String(hash)));
  const reached = await rootOf(await sha256(Uint8Array.of(0), entry), index, size, others);
  ensure(reached && same(reached, root), 'the entry is not in the log');
  return { index, size, document };
}

async function committed(salt: unknown, document: string): Promise<Bytes> {
  const raw = fromHex(String(salt));
  ensure(typeof salt === 'string' && raw?.length, 'the proof has no salt');
  return sha256(raw, utf8(document));
}

/** Ensures that a document has a file with the digest of the details. */
async function ensureRevealed(document: string, part: Map<string, string>): Promise<void> {
  const digest = toHex(await committed(JSON.parse(part.get('sal') ?? 'null'), part.get('detalhes') ?? ''));
  const { selo } = JSON.parse(document) as { selo?: { anexos?: { detalhes?: unknown }[] } };
  ensure(selo?.anexos?.some((file) => file.detalhes === digest), 'what is revealed is not what the document commits to');
}

async function openCheckpoint(key: string, note: string): Promise<{ size: number; root: Bytes }> {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(key.trim()) ?? [];
  const bytes = base64(encoded ?? '');
  ensure(name && bytes?.length === 33 && bytes[0] === 1 && toHex((await sha256(utf8(`${name}\n`), bytes)).slice(0, 4)) === id, 'not the key of a log');
  const end = note.lastIndexOf('\n\n');
  ensure(end >= 0, 'not a checkpoint');
  const text = note.slice(0, end + 1), start = `— ${name} `;
  let good = false;
  for (const line of note.slice(end + 2).split('\n')) {
    const signature = line.startsWith(start) ? base64(line.slice(start.length)) : undefined;
    if (signature?.length === 68 && toHex(signature.slice(0, 4)) === id) {
      good ||= await signedBy(bytes.slice(1), signature.slice(4), utf8(text));
    }
  }
  ensure(good, 'this key did not sign the checkpoint');
  const [origin, count, encodedRoot] = text.split('\n');
  const root = base64(encodedRoot ?? '');
  ensure(origin === name && /^\d+$/.test(count ?? '') && root?.length === 32, 'the checkpoint is of another log');
  return { size: Number(count), root };
}

/** The root that a path leads to (RFC 9162, 2.1.3.2); undefined if the path does not fit the place. */
async function rootOf(node: Bytes, index: number, size: number, path: (Bytes | undefined)[]): Promise<Bytes | undefined> {
  let last = size - 1;
  if (index < 0 || index > last) return undefined;
  const half = (n: number) => Math.floor(n / 2);
  for (const other of path) {
    if (last === 0 || other?.length !== 32) return undefined;
    if (index % 2 === 1 || index === last) {
      node = await sha256(Uint8Array.of(1), other, node);
      while (index !== 0 && index % 2 === 0) [index, last] = [half(index), half(last)];
    } else {
      node = await sha256(Uint8Array.of(1), node, other);
    }
    [index, last] = [half(index), half(last)];
  }
  return last === 0 ? node : undefined;
}

function same(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
