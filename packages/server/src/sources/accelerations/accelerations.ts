import type { Acceleration } from '@glassblock/contract';
import type { Logger } from 'pino';
import type { AccelerationSource } from './acceleration-source.ts';

/** A change of the list. `added` includes those with changed figures. */
export interface AccelerationChange {
  added: Acceleration[];
  removed: string[];
}

/** Accelerations that are not mined yet, as reported by their source. */
export interface Accelerations {
  readonly source: AccelerationSource;
  list(): readonly Acceleration[];
  find(txid: string): Acceleration | undefined;
  /**
   * Polls the source now; concurrent calls share the answer.
   * @throws {CodedError} v1.accelerations-active
   */
  ask(): Promise<void>;
  onChange(listener: (change: AccelerationChange) => void): () => void;
  stop(): void;
}

const everyMs = 10_000;
/** Maximum number of active accelerations. */
const maxActive = 10_000;

const figures = ({ added, effectiveVsize, effectiveFee, feeDelta, pools }: Acceleration) =>
  [added, effectiveVsize, effectiveFee, feeDelta, ...pools].join();

/** @param before by txid */
export function changeOf(
  before: ReadonlyMap<string, Acceleration>,
  after: readonly Acceleration[],
): AccelerationChange {
  const now = new Set(after.map(({ txid }) => txid));
  return {
    added: after.filter((one) => {
      const known = before.get(one.txid);
      return known === undefined || figures(known) !== figures(one);
    }),
    removed: [...before.keys()].filter((txid) => !now.has(txid)),
  };
}

/** Polls a source every ten seconds. */
export function followAccelerations(source: AccelerationSource, log: Pick<Logger, 'warn'>): Accelerations {
  const listeners = new Set<(change: AccelerationChange) => void>();
  let active = new Map<string, Acceleration>();
  let asking: Promise<void> | undefined;
  let isSilent = false;

  async function read(): Promise<void> {
    const list = (await source.active()).slice(0, maxActive);
    const change = changeOf(active, list);
    active = new Map(list.map((one) => [one.txid, one]));
    if (change.added.length + change.removed.length === 0) return;
    for (const listener of listeners) listener(change);
  }

  function ask(): Promise<void> {
    asking ??= read().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  const look = () => {
    ask().then(
      () => {
        isSilent = false;
      },
      (error: Error) => {
        if (!isSilent) log.warn({ event: 'accelerations', error: error.message }, 'accelerations could not be updated');
        isSilent = true;
      },
    );
  };
  look();
  const timer = setInterval(look, everyMs);

  return {
    source,
    list: () => [...active.values()],
    find: (txid) => active.get(txid),
    ask,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => clearInterval(timer),
  };
}
