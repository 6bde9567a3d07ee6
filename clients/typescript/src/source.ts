/**
 * Reads the members of a JSON object as the texts that they are. JSON.parse would round long numbers,
 * and what is signed are bytes. The text must be JSON; a name that is there twice throws.
 */
export function members(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of parts(text, '{')) {
    if (found.has(name)) throw new SyntaxError(`${name} is there twice`);
    found.set(name, value);
  }
  return found;
}

/** Reads the items of a JSON list as the texts that they are. */
export function items(text: string): string[] {
  return Array.from(parts(text, '['), ([, value]) => value);
}

function* parts(text: string, opening: '{' | '['): Generator<[string, string]> {
  let at = skip(text, 0);
  if (text[at] !== opening) throw new SyntaxError(`not what begins with ${opening}`);
  at = skip(text, at + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    let name = '';
    if (opening === '{') {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end)) as string;
      at = skip(text, skip(text, end) + 1); // after the colon
    }
    const end = endOfValue(text, at);
    yield [name, text.slice(at, end)];
    at = skip(text, end);
    if (text[at] === ',') at = skip(text, at + 1);
  }
}

function skip(text: string, at: number): number {
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++;
  return at;
}

function endOfString(text: string, at: number): number {
  for (at++; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === '\\') at++;
  }
  return at + 1;
}

function endOfValue(text: string, at: number): number {
  let depth = 0;
  while (at < text.length) {
    const c = text[at]!;
    if (c === '"') {
      at = endOfString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (c === ',' || ' \t\r\n'.includes(c))) return at;
    at++;
  }
  return at;
}
