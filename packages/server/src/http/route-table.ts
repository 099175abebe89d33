import { type Endpoint, type EndpointId, endpoints } from '@glassblock/contract';

/** An endpoint that a path matched, with its decoded parameters. */
export interface RouteMatch {
  id: EndpointId;
  endpoint: Endpoint;
  params: Record<string, string>;
}

interface Row {
  id: EndpointId;
  endpoint: Endpoint;
  segments: string[];
}

const rows: Row[] = (Object.keys(endpoints) as EndpointId[]).map((id) => {
  const endpoint: Endpoint = endpoints[id];
  return { id, endpoint, segments: endpoint.path.split('/').slice(1) };
});
/** Fixed words before parameters, so that `blocks/tip/height` is not a height. */
rows.sort((a, b) => variables(a) - variables(b));

function variables({ segments }: Row): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

const maxParam = 2_000;

/** The endpoint for a path below the network prefix, in any letter case, one trailing slash allowed; parameters keep
 *  their case. */
export function matchRoute(method: string, path: string): RouteMatch | undefined {
  const wanted = path.replace(/\/$/, '').split('/').slice(1);
  for (const { id, endpoint, segments } of rows) {
    if (endpoint.method !== method || segments.length !== wanted.length) continue;
    const params = paramsOf(segments, wanted);
    if (params !== undefined) return { id, endpoint, params };
  }
  return undefined;
}

function paramsOf(segments: readonly string[], wanted: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const given = wanted[i]!;
    if (!segment.startsWith(':')) {
      if (segment !== given.toLowerCase()) return undefined;
      continue;
    }
    if (given === '' || given.length > maxParam) return undefined;
    const decoded = decode(given);
    if (decoded === undefined) return undefined;
    params[segment.slice(1)] = decoded;
  }
  return params;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
