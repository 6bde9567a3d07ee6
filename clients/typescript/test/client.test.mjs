// Runs against the server that go test ./e2e starts, with the client as it was built.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { all, createClient, follow, RastroError, take, verifyProof, verifyWebhook } from 'rastro-client';

const { RASTRO_URL: url, RASTRO_ACCESS_KEY: accessKey, RASTRO_SECRET_KEY: secretKey, RASTRO_LOG_KEY: logKey } = process.env;
const client = createClient({ url, accessKey, secretKey, language: 'en' });
const path = '/armazenamento/recebimento';
const received = (safraId, loteOrigem) => ({ body: { safraId, dados: { loteOrigem, volume: '36.000 kg' } } });

test('records', async () => {
  const made = take(await client.POST(path, received('TS-1', 'TS-A')));
  const read = take(await client.GET(`${path}/{id}`, { params: { path: { id: made.id } } }));
  assert.equal(read.dados.loteOrigem, 'TS-A');
  const changed = { id: made.id, safraId: 'TS-1', dados: { ...read.dados, umidade: '13,8%' } };
  assert.equal(take(await client.PUT(path, { params: { header: { 'If-Match': '"1"' } }, body: changed })).versao, 2);
  await assert.rejects(async () => take(await client.PUT(path, { params: { header: { 'If-Match': '"1"' } }, body: changed })), (failed) => failed instanceof RastroError && failed.status === 412 && failed.code === 'VERSAO_DESATUALIZADA' && failed.requestId !== '');
  await assert.rejects(async () => take(await client.POST(path, { body: { safraId: 'TS-1', dados: { volume: {} } } })), (failed) => failed.problems[0].ponteiro === '/dados/volume' && /must be a text/.test(failed.message));
  const proof = await (await client.GET(`${path}/{id}/prova`, { params: { path: { id: made.id } }, parseAs: 'text' })).data;
  const proven = await verifyProof(logKey, proof);
  assert.ok(proven.index < proven.size && proven.document.includes('13,8%'));
  await assert.rejects(verifyProof(logKey, proof.replace('13,8%', '12,8%')), /the document is not/);
  take(await client.DELETE(`${path}/{id}`, { params: { path: { id: made.id } } }));
  assert.equal((await client.GET(`${path}/{id}`, { params: { path: { id: made.id } } })).response.status, 404);
});

test('lists', async () => {
  const made = [];
  for (const lot of ['A', 'B', 'C', 'D', 'E']) made.push(take(await client.POST(path, received('TS-LIST', lot))).id);
  const found = [];
  for await (const record of all((cursor) => client.GET(`${path}/safra/{id}`, { params: { path: { id: 'TS-LIST' }, query: { size: 2, ...cursor } } }))) found.push(record.id);
  assert.deepEqual(found, made);
  await assert.rejects(async () => { for await (const _ of all((cursor) => client.GET(path, { params: { query: { sort: 'nothing', ...cursor } } }))); }, RastroError);
});

test('a lost answer writes once', async () => {
  let lost = false;
  const losing = createClient({ url, accessKey, secretKey, fetch: async (request) => {
    const answer = await fetch(request);
    if (lost) return answer;
    lost = true;
    throw new TypeError('connection reset');
  } });
  const made = take(await losing.POST(path, received('TS-LOST', 'TS-L')));
  const { content } = take(await client.GET(`${path}/safra/{id}`, { params: { path: { id: 'TS-LOST' } } }));
  assert.deepEqual(content.map((record) => record.id), [made.id]);
  lost = false;
  await assert.rejects(losing.PUT(path, { body: { id: made.id, safraId: 'TS-LOST', dados: {} } }), TypeError);
});

test('who gives up is told so', async () => {
  const giving = new AbortController();
  const busy = createClient({ url, accessKey, secretKey, fetch: async () => { giving.abort(new Error('enough')); return new Response('{}', { status: 503, headers: { 'Retry-After': '30' } }); } });
  await assert.rejects(busy.GET('/safras', { signal: giving.signal }), /enough/);
  const later = createClient({ url, accessKey, secretKey, fetch: async () => new Response('{"error":"LIMITE_DE_RECALLS"}', { status: 429, headers: { 'Retry-After': '3600' } }) });
  assert.throws(() => take({ response: new Response(null, { status: 502 }) }), RastroError);
  assert.equal((await later.GET('/safras')).response.status, 429);
});

test('changes', async () => {
  const made = take(await client.POST(path, received('TS-FEED', 'TS-F')));
  for await (const event of follow(client, 0, { safraId: 'TS-FEED' })) {
    assert.equal(event.rastrohash, made.hash);
    break;
  }
  await assert.rejects(follow(client, 2 ** 40).next(), (failed) => failed.code === 'LOG_MENOR_QUE_O_CURSOR');
});

test('deliveries', async () => {
  let keys = [], taken = () => {};
  const receiver = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    try {
      taken({ id: request.headers['webhook-id'], event: await verifyWebhook(keys, request.headers, Buffer.concat(parts)) });
      response.writeHead(204).end();
    } catch (failed) {
      taken({ failed });
      response.writeHead(401).end();
    }
  });
  await new Promise((listening) => receiver.listen(0, '127.0.0.1', listening));
  try {
    const body = { url: `http://127.0.0.1:${receiver.address().port}/rastro`, safras: ['TS-HOOK'] };
    const hook = take(await client.POST('/webhooks', { body }));
    const fresh = take(await client.POST('/webhooks/{id}/segredo', { params: { path: { id: hook.id } } }));
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
    for (const given of [[hook.segredo], [fresh.segredo], [hook.chavePublica], [other, hook.segredo]]) {
      keys = given;
      const got = new Promise((resolve) => { taken = resolve; });
      const made = take(await client.POST(path, received('TS-HOOK', 'TS-H')));
      const { event, failed } = await got;
      assert.equal(event?.rastrohash, made.hash, failed);
    }
    take(await client.DELETE('/webhooks/{id}', { params: { path: { id: hook.id } } }));
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
