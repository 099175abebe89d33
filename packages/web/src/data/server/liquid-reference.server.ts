import { type Endpoint, errorCatalog } from '@glassblock/contract';
import { liquidEndpoints } from '@glassblock/contract/liquid';
import { shortText } from './example-answer.server.ts';

/** A REST route of Liquid networks in the documentation. */
export interface LiquidRoute {
  id: string;
  method: 'GET' | 'POST';
  /** With the network's prefix, `:name` for parameters. */
  path: string;
  summary: string;
  parameters: { name: string; meaning: string }[];
  errors: { status: number; text: string; meaning: string }[];
  /** Shortened answer of the declaration; undefined without one. */
  example: string | undefined;
}

/** Routes of one tag of the contract. */
export interface LiquidGroup {
  name: string;
  routes: LiquidRoute[];
}

/** Group of the validation of addresses, the only route without a tag. */
const untagged = 'Address validation';

/** Returns the REST routes of Liquid networks by tag, from their declarations. @param prefix of the network */
export function liquidReference(prefix: string): LiquidGroup[] {
  const groups = new Map<string, LiquidRoute[]>();
  for (const route of Object.values<Endpoint>(liquidEndpoints)) {
    // routes that only return an error
    if (route.errors.length === 1 && route.errors[0] === 'v1.bitcoin-only') continue;
    const name = route.tag === '' ? untagged : route.tag;
    const rows = groups.get(name) ?? [];
    groups.set(name, rows);
    rows.push(rowOf(route, prefix));
  }
  return [...groups].map(([name, routes]) => ({ name, routes }));
}

const rowOf = (route: Endpoint, prefix: string): LiquidRoute => ({
  id: route.id,
  method: route.method,
  path: prefix + route.path,
  summary: route.summary,
  parameters: [...Object.entries(route.params.properties), ...Object.entries(route.query.properties)].map(
    ([name, field]) => ({ name, meaning: descriptionOf(field) }),
  ),
  errors: route.errors.map((code) => {
    const { status, text, meaning } = errorCatalog[code];
    return { status, text, meaning };
  }),
  example: route.example === undefined ? undefined : shortText(route.example),
});

const descriptionOf = (field: unknown): string =>
  typeof field === 'object' && field !== null && 'description' in field ? String(field.description) : '';
