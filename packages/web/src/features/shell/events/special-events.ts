/** An announced height. */
export interface SpecialEvent {
  height: number;
  kind: 'genesis' | 'halving' | 'taproot';
  /** Number of a halving, from 1. */
  nth?: number;
  /** Subsidy from a halving on, sats. */
  subsidy?: number;
}

/** Blocks before an event with a countdown. */
const countdownBlocks = 1008;
const overAfter = 8;
/** Number of halvings that are announced. */
const maxHalvings = 15;
const firstSubsidy = 5_000_000_000;
const taprootHeight = 709_632;

/**
 * Returns the subsidy of a block, sats.
 * @param interval blocks between halvings
 */
export const subsidyAt = (height: number, interval: number): number =>
  Math.floor(firstSubsidy / 2 ** Math.floor(height / interval));

/**
 * Returns the events of a network, by height.
 * @param halvingInterval blocks between halvings; undefined: unknown, without halvings
 */
export function specialEvents(network: string, halvingInterval: number | undefined): SpecialEvent[] {
  const events: SpecialEvent[] = [{ height: 0, kind: 'genesis' }];
  if (halvingInterval !== undefined && halvingInterval > 0) {
    for (let nth = 1; nth <= maxHalvings; nth++) {
      events.push({
        height: nth * halvingInterval,
        kind: 'halving',
        nth,
        subsidy: subsidyAt(nth * halvingInterval, halvingInterval),
      });
    }
  }
  if (network === 'mainnet') events.push({ height: taprootHeight, kind: 'taproot' });
  return events.sort((a, b) => a.height - b.height);
}

/** Announcement at a tip: an upcoming event or a current one; undefined: none. */
export type EventNews = { kind: 'soon'; event: SpecialEvent; blocks: number } | { kind: 'now'; event: SpecialEvent };

/**
 * Returns the announcement: an event is current while its block is among the recent ones; else the next one within 1008
 * blocks.
 * @param recent heights of the recent blocks
 */
export function eventNews(events: readonly SpecialEvent[], recent: readonly number[]): EventNews | undefined {
  const tip = Math.max(-1, ...recent);
  const here = events.findLast(({ height }) => recent.includes(height) && tip < height + overAfter);
  if (here) return { kind: 'now', event: here };
  const next = events.find(({ height }) => height > tip);
  if (tip < 0 || next === undefined || next.height - tip > countdownBlocks) return undefined;
  return { kind: 'soon', event: next, blocks: next.height - tip };
}
