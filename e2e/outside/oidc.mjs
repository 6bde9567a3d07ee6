// An OpenID Connect provider for tests, with its own sign-in pages. The first line of the
// input says whom it knows; it ends with the input. It prints one line: its address.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import Provider from 'oidc-provider';

function serve({ client, secret, redirect, people, inToken, anyPort }) {
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const issuer = `http://127.0.0.1:${server.address().port}`;
    const provider = new Provider(issuer, {
      clients: [{ client_id: client, client_secret: secret, redirect_uris: redirect, grant_types: ['authorization_code'], response_types: ['code'], application_type: anyPort ? 'native' : 'web' }],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        phone: ['phone_number', 'phone_number_verified'],
        profile: ['name'],
      },
      conformIdTokenClaims: !inToken,
      pkce: { methods: ['S256'], required: () => true },
      cookies: { keys: ['only for tests'] },
      // Its pages take any log-in and password; who is not known has nothing but a name.
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    });
    server.on('request', provider.callback());
    process.stdout.write(JSON.stringify({ issuer }) + '\n');
  });
}

const input = createInterface({ input: process.stdin });
input.once('line', (line) => serve(JSON.parse(line)));
input.on('close', () => process.exit(0));
