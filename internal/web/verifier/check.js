// Checks a proof or a dossier step by step, and stops at the first step that fails.

// Broken is something that does not hold, named by a text of the page.
class Broken extends Error {
  constructor(text, values = {}) {
    super(text);
    this.text = text;
    this.values = values;
  }
}

const readFailures = [TypeError, RangeError, SyntaxError, DOMException];

// takeSteps runs the steps of a check. Each returns what to say of it.
async function takeSteps(steps, show) {
  const told = [];
  for (const [name, step] of steps) {
    show(name, told);
    try {
      told.push({ state: 'holds', ...(await step()) });
    } catch (err) {
      const known = err instanceof Broken;
      if (!known && !readFailures.some((kind) => err instanceof kind)) throw err;
      told.push({ state: 'fails', text: known ? err.text : 'unreadable', values: known ? err.values : {}, step: name });
      return { verdict: 'fails', steps: told };
    }
  }
  return { verdict: told.some((s) => s.state === 'open') ? 'open' : 'holds', steps: told };
}

// checkSigned checks the signature with the reader's key. Without one it uses the file's own, which
// shows only that the file agrees with itself.
async function checkSigned(tree, given, own) {
  if (!given && !own) return { state: 'open', text: 'nokey', values: { log: tree.origin } };
  let key;
  try {
    key = await readKey(given || own);
  } catch (err) {
    if (given && err instanceof Broken) return { state: 'open', text: err.text, values: err.values }; // the file may be good
    throw err;
  }
  await checkSignature(tree, key);
  return given ? { text: 'signed', values: { log: tree.origin } } : { state: 'open', text: 'ownkey', values: { key: key.text } };
}

async function checkProof(text, key, show) {
  let proof, tree;
  const facts = [];
  const result = await takeSteps([
    ['read', async () => {
      proof = readProof(text);
      tree = readCheckpoint(proof.checkpoint);
      return { text: 'read' };
    }],
    ['commitment', async () => {
      if (!proof.document) return { state: 'note', text: 'bare' };
      await checkCommitment(proof);
      return { text: 'committed' };
    }],
    ['inclusion', async () => {
      await checkInclusion(proof.entry, proof.index, proof.path, tree);
      return { text: 'included', values: { index: proof.index, size: tree.size } };
    }],
    ['signature', () => checkSigned(tree, key, '')],
  ], show);
  if (tree) facts.push(['log', tree.origin], ['entry', `${proof.index} / ${tree.size}`]);
  if (proof) facts.push(['hash', hex(proof.entry)]);
  return { ...result, kind: proof?.document ? 'record' : 'bare', facts, document: result.verdict === 'fails' ? undefined : proof?.document };
}

const manifestName = 'manifesto.json', recordsFolder = 'registros/', filesFolder = 'anexos/';
const leftOutName = filesFolder + 'FALTAM-MISSING-FALTAN.txt';

async function checkDossier(file, key, show) {
  let archive, manifest, tree, records = [];
  const attached = new Set(), facts = [];
  const result = await takeSteps([
    ['manifest', async () => {
      archive = await openArchive(file);
      const said = readJSON(await archive.text(manifestName));
      manifest = new Map(member(said, 'arquivos', 'list').map((f) => [member(f, 'nome', 'text'), f]));
      facts.push(['lot', member(said, 'lote', 'text')]);
      await checkFiles(archive, manifest, show);
      return { text: 'manifest', values: { n: manifest.size } };
    }],
    ['records', async () => {
      const checkpoint = await archive.text('log/checkpoint.txt');
      tree = readCheckpoint(checkpoint);
      facts.push(['log', tree.origin], ['size', String(tree.size)]);
      records = member(readJSON(await archive.text('rastreio.json')), 'registros', 'list');
      await checkRecords(archive, records, { checkpoint, tree, attached }, show);
      return { text: 'records', values: { n: records.length } };
    }],
    ['files', async () => {
      const there = archive.names.filter((name) => name.startsWith(filesFolder) && name !== leftOutName);
      for (const name of there) {
        if (!attached.has(member(manifest.get(name), 'sha256', 'text'))) throw new Broken('strayfile', { name });
      }
      return there.length > 0 ? { text: 'files', values: { n: there.length } } : { state: 'note', text: 'nofiles' };
    }],
    ['signature', async () => checkSigned(tree, key, await archive.text('log/chave.txt'))],
  ], show);
  return { ...result, kind: 'dossier', facts };
}

// checkFiles compares every file of the archive with the manifest.
async function checkFiles(archive, manifest, show) {
  const extra = archive.names.find((name) => name !== manifestName && !manifest.has(name));
  if (extra !== undefined) throw new Broken('unlisted', { name: extra });
  let done = 0;
  for (const [name, listed] of manifest) {
    const content = await archive.read(name);
    if (content.length !== member(listed, 'bytes', 'number') || hex(await sha256(content)) !== member(listed, 'sha256', 'text')) throw new Broken('replaced', { name });
    if (++done % 50 === 0) show('manifest', [], `${done} / ${manifest.size}`);
  }
}

// checkRecords checks the proof of every record, and that they are those of the trace.
async function checkRecords(archive, records, { checkpoint, tree, attached }, show) {
  const files = new Set(records.map((r) => member(r, 'arquivo', 'text')));
  const there = archive.names.filter((name) => name.startsWith(recordsFolder));
  if (files.size !== records.length || there.length !== files.size || !there.every((name) => files.has(name))) throw new Broken('otherrecords');
  let done = 0;
  for (const record of records) {
    const name = member(record, 'arquivo', 'text');
    const proof = readProof(await archive.text(name));
    if (!proof.document || proof.checkpoint !== checkpoint) throw new Broken('othercheckpoint', { name });
    try {
      await checkCommitment(proof);
      await checkInclusion(proof.entry, proof.index, proof.path, tree);
    } catch (err) {
      throw err instanceof Broken ? new Broken('record', { name }) : err;
    }
    if (!['id', 'versao', 'prefixo'].every((m) => writeJSON(proof.document.get(m)) === writeJSON(record.get(m)))) throw new Broken('otherrecord', { name });
    for (const f of proof.files) attached.add(member(f, 'sha256', 'text'));
    if (++done % 20 === 0) show('records', [], `${done} / ${records.length}`);
  }
}
