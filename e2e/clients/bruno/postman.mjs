// Imports an OpenAPI document as Postman does, and prints how many requests came of it.
import { readFileSync } from 'node:fs';
import converter from 'openapi-to-postmanv2';

const data = readFileSync(process.argv[2], 'utf8');
converter.convert({ type: 'string', data }, { folderStrategy: 'Tags', requestParametersResolution: 'Example', optimizeConversion: true }, (failed, made) => {
  if (failed || !made.result) throw new Error(failed?.message ?? made.reason);
  const count = (items) => items.reduce((n, item) => n + (item.item ? count(item.item) : 1), 0);
  console.log(count(made.output[0].data.item));
});
