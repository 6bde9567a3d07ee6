// Creates, reads, lists, updates and deletes a record through the types that
// openapi-typescript generated into schema.d.ts.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
import { must, ring, seeds, type Given } from './given.js';

export async function crud({ url, access, secret }: Given): Promise<void> {
  const client = createClient<paths>({ baseUrl: url, headers: { 'X-API-ACCESS-KEY': access, 'X-API-SECRET-KEY': secret } });
  const path = '/producaoAgricola/plantioManejo';

  const created = await client.POST(path, { body: { safraId: 'S-FETCH', dados: { quantidadeSemente: seeds, dataPlantio: '2025-10-02', areaPlantada: ring } } });
  const id = must('create', created.data, created.error).data.id;

  const read = must('read', (await client.GET(`${path}/{id}`, { params: { path: { id } } })).data).data;
  if (read.dados.quantidadeSemente !== seeds || read.dados.areaPlantada?.[0] !== ring[0]) throw new Error(`read ${JSON.stringify(read.dados)}`);

  const listed = must('list', (await client.GET(`${path}/safra/{id}`, { params: { path: { id: 'S-FETCH' } } })).data).data;
  if (listed.content.length !== 1) throw new Error(`listed ${listed.content.length}`);

  const updated = await client.PUT(path, { params: { header: { 'If-Match': `"${read.versao}"` } }, body: { id, safraId: 'S-FETCH', dados: { quantidadeSemente: seeds + 1 } } });
  if (must('update', updated.data, updated.error).data.versao !== 2) throw new Error('update: not the second version');

  must('delete', (await client.DELETE(`${path}/{id}`, { params: { path: { id } } })).data);
  const gone = await client.GET(`${path}/{id}`, { params: { path: { id } } });
  if (gone.error?.code !== 404) throw new Error(`deleted and still there: ${JSON.stringify(gone.data)}`);
}
