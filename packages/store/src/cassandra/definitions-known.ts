import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '@glassblock/primitives';
import { types } from 'cassandra-driver';

/** Nodes learn of new keyspaces and tables from each other; a busy cluster takes longer than the driver waits. */
const maxWaitMs = 60_000;
const pause = { firstMs: 100, maxMs: 2_000 };

/** Clock, for tests. */
export interface WaitOptions {
  nowMs?(): number;
  wait?(ms: number): Promise<unknown>;
}

/**
 * Runs a request, again while the node that answers does not know a keyspace or table that was created on another one.
 * @throws the last error, after a minute; others at once
 */
export async function whenDefinitionsKnown<T>(
  request: () => Promise<T>,
  { nowMs = () => performance.now(), wait = sleep }: WaitOptions = {},
): Promise<T> {
  const endMs = nowMs() + maxWaitMs;
  for (let failures = 1; ; failures++) {
    try {
      return await request();
    } catch (error) {
      if (!isUnknownDefinition(error) || nowMs() >= endMs) throw error;
      await wait(backOffMs(failures, pause));
    }
  }
}

/** Error of a node, or of one of the nodes that were tried. */
function isUnknownDefinition(error: unknown): boolean {
  const { code, message, innerErrors } = error as {
    code?: number;
    message?: string;
    innerErrors?: Record<string, unknown>;
  };
  if (innerErrors !== undefined && Object.values(innerErrors).some(isUnknownDefinition)) return true;
  const { invalid, configError } = types.responseErrorCodes;
  return (
    (code === invalid || code === configError) && /(?:does not|doesn't) exist|unconfigured table/i.test(message ?? '')
  );
}
