// Checks commitments, signed checkpoints and places in the log: docs/verify.md has the steps.

const utf8 = new TextEncoder();

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', parts.length === 1 ? parts[0] : joined(...parts)));
}

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Broken('hex', { text: text.slice(0, 80) });
  return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}

function fromBase64(text) {
  try {
    const raw = atob(text);
    if (btoa(raw) === text) return Uint8Array.from(raw, (c) => c.charCodeAt(0));
  } catch { /* said below */ }
  throw new Broken('base64', { text: text.slice(0, 80) });
}

// decodeKey reads the last part of a key. What is not base64 is a key that was cut off.
function decodeKey(encoded) {
  try {
    return fromBase64(encoded);
  } catch {
    throw new Broken('key');
  }
}

// readKey takes a verifier key apart: NAME+ID+KEY. types are the kinds of keys that it may be.
async function readKey(text, types = [1]) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) || [];
  if (!name) throw new Broken('key');
  const key = decodeKey(encoded);
  const digest = await sha256(utf8.encode(name + '\n'), key);
  if (key.length !== 33 || !types.includes(key[0]) || hex(digest.slice(0, 4)) !== id) throw new Broken('key');
  return { name, id: fromHex(id), raw: key.slice(1), text: text.trim() };
}

// readCheckpoint reads what a checkpoint says, without asking who signed it.
function readCheckpoint(signed) {
  const end = signed.lastIndexOf('\n\n');
  if (end < 0 || !signed.endsWith('\n')) throw new Broken('checkpoint');
  const text = signed.slice(0, end + 1);
  const [origin, size, root] = text.split('\n');
  if (!origin || !/^(0|[1-9]\d{0,14})$/.test(size) || root === undefined) throw new Broken('checkpoint');
  const tree = { origin, size: Number(size), root: fromBase64(root), text, signatures: signed.slice(end + 2).split('\n').slice(0, -1) };
  if (tree.root.length !== 32) throw new Broken('checkpoint');
  return tree;
}

// checkSignature throws unless the owner of the key signed the checkpoint.
async function checkSignature(tree, key) {
  if (tree.origin !== key.name) throw new Broken('otherlog', { log: tree.origin, key: key.name });
  for (const line of tree.signatures) {
    const [, name, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) || [];
    if (name !== key.name) continue;
    const signature = fromBase64(encoded);
    if (signature.length !== 68 || !same(signature.slice(0, 4), key.id)) continue;
    const opener = await crypto.subtle.importKey('raw', key.raw, { name: 'Ed25519' }, false, ['verify']);
    if (await crypto.subtle.verify({ name: 'Ed25519' }, opener, signature.slice(4), utf8.encode(tree.text))) return;
    throw new Broken('forged');
  }
  throw new Broken('unsigned', { log: tree.origin });
}

const maxWitnesses = 32;

// readWitnesses reads the keys of witnesses. One key under two names would count twice.
async function readWitnesses(keys, need) {
  if (!Number.isInteger(need) || need < 0 || need > keys.length || keys.length > maxWitnesses) throw new Broken('witnessneed', { need, of: keys.length });
  let read;
  try {
    read = await Promise.all(keys.map((text) => readKey(text, [1, 4])));
  } catch (err) {
    throw err instanceof Broken ? new Broken('witnesskey') : err;
  }
  if (new Set(read.map((key) => hex(key.raw))).size < read.length) throw new Broken('witnesskey');
  return read;
}

// countWitnesses counts the witnesses that cosigned a checkpoint (C2SP tlog-cosignature).
async function countWitnesses(tree, keys) {
  const seen = new Set();
  for (const key of keys) {
    const id = (await sha256(utf8.encode(key.name + '\n'), Uint8Array.of(4), key.raw)).slice(0, 4);
    for (const line of tree.signatures) {
      const [, name, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) || [];
      if (name !== key.name) continue;
      const signature = fromBase64(encoded);
      if (signature.length !== 76 || !same(signature.slice(0, 4), id)) continue;
      const time = new DataView(signature.buffer).getBigUint64(4);
      const opener = await crypto.subtle.importKey('raw', key.raw, { name: 'Ed25519' }, false, ['verify']);
      if (await crypto.subtle.verify({ name: 'Ed25519' }, opener, signature.slice(12), utf8.encode(`cosignature/v1\ntime ${time}\n${tree.text}`))) seen.add(hex(key.raw));
    }
  }
  return seen.size;
}

// checkInclusion throws unless the path leads from the entry up to the root (RFC 9162).
async function checkInclusion(entry, index, path, tree) {
  if (index >= tree.size) throw new Broken('inclusion');
  let at = index, last = tree.size - 1, node = await sha256(Uint8Array.of(0), entry);
  for (const other of path) {
    if (last === 0 || other.length !== 32) throw new Broken('inclusion');
    if (at % 2 === 1 || at === last) {
      node = await sha256(Uint8Array.of(1), other, node);
      while (at > 0 && at % 2 === 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      node = await sha256(Uint8Array.of(1), node, other);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  if (last !== 0 || !same(node, tree.root)) throw new Broken('inclusion');
}

const proofMembers = ['documento', 'sal', 'hash', 'indice', 'prova', 'checkpoint', 'origem', 'revelados', 'antecessores'];

// readProof reads a proof, also as the API answers it.
function readProof(text) {
  let proof = readJSON(text);
  if (proof instanceof Map && proof.has('data')) {
    if (proof.has('documento') || proof.has('hash')) throw new Broken('twice', { name: 'data' });
    proof = member(proof, 'data', 'object');
  }
  for (const name of proof instanceof Map ? proof.keys() : []) { // other readers may not tell them apart
    if (!proofMembers.includes(name) && proofMembers.includes(name.toLowerCase())) throw new Broken('twice', { name });
  }
  const read = {
    entry: fromHex(member(proof, 'hash', 'text')),
    index: member(proof, 'indice', 'number'),
    path: member(proof, 'prova', 'list').map((h) => fromBase64(typeof h === 'string' ? h : '?')),
    checkpoint: member(proof, 'checkpoint', 'text'),
    document: proof.get('documento'),
    continues: proof.has('antecessores') && member(proof, 'antecessores', 'list').length > 0,
    revealed: proof.has('revelados') ? member(proof, 'revelados', 'list') : [],
  };
  if (read.entry.length !== 32) throw new Broken('member', { name: 'hash' });
  if (read.path.length > 64) throw new Broken('member', { name: 'prova' });
  if (read.document !== undefined || proof.has('sal')) {
    read.document = member(proof, 'documento', 'object');
    read.salt = fromHex(member(proof, 'sal', 'text'));
    if (read.salt.length !== 16) throw new Broken('member', { name: 'sal' });
  }
  read.files = [];
  const seal = read.document?.get('selo');
  if (seal instanceof Map && seal.has('anexos')) read.files = member(seal, 'anexos', 'list');
  return read;
}

// checkCommitment throws unless the document, and what is revealed beside it, is what was committed to.
async function checkCommitment(proof) {
  const digest = await sha256(proof.salt, utf8.encode(writeJSON(proof.document)));
  if (!same(digest, proof.entry)) throw new Broken('commitment');
  const committed = new Set(proof.files.map((f) => (f instanceof Map ? f.get('detalhes') : undefined)));
  for (const part of proof.revealed) {
    const details = hex(await sha256(fromHex(member(part, 'sal', 'text')), utf8.encode(writeJSON(member(part, 'detalhes', 'object')))));
    if (!committed.has(details)) throw new Broken('revealed');
  }
}
