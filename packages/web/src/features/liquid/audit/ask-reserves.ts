import type { Answer } from '../../../data/answer.ts';
import type { LoadKit } from '../../../data/load.ts';
import { liquidApi } from '../liquid-url.ts';

/**
 * Requests a route of the audit; without the parent chain on this server, which the audit needs, it is not found without
 * a request.
 */
export async function askAudit<T>(
  { api: ask, site }: Pick<LoadKit, 'api' | 'site'>,
  path: string,
  use?: 'once',
): Promise<Answer<T>> {
  if (site.liquid?.hasAudit !== true) return { ok: false, status: 404, message: 'No audit' };
  return ask.get<T>(path, use);
}

/** Requests a route of the reserves, as `askAudit`. @param name empty: the current reserves */
export const askReserves = <T>(kit: LoadKit, name = '', use?: 'once'): Promise<Answer<T>> =>
  askAudit<T>(kit, liquidApi.reserves(kit.apiPrefix, name), use);
