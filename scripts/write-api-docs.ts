import { writeFileSync } from 'node:fs';
import { type Endpoint, endpoints, errorCatalog } from '@glassblock/contract';
import { liquidEndpoints } from '@glassblock/contract/liquid';
import {
  type FieldName,
  fieldOf,
  type ServiceRoute,
  type SiteRoute,
  serviceErrors,
  serviceRoutes,
  siteRoutes,
} from '@glassblock/contract/services';

/** Writes docs/api.md from the contract. Run it after contract changes: `node scripts/write-api-docs.ts`. */
const routes: Endpoint[] = Object.values(endpoints);
const code = (name: string) => `\`${name}\``;
const routeLine = ({ method, path, summary, cache, errors, hasCsv }: Endpoint) =>
  `| ${code(`${method} ${path}`)} | ${summary}${hasCsv ? ' (csv)' : ''} | ${cache} | ${errors.map(code).join(' ')} |`;
/** Returns a field with its other name. */
function fieldText(field: FieldName): string {
  const { name, also, isRequired } = fieldOf(field);
  return `${code(`${name}${isRequired ? '' : '?'}`)}${also === undefined ? '' : ` (or ${code(also)})`}`;
}
/** Returns an error of a route of the site. */
const siteError = ({ status, text, isJson = false }: SiteRoute['errors'][number]) =>
  `${status} ${text === '' ? 'empty' : code(isJson ? JSON.stringify({ error: text }) : text)}`;
const lines = [
  '# API',
  '',
  'Generated from `packages/contract` by `scripts/write-api-docs.ts`; the OpenAPI document is at `/api/openapi.json`. Amounts are in sats,',
  'fee rates in sat/vB and times in Unix seconds unless noted. Routes of networks other than the root network have a prefix: `/signet/api/..`.',
  '',
  'Caching: `long` 5 years; `short` 10 s; `recent` 5 s; `depth` long with 10 or more confirmations, otherwise short; `expires-N` an Expires',
  'header N seconds ahead, `public-N` the same with `Cache-Control: public`; `unset` no headers; `never` must not be stored. Successful GET',
  'answers have a weak ETag.',
  '',
  "Esplora routes are also available below `/api/v1/` where mempool.space has them: the same answers unless noted, the same page sizes, mempool.space's error texts.",
  'In paged lists, the last txid (or `txid:vout`) received is the cursor of the next page.',
  'Routes marked (csv) also return their rows as CSV with units in the column names: `?format=csv`, or `Accept: text/csv`.',
  'Internal routes are served on a port of their own, and only if `internalPort` is configured.',
  '',
  '| route | answer | caching | errors |',
  '|---|---|---|---|',
  ...routes.map(routeLine),
  '',
  '## Liquid',
  '',
  'Routes of Liquid networks, below `/liquid`, `/liquidtestnet` or `/liquidregtest`. Amounts are in units of the asset; see [liquid.md](liquid.md).',
  '',
  '| route | answer | caching | errors |',
  '|---|---|---|---|',
  ...Object.values<Endpoint>(liquidEndpoints).map(routeLine),
  '',
  '## Services',
  '',
  'Routes below `/api/v1/services` of one network, only if the configuration has a section `services`; see [services.md](services.md).',
  'POST takes JSON or a form. `user`: an API key in `X-Mempool-Auth`, a signed token in `Authorization: Bearer`, or the session cookie;',
  '`session`: not with a key. Answers are never cached.',
  '',
  '`?` marks fields that may be missing. Types of fields and answers are in the OpenAPI document.',
  '',
  '| route | answer | fields | for | errors |',
  '|---|---|---|---|---|',
  ...Object.values<ServiceRoute>(serviceRoutes).map(
    ({ method, path, summary, fields, access, errors, emptyWhen }) =>
      `| ${code(`${method} ${path}`)} | ${summary}${emptyWhen === undefined ? '' : ` 204: ${emptyWhen}`} | ${fields.map(fieldText).join(' ')} | ${access} | ${errors.map(code).join(' ')} |`,
  ),
  '',
  `Any of them may also answer ${['bad_request', 'forbidden', 'unauthorized', 'temporarily_unavailable', 'internal_server_error'].map(code).join(', ')}.`,
  '',
  'Errors of these routes are plain text, the bare word:',
  '',
  '| word | status | meaning |',
  '|---|---|---|',
  ...Object.entries(serviceErrors).map(([word, { status, meaning }]) => `| ${code(word)} | ${status} | ${meaning} |`),
  '',
  '## Site',
  '',
  'Routes without a network: lists and images of the about page, wallets of the [configuration](configuration.md), sites of enterprises',
  '([services.md](services.md#enterprise-sites)). Caching: `public`, in seconds.',
  '',
  '| route | answer | caching | errors |',
  '|---|---|---|---|',
  ...siteRoutes.map(
    ({ path, summary, errors, cacheSeconds }: SiteRoute) =>
      `| ${code(`GET ${path}`)} | ${summary} | ${cacheSeconds} | ${errors.map(siteError).join('; ')} |`,
  ),
  '',
  '## Errors',
  '',
  'Errors below `/api/v1/` and `/api/glass/` are `{"error": text}` for clients that accept JSON, otherwise plain text; all other errors are plain text.',
  '',
  '| code | status | text | meaning |',
  '|---|---|---|---|',
  ...Object.entries(errorCatalog).map(
    ([name, { status, text, meaning }]) => `| ${code(name)} | ${status} | ${text} | ${meaning} |`,
  ),
  '',
  '## Live socket',
  '',
  '`{network}/api/v1/ws`, one JSON object per frame, each key a separate message: see [live-protocol.md](live-protocol.md).',
  '',
];
writeFileSync(new URL('../docs/api.md', import.meta.url), lines.join('\n'));
