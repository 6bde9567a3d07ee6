// Reads ZIP archives from disk, one file at a time, so that a large dossier takes little memory.

const maxFiles = 200_000;
const maxFile = 256 << 20; // the largest file that is read
const maxUnpacked = 2 ** 31; // of all files together

// What makes programs read an archive in different ways is refused: our archives have none of it.
const usualFlags = 0x0808; // sizes behind the content, names in UTF-8
const usualExtras = [0x0001, 0x5455]; // large sizes, times
const descriptors = [16, 24]; // how long the sizes behind the content are
const plainName = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9]))*(?:\/[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9]))*)*$/;
const attachedName = /^anexos\/[^/\\\p{Cc}\p{Cf}\p{Cs}]+$/u;

function safeName(name) {
  return plainName.test(name) || (attachedName.test(name) && !/^anexos\/\.{1,2}$/.test(name));
}

async function openArchive(file) {
  const bytes = async (from, to) => {
    if (!(from >= 0 && from <= to && to <= file.size)) throw new Broken('zip');
    return new DataView(await file.slice(from, to).arrayBuffer());
  };
  const { count, offset, size, end } = await findDirectory(file, bytes);
  if (count > maxFiles || size > maxFile) throw new Unable('toolarge');
  if (offset + size !== end) throw new Broken('zip');
  const directory = await bytes(offset, offset + size);
  const entries = new Map(), seen = new Set();
  const names = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let at = 0, unpacked = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw new Broken('zip');
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    if (at + 46 + name + extra + comment > directory.byteLength) throw new Broken('zip');
    const entry = {
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true), packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true), offset: directory.getUint32(at + 42, true),
    };
    readExtras(directory, at + 46 + name, extra, entry);
    const symlink = (directory.getUint16(at + 40, true) & 0xf000) === 0xa000;
    const called = names.decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name));
    if (symlink || !safeName(called) || (entry.flags & ~usualFlags) !== 0) throw new Broken('oddfile', { name: called });
    const folded = called.normalize('NFC').toLowerCase();
    if (seen.has(folded)) throw new Broken('twice', { name: called });
    seen.add(folded);
    entry.name = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name);
    entries.set(called, entry);
    unpacked += entry.size;
    at += 46 + name + extra + comment;
  }
  if (at !== directory.byteLength) throw new Broken('zip'); // other programs would see more files
  if (unpacked > maxUnpacked) throw new Unable('toolarge');
  tile([...entries.values()], offset);
  const read = async (name) => {
    const entry = entries.get(name);
    if (!entry) throw new Broken('missing', { name });
    if (entry.size > maxFile) throw new Unable('toolarge');
    const from = await checkHeader(entry, bytes, name);
    return unpack(file.slice(from, from + entry.packed), entry, name);
  };
  return { names: [...entries.keys()], read, text: async (name) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await read(name)) };
}

// tile tells each entry where the next one begins: entries follow each other without gaps, from the
// start to the directory. What lies between them, other programs would find.
function tile(entries, directory) {
  entries.sort((a, b) => a.offset - b.offset);
  entries.forEach((entry, i) => { entry.next = i + 1 < entries.length ? entries[i + 1].offset : directory; });
  if ((entries[0]?.offset ?? directory) !== 0) throw new Broken('zip');
}

// checkHeader compares the header before a content with the directory, and returns where the
// content begins.
async function checkHeader(entry, bytes, name) {
  const header = await bytes(entry.offset, entry.offset + 30 + entry.name.length);
  const [flags, method] = [6, 8].map((field) => header.getUint16(field, true));
  const extra = entry.offset + 30 + header.getUint16(26, true), from = extra + header.getUint16(28, true);
  if (from > extra) readExtras(await bytes(extra, from), 0, from - extra, {});
  const called = new Uint8Array(header.buffer, header.byteOffset + 30, entry.name.length);
  const behind = (flags & 0x0008) !== 0; // the sizes are
  const rest = entry.next - from - entry.packed;
  const fits = header.getUint32(0, true) === 0x04034b50 && flags === entry.flags && method === entry.method &&
    header.getUint16(26, true) === entry.name.length && same(called, entry.name) &&
    (behind ? descriptors.includes(rest) : rest === 0 && header.getUint32(18, true) === entry.packed && header.getUint32(22, true) === entry.size);
  if (!fits) throw new Broken('damaged', { name });
  return from;
}

// findDirectory finds the list of files by the last end record, as most programs do. Where its
// comment does not end the file, programs would disagree on which record counts.
async function findDirectory(file, bytes) {
  const start = Math.max(0, file.size - 65_557);
  const tail = await bytes(start, file.size);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== 0x06054b50) at--;
  if (at < 0 || at + 22 + tail.getUint16(at + 20, true) !== tail.byteLength) throw new Broken('zip');
  const short = { count: tail.getUint16(at + 10, true), size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true), end: start + at };
  const saturated = short.count === 0xffff || short.size === 0xffffffff || short.offset === 0xffffffff;
  const locator = at >= 20 && tail.getUint32(at - 20, true) === 0x07064b50;
  if (saturated !== locator) throw new Broken('zip');
  if (!locator) return short;
  const end = Number(tail.getBigUint64(at - 12, true)); // of an archive with more than 65 534 files, or 4 GiB
  if (end + 56 !== start + at - 20) throw new Broken('zip');
  const large = await bytes(end, end + 56);
  if (large.getUint32(0, true) !== 0x06064b50) throw new Broken('zip');
  return { count: Number(large.getBigUint64(32, true)), size: Number(large.getBigUint64(40, true)), offset: Number(large.getBigUint64(48, true)), end };
}

// readExtras reads the sizes that 32 bits do not hold, and refuses unusual fields. Others can give a
// file another name, for one.
function readExtras(directory, at, length, entry) {
  const end = at + length;
  while (at < end) {
    if (at + 4 > end) throw new Broken('zip');
    const id = directory.getUint16(at, true), size = directory.getUint16(at + 2, true);
    let field = at + 4;
    at = field + size;
    if (at > end || !usualExtras.includes(id)) throw new Broken('zip');
    if (id !== 1) continue;
    for (const name of ['size', 'packed', 'offset']) {
      if (entry[name] !== 0xffffffff) continue;
      if (field + 8 > at) throw new Broken('zip');
      entry[name] = Number(directory.getBigUint64(field, true));
      field += 8;
    }
  }
}

// unpack stops as soon as more comes out than the archive says.
async function unpack(packed, entry, name) {
  if (entry.method !== 0 && entry.method !== 8) throw new Broken('method', { name });
  const stream = entry.method === 0 ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const whole = new Uint8Array(entry.size);
  const reader = stream.getReader();
  let at = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > entry.size) throw new Broken('damaged', { name });
      whole.set(value, at);
      at += value.length;
    }
  } catch (err) {
    reader.cancel().catch(() => {});
    throw err instanceof Broken ? err : new Broken('damaged', { name });
  }
  if (at !== entry.size) throw new Broken('damaged', { name });
  return whole;
}
