// A reader of server-sent events for tests, with the npm package eventsource. The first line of
// the input has the address and the headers; it ends with the input. Each line that it prints is
// one JSON object: that the connection is open, then each event.
import { createInterface } from 'node:readline';
import { EventSource } from 'eventsource';

const say = (what) => process.stdout.write(JSON.stringify(what) + '\n');

function listen({ url, headers, types }) {
  const source = new EventSource(url, { fetch: (to, init) => fetch(to, { ...init, headers: { ...init.headers, ...headers } }) });
  source.onopen = () => say({ open: true });
  for (const type of types) {
    source.addEventListener(type, (e) => say({ id: e.lastEventId, type: e.type, position: JSON.parse(e.data).rastroposicao }));
  }
}

const input = createInterface({ input: process.stdin });
input.once('line', (line) => listen(JSON.parse(line)));
input.on('close', () => process.exit(0));
