// Reads ZIP archives from disk, one file at a time, so that a large dossier takes little memory.

const maxFiles = 200_000;
const maxFile = 256 << 20; // the largest file that is read

async function openArchive(file) {
  const bytes = async (from, to) => {
    if (!(from >= 0 && from <= to && to <= file.size)) throw new Broken('zip');
    return new DataView(await file.slice(from, to).arrayBuffer());
  };
  const { count, offset, size } = await findDirectory(file, bytes);
  if (count > maxFiles || size > maxFile) throw new Broken('toolarge');
  const directory = await bytes(offset, offset + size);
  const entries = new Map();
  const names = new TextDecoder('utf-8', { fatal: true });
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw new Broken('zip');
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    if (at + 46 + name + extra + comment > directory.byteLength) throw new Broken('zip');
    const entry = {
      method: directory.getUint16(at + 10, true), packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true), offset: directory.getUint32(at + 42, true),
    };
    readLarge(directory, at + 46 + name, extra, entry);
    const called = names.decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name));
    if (entries.has(called)) throw new Broken('twice', { name: called });
    entries.set(called, entry);
    at += 46 + name + extra + comment;
  }
  const read = async (name) => {
    const entry = entries.get(name);
    if (!entry) throw new Broken('missing', { name });
    if (entry.size > maxFile) throw new Broken('toolarge');
    const header = await bytes(entry.offset, entry.offset + 30);
    if (header.getUint32(0, true) !== 0x04034b50) throw new Broken('zip');
    const from = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    await bytes(from, from); // within the archive
    return unpack(file.slice(from, from + entry.packed), entry, name);
  };
  return { names: [...entries.keys()], read, text: async (name) => new TextDecoder('utf-8', { fatal: true }).decode(await read(name)) };
}

// findDirectory finds where the list of files is: at the end, before a comment.
async function findDirectory(file, bytes) {
  const start = Math.max(0, file.size - 65_557);
  const tail = await bytes(start, file.size);
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50 || at + 22 + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    const end = { count: tail.getUint16(at + 10, true), size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true) };
    if (at < 20 || tail.getUint32(at - 20, true) !== 0x07064b50) return end;
    const place = Number(tail.getBigUint64(at - 12, true)); // of an archive with more than 65 535 files, or 4 GiB
    const large = await bytes(place, place + 56);
    if (large.getUint32(0, true) !== 0x06064b50) throw new Broken('zip');
    return { count: Number(large.getBigUint64(32, true)), size: Number(large.getBigUint64(40, true)), offset: Number(large.getBigUint64(48, true)) };
  }
  throw new Broken('zip');
}

// readLarge reads the sizes that 32 bits do not hold.
function readLarge(directory, at, length, entry) {
  const end = at + length;
  while (at + 4 <= end) {
    const id = directory.getUint16(at, true), size = directory.getUint16(at + 2, true);
    let field = at + 4;
    at = field + size;
    if (id !== 1 || at > end) continue;
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
