// What needs no server: published vectors, and what does not hold.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verifyProof, verifyWebhook } from 'rastro-client';

// The vector that the libraries of Standard Webhooks test with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const now = new Date(1614265330_000);
const headers = { 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' };
const other = `whsec_${Buffer.alloc(32).toString('base64')}`;

test('a delivery that holds', async () => {
  for (const keys of [[secret], [other, secret], [secret, other]]) {
    for (const given of [headers, new Headers(headers)]) {
      assert.deepEqual(await verifyWebhook(keys, given, body, { now }), { test: 2432232314 });
      assert.deepEqual(await verifyWebhook(keys, given, new TextEncoder().encode(body), { now }), { test: 2432232314 });
    }
  }
});

test('deliveries that do not hold', async () => {
  for (const [keys, change, content, at] of [
    [[other], {}, body, now], [[secret], {}, '{"test": 2432232315}', now], [[secret], { 'webhook-id': 'msg_2' }, body, now], [[secret], { 'webhook-id': undefined }, body, now],
    [[secret], { 'webhook-timestamp': '1614265331' }, body, now], [[secret], { 'webhook-timestamp': 'x' }, body, now], [[secret], {}, body, new Date(now.getTime() + 301_000)],
    [[secret], {}, body, new Date(now.getTime() - 301_000)], [[secret], { 'webhook-signature': undefined }, body, now], [[secret], { 'webhook-signature': `${'v1,AAAA '.repeat(1000)}${headers['webhook-signature']}` }, body, now],
    [[], {}, body, now], [['secret'], {}, body, now], [['whsec_AAAA'], {}, body, now],
  ]) {
    await assert.rejects(verifyWebhook(keys, { ...headers, ...change }, content, { now: at }), { name: 'WebhookError' }, JSON.stringify([keys, change, content]));
  }
});

// The vector of the page that tells how to write a verifier.
const [, key, proof] = /```\n(\S+)\n```\n\n```json\n(.*?)\n```/s.exec(readFileSync(process.env.RASTRO_VERIFY_PAGE, 'utf8'));

test('a proof that holds', async () => {
  for (const text of [proof, `{"status":"success","message":"","data":${proof}}`]) {
    const proven = await verifyProof(key, text);
    assert.deepEqual([proven.index, proven.size], [1, 3]);
    assert.match(proven.document, /"notaFiscal":35250112345678000195550010000012341000012345\b/); // with all of its digits
  }
});

test('proofs that do not hold', async () => {
  for (const [from, to] of [
    ['12345},"versao"', '12346},"versao"'], ['"sal":"73', '"sal":"74'], ['"hash":"20', '"hash":"21'], ['"indice":1', '"indice":0'], ['"indice":1', '"indice":-1'], ['"indice":1', '"indice":3'], ['"indice":1', '"indice":1.5'], ['"indice":1,', ''],
    ['"AURk', '"AURl'], [',"TazfierNfMk7uJJPMcpdXLKf4geRMfIVQNRoQWaVjQA="', ''], ['"prova":[', '"prova":["TazfierNfMk7uJJPMcpdXLKf4geRMfIVQNRoQWaVjQA=",'], ['\\n3\\n', '\\n4\\n'], ['RO+YTikm', 'RO+YTikn'],
    ['{"documento"', '["documento"'], ['"hash":"20', '"sal":"73","hash":"20'], ['"sal":"7369787465656e2062797465732e2e2e"', '"sal":""'], ['"sal":"7369787465656e2062797465732e2e2e",', ''],
  ]) {
    assert.ok(proof.includes(from), from);
    await assert.rejects(verifyProof(key, proof.replace(from, to)), undefined, `${to} instead of ${from}`);
  }
  await assert.rejects(verifyProof(key.replace('44ef984e', '44ef984f'), proof), /not the key of a log/);
  await assert.rejects(verifyProof('', proof), /not the key of a log/);
});
