import type { RastroClient } from './client.js';
import { take } from './error.js';
import type { components, paths } from './schema.js';

/** Something that was written: a CloudEvent, as the feed and webhooks tell it. */
export type Event = components['schemas']['Evento'];

type Query = Omit<NonNullable<paths['/mudancas']['get']['parameters']['query']>, 'desde' | 'formato'>;

/**
 * Goes through what was written from a position on, and waits for what will be. Whoever takes an
 * event keeps its rastroposicao, and goes on from the one after it: nothing is left out. It throws a
 * RastroError with the code LOG_MENOR_QUE_O_CURSOR if the store is not the one that the position is of.
 */
export async function* follow(client: RastroClient, from: number, query: Query = {}, signal?: AbortSignal): AsyncGenerator<Event, void, undefined> {
  for (let desde = from; ;) {
    const page = take(await client.GET('/mudancas', { params: { query: { espera: 50, ...query, desde: String(desde) } }, ...(signal && { signal }) }));
    yield* page.content;
    desde = page.next;
  }
}
