/** A client of Rastro's interface. */
export { createClient, type Options, type RastroClient } from './client.js';
export { RastroError, take, type Problem } from './error.js';
export { all } from './page.js';
export { follow, type Event } from './changes.js';
export { verifyWebhook, WebhookError } from './webhook.js';
export { verifyProof, type Proof } from './proof.js';
export type { paths, components } from './schema.js';
