import type { AccelerationRecord } from '@glassblock/contract';
import { settledStatuses } from '../../features/acceleration/acceleration-status.ts';
import { effectiveRequest } from '../../live/reducers/tx-acceleration.ts';
import { api } from '../../url.ts';
import type { LoadKit } from '../load.ts';
import { hasAccelerations } from '../site/site.ts';

const perPage = 50;
/** Maximum pages of requests of one block: more than any block has had. */
const maxPages = 6;
/** Maximum time a page waits for an acceleration source. */
const timeoutMs = 2_000;

/**
 * Returns the acceleration request of a mined transaction; undefined where there was none, where accelerations are
 * disabled, and on timeout.
 */
export async function requestOf(kit: LoadKit, txid: string, height: number): Promise<AccelerationRecord | undefined> {
  if (!hasAccelerations(kit.site, kit.network)) return undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), timeoutMs);
  });
  try {
    return await Promise.race([soughtRequest(kit, txid, height), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function soughtRequest({ api: ask, prefix }: LoadKit, txid: string, height: number) {
  const found: AccelerationRecord[] = [];
  for (let number = 1; number <= maxPages; number++) {
    const path = api.accelerationHistory(prefix, { statuses: settledStatuses, page: number, length: perPage, height });
    const answer = await ask.get<AccelerationRecord[]>(path, 'once');
    if (!answer.ok) break;
    found.push(...answer.body.filter((one) => one.txid === txid && (one.blockHeight ?? height) === height));
    const read = number * perPage;
    if (answer.body.length < perPage || read >= (answer.total ?? Number.POSITIVE_INFINITY)) break;
  }
  return effectiveRequest(found);
}
