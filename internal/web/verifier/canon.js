// Reads JSON without rounding its numbers, and writes it in the form that was committed to.

// Written is a number as it stands in the file. JavaScript would round an invoice's key.
class Written {
  constructor(text) { this.text = text; }
}

const maxDepth = 200;
const token = /[ \t\r\n]*(?:([{}[\],:])|("[^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)|(true|false|null))/y;

function readJSON(text) {
  let at = 0, mark, string, number, word;
  const next = () => {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new Broken('json', { at: String(at) });
    [, mark, string, number, word] = found;
    at = token.lastIndex;
  };
  const list = (end, read) => {
    next();
    if (mark === end) return;
    for (;;) {
      read();
      next();
      if (mark === end) return;
      if (mark !== ',') throw new Broken('json', { at: String(at) });
      next();
    }
  };
  const value = (depth) => {
    if (depth > maxDepth) throw new Broken('json', { at: String(at) });
    if (string !== undefined) return JSON.parse(string);
    if (number !== undefined) return new Written(number);
    if (word !== undefined) return { true: true, false: false, null: null }[word];
    if (mark === '[') {
      const items = [];
      list(']', () => items.push(value(depth + 1)));
      return items;
    }
    if (mark !== '{') throw new Broken('json', { at: String(at) });
    const members = new Map();
    list('}', () => {
      if (string === undefined) throw new Broken('json', { at: String(at) });
      const name = JSON.parse(string);
      if (members.has(name)) throw new Broken('twice', { name });
      next();
      if (mark !== ':') throw new Broken('json', { at: String(at) });
      next();
      members.set(name, value(depth + 1));
    });
    return members;
  };
  next();
  const whole = value(0);
  if (/[^ \t\r\n]/.test(text.slice(at))) throw new Broken('json', { at: String(at) });
  return whole;
}

// writeJSON is RFC 8785, but for numbers, which stay as they were written.
function writeJSON(value) {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return '[' + value.map(writeJSON).join(',') + ']';
  if (!(value instanceof Map)) return JSON.stringify(value);
  const names = [...value.keys()].sort((a, b) => (a < b ? -1 : 1)); // by UTF-16, as the RFC asks
  return '{' + names.map((name) => JSON.stringify(name) + ':' + writeJSON(value.get(name))).join(',') + '}';
}

// member reads a member of a certain type, and refuses any other.
function member(object, name, type) {
  const value = object instanceof Map ? object.get(name) : undefined;
  const fits = { text: typeof value === 'string', list: Array.isArray(value), object: value instanceof Map, number: value instanceof Written && /^\d{1,15}$/.test(value.text) }[type];
  if (!fits) throw new Broken('member', { name });
  return type === 'number' ? Number(value.text) : value;
}
