import type { Fact, Keyframe } from '@glassblock/journal';
import type { Sats, Txid, UnixSeconds, Weight } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import type { TxFact } from './mempool-replay-filter.ts';
import { createStandbyFacts } from './standby-facts.ts';

const txid = (n: number) => new Uint8Array(32).fill(n) as Txid;
const entry = (n: number, time: number): Keyframe['mempool'][number] => ({
  txid: txid(n),
  fee: 100 as Sats,
  weight: 400 as Weight,
  time: time as UnixSeconds,
});
const added = (n: number, time: number): TxFact => ({ type: 'tx-added', ...entry(n, time) });
const mined = (n: number, time: number): TxFact => ({
  type: 'tx-removed',
  txid: txid(n),
  reason: 'mined',
  certain: true,
  time: time as UnixSeconds,
});

/** Returns the facts that a process adds to a journal when it takes over. */
function takeOver(seen: readonly Fact[], published: readonly Fact[], mempool: Keyframe['mempool']) {
  const standby = createStandbyFacts(1_000);
  for (const fact of seen) standby.note([fact]);
  return standby.takeOver(published, mempool);
}

describe('createStandbyFacts', () => {
  it('lacks nothing when the journal has all that was seen', () => {
    const facts = [added(1, 1_000), added(2, 1_001), mined(1, 1_005)];
    const { missing, filter } = takeOver(facts, facts, [entry(2, 1_001)]);
    expect(missing).toEqual([]);
    expect(filter.removed()).toEqual([]);
  });

  it('adds a transaction that came and was mined while no process wrote, once', () => {
    const before = [added(1, 1_000)];
    const later = [added(2, 1_010), mined(1, 1_012), mined(2, 1_012), added(3, 1_013)];
    const { missing, filter } = takeOver([...before, ...later], before, [entry(1, 1_000)]);
    expect(missing).toEqual(later);
    expect(filter.news([added(4, 1_020)])).toEqual([added(4, 1_020)]);
  });

  it('adds nothing of a mempool that was loaded at its start and is in the journal', () => {
    const { missing, filter } = takeOver([added(1, 400), added(2, 500)], [], [entry(1, 400), entry(2, 500)]);
    expect(missing).toEqual([]);
    expect(filter.removed()).toEqual([]);
  });

  it('does not repeat facts of the journal that this process reports later', () => {
    const published = [added(1, 1_000), added(2, 1_001), mined(1, 1_002)];
    const { missing, filter } = takeOver([added(1, 1_000)], published, [entry(2, 1_001)]);
    expect(missing).toEqual([]);
    expect(filter.news([added(2, 1_001), mined(1, 1_003)])).toEqual([]);
    expect(filter.removed()).toEqual([]);
    expect(filter.news([mined(2, 1_004)])).toEqual([mined(2, 1_004)]);
  });

  it('returns transactions of the journal that this process does not have', () => {
    const { missing, filter } = takeOver([added(2, 1_000)], [added(2, 1_000)], [entry(1, 900), entry(2, 1_000)]);
    expect(missing).toEqual([]);
    expect(filter.removed()).toEqual([txid(1)]);
  });

  it('reports a transaction that was declared removed and is added later', () => {
    const { filter } = takeOver([], [added(1, 1_000)], [entry(1, 1_000)]);
    expect(filter.removed()).toEqual([txid(1)]);
    expect(filter.news([added(1, 1_002)])).toEqual([added(1, 1_002)]);
  });

  it('reports the next removal of a transaction that was removed and added again before this process started', () => {
    const published = [added(1, 1_000), mined(1, 1_002), added(1, 1_005)];
    const { missing, filter } = takeOver([added(1, 1_005)], published, [entry(1, 1_005)]);
    expect(missing).toEqual([]);
    expect(filter.removed()).toEqual([]);
    expect(filter.news([mined(1, 1_008), added(1, 1_009)])).toEqual([mined(1, 1_008), added(1, 1_009)]);
  });

  it('adds a transaction that the journal lacks since it was removed, and that was added again while no process wrote', () => {
    const published = [added(1, 1_000), mined(1, 1_002)];
    const { missing, filter } = takeOver([added(1, 1_005)], published, []);
    expect(missing).toEqual([added(1, 1_005)]);
    expect(filter.news([mined(1, 1_008)])).toEqual([mined(1, 1_008)]);
  });

  it('leaves out facts that only its own node saw while the journal was written', () => {
    const [seen, common] = [[added(7, 1_000), mined(7, 1_001)], added(1, 1_100)];
    expect(takeOver([...seen, common], [common], [entry(1, 1_100)]).missing).toEqual([]);
  });

  it('adds transactions of its mempool whose facts are no longer stored', () => {
    const standby = createStandbyFacts(4);
    const facts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => added(n, 1_000 + n));
    for (const fact of facts) standby.note([fact]);
    expect(standby.takeOver([], []).missing).toEqual(expect.arrayContaining(facts));
  });

  it('adds every event of a transaction that came twice', () => {
    const first = [added(1, 1_000), mined(1, 1_002)];
    const second = [added(1, 1_004), mined(1, 1_006)];
    expect(takeOver([...first, ...second], first, []).missing).toEqual(second);
  });

  // the process has not seen what was published
  it.each([
    ['enters again', [added(1, 1_000), mined(1, 1_002)], [added(1, 1_010), mined(1, 1_020)], [0, 1]],
    ['is mined again', [mined(1, 1_002)], [added(1, 1_010), mined(1, 1_020)], [0, 1]],
    [
      'enters again after a late report',
      [added(1, 1_000), mined(1, 1_002)],
      [added(1, 1_001), mined(1, 1_003), added(1, 1_010)],
      [2],
    ],
    [
      'is reported late, the second time',
      [added(1, 1_000), mined(1, 1_002), added(1, 1_005)],
      [added(1, 1_006), mined(1, 1_009)],
      [1],
    ],
    ['leaves and enters, whose entry is expected', [added(1, 1_000)], [mined(1, 1_003), added(1, 1_005)], [0, 1]],
    [
      'is mined twice before its reports',
      [added(1, 1_000), mined(1, 1_002), added(1, 1_005), mined(1, 1_007)],
      [added(1, 1_006), mined(1, 1_007), added(1, 1_010)],
      [2],
    ],
    ['leaves later than the journal has it', [mined(1, 1_002), added(1, 1_005)], [mined(1, 1_008)], [0]],
  ])('loses no fact of a transaction that %s within a minute', (_, published, reported, news) => {
    const isPresent = published.at(-1)!.type === 'tx-added';
    const { filter } = takeOver([], published, isPresent ? [entry(1, published.at(-1)!.time)] : []);
    expect(reported.filter((fact) => filter.news([fact]).length > 0)).toEqual(news.map((i) => reported[i]));
  });

  it('reports every event of a transaction that was declared removed', () => {
    const { filter } = takeOver([], [mined(1, 1_002), added(1, 1_005)], [entry(1, 1_005)]);
    expect(filter.removed()).toEqual([txid(1)]);
    const later = [added(1, 1_010), mined(1, 1_020)];
    expect(filter.news(later)).toEqual(later);
  });
});
