import type { ChannelLifetime, LifetimeEvent } from '@glassblock/contract';

/** Rows that a page shows. */
export const lifetimeRows = 50;

/** A policy with the previous one of the same side. */
export interface LifetimeRow {
  event: LifetimeEvent;
  /** The previous policy of the same side of the channel; undefined: none is known. */
  before: LifetimeEvent | undefined;
}

/**
 * Returns the events of a page, newest first.
 * @param pageNumber from 1
 */
export function lifetimePage({ events }: Pick<ChannelLifetime, 'events'>, pageNumber: number): LifetimeRow[] {
  const last = new Map<string, LifetimeEvent>();
  const rows = events.map((event): LifetimeRow => {
    if (event.type !== 'policy') return { event, before: undefined };
    const key = `${event.id} ${event.public_key}`;
    const before = last.get(key);
    last.set(key, event);
    return { event, before };
  });
  return rows.toReversed().slice(lifetimeRows * (pageNumber - 1), lifetimeRows * pageNumber);
}
