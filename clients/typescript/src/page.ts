import { take } from './error.js';

/** A page of a list. Lists that also come as texts are asked for as JSON here. */
type Page<T> = { data: { content: T[]; next?: string | null } } | string | undefined;

/**
 * Goes through a list to its end. page asks for one page: for the first without a cursor, then with
 * the one that the page before gave. Records that are created meanwhile neither repeat nor hide others.
 */
export async function* all<T>(page: (cursor: { cursor?: string }) => Promise<{ data?: Page<T>; error?: unknown; response: Response }>): AsyncGenerator<T, void, undefined> {
  for (let cursor: { cursor?: string } = {}; ;) {
    const { content, next } = take<Page<T>>(await page(cursor));
    yield* content;
    if (!next) return;
    cursor = { cursor: next };
  }
}
