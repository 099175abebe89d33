import type { Logger } from 'pino';
import { createAccelerationSource } from '../sources/accelerations/acceleration-source.ts';
import { type Accelerations, followAccelerations } from '../sources/accelerations/accelerations.ts';

/** No source is contacted unless configured. */
export function openAccelerations(source: string | undefined, log: Logger): Accelerations | undefined {
  return source === undefined ? undefined : followAccelerations(createAccelerationSource(source, fetch, Date.now), log);
}
