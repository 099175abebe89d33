import type { Answer } from '../../../data/answer.ts';
import type { LoadKit } from '../../../data/load.ts';
import { liquidApi } from '../liquid-url.ts';

/**
 * Requests a route of the reserves; without the parent chain on this server, which the audit needs, it is not found
 * without a request.
 */
export async function askReserves<T>(
  { api: ask, apiPrefix, site }: LoadKit,
  name = '',
  use?: 'once',
): Promise<Answer<T>> {
  if (site.liquid?.hasAudit !== true) return { ok: false, status: 404, message: 'No audit' };
  return ask.get<T>(liquidApi.reserves(apiPrefix, name), use);
}
