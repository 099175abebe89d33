import { writeFileSync } from 'node:fs';
import { type Endpoint, endpoints, errorCatalog } from '@glassblock/contract';

/** Writes docs/api.md out of the contract. Run it when the contract changes: `node scripts/write-api-docs.ts`. */
const routes: Endpoint[] = Object.values(endpoints);
const code = (name: string) => `\`${name}\``;
const lines = [
  '# API',
  '',
  'Made from `packages/contract` by `scripts/write-api-docs.ts`; the machine-readable form is at `/api/openapi.json`. Amounts are sats, rates',
  'sat/vB, times Unix seconds unless said otherwise. Networks other than the root one have their name in front: `/signet/api/..`.',
  '',
  'Caching: `long` never changes; `short` 10 s; `recent` 5 s; `depth` long once ten blocks deep, else short; `expires-N` an Expires header,',
  '`public-N` with `public`; `never` is not cached. Successful answers to GET carry a weak ETag.',
  '',
  'Routes of the index server answer below `/api/v1/` too, as far as the v1 server of the reference has them: same answers, same page sizes,',
  'the words of that server for errors. Where a list goes on, the last id (or `txid:vout`) received is the cursor of the next page.',
  'Routes with (csv) give their rows as CSV too, with units in the names of the columns: `?format=csv`, or `Accept: text/csv`.',
  'Internal routes are served on a port of their own, and only if `internalPort` is configured.',
  '',
  '| route | answer | caching | errors |',
  '|---|---|---|---|',
  ...routes.map(
    ({ method, path, summary, cache, errors, hasCsv }) =>
      `| ${code(`${method} ${path}`)} | ${summary}${hasCsv ? ' (csv)' : ''} | ${cache} | ${errors.map(code).join(' ')} |`,
  ),
  '',
  '## Errors',
  '',
  'Below `/api/v1/` and `/api/glass/` errors are `{"error": text}` for clients that accept JSON, else the bare text; elsewhere always the bare text.',
  '',
  '| code | status | text | meaning |',
  '|---|---|---|---|',
  ...Object.entries(errorCatalog).map(
    ([name, { status, text, meaning }]) => `| ${code(name)} | ${status} | ${text} | ${meaning} |`,
  ),
  '',
  '## Live socket',
  '',
  '`{network}/api/v1/ws`, one JSON object a frame, every key a message of its own: see [live-protocol.md](live-protocol.md).',
  '',
];
writeFileSync(new URL('../docs/api.md', import.meta.url), lines.join('\n'));
