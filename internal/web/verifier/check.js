// Checks a proof or a dossier step by step, and stops at the first step that fails.

// Errors of the browser that mean that a file could not be read as what it says it is.
const readFailures = [TypeError, SyntaxError, DOMException];

// named turns what a step threw into a Broken.
function named(err) {
  if (err instanceof Broken) return err;
  if (err instanceof RangeError || err?.name === 'NotSupportedError') return new Unable('toolarge'); // out of memory, for one
  if (readFailures.some((kind) => err instanceof kind)) return new Broken('unreadable');
  throw err;
}

// takeSteps runs the steps of a check. Each returns what to say of it.
async function takeSteps(steps, show) {
  const told = [];
  for (const [name, step] of steps) {
    show(name, told);
    try {
      const said = await step();
      if (said) told.push({ state: 'holds', ...said });
    } catch (err) {
      const { text, values, constructor } = named(err);
      const verdict = constructor === Unable ? 'unable' : 'fails';
      told.push({ state: verdict === 'fails' ? 'fails' : 'open', text, values });
      return { verdict, steps: told };
    }
  }
  return { verdict: told.some((s) => s.state === 'open') ? 'open' : 'holds', steps: told };
}

// checkSigned checks the signature with the reader's key. Without one it uses the file's own, which
// shows only that the file agrees with itself.
async function checkSigned(tree, given, own) {
  if (given && own && own.trim() !== given) throw new Broken('otherkey');
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

// checkWitnesses checks that enough of the witnesses that the reader trusts cosigned the checkpoint.
// What the reader entered may be wrong while the file is good.
async function checkWitnesses(tree, { keys = [], need = 0 } = {}) {
  let read;
  try {
    read = await readWitnesses(keys, need);
  } catch (err) {
    if (err instanceof Broken) return { state: 'open', text: err.text, values: err.values };
    throw err;
  }
  if (keys.length === 0) return undefined;
  const values = { n: await countWitnesses(tree, read), of: keys.length };
  if (values.n < (need || keys.length)) throw new Broken('unwitnessed', values);
  return { text: 'witnessed', values };
}

async function checkProof(text, key, show, witnesses) {
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
    ['signature', () => checkWitnesses(tree, witnesses)],
    ['predecessors', async () => (proof.continues ? { state: 'note', text: 'continues' } : undefined)],
    ['commitment', async () => { try { return layersOf(proof.document); } catch { return undefined; } }], // it decides nothing
  ], show);
  if (tree) facts.push(['log', tree.origin], ['entry', `${proof.index} / ${tree.size}`]);
  if (proof) facts.push(['hash', hex(proof.entry)]);
  const sound = ['holds', 'open'].includes(result.verdict);
  return { ...result, kind: proof?.document ? 'record' : 'bare', facts, document: sound ? proof?.document : undefined };
}

// layersOf says which layers a validation names.
function layersOf(document) {
  const seal = document?.get('selo'), said = seal instanceof Map && seal.get('camadas');
  if (!(said instanceof Map)) return undefined;
  const layers = member(said, 'lista', 'list').map((l) => `${member(l, 'nome', 'text')} (${member(l, 'tipo', 'text')}, ${member(l, 'data', 'text')}, SHA-256 ${member(l, 'sha256', 'text')})`);
  const count = (name) => member(said, name, 'number');
  return { state: 'note', text: 'layers', values: { talhoes: count('talhoesConferidos'), fora: count('talhoesNaoConferidos'), total: count('total'), lista: layers.join('; ') } };
}

const dossierForm = 'rastro-dossie-eudr/1';
const manifestName = 'manifesto.json', recordsFolder = 'registros/', filesFolder = 'anexos/';
const leftOutName = filesFolder + 'FALTAM-MISSING-FALTAN.txt';

async function checkDossier(file, key, show, witnesses) {
  let archive, manifest, lot, tree, records = [];
  const attached = new Set(), facts = [];
  const result = await takeSteps([
    ['manifest', async () => {
      archive = await openArchive(file);
      const said = readJSON(await archive.text(manifestName));
      if (member(said, 'formato', 'text') !== dossierForm) throw new Unable('otherform');
      const listed = member(said, 'arquivos', 'list');
      manifest = new Map(listed.map((f) => [member(f, 'nome', 'text'), f]));
      if (manifest.size !== listed.length || manifest.has(manifestName)) throw new Broken('badmanifest');
      lot = member(said, 'lote', 'text');
      facts.push(['lot', lot]);
      await checkFiles(archive, manifest, show);
      return { text: 'manifest', values: { n: manifest.size } };
    }],
    ['records', async () => {
      const checkpoint = await archive.text('log/checkpoint.txt');
      tree = readCheckpoint(checkpoint);
      facts.push(['log', tree.origin], ['size', String(tree.size)]);
      const trace = readJSON(await archive.text('rastreio.json'));
      if (member(trace, 'lote', 'text') !== lot) throw new Broken('otherlot');
      records = member(trace, 'registros', 'list');
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
    ['signature', () => checkWitnesses(tree, witnesses)],
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
    show('manifest', [], `${++done} / ${manifest.size}`);
  }
}

// checkRecords checks the proof of every record, and that they are those of the trace.
async function checkRecords(archive, records, { checkpoint, tree, attached }, show) {
  const files = new Set(records.map((r) => member(r, 'arquivo', 'text')));
  const there = archive.names.filter((name) => name.startsWith(recordsFolder));
  if (records.length === 0 || files.size !== records.length || there.length !== files.size || !there.every((name) => files.has(name))) throw new Broken('otherrecords');
  const versions = new Set();
  let done = 0;
  for (const record of records) {
    const name = member(record, 'arquivo', 'text');
    const proof = readProof(await archive.text(name));
    if (!proof.document || proof.checkpoint !== checkpoint) throw new Broken('othercheckpoint', { name });
    try {
      await checkCommitment(proof);
      await checkInclusion(proof.entry, proof.index, proof.path, tree);
    } catch (err) {
      throw err instanceof Broken && !(err instanceof Unable) ? new Broken('record', { name }) : err;
    }
    const differs = Object.entries({ id: 'text', versao: 'number', prefixo: 'text' }).some(([m, type]) => member(proof.document, m, type) !== member(record, m, type));
    if (differs) throw new Broken('otherrecord', { name });
    const version = writeJSON(['prefixo', 'id', 'versao'].map((m) => record.get(m)));
    if (versions.has(version)) throw new Broken('otherrecords');
    versions.add(version);
    for (const f of proof.files) attached.add(member(f, 'sha256', 'text'));
    show('records', [], `${++done} / ${records.length}`);
  }
}
