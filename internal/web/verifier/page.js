// The page: takes files, and says step by step what holds.

const texts = JSON.parse(document.getElementById('texts').textContent);
const at = (id) => document.getElementById(id);
const marks = { holds: '✓', fails: '✗', open: '!', note: '–' };
let running = 0; // a newer file makes the result of an older one unwanted

function say(name, values = {}) {
  return (texts[name] ?? name).replace(/\{(\w+)\}/g, (whole, value) => String(values[value] ?? whole));
}

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// forKind is the text for a kind of file, where it has its own.
function forKind(name, kind) {
  return `${name}.${kind}` in texts ? `${name}.${kind}` : name;
}

function showResult(name, result) {
  const out = at('result');
  out.replaceChildren();
  const head = element('section', undefined, 'state ' + { holds: 'valida', open: 'alterada', fails: 'adulterada', unable: 'desconhecida' }[result.verdict]);
  const words = element('div');
  words.append(element('p', name, 'kicker'), element('h2', say(forKind('verdict.' + result.verdict, result.kind))), element('p', say(forKind('meaning.' + result.verdict, result.kind)), 'meaning'));
  head.append(words);
  const steps = element('ol', undefined, 'steps');
  for (const step of result.steps) {
    const item = element('li', undefined, step.state);
    item.append(element('span', marks[step.state], 'mark'), element('span', say('state.' + step.state) + ': ', 'unseen'), element('span', say(step.text, step.values)));
    steps.append(item);
  }
  const card = element('section', undefined, 'card');
  card.append(element('h2', say('steps')), steps);
  if (result.verdict === 'fails') card.append(element('p', say('stopped')));
  if (result.facts.length > 0) {
    const list = element('dl');
    for (const [fact, value] of result.facts) list.append(element('dt', say('fact.' + fact)), element('dd', value));
    card.append(list);
  }
  out.append(head, card);
  if (result.verdict === 'holds' || result.verdict === 'open') {
    const limits = element('section', undefined, 'card');
    const list = element('ul');
    for (const text of [...(result.kind === 'dossier' ? ['not.dossier'] : []), ...(result.kind === 'bare' ? ['not.bare', 'not.bare.code'] : []), 'not.true', 'not.latest']) list.append(element('li', say(text)));
    limits.append(element('h2', say('not')), list);
    out.append(limits);
  }
  if (result.document) out.append(showDocument(result.document));
  head.tabIndex = -1;
  head.focus();
}

function showDocument(body) {
  const card = element('section', undefined, 'card');
  const details = element('details');
  const text = element('pre', indented(body));
  text.tabIndex = 0;
  details.append(element('summary', say('document')), text);
  card.append(details);
  return card;
}

const mostShown = 200_000; // characters of a document that are shown

// indented writes a value for people, with its numbers as they were written.
function indented(value) {
  let out = '';
  const write = (v, edge) => {
    if (out.length > mostShown) return;
    const list = Array.isArray(v), inner = edge + '  ';
    if (!list && !(v instanceof Map)) {
      out += writeJSON(v);
      return;
    }
    const items = [...(list ? v.entries() : v)];
    if (items.length === 0) {
      out += list ? '[]' : '{}';
      return;
    }
    out += list ? '[' : '{';
    items.forEach(([name, item], i) => {
      out += `${i > 0 ? ',' : ''}\n${inner}${list ? '' : JSON.stringify(name) + ': '}`;
      write(item, inner);
    });
    out += `\n${edge}${list ? ']' : '}'}`;
  };
  write(value, '');
  return out.length > mostShown ? out.slice(0, mostShown) + '…' : out;
}

function showProgress(step, _, count) {
  at('progress').textContent = say('doing.' + step) + (count ? ` ${count}` : '');
}

function showWords(text) {
  at('result').replaceChildren();
  at('progress').textContent = text;
}

const largestProof = 16 << 20; // more keeps the page busy for long

// look decides what a file is by its content.
async function look(file, show) {
  const key = at('key').value.trim();
  const witnesses = { keys: at('witnesses').value.split(/\s+/).filter(Boolean), need: Number(at('need').value) };
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return checkDossier(file, key, show, witnesses);
  if (isPicture(start)) return lookAtPicture(file, key, show, witnesses);
  if (file.size > largestProof) throw new Unable('toolarge');
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Broken('unknown');
  }
  if (!/^\s*\{/.test(text)) throw new Broken('unknown');
  return checkProof(text, key, show, witnesses);
}

function isPicture(start) {
  const begins = (...bytes) => bytes.every((byte, i) => start[i] === byte);
  return begins(0xff, 0xd8) || begins(0x89, 0x50) || begins(0x52, 0x49, 0x46, 0x46) || begins(0, 0, 0) || begins(0x47, 0x49) || begins(0x42, 0x4d);
}

// codePath is where our codes lead: a validation, or a trade item by GS1 Digital Link.
const codePath = /\/(?:v|01)\/[^/]+(?:\/|$)/;

// lookAtPicture reads the QR code. The server of this page can give the proof of its own codes; for
// others the reader goes to the address.
async function lookAtPicture(file, key, show, witnesses) {
  show('picture');
  const address = await readCode(file);
  let url;
  try {
    url = new URL(address);
  } catch {
    throw new Broken('othercode', { text: address.slice(0, 200) });
  }
  if (!/^https?:$/.test(url.protocol) || !codePath.test(url.pathname)) throw new Broken('othercode', { text: address.slice(0, 200) });
  if (url.origin !== location.origin || at('offline')) throw new Broken('elsewhere', { text: address.slice(0, 500) });
  const page = await fetch(url, { headers: { Accept: 'text/html' }, credentials: 'omit' });
  const found = /\/v\/([^/?#]+)$/.exec(new URL(page.url).pathname);
  const answer = found && await fetch(new URL(`v/${found[1]}/prova`, at('root').href), { headers: { Accept: 'application/json' }, credentials: 'omit' });
  if (!answer?.ok) throw new Broken('noproof', { text: address.slice(0, 500) });
  return checkProof(await answer.text(), key, show, witnesses);
}

// readCode finds a QR code in a picture, which is made smaller until it is found: a photo has more
// pixels than a code needs.
async function readCode(file) {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new Broken('picture');
  }
  for (const most of [1600, 800, 400]) {
    const scale = Math.min(1, most / Math.max(picture.width, picture.height));
    const canvas = element('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
    const code = window.jsQR(pixels.data, pixels.width, pixels.height);
    if (code?.data) return code.data;
  }
  throw new Broken('nocode');
}

async function take(file) {
  const turn = ++running;
  const show = (...step) => {
    if (turn !== running) throw new Stopped();
    showProgress(...step);
  };
  showWords(say('doing.read'));
  try {
    const result = await look(file, show);
    if (turn !== running) return;
    showWords('');
    showResult(file.name, result);
  } catch (err) {
    if (turn === running) showWords(err instanceof Broken ? say(err.text, err.values) : say('unreadable'));
  }
}

// The key that the reader pinned stays on this device.
const pinned = 'rastro.verificar.chave';

function remember(text) {
  try {
    if (text === undefined) return localStorage.getItem(pinned) ?? '';
    if (text) localStorage.setItem(pinned, text);
    else localStorage.removeItem(pinned);
  } catch { /* a browser that keeps nothing */ }
  return '';
}

// able reports whether this browser can make the check: older ones do not know Ed25519.
async function able() {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle || typeof DecompressionStream === 'undefined' || !''.isWellFormed) return false;
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

async function start() {
  if (!(await able())) {
    showWords(say('insecure'));
    return;
  }
  at('tool').hidden = false;
  at('key').value = remember();
  at('pin').checked = at('key').value !== '';
  const keep = () => remember(at('pin').checked ? at('key').value.trim() : '');
  let last;
  const again = () => { keep(); if (last) take(last); };
  for (const id of ['key', 'witnesses', 'need']) at(id).addEventListener('change', again);
  at('pin').addEventListener('change', keep);
  at('usekey')?.addEventListener('click', () => {
    at('key').value = at('serverkey').textContent;
    again();
  });
  const chosen = (files) => {
    if (files.length === 0) return;
    last = files[0];
    take(last);
  };
  at('file').addEventListener('change', () => chosen(at('file').files));
  document.addEventListener('dragover', (e) => e.preventDefault());
  document.addEventListener('drop', (e) => {
    e.preventDefault();
    chosen(e.dataTransfer.files);
  });
}

start();
