// An SMTP server for tests. The first line of the input says how it behaves; it ends
// with the input. Each line that it prints is one JSON object: its port, then every
// message that it accepted.
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

const say = (what) => process.stdout.write(JSON.stringify(what) + '\n');
const refuse = (code, text) => Object.assign(new Error(text), { responseCode: code });

function serve({ key, cert, user, password, ways, implicit, plain, refused, sayBack }) {
  const server = new SMTPServer({
    key,
    cert,
    secure: implicit,
    hideSTARTTLS: plain,
    allowInsecureAuth: plain,
    authOptional: !user,
    disabledCommands: user ? [] : ['AUTH'],
    authMethods: ways ?? ['PLAIN', 'LOGIN'],
    disableReverseLookup: true,
    onAuth(auth, session, done) {
      if (auth.username === user && auth.password === password) return done(null, { user });
      // A server may repeat anything, also what it should not.
      return done(refuse(535, sayBack ? `no: ${auth.username} ${auth.password}` : 'no'));
    },
    onRcptTo(address, session, done) {
      const code = refused[address.address];
      return done(code ? refuse(code, `not for ${address.address}`) : null);
    },
    onData(stream, session, done) {
      const parts = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        say({
          from: mailFrom.address,
          to: rcptTo.map((rcpt) => rcpt.address),
          encrypted: session.secure,
          user: session.user || '',
          raw: Buffer.concat(parts).toString('base64'),
        });
        done();
      });
    },
  });
  server.on('error', () => {}); // a client that hangs up
  server.listen(0, '127.0.0.1', () => say({ port: server.server.address().port }));
}

const input = createInterface({ input: process.stdin });
input.once('line', (line) => serve(JSON.parse(line)));
input.on('close', () => process.exit(0));
