import * as fetched from './fetch.js';
import * as hey from './hey.js';

const [url, access, secret] = process.argv.slice(2) as [string, string, string];
await fetched.crud({ url, access, secret });
await hey.crud({ url, access, secret });
