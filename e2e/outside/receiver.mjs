// A receiver of webhooks for tests. The first line of the input has the secret; it ends with the
// input. Each line that it prints is one JSON object: its port, then what three libraries of
// others say of each delivery.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { HTTP } from 'cloudevents';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

const say = (what) => process.stdout.write(JSON.stringify(what) + '\n');

function attempt(fn) {
  try {
    return fn() ?? 'ok';
  } catch (e) {
    return `${e.name}: ${e.message}`;
  }
}

function judge(secret, headers, body) {
  const changed = body.replace('"specversion"', '"specversioN"');
  const event = HTTP.toEvent({ headers, body });
  return {
    id: headers['webhook-id'],
    standard: attempt(() => void new Standard(secret).verify(body, headers)),
    svix: attempt(() => void new Svix(secret).verify(body, headers)),
    forged: attempt(() => void new Standard(secret).verify(changed, headers)),
    cloudevent: attempt(() => void event.validate()),
    type: event.type,
    position: event.rastroposicao,
  };
}

function serve({ secret }) {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      try {
        say(judge(secret, request.headers, body));
      } catch (e) {
        say({ standard: String(e) });
      }
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1', () => say({ port: server.address().port }));
}

const input = createInterface({ input: process.stdin });
input.once('line', (line) => serve(JSON.parse(line)));
input.on('close', () => process.exit(0));
