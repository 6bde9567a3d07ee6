// Creates, reads, lists, updates and deletes a record through the functions that
// @hey-api/openapi-ts generated into the folder hey.
import { client } from './hey/client.gen.js';
import { createPlantioManejo, deletePlantioManejo, getPlantioManejo, listPlantioManejoOfSafra, updatePlantioManejo } from './hey/sdk.gen.js';
import { must, ring, seeds, type Given } from './given.js';

export async function crud({ url, access, secret }: Given): Promise<void> {
  client.setConfig({ baseUrl: url, headers: { 'X-API-ACCESS-KEY': access, 'X-API-SECRET-KEY': secret } });

  const created = await createPlantioManejo({ body: { safraId: 'S-HEY', dados: { quantidadeSemente: seeds, dataPlantio: '2025-10-02', areaPlantada: ring } } });
  const id = must('create', created.data, created.error).data.id;

  const read = must('read', (await getPlantioManejo({ path: { id } })).data).data;
  if (read.dados.quantidadeSemente !== seeds || read.dados.areaPlantada?.[0] !== ring[0]) throw new Error(`read ${JSON.stringify(read.dados)}`);

  const listed = must('list', (await listPlantioManejoOfSafra({ path: { id: 'S-HEY' } })).data).data;
  if (listed.content.length !== 1) throw new Error(`listed ${listed.content.length}`);

  const updated = await updatePlantioManejo({ headers: { 'If-Match': `"${read.versao}"` }, body: { id, safraId: 'S-HEY', dados: { quantidadeSemente: seeds + 1 } } });
  if (must('update', updated.data, updated.error).data.versao !== 2) throw new Error('update: not the second version');

  must('delete', (await deletePlantioManejo({ path: { id } })).data);
  const gone = await getPlantioManejo({ path: { id } });
  if (gone.error?.code !== 404) throw new Error(`deleted and still there: ${JSON.stringify(gone.data)}`);
}
