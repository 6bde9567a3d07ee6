import createFetchClient, { type Client } from 'openapi-fetch';
import { retrying } from './retry.js';
import type { paths } from './schema.js';

export interface Options {
  /** The server's address, such as https://rastro.example.com. */
  url: string;
  accessKey: string;
  secretKey: string;
  /** The language of messages. */
  language?: 'pt' | 'en' | 'es';
  /** How often a request is sent that the server could not answer; 5 unless given. */
  attempts?: number;
  fetch?: (request: Request) => Promise<Response>;
}

/** Every route of the interface, with its types: client.GET, client.POST and so on. */
export type RastroClient = Client<paths>;

/** A client of one server with one key. It follows no redirects: they would carry the keys elsewhere. */
export function createClient(options: Options): RastroClient {
  const headers: Record<string, string> = { 'X-API-ACCESS-KEY': options.accessKey, 'X-API-SECRET-KEY': options.secretKey };
  if (options.language) headers['Accept-Language'] = options.language;
  return createFetchClient<paths>({
    baseUrl: options.url.replace(/\/$/, ''), headers, redirect: 'error',
    fetch: retrying(options.fetch ?? ((request) => fetch(request)), options.attempts ?? 5),
  });
}
